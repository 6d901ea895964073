//! Trust in players, by the formula of an earlier tracker: it rises where their bids were accurate.
//!
//! It measures hand luck and the number of dice as well as honesty.

use super::LiarsDice;
use super::hands::Hand;
use super::setup::MOST_SEATS;
use crate::rulesets::Opening;

/// Trust in a player never seen.
pub const START: f64 = 0.5;

/// Trust in each seat: each revealed round in which it bid adds rate x (accuracy - 0.5); kept in [0, 1].
#[derive(Clone, Debug, PartialEq)]
pub struct Trusts {
    rate: f64,
    values: [f64; MOST_SEATS],
}

impl Trusts {
    /// Trust when the game opens: that of each profile.
    #[must_use]
    pub fn new(opening: &Opening<LiarsDice>) -> Self {
        let rate = opening.parameters.rate();
        let profile = |seat: usize| opening.seats.get(seat).and_then(|seat| seat.profile.trust.as_ref());
        Self { rate, values: std::array::from_fn(|seat| profile(seat).map_or(START, |trust| trust.at_rate(rate))) }
    }

    /// Trust in a seat.
    #[must_use]
    pub fn of(&self, seat: usize) -> f64 {
        self.values.get(seat).copied().unwrap_or(START)
    }

    /// A round was revealed, in which these seats bid with these accuracies.
    pub fn learn(&mut self, accuracies: impl Iterator<Item = (usize, f64)>) {
        for (seat, accuracy) in accuracies {
            if let Some(trust) = self.values.get_mut(seat) {
                *trust = (*trust + self.rate * (accuracy - 0.5)).clamp(0.0, 1.0);
            }
        }
    }
}

/// Accuracy of one bid: min(1, 2 x own dice that show the face / own dice). Wild dice do not count.
pub fn accuracy(hand: &Hand, face: usize) -> f64 {
    let dice: u8 = hand.iter().sum();
    (2.0 * f64::from(hand[face]) / f64::from(dice.max(1))).min(1.0)
}
