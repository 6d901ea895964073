//! The soft kinds, each worked by hand, and the epistemic layer: what a seat does says nothing of a card that it never saw.

use serde_json::json;

use super::*;
use crate::belief::Strength;
use crate::rulesets::vinto::clue::{CLUES, Clue, Feature};
use crate::rulesets::vinto::likelihood::{LIKELIHOODS, TENDENCIES, TOSSES_BY_LOT};
use crate::rulesets::vinto::ways::{Rates, read};

/// What rounding of the mixed weights may move a probability by.
const ROUNDING: f64 = 1e-6;

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < ROUNDING, "{a} for {b}");
}

/// The shipped rate of a tendency.
fn rate(name: &str, context: &str) -> f64 {
    let tendency = TENDENCIES.iter().find(|tendency| tendency.name == name).expect("a tendency");
    tendency.prior_in(context).mean()
}

fn start(setup: Value, observer: Observer) -> Watcher {
    let mut watcher = Watcher::new(opening(setup, json!({}), 2), observer);
    watcher.report("round", json!({"first": 0}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 0, "card": "2"}));
    watcher
}

/// P(it holds) of one card after a choice, and P(careless): by Bayes' rule over both, with the shipped rates.
fn by_hand(holds: f64, rates: Rates, by_lot: f64) -> (f64, f64) {
    let careless = rate("careless", "");
    let (lot, other) = (careless * by_lot, 1.0 - careless);
    let all = lot + other * rates.at(holds);
    (holds * (lot + other * rates.held) / all, lot / all)
}

/// A 9 lies on the discards and seat 1 does not toss in. It knows one card; of 53 unseen cards 3 are nines. Of the third card of the row,
/// never seen, nothing is said.
#[test]
fn not_tossing_in_speaks_of_known_cards_only() {
    let mut watcher = start(json!({"peeks": 1}), Observer::Seat(0));
    watcher.report("draw", json!({"seat": 0, "card": "9"}));
    watcher.report("discard", json!({"seat": 0, "card": "9"}));
    close(watcher.p(1, 2, "9"), 3.0 / 53.0);
    watcher.report("toss_window", json!({"ranks": ["9"], "eligible": [1]}));
    let rates = Rates { held: 1.0 - rate("tosses_known", ""), not_held: 1.0 - rate("tosses_unfit", "") };
    let (p, careless) = by_hand(3.0 / 53.0, rates, 1.0 - TOSSES_BY_LOT.value);
    near(watcher.p(1, 0, "9"), p);
    assert!((watcher.belief.way(1)[0] - careless).abs() < 1e-9, "the ways are not rounded");
    near(watcher.p(1, 2, "9"), (3.0 - p) / 52.0);
    let [piece] = &watcher.pieces[..] else { panic!("one piece: {:?}", watcher.pieces) };
    assert_eq!((piece.kind, piece.strength), ("no_toss_in", Strength::Soft));
    assert!(piece.variables.contains(&"seat:1/card:0".to_owned()));
    assert!(
        piece.summary.contains("carelessly with 20 %.") && piece.summary.contains("no such occasion of its own on record"),
        "{}",
        piece.summary
    );
}

/// A 9 lies on the discards, seat 1 does not toss in, and then its card turns out to be one. The surprisal of the look is what the belief gave
/// the 9, as the piece itself says it; that seat 1 was found out says something of its other card besides, and the gain counts that.
#[test]
fn bits_are_those_of_the_belief_beside_them() {
    let mut watcher = start(json!({"peeks": 2}), Observer::Seat(0));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 1}));
    watcher.passes(0, "9", &[1]);
    watcher.passes(1, "K", &[]);
    watcher.report("draw", json!({"seat": 0, "card": "10"}));
    watcher.report("use_action", json!({"seat": 0, "card": "10", "from": "drawn"}));
    let (p, careless) = (watcher.p(1, 0, "9"), watcher.belief.way(1)[0]);
    watcher.report("peek", json!({"seat": 0, "target": 1, "position": 0, "card": "9"}));
    assert!(watcher.belief.way(1)[0] > careless, "{:?}", watcher.belief.way(1));
    let [piece] = &watcher.pieces[..] else { panic!("one piece: {:?}", watcher.pieces) };
    assert_eq!(piece.strength, Strength::Hard);
    assert!((piece.surprisal_bits + libm::log2(p)).abs() < 1e-9, "{p}: {}", piece.surprisal_bits);
    assert!((piece.before["seat:1/card:0"]["9"] - p).abs() < 1e-12);
    assert!(piece.information_gain_bits > piece.surprisal_bits + 1e-6, "{piece:?}");
}

