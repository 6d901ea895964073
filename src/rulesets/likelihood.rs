//! A guessed number, with its name and its reason.

use serde::Serialize;

/// A guessed number of a soft likelihood. Evidence names it in [`Piece::parameters`](crate::belief::Piece), with the value that was
/// used: a game may let its parameters or a player's profile replace the shipped one.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Likelihood {
    /// Its name, as evidence gives it in `parameters`.
    pub name: &'static str,
    /// Its value, above 0: a probability, a ratio of two, or an exponent, as `reason` says.
    pub value: f64,
    /// What it says, and why this value.
    pub reason: &'static str,
}
