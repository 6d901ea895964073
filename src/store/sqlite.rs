//! The log in one SQLite file, for one server: one connection writes, a few others only read.

use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{Mutex, MutexGuard};

use super::commit::{HUNG, Writing};
use super::identity::Claim;
use super::rows::KEPT_PREPARED;
use super::sql::{self, EventRecord, HeadRecord, failed, signed};
use super::sql_catalog;
use super::sqlite_parts;
use super::sqlite_upgrade::back_up_before_migrating;
use super::sqlite_wal::{self as wal, WriteAheadLog};
use super::sqlite_write::{SqliteWrite, TAKING};
use super::throwaway::{MEMORY, Throwaway};
use super::write_connection::Database;
use super::{
    Append, AppendError, Appended, CatalogFilter, CatalogGame, Durability, Failure, Head, LogId, RecordedEvent, Revision, Store,
    StoreError, StreamDamage, StreamId, Stretch, is_name,
};

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

/// The oldest SQLite without the bug that could lose a checkpoint of the write-ahead log.
const OLDEST: (u32, u32, u32) = (3, 51, 3);

/// The write-ahead log is moved into the file when it has grown to this many pages of 4 KiB (16 MiB).
const CHECKPOINT_PAGES: &str = "4096";

/// What is left of the write-ahead log after that.
const LEFT_OF_WAL: &str = "67108864";

/// With less room on the disk, in bytes, the server says that it is not ready.
#[cfg(unix)]
const LEAST_ROOM: u64 = 1 << 20;

/// The log in one SQLite file.
pub struct SqliteStore {
    path: PathBuf,
    version: String,
    pub(super) options: WriteOptions,
    writing: Mutex<Writing<SqliteWrite>>,
    pub(super) readers: SqlitePool,
    /// Held as long as the file is open.
    claim: RwLock<Option<Claim>>,
    /// The folder of a log for throwaway use, until it is closed.
    throwaway: RwLock<Option<Throwaway>>,
    /// Whether the log outlives the server.
    kept: bool,
    /// The file beside it, of what is not in it yet.
    wal: WriteAheadLog,
    failure: Failure,
}

/// How to make the write connection.
pub(super) struct WriteOptions(SqliteConnectOptions);

#[async_trait]
impl Database for WriteOptions {
    type Connection = SqliteWrite;

    /// The claim on the file keeps other servers away.
    const SHARED: bool = false;

    async fn connect(&self) -> Result<SqliteWrite, StoreError> {
        let failed = |error| failed("opening the database", &error);
        let mut connection = self.0.connect().await.map_err(failed)?;
        sqlx::raw_sql(TAKING).execute(&mut connection).await.map_err(failed)?;
        Ok(SqliteWrite(connection))
    }
}

