//! What does not change during a game.

use super::players::Players;
use super::setup::{Parameters, Setup};
use crate::rulesets::Observer;

/// What does not change during a game: all of it follows from the opening, the observer and the widening.
#[derive(Debug)]
pub struct Terms {
    /// The table's rules.
    pub setup: Setup,
    /// The model's parameters.
    pub parameters: Parameters,
    /// What is known of the players.
    pub players: Players,
    /// Whose belief it is.
    pub observer: Observer,
    /// How many seats there are.
    pub seats: u8,
    /// Most worlds tracked.
    pub most: usize,
    /// Worlds lighter than this are dropped.
    pub threshold: f64,
}
