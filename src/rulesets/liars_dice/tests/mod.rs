//! Examples by hand, brute force, and what the model is worth on simulated games.

#![expect(clippy::disallowed_methods, reason = "an independent check may use the platform's own powers: it compares to 1e-9")]

mod brute;
mod choices;
mod conduct;
mod damaged;
mod examples;
mod freeze;
mod history;
mod long;
mod model;
mod population;
mod rules;
mod variants;

use std::ops::{Deref, DerefMut};

use serde_json::{Value, json};

use super::{Event, LiarsDice, Parameters, Setup};
use crate::belief::{Contradiction, Evidence, Piece};
use crate::rulesets::{self, Conduct, Observer, Opening, Population, Profile, Refusal, Ruleset, SeatOpening};

/// An opening from JSON, as a client would send it.
fn opening(seats: usize, setup: Value, parameters: Value) -> Opening<LiarsDice> {
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let parameters: Parameters = serde_json::from_value(parameters).unwrap();
    let (setup, parameters) = LiarsDice::resolve(setup, parameters, seats).unwrap();
    let seat = SeatOpening { person: String::new(), profile: Profile::default() };
    Opening { setup, parameters, seats: vec![seat; seats], population: Population::default() }
}

fn event(kind: &str, data: Value) -> Event {
    serde_json::from_value(json!({ kind: data })).unwrap()
}

/// One observer's belief and its table, with the evidence of the last event and all that was settled.
struct Watch {
    watch: rulesets::Watch<'static, LiarsDice>,
    pieces: Vec<Piece>,
    conduct: Vec<Conduct>,
}

impl Deref for Watch {
    type Target = rulesets::Watch<'static, LiarsDice>;

    fn deref(&self) -> &Self::Target {
        &self.watch
    }
}

impl DerefMut for Watch {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.watch
    }
}

impl Watch {
    fn new(opening: Opening<LiarsDice>, observer: Observer) -> Self {
        let watch = rulesets::Watch::new(Box::leak(Box::new(opening)), observer);
        Self { watch, pieces: Vec::new(), conduct: Vec::new() }
    }

    /// The default table.
    fn of(seats: usize, observer: Observer) -> Self {
        Self::new(opening(seats, json!({}), json!({})), observer)
    }

    fn check(&self, kind: &str, data: Value) -> Result<(), Refusal> {
        self.watch.check(&event(kind, data))
    }

    #[track_caller]
    fn refused(&self, kind: &str, data: Value) -> &'static str {
        self.check(kind, data).expect_err("a refusal").rule
    }

    fn try_event(&mut self, event: &Event) -> Result<(), Contradiction> {
        self.watch.check(event).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
        self.follow(event)
    }

    /// Takes an event in with evidence on, and asks no rule.
    fn follow(&mut self, event: &Event) -> Result<(), Contradiction> {
        self.see(event, Evidence::on())
    }

    /// Takes an event in without evidence.
    fn quickly(&mut self, event: &Event) {
        self.see(event, Evidence::off()).unwrap();
    }

    fn see(&mut self, event: &Event, mut evidence: Evidence) -> Result<(), Contradiction> {
        self.conduct.extend(self.watch.see(event, &mut evidence)?);
        self.pieces = evidence.into_pieces();
        Ok(())
    }

    #[track_caller]
    fn report(&mut self, kind: &str, data: Value) -> &mut Self {
        self.try_event(&event(kind, data)).unwrap_or_else(|contradiction| panic!("{kind}: {contradiction}"));
        self
    }

    fn bid(&mut self, seat: u8, quantity: u8, face: u8) -> &mut Self {
        self.report("bid", json!({"seat": seat, "quantity": quantity, "face": face}))
    }

    fn answer(&self, query: Value) -> Value {
        let query: super::Query = serde_json::from_value(query).unwrap();
        let answer = serde_json::to_value(self.watch.answer(&query).unwrap()).unwrap();
        answer.as_object().unwrap().values().next().unwrap().clone()
    }
}

fn close(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() < within, "{a} is not {b}");
}
