//! The log in Postgres, for any number of servers: the row of the log's counter is what they wait for each other at. A server that only reads has
//! no connection that writes.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::Connection;
use sqlx::migrate::Migrator;
use tokio::sync::Mutex;

use super::commit::{HUNG, Writing, within_reach};
use super::postgres_connect::{WriteOptions, connected, settings, understood};
use super::postgres_follow::Followers;
use super::postgres_parts;
use super::postgres_readers::{Access, Readers};
use super::postgres_write::PostgresWrite;
use super::sql::{self, EventRecord, HeadRecord, failed, signed};
use super::sql_catalog;
use super::{
    Append, AppendError, Appended, CatalogFilter, CatalogGame, Durability, Failure, Followed, Head, LogId, RecordedEvent,
    Revision, Store, StoreError, StreamDamage, StreamId, Stretch, is_name,
};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// Longest wait for the first connection of a server that only reads.
const CONNECTING: Duration = Duration::from_secs(5);

/// What Postgres says of a table that there is not.
const UNDEFINED_TABLE: &str = "42P01";

/// Longest wait for the database to say good-bye.
const CLOSING: Duration = Duration::from_secs(3);

const FIND: &str = "SELECT event_id, revision FROM events WHERE log_id = $1 AND stream = $2 AND event_id = ANY($3)";

/// The log in a Postgres database.
pub struct PostgresStore {
    pub(super) options: WriteOptions,
    /// Absent where this server only reads. There is one connection that writes, or one for each node of Citus; the first is made at the start, and the others
    /// with their first group. More of them would make smaller groups of the same appends: with two in place of one, a server that was alone carried as
    /// much (7,200 requests a second; 7,400 with one), and two servers a seventh less (means of four runs with 16 partitions on two cores).
    writing: Vec<Mutex<Writing<PostgresWrite>>>,
    pub(super) readers: Arc<Readers>,
    followers: Followers,
    failure: Failure,
}

impl PostgresStore {
    /// Connects, and brings the tables up to date. Servers that start at once wait for each other there.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where the database does not answer; [`StoreError::ReadOnly`] where it is a read-only
    /// replica; [`StoreError::Unusable`] where its schema is of a newer release.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        let (options, most) = understood(url)?;
        let readers = Arc::new(Readers::new(options.clone(), Access::Any, most));
        let options = WriteOptions::new(options);
        let connection = within_reach(&options).await?;
        // Migrations may take long, and wait for those of other servers: a session of their own, without the deadlines of the others.
        let mut session = connected(&options.connect).await?;
        // Where all was done, nothing is: a role that may not change tables can still serve.
        let applied: Result<Vec<i64>, _> = sqlx::query_scalar(sql::APPLIED).fetch_all(&mut session).await;
        let applied = applied.unwrap_or_default();
        if sql::check_schema(&MIGRATIONS, &applied).is_err() {
            MIGRATIONS.run_direct(None, &mut session, false).await.map_err(|error| sql::not_migrated(&error))?;
            if let Some(schema) = applied.last() {
                tracing::info!(schema, "the database was of an older release, by its schema; its tables are brought up to date");
            }
        }
        session.close().await.map_err(|error| failed("bringing the tables up to date", &error))?;
        let nodes = options.nodes();
        let idle = (1..nodes).map(|_| Writing::idle());
        let writing = std::iter::once(Writing::new(connection)).chain(idle).map(Mutex::new).collect();
        let followers = Followers::new(Arc::clone(&readers));
        Ok(Self { options, writing, readers, followers, failure: Failure::default() })
    }

    /// Connects to read: to a hot standby, or beside those who write. Changes nothing, not even the tables.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where the database does not answer; [`StoreError::Unusable`] where its schema is not this release's.
    pub async fn connect_to_read(url: &str) -> Result<Self, StoreError> {
        let (options, most) = understood(url)?;
        let readers = Arc::new(Readers::new(options.clone(), Access::ReadOnly, most));
        let doing = "connecting to the database";
        let connecting = tokio::time::timeout(CONNECTING, connected(&options));
        let late = |_| StoreError::Unavailable { doing, cause: format!("no answer within {} s", CONNECTING.as_secs()) };
        let mut session = connecting.await.map_err(late)??;
        let settings = settings(&mut session, &options).await?;
        let applied: Vec<i64> =
            sqlx::query_scalar(sql::APPLIED).fetch_all(&mut session).await.map_err(|error| no_tables(&error))?;
        sql::check_schema(&MIGRATIONS, &applied)?;
        session.close().await.map_err(|error| failed(doing, &error))?;
        let options = WriteOptions::to_read(options, settings);
        let followers = Followers::new(Arc::clone(&readers));
        Ok(Self { options, writing: Vec::new(), readers, followers, failure: Failure::default() })
    }
}

