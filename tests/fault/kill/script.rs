//! What a client sends for one game: a real simulated game, with notes, retractions, known ids and readings between. It follows from the
//! seed alone.

use std::collections::{BTreeMap, VecDeque};
use std::sync::LazyLock;

use credence::belief::{WorldRng, seeded};
use credence::rulesets::ALL;
use rand::RngExt;
use serde_json::{Value, json};

use crate::harness::{Played, settled_in, tables};

/// Players who sit in games of all clients.
pub const PLAYERS: usize = 9;
/// Notes that make a game so long that it gets snapshots.
const MANY_NOTES: usize = 1_150;
/// Whose belief is asked for.
pub const OBSERVERS: [&str; 3] = ["public", "seat:0", "referee"];

static TABLES: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let known = |ruleset: &&'static dyn credence::rulesets::AnyRuleset| -> Vec<usize> {
        tables(*ruleset).into_iter().filter(|seats| *seats <= 6).collect()
    };
    ALL.iter().map(known).collect()
});

/// An event to be sent.
#[derive(Clone, Debug)]
pub enum Event {
    /// Of the simulated game, a note, or the end: id, type and content.
    Plain(String, &'static str, Value),
    /// Of the simulated game.
    Played(String, String, Value),
    /// Takes an event back, named by its id; the same event stands instead, where that is asked for.
    Retract(String, bool),
}

/// The revision that an append says the game must be at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfMatch {
    /// It says none.
    None,
    /// That which it is at.
    Right,
    /// One that has passed: it must be refused.
    Past,
}

/// A request.
#[derive(Clone, Debug)]
pub enum Step {
    /// Opens the game.
    Open,
    /// Appends events, behind some that are known already.
    Append {
        /// So many of the last acknowledged ones are sent again.
        known: usize,
        /// New ones.
        events: Vec<Event>,
        /// What the game must be at.
        if_match: IfMatch,
        /// Whose belief is asked for with it.
        observer: Option<&'static str>,
    },
    /// Reads a belief.
    Read(&'static str),
    /// Names a player.
    Name(String, String),
    /// Forgets a player.
    Forget(String),
}

/// A game, and all that is sent for it.
pub struct Script {
    /// Its id.
    pub id: String,
    /// Its ruleset.
    pub ruleset: &'static str,
    /// The player in each seat.
    pub players: Vec<String>,
    /// In order.
    pub steps: VecDeque<Step>,
    /// What each of its events settles, by the event's id: seat and what is observed.
    pub settles: BTreeMap<String, Vec<(u64, String)>>,
}

impl Script {
    /// The game of a client's number.
    pub fn of(seed: u64, client: u64, number: u64) -> Self {
        let mut rng = seeded(seed, (1 << 40) + (client << 24) + number);
        let which = rng.random_range(0..ALL.len());
        let sizes = &TABLES[which];
        let seats = sizes[rng.random_range(0..sizes.len())];
        let turns = rng.random_range(4..=16);
        let played = Played::simulate(ALL[which], seats, Some(turns), rng.random_range(0..1 << 40));
        let id = format!("g-{client}-{number}");
        let first = rng.random_range(0..PLAYERS);
        let mut players: Vec<String> = (0..seats).map(|seat| format!("p{}", (first + seat) % PLAYERS)).collect();
        let (mortal, named) = (rng.random_range(0..6) == 0, rng.random_range(0..6) == 0);
        if mortal {
            players[0] = format!("mortal-{client}-{number}");
        }
        let mut settles: BTreeMap<String, Vec<(u64, String)>> = BTreeMap::new();
        for (_, revision, seat, observed) in settled_in(&played, &id).into_values().flatten() {
            settles.entry(format!("e{}", revision - 1)).or_default().push((seat, observed));
        }
        let mut script = Self { id, ruleset: ALL[which].key(), players, steps: VecDeque::from([Step::Open]), settles };
        if named {
            let player = format!("named-{client}-{number}");
            script.steps.push_back(Step::Name(player, format!("Nom {number}")));
        }
        script.send(&mut rng, &played);
        if mortal {
            let place = rng.random_range(1..=script.steps.len());
            let player = script.players[0].clone();
            script.steps.insert(place, Step::Forget(player));
        }
        script
    }

