//! What turns say of development cards, against every order of a small deck, each followed card by card through the game.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Watch, close, event, opening, stranger};
use crate::belief::{WorldRng, below, chance, seeded, shuffle};
use crate::rulesets::catan::likelihood::{KINDS, PLAYS_NEW_CARD};
use crate::rulesets::catan::players::{Kind, Players, Readiness};
use crate::rulesets::catan::{Catan, DevCard, Table};
use crate::rulesets::{Conduct, Observer, Opening, PublicTable};

const SEATS: u8 = 3;
/// Knights, victory points, road building, monopoly: 420 orders.
const DECK: [(DevCard, u32); 4] =
    [(DevCard::Knight, 3), (DevCard::VictoryPoint, 2), (DevCard::RoadBuilding, 1), (DevCard::Monopoly, 1)];

/// What happens to development cards.
#[derive(Clone, Copy, Debug)]
enum Move {
    Turn(u8),
    Buy(u8),
    Play(u8, DevCard),
}

/// A game of so many turns, and the order of its deck. A seat plays cards of earlier turns, and victory points never.
fn game(turns: u8, rng: &mut WorldRng) -> (Vec<DevCard>, Vec<Move>) {
    let mut deck: Vec<DevCard> = DECK.iter().flat_map(|(card, count)| (0..*count).map(|_| *card)).collect();
    shuffle(&mut deck, rng);
    let (mut moves, mut hands, mut bought) = (Vec::new(), vec![Vec::new(); usize::from(SEATS)], 0);
    for turn in 0..turns {
        let seat = turn % SEATS;
        moves.push(Move::Turn(seat));
        let hand: &mut Vec<DevCard> = &mut hands[usize::from(seat)];
        let playable: Vec<usize> = (0..hand.len()).filter(|at| hand[*at] != DevCard::VictoryPoint).collect();
        let play = (!playable.is_empty() && chance(0.4, rng)).then(|| hand.remove(playable[below(playable.len(), rng)]));
        let play = play.map(|card| Move::Play(seat, card));
        let buy = (bought < deck.len() && chance(0.6, rng)).then(|| {
            hand.push(deck[bought]);
            bought += 1;
            Move::Buy(seat)
        });
        // What is bought may not be played in this turn, also where it is bought first.
        let both = if chance(0.5, rng) { [play, buy] } else { [buy, play] };
        moves.extend(both.into_iter().flatten());
    }
    (deck, moves)
}

/// Every order of the deck, once.
fn orders() -> Vec<Vec<DevCard>> {
    fn add(left: [(DevCard, u32); 4], order: &mut Vec<DevCard>, all: &mut Vec<Vec<DevCard>>) {
        if left.iter().all(|(_, count)| *count == 0) {
            all.push(order.clone());
        }
        for at in (0..left.len()).filter(|at| left[*at].1 > 0) {
            let mut left = left;
            left[at].1 -= 1;
            order.push(left[at].0);
            add(left, order, all);
            order.pop();
        }
    }
    let mut all = Vec::new();
    add(DECK, &mut Vec::new(), &mut all);
    all
}

/// How ready a seat is to play a card, by its three levels.
fn ready(levels: [f64; 3], card: DevCard) -> f64 {
    match card {
        DevCard::Knight => levels[0],
        DevCard::RoadBuilding => levels[1],
        DevCard::YearOfPlenty | DevCard::Monopoly => levels[2],
        DevCard::VictoryPoint => 0.0,
    }
}

/// The types that a seat holds, without those that it never plays.
fn types(hand: &[DevCard]) -> Vec<DevCard> {
    DevCard::ALL.into_iter().filter(|card| *card != DevCard::VictoryPoint && hand.contains(card)).collect()
}

/// P(a seat that wants each of these or does not plays this one): all ways to want them, one by one.
fn plays(levels: [f64; 3], hand: &[DevCard], card: DevCard) -> f64 {
    let types = types(hand);
    (0..1 << types.len())
        .map(|wanted: u32| {
            let wants = |at: usize| wanted & 1 << at != 0;
            let p: f64 = (0..types.len())
                .map(|at| if wants(at) { ready(levels, types[at]) } else { 1.0 - ready(levels, types[at]) })
                .product();
            let chosen = types.iter().position(|held| *held == card).is_some_and(wants);
            if chosen { p / f64::from(wanted.count_ones()) } else { 0.0 }
        })
        .sum()
}

/// The probability of what a seat does, and the cards that it holds in the end.
type Followed = (f64, Vec<DevCard>);

