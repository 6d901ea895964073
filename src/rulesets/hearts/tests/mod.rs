//! Simulated deals under an independent referee, refusals by name, and conduct worked by hand.

mod borne_out;
mod brute;
mod conduct;
mod deals;
mod facts;
mod left_out;
mod play;
mod population;
mod refusals;
mod snapshots;
mod tastes;

use std::ops::{Deref, DerefMut};

use serde_json::{Value, json};

use super::event::view;
use super::{Card, CardSet, Event, Hearts, Parameters, Setup, Style, Table, simulate};
use crate::belief::{Contradiction, Evidence, seeded};
use crate::rulesets::{
    Conduct, Observer, Opening, Population, Posterior, Profile, PublicTable, Refusal, Ruleset, Seat, SeatOpening, Transcript,
    Watch,
};

/// An opening from JSON, as a client would send it.
fn opening(setup: Value) -> Opening<Hearts> {
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let (setup, parameters) = Hearts::resolve(setup, Parameters::default(), 4).unwrap();
    let seat = SeatOpening { person: String::new(), profile: Profile::default() };
    Opening { setup, parameters, seats: vec![seat; 4], population: Population::default() }
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

/// One observer's belief with the public table, in short words.
#[derive(Clone)]
struct Watcher(Watch<'static, Hearts>);

impl Deref for Watcher {
    type Target = Watch<'static, Hearts>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Watcher {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Watcher {
    fn new(observer: Observer, setup: Value, soft_weight: f64) -> Self {
        let mut opening = opening(setup);
        opening.parameters = Parameters { soft_weight: Some(soft_weight), ..Parameters::default() };
        Self(Watch::new(Box::leak(Box::new(opening)), observer))
    }

    fn public(setup: Value) -> Self {
        Self::new(Observer::Public, setup, 1.0)
    }

    /// Takes an event that the rules allow, and gives what it settled.
    fn take(&mut self, event: &Event) -> Result<Vec<Conduct>, Contradiction> {
        self.check(event).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
        self.see(event, &mut Evidence::off())
    }

    fn try_to(&mut self, kind: &str, data: Value) -> Result<Vec<Conduct>, Contradiction> {
        self.take(&event(kind, data))
    }

    fn report(&mut self, kind: &str, data: Value) -> Vec<Conduct> {
        self.try_to(kind, data).unwrap_or_else(|found| panic!("{found}"))
    }

    /// The plays of tricks in their order, each as `seat:card`.
    fn plays(&mut self, text: &str) {
        for play in text.split_whitespace() {
            self.play(play).unwrap_or_else(|found| panic!("{play}: {found}"));
        }
    }

    fn play(&mut self, play: &str) -> Result<(), Contradiction> {
        let (seat, card) = play.split_once(':').unwrap();
        self.try_to("play", json!({"seat": seat.parse::<Seat>().unwrap(), "card": card})).map(|_| ())
    }

    /// The table moves by a play that this observer's belief cannot take, and everybody else's can.
    fn leaves_out(&mut self, play: &str) {
        let (seat, card) = play.split_once(':').unwrap();
        let event = event("play", json!({"seat": seat.parse::<Seat>().unwrap(), "card": card}));
        self.take(&event).expect_err("it is left out for a contradiction");
        self.table = self.table.clone().advance(&event).0;
        self.belief.table_moved();
        self.at += 1;
    }

    fn pass(&mut self, to: impl Fn(Seat) -> Seat) {
        for seat in 0..4 {
            self.report("pass", json!({"seat": seat, "to": to(seat) % 4}));
        }
    }

    fn refusal(&self, kind: &str, data: Value) -> Refusal {
        self.check(&event(kind, data)).expect_err("a refusal")
    }

    fn holds(&self, seat: Seat, card: Card) -> f64 {
        self.belief.holds(&self.table, seat, card)
    }

    fn possible(&self, seat: Seat) -> CardSet {
        self.belief.solved(&self.table).possible(seat)
    }

    fn certain(&self, seat: Seat) -> CardSet {
        self.belief.solved(&self.table).certain(seat)
    }
}

/// A simulated game.
fn game(setup: Value, turns: Option<u32>, styles: &[Style; 4], seed: u64) -> Transcript<Hearts> {
    simulate(&opening(setup), turns, styles, &mut seeded(seed, 0))
}

/// Everything that a game settled.
fn settled_in(setup: Value, transcript: &Transcript<Hearts>) -> Vec<Conduct> {
    let opening = opening(setup);
    let mut table = Table::new(&opening);
    let mut settled = Vec::new();
    for event in &transcript.events {
        Hearts::check(&table, event).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
        let (next, conduct) = table.advance(&view(event, Observer::Public));
        table = next;
        settled.extend(conduct);
    }
    settled
}
