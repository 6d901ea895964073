//! How simulated players of Catan differ from each other.

use crate::belief::{WorldRng, below, one_of};
use crate::rulesets::Seat;

/// Whom a player robs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Robs {
    /// Anyone who holds cards.
    Anyone,
    /// A largest hand.
    LargestHand,
    /// Whom it robbed last, while that seat holds cards.
    SameVictim,
}

/// How a player behaves towards others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manners {
    /// Whom it robs.
    pub robs: Robs,
    /// P(it accepts an offer that it can meet).
    pub accepts: f64,
}

impl Manners {
    /// What a player without habits does.
    pub const USUAL: Self = Self { robs: Robs::Anyone, accepts: 0.4 };

    /// A person of the population: each habit is as likely as the others, and so is being stubborn, usual or obliging.
    #[must_use]
    pub fn draw(rng: &mut WorldRng) -> Self {
        let robs = [Robs::Anyone, Robs::LargestHand, Robs::SameVictim][below(3, rng)];
        Self { robs, accepts: [0.1, 0.4, 0.8][below(3, rng)] }
    }

    /// Whom it robs, of seats with the sizes of their hands.
    pub(super) fn victim(self, seats: &[(Seat, i32)], last: Option<Seat>, rng: &mut WorldRng) -> Option<Seat> {
        let largest = seats.iter().map(|(_, size)| *size).max()?;
        let choices: Vec<Seat> = match self.robs {
            Robs::LargestHand => seats.iter().filter(|(_, size)| *size == largest).map(|(seat, _)| *seat).collect(),
            Robs::SameVictim if seats.iter().any(|(seat, _)| Some(*seat) == last) => last.into_iter().collect(),
            Robs::Anyone | Robs::SameVictim => seats.iter().map(|(seat, _)| *seat).collect(),
        };
        one_of(&choices, rng)
    }
}
