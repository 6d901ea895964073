//! Examples by hand, and laws on simulated games.

#![expect(clippy::disallowed_methods, reason = "an independent check may use the platform's own logarithm: it compares to 1e-9")]

mod again;
mod brute;
mod dealing;
mod examples;
mod freeze;
mod fuzz;
mod kept;
mod laws;
mod midgame;
mod offers;
mod population;

use std::ops::Deref;

use serde_json::{Value, json};

use super::players::{Players, Readiness};
use super::{Catan, Event, Parameters, Setup};
use crate::belief::{Contradiction, Evidence, Piece};
use crate::rulesets::{self, Observer, Opening, Population, Profile, Refusal, Ruleset, SeatOpening};

/// An opening from JSON, as a client would send it.
pub(super) fn opening(seats: usize, setup: Value, parameters: Value) -> Opening<Catan> {
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let parameters: Parameters = serde_json::from_value(parameters).unwrap();
    let (setup, parameters) = Catan::resolve(setup, parameters, seats).unwrap();
    let seat = SeatOpening { person: String::new(), profile: Profile::default() };
    Opening { setup, parameters, seats: vec![seat; seats], population: Population::default() }
}

/// How ready somebody is of whom nothing is known.
fn stranger() -> Readiness {
    Players::new(&opening(2, json!({}), json!({}))).readiness(0).clone()
}

fn event(kind: &str, data: Value) -> Event {
    serde_json::from_value(json!({ kind: data })).unwrap()
}

/// One observer's belief with the table that it stands on, fed with JSON; it keeps the evidence of the last event.
struct Watch {
    watch: rulesets::Watch<'static, Catan>,
    pieces: Vec<Piece>,
}

impl Deref for Watch {
    type Target = rulesets::Watch<'static, Catan>;

    fn deref(&self) -> &Self::Target {
        &self.watch
    }
}

impl Watch {
    fn new(opening: Opening<Catan>, observer: Observer) -> Self {
        Self { watch: rulesets::Watch::new(Box::leak(Box::new(opening)), observer), pieces: Vec::new() }
    }

    fn spectator(seats: usize) -> Self {
        Self::new(opening(seats, json!({}), json!({})), Observer::Public)
    }

    fn check(&self, kind: &str, data: Value) -> Result<(), Refusal> {
        self.watch.check(&event(kind, data))
    }

    /// Takes an event with evidence on; a contradiction leaves everything as it was.
    fn try_event(&mut self, event: &Event) -> Result<(), Contradiction> {
        self.watch.check(event).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
        let mut evidence = Evidence::on();
        self.watch.see(event, &mut evidence)?;
        self.pieces = evidence.into_pieces();
        Ok(())
    }

    fn post(&mut self, kind: &str, data: Value) -> &mut Self {
        self.try_event(&event(kind, data)).unwrap_or_else(|contradiction| panic!("{kind}: {contradiction}"));
        self
    }

    fn contradiction(&mut self, kind: &str, data: Value) -> Contradiction {
        self.try_event(&event(kind, data)).expect_err("a contradiction")
    }

    fn p(&self, variable: &str, value: u32) -> f64 {
        let marginals = self.marginals();
        marginals.variables.iter().find(|m| m.id == variable).unwrap().p(&value.to_string())
    }

    fn answer(&self, query: Value) -> Value {
        let query = serde_json::from_value(query).unwrap();
        serde_json::to_value(self.watch.answer(&query).unwrap()).unwrap()
    }
}

#[track_caller]
fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}
