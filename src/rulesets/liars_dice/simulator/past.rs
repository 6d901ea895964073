//! What is remembered of simulated persons, folded from what their games settled.

use super::game::Game;
use crate::rulesets::liars_dice::LiarsDice;
use crate::rulesets::{Memory, Place, Ruleset, Seat};

/// Adds what a game settled about a seat to what is remembered of the person in it: the fold of a player's stream, decay and all.
/// `id` is the game's; no two games of a person share one.
pub fn fold(memory: &mut Memory, id: &str, game: &Game, of: Seat) {
    for (revision, conduct) in (0..).zip(&game.conduct) {
        if let Some((seat, observed)) = conduct.observed()
            && seat == of
        {
            memory.observe(LiarsDice::DECAY.value, Place { game: id, revision }, &observed);
        }
    }
}
