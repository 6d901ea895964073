//! The kinds of evidence, each in a file: in which situation it speaks, of which cards and ranks, and what it says to people.
//!
//! What a seat does says nothing of a card that it did not look at: soft evidence speaks of cards that the seat has seen and the observer has not.

pub mod direct_observation;
pub mod king_declaration;
pub mod no_toss_in;
pub mod swap_behavior;
pub mod toss_in_failure;
pub mod vinto_call;

use super::fold::Situation;
use super::instance::Instance;

/// A position in words.
fn place(now: &Situation<'_>, card: Instance) -> String {
    match now.table.place(card) {
        Some((seat, position)) => format!("seat {seat}'s card at position {position}"),
        None => "the card".to_owned(),
    }
}
