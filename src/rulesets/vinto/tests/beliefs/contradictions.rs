//! What cannot be is refused, with the reason.

use serde_json::json;

use super::*;

fn start(observer: Observer) -> Watcher {
    let mut watcher = Watcher::new(opening(json!({"failures_shown": false}), json!({}), 2), observer);
    watcher.report("round", json!({"first": 0}));
    watcher.report("peek", json!({"seat": 0, "target": 0, "position": 0, "card": "7"}));
    watcher.report("peek", json!({"seat": 0, "target": 0, "position": 1, "card": "8"}));
    watcher
}

fn refused(watcher: &mut Watcher, kind: &str, data: Value) -> Contradiction {
    let before = watcher.marginals().hash();
    let found = watcher.tries(&event(kind, data)).expect_err("a contradiction");
    assert_eq!(before, watcher.marginals().hash(), "the belief stands");
    found
}

/// Seat 0 looked at a 7 and tosses it in as a 9: its own belief and the referee's refuse it, a spectator's cannot.
#[test]
fn a_tossed_card_that_was_seen_to_be_another() {
    for observer in [Observer::Seat(0), Observer::Referee] {
        let mut watcher = start(observer);
        watcher.report("draw", json!({"seat": 0, "card": "9"}));
        watcher.report("discard", json!({"seat": 0, "card": "9"}));
        let toss = json!({"seat": 0, "positions": [0], "cards": ["9"], "success": true});
        let found = refused(&mut watcher, "toss_in", toss);
        assert_eq!(found.detail, "seat 0's card at position 0 was seen to be 7, so it cannot be 9");
        assert_eq!(found.variables, ["seat:0/card:0"]);
    }
    let mut spectator = start(Observer::Public);
    spectator.report("draw", json!({"seat": 0, "card": "9"}));
    spectator.report("discard", json!({"seat": 0, "card": "9"}));
    spectator.report("toss_in", json!({"seat": 0, "positions": [0], "cards": ["9"], "success": true}));
}

/// A card that was tossed in wrongly as a 9 is then named rightly as one.
#[test]
fn a_declared_card_that_was_shown_not_to_be_one() {
    let mut watcher = start(Observer::Public);
    watcher.report("draw", json!({"seat": 0, "card": "9"}));
    watcher.report("discard", json!({"seat": 0, "card": "9"}));
    watcher.report("toss_in", json!({"seat": 1, "positions": [2], "success": false}));
    watcher.report("penalty", json!({"seat": 1}));
    watcher.report("toss_window", json!({"ranks": ["9"], "eligible": [0]}));
    watcher.report("draw", json!({"seat": 1, "card": "K"}));
    watcher.report("use_action", json!({"seat": 1, "card": "K", "from": "drawn"}));
    let declare = json!({"seat": 1, "target": 1, "position": 2, "rank": "9", "actual": "9"});
    let found = refused(&mut watcher, "declare", declare);
    assert!(found.detail.contains("it was tossed in or declared as 9, and that was wrong"), "{}", found.detail);
    assert_eq!(found.variables, ["seat:1/card:2"]);
}

/// Seat 0 holds a 7 that only it has seen, and three more were thrown away. A fourth 7 is drawn.
#[test]
fn a_fifth_card_of_a_rank() {
    let mut watcher = start(Observer::Seat(0));
    for turn in 0..3 {
        watcher.passes(turn % 2, "7", &[0, 1]);
    }
    let found = refused(&mut watcher, "draw", json!({"seat": 1, "card": "7"}));
    assert!(found.detail.ends_with("cannot be 7: the deck has 4, and all of them were seen elsewhere"), "{}", found.detail);
    assert_eq!(found.variables, ["seat:0/card:0"], "the one in the row stands against it");
}

/// A wrong declaration of what the observer knows to be right.
#[test]
fn a_mistake_that_was_none() {
    let mut watcher = start(Observer::Seat(0));
    watcher.report("draw", json!({"seat": 0, "card": "K"}));
    watcher.report("use_action", json!({"seat": 0, "card": "K", "from": "drawn"}));
    let declare = json!({"seat": 0, "target": 0, "position": 1, "rank": "8"});
    let found = refused(&mut watcher, "declare", declare);
    assert_eq!(found.detail, "seat 0's card at position 1 was seen to be 8, so it cannot have been wrong to say so");
}
