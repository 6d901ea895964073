//! What a finished deal settles about how its players behave.

use super::event::DealEnd;
use super::table::Table;
use crate::rulesets::Conduct;

/// The observations that the end of a deal settles, at the table before it.
pub fn settled(_table: &Table, _end: &DealEnd) -> Vec<Conduct> {
    Vec::new()
}
