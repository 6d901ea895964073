//! The laws: what holds in every game that is hosted, on simulated games and for every observer.

mod beliefs;
mod calibration;
mod evidence;
mod examples;
mod views;
mod worlds;

use credence::rulesets::Observer;

use crate::harness::Played;

/// Turns of a game, where it does not end by itself: enough for robberies and discards, few enough to be quick.
const TURNS: Option<u32> = Some(40);

/// The world that is true after the events before `end`, as values by variable.
fn truth(game: &Played, end: usize) -> std::collections::BTreeMap<String, String> {
    game.game.values(game.truth[end].clone()).expect("the truth is a world")
}

/// Where a fold is looked at more closely than at each event: some places in the middle, and the end.
fn looks(game: &Played) -> Vec<usize> {
    let end = game.events.len();
    let mut looks: Vec<usize> = [1, 3, 5, 7].iter().map(|eighth| (end * eighth / 8).max(1)).chain([end]).collect();
    looks.dedup();
    looks
}

/// Names a place in a failure.
fn place(game: &Played, observer: Observer, end: usize) -> String {
    format!("{}, {observer} after revision {end}", game.name)
}
