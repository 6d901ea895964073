//! The belief: against enumeration through simulated rounds, worked by hand, and with the truth inside.

mod brute;
mod contradictions;
mod evidence;
mod examples;
mod games;
mod layers;
mod queries;

use serde_json::{Value, json};

use super::{Belief, Event, Parameters, Rank, Setup, Table, Vinto, event::view};
use crate::belief::{Contradiction, Evidence, Piece};
use crate::rulesets::{Observer, Opening, Profile, Ruleset, Seat, SeatOpening};

/// An opening from JSON, as a client would send it.
fn opening(setup: Value, parameters: Value, seats: usize) -> Opening<Vinto> {
    let setup: Setup = serde_json::from_value(setup).expect("a setup");
    let parameters: Parameters = serde_json::from_value(parameters).expect("parameters");
    let (setup, parameters) = Vinto::resolve(setup, parameters, seats).expect("a table");
    let seat = SeatOpening { person: String::new(), profile: Profile::default() };
    Opening { setup, parameters, seats: vec![seat; seats] }
}

/// A rank by its name.
fn rank(name: &str) -> Rank {
    Rank::parse(name).expect("a rank")
}

/// An observer who is told events.
struct Watcher {
    opening: Opening<Vinto>,
    observer: Observer,
    table: Table,
    belief: Belief,
    /// Evidence of the last event.
    pieces: Vec<Piece>,
}

impl Watcher {
    fn new(opening: Opening<Vinto>, observer: Observer) -> Self {
        let (table, belief) = (Vinto::table(&opening), Vinto::prior(&opening, observer, 1));
        Self { opening, observer, table, belief, pieces: Vec::new() }
    }

    /// Takes an event as the observer sees it.
    fn take(&mut self, event: &Event) {
        if let Err(found) = self.tries(event) {
            panic!("{event:?}: {found}");
        }
    }

    fn tries(&mut self, event: &Event) -> Result<(), Contradiction> {
        Vinto::check(&self.table, event).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
        let seen = view(&self.opening.setup, event, self.observer);
        let mut evidence = Evidence::on();
        self.belief = Vinto::update(&self.belief, &self.table, &seen, 0, &mut evidence)?;
        self.table = self.table.after(&seen);
        self.pieces = evidence.into_pieces();
        Ok(())
    }

    /// Takes an event by its name and data.
    fn tell(&mut self, kind: &str, data: Value) {
        self.take(&event(kind, data));
    }

    /// P(rank) of a card in a row.
    fn p(&self, seat: Seat, position: u8, name: &str) -> f64 {
        let card = self.table.at(seat, position).expect("a card");
        self.belief.ranks(card)[rank(name).index()]
    }

    /// A draw that is thrown away, and the window after it, in which nobody tosses.
    fn passes(&mut self, seat: Seat, card: &str, eligible: &[Seat]) {
        self.tell("draw", json!({"seat": seat, "card": card}));
        self.tell("discard", json!({"seat": seat, "card": card}));
        self.tell("toss_window", json!({"ranks": [card], "eligible": eligible}));
    }
}

fn event(kind: &str, data: Value) -> Event {
    serde_json::from_value(json!({ kind: data })).expect("an event")
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} for {b}");
}
