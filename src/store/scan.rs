//! Reading a log as it stands, row by row, without serving it: for those who check it, copy it and keep it.
//!
//! A scan takes no lock, makes no file, runs no migration and changes nothing, so that it can work beside a running server. What
//! belongs together is read between [`Scan::begin`] and [`Scan::end`], and is of one moment then. Lists give names alone, so that a
//! row that cannot be read does not hide its neighbours.

use async_trait::async_trait;

use super::{
    Head, LogId, PlayerRow, Position, RecordedEvent, Revision, SnapshotRow, StoreError, StoredPopulation, StoredProfile, StreamId,
};

/// What the names of streams begin with that were set aside. No stream that is served has such a name.
pub const ASIDE: &str = "aside/";

/// Which names to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Streams that have a head.
    Heads,
    /// Streams that have events.
    Events,
    /// Games of the catalog.
    Games,
    /// Streams that have snapshots.
    Snapshots,
    /// Persons of whom profiles are kept.
    Profiles,
    /// Marks of players who were forgotten.
    Forgotten,
}

/// Tables by which a log is known. None of them names all logs: one that is empty still has a tenant, and one of several partitions may have its events
/// in some, and its players in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// The counters that positions are taken from.
    Counters,
    /// Heads of streams.
    Heads,
    /// Events.
    Events,
    /// Tenants.
    Tenants,
    /// Players.
    Players,
    /// Marks of players who were forgotten.
    Forgotten,
}

impl Trace {
    /// Each of them.
    pub const ALL: [Self; 6] = [Self::Counters, Self::Heads, Self::Events, Self::Tenants, Self::Players, Self::Forgotten];
}

/// How far a log goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The counter that positions are taken from; `None` where there is no row of it.
    pub counter: Option<Position>,
    /// The last position at which an event stands; 0 where none does.
    pub last: Position,
    /// Streams that have a head.
    pub streams: u64,
    /// The tenant whose log it is.
    pub tenant: Option<String>,
}

/// An event with the name of its stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEvent {
    /// The stream.
    pub stream: StreamId,
    /// The event.
    pub event: RecordedEvent,
}

/// A row of the catalog with its seats, as they stand in the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The game's id.
    pub game: String,
    /// Position of its opening.
    pub position: Position,
    /// Its ruleset.
    pub ruleset: String,
    /// Whether it is finished.
    pub finished: bool,
    /// When it was opened, in microseconds since 1970 UTC.
    pub opened_us: i64,
    /// Number and person of each seat, in the order of the numbers.
    pub seats: Vec<(u64, String)>,
}

/// A damaged stream that was set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsideRow {
    /// Its name now, below [`ASIDE`].
    pub stream: StreamId,
    /// Its name before.
    pub was: StreamId,
    /// When it was set aside, in microseconds since 1970 UTC.
    pub time_us: i64,
    /// How many of its events were left.
    pub events: u64,
    /// The first damage that was found in it.
    pub why: String,
}

/// Positions at which no event stands, with the stream that explains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingRow {
    /// The first of them.
    pub first: Position,
    /// The last of them.
    pub last: Position,
    /// The stream that was set aside, by its name now.
    pub stream: StreamId,
}

/// Reads the rows of a database.
///
/// Every method fails with [`StoreError::Damaged`] where a row does not decode or stands on a damaged page, and with
/// [`StoreError::Unavailable`] where the database does not answer.
#[async_trait]
pub trait Scan: Send {
    /// From here on everything that is read is of one moment.
    ///
    /// # Errors
    /// Where the database failed.
    async fn begin(&mut self) -> Result<(), StoreError>;

    /// Ends what [`begin`](Self::begin) began, so that the database need not keep that moment any longer.
    ///
    /// # Errors
    /// Where the database failed.
    async fn end(&mut self) -> Result<(), StoreError>;

    /// All logs that a table knows of.
    ///
    /// # Errors
    /// Where the database failed.
    async fn logs(&mut self, trace: Trace) -> Result<Vec<LogId>, StoreError>;

    /// How far a log goes, as of one moment.
    ///
    /// # Errors
    /// Where the database failed.
    async fn extent(&mut self, log: LogId) -> Result<Extent, StoreError>;

    /// Names in order, after one (exclusive; the empty one is before all), at most `limit`. They are the bytes that stand there: of a damaged
    /// one they may be no text.
    ///
    /// # Errors
    /// Where the database failed.
    async fn names(&mut self, log: LogId, listing: Listing, after: &[u8], limit: u32) -> Result<Vec<Vec<u8>>, StoreError>;

    /// Positions at which events stand, in order, after one (exclusive), at most `limit`.
    ///
    /// # Errors
    /// Where the database failed.
    async fn positions(&mut self, log: LogId, after: Position, limit: u32) -> Result<Vec<Position>, StoreError>;

