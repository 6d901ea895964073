//! The log in Postgres, for any number of servers: the row of the log's counter is what they wait for each other at. A server that only reads has
//! no connection that writes.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::PoisonError;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection, Executor};
use tokio::sync::Mutex;

use super::commit::{Database, HUNG, Writing, within_reach};
use super::postgres_readers::{Access, Readers};
use super::postgres_write::PostgresWrite;
use super::sql::{self, EventRecord, HeadRecord, SeatRecord, failed, signed};
use super::{
    Append, AppendError, Appended, CatalogFilter, CatalogGame, Durability, Failure, Head, LogId, RecordedEvent, Revision, Store,
    StoreError, StreamId, is_name,
};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// Longest wait for the first connection of a server that only reads.
const CONNECTING: Duration = Duration::from_secs(5);

/// What Postgres says of a table that there is not.
const UNDEFINED_TABLE: &str = "42P01";

/// Connections that write. A commit waits for the disk most of the time, and commits of different connections share a sync of it; but each more
/// that has a part of the appends makes smaller groups of them. On two cores and 16 partitions one server carried 5,217, 4,930 and 4,510 requests a second with
/// 1, 2 and 4 of them; with 4, samples of two servers that wait for each other's rows were .03, and with 2 and 1 .06 and .07.
const WRITERS: usize = 4;

/// Longest wait for the database to say good-bye.
const CLOSING: Duration = Duration::from_secs(3);

const FIND: &str = "SELECT event_id, revision FROM events WHERE log_id = $1 AND stream = $2 AND event_id = ANY($3)";

/// What each write connection asks for itself, and what its commits are worth then. A server of ours that hangs in a transaction, or is cut
/// off, loses its lock on the log after three seconds; one that waits for the lock gives up after those are over. Commits are synced whatever the
/// database's own default is, and whatever it becomes.
const SESSION: &str = "SELECT set_config('idle_in_transaction_session_timeout', '3s', false), set_config('lock_timeout', '5s', false), \
     set_config('statement_timeout', '8s', false), set_config('tcp_user_timeout', '8s', false), \
     set_config('standard_conforming_strings', 'on', false), \
     set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' \
     ELSE current_setting('synchronous_commit') END, false)";

/// Read again after it was set, on every connection.
const SETTINGS: &str = "SELECT current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit'), \
     pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on'";

/// The log in a Postgres database.
pub struct PostgresStore {
    options: WriteOptions,
    /// Absent where this server only reads. The first has a connection from the start, and the others from their first group on.
    writing: Vec<Mutex<Writing<PostgresWrite>>>,
    pub(super) readers: Readers,
    failure: Failure,
}

/// How to make the write connection, and what the last one said of its commits.
struct WriteOptions {
    connect: PgConnectOptions,
    durability: std::sync::Mutex<Option<Durability>>,
}

#[async_trait]
impl Database for WriteOptions {
    type Connection = PostgresWrite;

    const SHARED: bool = true;

    async fn connect(&self) -> Result<PostgresWrite, StoreError> {
        let doing = "connecting to the database";
        let mut connection = self.connect.connect().await.map_err(|error| failed(doing, &error))?;
        connection.execute(SESSION).await.map_err(|error| failed(doing, &error))?;
        let (durability, read_only) = durability(&mut connection, &self.connect).await?;
        if read_only {
            let cause = format!("{} is a read-only replica; the log needs the primary, or `serve --read-only`", durability.place);
            return Err(StoreError::ReadOnly { cause });
        }
        self.durability.lock().unwrap_or_else(PoisonError::into_inner).replace(durability);
        Ok(PostgresWrite(connection))
    }
}

impl PostgresStore {
    /// Connects, and brings the tables up to date. Servers that start at once wait for each other there.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where the database does not answer; [`StoreError::ReadOnly`] where it is a read-only
    /// replica; [`StoreError::Unusable`] where its schema is of a newer release.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        let options = understood(url)?;
        let readers = Readers::new(options.clone(), Access::Any);
        let options = WriteOptions { connect: options, durability: std::sync::Mutex::default() };
        let connection = within_reach(&options).await?;
        // Migrations may take long, and wait for those of other servers: a session of their own, without the deadlines of the others.
        let mut session = options.connect.connect().await.map_err(|error| failed("connecting to the database", &error))?;
        MIGRATIONS.run_direct(None, &mut session, false).await.map_err(|error| sql::not_migrated(&error))?;
        session.close().await.map_err(|error| failed("bringing the tables up to date", &error))?;
        let idle = (1..WRITERS).map(|_| Writing::idle());
        let writing = std::iter::once(Writing::new(connection)).chain(idle).map(Mutex::new).collect();
        Ok(Self { options, writing, readers, failure: Failure::default() })
    }

    /// Connects to read: to a hot standby, or beside those who write. Changes nothing, not even the tables.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where the database does not answer; [`StoreError::Unusable`] where its schema is not this release's.
    pub async fn connect_to_read(url: &str) -> Result<Self, StoreError> {
        let options = understood(url)?;
        let readers = Readers::new(options.clone(), Access::ReadOnly);
        let doing = "connecting to the database";
        let connecting = tokio::time::timeout(CONNECTING, options.connect());
        let late = |_| StoreError::Unavailable { doing, cause: format!("no answer within {} s", CONNECTING.as_secs()) };
        let mut session = connecting.await.map_err(late)?.map_err(|error| failed(doing, &error))?;
        let (durability, _) = durability(&mut session, &options).await?;
        let applied: Vec<i64> =
            sqlx::query_scalar(sql::APPLIED).fetch_all(&mut session).await.map_err(|error| no_tables(&error))?;
        sql::check_schema(&MIGRATIONS, &applied)?;
        session.close().await.map_err(|error| failed(doing, &error))?;
        let options = WriteOptions { connect: options, durability: std::sync::Mutex::new(Some(durability)) };
        Ok(Self { options, writing: Vec::new(), readers, failure: Failure::default() })
    }
}

