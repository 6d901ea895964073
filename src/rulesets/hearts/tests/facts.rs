//! Hard facts: what each event makes certain, by hand; what it contradicts; and that the order of learning does not matter.

use serde_json::{Value, json};

use super::{Watcher, card, cards, event, game, opening};
use crate::belief::{Draws, Evidence, Piece, Strength, seeded};
use crate::rulesets::hearts::dealt::{Dealt, dealt as write_dealt};
use crate::rulesets::hearts::scene::{Kind, place_of};
use crate::rulesets::hearts::whereabouts::{ANYBODY, Whereabouts};
use crate::rulesets::hearts::{Card, CardSet, Hearts, Style, Suit, Table, World};
use crate::rulesets::{Observer, Posterior, PublicTable, Transcript};

const HOLD: &str = r#"{"pass": ["hold"]}"#;

pub(super) fn hold() -> Value {
    serde_json::from_str(HOLD).unwrap()
}

pub(super) fn dealt(watcher: &mut Watcher, direction: &str, hands: Value) {
    watcher.report("deal", json!({"deal": 0, "direction": direction, "hands": hands}));
}

const CLUBS: &str = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC";

fn close(p: f64, expected: f64) {
    assert!((p - expected).abs() < 1e-12, "{p} for {expected}");
}

/// Own cards are certain; of the 39 others each is with each other seat by 1/3; a spectator gives everybody 1/4.
#[test]
fn a_deal_by_hand() {
    let hand = json!({"0": cards(CLUBS)});
    let mut seat = Watcher::new(Observer::Seat(0), hold(), 1.0);
    dealt(&mut seat, "hold", hand.clone());
    close(seat.holds(0, card("2C")), 1.0);
    close(seat.holds(1, card("QS")), 1.0 / 3.0);
    let mut public = Watcher::new(Observer::Public, hold(), 1.0);
    dealt(&mut public, "hold", hand);
    close(public.holds(3, card("QS")), 0.25);
}

/// Seat 0 passes three clubs left and takes three diamonds up from the right. The three clubs are with seat 1, which therefore has
/// room for 10 of the 36 others; seats 2 and 3 for 13 each, 3 less the diamonds that it gave away.
#[test]
fn a_pass_by_hand() {
    let mut watcher = Watcher::new(Observer::Seat(0), json!({"pass": ["left"]}), 0.0);
    dealt(&mut watcher, "left", json!({"0": cards(CLUBS)}));
    watcher.report("pass", json!({"seat": 0, "to": 1, "cards": ["QC", "KC", "AC"]}));
    close(watcher.holds(0, card("AC")), 1.0);
    for seat in 1..4 {
        watcher.report("pass", json!({"seat": seat, "to": (seat + 1) % 4}));
    }
    // The exchange: three unknown cards of seat 3's have come to seat 0, before it says which.
    close(watcher.holds(1, card("AC")), 1.0);
    close(watcher.holds(0, card("QS")), 3.0 / 39.0);
    close(watcher.holds(1, card("QS")), 10.0 / 39.0);
    close(watcher.holds(2, card("QS")), 13.0 / 39.0);
    watcher.report("receive", json!({"seat": 0, "from": 3, "cards": ["2D", "3D", "4D"]}));
    close(watcher.holds(0, card("2D")), 1.0);
    close(watcher.holds(1, card("QS")), 10.0 / 36.0);
    close(watcher.holds(2, card("QS")), 13.0 / 36.0);
}