    /// Events in the order of their positions, after one (exclusive), at most `limit`.
    ///
    /// # Errors
    /// Where the database failed.
    async fn logged(&mut self, log: LogId, after: Position, limit: u32) -> Result<Vec<LoggedEvent>, StoreError>;

    /// The stream that the event at a position is of, whatever else of the event can be read; `None` where no event stands there.
    ///
    /// # Errors
    /// Where the database failed.
    async fn stream_at(&mut self, log: LogId, position: Position) -> Result<Option<StreamId>, StoreError>;

    /// The end of a stream as its head names it.
    ///
    /// # Errors
    /// Where the database failed.
    async fn head(&mut self, log: LogId, stream: &StreamId) -> Result<Option<Head>, StoreError>;

    /// Events of a stream from a revision on, in order, at most `limit`.
    ///
    /// # Errors
    /// Where the database failed.
    async fn events(
        &mut self,
        log: LogId,
        stream: &StreamId,
        from: Revision,
        limit: u32,
    ) -> Result<Vec<RecordedEvent>, StoreError>;

    /// Revisions at which events of a stream stand, from one on, in order, at most `limit`.
    ///
    /// # Errors
    /// Where the database failed.
    async fn revisions(&mut self, log: LogId, stream: &StreamId, from: Revision, limit: u32)
    -> Result<Vec<Revision>, StoreError>;

    /// A game of the catalog with its seats.
    ///
    /// # Errors
    /// Where the database failed.
    async fn game(&mut self, log: LogId, game: &str) -> Result<Option<GameRow>, StoreError>;

    /// Positions that seats are kept at, and no game; a hundred at most.
    ///
    /// # Errors
    /// Where the database failed.
    async fn stray_seats(&mut self, log: LogId) -> Result<Vec<Position>, StoreError>;

    /// All snapshots of a stream, in the order of observers and revisions, without their states.
    ///
    /// # Errors
    /// Where the database failed.
    async fn snapshots(&mut self, log: LogId, stream: &StreamId) -> Result<Vec<SnapshotRow>, StoreError>;

    /// The state of a snapshot; `None` where it was dropped meanwhile.
    ///
    /// # Errors
    /// Where the database failed.
    async fn state(&mut self, log: LogId, stream: &StreamId, row: &SnapshotRow) -> Result<Option<Vec<u8>>, StoreError>;

    /// What is kept of a person, in the order of the rulesets.
    ///
    /// # Errors
    /// Where the database failed.
    async fn profiles(&mut self, log: LogId, person: &str) -> Result<Vec<StoredProfile>, StoreError>;

    /// What is kept of a log's populations.
    ///
    /// # Errors
    /// Where the database failed.
    async fn populations(&mut self, log: LogId) -> Result<Vec<StoredPopulation>, StoreError>;

    /// How often a player of a log was forgotten.
    ///
    /// # Errors
    /// Where the database failed.
    async fn count_forgotten(&mut self, log: LogId) -> Result<u64, StoreError>;

    /// Players in the order of their ids, after one (exclusive), at most `limit`.
    ///
    /// # Errors
    /// Where the database failed.
    async fn players(&mut self, log: LogId, after: &str, limit: u32) -> Result<Vec<PlayerRow>, StoreError>;

    /// Whether a person has a player.
    ///
    /// # Errors
    /// Where the database failed.
    async fn is_player(&mut self, log: LogId, person: &str) -> Result<bool, StoreError>;

    /// The streams that were set aside, in the order of their names.
    ///
    /// # Errors
    /// Where the database failed.
    async fn set_aside(&mut self, log: LogId) -> Result<Vec<AsideRow>, StoreError>;

    /// The positions that are explained by streams that were set aside, in order.
    ///
    /// # Errors
    /// Where the database failed.
    async fn missing(&mut self, log: LogId) -> Result<Vec<MissingRow>, StoreError>;

    /// What the database itself finds wrong with its pages: one clause each. Postgres does not look.
    ///
    /// # Errors
    /// Where the database failed.
    async fn pages(&mut self) -> Result<Vec<String>, StoreError>;

    /// Names and values of what decides whether a commit is safe, the version first.
    ///
    /// # Errors
    /// Where the database failed.
    async fn settings(&mut self) -> Result<Vec<(String, String)>, StoreError>;

    /// How many sessions of servers the database has now: in Postgres those that call themselves `credence`, whoever made them. A SQLite file that a server
    /// has open is refused to whoever would write to it, so that nothing needs to be counted there.
    ///
    /// # Errors
    /// Where the database failed.
    async fn servers(&mut self) -> Result<u64, StoreError>;

    /// Whether what was read may not have been of one moment, because a server opened the database meanwhile. It must be read
    /// again then, by a new scan.
    fn disturbed(&self) -> bool;

    /// Closes the database.
    async fn close(self: Box<Self>);
}

/// A stream by the name that it has in the database.
#[must_use]
pub fn stream_named(name: &str) -> StreamId {
    StreamId::stored(name.to_owned())
}