/// P(what a seat does | the cards that it buys, its levels), and the cards that it holds in the end. The soft part has this exponent.
fn follow(seat: u8, own: &[DevCard], moves: &[Move], levels: [f64; 3], softness: f64) -> Option<Followed> {
    let (mut p, mut old, mut fresh, mut own): (f64, Vec<DevCard>, Vec<DevCard>, _) = (1.0, Vec::new(), Vec::new(), own.iter());
    // Whether a victory point was turned up in a turn in which cards had been bought.
    let (mut on_turn, mut has_played, mut is_mixed) = (None, false, false);
    for happened in moves {
        match *happened {
            Move::Turn(now) => {
                if on_turn == Some(seat) && now != seat && !has_played && !is_mixed {
                    p *= types(&old).iter().map(|card| (1.0 - ready(levels, *card)).powf(softness)).product::<f64>();
                }
                if now == seat {
                    old.append(&mut fresh);
                }
                (on_turn, has_played, is_mixed) = (Some(now), false, false);
            }
            Move::Buy(buyer) if buyer == seat => fresh.extend(own.next()),
            Move::Buy(_) => {}
            Move::Play(player, DevCard::VictoryPoint) => {
                if player == seat {
                    is_mixed |= !fresh.is_empty();
                    let all = || old.iter().chain(&fresh);
                    let points = all().filter(|held| **held == DevCard::VictoryPoint).count() as f64;
                    p *= (points / all().count() as f64).powf(1.0 - softness);
                    // Of all orders in which it may have bought what it shows, this one is counted once: the cards are alike.
                    let hand = if old.contains(&DevCard::VictoryPoint) { &mut old } else { &mut fresh };
                    hand.remove(hand.iter().position(|held| *held == DevCard::VictoryPoint)?);
                }
            }
            Move::Play(player, card) => {
                has_played = true;
                if player == seat {
                    let any = old.iter().filter(|held| **held == card).count() as f64 / old.len() as f64;
                    p *= any.powf(1.0 - softness) * plays(levels, &old, card).powf(softness);
                    old.remove(old.iter().position(|held| *held == card)?);
                }
            }
        }
    }
    old.append(&mut fresh);
    old.sort_unstable();
    Some((p, old))
}

/// A table at which seats 0 and 1 are strangers, and 2 was seen to play knights at once and to keep road building.
fn table(softness: f64) -> Opening<Catan> {
    let deck: BTreeMap<DevCard, u32> = DECK.into_iter().collect();
    let mut opening = opening(usize::from(SEATS), json!({"dev_cards": deck}), json!({"soft_weight": softness}));
    let counts = |successes| json!({"successes": successes, "opportunities": 30.0});
    let seen = json!({"plays_new_card": {"knight": counts(11.0), "road_building": counts(0.0), "other": counts(2.0)}});
    opening.seats[2].profile = serde_json::from_value(json!({"games": 6, "tendencies": seen})).unwrap();
    opening
}

/// Each way of playing with its share: the levels of knights, of road building, and of the other two.
fn ways(readiness: &Readiness) -> Vec<(f64, [f64; 3])> {
    let all = |share: f64, [knight, road, other]: [[f64; 3]; 3]| {
        let mut ways = Vec::new();
        for knight in knight {
            for road in road {
                ways.extend(other.map(|other| (share / 27.0, [knight, road, other])));
            }
        }
        ways
    };
    match readiness.own {
        None => all(1.0, readiness.usual),
        Some(own) => [all(0.1, readiness.usual), all(0.9, own)].concat(),
    }
}

