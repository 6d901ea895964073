//! Credence: an event-sourced belief server for games with hidden information.

pub mod belief;
pub mod rulesets;
pub mod store;