fn understood(url: &str) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(url)
        .map_err(|error| StoreError::Unusable(format!("the database URL is not understood: {error}")))?;
    Ok(options.application_name("credence").disable_statement_logging())
}

/// What it means that the list of migrations cannot be read: without it, no server has made the tables yet.
fn no_tables(error: &sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::Database(refusal) if refusal.code().as_deref() == Some(UNDEFINED_TABLE) => StoreError::Unusable(
            "the database holds no log yet, and a server that only reads makes none: start one that writes first".to_owned(),
        ),
        other => failed("reading the schema", other),
    }
}

/// Asks the server what its commits are worth, and whether it takes none.
async fn durability(connection: &mut PgConnection, options: &PgConnectOptions) -> Result<(Durability, bool), StoreError> {
    let (version, fsync, synchronous_commit, read_only): (String, String, String, bool) =
        sqlx::query_as(SETTINGS).fetch_one(connection).await.map_err(|error| failed("asking for settings", &error))?;
    let server = options
        .get_socket()
        .map_or_else(|| format!("{}:{}", options.get_host(), options.get_port()), |socket| socket.display().to_string());
    let place = format!("{server}/{}", options.get_database().unwrap_or(options.get_username()));
    let lost = |setting| format!("a crash of the database server can lose acknowledged events, because {setting}=off there");
    let promise = match (fsync.as_str(), synchronous_commit.as_str()) {
        ("off", _) => lost("fsync"),
        (_, "off") => lost("synchronous_commit"),
        _ => "every acknowledged event is on disk".to_owned(),
    };
    let synced = fsync != "off" && synchronous_commit != "off";
    if !synced {
        tracing::warn!(place, promise, "the database does not sync its commits");
    }
    Ok((Durability { database: format!("Postgres {version}"), place, synced, kept: true, promise }, read_only))
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

    async fn last_revisions(&self, logs: &[LogId], stream: &StreamId) -> Result<BTreeMap<LogId, Revision>, StoreError> {
        let numbers: Vec<i64> = logs.iter().map(|log| log.0).collect();
        let query = sqlx::query_as(sql::LAST_REVISIONS).bind(&numbers).bind(stream.as_str());
        let rows: Vec<(i64, i64)> = self.readers.within("reading heads", query.fetch_all(&self.readers.pool())).await?;
        rows.into_iter().map(|(log, revision)| Ok((LogId(log), sql::unsigned(revision, "streams.revision")?))).collect()
    }

    async fn games(&self, log: LogId, filter: &CatalogFilter, limit: u32) -> Result<Vec<CatalogGame>, StoreError> {
        if !filter.person.iter().chain(&filter.ruleset).all(|name| is_name(name)) {
            return Ok(Vec::new());
        }
        let statement = if filter.person.is_some() { sql::GAMES_OF_PERSON } else { sql::GAMES };
        let mut query = sqlx::query_as::<_, SeatRecord>(statement)
            .bind(log.0)
            .bind(filter.before.map_or(i64::MAX, signed))
            .bind(&filter.ruleset)
            .bind(filter.finished)
            .bind(filter.since_us)
            .bind(i64::from(limit));
        if let Some(person) = &filter.person {
            query = query.bind(person);
        }
        sql::games(self.readers.within("listing games", query.fetch_all(&self.readers.pool())).await?)
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
        // Whether the database takes writes: it may have become a replica, or full.
        for (place, writing) in self.writing.iter().enumerate() {
            let mut writing = tokio::time::timeout(HUNG, writing.lock()).await.map_err(|_| sql::hung())?;
            if place == 0 || writing.has_failed() {
                writing.probe(&self.options).await?;
            }
        }
        Ok(())
    }

    async fn gaps(&self) -> Result<Vec<String>, StoreError> {
        let mut session = self.options.connect.connect().await.map_err(|error| failed("counting events", &error))?;
        let rows = sqlx::query_as(sql::GAPS).fetch_all(&mut session).await.map_err(|error| failed("counting events", &error))?;
        Ok(sql::gaps(rows))
    }

    fn writers(&self) -> usize {
        self.writing.len().max(1)
    }

    fn writer_of(&self, log: LogId) -> usize {
        log.spread(self.writers())
    }

    fn durability(&self) -> Durability {
        let last = self.options.durability.lock().unwrap_or_else(PoisonError::into_inner);
        // One connection at least was made: a store without one is none.
        last.clone().unwrap_or_else(|| Durability {
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
            let Some(PostgresWrite(connection)) = writing.lock().await.retire() else { continue };
            match tokio::time::timeout(CLOSING, connection.close()).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!(%error, "the connection to the database was not closed cleanly"),
                Err(_) => tracing::warn!("the database did not answer when its connection was closed"),
            }
        }
        self.readers.close().await;
    }
}
