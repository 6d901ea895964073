//! Pokémon Showdown's battle protocol: verbatim lines become messages with a meaning. Version 1.
//!
//! A line that this parser does not understand is a [`Message::Unknown`]: it is counted, and changes nothing. No text makes it panic.
//! The protocol is documented in smogon/pokemon-showdown, `sim/SIM-PROTOCOL.md`.

mod line;
mod message;
#[cfg(test)]
mod tests;

pub use line::{Cause, Condition, Details, Effect, Ident, Status, id};
pub use message::{Message, Stat, Tags};
