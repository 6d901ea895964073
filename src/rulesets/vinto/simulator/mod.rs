//! Plays whole rounds between players who behave: each knows what it looked at, wants a low row, and has its own habits.

mod mind;
mod person;
mod simulation;
mod style;
mod turn;

pub use mind::{Act, Mind, Spot};
pub use person::Person;
pub use simulation::Simulation;
pub use style::Style;

use super::setup::Setup;
use crate::belief::WorldRng;

/// Rounds that are played where no number of turns is asked for.
const ROUNDS: u32 = 2;
/// Turns of a game where no number is asked for: no round of sensible players is as long.
const TURNS: u32 = 2_000;

/// Plays a game at a table with these rules, between persons drawn from the population.
#[must_use]
pub fn play(setup: &Setup, seats: usize, turns: Option<u32>, rng: &mut WorldRng) -> Simulation {
    let styles: Vec<Style> = (0..seats).map(|_| Style::draw(rng)).collect();
    play_among(setup, &styles, turns, rng)
}

/// Plays a game at a table with these rules, between persons of these styles, one a seat.
#[must_use]
pub fn play_among(setup: &Setup, styles: &[Style], turns: Option<u32>, rng: &mut WorldRng) -> Simulation {
    let mut persons: Vec<Person> = styles.iter().copied().map(Person::new).collect();
    let mut minds: Vec<&mut dyn Mind> = persons.iter_mut().map(|person| person as &mut dyn Mind).collect();
    play_with(setup, &mut minds, turns, rng)
}

/// Plays a game between these players, one a seat: so many turns, over as many rounds as that takes; two rounds where no number is
/// said. A shorter game with the same generator is the beginning of a longer one.
#[must_use]
pub fn play_with(setup: &Setup, minds: &mut [&mut dyn Mind], turns: Option<u32>, rng: &mut WorldRng) -> Simulation {
    let mut game = Simulation::new(setup, minds.len(), turns.unwrap_or(TURNS));
    let rounds = if turns.is_some() { u32::MAX } else { ROUNDS };
    while game.table.rounds < rounds && game.left > 0 {
        if turn::round(&mut game, minds, rng).is_none() {
            break;
        }
    }
    game
}
