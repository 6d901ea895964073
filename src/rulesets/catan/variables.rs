//! The ids of hidden variables.

use super::bundle::{Amounts, DevCard, Resource};
use crate::rulesets::Seat;

/// Id of a resource variable.
pub fn variable(seat: u8, resource: Resource) -> String {
    format!("seat:{seat}/{}", resource.name())
}

/// Id of a development card variable.
pub fn dev_variable(seat: u8, card: DevCard) -> String {
    format!("seat:{seat}/dev_cards/{}", card.name())
}

/// Ids of a seat's variables for the resources that `counts` names.
pub fn variables(seat: u8, counts: &Amounts) -> Vec<String> {
    Resource::ALL.into_iter().filter(|resource| counts[*resource as usize] > 0).map(|resource| variable(seat, resource)).collect()
}

/// Ids of a seat's variables for some development cards.
pub fn dev_variables(seat: Seat, cards: &[DevCard]) -> Vec<String> {
    cards.iter().map(|card| dev_variable(seat, *card)).collect()
}
