//! Plays whole deals with players who behave.

use super::Hearts;
use crate::belief::WorldRng;
use crate::rulesets::{Opening, Transcript};

/// How a simulated player plays.
#[derive(Clone, Copy, Debug)]
pub struct Style;

impl Style {
    /// A person drawn from the population.
    pub fn draw(_rng: &mut WorldRng) -> Self {
        Self
    }
}

/// Plays.
pub fn simulate(_: &Opening<Hearts>, _: Option<u32>, _: &[Style; 4], _: &mut WorldRng) -> Transcript<Hearts> {
    unimplemented!()
}
