//! Examples by hand, and laws on simulated games.

#![expect(clippy::disallowed_methods, reason = "an independent check may use the platform's own logarithm: it compares to 1e-9")]

mod brute;
mod examples;
mod fuzz;
mod laws;
mod midgame;
mod population;

use serde_json::{Value, json};

use super::{Belief, Catan, Event, Parameters, Setup, Table};
use crate::belief::{Contradiction, Evidence, Marginals, Piece};
use crate::rulesets::{Observer, Opening, Profile, Refusal, Ruleset, SeatOpening};

/// An opening from JSON, as a client would send it.
fn opening(seats: usize, setup: Value, parameters: Value) -> Opening<Catan> {
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let parameters: Parameters = serde_json::from_value(parameters).unwrap();
    let (setup, parameters) = Catan::resolve(setup, parameters, seats).unwrap();
    let seat = SeatOpening { person: String::new(), profile: Profile::default() };
    Opening { setup, parameters, seats: vec![seat; seats] }
}

fn event(kind: &str, data: Value) -> Event {
    serde_json::from_value(json!({ kind: data })).unwrap()
}

/// One observer's fold of a game.
struct Watch {
    opening: Opening<Catan>,
    observer: Observer,
    table: Table,
    belief: Belief,
    pieces: Vec<Piece>,
    at: u64,
}

impl Watch {
    fn new(opening: Opening<Catan>, observer: Observer) -> Self {
        let (table, belief) = (Catan::table(&opening), Catan::prior(&opening, observer, 1));
        Self { opening, observer, table, belief, pieces: Vec::new(), at: 0 }
    }

    fn spectator(seats: usize) -> Self {
        Self::new(opening(seats, json!({}), json!({})), Observer::Public)
    }

    fn check(&self, kind: &str, data: Value) -> Result<(), Refusal> {
        Catan::check(&self.table, &event(kind, data))
    }

    /// Folds an event with evidence on; a contradiction leaves everything as it was.
    fn try_event(&mut self, event: &Event) -> Result<(), Contradiction> {
        Catan::check(&self.table, event).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
        self.at += 1;
        if let Some(view) = Catan::view(&self.opening, event, self.observer) {
            let mut evidence = Evidence::on();
            self.belief = Catan::update(&self.belief, &self.table, &view, self.at, &mut evidence)?;
            self.pieces = evidence.into_pieces();
        }
        if let Some(public) = Catan::view(&self.opening, event, Observer::Public) {
            self.table = Catan::advance(self.table.clone(), &public).0;
        }
        Ok(())
    }

    fn tell(&mut self, kind: &str, data: Value) -> &mut Self {
        self.try_event(&event(kind, data)).unwrap_or_else(|contradiction| panic!("{kind}: {contradiction}"));
        self
    }

    fn contradiction(&mut self, kind: &str, data: Value) -> Contradiction {
        self.try_event(&event(kind, data)).expect_err("a contradiction")
    }

    fn marginals(&self) -> Marginals {
        Catan::marginals(&self.belief)
    }

    fn p(&self, variable: &str, value: u32) -> f64 {
        let marginals = self.marginals();
        marginals.variables.iter().find(|m| m.id == variable).unwrap().p(&value.to_string())
    }

    fn answer(&self, query: Value) -> Value {
        let query = serde_json::from_value(query).unwrap();
        serde_json::to_value(Catan::answer(&self.belief, &self.table, &query).unwrap()).unwrap()
    }
}

#[track_caller]
fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}
