//! Examples by hand, brute force, and what the model is worth on simulated games.

#![expect(clippy::disallowed_methods, reason = "an independent check may use the platform's own powers: it compares to 1e-9")]

mod brute;
mod conduct;
mod damaged;
mod examples;
mod history;
mod model;
mod population;
mod rules;
mod variants;

use serde_json::{Value, json};

use super::{Belief, Event, LiarsDice, Parameters, Setup, Table};
use crate::belief::{Contradiction, Evidence, Piece};
use crate::rulesets::{Conduct, Observer, Opening, Profile, Refusal, Ruleset, SeatOpening};

/// An opening from JSON, as a client would send it.
fn opening(seats: usize, setup: Value, parameters: Value) -> Opening<LiarsDice> {
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let parameters: Parameters = serde_json::from_value(parameters).unwrap();
    let (setup, parameters) = LiarsDice::resolve(setup, parameters, seats).unwrap();
    let seat = SeatOpening { person: String::new(), profile: Profile::default() };
    Opening { setup, parameters, seats: vec![seat; seats] }
}

fn event(kind: &str, data: Value) -> Event {
    serde_json::from_value(json!({ kind: data })).unwrap()
}

/// One observer's fold of a game.
struct Watch {
    opening: Opening<LiarsDice>,
    observer: Observer,
    table: Table,
    belief: Belief,
    pieces: Vec<Piece>,
    conduct: Vec<Conduct>,
}

impl Watch {
    fn new(opening: Opening<LiarsDice>, observer: Observer) -> Self {
        let (table, belief) = (LiarsDice::table(&opening), LiarsDice::prior(&opening, observer, 1));
        Self { opening, observer, table, belief, pieces: Vec::new(), conduct: Vec::new() }
    }

    /// The default table.
    fn of(seats: usize, observer: Observer) -> Self {
        Self::new(opening(seats, json!({}), json!({})), observer)
    }

    fn check(&self, kind: &str, data: Value) -> Result<(), Refusal> {
        LiarsDice::check(&self.table, &event(kind, data))
    }

    #[track_caller]
    fn refused(&self, kind: &str, data: Value) -> &'static str {
        self.check(kind, data).expect_err("a refusal").rule
    }

    fn try_event(&mut self, event: &Event) -> Result<(), Contradiction> {
        LiarsDice::check(&self.table, event).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
        self.follow(event)
    }

    /// Folds an event with evidence on, and asks no rule.
    fn follow(&mut self, event: &Event) -> Result<(), Contradiction> {
        self.fold(event, Evidence::on())
    }

    /// Folds an event without evidence.
    fn quickly(&mut self, event: &Event) {
        self.fold(event, Evidence::off()).unwrap();
    }

    fn fold(&mut self, event: &Event, mut evidence: Evidence) -> Result<(), Contradiction> {
        if let Some(view) = LiarsDice::view(&self.opening, event, self.observer) {
            self.belief = LiarsDice::update(&self.belief, &self.table, &view, 1, &mut evidence)?;
            self.pieces = evidence.into_pieces();
        }
        if let Some(public) = LiarsDice::view(&self.opening, event, Observer::Public) {
            let (table, conduct) = LiarsDice::advance(self.table.clone(), &public);
            self.table = table;
            self.conduct.extend(conduct);
        }
        Ok(())
    }

    #[track_caller]
    fn tell(&mut self, kind: &str, data: Value) -> &mut Self {
        self.try_event(&event(kind, data)).unwrap_or_else(|contradiction| panic!("{kind}: {contradiction}"));
        self
    }

    fn bid(&mut self, seat: u8, quantity: u8, face: u8) -> &mut Self {
        self.tell("bid", json!({"seat": seat, "quantity": quantity, "face": face}))
    }

    fn answer(&self, query: Value) -> Value {
        let query: super::Query = serde_json::from_value(query).unwrap();
        let answer = serde_json::to_value(LiarsDice::answer(&self.belief, &self.table, &query).unwrap()).unwrap();
        answer.as_object().unwrap().values().next().unwrap().clone()
    }
}

fn close(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() < within, "{a} is not {b}");
}
