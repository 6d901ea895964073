//! What the group commit asks of a database: a connection that writes, and what its failures mean.

use std::collections::BTreeSet;

use async_trait::async_trait;

use super::known::Streams;
use super::plan::{Before, EventRow, Plan};
use super::sql::FoundHead;
use super::{LogId, Position, Revision, StoreError, StreamId};

/// Why a step of a commit failed. Nothing is in the log then.
#[derive(Debug)]
pub(super) enum Trouble {
    /// A unique key was violated: an event id stands in its stream already, or what is known of the log is wrong.
    KeyTaken(StoreError),
    /// Tried again, it may go through: a deadlock, a serialization failure, a broken connection.
    Passing(StoreError),
    /// Tried again, it would fail again.
    Lasting(StoreError),
}

impl Trouble {
    pub fn cause(self) -> StoreError {
        match self {
            Self::KeyTaken(cause) | Self::Passing(cause) | Self::Lasting(cause) => cause,
        }
    }
}

/// Why a commit is not acknowledged.
#[derive(Debug)]
pub(super) enum Unacknowledged {
    /// The database refused it: nothing of it is in the log.
    Refused(Trouble),
    /// Nobody said what became of it.
    Unknown(StoreError),
}

/// A connection that writes. One that is dropped between `begin` and `commit` takes its transaction with it.
#[async_trait]
pub(super) trait WriteConnection: Send + Sized {
    /// Begins a transaction, and gives the positions of some logs, which nobody else can write to until it ends.
    async fn begin(&mut self, logs: &BTreeSet<LogId>) -> Result<Vec<(LogId, Position)>, Trouble>;

    /// The heads of those of the streams that exist.
    async fn heads(&mut self, streams: &Streams<'_>) -> Result<Vec<(LogId, StreamId, FoundHead)>, Trouble>;

    /// The last revisions that the events of those of the streams have that have any, whatever their heads say.
    async fn ends(&mut self, log: LogId, streams: &BTreeSet<&StreamId>) -> Result<Vec<(StreamId, Revision)>, Trouble>;

    /// Those of the event ids that stand in their streams, with their revisions.
    async fn standing(&mut self, log: LogId, ids: &[(&StreamId, &str)]) -> Result<Vec<(StreamId, String, Revision)>, Trouble>;

    /// The position of the event, where it stands in the log with this hash.
    async fn stands(&mut self, row: &EventRow<'_>) -> Result<Option<Position>, Trouble>;

    /// Whether a commit puts the events where their logs have come to by then, and refuses a group where a stream does not end where an append has found
    /// its end, or where it is known to end in a log that others write to. Else all logs must stand where they stood when they were last heard of, and what
    /// appends have found is not trusted.
    fn places_at_commit(&self) -> bool;

    /// Moves the counters of the logs, writes the plan, and commits, in a transaction that has begun or in one of its own; and says where the logs stood
    /// before. Where a counter is not there, or stands elsewhere than it must, or another event has a revision or an id of the plan, it is refused.
    async fn commit(&mut self, plan: &Plan<'_>, begun: bool) -> Result<Before, Unacknowledged>;

    /// Takes back the transaction.
    async fn rollback(&mut self) -> Result<(), StoreError>;

    /// Commits something small that changes nothing, in the way of a group.
    async fn probe(&mut self) -> Result<(), Trouble>;
}

/// A database that writing connections can be made to.
#[async_trait]
pub(super) trait Database: Sync {
    /// Its connections.
    type Connection: WriteConnection;

    /// Whether others may write to it, so that each commit must ask for the position of the log.
    const SHARED: bool;

    /// A fresh connection.
    async fn connect(&self) -> Result<Self::Connection, StoreError>;
}
