//! The rules and the simulator.

mod conduct;
mod course;
mod exhausted;
mod house;
mod population;
mod refusals;
mod shadow;
mod shifts;

use std::sync::Arc;

use serde_json::Value;

use crate::rulesets::Refusal;
use crate::rulesets::vinto::check::check;
use crate::rulesets::vinto::event::Event;
use crate::rulesets::vinto::setup::{Parameters, Setup, resolve};
use crate::rulesets::vinto::table::Table;

/// A table of this many seats with these house rules.
fn table(setup: &Value, seats: usize) -> Table {
    let setup: Setup = serde_json::from_value(setup.clone()).expect("a setup");
    let (setup, _) = resolve(setup, Parameters::default(), seats).expect("a playable table");
    Table::of(Arc::new(setup), seats)
}

/// An event as it stands in the log.
fn event(value: &Value) -> Event {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

/// The table after these events, each of which the rules allow.
fn after(table: Table, events: &[Value]) -> Table {
    events.iter().fold(table, |table, value| {
        let event = event(value);
        if let Err(refusal) = check(&table, &event) {
            panic!("{value}: {}: {refusal}", refusal.rule);
        }
        table.after(&event)
    })
}

/// What the rules say against an event.
fn refusal(table: &Table, value: &Value) -> Refusal {
    match check(table, &event(value)) {
        Err(refusal) => refusal,
        Ok(()) => panic!("{value} is allowed"),
    }
}
