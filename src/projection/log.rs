//! A game's log in memory: each event decoded once, with what it means to a fold.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Error, Growing};
use crate::rulesets::{AnyEvent, AnyGame, EventRef, Revision, decode};

/// Type of the event that opens a game, at revision 0.
pub const OPENING: &str = "opening";
/// Type of the event that takes another one back.
pub const RETRACT: &str = "retract";
/// Type of the event that holds a remark.
pub const NOTE: &str = "note";
/// Type of the event that ends a game.
pub const FINISH: &str = "finish";

/// An event of the ruleset, decoded.
#[derive(Clone)]
pub struct GameEvent {
    /// Its type.
    pub kind: Arc<str>,
    /// Its content.
    pub event: AnyEvent,
}

/// What a retraction says.
#[derive(Clone)]
pub struct Retraction {
    /// The event that was wrong.
    pub revision: Revision,
    /// Why, for people.
    pub reason: String,
    /// What is right in its place; `None` where nothing is.
    pub instead: Option<GameEvent>,
}

/// What an event means to a fold.
#[derive(Clone)]
pub enum Meaning {
    /// It opened the game. Its data is that of revision 0.
    Opening(Arc<Value>),
    /// It is the ruleset's.
    Event(GameEvent),
    /// It takes another one back.
    Retraction(Arc<Retraction>),
    /// It is a remark.
    Note(Arc<str>),
    /// It ended the game.
    Finish,
}

/// An event as it stands in the log, as far as a fold needs it: where and how it is stored is not known here.
#[derive(Clone, Copy, Debug)]
pub struct Recorded<'a> {
    /// Its place in the stream.
    pub revision: Revision,
    /// Its type.
    pub kind: &'a str,
    /// The schema that its data was written with.
    pub schema: u32,
    /// Its data as JSON text; `None` once erased.
    pub data: Option<&'a [u8]>,
}

