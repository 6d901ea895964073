//! Simulated deals under an independent referee, refusals by name, and conduct worked by hand.

mod brute;
mod conduct;
mod deals;
mod facts;
mod play;
mod population;
mod refusals;

use serde_json::{Value, json};

use super::event::view;
use super::{Card, CardSet, Event, Hearts, Parameters, Setup, Style, Table, simulate};
use crate::belief::seeded;
use crate::rulesets::{Conduct, Observer, Opening, Profile, Refusal, Ruleset, Seat, SeatOpening, Transcript};

/// An opening from JSON, as a client would send it.
fn opening(setup: Value) -> Opening<Hearts> {
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let (setup, parameters) = Hearts::resolve(setup, Parameters::default(), 4).unwrap();
    let seat = SeatOpening { person: String::new(), profile: Profile::default() };
    Opening { setup, parameters, seats: vec![seat; 4] }
}

fn event(kind: &str, data: Value) -> Event {
    serde_json::from_value(json!({ kind: data })).unwrap()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Cards separated by blanks.
fn cards(text: &str) -> CardSet {
    text.split_whitespace().map(card).collect()
}

/// A table that events are told to.
struct Watch(Table);

impl Watch {
    fn new(setup: Value) -> Self {
        Self(Hearts::table(&opening(setup)))
    }

    /// Takes an event as the public sees it, and gives what it settled.
    fn take(&mut self, event: &Event) -> Vec<Conduct> {
        Hearts::check(&self.0, event).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
        let (table, conduct) = Hearts::advance(self.0.clone(), &view(event, Observer::Public));
        self.0 = table;
        conduct
    }

    fn tell(&mut self, kind: &str, data: Value) -> Vec<Conduct> {
        self.take(&event(kind, data))
    }

    /// The tricks of a deal, one a line, each play as `seat:card`.
    fn tricks(&mut self, text: &str) {
        for play in text.split_whitespace() {
            let (seat, card) = play.split_once(':').unwrap();
            self.tell("play", json!({"seat": seat.parse::<Seat>().unwrap(), "card": card}));
        }
    }

    fn pass(&mut self, to: impl Fn(Seat) -> Seat) {
        for seat in 0..4 {
            self.tell("pass", json!({"seat": seat, "to": to(seat) % 4}));
        }
    }

    fn refusal(&self, kind: &str, data: Value) -> Refusal {
        Hearts::check(&self.0, &event(kind, data)).expect_err("a refusal")
    }
}

/// A simulated game.
fn game(setup: Value, turns: Option<u32>, styles: &[Style; 4], seed: u64) -> Transcript<Hearts> {
    simulate(&opening(setup), turns, styles, &mut seeded(seed, 0))
}

/// Everything that a game settled.
fn settled_in(setup: Value, transcript: &Transcript<Hearts>) -> Vec<Conduct> {
    let mut watch = Watch::new(setup);
    transcript.events.iter().flat_map(|event| watch.take(event)).collect()
}
