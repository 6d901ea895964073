//! A log that this server only reads: on a hot standby, or beside those who write.
//!
//! A standby cancels what reads rows that it must change (SQLSTATE 40001), ends sessions when it is promoted or restarted (57P01), and is away for
//! a moment then. So each read is tried again for a while.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::{Instant, sleep};

use super::lag::{LAG, Lag, LagRecord};
use super::{
    Append, AppendError, Appended, CatalogFilter, CatalogGame, Durability, Failure, Feed, FeedFilter, FeedRow, Followed, Head,
    KeyRow, Keys, LogId, PlayerRow, Players, Position, PostgresStore, RecordedEvent, Revision, Snapshot, SnapshotPair,
    SnapshotRow, Snapshots, Store, StoreError, StoredPopulation, StoredProfile, StreamDamage, StreamId, Stretch, TrailRow,
    Versions,
};

/// A read that fails is tried again until so much time has gone by since it was begun.
const PATIENCE: Duration = Duration::from_secs(2);

/// The first pause before that; each is twice as long as the one before, up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(5);

const LONGEST_PAUSE: Duration = Duration::from_millis(250);

/// What is promised of a log that is only read.
const PROMISE: &str = "this server only reads; what is acknowledged, and how safe it is, the primary's server says";

/// What is answered to whoever would write.
pub(super) fn refused() -> StoreError {
    StoreError::ReadOnly { cause: "this server only reads".to_owned() }
}

/// A log in Postgres of which nothing is changed.
pub(super) struct ReadOnly {
    log: PostgresStore,
}

impl ReadOnly {
    pub const fn of(log: PostgresStore) -> Self {
        Self { log }
    }
}

/// When a read that fails is tried again.
struct Tries {
    begun: Instant,
    pause: Duration,
}

impl Tries {
    fn begin() -> Self {
        Self { begun: Instant::now(), pause: FIRST_PAUSE }
    }

    /// Waits before the next try; or gives back the error that is to be answered.
    async fn after(&mut self, error: StoreError) -> Result<(), StoreError> {
        if !matches!(error, StoreError::Unavailable { .. }) || self.begun.elapsed() + self.pause > PATIENCE {
            return Err(error);
        }
        metrics::counter!("credence_reads_tried_again_total").increment(1);
        sleep(self.pause).await;
        self.pause = (2 * self.pause).min(LONGEST_PAUSE);
        Ok(())
    }
}

/// Asks until there is an answer, or no reason to ask again.
macro_rules! again {
    ($read:expr) => {{
        let mut tries = Tries::begin();
        loop {
            match $read.await {
                Ok(answer) => break Ok(answer),
                Err(error) => {
                    if let Err(error) = tries.after(error).await {
                        break Err(error);
                    }
                }
            }
        }
    }};
}

#[async_trait]
impl Store for ReadOnly {
    async fn append(&self, _: Vec<Append>) -> Result<Vec<Result<Appended, AppendError>>, StoreError> {
        Err(refused())
    }

    async fn read(&self, log: LogId, stream: &StreamId, from: Revision, limit: u32) -> Result<Vec<RecordedEvent>, StoreError> {
        again!(self.log.read(log, stream, from, limit))
    }

    async fn find(&self, log: LogId, stream: &StreamId, ids: &[&str]) -> Result<Vec<(String, Revision)>, StoreError> {
        again!(self.log.find(log, stream, ids))
    }

    async fn head(&self, log: LogId, stream: &StreamId) -> Result<Option<Head>, StoreError> {
        again!(self.log.head(log, stream))
    }

    async fn follow(&self, log: LogId, stream: &StreamId, from: Revision) -> Result<Option<Followed>, StoreError> {
        again!(self.log.follow(log, stream, from))
    }

    async fn read_each(
        &self,
        from: &[(LogId, StreamId, Revision)],
        limit: u32,
    ) -> Result<Vec<Result<Stretch, StreamDamage>>, StoreError> {
        again!(self.log.read_each(from, limit))
    }

    async fn games(&self, log: LogId, filter: &CatalogFilter, limit: u32) -> Result<Vec<CatalogGame>, StoreError> {
        again!(self.log.games(log, filter, limit))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.log.ping().await
    }

    async fn gaps(&self) -> Result<Vec<String>, StoreError> {
        again!(self.log.gaps())
    }

    fn failure(&self) -> &Failure {
        self.log.failure()
    }

    fn durability(&self) -> Durability {
        Durability { promise: PROMISE.to_owned(), ..self.log.durability() }
    }

    fn shared(&self) -> bool {
        true
    }

    fn reads_only(&self) -> bool {
        true
    }

    async fn lag(&self) -> Result<Option<Lag>, StoreError> {
        let pool = self.log.readers.pool();
        let query = sqlx::query_as::<_, LagRecord>(LAG).fetch_one(&pool);
        Ok(Some(self.log.readers.within("asking how far the standby is behind", query).await?.read()))
    }

    async fn close(&self) {
        self.log.close().await;
    }
}