/// P(all seats hold exactly these), by hands, and the weight of all orders together.
fn enumerate(observer: Observer, truth: &[DevCard], moves: &[Move], softness: f64) -> (BTreeMap<Vec<Vec<DevCard>>, f64>, f64) {
    let players = Players::new(&table(softness));
    let buyers: Vec<u8> =
        moves.iter().filter_map(|happened| if let Move::Buy(seat) = happened { Some(*seat) } else { None }).collect();
    let of = |order: &[DevCard], seat: u8| -> Vec<DevCard> {
        buyers.iter().zip(order).filter(|(buyer, _)| **buyer == seat).map(|(_, card)| *card).collect()
    };
    // What a seat does depends on its own cards alone.
    let mut followed: BTreeMap<(u8, Vec<DevCard>), Option<Followed>> = BTreeMap::new();
    let mut all = BTreeMap::new();
    for order in orders() {
        let (mut weight, mut hands) = (1.0, Vec::new());
        for seat in 0..SEATS {
            let own = of(&order, seat);
            let is_own = observer == Observer::Seat(seat);
            let part = followed.entry((seat, own.clone())).or_insert_with(|| {
                let follow = |(share, levels)| follow(seat, &own, moves, levels, softness).map(|(p, hand)| (share * p, hand));
                let all: Option<Vec<_>> = ways(players.readiness(seat)).into_iter().map(follow).collect();
                all.map(|all| (all.iter().map(|(p, _)| p).sum::<f64>(), all[0].1.clone()))
            });
            // An observer knows what it bought, and learns nothing of it from its own turns.
            match part {
                Some((_, hand)) if is_own && own == of(truth, seat) => hands.push(hand.clone()),
                Some((p, hand)) if !is_own => {
                    weight *= *p;
                    hands.push(hand.clone());
                }
                _ => weight = 0.0,
            }
        }
        if weight > 0.0 {
            *all.entry(hands).or_insert(0.0) += weight;
        }
    }
    let total: f64 = all.values().sum();
    all.values_mut().for_each(|weight| *weight /= total);
    (all, total)
}

fn watch(observer: Observer, truth: &[DevCard], moves: &[Move], softness: f64) -> Watch {
    let mut watch = Watch::new(table(softness), observer);
    let mut bought = 0;
    for happened in moves {
        match *happened {
            Move::Turn(seat) => watch.post("turn", json!({"seat": seat})),
            Move::Buy(seat) => {
                watch.post("production", json!({"gains": {seat.to_string(): {"sheep": 1, "wheat": 1, "ore": 1}}}));
                bought += 1;
                watch.post("build", json!({"seat": seat, "piece": "dev_card", "card": truth[bought - 1]}))
            }
            Move::Play(seat, DevCard::Monopoly) => watch.post("monopoly", json!({"seat": seat, "resource": "wood", "taken": {}})),
            Move::Play(seat, card) => watch.post("play_dev_card", json!({"seat": seat, "card": card})),
        };
    }
    watch
}

/// All that is served agrees: every variable, every world, the entropy.
fn agrees(observer: Observer, truth: &[DevCard], moves: &[Move], softness: f64) {
    let (all, _) = enumerate(observer, truth, moves, softness);
    let watch = watch(observer, truth, moves, softness);
    let holdings = watch.belief.holdings(&watch.table.dev_cards);
    for seat in 0..SEATS {
        for card in DevCard::ALL {
            for (count, p) in holdings.marginal(seat, card).into_iter().enumerate() {
                let held =
                    |hands: &Vec<Vec<DevCard>>| hands[usize::from(seat)].iter().filter(|held| **held == card).count() == count;
                close(p, all.iter().filter(|(hands, _)| held(hands)).map(|(_, p)| p).sum());
            }
        }
    }
    let mut worlds = BTreeMap::new();
    for (hands, p) in &all {
        let mut cards = [[0; 5]; 6];
        hands.iter().zip(&mut cards).for_each(|(hand, cards)| hand.iter().for_each(|card| cards[*card as usize] += 1));
        close(holdings.ln_probability(&cards).exp(), *p);
        worlds.insert(cards, *p);
    }
    close(holdings.entropy_bits(), -all.values().map(|p| p * p.log2()).sum::<f64>());
    let mut rng = seeded(7, 0);
    let mut drawn: BTreeMap<_, u32> = BTreeMap::new();
    (0..4_000).for_each(|_| *drawn.entry(holdings.sample(&mut rng)).or_default() += 1);
    for (cards, p) in worlds {
        let share = f64::from(drawn.remove(&cards).unwrap_or(0)) / 4_000.0;
        assert!((share - p).abs() <= 5.0 * (p * (1.0 - p) / 4_000.0).sqrt() + 1e-9, "{cards:?}: {share} of the draws, {p}");
    }
    assert!(drawn.is_empty(), "these cannot be held: {drawn:?}");
}

/// Victory points are turned up in the turn of a purchase, in one of another seat, and where none was bought.
#[test]
fn victory_points_that_are_turned_up_agree_with_every_order_too() {
    use DevCard::{Knight, Monopoly, RoadBuilding, VictoryPoint};
    let deck = vec![VictoryPoint, Knight, VictoryPoint, Knight, RoadBuilding, Monopoly, Knight];
    let (turn, buy, shows) = (Move::Turn, Move::Buy, |seat| Move::Play(seat, VictoryPoint));
    let games: [&[Move]; 4] = [
        &[turn(0), buy(0), buy(0), shows(0), turn(1), turn(2), turn(0), turn(1)],
        &[turn(0), buy(0), turn(1), turn(2), turn(0), buy(0), shows(0), turn(1), turn(2), turn(0), turn(1)],
        &[turn(0), buy(0), buy(0), turn(1), shows(0), turn(2), turn(0), turn(1)],
        &[turn(2), buy(2), buy(2), turn(0), buy(0), turn(1), turn(2), shows(2), turn(0), turn(1), turn(2), turn(0)],
    ];
    for moves in games {
        for softness in [1.0, 0.5] {
            agrees(Observer::Public, &deck, moves, softness);
            agrees(Observer::Seat(1), &deck, moves, softness);
        }
    }
}

