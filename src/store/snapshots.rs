//! Snapshots: frozen tables and beliefs beside the log. The store does not read them, and every one of them can be dropped.

use async_trait::async_trait;

use super::{LogId, Revision, StoreError, StreamId};

/// What stands in place of an observer's name in the snapshot of a table.
pub const TABLE: &str = "table";

/// A frozen table or belief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Whose belief; [`TABLE`] for the table.
    pub observer: String,
    /// After which event.
    pub revision: Revision,
    /// Version of the ruleset's events.
    pub schema: u32,
    /// Version of the ruleset's inference.
    pub model: u32,
    /// Fingerprint of the belief; empty for a table.
    pub belief_hash: String,
    /// The frozen state.
    pub state: Vec<u8>,
}

/// A snapshot without its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotRow {
    /// Whose belief; [`TABLE`] for the table.
    pub observer: String,
    /// After which event.
    pub revision: Revision,
    /// Version of the ruleset's events.
    pub schema: u32,
    /// Version of the ruleset's inference.
    pub model: u32,
    /// Fingerprint of the belief; empty for a table.
    pub belief_hash: String,
    /// Bytes of its state.
    pub bytes: u64,
}

/// A belief and the table of the same revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotPair {
    /// After which event.
    pub revision: Revision,
    /// The frozen table.
    pub table: Vec<u8>,
    /// The frozen belief.
    pub belief: Vec<u8>,
}

/// Which snapshots a fold can begin from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versions {
    /// Version of the ruleset's events.
    pub schema: u32,
    /// Version of the ruleset's inference.
    pub model: u32,
}

/// Snapshots of games.
#[async_trait]
pub trait Snapshots: Send + Sync {
    /// The newest belief of an observer at or below a revision that stands together with its table.
    ///
    /// # Errors
    /// Where the database failed.
    async fn snapshot(
        &self,
        log: LogId,
        stream: &StreamId,
        observer: &str,
        versions: Versions,
        at_most: Revision,
    ) -> Result<Option<SnapshotPair>, StoreError>;

    /// All snapshots of a stream, in the order of observers and revisions.
    ///
    /// # Errors
    /// Where the database failed.
    async fn snapshots(&self, log: LogId, stream: &StreamId) -> Result<Vec<SnapshotRow>, StoreError>;

    /// Writes snapshots, all or nothing. One that stands at the same revision is replaced.
    ///
    /// # Errors
    /// Where the database failed.
    async fn put_snapshots(&self, log: LogId, stream: &StreamId, snapshots: &[Snapshot]) -> Result<(), StoreError>;

    /// Drops an observer's snapshots of these revisions and this model, and tables that no belief stands on any more.
    ///
    /// # Errors
    /// Where the database failed.
    async fn drop_snapshots(
        &self,
        log: LogId,
        stream: &StreamId,
        observer: &str,
        model: u32,
        revisions: &[Revision],
    ) -> Result<(), StoreError>;

    /// Drops all snapshots of a stream.
    ///
    /// # Errors
    /// Where the database failed.
    async fn drop_all_snapshots(&self, log: LogId, stream: &StreamId) -> Result<(), StoreError>;
}
