//! The belief: against enumeration through simulated rounds, worked by hand, and with the truth inside.

mod brute;
mod contradictions;
mod evidence;
mod examples;
mod frozen;
mod games;
mod hindsight;
mod layers;
mod left_out;
mod listener;
mod long_round;
mod queries;
mod seen_by_all;
mod sentences;
mod sum_over_ways;
mod throws;

use std::ops::Deref;

use serde_json::{Value, json};

use crate::belief::{Contradiction, Evidence, Piece};
use crate::rulesets::vinto::{Belief, Event, Instance, Parameters, Rank, Setup, Table, Vinto, event::view};
use crate::rulesets::{Observer, Opening, Population, Posterior, Profile, PublicTable, Ruleset, Seat, SeatOpening, Watch};

/// An opening from JSON, as a client would send it.
fn opening(setup: Value, parameters: Value, seats: usize) -> Opening<Vinto> {
    let setup: Setup = serde_json::from_value(setup).expect("a setup");
    let parameters: Parameters = serde_json::from_value(parameters).expect("parameters");
    let (setup, parameters) = Vinto::resolve(setup, parameters, seats).expect("a table");
    let seat = SeatOpening { person: String::new(), profile: Profile::default() };
    Opening { setup, parameters, seats: vec![seat; seats], population: Population::default() }
}

/// A rank by its name.
fn rank(name: &str) -> Rank {
    Rank::parse(name).expect("a rank")
}

/// A watch whose events the rules allow, with the evidence of the last one.
struct Watcher {
    watch: Watch<'static, Vinto>,
    pieces: Vec<Piece>,
}

impl Deref for Watcher {
    type Target = Watch<'static, Vinto>;

    fn deref(&self) -> &Self::Target {
        &self.watch
    }
}

impl Watcher {
    fn new(opening: Opening<Vinto>, observer: Observer) -> Self {
        Self { watch: Watch::new(Box::leak(Box::new(opening)), observer), pieces: Vec::new() }
    }

    /// Takes an event as the observer sees it.
    fn take(&mut self, event: &Event) {
        if let Err(found) = self.tries(event) {
            panic!("{event:?}: {found}");
        }
    }

    fn tries(&mut self, event: &Event) -> Result<(), Contradiction> {
        self.watch.check(event).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
        let mut evidence = Evidence::on();
        self.watch.see(event, &mut evidence)?;
        self.pieces = evidence.into_pieces();
        Ok(())
    }

    /// Takes an event by its name and data.
    fn report(&mut self, kind: &str, data: Value) {
        self.take(&event(kind, data));
    }

    /// P(rank) of a card, by its instance.
    fn of(&self, card: Instance, name: &str) -> f64 {
        self.belief.ranks(&self.table, card)[rank(name).index()]
    }

    /// P(rank) of a card in a row.
    fn p(&self, seat: Seat, position: u8, name: &str) -> f64 {
        self.of(self.table.at(seat, position).expect("a card"), name)
    }

    /// A draw that is thrown away, and the window after it, in which nobody tosses.
    fn passes(&mut self, seat: Seat, card: &str, eligible: &[Seat]) {
        self.report("draw", json!({"seat": seat, "card": card}));
        self.report("discard", json!({"seat": seat, "card": card}));
        self.report("toss_window", json!({"ranks": [card], "eligible": eligible}));
    }
}

fn event(kind: &str, data: Value) -> Event {
    serde_json::from_value(json!({ kind: data })).expect("an event")
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} for {b}");
}
