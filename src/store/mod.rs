//! The log: an append-only store of events in streams, with two backends and one contract.
//!
//! The contract, which `tests/it/store_contract.rs` holds both backends to:
//!
//! - An append is atomic over its parts and their catalog changes. Each append of a group gets its own answer.
//! - An acknowledged append is durable, and is seen by every later read.
//! - Revisions of a stream are gapless from 0. Positions of a log are gapless from 1 and increase with every commit, so a
//!   reader that has seen position n can never miss an event below it.
//! - Of any number of writers that expect the same revision exactly one wins, whichever process they run in.
//! - An event id stands at most once in a stream.
//! - A person's or a game's stream that was erased keeps its chain, and takes no more events.
//! - Rows of one log are never read or written through another.

use std::sync::Arc;

use async_trait::async_trait;

mod asides;
pub mod chain;
mod commit;
mod error;
mod event;
mod failure;
mod feed;
mod group;
mod identity;
mod keys;
mod known;
mod lag;
mod literals;
mod log_id;
mod name;
mod outward;
mod plan;
mod players;
mod postgres;
mod postgres_commit;
mod postgres_connect;
mod postgres_errors;
mod postgres_feed;
mod postgres_follow;
mod postgres_keys;
mod postgres_nodes;
mod postgres_nodes_commit;
mod postgres_parts;
mod postgres_players;
mod postgres_readers;
mod postgres_restore;
mod postgres_scan;
mod postgres_servers;
mod postgres_snapshots;
mod postgres_write;
mod read_only;
mod restore;
mod rows;
mod scan;
mod servers;
mod snapshots;
mod sql;
mod sql_catalog;
mod sql_erase;
mod sql_feed;
mod sql_keys;
mod sql_players;
mod sql_restore;
mod sql_scan;
mod sql_snapshots;
mod sqlite;
mod sqlite_feed;
mod sqlite_keys;
mod sqlite_parts;
mod sqlite_players;
mod sqlite_restore;
mod sqlite_scan;
mod sqlite_snapshots;
mod sqlite_upgrade;
mod sqlite_wal;
mod sqlite_write;
mod stretch;
mod target;
mod throwaway;
mod write_connection;
mod writer;

pub use asides::Asides;
pub use error::{AppendError, StoreError, StreamDamage};
pub use event::{
    Append, Appended, CatalogChange, CatalogFilter, CatalogGame, Durability, Expected, GREATEST_POSITION, Head, NewEvent, Part,
    Position, RecordedEvent, Revision, StreamId,
};
pub use failure::Failure;
pub use feed::{Feed, FeedFilter, FeedRow};
pub use keys::{KeyRow, Keys, TrailRow};
pub use lag::Lag;
pub use log_id::{LogId, MOST_PARTITIONS};
pub use name::{NAME_BYTES, is_name};
pub use outward::outward;
pub use players::{Alone, PlayerRow, Players, StoredPopulation, StoredProfile};
pub use postgres::PostgresStore;
pub use restore::Restore;
pub use scan::{ASIDE, AsideRow, Extent, GameRow, Listing, LoggedEvent, MissingRow, Scan, Trace, stream_named};
pub use servers::{LiveServer, Servers};
pub use snapshots::{Snapshot, SnapshotPair, SnapshotRow, Snapshots, TABLE, Versions};
pub use sqlite::SqliteStore;
pub use sqlite_scan::copy_sqlite;
pub use stretch::Stretch;
pub use target::{Target, restore, scan};
pub use writer::LogWriter;

/// Opens the log at a URL: `sqlite:path` (or `sqlite://path`; the file is created where it is missing; `sqlite::memory:` is
/// gone when it is closed) or `postgres://...`, and brings its tables to this release's schema.
///
/// # Errors
/// [`StoreError::Unusable`], in words for whoever set the URL, where the database cannot be used as it is;
/// [`StoreError::Unavailable`] where it does not answer.
pub async fn connect(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match Target::of(url)? {
        Target::Sqlite(path) => Arc::new(SqliteStore::open(path).await?),
        Target::Postgres(url) => Arc::new(PostgresStore::connect(url).await?),
    })
}

/// Opens a log that this server only reads: a Postgres database, a hot standby among them. Nothing is changed in it.
///
/// # Errors
/// [`StoreError::Unusable`] where its schema is not this release's, or it is in SQLite; [`StoreError::Unavailable`] where it does not answer.
pub async fn connect_to_read(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    match Target::of(url)? {
        Target::Postgres(url) => Ok(Arc::new(read_only::ReadOnly::of(PostgresStore::connect_to_read(url).await?))),
        Target::Sqlite(_) => Err(StoreError::Unusable(
            "a server that only reads needs Postgres: the one server of a SQLite file answers its readers too; `credence backup` copies \
             the file beside it"
                .to_owned(),
        )),
    }
}

