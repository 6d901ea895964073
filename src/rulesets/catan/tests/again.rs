//! What a belief that lost worlds still refuses, what it knows when it begins again, and how it stays in step with a table that moved
//! without it.

use serde_json::{Value, json};

use super::{Watch, close, event, opening};
use crate::belief::{Draws, Evidence, Method, seeded};
use crate::rulesets::catan::check::MISSED;
use crate::rulesets::catan::dealing::AllHeld;
use crate::rulesets::catan::start::likely_sizes;
use crate::rulesets::catan::{Belief, Catan, Event, Style, Table, simulate};
use crate::rulesets::{self, Change, Observer, Opening, Posterior, PublicTable, Ruleset};

/// A watch whose belief begins again at an event, as it does where it contradicts it.
pub(super) fn again(watch: &Watch, kind: &str, data: Value) -> Watch {
    let event = event(kind, data);
    watch.watch.check(&event).unwrap_or_else(|refusal| panic!("{kind}: {refusal}"));
    stepped(watch, &event, watch.observer, |belief, change| belief.restart(&change).unwrap())
}

/// A watch whose belief left the event out that its table took.
fn left_out(watch: &Watch, event: &Event) -> Watch {
    stepped(watch, event, Observer::Public, |belief, change| {
        let mut belief = belief.clone();
        belief.left_out(&change);
        belief
    })
}

