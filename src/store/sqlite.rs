//! The log in one SQLite file, for one server: one connection writes, a few others only read.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::Mutex;

use super::commit::{Database, Writing};
use super::rows::KEPT_PREPARED;
use super::sql::{self, EventRecord, HeadRecord, SeatRecord, failed, signed};
use super::sqlite_write::SqliteWrite;
use super::{
    Append, AppendError, Appended, CatalogChange, CatalogFilter, CatalogGame, Durability, Head, LogId, RecordedEvent, Revision,
    Store, StoreError, StreamId, is_name,
};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

/// The oldest SQLite without the bug that could lose a checkpoint of the write-ahead log.
const OLDEST: (u32, u32, u32) = (3, 51, 3);

/// The write-ahead log is moved into the file when it has grown to this many pages of 4 KiB (16 MiB).
const CHECKPOINT_PAGES: &str = "4096";

/// What is left of the write-ahead log after that.
const LEFT_OF_WAL: &str = "67108864";

/// The log in one SQLite file.
pub struct SqliteStore {
    path: PathBuf,
    version: String,
    pub(super) options: WriteOptions,
    pub(super) writing: Mutex<Writing<SqliteWrite>>,
    pub(super) readers: SqlitePool,
    /// Held as long as the file is open; the system lets go of it when the process dies, however it dies.
    lock: Mutex<Option<File>>,
}

/// How to make the write connection.
pub(super) struct WriteOptions(SqliteConnectOptions);

#[async_trait]
impl Database for WriteOptions {
    type Connection = SqliteWrite;

    /// The lock file keeps other servers away.
    const SHARED: bool = false;

    async fn connect(&self) -> Result<SqliteWrite, StoreError> {
        self.0.connect().await.map(SqliteWrite).map_err(|error| failed("opening the database", &error))
    }
}

impl SqliteStore {
    /// Opens the file, which is created where it is missing, and brings its tables up to date.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] where another server has the file open, where it is no SQLite database, where its schema is of
    /// a newer release, or where the directory cannot be written to.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        if path.as_os_str().is_empty() || path == Path::new(":memory:") {
            return Err(StoreError::Unusable("a log in SQLite needs a file: sqlite:path".to_owned()));
        }
        let lock = lock(path)?;
        let unusable = |error: sqlx::Error| StoreError::Unusable(format!("{} cannot be opened: {error}", path.display()));
        let common = SqliteConnectOptions::new()
            .filename(path)
            .busy_timeout(Duration::from_secs(5))
            .pragma("mmap_size", "0")
            .pragma("temp_store", "MEMORY")
            .statement_cache_capacity(KEPT_PREPARED)
            .disable_statement_logging();
        let write = common
            .clone()
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("secure_delete", "1")
            .pragma("fullfsync", "1")
            .pragma("checkpoint_fullfsync", "1")
            .pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
            .pragma("journal_size_limit", LEFT_OF_WAL);
        let mut connection = write.connect().await.map_err(unusable)?;
        let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut connection).await.map_err(unusable)?;
        check_version(&version)?;
        MIGRATIONS.run_direct(None, &mut connection, false).await.map_err(|error| sql::not_migrated(&error))?;
        let cores = std::thread::available_parallelism().map_or(2, |cores| u32::try_from(cores.get()).unwrap_or(8));
        let readers = SqlitePoolOptions::new()
            .max_connections(cores.clamp(2, 8))
            .test_before_acquire(false)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(common.read_only(true))
            .await
            .map_err(unusable)?;
        Ok(Self {
            path: path.to_owned(),
            version,
            options: WriteOptions(write),
            writing: Mutex::new(Writing::new(SqliteWrite(connection))),
            readers,
            lock: Mutex::new(Some(lock)),
        })
    }
}