#[test]
fn turns_agree_with_every_order_of_a_small_deck() {
    for seed in 0..12 {
        let (deck, moves) = game(4 + (seed % 9) as u8, &mut seeded(seed, 0));
        agrees(Observer::Public, &deck, &moves, 1.0);
        agrees(Observer::Seat(1), &deck, &moves, 1.0);
        agrees(Observer::Public, &deck, &moves, 0.5);
    }
}

#[test]
fn without_soft_evidence_turns_say_nothing() {
    let (deck, moves) = game(12, &mut seeded(3, 0));
    agrees(Observer::Public, &deck, &moves, 0.0);
    let quiet: Vec<Move> = moves.iter().copied().filter(|happened| !matches!(happened, Move::Turn(_))).collect();
    let (with, without) = (watch(Observer::Public, &deck, &moves, 0.0), watch(Observer::Public, &deck, &quiet, 0.0));
    for seat in 0..SEATS {
        assert_eq!(with.p(&format!("seat:{seat}/dev_cards/knight"), 0), without.p(&format!("seat:{seat}/dev_cards/knight"), 0));
    }
}

/// A turn that passes, and a card that is played, are as surprising as the orders say that they are.
#[test]
fn evidence_is_as_surprising_as_the_orders_say() {
    let (mut turns, mut plays) = (0, 0);
    for seed in 0..8 {
        let (deck, moves) = game(9, &mut seeded(100 + seed, 0));
        for at in 1..moves.len() {
            let said = match moves[at] {
                Move::Turn(_) => &mut turns,
                Move::Play(..) => &mut plays,
                Move::Buy(_) => continue,
            };
            let (_, before) = enumerate(Observer::Public, &deck, &moves[..at], 1.0);
            let (_, after) = enumerate(Observer::Public, &deck, &moves[..=at], 1.0);
            let watch = watch(Observer::Public, &deck, &moves[..=at], 1.0);
            let bits: f64 = watch.pieces.iter().map(|piece| piece.surprisal_bits).sum();
            close(bits, -(after / before).log2());
            *said += usize::from(bits > 0.0);
        }
    }
    assert!(turns > 10 && plays > 5, "{turns} turns and {plays} plays said something");
}

/// The example of the game's page: a card that was kept for four turns.
/// Seat 0 kept a card for a turn, so that it is a knight with p below 14 of 25. Of the next card, which is seen to be a knight, that leaves (14 - p) of 24.
#[test]
fn a_card_that_is_seen_bought_surprises_by_the_stock_alone() {
    let mut watch = Watch::new(opening(2, json!({}), json!({})), Observer::Referee);
    let cost = json!({"gains": {"0": {"sheep": 2, "wheat": 2, "ore": 2}}});
    watch.post("turn", json!({"seat": 0})).post("production", cost).post("build", json!({"seat": 0, "piece": "dev_card"}));
    [1, 0, 1, 0].iter().for_each(|seat| _ = watch.post("turn", json!({"seat": seat})));
    let p = watch.p("seat:0/dev_cards/knight", 1);
    assert!(p > 0.0 && p < 14.0 / 25.0, "{p}");
    watch.post("build", json!({"seat": 0, "piece": "dev_card", "card": "knight"}));
    let seen = watch.pieces.iter().find(|piece| piece.kind == "dev_card").expect("evidence of the card");
    close(seen.surprisal_bits, -libm::log2((14.0 - p) / 24.0));
}