/// What has come to a stream since it was last asked for.
#[derive(Clone, Debug)]
pub struct Followed {
    /// Its end.
    pub head: Head,
    /// Its newer events, in order, none of them after its end.
    pub events: Vec<RecordedEvent>,
}

/// Events of a stream that whoever follows it is given at most: the others follow in the next answer.
const FOLLOWED: u32 = 256;

/// The append-only log.
#[async_trait]
pub trait Store: Asides + Feed + Keys + Players + Servers + Snapshots + Send + Sync + 'static {
    /// Commits many appends in one transaction, and answers each for itself. Appends of one group may follow each other in
    /// the same stream.
    ///
    /// # Errors
    /// Where the database failed for the group as a whole; nothing of it is in the log then. A commit whose outcome was
    /// not told is looked up before this answers.
    async fn append(&self, appends: Vec<Append>) -> Result<Vec<Result<Appended, AppendError>>, StoreError>;

    /// Events of a stream from a revision on, in order, at most `limit`. Empty where the stream does not exist.
    ///
    /// # Errors
    /// Where the database failed.
    async fn read(&self, log: LogId, stream: &StreamId, from: Revision, limit: u32) -> Result<Vec<RecordedEvent>, StoreError>;

    /// Those of some event ids that stand in a stream, with their revisions.
    ///
    /// # Errors
    /// Where the database failed.
    async fn find(&self, log: LogId, stream: &StreamId, ids: &[&str]) -> Result<Vec<(String, Revision)>, StoreError>;

    /// The end of a stream, `None` where it does not exist.
    ///
    /// # Errors
    /// Where the database failed.
    async fn head(&self, log: LogId, stream: &StreamId) -> Result<Option<Head>, StoreError>;

    /// The end of a stream, and its events from a revision on, in order, of which none is newer than it: for whoever knows the stream, and asks what has come
    /// since. Of many, the first ones are given. `None` where the stream does not exist.
    ///
    /// # Errors
    /// Where the database failed.
    async fn follow(&self, log: LogId, stream: &StreamId, from: Revision) -> Result<Option<Followed>, StoreError> {
        let Some(head) = self.head(log, stream).await? else { return Ok(None) };
        let mut events = if head.revision < from { Vec::new() } else { self.read(log, stream, from, FOLLOWED).await? };
        events.retain(|event| event.revision <= head.revision);
        Ok(Some(Followed { head, events }))
    }

    /// Events of some streams, each from a revision on, in order, at most `limit` of each, with the end of the stream as of the same moment; or what is
    /// wrong with it.
    ///
    /// # Errors
    /// Where the database failed.
    async fn read_each(
        &self,
        from: &[(LogId, StreamId, Revision)],
        limit: u32,
    ) -> Result<Vec<Result<Stretch, StreamDamage>>, StoreError>;

    /// Games of the catalog, newest first, at most `limit`. A row that cannot be read hides no other: see [`CatalogGame::revision`].
    ///
    /// # Errors
    /// Where the database failed.
    async fn games(&self, log: LogId, filter: &CatalogFilter, limit: u32) -> Result<Vec<CatalogGame>, StoreError>;

    /// Whether an append would be written: the database answers, has this release's schema and room, is the one that was opened, and the
    /// counters of its logs fit their events. Where the last commit failed, a small one is made.
    ///
    /// # Errors
    /// Why it would not.
    async fn ping(&self) -> Result<(), StoreError>;

    /// What is wrong with the positions of the logs, in words: events that are missing. Walks an index over all events.
    ///
    /// # Errors
    /// Where the database failed.
    async fn gaps(&self) -> Result<Vec<String>, StoreError>;

    /// Whether something has failed after which nothing may be acknowledged: then the process must end.
    fn failure(&self) -> &Failure;

    /// How many groups of appends it commits at once: one, or where several of them have rows of their own to write to, more.
    fn writers(&self) -> usize {
        1
    }

    /// Which of them commits appends to a log, below [`writers`](Self::writers).
    fn writer_of(&self, _: LogId) -> usize {
        0
    }

    /// How safe an acknowledged event is.
    fn durability(&self) -> Durability;

    /// Whether other servers may write to the same log, so that a cached head must be asked for again.
    fn shared(&self) -> bool;

    /// Whether this server only reads: nothing is written, not even what is kept beside the log.
    fn reads_only(&self) -> bool {
        false
    }

    /// How far what is read is behind what was written; `None` where this server writes itself.
    ///
    /// # Errors
    /// Where the database failed.
    async fn lag(&self) -> Result<Option<Lag>, StoreError> {
        Ok(None)
    }

    /// Finishes what is under way and closes the database.
    async fn close(&self);
}
