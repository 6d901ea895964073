//! What the clients know: every event that was acknowledged, at the revision that was answered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

use serde_json::Value;

use super::script::Script;

/// An event that was acknowledged.
#[derive(Clone, Debug, PartialEq)]
pub struct Acknowledged {
    /// Its id.
    pub id: String,
    /// Its type.
    pub kind: String,
    /// Its content.
    pub data: Value,
}

/// A game that a client has begun to send.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Whether its opening was acknowledged.
    pub opened: bool,
    /// The player in each seat.
    pub players: Vec<String>,
    /// What was acknowledged, in order: the first stands at revision 1.
    pub events: Vec<Acknowledged>,
    /// Ids that were refused for good.
    pub refused: BTreeSet<String>,
    /// Whether it was finished.
    pub finished: bool,
    /// The player who was forgotten.
    pub forgotten: Option<String>,
    /// A player and the name that it was given.
    pub named: Option<(String, String)>,
    /// What each event of the simulated game settles, by the event's id: seat and what is observed.
    pub settles: BTreeMap<String, Vec<(u64, String)>>,
}

impl Record {
    /// Revision of its last event.
    pub fn head(&self) -> u64 {
        self.events.len() as u64
    }

    /// Where an event stands.
    pub fn revision_of(&self, id: &str) -> Option<u64> {
        (1..).zip(&self.events).find(|(_, event)| event.id == id).map(|(revision, _)| revision)
    }
}

/// All games, by id.
#[derive(Debug, Default)]
pub struct Model(Mutex<BTreeMap<String, Record>>);

impl Model {
    /// All of it, for as long as nobody else asks.
    pub fn games(&self) -> MutexGuard<'_, BTreeMap<String, Record>> {
        self.0.lock().expect("nobody panicked while it was held")
    }

    /// A game that is about to be sent.
    pub fn begin(&self, script: &Script) {
        let record = Record { players: script.players.clone(), settles: script.settles.clone(), ..Record::default() };
        self.games().insert(script.id.clone(), record);
    }

    /// Looks at a game.
    pub fn of<T>(&self, game: &str, look: impl FnOnce(&mut Record) -> T) -> T {
        look(self.games().get_mut(game).expect("a game that was begun"))
    }
}