#[test]
fn a_card_that_is_kept_is_rather_a_victory_point() {
    let mut watch = Watch::spectator(2);
    watch.post("turn", json!({"seat": 0})).post("production", json!({"gains": {"0": {"sheep": 1, "wheat": 1, "ore": 1}}}));
    watch.post("build", json!({"seat": 0, "piece": "dev_card"}));
    for _ in 0..5 {
        watch.post("turn", json!({"seat": 1})).post("turn", json!({"seat": 0}));
    }
    // Four turns of its own passed, and the fifth goes on: so much of what is not a victory point would be kept so long.
    let levels = stranger().usual[0];
    let kept = levels.map(|level| (1.0 - level).powi(4)).iter().sum::<f64>() / 3.0;
    close(watch.p("seat:0/dev_cards/victory_point", 1), 5.0 / (5.0 + 20.0 * kept));
    close(watch.p("seat:0/dev_cards/knight", 1), 14.0 * kept / (5.0 + 20.0 * kept));
}

/// However many cards are in hands: those of others, of which nothing is read, change nothing.
#[test]
fn turns_are_read_beside_many_cards_of_others() {
    let deck = json!({"dev_cards": {"knight": 100, "victory_point": 100}});
    let mut watch = Watch::new(opening(4, deck, json!({})), Observer::Public);
    watch.post("start", json!({"hand_sizes": {"0": 0, "1": 0, "2": 0, "3": 0}, "dev_cards": {"0": 83, "1": 82}}));
    watch.post("turn", json!({"seat": 3})).post("production", json!({"gains": {"3": {"sheep": 1, "wheat": 1, "ore": 1}}}));
    watch.post("build", json!({"seat": 3, "piece": "dev_card"}));
    for _ in 0..5 {
        watch.post("turn", json!({"seat": 2})).post("turn", json!({"seat": 3}));
    }
    // Of four turns, all pass if it is a victory point, and so many if it is a knight.
    let kept = stranger().usual[0].map(|level| (1.0 - level).powi(4)).iter().sum::<f64>() / 3.0;
    close(watch.p("seat:3/dev_cards/victory_point", 1), 1.0 / (1.0 + kept));
}

/// What is settled of first turns with a new card, and who a known player's evidence says it is.
#[test]
fn a_turn_with_a_new_card_is_settled_when_the_next_begins() {
    let opening = opening(2, json!({}), json!({}));
    let post = |table: Table, kind: &str, data: Value| table.advance(&event(kind, data));
    let turn = |table: Table, seat: u8| post(table, "turn", json!({"seat": seat}));
    let (table, _) = turn(Table::new(&opening), 0);
    let (table, _) = post(table, "build", json!({"seat": 0, "piece": "dev_card"}));
    let (table, none) = turn(table, 1);
    assert_eq!(none, [], "it could not be played yet");
    let (table, none) = turn(table, 0);
    assert_eq!(none, []);
    let (table, none) = turn(table, 0);
    assert_eq!(none, [], "it is still this turn");
    let (passed, settled) = turn(table.clone(), 1);
    assert_eq!(settled, KINDS.map(|kind| Conduct::once(0, PLAYS_NEW_CARD, kind, false)));
    let (table, _) = post(table, "monopoly", json!({"seat": 0, "resource": "ore", "taken": {}}));
    let (_, settled) = turn(table.clone(), 1);
    assert_eq!(settled, KINDS.map(|kind| Conduct::once(0, PLAYS_NEW_CARD, kind, kind == "other")));
    // A knight that the next seat plays before its turn is posted ends the turn as well.
    let (table, settled) = post(table, "play_dev_card", json!({"seat": 1, "card": "knight"}));
    assert_eq!(settled, KINDS.map(|kind| Conduct::once(0, PLAYS_NEW_CARD, kind, kind == "other")));
    assert_eq!(turn(table, 1).1, []);
    let (passed, _) = turn(passed, 0);
    assert_eq!(turn(passed, 1).1, [], "the card is an old one");
}

#[test]
fn evidence_says_what_the_player_did_before() {
    let mut watch = Watch::new(table(1.0), Observer::Public);
    watch.post("turn", json!({"seat": 2})).post("production", json!({"gains": {"2": {"sheep": 1, "wheat": 1, "ore": 1}}}));
    watch.post("build", json!({"seat": 2, "piece": "dev_card"})).post("turn", json!({"seat": 0}));
    watch.post("turn", json!({"seat": 2})).post("turn", json!({"seat": 0}));
    let [piece] = &watch.pieces[..] else { panic!("{:?}", watch.pieces) };
    assert_eq!(piece.kind, "kept_cards");
    assert!(piece.summary.contains("it played a knight in about 11 of 30 turns"), "{}", piece.summary);
    let ready = Players::new(&table(1.0)).readiness(2).mean(Kind::Knight);
    assert_eq!(
        piece.parameters.iter().map(|parameter| (parameter.name, parameter.value)).collect::<Vec<_>>(),
        [("plays_dev_card", ready)]
    );
}
