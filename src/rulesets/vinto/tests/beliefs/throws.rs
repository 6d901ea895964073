//! Several cards that are thrown together and do not all match, at a table that does not show which.

use serde_json::json;

use super::*;
use crate::rulesets::vinto::check::check;

/// A 3 lies on the discards. Seat 1 throws both of its cards after it, which are a 3 and another, so that none leaves; it pays for it with
/// one card. It has looked at the first, or not.
fn thrown(observer: Observer, looked: bool) -> Watcher {
    let setup = json!({"row": 2, "peeks": 1, "failures_shown": false});
    let mut watcher = Watcher::new(opening(setup, json!({}), 2), observer);
    watcher.report("round", json!({"first": 0}));
    if looked {
        watcher.report("peek", json!({"seat": 1, "target": 1, "position": 0, "card": "3"}));
    }
    watcher.report("draw", json!({"seat": 0, "card": "3"}));
    watcher.report("discard", json!({"seat": 0, "card": "3"}));
    watcher.report("toss_in", json!({"seat": 1, "positions": [0, 1], "success": false}));
    watcher
}

/// Nobody who knows neither can say which was wrong: 3 of 53 unseen cards are threes, as before. The throw is over, and costs one card; the true
/// reveal is taken.
#[test]
fn neither_card_is_struck_and_the_truth_stands() {
    let mut watcher = thrown(Observer::Public, false);
    for position in 0..2 {
        close(watcher.p(1, position, "3"), 3.0 / 53.0);
    }
    let again = event("toss_in", json!({"seat": 1, "positions": [1], "success": false}));
    assert_eq!(check(&watcher.table, &again).expect_err("one throw is one try").rule, "one_try");
    watcher.report("penalty", json!({"seat": 1}));
    watcher.report("vinto", json!({"seat": 0}));
    watcher.report("draw", json!({"seat": 1, "card": "9"}));
    watcher.report("discard", json!({"seat": 1, "card": "9"}));
    watcher.report("reveal", json!({"hands": {"0": ["5", "6"], "1": ["3", "4", "8"]}}));
    assert_eq!(watcher.belief.throws.len(), 0, "the 4 did not match");
}

/// Who knows that the first matched knows that the second did not: of 52 cards that seat 1 has not seen, 50 are no threes, of which four are
/// fours.
#[test]
fn where_the_others_match_the_last_one_does_not() {
    for observer in [Observer::Seat(1), Observer::Referee] {
        let watcher = thrown(observer, true);
        close(watcher.p(1, 1, "3"), 0.0);
        close(watcher.p(1, 1, "4"), 4.0 / 50.0);
        let piece = watcher.pieces.iter().find(|piece| piece.kind == "toss_in_failure").expect("a piece");
        assert_eq!(piece.variables, ["seat:0/card:0", "seat:0/card:1", "seat:1/card:1"].map(str::to_owned));
        assert!(piece.summary.contains("this one is not 3"), "{}", piece.summary);
    }
    close(thrown(Observer::Seat(0), true).p(1, 1, "3"), 3.0 / 53.0);
}

/// The same where it is learned after the throw: a King names the first card. Then 50 cards are unseen, of which two are threes. The second of the
/// row is none of these; the penalty card after it may be.
#[test]
fn what_is_learned_later_settles_a_throw() {
    let mut watcher = thrown(Observer::Public, false);
    watcher.report("penalty", json!({"seat": 1}));
    watcher.passes(1, "5", &[]);
    watcher.report("draw", json!({"seat": 0, "card": "K"}));
    watcher.report("use_action", json!({"seat": 0, "card": "K", "from": "drawn"}));
    close(watcher.p(1, 1, "3"), 3.0 / 51.0);
    watcher.report("declare", json!({"seat": 0, "target": 1, "position": 0, "rank": "3", "actual": "3"}));
    close(watcher.p(1, 0, "3"), 0.0);
    close(watcher.p(1, 0, "4"), 4.0 / 48.0);
    close(watcher.p(1, 1, "3"), 2.0 / 49.0);
    assert!(watcher.belief.throws.is_empty());
}

/// Where another card than a 3 is named first, the throw is explained, and says nothing of the other.
#[test]
fn one_that_does_not_match_explains_the_throw() {
    let mut watcher = thrown(Observer::Public, false);
    watcher.report("penalty", json!({"seat": 1}));
    watcher.passes(1, "5", &[]);
    watcher.report("draw", json!({"seat": 0, "card": "K"}));
    watcher.report("use_action", json!({"seat": 0, "card": "K", "from": "drawn"}));
    watcher.report("declare", json!({"seat": 0, "target": 1, "position": 0, "rank": "4", "actual": "4"}));
    close(watcher.p(1, 0, "3"), 3.0 / 50.0);
    assert!(watcher.belief.throws.is_empty());
}

/// Rows in which all the thrown cards match cannot be turned up.
#[test]
fn all_of_them_cannot_match() {
    let mut watcher = thrown(Observer::Public, false);
    watcher.report("penalty", json!({"seat": 1}));
    watcher.report("vinto", json!({"seat": 0}));
    watcher.report("draw", json!({"seat": 1, "card": "9"}));
    watcher.report("discard", json!({"seat": 1, "card": "9"}));
    let reveal = event("reveal", json!({"hands": {"0": ["5", "6"], "1": ["3", "3", "8"]}}));
    let found = watcher.tries(&reveal).expect_err("a contradiction");
    let detail = "seat 1's card at position 0 and seat 1's card at position 1 cannot all be 3: they were tossed in together, and that was wrong";
    assert_eq!(found.detail, detail);
    assert_eq!(found.variables, ["seat:1/card:0", "seat:1/card:1"]);
}