impl SqliteStore {
    /// Opens the file, which is created where it is missing, and brings its tables up to date. `:memory:` is a log for throwaway use, which
    /// is gone when it is closed.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] where another server has the file open, where it is no SQLite database, where its schema is of
    /// a newer release, or where the directory cannot be written to.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        if path.as_os_str().is_empty() {
            return Err(StoreError::Unusable("a log in SQLite needs a file: sqlite:path".to_owned()));
        }
        let throwaway = if path == Path::new(MEMORY) { Some(Throwaway::make()?) } else { None };
        let claim = Claim::take(&throwaway.as_ref().map_or_else(|| path.to_owned(), Throwaway::file))?;
        let synchronous = if throwaway.is_some() { SqliteSynchronous::Off } else { SqliteSynchronous::Full };
        let path = claim.path().to_owned();
        let unusable = |error: sqlx::Error| StoreError::Unusable(format!("{} cannot be opened: {error}", path.display()));
        let common = SqliteConnectOptions::new()
            .filename(&path)
            .busy_timeout(Duration::from_secs(5))
            .pragma("mmap_size", "0")
            .pragma("temp_store", "MEMORY")
            .statement_cache_capacity(KEPT_PREPARED)
            .disable_statement_logging();
        let write = common
            .clone()
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(synchronous)
            .pragma("secure_delete", "1")
            .pragma("fullfsync", "1")
            .pragma("checkpoint_fullfsync", "1")
            .pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
            .pragma("journal_size_limit", LEFT_OF_WAL);
        let mut connection = write.connect().await.map_err(unusable)?;
        let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut connection).await.map_err(unusable)?;
        check_version(&version)?;
        back_up_before_migrating(&mut connection, &path).await?;
        MIGRATIONS.run_direct(None, &mut connection, false).await.map_err(|error| sql::not_migrated(&error))?;
        sqlx::raw_sql(TAKING).execute(&mut connection).await.map_err(unusable)?;
        wal::check_mode(&mut connection, &path).await?;
        let cores = std::thread::available_parallelism().map_or(2, |cores| u32::try_from(cores.get()).unwrap_or(8));
        let readers = SqlitePoolOptions::new()
            .max_connections(cores.clamp(2, 8))
            .test_before_acquire(false)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(common.read_only(true))
            .await
            .map_err(unusable)?;
        let kept = throwaway.is_none();
        let wal = WriteAheadLog::of(&path);
        // What a server that was killed had erased may still stand there.
        if wal::empty(&mut connection).await.is_err() {
            wal.holds_erased();
        }
        Ok(Self {
            path,
            version,
            options: WriteOptions(write),
            writing: Mutex::new(Writing::new(SqliteWrite(connection))),
            readers,
            claim: RwLock::new(Some(claim)),
            throwaway: RwLock::new(throwaway),
            kept,
            wal,
            failure: Failure::default(),
        })
    }
}

