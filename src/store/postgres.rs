//! The log in Postgres, for any number of servers: the row of the log's counter is what they wait for each other at.

use std::str::FromStr;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::Mutex;

use super::commit::{Database, Writing};
use super::postgres_write::PostgresWrite;
use super::sql::{self, EventRecord, HeadRecord, SeatRecord, failed, signed};
use super::{
    Append, AppendError, Appended, CatalogFilter, CatalogGame, Durability, Head, LogId, RecordedEvent, Revision, Store,
    StoreError, StreamId, is_name,
};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// Connections that read, a server.
const READERS: u32 = 16;

const FIND: &str = "SELECT event_id, revision FROM events WHERE log_id = $1 AND stream = $2 AND event_id = ANY($3)";

/// A server that hangs in a transaction, or is cut off, loses its lock on the log after this long.
const LONGEST_SILENCE: &str = "SET idle_in_transaction_session_timeout = '30s'";

/// The log in a Postgres database.
pub struct PostgresStore {
    options: WriteOptions,
    durability: Durability,
    writing: Mutex<Writing<PostgresWrite>>,
    pub(super) readers: PgPool,
}

/// How to make the write connection.
struct WriteOptions(PgConnectOptions);

#[async_trait]
impl Database for WriteOptions {
    type Connection = PostgresWrite;

    const SHARED: bool = true;

    async fn connect(&self) -> Result<PostgresWrite, StoreError> {
        let connect = async {
            let mut connection = self.0.connect().await?;
            sqlx::query(LONGEST_SILENCE).execute(&mut connection).await?;
            Ok(PostgresWrite(connection))
        };
        connect.await.map_err(|error: sqlx::Error| failed("connecting to the database", &error))
    }
}

impl PostgresStore {
    /// Connects, and brings the tables up to date. Servers that start at once wait for each other there.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where the database does not answer; [`StoreError::Unusable`] where it is a read-only
    /// replica or its schema is of a newer release.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url)
            .map_err(|error| StoreError::Unusable(format!("the database URL is not understood: {error}")))?
            .application_name("credence")
            .disable_statement_logging();
        let options = WriteOptions(options);
        let PostgresWrite(mut connection) = options.connect().await?;
        let durability = durability(&mut connection, &options.0).await?;
        MIGRATIONS.run_direct(None, &mut connection, false).await.map_err(|error| sql::not_migrated(&error))?;
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(Duration::from_secs(10))
            .connect_lazy_with(options.0.clone());
        Ok(Self { options, durability, writing: Mutex::new(Writing::new(PostgresWrite(connection))), readers })
    }
}

/// Asks the server what its commits are worth.
async fn durability(connection: &mut PgConnection, options: &PgConnectOptions) -> Result<Durability, StoreError> {
    let settings = "SELECT current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit'), \
                    pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on'";
    let (version, fsync, synchronous_commit, read_only): (String, String, String, bool) =
        sqlx::query_as(settings).fetch_one(connection).await.map_err(|error| failed("asking for settings", &error))?;
    let server = options
        .get_socket()
        .map_or_else(|| format!("{}:{}", options.get_host(), options.get_port()), |socket| socket.display().to_string());
    let place = format!("{server}/{}", options.get_database().unwrap_or(options.get_username()));
    if read_only {
        return Err(StoreError::Unusable(format!("{place} is a read-only replica; the log needs the primary")));
    }
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
    Ok(Durability { database: format!("Postgres {version}"), place, synced, promise })
}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, appends: Vec<Append>) -> Result<Vec<Result<Appended, AppendError>>, StoreError> {
        self.writing.lock().await.commit(&self.options, appends).await
    }

    async fn read(&self, log: LogId, stream: &StreamId, from: Revision, limit: u32) -> Result<Vec<RecordedEvent>, StoreError> {
        if !is_name(stream.as_str()) {
            return Ok(Vec::new());
        }
        let rows: Vec<EventRecord> = sqlx::query_as(sql::READ)
            .bind(log.0)
            .bind(stream.as_str())
            .bind(signed(from))
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await
            .map_err(|error| failed("reading events", &error))?;
        rows.into_iter().map(EventRecord::decode).collect()
    }

    async fn find(&self, log: LogId, stream: &StreamId, ids: &[&str]) -> Result<Vec<(String, Revision)>, StoreError> {
        let names: Vec<&str> = ids.iter().copied().filter(|id| is_name(id)).collect();
        let rows: Vec<(String, i64)> = sqlx::query_as(FIND)
            .bind(log.0)
            .bind(stream.as_str())
            .bind(names)
            .fetch_all(&self.readers)
            .await
            .map_err(|error| failed("looking up event ids", &error))?;
        rows.into_iter().map(|(id, revision)| Ok((id, sql::unsigned(revision, "events.revision")?))).collect()
    }

    async fn head(&self, log: LogId, stream: &StreamId) -> Result<Option<Head>, StoreError> {
        if !is_name(stream.as_str()) {
            return Ok(None);
        }
        let row: Option<HeadRecord> = sqlx::query_as(sql::HEAD)
            .bind(log.0)
            .bind(stream.as_str())
            .fetch_optional(&self.readers)
            .await
            .map_err(|error| failed("reading a head", &error))?;
        row.map(|row| Ok(row.decode()?.1)).transpose()
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
        sql::games(query.fetch_all(&self.readers).await.map_err(|error| failed("listing games", &error))?)
    }

    async fn ping(&self) -> Result<(), StoreError> {
        let applied: Vec<i64> = sqlx::query_scalar(sql::APPLIED)
            .fetch_all(&self.readers)
            .await
            .map_err(|error| failed("asking for a sign of life", &error))?;
        sql::check_schema(&MIGRATIONS, &applied)
    }

    fn durability(&self) -> Durability {
        self.durability.clone()
    }

    fn shared(&self) -> bool {
        true
    }

    async fn close(&self) {
        let mut writing = self.writing.lock().await;
        if let Some(PostgresWrite(connection)) = writing.retire()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the connection to the database was not closed cleanly");
        }
        self.readers.close().await;
    }
}
