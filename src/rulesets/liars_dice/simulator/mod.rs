//! Random legal games with their truth, for tests and benchmarks, between players of several kinds.

mod bidder;
mod past;
mod simulation;

pub use bidder::{Bidder, Kind};
pub use past::remember;
pub use simulation::{Action, Simulation};

use super::LiarsDice;
use crate::belief::WorldRng;
use crate::rulesets::{Opening, Transcript};

/// Bids and calls of a game where none are asked for: no game is as long.
const TURNS: u32 = 20_000;

/// Plays a game between players of random kinds. A turn is one bid or call.
#[must_use]
pub fn simulate(opening: &Opening<LiarsDice>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<LiarsDice> {
    let mut bidders: Vec<Bidder> = opening.seats.iter().map(|_| Bidder::random(rng)).collect();
    simulate_with(opening, &mut bidders, turns, rng).transcript()
}

/// Plays a game between these players, one a seat.
#[must_use]
pub fn simulate_with(opening: &Opening<LiarsDice>, bidders: &mut [Bidder], turns: Option<u32>, rng: &mut WorldRng) -> Simulation {
    let mut simulation = Simulation::new(opening, rng);
    for _ in 0..turns.unwrap_or(TURNS) {
        let fresh = simulation.table.round.is_none();
        let Some((seat, spot)) = simulation.turn(rng) else { break };
        if fresh {
            for (bidder, hand) in bidders.iter_mut().zip(&simulation.hands) {
                bidder.look(hand, rng);
            }
        }
        let bidder = &bidders[usize::from(seat)];
        let action = bidder.act(&spot, &simulation.hands[usize::from(seat)], rng);
        simulation.act(action);
    }
    simulation
}