impl SqliteStore {
    /// The writing side, where the file is still the one that was opened and every sync has succeeded.
    pub(super) async fn writing(&self) -> Result<MutexGuard<'_, Writing<SqliteWrite>>, StoreError> {
        let writing = self.writing.lock().await;
        self.failure.check()?;
        self.check_file()?;
        Ok(writing)
    }

    fn check_file(&self) -> Result<(), StoreError> {
        self.wal.check()?;
        let claim = self.claim.read().unwrap_or_else(PoisonError::into_inner);
        // Once the claim is given up, another server may have the file: a new connection must not write to it.
        let closed = || StoreError::Unavailable { doing: "writing", cause: "the database is closed".to_owned() };
        claim.as_ref().ok_or_else(closed)?.check()
    }

    /// What a write came to.
    pub(super) fn written<T>(&self, doing: &'static str, done: Result<T, sqlx::Error>) -> Result<T, StoreError> {
        done.map_err(|error| failed(doing, &error)).inspect_err(|error| self.failure.note_error(error))
    }

    /// Something was erased: what it was stands in the write-ahead log until that is emptied.
    pub(super) async fn empty_of_erased(&self, writing: &mut Writing<SqliteWrite>) {
        self.wal.holds_erased();
        self.empty_write_ahead_log(writing).await;
    }

    /// Moves the write-ahead log into the file where its state asks for that. The group before is committed: whatever fails here is no answer
    /// to it.
    async fn empty_write_ahead_log(&self, writing: &mut Writing<SqliteWrite>) {
        let Some(why) = self.wal.due() else { return };
        let emptied = match writing.take(&self.options).await {
            Ok(mut connection) => {
                let emptied = wal::empty(&mut connection.0).await.map_err(|error| failed("emptying the write-ahead log", &error));
                writing.give_back(connection);
                emptied
            }
            Err(error) => Err(error),
        };
        match emptied {
            Ok(()) => self.wal.emptied(),
            Err(error) => {
                tracing::warn!(%error, why, "the write-ahead log could not be emptied; it is tried again");
                self.failure.note_error(&error);
            }
        }
    }

    /// Whether a write would find room.
    #[cfg(unix)]
    fn check_room(&self) -> Result<(), StoreError> {
        let disk = rustix::fs::statvfs(&self.path)
            .map_err(|error| StoreError::Unavailable { doing: "asking for room on the disk", cause: error.to_string() })?;
        let room = disk.f_bavail.saturating_mul(disk.f_frsize);
        if room >= LEAST_ROOM {
            return Ok(());
        }
        Err(StoreError::Full { cause: format!("{room} bytes are left where the database is; {LEAST_ROOM} are needed") })
    }

    #[cfg(not(unix))]
    const fn check_room(&self) -> Result<(), StoreError> {
        Ok(())
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
        let erases = appends.iter().any(Append::erases);
        let mut writing = self.writing().await?;
        if erases {
            // Also where nobody learns whether it was committed.
            self.wal.holds_erased();
        }
        let answers = writing.commit(&self.options, appends).await.inspect_err(|error| self.failure.note_error(error))?;
        self.failure.note_errors(&answers);
        self.empty_write_ahead_log(&mut writing).await;
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
        rows.into_iter().map(|row| row.decode(stream)).collect()
    }

    async fn read_each(
        &self,
        from: &[(LogId, StreamId, Revision)],
        limit: u32,
    ) -> Result<Vec<Result<Stretch, StreamDamage>>, StoreError> {
        sqlite_parts::read_each(&self.readers, from, limit).await
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
        row.map(HeadRecord::read).transpose()
    }

    async fn games(&self, log: LogId, filter: &CatalogFilter, limit: u32) -> Result<Vec<CatalogGame>, StoreError> {
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
        let rows = query.fetch_all(&self.readers).await.map_err(|error| failed("listing games", &error))?;
        Ok(sql_catalog::games(&rows))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.check_file()?;
        let applied: Vec<i64> = sqlx::query_scalar(sql::APPLIED)
            .fetch_all(&self.readers)
            .await
            .map_err(|error| failed("asking for a sign of life", &error))?;
        sql::check_schema(&MIGRATIONS, &applied)?;
        let counters = sqlx::query_as(sql::WRONG_OR_MISSING_COUNTERS).fetch_all(&self.readers);
        sql::check_counters(counters.await.map_err(|error| failed("asking for a sign of life", &error))?)?;
        self.check_room()?;
        let mut writing = tokio::time::timeout(HUNG, self.writing()).await.map_err(|_| sql::hung())??;
        writing.probe(&self.options).await.inspect_err(|error| self.failure.note_error(error))?;
        self.empty_write_ahead_log(&mut writing).await;
        Ok(())
    }

    async fn gaps(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query_as(sql::GAPS).fetch_all(&self.readers).await.map_err(|error| failed("counting events", &error))?;
        Ok(sql::gaps(rows))
    }

    fn failure(&self) -> &Failure {
        &self.failure
    }

    fn durability(&self) -> Durability {
        let database = format!("SQLite {}", self.version);
        if !self.kept {
            let promise = "everything is gone when the server stops".to_owned();
            return Durability { database, place: "for throwaway use".to_owned(), synced: false, kept: false, promise };
        }
        let promise = "every acknowledged event is on disk".to_owned();
        Durability { database, place: self.path.display().to_string(), synced: true, kept: true, promise }
    }

    fn shared(&self) -> bool {
        false
    }

    async fn close(&self) {
        let mut writing = self.writing.lock().await;
        self.readers.close().await;
        if let Some(SqliteWrite(mut connection)) = writing.retire() {
            if let Err(error) = wal::empty(&mut connection).await {
                tracing::warn!(%error, "the write-ahead log could not be moved into the database; the next start does it");
            }
            if let Err(error) = connection.close().await {
                tracing::warn!(%error, "the database was not closed cleanly; the next start recovers it");
            }
        }
        self.claim.write().unwrap_or_else(PoisonError::into_inner).take();
        self.throwaway.write().unwrap_or_else(PoisonError::into_inner).take();
    }
}