impl Meaning {
    /// Decodes a recorded event.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it was erased or does not decode.
    pub fn of(game: &dyn AnyGame, recorded: Recorded<'_>) -> Result<Self, Error> {
        let damaged = |what: &dyn std::fmt::Display| Error::Damaged(format!("revision {}: {what}", recorded.revision));
        let data = recorded.data.ok_or_else(|| damaged(&"its content was erased"))?;
        Ok(match recorded.kind {
            OPENING => Self::Opening(Arc::new(serde_json::from_slice(data).map_err(|error| damaged(&error))?)),
            NOTE => {
                let note: Note = serde_json::from_slice(data).map_err(|error| damaged(&error))?;
                Self::Note(note.text.into())
            }
            FINISH => Self::Finish,
            RETRACT => {
                let schema = recorded.schema;
                let read = |kind: &str, data: &[u8]| game.decode(EventRef { kind, schema, data }).map_err(Error::from);
                Self::Retraction(Arc::new(read_retraction(data, read).map_err(|error| damaged(&error))?))
            }
            kind => {
                let event = game.decode(EventRef { kind, schema: recorded.schema, data }).map_err(|error| damaged(&error))?;
                Self::Event(GameEvent { kind: kind.into(), event })
            }
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Note {
    pub text: String,
}

/// Reads the data of a retraction; `read` decodes the event that stands instead.
///
/// # Errors
/// Names the place and what was expected there, below `/data`; or what `read` says.
pub fn read_retraction(data: &[u8], read: impl FnOnce(&str, &[u8]) -> Result<AnyEvent, Error>) -> Result<Retraction, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Data {
        revision: Revision,
        reason: String,
        instead: Option<Instead>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Instead {
        r#type: String,
        data: Map<String, Value>,
    }
    let data = serde_json::from_slice(data).map_err(|error| Error::malformed("/data", error.to_string()))?;
    let data: Data = decode(data).map_err(|error| Error::rejected("/data", error.into()))?;
    let instead = match data.instead {
        None => None,
        Some(instead) => {
            let text = serde_json::to_vec(&instead.data).expect("JSON values are serialisable");
            Some(GameEvent { event: read(&instead.r#type, &text)?, kind: instead.r#type.into() })
        }
    };
    Ok(Retraction { revision: data.revision, reason: data.reason, instead })
}

/// An event of the log in memory.
#[derive(Clone)]
pub struct Entry {
    /// Its id.
    pub id: Arc<str>,
    /// Its type.
    pub kind: Arc<str>,
    /// When it happened, in microseconds since 1970 UTC.
    pub time_us: i64,
    /// What it means.
    pub meaning: Meaning,
    /// Bytes of its data, as it is stored.
    pub size: usize,
    /// The hash chain up to and with it: what ties memory to the log that was read.
    pub hash: ChainHash,
    /// Id of the key that reported it.
    pub reporter: Option<Arc<str>>,
}

/// The hash chain of a game's stream after an event; all zeros before the first.
pub type ChainHash = [u8; 32];

/// A game's events from one revision to its last, and which of all were taken back. Clones share their entries.
#[derive(Clone, Default)]
pub struct Log {
    first: Revision,
    /// The chain before the first entry.
    before: ChainHash,
    entries: Growing<Entry>,
    /// Revision and target of each retraction from the opening on, whether or not it is among the entries.
    retractions: Growing<(Revision, Revision)>,
    /// Revisions of all ends, likewise.
    ends: Growing<Revision>,
    /// Bytes of the data of the entries.
    size: usize,
}

/// Events that a log may hold beyond what it was trimmed to.
const SPARE: usize = 16;

/// What an entry weighs beside its data, in bytes: the row, its id, and the handles of what is decoded.
const ENTRY: usize = 292;

impl Log {
    /// A log that begins after a revision, up to which the chain has this hash, and of which these retractions (revision, target) and
    /// ends are known.
    #[must_use]
    pub fn after(revision: Revision, hash: ChainHash, retractions: &[(Revision, Revision)], ends: &[Revision]) -> Self {
        Self {
            first: revision + 1,
            before: hash,
            retractions: retractions.iter().copied().collect(),
            ends: ends.iter().copied().collect(),
            ..Self::default()
        }
    }

    /// Adds the event that follows.
    pub fn push(&mut self, entry: Entry) {
        let revision = self.next();
        match &entry.meaning {
            Meaning::Finish => self.ends.push(revision),
            Meaning::Retraction(retraction) => self.retractions.push((revision, retraction.revision)),
            Meaning::Opening(_) | Meaning::Event(_) | Meaning::Note(_) => {}
        }
        self.size += entry.size;
        self.entries.push(entry);
    }

    /// Revision of the first event that is in memory.
    #[must_use]
    pub const fn first(&self) -> Revision {
        self.first
    }

    /// Revision of the event that would follow.
    #[must_use]
    pub fn next(&self) -> Revision {
        self.first + self.entries.len() as Revision
    }

    /// The chain after the last event.
    #[must_use]
    pub fn hash(&self) -> ChainHash {
        self.entries.last().map_or(self.before, |entry| entry.hash)
    }

    /// The chain before the first event that is in memory.
    #[must_use]
    pub const fn before(&self) -> ChainHash {
        self.before
    }

    /// An event by its revision, where it is in memory.
    #[must_use]
    pub fn entry(&self, revision: Revision) -> Option<&Entry> {
        self.entries.get(usize::try_from(revision.checked_sub(self.first)?).ok()?)
    }

    /// The events in memory, each with its revision.
    pub fn entries(&self) -> impl Iterator<Item = (Revision, &Entry)> {
        (self.first..).zip(self.entries.iter())
    }

    /// Revision and target of each retraction up to and with a revision.
    pub fn retractions(&self, until: Revision) -> impl Iterator<Item = (Revision, Revision)> + '_ {
        self.retractions.iter().copied().take_while(move |(at, _)| *at <= until)
    }

    /// How many retractions there are up to and with a revision.
    #[must_use]
    pub fn count_retractions(&self, until: Revision) -> usize {
        self.retractions.partition_point(|(at, _)| *at <= until)
    }

    /// All ends, taken back or not.
    pub fn ends(&self) -> impl Iterator<Item = Revision> + '_ {
        self.ends.iter().copied()
    }

    /// The end that is in force after a revision; `None` where the game goes on. Only the last end can be in force, because a finished game takes no other.
    #[must_use]
    pub fn finish(&self, until: Revision) -> Option<Revision> {
        let last = self.ends().take_while(|end| *end <= until).last()?;
        (!self.retractions(until).any(|(_, target)| target == last)).then_some(last)
    }

    /// Whether what was folded up to `start` under the script of that revision is what the script of `end` gives there too: no
    /// retraction after `start` has changed it.
    #[must_use]
    pub fn agrees(&self, start: Revision, end: Revision) -> bool {
        self.retractions(end).skip(self.count_retractions(start)).all(|(_, target)| target > start)
    }

    /// Forgets events at the front, so that the last `keep` stay; does nothing where few would go, because it costs a copy of those that stay.
    pub fn trim(&mut self, keep: usize) {
        let gone = self.entries.len().saturating_sub(keep);
        if gone >= keep.max(SPARE) {
            self.before = self.entries.get(gone - 1).map_or(self.before, |entry| entry.hash);
            self.entries = self.entries.iter().skip(gone).cloned().collect();
            self.size = self.entries.iter().map(|entry| entry.size).sum();
            self.first += gone as Revision;
        }
    }

    /// Approximate memory in bytes. What is decoded takes about twice the room of its text.
    #[must_use]
    pub fn weigh(&self) -> usize {
        size_of::<Self>() + self.entries.len() * ENTRY + 2 * self.size + 16 * (self.retractions.len() + self.ends.len())
    }
}