/// Seat 0 has its ten other clubs and three diamonds from seat 3. Of what seat 2 passed to seat 3 it knows nothing: each three of the thirteen
/// cards that seat 3 held then are equally likely, those among them that it has played since.
#[test]
fn what_was_passed_is_drawn_from_all_that_may_have_been() {
    let mut watcher = Watcher::new(Observer::Seat(0), json!({"pass": ["left"]}), 0.0);
    dealt(&mut watcher, "left", json!({"0": cards(CLUBS)}));
    watcher.report("pass", json!({"seat": 0, "to": 1, "cards": ["QC", "KC", "AC"]}));
    for seat in 1..4 {
        watcher.report("pass", json!({"seat": seat, "to": (seat + 1) % 4}));
    }
    let without = watcher.clone();
    watcher.report("receive", json!({"seat": 0, "from": 3, "cards": ["2D", "3D", "4D"]}));
    watcher.plays("0:2C 1:AC 2:5D 3:6D");
    let deals = |watcher: &Watcher| -> Vec<Dealt> {
        let drawn = watcher.sample(Draws { seed: 7, count: 2_000 });
        let draw = |(number, (_, world)): (u64, &(f64, World))| {
            write_dealt(&watcher.belief, &watcher.table, world, &mut seeded(number, 3))
        };
        (0..).zip(&drawn.worlds).map(draw).collect()
    };
    let known = deals(&watcher);
    assert!(known.iter().all(|deal| deal.hands[&0] == cards(CLUBS) && deal.passes[&3] == cards("2D 3D 4D")));
    assert!(known.iter().all(|deal| deal.hands.values().all(|hand| hand.len() == 13)));
    // 3 of 13: 461.5 of 2,000, with a standard deviation of 19.
    let played = known.iter().filter(|deal| deal.passes[&2].contains(card("6D"))).count();
    assert!((380..=545).contains(&played), "{played} of 2000");

    // Without its report, what seat 0 took up are the three cards of its hand that are not its own clubs. One of them it has played.
    let mut silent = without;
    silent.plays("0:2C 1:AC 2:5D 3:6D");
    silent.plays("1:9D 2:7D 3:8D 0:2D");
    for deal in deals(&silent) {
        assert_eq!((deal.hands[&0], deal.passes[&3].len()), (cards(CLUBS), 3));
        assert!(deal.passes[&3].contains(card("2D")) && deal.passes[&3].and(cards(CLUBS)).is_empty());
    }
    // What it had before, it cannot have taken up: also where only the end of the deal says so.
    let early = json!({"points": {"0": 0, "1": 0, "2": 0, "3": 0}, "passes": {"3": ["2C", "3C", "4C"]}});
    let found = silent.see(&event("deal_end", early), &mut Evidence::off()).unwrap_err();
    assert!(found.detail.contains("cannot have taken up 2C 3C 4C from seat 3"), "{found:?}");
}

/// Seat 0's pass names a card that it does not hold, and is left out: three of its clubs have gone, nobody knows which, and what it says that it
/// took up is true. So it is whether its pass is the first of the four or the last.
#[test]
fn a_pass_that_was_left_out_leaves_no_hand_certain() {
    let wrong = json!({"seat": 0, "to": 1, "cards": ["QC", "KC", "2D"]});
    for first in [true, false] {
        let mut watcher = Watcher::new(Observer::Seat(0), json!({"pass": ["left"]}), 0.0);
        dealt(&mut watcher, "left", json!({"0": cards(CLUBS)}));
        let leave_out = |watcher: &mut Watcher| {
            watcher.try_to("pass", wrong.clone()).unwrap_err();
            watcher.table = watcher.table.clone().advance(&event("pass", json!({"seat": 0, "to": 1}))).0;
            watcher.belief.table_moved();
        };
        if first {
            leave_out(&mut watcher);
        }
        for seat in 1..4 {
            watcher.report("pass", json!({"seat": seat, "to": (seat + 1) % 4}));
        }
        if !first {
            leave_out(&mut watcher);
        }
        for club in cards(CLUBS).iter() {
            let [own, next] = [0, 1].map(|seat| watcher.holds(seat, club));
            assert!(own > 0.4 && own < 1.0 && next > 0.0, "{club}: {own} and {next}");
            close(own + next, 1.0);
        }
        watcher.report("receive", json!({"seat": 0, "from": 3, "cards": ["2D", "3D", "4D"]}));
        close(watcher.holds(0, card("2D")), 1.0);
    }
}

