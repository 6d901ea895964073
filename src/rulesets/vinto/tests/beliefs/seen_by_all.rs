//! Cards that all have seen and that go out face down: their rank is known on the pile, whatever kind of evidence is switched off.

use serde_json::json;

use super::*;
use crate::belief::Draws;

/// How many cards of a rank a world has, and how many cards in all: what lies face up is in no world.
fn counts(watcher: &Watcher, name: &str) -> Vec<(usize, usize)> {
    let counted = |world: &crate::rulesets::vinto::World| {
        let rows = world.rows.values().flatten();
        let cards: Vec<Rank> = rows.chain(&world.draw_pile).chain(&world.drawn).chain(&world.face_down).copied().collect();
        (cards.iter().filter(|card| **card == rank(name)).count(), cards.len())
    };
    let sampled = watcher.sample(Draws { seed: 1, count: 200 });
    for (_, world) in &sampled.worlds {
        assert!(watcher.ln_probability(world).is_finite(), "{world:?}");
    }
    sampled.worlds.iter().map(|(_, world)| counted(world)).collect()
}

/// A 5 is drawn in sight, put in, and swapped out face down; another 5 and a 2 are thrown away. Of four fives two are left, among 51 cards.
#[test]
fn a_card_that_was_drawn_in_sight() {
    for parameters in [json!({}), json!({"direct_observation": false})] {
        let setup = json!({"row": 1, "peeks": 0, "discards": "private"});
        let mut watcher = Watcher::new(opening(setup, parameters, 2), Observer::Public);
        watcher.report("round", json!({"first": 0}));
        watcher.report("draw", json!({"seat": 0, "card": "5"}));
        watcher.report("swap", json!({"seat": 0, "position": 0, "drawn": "5"}));
        watcher.passes(1, "2", &[]);
        watcher.report("draw", json!({"seat": 0, "card": "3"}));
        watcher.report("swap", json!({"seat": 0, "position": 0, "drawn": "3"}));
        watcher.passes(1, "5", &[]);
        assert_eq!(counts(&watcher, "5"), vec![(2, 51); 200]);
    }
}

/// A 7 is tossed in wrongly, shown, and swapped out face down later: three sevens are left, among 52 cards.
#[test]
fn a_card_that_was_tossed_in_wrongly() {
    for parameters in [json!({}), json!({"toss_in_failure": false})] {
        let setup = json!({"row": 2, "peeks": 0, "discards": "private"});
        let mut watcher = Watcher::new(opening(setup, parameters, 2), Observer::Public);
        watcher.report("round", json!({"first": 0}));
        watcher.report("draw", json!({"seat": 0, "card": "2"}));
        watcher.report("discard", json!({"seat": 0, "card": "2"}));
        watcher.report("toss_in", json!({"seat": 1, "positions": [0], "cards": ["7"], "success": false}));
        watcher.report("penalty", json!({"seat": 1}));
        watcher.report("draw", json!({"seat": 1, "card": "A"}));
        watcher.report("swap", json!({"seat": 1, "position": 0, "drawn": "A"}));
        assert_eq!(counts(&watcher, "7"), vec![(3, 52); 200]);
    }
}
