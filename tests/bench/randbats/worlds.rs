//! Sampled worlds, one a line: input of `data/pokemon_randbats/worlds.mjs`, which plays a battle with each.

use std::io::Write;

use credence::belief::Draws;
use credence::rulesets::Observer;
use serde_json::json;

use super::battles;
use super::battles::{BattleWatch, events, follow, opening};

/// Worlds at each place of a battle.
const COUNT: usize = 20;

/// Prints them: of each battle as a spectator sees it, before the first line, after the first message, in the middle and at the end.
pub fn run() {
    let opening = opening(json!({}));
    let mut out = std::io::stdout().lock();
    for (number, battle) in battles().iter().enumerate() {
        let events = events(battle, |step| &step.spectator, "spectator");
        let places = [0, 1, events.len() / 2, events.len()];
        let mut fold = BattleWatch::new(&opening, Observer::Public);
        for at in 0..=events.len() {
            if places.contains(&at) {
                let draws = Draws { seed: number as u64, count: COUNT };
                for (_, world) in fold.sample(draws).worlds {
                    let text = serde_json::to_string(&world).expect("plain data");
                    // Whoever reads may have enough.
                    if writeln!(out, "{text}").is_err() {
                        return;
                    }
                }
            }
            if let Some(event) = events.get(at) {
                follow(&mut fold, event);
            }
        }
    }
}