/// A whole deal for an engine: 52 cards, thirteen a seat, which lead to the world by the passes and plays that it names.
pub(super) fn leads_to(deal: &Dealt, watcher: &Watcher, world: &World) {
    let mut hands: Vec<CardSet> = deal.hands.values().copied().collect();
    assert!(hands.iter().all(|hand| hand.len() == 13), "{deal:?}");
    assert_eq!(hands.iter().fold(CardSet::EMPTY, |all, hand| all.or(*hand)), CardSet::FULL, "{deal:?}");
    assert_eq!(deal.passes.len(), 4, "{deal:?}");
    for (seat, cards) in &deal.passes {
        assert_eq!((cards.len(), cards.without(deal.hands[seat])), (3, CardSet::EMPTY), "{deal:?}");
        hands[usize::from(*seat)] = hands[usize::from(*seat)].without(*cards);
    }
    for (seat, cards) in &deal.passes {
        let to = usize::from(watcher.table.direction.to(*seat).unwrap());
        hands[to] = hands[to].or(*cards);
    }
    for played in watcher.table.plays.iter() {
        assert!(hands[usize::from(played.seat)].contains(played.card), "{deal:?}");
        hands[usize::from(played.seat)].remove(played.card);
    }
    assert_eq!(hands, world.hands, "{deal:?}");
}

/// Seat 0 passed the queen of spades to seat 1, and left out that seat 3 played her: she was dealt and passed so that seat 3 has her.
#[test]
fn a_deal_after_a_play_that_was_left_out_is_a_deal() {
    let mut watcher = Watcher::new(Observer::Seat(0), json!({"pass": ["left"]}), 0.0);
    dealt(&mut watcher, "left", json!({"0": cards("QS AH KD 2D 3D 4D 5D 6D 7D 8D 9D TD JD")}));
    watcher.report("pass", json!({"seat": 0, "to": 1, "cards": ["QS", "AH", "KD"]}));
    for seat in 1..4 {
        watcher.report("pass", json!({"seat": seat, "to": (seat + 1) % 4}));
    }
    watcher.plays("1:2C 2:3C");
    let before = watcher.sample(Draws { seed: 2, count: 20 });
    for (number, (_, world)) in (0..).zip(&before.worlds) {
        let deal = write_dealt(&watcher.belief, &watcher.table, world, &mut seeded(number, 3));
        leads_to(&deal, &watcher, world);
        assert_eq!(deal.passes[&0], cards("QS AH KD"), "what is known");
    }
    watcher.play("3:QS").unwrap_err();
    watcher.table = watcher.table.clone().advance(&event("play", json!({"seat": 3, "card": "QS"}))).0;
    watcher.belief.table_moved();
    let sampled = watcher.sample(Draws { seed: 1, count: 200 });
    for (number, (_, world)) in (0..).zip(&sampled.worlds) {
        leads_to(&write_dealt(&watcher.belief, &watcher.table, world, &mut seeded(number, 3)), &watcher, world);
    }
}

/// A card thrown off suit on the jack of diamonds, where he counts, is evidence of a slough: it is read with the exponent of sloughs, and counts
/// beside other sloughs.
#[test]
fn thrown_on_the_jack_is_a_slough() {
    let mut watcher = Watcher::public(json!({"pass": ["hold"], "jack_of_diamonds": true}));
    dealt(&mut watcher, "hold", json!({}));
    watcher.plays("0:2C 1:3C 2:4C 3:AC 3:JD 0:2D");
    for (play, kind, exponent) in [("TH", "sloughs", "slough_exponent"), ("3D", "follows", "follow_exponent")] {
        let mut evidence = Evidence::on();
        watcher.clone().see(&event("play", json!({"seat": 1, "card": play})), &mut evidence).unwrap();
        let soft: Vec<Piece> = evidence.into_pieces().into_iter().filter(|piece| piece.strength == Strength::Soft).collect();
        assert_eq!(soft.len(), 1);
        assert_eq!(soft[0].kind, kind);
        assert!(soft[0].summary.contains(&format!("; {exponent} ")), "{}", soft[0].summary);
    }
    let [wanted, usual] = [Kind::Wanted { follows: false }, Kind::Slough];
    assert_eq!((place_of(wanted), wanted.name()), (place_of(usual), usual.name()));
}

