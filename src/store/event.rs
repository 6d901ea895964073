//! What goes into the log and what comes out: plain rows.

use std::fmt;

use super::LogId;

/// The 0-based place of an event in its stream.
pub type Revision = u64;

/// The gapless 1-based place of an event in its log.
pub type Position = u64;

/// The greatest position that a counter may show: no log comes so far, and what is added to it is still a position.
pub const GREATEST_POSITION: Position = 1 << 62;

/// One game's or one player's events.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId(String);

impl StreamId {
    /// The stream of a game.
    #[must_use]
    pub fn game(id: &str) -> Self {
        Self(format!("game/{id}"))
    }

    /// The stream of a person, whose id is random: names stand elsewhere, so that they can be erased.
    #[must_use]
    pub fn player(person: &str) -> Self {
        Self(format!("player/{person}"))
    }

    /// A stream whose name came out of the database.
    pub(super) const fn stored(name: String) -> Self {
        Self(name)
    }

    /// As it stands in the database.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An event before it is in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// Unique in its stream, for ever: what makes retrying safe.
    pub id: String,
    /// The event's type.
    pub kind: String,
    /// Version of the payload's shape.
    pub schema: u32,
    /// When it happened, in microseconds since 1970 UTC. Orders nothing.
    pub time_us: i64,
    /// Exact bytes of the data.
    pub payload: Vec<u8>,
    /// Random bytes that keep the commitment from being guessed.
    pub salt: [u8; 32],
    /// Id of the key that reported it; `None` where no key was asked for.
    pub reporter: Option<String>,
}

/// An event as it stands in the log. Immutable, but payload and salt can be erased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// Its place in the stream.
    pub revision: Revision,
    /// Its place in the log.
    pub position: Position,
    /// Its id.
    pub id: String,
    /// Its type.
    pub kind: String,
    /// Version of the payload's shape.
    pub schema: u32,
    /// When it happened, in microseconds since 1970 UTC.
    pub time_us: i64,
    /// Exact bytes of the data; `None` once erased.
    pub payload: Option<Vec<u8>>,
    /// The salt of the commitment; `None` once erased.
    pub salt: Option<[u8; 32]>,
    /// `blake3(salt, payload)`.
    pub commitment: [u8; 32],
    /// The chain up to and with this event: see [`chain`](super::chain).
    pub hash: [u8; 32],
    /// Id of the key that reported it; `None` where no key was asked for.
    pub reporter: Option<String>,
}

/// The end of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Revision of its last event.
    pub revision: Revision,
    /// Hash of its last event.
    pub hash: [u8; 32],
    /// Whether its payloads were erased: it takes no more events.
    pub closed: bool,
}

/// What an append expects of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It does not exist yet.
    NoStream,
    /// Its last event has this revision.
    At(Revision),
    /// It ends here, as whoever appends has just read: so its head need not be looked up first.
    Found(Head),
    /// Whatever: the events go to its end.
    Any,
}

/// Events for one stream, never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which stream.
    pub stream: StreamId,
    /// What it must be at.
    pub expected: Expected,
    /// In order.
    pub events: Vec<NewEvent>,
}

/// What is written all or nothing: a game's events, the conduct that they settled, and what the catalog says of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// Whose log.
    pub log: LogId,
    /// One part a stream; no stream twice.
    pub parts: Vec<Part>,
    /// Changes to the catalog of games, committed with the events.
    pub catalog: Vec<CatalogChange>,
}

/// A change to what stands beside the streams: the catalog of games, a projection, so that games can be listed without reading every
/// stream; and who the persons are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CatalogChange {
    /// A game was opened. Goes with the append that creates its stream.
    Opened {
        /// The game's id.
        game: String,
        /// Its ruleset.
        ruleset: String,
        /// When, in microseconds since 1970 UTC.
        opened_us: i64,
        /// The person in each seat.
        persons: Vec<String>,
    },
    /// A game was finished, or taken up again by a retraction of its end.
    Finished {
        /// The game's id.
        game: String,
        /// Whether it is finished now.
        finished: bool,
    },
    /// A player was forgotten: the player's row and kept profiles go, payloads and salts of the person's stream are erased, and
    /// the stream is closed. Goes with an append to that stream.
    Forgotten {
        /// The player's id.
        player: String,
        /// The person that it stood for.
        person: String,
        /// What is kept of the id, so that it can be told from one never seen.
        mark: String,
    },
    /// A game was erased: payloads and salts of its stream, its snapshots and its rows of the catalog go, and the stream is closed.
    /// Goes with an append to that stream.
    Erased {
        /// The game's id.
        game: String,
    },
}

impl Append {
    /// Whether it takes something out of the log.
    #[must_use]
    pub fn erases(&self) -> bool {
        self.catalog.iter().any(CatalogChange::erases)
    }
}

impl CatalogChange {
    /// Whether it takes something out of the log.
    #[must_use]
    pub const fn erases(&self) -> bool {
        matches!(self, Self::Forgotten { .. } | Self::Erased { .. })
    }
}

/// What became of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The recorded events of each part, in the order of the parts.
    pub parts: Vec<Vec<RecordedEvent>>,
}

/// A row of the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogGame {
    /// The game's id.
    pub game: String,
    /// Its ruleset.
    pub ruleset: String,
    /// Revision of its last event; `None` where its stream has no end, or a row of the game in the catalog does not decode: only damage can bring that about.
    pub revision: Option<Revision>,
    /// Whether it is finished.
    pub finished: bool,
    /// When it was opened, in microseconds since 1970 UTC.
    pub opened_us: i64,
    /// Position of its opening: the order of the list, and its cursor.
    pub position: Position,
    /// The person in each seat.
    pub persons: Vec<String>,
}

/// Which games to list, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CatalogFilter {
    /// Only of this ruleset.
    pub ruleset: Option<String>,
    /// Only with this person in a seat.
    pub person: Option<String>,
    /// Only finished, or only open.
    pub finished: Option<bool>,
    /// Only opened at or after this time, in microseconds since 1970 UTC.
    pub since_us: Option<i64>,
    /// Only games opened before this position (exclusive): the cursor.
    pub before: Option<Position>,
}

/// How safe an acknowledged event is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Durability {
    /// `SQLite` or `Postgres`, with version.
    pub database: String,
    /// Where the data is, without any password.
    pub place: String,
    /// Whether every commit is on disk before it is acknowledged.
    pub synced: bool,
    /// Whether the log is there after the server has stopped.
    pub kept: bool,
    /// One clause for people: `every acknowledged event is on disk`, or what is not safe and why.
    pub promise: String,
}
