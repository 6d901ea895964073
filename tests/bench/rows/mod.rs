//! What the sections of the benchmark of Vinto stand on: openings, folds and intervals.

pub mod fit;
pub mod history;
pub mod loss;
pub mod playout;
pub mod remote;
pub mod search;
#[path = "../dice/serving.rs"]
pub mod serving;
#[path = "../share/mod.rs"]
pub mod share;
pub mod speed;
#[path = "../spread/mod.rs"]
pub mod spread;
pub mod wins;

use credence::rulesets::vinto::{Event, Parameters, Setup, Sight, Simulation, Table, Vinto};
use credence::rulesets::{Change, Observer, Opening, Population, PublicTable, Revision, Ruleset, SeatOpening};

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
    Opening { setup, parameters, seats: vec![seat; seats], population: Population::default() }
}

/// Every card that the observer was shown, alone or with all, and counting: no soft evidence.
pub fn counting() -> Parameters {
    Parameters {
        swap_behavior: Some(false),
        action_usage: Some(false),
        no_toss_in: Some(false),
        vinto_call: Some(false),
        ..Parameters::default()
    }
}

/// An event as one observer sees it, with the public table on both sides of it.
pub struct Seen {
    at: Revision,
    /// What is seen of it.
    pub view: Event,
    before: Table,
    /// The table after it.
    pub after: Table,
}

impl Seen {
    /// The event on its way into a belief.
    pub fn change(&self) -> Change<'_, Vinto> {
        Change { view: &self.view, at: self.at, before: &self.before, after: &self.after }
    }
}

/// A game as one observer sees it.
pub fn seen(opening: &Opening<Vinto>, game: &Simulation, observer: Observer) -> Vec<Seen> {
    let mut table = Table::new(opening);
    let mut seen = Vec::new();
    for (at, event) in (1..).zip(&game.events) {
        let view = Vinto::view(opening, event, observer).expect("seen by all").into_owned();
        let after = table.after(event);
        let before = std::mem::replace(&mut table, after.clone());
        seen.push(Seen { at, view, before, after });
    }
    seen
}

/// Mean and half a 95 % interval.
pub fn interval(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}