/// Whose turn it is not, is asked for no points; before the first lead anybody may be, as long as the card is the two of clubs.
#[test]
fn points_are_expected_of_who_is_on_turn() {
    let mut watcher = Watcher::new(Observer::Public, hold(), 0.0);
    dealt(&mut watcher, "hold", json!({}));
    let ask = |watcher: &Watcher, seat: u8, card: &str| {
        watcher.answer(&serde_json::from_value(json!({"expected_points": {"seat": seat, "card": card}})).unwrap())
    };
    assert!((0..4).all(|seat| ask(&watcher, seat, "2C").is_ok()));
    assert_eq!(ask(&watcher, 0, "6C").unwrap_err().rule, "first_lead");
    watcher.plays("0:2C");
    let within = ask(&watcher, 0, "6C").unwrap_err();
    assert_eq!((within.rule, within.detail.as_str()), ("turn", "it is seat 1's turn, not seat 0's"));
    watcher.plays("1:3C 2:4C 3:AC");
    let between = ask(&watcher, 0, "6C").unwrap_err();
    assert_eq!((between.rule, between.detail.as_str()), ("turn", "it is seat 3's turn, not seat 0's"));
    assert!(ask(&watcher, 3, "6D").is_ok());
}

/// The receiver's answer names what stands against the log.
#[test]
fn passes_that_contradict() {
    let mut watcher = Watcher::new(Observer::Referee, json!({"pass": ["left"]}), 0.0);
    dealt(&mut watcher, "left", json!({"0": cards(CLUBS)}));
    let found = watcher.try_to("pass", json!({"seat": 0, "to": 1, "cards": ["QC", "KC", "2D"]})).unwrap_err();
    assert!(found.detail.contains("seat 0 cannot hold 2D") && found.variables == ["card:2D"], "{found:?}");
    let found = watcher.try_to("pass", json!({"seat": 0, "to": 1})).unwrap_err();
    assert!(found.detail.contains("must name its three cards"), "{found:?}");
    watcher.report("pass", json!({"seat": 0, "to": 1, "cards": ["QC", "KC", "AC"]}));
    for seat in 1..4 {
        watcher.report("pass", json!({"seat": seat, "to": (seat + 1) % 4}));
    }
    let found = watcher.try_to("receive", json!({"seat": 1, "from": 0, "cards": ["QC", "KC", "2D"]})).unwrap_err();
    assert!(found.detail.contains("seat 0 passed QC KC AC"), "{found:?}");
}

/// Off suit: none of that suit; then a card of it is a contradiction that names both plays.
#[test]
fn a_revoke_names_both_plays() {
    let mut watcher = Watcher::new(Observer::Public, hold(), 1.0);
    dealt(&mut watcher, "hold", json!({}));
    watcher.plays("0:2C 1:3C 2:9D 3:AC");
    assert!(Suit::Clubs.cards().iter().all(|club| watcher.holds(2, club) == 0.0));
    watcher.plays("3:2D 0:3D 1:4D");
    let found = watcher.play("2:5C").unwrap_err();
    assert!(found.detail.contains("seat 2 cannot play 5C in trick 2"), "{found}");
    assert!(found.detail.contains("it threw 9D on clubs in trick 1") && found.detail.contains("revoke"), "{found}");
    assert_eq!(found.variables, ["card:5C"]);
}

/// A seat that is known to hold the suit led must follow: a contradiction that names the rule and the cards.
#[test]
fn following_suit_is_judged_by_the_hand() {
    let mut watcher = Watcher::new(Observer::Referee, hold(), 1.0);
    dealt(&mut watcher, "hold", json!({"1": cards("3C 4C 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD")}));
    watcher.plays("0:2C");
    let found = watcher.play("1:2D").unwrap_err();
    assert_eq!(found.detail, "seat 1's 2D cannot be thrown on clubs: suit must be followed, and it holds some of 3C 4C");
    let found = watcher.play("1:KD").unwrap_err();
    assert!(found.detail.contains("seat 1 cannot play KD"), "{found}");
}

