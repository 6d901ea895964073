//! What is remembered of simulated persons, folded from what their games settled.

use super::game::Game;
use crate::rulesets::liars_dice::LiarsDice;
use crate::rulesets::{Conduct, Memory, Ruleset, Seat};

/// Adds what a game settled about a seat to what is remembered of the person in it: the fold of a player's stream, decay and all.
/// `id` is the game's; no two games of a person share one.
pub fn fold(memory: &mut Memory, id: &str, game: &Game, of: Seat) {
    for (seat, observed) in game.conduct.iter().filter_map(Conduct::observed) {
        if seat == of {
            memory.observe(LiarsDice::DECAY.value, id, &observed);
        }
    }
}