    fn send(&mut self, rng: &mut WorldRng, played: &Played) {
        let long = rng.random_range(0..10) == 0;
        let batches = played.events.len() / 8 + 1;
        let (mut notes, mut retracted, mut waiting, mut size) = (0, 0, Vec::new(), batch_size(rng));
        for (index, (kind, data)) in played.events.iter().enumerate() {
            let data = serde_json::from_slice(data).expect("JSON");
            waiting.push(Event::Played(format!("e{index}"), kind.clone(), data));
            if rng.random_range(0..8) == 0 {
                waiting.push(note(&mut notes));
            }
            if waiting.len() >= size {
                self.batch(rng, std::mem::take(&mut waiting));
                size = batch_size(rng);
                match rng.random_range(0..24) {
                    // Each only once: the id of a retraction follows from what it takes back.
                    0 if notes > retracted => {
                        self.retract(format!("n{}", notes - 1), false);
                        retracted = notes;
                    }
                    1 => self.retract(format!("e{index}"), true),
                    _ => {}
                }
                while long && notes < MANY_NOTES && rng.random_range(0..MANY_NOTES / 20 / batches + 2) != 0 {
                    let many = (0..20).map(|_| note(&mut notes)).collect();
                    self.batch(rng, many);
                }
            }
        }
        if !waiting.is_empty() {
            self.batch(rng, waiting);
        }
        if rng.random_range(0..3) == 0 {
            for index in (0..played.events.len()).rev().take(3) {
                self.retract(format!("e{index}"), false);
            }
        }
        let has_end = played.events.iter().any(|(kind, _)| kind == "finish");
        if !has_end && rng.random() {
            self.batch(rng, vec![Event::Plain("end".to_owned(), "finish", json!({}))]);
            let last = note(&mut notes);
            self.batch(rng, vec![last]);
        }
    }

    /// A batch of new events, now and then with known ones before them, sent twice, or read after.
    fn batch(&mut self, rng: &mut WorldRng, mut events: Vec<Event>) {
        events.truncate(20);
        let observer = (rng.random_range(0..10) == 0).then(|| OBSERVERS[rng.random_range(0..OBSERVERS.len())]);
        let known = if rng.random_range(0..8) == 0 { rng.random_range(1..=5) } else { 0 };
        if rng.random_range(0..15) == 0 {
            self.append(0, events.clone(), IfMatch::Past, None);
        }
        let if_match = if rng.random_range(0..6) == 0 { IfMatch::Right } else { IfMatch::None };
        self.append(known, events, if_match, observer);
        if rng.random_range(0..10) == 0 {
            self.append(rng.random_range(1..=20), Vec::new(), IfMatch::None, None);
        }
        if rng.random_range(0..6) == 0 {
            self.steps.push_back(Step::Read(OBSERVERS[rng.random_range(0..OBSERVERS.len())]));
        }
    }

    /// A retraction may be refused. With a revision, an earlier sending that arrives late is refused as well.
    fn retract(&mut self, id: String, instead: bool) {
        self.append(0, vec![Event::Retract(id, instead)], IfMatch::Right, None);
    }

    fn append(&mut self, known: usize, events: Vec<Event>, if_match: IfMatch, observer: Option<&'static str>) {
        self.steps.push_back(Step::Append { known, events, if_match, observer });
    }
}

fn batch_size(rng: &mut WorldRng) -> usize {
    if rng.random_range(0..5) < 2 { 1 } else { rng.random_range(2..=19) }
}

fn note(notes: &mut usize) -> Event {
    let id = format!("n{notes}");
    *notes += 1;
    let text = json!({"text": id});
    Event::Plain(id, "note", text)
}