/// The same window where seat 1 has seen nothing, or was not free to toss in: nothing changes.
#[test]
fn what_a_seat_never_saw_it_says_nothing_of() {
    for (peeks, eligible) in [(0, vec![0, 1]), (2, vec![0])] {
        let mut watcher = Watcher::new(opening(json!({"peeks": peeks}), json!({}), 2), Observer::Seat(0));
        watcher.report("round", json!({"first": 0}));
        for position in 0..peeks {
            watcher.report("peek", json!({"seat": 1, "target": 1, "position": position, "card": "9"}));
        }
        watcher.passes(0, "9", &eligible);
        for position in 0..5 {
            close(watcher.p(1, position, "9"), 3.0 / 53.0);
        }
        assert!(watcher.pieces.is_empty(), "{:?}", watcher.pieces);
    }
}

/// Seat 1 throws a 6 away, which is worse than an unknown card, and knows one card. That it holds a King is as likely as that it holds a Joker was, and a Queen far less.
#[test]
fn who_throws_away_holds_no_worse() {
    let mut watcher = start(json!({"peeks": 1}), Observer::Seat(0));
    watcher.passes(0, "K", &[]);
    let before = watcher.p(1, 0, "Q");
    watcher.report("draw", json!({"seat": 1, "card": "6"}));
    watcher.report("discard", json!({"seat": 1, "card": "6"}));
    assert!(watcher.p(1, 0, "Q") < 0.7 * before, "{} of {before}", watcher.p(1, 0, "Q"));
    near(watcher.p(1, 0, "3") / watcher.p(1, 0, "2"), 1.0);
    assert!(watcher.p(1, 0, "7") > watcher.p(1, 0, "Q"), "a 7 is hardly worse");
}

/// Seat 1 throws a 3 away, and then gives a 2 up for a Queen in sight: it seems to move by lot.
#[test]
fn who_plays_by_lot_is_found_out() {
    let mut watcher = Watcher::new(opening(json!({"peeks": 2}), json!({}), 2), Observer::Seat(0));
    watcher.report("round", json!({"first": 0}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 0}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 1}));
    let mut careless = vec![watcher.belief.way(1)[0]];
    for (drawn, given) in [("3", None), ("Q", Some("2"))] {
        watcher.passes(0, "K", &[]);
        watcher.report("draw", json!({"seat": 1, "card": drawn}));
        match given {
            Some(out) => watcher.report("swap", json!({"seat": 1, "position": 0, "drawn": drawn, "out": out})),
            None => watcher.report("discard", json!({"seat": 1, "card": drawn})),
        }
        careless.push(watcher.belief.way(1)[0]);
    }
    assert!(careless.windows(2).all(|pair| pair[0] < pair[1]) && careless[2] > 0.65, "{careless:?}");
}

/// The number that the API lists for a clue is that of its shipped rates; of a pick, of one card among two.
#[test]
fn listed_numbers_are_those_of_the_shipped_rates() {
    let mut compared = 0;
    for clue in Clue::ALL {
        let Some([held, not_held]) = clue.tendency() else { continue };
        let manner = [Rates { held: rate(held.0, held.1), not_held: rate(not_held.0, not_held.1) }; CLUES];
        let [_, Rates { held, not_held }, _] = read(0.5, [&manner; 2], clue, true, 2);
        let listed = clue.likelihood().value;
        assert!((listed - held.min(not_held) / held.max(not_held)).abs() < 6e-4, "{clue:?}: {listed} for {held} and {not_held}");
        compared += 1;
    }
    assert_eq!(compared, 15);
}

/// A picked card among several: one of the others where a worse one is there.
#[test]
fn rates_of_a_pick() {
    let rates = Rates::picked(0.12, 4);
    assert!((rates.held - 0.04).abs() < 1e-12 && (rates.not_held - 0.88).abs() < 1e-12);
    let manner = [Rates { held: 0.2, not_held: 0.6 }; CLUES];
    let [lot, _, own] = read(0.25, [&manner; 2], Clue::KeepsHigh, false, 1);
    assert_eq!((lot, own), (Rates::flat(0.75), Rates { held: 0.8, not_held: 0.4 }));
}

/// How far a card is worse has no cliff.
#[test]
fn worse_by_degrees() {
    let worse = |a: &str, b: &str| Feature::Worse.holds(rank(a), rank(b));
    assert!(worse("4", "4") == 0.0 && worse("3", "4") == 0.0 && worse("K", "A") == 0.0);
    assert!(worse("5", "4") > 0.5 && worse("5", "4") < worse("6", "4") && worse("6", "4") < 0.9 && worse("Q", "4") < 1.0);
}

/// Every clue has a name, a reason, and rates that are tendencies, and stands in its order.
#[test]
fn numbers_are_named() {
    for (place, clue) in Clue::ALL.into_iter().enumerate() {
        assert_eq!(clue as usize, place);
        for (name, context) in clue.tendency().into_iter().flatten() {
            assert!(rate(name, context) > 0.0, "{name} {context}");
        }
    }
    for number in LIKELIHOODS {
        assert!(number.value > 0.0 && number.value <= 1.0 && number.reason.len() > 30, "{}", number.name);
    }
}