/// What a hand may hold against the rule is said without the cards that lie in the hand of whoever reads it, and without clubs, which the play has ruled out before.
#[test]
fn a_breach_names_what_the_hand_may_hold() {
    let mut watcher = Watcher::new(Observer::Seat(0), hold(), 1.0);
    dealt(&mut watcher, "hold", json!({"0": cards("2C 3C 4C 5C 6C 7C 8C 9C TC JC QS KH AH")}));
    watcher.plays("0:2C");
    let found = watcher.play("1:2H").unwrap_err();
    let others = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS";
    assert_eq!(
        found.detail,
        format!("seat 1's 2H cannot be thrown on the first trick: it is a penalty card, and it holds some of {others}")
    );
}

/// A point card on the first trick: nothing but penalty cards, for the rest of the deal.
#[test]
fn points_on_the_first_trick() {
    let mut watcher = Watcher::new(Observer::Public, hold(), 1.0);
    dealt(&mut watcher, "hold", json!({}));
    watcher.plays("0:2C 1:5H");
    let possible = watcher.possible(1);
    assert_eq!(possible, CardSet::PENALTY.without(card("5H").into()));
    let known = Watcher::new(Observer::Referee, hold(), 1.0);
    let mut known = known;
    dealt(&mut known, "hold", json!({"1": cards("2H 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD")}));
    known.plays("0:2C");
    let found = known.play("1:2H").unwrap_err();
    assert!(found.detail.starts_with("seat 1's 2H cannot be thrown on the first trick: it is a penalty card"), "{found}");
    assert!(found.detail.ends_with("it holds some of 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"), "{found}");
    // Where the table plays without the rule, it says nothing but that there is no club.
    let mut free = Watcher::new(Observer::Public, json!({"pass": ["hold"], "no_points_on_first_trick": false}), 1.0);
    dealt(&mut free, "hold", json!({}));
    free.plays("0:2C 1:5H");
    assert!(free.possible(1).contains(card("KD")) && !free.possible(1).contains(card("KC")));
}

/// A heart led before hearts are broken: nothing but hearts.
#[test]
fn hearts_led_unbroken() {
    let mut watcher = Watcher::new(Observer::Public, hold(), 1.0);
    dealt(&mut watcher, "hold", json!({}));
    watcher.plays("0:2C 1:3C 2:4C 3:AC 3:5H");
    assert_eq!(watcher.possible(3), Suit::Hearts.cards().without(card("5H").into()));
    // Eleven of its cards are left, and twelve hearts: with the two of hearts played elsewhere, it has all others.
    watcher.plays("0:2H 1:4D 2:5D");
    assert_eq!(watcher.certain(3).len(), 11);
    let found = watcher.play("3:3D").unwrap_err();
    assert!(found.detail.contains("it led 5H in trick 2 before hearts were broken"), "{found}");
}

/// Whoever must lead a heart still chooses which: of the others it says something, the facts alone say nothing.
#[test]
fn hearts_led_unbroken_are_chosen_among_hearts() {
    let [soft, hard] = [1.0, 0.0].map(|soft_weight| {
        let mut watcher = Watcher::new(Observer::Public, hold(), soft_weight);
        dealt(&mut watcher, "hold", json!({}));
        watcher.plays("0:2C 1:3C 2:4C 3:AC 3:5H");
        ["2H", "KH"].map(|heart| watcher.holds(3, card(heart)))
    });
    // Eleven of twelve are left in the hand.
    hard.iter().for_each(|p| assert!((p - 11.0 / 12.0).abs() < 1e-12, "{p}"));
    assert!((soft[0] - soft[1]).abs() > 1e-3, "{soft:?}");
}