/// What it means that the list of migrations cannot be read: without it, no server has made the tables yet.
fn no_tables(error: &sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::Database(refusal) if refusal.code().as_deref() == Some(UNDEFINED_TABLE) => StoreError::Unusable(
            "the database holds no log yet, and whoever only reads makes none: start a server that writes first".to_owned(),
        ),
        other => failed("reading the schema", other),
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, appends: Vec<Append>) -> Result<Vec<Result<Appended, AppendError>>, StoreError> {
        self.failure.check()?;
        let Some(first) = appends.first() else { return Ok(Vec::new()) };
        let Some(writing) = self.writing.get(self.writer_of(first.log)) else { return Err(super::read_only::refused()) };
        writing.lock().await.commit(&self.options, appends).await
    }

    async fn read(&self, log: LogId, stream: &StreamId, from: Revision, limit: u32) -> Result<Vec<RecordedEvent>, StoreError> {
        if !is_name(stream.as_str()) {
            return Ok(Vec::new());
        }
        let rows: Vec<EventRecord> = self
            .readers
            .within(
                "reading events",
                sqlx::query_as(sql::READ)
                    .bind(log.0)
                    .bind(stream.as_str())
                    .bind(signed(from))
                    .bind(i64::from(limit))
                    .fetch_all(&self.readers.pool()),
            )
            .await?;
        rows.into_iter().map(|row| row.decode(stream)).collect()
    }

    async fn find(&self, log: LogId, stream: &StreamId, ids: &[&str]) -> Result<Vec<(String, Revision)>, StoreError> {
        let names: Vec<&str> = ids.iter().copied().filter(|id| is_name(id)).collect();
        let rows: Vec<(String, i64)> = self
            .readers
            .within(
                "looking up event ids",
                sqlx::query_as(FIND).bind(log.0).bind(stream.as_str()).bind(names).fetch_all(&self.readers.pool()),
            )
            .await?;
        rows.into_iter().map(|(id, revision)| Ok((id, sql::unsigned(revision, "events.revision")?))).collect()
    }

    async fn head(&self, log: LogId, stream: &StreamId) -> Result<Option<Head>, StoreError> {
        if !is_name(stream.as_str()) {
            return Ok(None);
        }
        let row: Option<HeadRecord> = self
            .readers
            .within(
                "reading a head",
                sqlx::query_as(sql::HEAD).bind(log.0).bind(stream.as_str()).fetch_optional(&self.readers.pool()),
            )
            .await?;
        row.map(HeadRecord::read).transpose()
    }

    async fn follow(&self, log: LogId, stream: &StreamId, from: Revision) -> Result<Option<Followed>, StoreError> {
        if !is_name(stream.as_str()) {
            return Ok(None);
        }
        if self.options.nodes() > 0 {
            return self.followers.follow_one(log, stream, from).await;
        }
        self.followers.follow(log, stream, from).await
    }

    async fn read_each(
        &self,
        from: &[(LogId, StreamId, Revision)],
        limit: u32,
    ) -> Result<Vec<Result<Stretch, StreamDamage>>, StoreError> {
        postgres_parts::read_each(&self.readers, self.options.nodes() > 0, from, limit).await
    }

    async fn games(&self, log: LogId, filter: &CatalogFilter, limit: u32) -> Result<Vec<CatalogGame>, StoreError> {
        if !filter.person.iter().chain(&filter.ruleset).all(|name| is_name(name)) {
            return Ok(Vec::new());
        }
        let mut query = sqlx::query(sql_catalog::games_by(filter))
            .bind(log.0)
            .bind(filter.before.map_or(i64::MAX, signed))
            .bind(&filter.ruleset)
            .bind(filter.finished)
            .bind(filter.since_us)
            .bind(i64::from(limit));
        if let Some(person) = &filter.person {
            query = query.bind(person);
        }
        let rows = self.readers.within("listing games", query.fetch_all(&self.readers.pool())).await?;
        Ok(sql_catalog::games(&rows))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        let applied: Vec<i64> = self
            .readers
            .within("asking for a sign of life", sqlx::query_scalar(sql::APPLIED).fetch_all(&self.readers.pool()))
            .await?;
        sql::check_schema(&MIGRATIONS, &applied)?;
        let counters = sqlx::query_as(sql::WRONG_COUNTERS);
        let wrong = self.readers.within("asking for a sign of life", counters.fetch_all(&self.readers.pool())).await?;
        sql::check_counters(wrong)?;
        // A connection that writes is taken for good until a commit fails; the database may have been started again as a standby meanwhile.
        if !self.writing.is_empty() {
            let question = sqlx::query_scalar("SELECT pg_is_in_recovery()");
            let asked = self.readers.within("asking for a sign of life", question.fetch_one(&self.readers.pool())).await?;
            if asked {
                return Err(StoreError::ReadOnly { cause: "it is in recovery, or a standby".to_owned() });
            }
        }
        // Whether the database takes writes: it may be full.
        for (place, writing) in self.writing.iter().enumerate() {
            let mut writing = tokio::time::timeout(HUNG, writing.lock()).await.map_err(|_| sql::hung())?;
            if place == 0 || writing.has_failed() {
                writing.probe(&self.options).await?;
            }
        }
        Ok(())
    }

    async fn gaps(&self) -> Result<Vec<String>, StoreError> {
        let mut session = connected(&self.options.connect).await?;
        let rows = sqlx::query_as(sql::GAPS).fetch_all(&mut session).await.map_err(|error| failed("counting events", &error))?;
        Ok(sql::gaps(rows))
    }

    fn writers(&self) -> usize {
        self.writing.len().max(1)
    }

    fn writer_of(&self, log: LogId) -> usize {
        self.options.node_of(log) % self.writers()
    }

    fn durability(&self) -> Durability {
        // One connection at least was made: a store without one is none.
        self.options.durability().unwrap_or_else(|| Durability {
            database: "Postgres".into(),
            place: String::new(),
            synced: false,
            kept: true,
            promise: "not known".into(),
        })
    }

    fn failure(&self) -> &Failure {
        &self.failure
    }

    fn shared(&self) -> bool {
        true
    }

    async fn close(&self) {
        for writing in &self.writing {
            let Some(PostgresWrite { connection, .. }) = writing.lock().await.retire() else { continue };
            match tokio::time::timeout(CLOSING, connection.close()).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!(%error, "the connection to the database was not closed cleanly"),
                Err(_) => tracing::warn!("the database did not answer when its connection was closed"),
            }
        }
        self.readers.close().await;
    }
}
