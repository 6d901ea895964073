//! Simulated games, folded through the erased API: what the laws of every ruleset stand on.

use std::sync::Arc;

use credence::belief::{Draws, Evidence, Marginals, Method, Piece};
use credence::rulesets::{ALL, AnyEvent, AnyGame, AnyRuleset, AnyWatch, EventRef, Observer, SeatOpening};
use serde_json::{Value, json};

/// A simulated game with its truth.
pub struct Played {
    /// Its ruleset.
    pub ruleset: &'static dyn AnyRuleset,
    /// Its rules and parameters.
    pub game: Arc<dyn AnyGame>,
    /// Type and data of each event, as the log would hold them.
    pub events: Vec<(String, Vec<u8>)>,
    /// The true world before the first event and after each.
    pub truth: Vec<Value>,
    /// Says which game this is in a failure.
    pub name: String,
}

/// Numbers of seats that a ruleset knows a table for.
pub fn tables(ruleset: &dyn AnyRuleset) -> Vec<usize> {
    let sizes: Vec<usize> = (1..=8).filter(|seats| ruleset.open(json!({}), json!({}), persons(*seats)).is_ok()).collect();
    assert!(!sizes.is_empty(), "{} knows no table of 1 to 8 seats", ruleset.key());
    sizes
}

fn persons(seats: usize) -> Vec<SeatOpening> {
    (0..seats).map(|seat| SeatOpening { person: format!("person-{seat}"), profile: Default::default() }).collect()
}

impl Played {
    /// A game from its seed, over at most so many turns.
    pub fn simulate(ruleset: &'static dyn AnyRuleset, seats: usize, turns: Option<u32>, seed: u64) -> Self {
        let name = format!("{} with {seats} seats, seed {seed}", ruleset.key());
        let simulated = ruleset.simulate(seats, turns, seed).unwrap_or_else(|error| panic!("{name}: {error}"));
        let opening = ruleset.open(json!({}), json!({}), persons(seats)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let game = ruleset.game(ruleset.schema(), opening).unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = |data: &Value| serde_json::to_vec(data).expect("JSON is serialisable");
        let events: Vec<_> = simulated.events.iter().map(|(kind, data)| (kind.clone(), text(data))).collect();
        assert!(!events.is_empty(), "{name}: nothing happened");
        assert_eq!(simulated.truth.len(), events.len() + 1, "{name}: a truth for each event and one before them");
        Self { ruleset, game, events, truth: simulated.truth, name }
    }

    /// Games of every ruleset: `seeds` of each, over its tables in turn.
    pub fn of_all(seeds: std::ops::Range<u64>, turns: Option<u32>) -> Vec<Self> {
        let games = |ruleset: &&'static dyn AnyRuleset| {
            let (ruleset, tables) = (*ruleset, tables(*ruleset));
            let games = seeds.clone().map(|seed| Self::simulate(ruleset, tables[seed as usize % tables.len()], turns, seed));
            games.collect::<Vec<_>>()
        };
        ALL.iter().flat_map(games).collect()
    }

    /// The spectator, each seat, and the referee.
    pub fn observers(&self) -> Vec<Observer> {
        let seats = (0..self.game.seats()).map(|seat| Observer::Seat(seat as u8));
        std::iter::once(Observer::Public).chain(seats).chain([Observer::Referee]).collect()
    }

    /// An event as the log holds it.
    pub fn event(&self, index: usize) -> EventRef<'_> {
        let (kind, data) = &self.events[index];
        EventRef { kind, schema: self.ruleset.schema(), data }
    }

    /// An event, decoded.
    pub fn decode(&self, event: EventRef<'_>) -> AnyEvent {
        self.game.decode(event).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// What an observer sees of an event, as JSON text.
    pub fn view(&self, index: usize, observer: Observer) -> Option<Vec<u8>> {
        let view = self.game.view(&self.decode(self.event(index)), observer);
        view.map(|view| serde_json::to_vec(&view).expect("JSON is serialisable"))
    }

    /// An observer's knowledge before the first event.
    pub fn begin(&self, observer: Observer) -> AnyWatch {
        AnyWatch::new(&self.game, observer)
    }

    /// Carries an observer's knowledge over an event, which it must be able to take.
    pub fn step(&self, watch: &AnyWatch, index: usize, event: EventRef<'_>) -> AnyWatch {
        self.see(watch, index, event, &mut Evidence::off())
    }

    /// The same, with the pieces of evidence.
    pub fn explained(&self, watch: &AnyWatch, index: usize, event: EventRef<'_>) -> (AnyWatch, Vec<Piece>) {
        let mut evidence = Evidence::on();
        let next = self.see(watch, index, event, &mut evidence);
        (next, evidence.into_pieces())
    }

    fn see(&self, watch: &AnyWatch, index: usize, event: EventRef<'_>, evidence: &mut Evidence) -> AnyWatch {
        let event = self.decode(event);
        watch.see(&event, evidence).unwrap_or_else(|contradiction| {
            // A belief that has lost mass may lack the true world; an exact one may not.
            let at = index + 1;
            assert_ne!(watch.quality().method, Method::Exact, "{}, revision {at}: {contradiction}", self.name);
            watch.leave_out(&event)
        })
    }

    /// An observer's knowledge after the events before `end`.
    pub fn fold(&self, observer: Observer, end: usize) -> AnyWatch {
        (0..end).fold(self.begin(observer), |watch, index| self.step(&watch, index, self.event(index)))
    }
}

/// Everything that is published of a belief, as JSON text: equal bytes mean equal bits.
pub fn bytes_of(marginals: &Marginals) -> Vec<u8> {
    let variables: Vec<Value> = marginals
        .variables
        .iter()
        .map(|m| json!([m.id, m.seat, m.instance, m.domain, m.derived, m.allowed, m.distribution]))
        .collect();
    let quality = &marginals.quality;
    let quality = json!([quality.method, quality.dropped_mass, quality.effective_sample_size]);
    serde_json::to_vec(&json!([variables, marginals.joint_entropy_bits, quality, marginals.detail]))
        .expect("JSON is serialisable")
}

/// Sampled worlds with their weights, as text.
pub fn worlds_of(watch: &AnyWatch, seed: u64, count: usize) -> Vec<(u64, String)> {
    let sampled = watch.sample(Draws { seed, count });
    assert_eq!(sampled.worlds.len(), count);
    sampled.worlds.into_iter().map(|(weight, world)| (weight.to_bits(), world.get().to_owned())).collect()
}

/// A sampled world, to be asked about.
pub fn world(text: &str) -> Value {
    serde_json::from_str(text).expect("a world is JSON")
}
