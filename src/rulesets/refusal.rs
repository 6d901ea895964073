//! Refusals, and the checks that games have in common.

use super::places::Seat;

/// The event, setup or question breaks a named rule of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Refusal {
    /// Name of the rule, in snake case; stable, for programs.
    pub rule: &'static str,
    /// What is wrong and what would be right, for people.
    pub detail: String,
}

impl Refusal {
    /// A refusal by a named rule.
    pub fn new(rule: &'static str, detail: impl Into<String>) -> Self {
        Self { rule, detail: detail.into() }
    }
}

/// Whether rules are kept.
pub type Checked = Result<(), Refusal>;

/// Refuses: a rule is broken.
///
/// # Errors
/// Always: the refusal.
pub fn refuse<T>(rule: &'static str, detail: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(rule, detail))
}

/// A rule is kept, or else it is broken as `detail` says.
///
/// # Errors
/// The rule, where it does not hold.
pub fn rule<D: Into<String>>(name: &'static str, holds: bool, detail: impl FnOnce() -> D) -> Checked {
    if holds { Ok(()) } else { refuse(name, detail()) }
}

/// A number of a setup or of parameters is within its range. `range` is the range in words, such as `0 to 4`.
///
/// # Errors
/// The rule of the number's name, where it does not hold.
pub fn in_range(name: &'static str, holds: bool, range: &str) -> Checked {
    rule(name, holds, || format!("{name} must be {range}"))
}

/// The seat is at a table of so many.
///
/// # Errors
/// `unknown_seat`.
pub fn seated(seat: Seat, seats: u8) -> Checked {
    rule("unknown_seat", seat < seats, || format!("there is no seat {seat}: the table has {seats}, and they count from 0"))
}