#[async_trait]
impl Feed for ReadOnly {
    async fn last_until(&self, log: LogId, until: Position) -> Result<Option<(Position, [u8; 32])>, StoreError> {
        again!(self.log.last_until(log, until))
    }

    async fn feed(&self, log: LogId, filter: &FeedFilter, limit: u32) -> Result<Vec<FeedRow>, StoreError> {
        again!(self.log.feed(log, filter, limit))
    }
}

#[async_trait]
impl Keys for ReadOnly {
    async fn find_tenant(&self, name: &str) -> Result<Option<LogId>, StoreError> {
        again!(self.log.find_tenant(name))
    }

    async fn make_tenant(&self, _: &str, _: u16) -> Result<LogId, StoreError> {
        Err(refused())
    }

    async fn tenants(&self) -> Result<Vec<(LogId, String)>, StoreError> {
        again!(self.log.tenants())
    }

    async fn has_keys(&self) -> Result<bool, StoreError> {
        again!(self.log.has_keys())
    }

    async fn add_key(&self, _: &KeyRow, _: &TrailRow) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn find_key(&self, key: &str) -> Result<Option<KeyRow>, StoreError> {
        again!(self.log.find_key(key))
    }

    async fn list_keys(&self, log: LogId, before: Option<&str>, limit: u32) -> Result<Vec<KeyRow>, StoreError> {
        again!(self.log.list_keys(log, before, limit))
    }

    async fn revoke_key(&self, _: LogId, _: &TrailRow) -> Result<bool, StoreError> {
        Err(refused())
    }

    async fn note_use(&self, _: &str, _: i64) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn note_access(&self, _: LogId, _: &TrailRow) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn list_access(&self, log: LogId, before: Option<&str>, limit: u32) -> Result<Vec<TrailRow>, StoreError> {
        again!(self.log.list_access(log, before, limit))
    }
}

#[async_trait]
impl Players for ReadOnly {
    async fn persons(&self, _: LogId, _: &[(String, String)]) -> Result<Vec<String>, StoreError> {
        Err(refused())
    }

    async fn players(&self, log: LogId, persons: &[String]) -> Result<BTreeMap<String, String>, StoreError> {
        again!(self.log.players(log, persons))
    }

    async fn find_player(&self, log: LogId, player: &str) -> Result<Option<PlayerRow>, StoreError> {
        again!(self.log.find_player(log, player))
    }

    async fn list_players(&self, log: LogId, after: Option<&str>, limit: u32) -> Result<Vec<PlayerRow>, StoreError> {
        again!(self.log.list_players(log, after, limit))
    }

    async fn name_player(&self, _: LogId, _: &PlayerRow, _: &str) -> Result<String, StoreError> {
        Err(refused())
    }

    async fn forgotten(&self, log: LogId, marks: &[&str]) -> Result<BTreeSet<String>, StoreError> {
        again!(self.log.forgotten(log, marks))
    }

    async fn drop_forgotten(&self, _: LogId, _: &str, _: &str) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn erase_ahead(&self, _: LogId, _: &StreamId) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn forget_damaged(&self, _: LogId, _: &PlayerRow, _: &str) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn profiles(&self, log: LogId, persons: &[&str]) -> Result<Vec<Vec<StoredProfile>>, StoreError> {
        again!(self.log.profiles(log, persons))
    }

    async fn keep_profiles(&self, _: LogId, _: &[(&str, Vec<StoredProfile>)]) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn drop_profiles(&self, _: LogId, _: &str) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn populations(&self, log: LogId) -> Result<Vec<StoredPopulation>, StoreError> {
        again!(self.log.populations(log))
    }

    async fn keep_populations(&self, _: LogId, _: &[StoredPopulation]) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn drop_populations(&self, _: LogId) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn count_forgotten(&self, log: LogId) -> Result<u64, StoreError> {
        again!(self.log.count_forgotten(log))
    }

    async fn positions(&self, logs: &[LogId]) -> Result<Vec<Position>, StoreError> {
        again!(self.log.positions(logs))
    }

    async fn position(&self, log: LogId) -> Result<Position, StoreError> {
        again!(self.log.position(log))
    }
}

#[async_trait]
impl Snapshots for ReadOnly {
    async fn snapshot(
        &self,
        log: LogId,
        stream: &StreamId,
        observer: &str,
        versions: Versions,
        at_most: Revision,
    ) -> Result<Option<SnapshotPair>, StoreError> {
        again!(self.log.snapshot(log, stream, observer, versions, at_most))
    }

    async fn snapshots(&self, log: LogId, stream: &StreamId) -> Result<Vec<SnapshotRow>, StoreError> {
        again!(self.log.snapshots(log, stream))
    }

    async fn put_snapshots(&self, _: LogId, _: &StreamId, _: &[Snapshot]) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn drop_snapshots(&self, _: LogId, _: &StreamId, _: &str, _: u32, _: &[Revision]) -> Result<(), StoreError> {
        Err(refused())
    }

    async fn drop_all_snapshots(&self, _: LogId, _: &StreamId) -> Result<(), StoreError> {
        Err(refused())
    }
}
