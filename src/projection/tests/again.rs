//! Beliefs that lost worlds, in a hosted game: what is served of them is the same wherever a fold begins.

use serde_json::json;

use super::*;
use crate::belief::{Marginals, Method};
use crate::rulesets::find;

/// A game of three seats whose beliefs track so many worlds.
fn capped(max_worlds: u32) -> Given {
    let ruleset = find("catan").expect("it is hosted");
    let seats = (0..3).map(|seat| SeatOpening { person: format!("person-{seat}"), profile: Default::default() }).collect();
    let opening = ruleset.open(json!({}), json!({"max_worlds": max_worlds}), seats).expect("a playable table");
    Given::new(ruleset.game(ruleset.schema(), opening).expect("its own opening"), OnContradiction::Reject)
}

/// Two of 17 cards are stolen, and one of the two was the only ore: of the 14 pairs there are, the four with an ore are the lightest, and no belief that
/// tracks one world or ten has one of them.
fn with_a_stolen_ore() -> Given {
    let mut given = capped(1);
    given.record("production", json!({"gains": {"1": {"wood": 4, "brick": 4, "sheep": 4, "wheat": 4, "ore": 1}}}));
    for _ in 0..2 {
        given.record("steal", json!({"thief": 0, "victim": 1}));
    }
    given.record("bank_trade", json!({"seat": 0, "give": {"ore": 1}, "get": {"sheep": 1}}));
    given
}

fn marginals(given: &Given, position: &Position) -> Marginals {
    given.game.marginals(&position.observer.belief, &position.table.table)
}

/// A belief that begins again tracks as many worlds as one that was folded again, also before it was in a snapshot: seat 0 holds a sheep and one of four
/// others, and nothing of that was lost.
#[test]
fn a_belief_that_begins_again_is_the_same_from_a_snapshot() {
    let mut given = with_a_stolen_ore();
    let again = given.fold(Observer::Public, 4);
    let believed = marginals(&given, &again);
    assert_eq!((believed.quality.method, believed.quality.dropped_mass), (Method::Restarted, 1.0));
    assert_eq!((again.observer.widening, &believed.detail["worlds"]), (10, &json!(4)));
    given.record("steal", json!({"thief": 2, "victim": 1}));
    given.record("steal", json!({"thief": 2, "victim": 0}));
    let folded = given.frozen(&given.fold(Observer::Public, 6));
    for revision in 0..=6 {
        let carried = given.carry(given.thawed(&given.fold(Observer::Public, revision)), 6, None);
        assert!(folded == given.frozen(&carried), "thawed at {revision}");
    }
}
