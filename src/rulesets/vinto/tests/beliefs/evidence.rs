//! The soft kinds, each worked by hand, and the epistemic layer: what a seat does says nothing of a card that it never saw.

use serde_json::json;

use super::*;
use crate::belief::Strength;
use crate::rulesets::vinto::likelihood::{Clue, FLOOR, LIKELIHOODS};

fn f(clue: Clue) -> f64 {
    LIKELIHOODS[clue as usize].value
}

fn start(setup: Value, observer: Observer) -> Watcher {
    let mut watcher = Watcher::new(opening(setup, json!({}), 2), observer);
    watcher.report("round", json!({"first": 0}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 0, "card": "2"}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 1, "card": "2"}));
    watcher
}

/// A 9 lies on the discards and seat 1 does not toss in. It knows two cards: each is a 9 with weight f. Of 53 unseen cards 3 are nines. For a
/// pair (x, y): both 9: 3 x 2 f^2; one: 2 x 3 x 50 f; none: 50 x 49. Of the third card of the row, never seen, nothing is said.
#[test]
fn not_tossing_in_speaks_of_known_cards_only() {
    let mut watcher = start(json!({}), Observer::Seat(0));
    watcher.report("draw", json!({"seat": 0, "card": "9"}));
    watcher.report("discard", json!({"seat": 0, "card": "9"}));
    let stood = watcher.p(1, 2, "9");
    close(stood, 3.0 / 53.0);
    watcher.report("toss_window", json!({"ranks": ["9"], "eligible": [1]}));
    let f = f(Clue::NoTossIn);
    let (both, one, none) = (6.0 * f * f, 150.0 * f, 50.0 * 49.0);
    let p = (both + one) / (both + 2.0 * one + none);
    close(watcher.p(1, 0, "9"), p);
    close(watcher.p(1, 1, "9"), p);
    // Three nines, less what the two hold on average, are among the 51 other places.
    close(watcher.p(1, 2, "9"), (3.0 - 2.0 * p) / 51.0);
    let [piece] = &watcher.pieces[..] else { panic!("one piece: {:?}", watcher.pieces) };
    assert_eq!((piece.kind, piece.strength), ("no_toss_in", Strength::Soft));
    assert!(piece.variables.contains(&"seat:1/card:0".to_owned()));
    // E[L] before: (both + 2 one + none) / (53 x 52).
    close(piece.surprisal_bits, libm::log2(53.0 * 52.0 / (both + 2.0 * one + none)));
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

/// Draws are private. Seat 1 keeps a hidden card and gives up a 6 that it knew. Unseen are 53 cards. Weights of the kept card: f-values by clue for 6 (three
/// left), for 7 to Q, which have an action besides, and for K.
#[test]
fn a_kept_card_is_probably_lower() {
    let mut watcher = Watcher::new(opening(json!({"draws": "private"}), json!({}), 2), Observer::Seat(0));
    watcher.report("round", json!({"first": 0}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 3, "card": "6"}));
    watcher.report("draw", json!({"seat": 0, "card": "9"}));
    watcher.report("discard", json!({"seat": 0, "card": "9"}));
    watcher.report("draw", json!({"seat": 1, "card": "2"}));
    watcher.report("swap", json!({"seat": 1, "position": 3, "drawn": "2", "out": "6"}));
    let kept = f(Clue::KeepsHigher) * f(Clue::KeepsAction);
    let low = 4.0 * 5.0 + 2.0;
    // A 2 3 4 5 and Jokers; 6; 7 8 10 J Q and three nines; K.
    let sum = low + 3.0 * f(Clue::KeepsEqual) + 23.0 * kept + 4.0 * f(Clue::KeepsKing);
    close(watcher.p(1, 3, "4"), 4.0 / sum);
    close(watcher.p(1, 3, "6"), 3.0 * f(Clue::KeepsEqual) / sum);
    close(watcher.p(1, 3, "K"), 4.0 * f(Clue::KeepsKing) / sum);
    close(watcher.p(1, 3, "9"), 3.0 * (kept).max(FLOOR) / sum);
    assert!(watcher.pieces.iter().any(|piece| piece.summary.contains("gave up 6: it is probably lower")));
}

/// Seat 1 gives up an 8 that nobody else had seen, for a 4 in sight. It knew the 8, so of the other card that it knows it is said that it
/// is worth no more; of the three that it never saw, nothing.
#[test]
fn what_stays_is_probably_no_worse_than_what_goes() {
    let mut watcher = start(json!({}), Observer::Seat(0));
    watcher.passes(0, "K", &[]);
    watcher.report("draw", json!({"seat": 1, "card": "4"}));
    watcher.report("swap", json!({"seat": 1, "position": 0, "drawn": "4", "out": "8"}));
    // Unseen: 51. Worth more than 8: four each of 9, 10, J, Q.
    let f = f(Clue::HoldsWorse);
    let sum = 35.0 + 16.0 * f;
    close(watcher.p(1, 1, "J"), 4.0 * f / sum);
    close(watcher.p(1, 1, "8"), 3.0 / sum);
    close(watcher.p(1, 3, "8"), (3.0 - 3.0 / sum) / 50.0);
}

/// A call speaks of the total. Rows of one; seat 1 looked at its card and calls: P(rank) is proportional to cards x factor(value).
#[test]
fn a_call_weighs_the_total() {
    let mut watcher = Watcher::new(opening(json!({"row": 1, "peeks": 1}), json!({}), 2), Observer::Public);
    watcher.report("round", json!({"first": 1}));
    watcher.report("peek", json!({"seat": 1, "target": 1, "position": 0}));
    watcher.passes(1, "6", &[]);
    watcher.report("vinto", json!({"seat": 1}));
    let r = f(Clue::Call);
    let factor = |value: i32| 1.0 - libm::pow(1.0 - libm::exp(-r * f64::from(value + 2)), 3.0);
    let left = |rank: Rank| f64::from(Rank::IN_DECK[rank.index()]) - if rank == Rank::Six { 1.0 } else { 0.0 };
    // It threw a 6 away, so it holds nothing worse either.
    let weight = |rank: Rank| {
        let worse = if rank.value() > 6 { f(Clue::DiscardsBetter) } else { 1.0 };
        left(rank) * worse * factor(rank.value())
    };
    let sum: f64 = Rank::ALL.into_iter().map(weight).sum();
    for rank in Rank::ALL {
        close(watcher.p(1, 0, rank.name()), weight(rank) / sum);
    }
    let piece = watcher.pieces.iter().find(|piece| piece.kind == "vinto_call").expect("evidence");
    assert!(piece.information_gain_bits > 0.0 && piece.surprisal_bits > 0.0);
    assert!(piece.summary.contains("total of its row"), "{}", piece.summary);
}

/// Every number has a name, a reason and a value that a likelihood may have, and stands in the order of the clues.
#[test]
fn numbers_are_named() {
    assert_eq!(Clue::ALL.len(), LIKELIHOODS.len());
    for (place, clue) in Clue::ALL.into_iter().enumerate() {
        assert_eq!(clue as usize, place);
        let number = clue.likelihood();
        assert!(number.value > 0.0 && number.value <= 1.0 && number.reason.len() > 30, "{}", number.name);
    }
}