/// Four cards are unseen: 2H 3H 2C 3C; one seat holds two and has no heart, two hold one each.
#[test]
fn the_four_card_example() {
    // Seat 1 threw off suit on hearts; of the other seats' cards these four are the last ones out.
    let hands: [&str; 4] = [
        "QS KS AS 4C 5C 6C 7C 8C 9C TC JC QC KC",
        "2C 3C AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD",
        "2H 4H 5H 6H 7H QD KD AD 2S 3S 4S 5S 6S",
        "3H 8H 9H TH JH QH KH AH 7S 8S 9S TS JS",
    ];
    // Everything but the four cards and seat 0's last two is struck by hand: the belief needs no order of play.
    let mut watcher = Watcher::new(Observer::Seat(0), hold(), 0.0);
    dealt(&mut watcher, "hold", json!({"0": cards(hands[0])}));
    let four = cards("2H 3H 2C 3C");
    let kept = four.or(cards("QS KS"));
    for card in Card::all() {
        if !kept.contains(card) {
            watcher.belief.holders.set(card, 0);
        }
    }
    watcher.table.left = [2, 2, 1, 1];
    watcher.table.allowed = Whereabouts::anywhere(kept);
    for heart in cards("2H 3H").iter() {
        watcher.belief.holders.set(heart, ANYBODY & !(1 | 1 << 1));
    }
    watcher.belief.changed();
    close(watcher.holds(1, card("2C")), 1.0);
    close(watcher.holds(1, card("3C")), 1.0);
    close(watcher.holds(2, card("2H")), 0.5);
    assert_eq!(watcher.marginals().variables.iter().filter(|m| m.known()).count(), 4);
}

/// Two whole tricks with one leader, in either order, show the same facts: equal hashes, equal bits.
#[test]
fn the_order_of_facts_does_not_matter() {
    let mut swapped = 0;
    for seed in 0..400 {
        let mut rng = seeded(seed, 4);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw(&mut rng));
        let played = game(hold(), Some(52), &styles, seed);
        for (trick, other) in swaps(&played) {
            for observer in [Observer::Public, Observer::Seat(1)] {
                let mut one = Watcher::new(observer, hold(), 0.0);
                let mut two = Watcher::new(observer, hold(), 0.0);
                for event in &played.events[..trick + 8] {
                    one.take(event).unwrap();
                }
                for event in &other[..trick + 8] {
                    two.take(event).unwrap();
                }
                let (one, two) = (one.marginals(), two.marginals());
                assert_eq!(one.hash(), two.hash(), "seed {seed}, {observer}: tricks at {trick} and after it");
                assert_eq!(one.variables, two.variables);
                swapped += 1;
            }
        }
    }
    assert!(swapped > 40, "{swapped} pairs of tricks");
}

/// Games with two neighbouring tricks exchanged, where both have one leader and break no hearts.
fn swaps(played: &Transcript<Hearts>) -> Vec<(usize, Vec<super::Event>)> {
    let mut table = Table::new(&opening(hold()));
    let mut leaders = Vec::new();
    for event in &played.events {
        table = table.advance(event).0;
        leaders.push(table.leader);
    }
    let penalty = |event: &super::Event| matches!(event, super::Event::Play(play) if CardSet::PENALTY.contains(play.card));
    // Event 0 is the deal; trick t is events 1 + 4 t to 4 + 4 t, and the first is led by the two of clubs.
    (1..12)
        .map(|trick| 1 + 4 * trick)
        .filter(|at| leaders[at - 1] == leaders[at + 3] && leaders[at + 3] == leaders[at + 7])
        .filter(|at| !played.events[*at..at + 8].iter().any(penalty))
        .filter(|at| fits(&played.events[*at..at + 4], &played.events[at + 4..at + 8]))
        .map(|at| {
            let mut events = played.events.clone();
            events[at..at + 8].rotate_left(4);
            (at, events)
        })
        .collect()
}

/// Whether no seat follows in one of two tricks a suit that it is out of in the other: then their order would matter.
fn fits(one: &[super::Event], other: &[super::Event]) -> bool {
    let cards = |trick: &[super::Event]| -> Vec<(u8, Card)> {
        let play = |event: &super::Event| match event {
            super::Event::Play(play) => (play.seat, play.card),
            other => panic!("{other:?} in a trick"),
        };
        trick.iter().map(play).collect()
    };
    let void_then_followed = |one: &[(u8, Card)], other: &[(u8, Card)]| {
        let lead = one[0].1.suit();
        one.iter()
            .filter(|(_, card)| card.suit() != lead)
            .any(|(seat, _)| other.iter().any(|(s, c)| s == seat && c.suit() == lead))
    };
    let (one, other) = (cards(one), cards(other));
    !void_then_followed(&one, &other) && !void_then_followed(&other, &one)
}
