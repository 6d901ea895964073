//! What the sections of the benchmark of Vinto stand on: openings, folds and intervals.

pub mod fit;
pub mod loss;
pub mod playout;
pub mod remote;
pub mod search;
#[path = "../dice/serving.rs"]
pub mod serving;
pub mod speed;
pub mod wins;

use credence::rulesets::vinto::{Event, Game, Parameters, Setup, Sight, Table, Vinto, World};
use credence::rulesets::{Observer, Opening, Ruleset, SeatOpening};

/// The table that most of it is measured at.
pub const SEATS: usize = 5;

/// Draws in sight of all, and not.
pub const SIGHTS: [(&str, Sight); 2] = [("open", Sight::Public), ("closed", Sight::Private)];

/// House rules with such draws.
pub fn setup(draws: Sight) -> Setup {
    Setup { draws: Some(draws), ..Setup::default() }
}

/// An opening without profiles.
pub fn opening(setup: Setup, parameters: Parameters, seats: usize) -> Opening<Vinto> {
    let (setup, parameters) = Vinto::resolve(setup, parameters, seats).expect("a playable table");
    let seat = SeatOpening { person: String::new(), profile: Default::default() };
    Opening { setup, parameters, seats: vec![seat; seats] }
}

/// Cards that the observer itself was shown, and counting: no other evidence.
pub fn counting() -> Parameters {
    Parameters {
        direct_observation: Some(true),
        swap_behavior: Some(false),
        action_usage: Some(false),
        king_declaration: Some(false),
        toss_in_failure: Some(false),
        no_toss_in: Some(false),
        vinto_call: Some(false),
        ..Parameters::default()
    }
}

/// A game as one observer sees it: the table before each event, and the truth after it.
pub fn watch<'a>(opening: &Opening<Vinto>, game: &'a Game, observer: Observer) -> Vec<(Table, Event, &'a World)> {
    let mut table = Vinto::table(opening);
    let mut steps = Vec::new();
    for (event, truth) in game.events.iter().zip(&game.truth[1..]) {
        let view = Vinto::view(opening, event, observer).expect("seen by all");
        let next = table.after(event);
        steps.push((std::mem::replace(&mut table, next), view, truth));
    }
    steps
}

/// Mean and half a 95 % interval.
pub fn interval(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}