/// Takes the lock file beside the database.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let unusable = |error: &dyn std::fmt::Display| {
        StoreError::Unusable(format!("{} cannot be opened: its lock file cannot be taken: {error}", path.display()))
    };
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(name).map_err(|error| unusable(&error))?;
    match file.try_lock() {
        Ok(()) => {
            let write = |file: &mut File| {
                file.set_len(0)?;
                write!(file, "{}", std::process::id())
            };
            write(&mut file).map_err(|error| unusable(&error))?;
            Ok(file)
        }
        Err(std::fs::TryLockError::WouldBlock) => {
            let mut process = String::new();
            // Only for the message; some systems do not let a locked file be read.
            let process = file.read_to_string(&mut process).map_or_else(|_| "?".to_owned(), |_| process);
            Err(StoreError::Unusable(format!(
                "{} is in use by another server (process {process}). One SQLite file serves one server; several servers can \
                 share a Postgres database",
                path.display()
            )))
        }
        Err(std::fs::TryLockError::Error(error)) => Err(unusable(&error)),
    }
}

fn check_version(version: &str) -> Result<(), StoreError> {
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    if (next(), next(), next()) >= OLDEST {
        return Ok(());
    }
    let (major, minor, patch) = OLDEST;
    Err(StoreError::Unusable(format!("this is SQLite {version}, and {major}.{minor}.{patch} or newer is needed")))
}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, appends: Vec<Append>) -> Result<Vec<Result<Appended, AppendError>>, StoreError> {
        let erases =
            appends.iter().flat_map(|append| &append.catalog).any(|change| matches!(change, CatalogChange::Forgotten { .. }));
        let mut writing = self.writing.lock().await;
        let answers = writing.commit(&self.options, appends).await?;
        if erases {
            // The group is committed: whatever fails from here on is no answer to it. What was erased still stands in the write-ahead log;
            // where a reader is in the way, the next checkpoint comes.
            let pending = |error: &dyn std::fmt::Display| {
                tracing::warn!(%error, "erased data may still stand in the write-ahead log for a while");
            };
            match writing.take(&self.options).await {
                Ok(mut connection) => {
                    if let Err(error) = checkpoint(&mut connection.0).await {
                        pending(&error);
                    }
                    writing.give_back(connection);
                }
                Err(error) => pending(&error),
            }
        }
        Ok(answers)
    }

    async fn read(&self, log: LogId, stream: &StreamId, from: Revision, limit: u32) -> Result<Vec<RecordedEvent>, StoreError> {
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
        let mut reader = self.readers.acquire().await.map_err(|error| failed("looking up event ids", &error))?;
        let mut found = Vec::new();
        for id in ids.iter().filter(|id| is_name(id)) {
            let query = sqlx::query_scalar(sql::FIND).bind(log.0).bind(stream.as_str()).bind(*id);
            let row: Option<i64> =
                query.fetch_optional(&mut *reader).await.map_err(|error| failed("looking up event ids", &error))?;
            if let Some(revision) = row {
                found.push(((*id).to_owned(), sql::unsigned(revision, "events.revision")?));
            }
        }
        Ok(found)
    }

    async fn head(&self, log: LogId, stream: &StreamId) -> Result<Option<Head>, StoreError> {
        let row: Option<HeadRecord> = sqlx::query_as(sql::HEAD)
            .bind(log.0)
            .bind(stream.as_str())
            .fetch_optional(&self.readers)
            .await
            .map_err(|error| failed("reading a head", &error))?;
        row.map(|row| Ok(row.decode()?.1)).transpose()
    }

    async fn games(&self, log: LogId, filter: &CatalogFilter, limit: u32) -> Result<Vec<CatalogGame>, StoreError> {
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
        Durability {
            database: format!("SQLite {}", self.version),
            place: self.path.display().to_string(),
            synced: true,
            promise: "every acknowledged event is on disk".to_owned(),
        }
    }

    fn shared(&self) -> bool {
        false
    }

    async fn close(&self) {
        let mut writing = self.writing.lock().await;
        self.readers.close().await;
        if let Some(SqliteWrite(mut connection)) = writing.retire() {
            if let Err(error) = checkpoint(&mut connection).await {
                tracing::warn!(%error, "the write-ahead log could not be moved into the database; the next start does it");
            }
            if let Err(error) = connection.close().await {
                tracing::warn!(%error, "the database was not closed cleanly; the next start recovers it");
            }
        }
        self.lock.lock().await.take();
    }
}

async fn checkpoint(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    // It answers (busy, pages in the log, pages moved), and is no error where a reader stands in the way.
    let (busy, _, _): (i64, i64, i64) = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(connection).await?;
    if busy == 0 { Ok(()) } else { Err(sqlx::Error::Protocol("a reader stands in the way".to_owned())) }
}