fn stepped(watch: &Watch, event: &Event, eye: Observer, step: impl Fn(&Belief, Change<'_, Catan>) -> Belief) -> Watch {
    let public = Catan::view(watch.opening, event, Observer::Public);
    let after = public.map_or_else(|| watch.table.clone(), |view| watch.table.clone().advance(&view).0);
    let view = Catan::view(watch.opening, event, eye).unwrap();
    let belief = step(&watch.belief, Change { view: &view, at: watch.at + 1, before: &watch.table, after: &after });
    Watch { watch: rulesets::Watch { belief, table: after, at: watch.at + 1, ..watch.watch.clone() }, pieces: Vec::new() }
}

/// Four cards cannot pay five, nine cards are nine, and of 19 wood no bank pays 20, whatever worlds were lost.
#[test]
fn what_the_counts_rule_out_is_certain_to_a_belief_that_lost_worlds() {
    let mut watch = Watch::new(opening(4, json!({}), json!({"max_worlds": 500})), Observer::Public);
    watch.post("start", json!({"hand_sizes": {"0": 4, "1": 9, "2": 9, "3": 9}}));
    assert_eq!(watch.quality().method, Method::Sampled);
    let city = watch.contradiction("build", json!({"seat": 0, "piece": "city"}));
    assert!(city.certain, "{city:?}");
    let size = watch.contradiction("hand_size", json!({"seat": 1, "count": 12}));
    assert!(size.certain);
    assert_eq!(size.detail, format!("seat 1 cannot hold 12 cards: it holds 9{MISSED}"));
    for _ in 0..2 {
        watch.post("production", json!({"gains": {"3": {"wood": 6}}}));
    }
    let wood = watch.contradiction("production", json!({"gains": {"3": {"wood": 8}}}));
    assert!(wood.certain, "{wood:?}");
    // What the hands could pay, though no world that is tracked can, is not certain.
    let mut capped = Watch::new(opening(3, json!({}), json!({"max_worlds": 1})), Observer::Public);
    capped.post("production", json!({"gains": {"1": {"wood": 2, "brick": 1}}})).post("steal", json!({"thief": 0, "victim": 1}));
    let trade = |kind: &str| json!({"seat": 0, "give": {kind: 1}, "get": {"sheep": 1}});
    assert!(!capped.contradiction("bank_trade", trade("brick")).certain, "one of three worlds, which was lost");
    assert!(capped.contradiction("bank_trade", trade("ore")).certain, "there is no ore in any hand");
}

/// Seat 0 joins with two ore and three wood. Others hold seven cards each, and what a monopoly takes from each is not told.
fn joined_with_two_ore_and_three_wood() -> Watch {
    let mut watch = Watch::new(opening(4, json!({}), json!({"max_worlds": 200})), Observer::Seat(0));
    let sizes = json!({"0": 5, "1": 7, "2": 7, "3": 7});
    watch.post("start", json!({"hand_sizes": sizes, "hands": {"0": {"ore": 2, "wood": 3}}, "dev_cards": {"1": 2}}));
    watch
}

/// What a belief says of a seat's cards: how many it expects, and P(so many) of one resource.
fn said(watch: &Watch, seat: u8, resource: &str, count: &str) -> (f64, f64) {
    let marginals = watch.marginals();
    let of =
        |resource: &str| marginals.variables.iter().find(|variable| variable.id == format!("seat:{seat}/{resource}")).unwrap();
    let expected = ["wood", "brick", "sheep", "wheat", "ore"].map(|resource| of(resource).range().unwrap().0).iter().sum();
    (expected, of(resource).p(count))
}

/// Of 26 cards seat 1 has 22 after a monopoly of 15: seat 0 has its three wood, and the two others one card together.
#[test]
fn the_own_hand_is_known_after_a_monopoly_told_in_total() {
    let watch = again(&joined_with_two_ore_and_three_wood(), "monopoly", json!({"seat": 1, "resource": "ore", "total": 15}));
    assert_eq!(said(&watch, 0, "wood", "3"), (3.0, 1.0));
    close(said(&watch, 1, "ore", "0").0, 22.0);
    close(said(&watch, 2, "ore", "0").0 + said(&watch, 3, "ore", "0").0, 1.0);
}

/// A monopoly of two ore, which were seat 0's. Then seat 2 gives all its seven cards for six sheep: it has those, seat 3 has eight cards with seven
/// wheat among them, seat 0 its three wood, and seat 1 nine cards.
#[test]
fn hands_whose_sizes_are_open_have_what_is_known_of_them() {
    let mut before = joined_with_two_ore_and_three_wood();
    before.post("monopoly", json!({"seat": 1, "resource": "ore", "total": 2}));
    let trade = json!({"seat": 2, "give": {"wheat": 7}, "partner": 3, "get": {"sheep": 6}});
    let watch = again(&before, "player_trade", trade);
    assert_eq!((said(&watch, 0, "wood", "3"), said(&watch, 2, "sheep", "6")), ((3.0, 1.0), (6.0, 1.0)));
    close(said(&watch, 1, "ore", "0").0, 9.0);
    let (cards, no_more) = said(&watch, 3, "wheat", "7");
    close(cards, 8.0);
    let more = said(&watch, 3, "wheat", "8").1;
    close(no_more + more, 1.0);
}

/// Two ore are in hands, and a city costs three: no belief with caps takes one, and the bank stays what it is.
#[test]
fn a_capped_belief_takes_no_city_for_two_ore() {
    let mut watch = Watch::new(opening(3, json!({}), json!({"preset": "seed", "max_worlds": 2})), Observer::Public);
    watch.post("production", json!({"gains": {"0": {"wheat": 4}, "1": {"wood": 2, "brick": 2, "ore": 2}}}));
    for _ in 0..3 {
        watch.post("steal", json!({"thief": 0, "victim": 1}));
    }
    assert_eq!(watch.quality().method, Method::Capped);
    assert!(watch.contradiction("build", json!({"seat": 0, "piece": "city"})).certain);
    assert_eq!(watch.marginals().detail["bank"]["ore"], json!({"min": 17, "max": 17}));
}

/// True events are never ruled out, and what is true lies within the counts: also where monopolies are told in total, and the bank and hands are
/// counted now and then.
#[test]
fn the_counts_hold_the_truth() {
    let setups =
        [json!({}), json!({"discards": "hidden"}), json!({"bank": "unlimited", "discards": "hidden"}), json!({"bank_size": 12})];
    let (mut vague, mut open) = (0, 0);
    for seed in 0..60 {
        let opening = opening(3 + seed as usize % 3, setups[seed as usize % 4].clone(), json!({}));
        let game = simulate(&opening, Some(60), Style::Robbers, &mut seeded(seed, 8));
        let mut table = Table::new(&opening);
        for (at, (event, truth)) in game.events.iter().zip(&game.truth[1..]).enumerate() {
            let mut event = event.clone();
            if let Event::Monopoly(monopoly) = &mut event {
                monopoly.total = monopoly.taken.take().map(|taken| taken.values().sum());
            }
            let held = |kind: usize| truth.hands.values().map(|hand| hand.counts()[kind]).sum::<i32>();
            let mut events = vec![event];
            if let Some(supply) = opening.setup.supply().filter(|_| at % 40 == 39) {
                events.push(super::event("bank_stock", json!({"bundle": {"wood": supply - held(0), "ore": supply - held(4)}})));
            }
            if at % 50 == 49 {
                events.push(super::event("hand_size", json!({"seat": 1, "count": truth.hands[&1].size()})));
            }
            for event in events {
                Catan::check(&table, &event).unwrap();
                for observer in [Observer::Public, Observer::Referee] {
                    let view = Catan::view(&opening, &event, observer).unwrap();
                    assert!(!table.counts.refute(&opening.setup, &view), "seed {seed} at {at}: {view:?} by {:?}", table.counts);
                }
                table = table.advance(&Catan::view(&opening, &event, Observer::Public).unwrap()).0;
            }
            let counts = table.counts;
            assert_eq!(counts.all, (0..5).map(held).sum::<i32>(), "seed {seed} at {at}");
            assert_eq!(likely_sizes(&counts, &AllHeld::default()).iter().sum::<i32>(), counts.all);
            for kind in 0..5 {
                assert!((counts.at_least[kind]..=counts.at_most[kind]).contains(&held(kind)), "seed {seed} at {at}: {counts:?}");
                open += usize::from(counts.at_least[kind] > 0 && counts.at_least[kind] < counts.at_most[kind]);
            }
            for (seat, hand) in &truth.hands {
                let size = counts.sizes[usize::from(*seat)];
                assert!(
                    if size.vague { hand.size() <= size.most } else { hand.size() == size.most },
                    "seed {seed} at {at}: {counts:?}"
                );
                vague += usize::from(size.vague);
            }
        }
    }
    assert!(vague > 100 && open > 1_000, "{vague} sizes and {open} totals that counting leaves open");
}

/// The hand that was told is the hand: it does not fall back to the one that it disproved.
#[test]
fn a_hand_that_is_told_is_known_again() {
    let mut watch = Watch::new(opening(4, json!({}), json!({"max_worlds": 500})), Observer::Seat(0));
    watch.post("start", json!({"hands": {"0": {"wood": 2, "ore": 1}}, "hand_sizes": {"1": 9, "2": 9, "3": 9}}));
    let told = json!({"seat": 0, "bundle": {"wood": 1, "brick": 1, "ore": 1}});
    let found = watch.contradiction("hand", told.clone());
    assert_eq!(found.detail, format!("seat 0 cannot hold exactly 1 wood, 1 brick and 1 ore: it holds 2 wood and 1 ore{MISSED}"));
    assert!(!found.certain);
    let again = again(&watch, "hand", told);
    assert_eq!(again.quality().method, Method::Restarted);
    for (resource, count) in [("wood", 1), ("brick", 1), ("sheep", 0), ("wheat", 0), ("ore", 1)] {
        close(again.p(&format!("seat:0/{resource}"), count), 1.0);
    }
    // Two cards are not three: that is certainly wrong.
    assert!(watch.contradiction("hand", json!({"seat": 0, "bundle": {"wood": 2}})).certain);
}

/// Seat 2 stole a wheat or an ore from {2 wheat, 2 ore}, and one of the two worlds was dropped. The monopoly says which was the wrong one: the wheat goes
/// to seat 0, and the two cards that are left are the two ore, as all cards of the game are known. No number of the bank is left open.
#[test]
fn a_monopoly_leaves_the_resource_with_nobody_else() {
    let mut watch = Watch::new(opening(3, json!({}), json!({"max_worlds": 1})), Observer::Public);
    watch.post("production", json!({"gains": {"0": {"sheep": 1, "wheat": 1, "ore": 1}, "1": {"wheat": 2, "ore": 2}}}));
    watch.post("build", json!({"seat": 0, "piece": "dev_card"})).post("steal", json!({"thief": 2, "victim": 1}));
    let reports = [(json!({"1": 2}), [1, 1]), (json!({"1": 1, "2": 1}), [2, 0])];
    let mut begun = 0;
    for (taken, ore) in reports {
        let monopoly = json!({"seat": 0, "resource": "wheat", "taken": taken});
        if Catan::check(&watch.table, &event("monopoly", monopoly.clone())).is_ok()
            && watch.watch.clone().see(&event("monopoly", monopoly.clone()), &mut Evidence::off()).is_err()
        {
            begun += 1;
        }
        let again = again(&watch, "monopoly", monopoly);
        for (variable, count) in [("seat:0/wheat", 2), ("seat:1/wheat", 0), ("seat:2/wheat", 0)] {
            close(again.p(variable, count), 1.0);
        }
        close(again.p("seat:1/ore", ore[0]), 1.0);
        close(again.p("seat:2/ore", ore[1]), 1.0);
        let bank = &again.marginals().detail["bank"];
        assert_eq!((&bank["wheat"], &bank["ore"]), (&json!({"min": 17, "max": 17}), &json!({"min": 17, "max": 17})));
    }
    assert_eq!(begun, 1, "one of the two reports contradicts the world that was kept");
}

/// Five cards, one of each resource; three seats hold one each. Seat 0's monopoly on ore takes none: seats 1 and 2 hold two of the four others, so of the
/// three cards left seat 0 holds the ore with 1/3. Where it takes seat 1's ore, seat 0's own card is one of the four others.
#[test]
fn hands_are_dealt_by_what_a_monopoly_says() {
    let mut watch = Watch::new(opening(3, json!({"bank": "hidden", "bank_size": 1}), json!({})), Observer::Public);
    watch.post("start", json!({"hand_sizes": {"0": 1, "1": 1, "2": 1}, "dev_cards": {"0": 1}}));
    let none = again(&watch, "monopoly", json!({"seat": 0, "resource": "ore", "taken": {}}));
    close(none.p("seat:0/ore", 1), 1.0 / 3.0);
    close(none.p("seat:0/wood", 1), 1.0 / 6.0);
    close(none.p("seat:1/ore", 0), 1.0);
    close(none.p("seat:2/wood", 1), 1.0 / 4.0);
    let one = again(&watch, "monopoly", json!({"seat": 0, "resource": "ore", "taken": {"1": 1}}));
    close(one.p("seat:0/ore", 1), 1.0);
    close(one.p("seat:0/wood", 1), 1.0 / 4.0);
    close(one.p("seat:2/brick", 1), 1.0 / 4.0);
}

/// Two cards of ten are in two hands, and the bank says that just one of them is wood: seat 0 has it with 1/2, and else one of eight others.
#[test]
fn hands_are_dealt_by_what_the_bank_says() {
    let mut watch = Watch::new(opening(2, json!({"bank_size": 2}), json!({})), Observer::Public);
    watch.post("start", json!({"hand_sizes": {"0": 1, "1": 1}}));
    let again = again(&watch, "bank_stock", json!({"bundle": {"wood": 1}}));
    close(again.p("seat:0/wood", 1), 1.0 / 2.0);
    close(again.p("seat:0/brick", 1), 1.0 / 8.0);
    let bank = &again.marginals().detail["bank"];
    assert_eq!((&bank["wood"], &bank["brick"]), (&json!({"min": 1, "max": 1}), &json!({"min": 1, "max": 2})));
    // Drawn, too: in all draws just one wood is in hands.
    let mut drawn = Watch::new(opening(4, json!({}), json!({"max_worlds": 300})), Observer::Public);
    drawn.post("start", json!({"hand_sizes": {"0": 7, "1": 7, "2": 7}}));
    let again = self::again(&drawn, "bank_stock", json!({"bundle": {"wood": 18, "ore": 10}}));
    for (_, world) in again.sample(Draws { seed: 1, count: 50 }).worlds {
        let held = |kind: usize| world.hands.values().map(|hand| hand.counts()[kind]).sum::<i32>();
        assert_eq!((held(0), held(4)), (1, 9));
    }
    assert!(again.quality().effective_sample_size.is_some());
}

/// Who begins again at its own monopoly still knows the knight that it bought.
#[test]
fn development_cards_are_played_and_bought_on_the_way() {
    let mut watch = Watch::new(opening(3, json!({}), json!({})), Observer::Seat(0));
    watch.post("production", json!({"gains": {"0": {"sheep": 3, "wheat": 3, "ore": 3}, "1": {"ore": 2}}}));
    for card in ["monopoly", "knight"] {
        watch.post("build", json!({"seat": 0, "piece": "dev_card", "card": card}));
    }
    let played = again(&watch, "monopoly", json!({"seat": 0, "resource": "wheat", "taken": {}}));
    close(played.p("seat:0/dev_cards/knight", 1), 1.0);
    let bought = again(&watch, "build", json!({"seat": 0, "piece": "dev_card", "card": "victory_point"}));
    for card in ["monopoly", "knight", "victory_point"] {
        close(bought.p(&format!("seat:0/dev_cards/{card}"), 1), 1.0);
    }
}

/// Seat 0 misread the wood that it stole for a brick; then a road is paid with the brick. The road cannot be to seat 0, and is to everybody else. By counting
/// one wood is left in all hands, and seat 0 holds one card: it is in step again, and says that it began again.
#[test]
fn a_belief_that_left_an_event_out_is_in_step_with_the_table() {
    let mut watch = Watch::new(opening(3, json!({}), json!({})), Observer::Seat(0));
    watch.post("production", json!({"gains": {"1": {"wood": 2, "brick": 1}}}));
    watch.post("steal", json!({"thief": 0, "victim": 1, "resource": "brick"}));
    let road = json!({"seat": 1, "piece": "road"});
    watch.contradiction("build", road.clone());
    let mut watch = left_out(&watch, &event("build", road));
    let marginals = watch.marginals();
    assert_eq!((marginals.quality.method, marginals.quality.dropped_mass), (Method::Restarted, 1.0));
    assert_eq!(marginals.detail["hand_sizes"], json!({"0": 1, "1": 0, "2": 0}));
    assert_eq!(marginals.detail["bank"]["wood"], json!({"min": 18, "max": 18}));
    close(watch.p("seat:0/wood", 1), 1.0);
    close(watch.p("seat:1/wood", 0), 1.0);
    watch.post("hand_size", json!({"seat": 1, "count": 0}));
}

/// Of an event that was left out nobody but the belief's own seat heard more than everybody saw: what it is said to have stolen is not known, its other
/// hand is. What moves no cards leaves hands as they are.
#[test]
fn what_was_left_out_is_heeded_as_everybody_saw_it() {
    let mut watch = Watch::new(opening(3, json!({}), json!({})), Observer::Seat(0));
    watch.post("production", json!({"gains": {"0": {"sheep": 1, "wheat": 1, "ore": 1}, "1": {"wood": 2}, "2": {"ore": 1}}}));
    watch.post("build", json!({"seat": 0, "piece": "dev_card", "card": "monopoly"}));
    let stolen = event("steal", json!({"thief": 0, "victim": 1, "resource": "ore"}));
    watch.try_event(&stolen).unwrap_err();
    let after = left_out(&watch, &stolen);
    // Three cards are in three hands, two wood and an ore.
    close(after.p("seat:0/ore", 1), 1.0 / 3.0);
    // Seat 0 trades with seat 2, which by its belief holds no wood: its hand is what the trade leaves.
    watch.post("production", json!({"gains": {"0": {"brick": 1}}}));
    let trade = event("player_trade", json!({"seat": 0, "give": {"brick": 1}, "partner": 2, "get": {"wood": 1}}));
    watch.try_event(&trade).unwrap_err();
    let traded = left_out(&watch, &trade);
    close(traded.p("seat:0/wood", 1), 1.0);
    let knight = event("play_dev_card", json!({"seat": 0, "card": "knight"}));
    watch.try_event(&knight).unwrap_err();
    let played = left_out(&watch, &knight);
    assert_eq!(played.quality().method, Method::Exact);
    close(played.p("seat:0/brick", 1), 1.0);
}

/// A hand that another seat told itself moves no table, and leaves a belief as it is.
#[test]
fn what_is_not_seen_changes_nothing() {
    let opening: Opening<Catan> = opening(3, json!({}), json!({}));
    let mut watch = Watch::new(opening, Observer::Seat(2));
    watch.post("production", json!({"gains": {"1": {"wood": 2, "brick": 1}}})).post("steal", json!({"thief": 0, "victim": 1}));
    let before = watch.marginals();
    watch.post("hand", json!({"seat": 0, "bundle": {"brick": 1}}));
    assert_eq!(watch.marginals(), before);
}
