//! What is remembered of simulated persons, folded from what their games settled.

use super::simulation::Simulation;
use crate::rulesets::liars_dice::LiarsDice;
use crate::rulesets::{Memory, Ruleset, Seat, SettledAt};

/// Adds what a game settled about a seat to what is remembered of the person in it: the fold of a player's stream, decay and all.
/// `id` is the game's; no two games of a person share one.
pub fn remember(memory: &mut Memory, id: &str, simulation: &Simulation, of: Seat) {
    for (revision, conduct) in (0..).zip(&simulation.conduct) {
        if let Some((seat, observed)) = conduct.observed()
            && seat == of
        {
            memory.observe(LiarsDice::DECAY.value, SettledAt { game: id, revision }, &observed);
        }
    }
}
