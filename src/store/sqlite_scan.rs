//! Reading a SQLite file beside the server that may have it open.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use super::scan::{AsideRow, Extent, GameRow, Listing, LoggedEvent, MissingRow, Trace};
use super::sql::{self, EventRecord, READ, failed, signed, unsigned};
use super::sql_players::{
    COUNT_FORGOTTEN, LIST as LIST_PLAYERS, POPULATIONS, PROFILES, PlayerRecord, PopulationRecord, ProfileRecord,
};
use super::sql_scan::{
    AsideRecord, EXTENT, ExtentRecord, GAME, GameRecord, HEAD, HeadRecord, IS_PLAYER, LOGGED, LoggedRecord, MISSING,
    MissingRecord, POSITIONS, REVISIONS, SEATS, SET_ASIDE, STATE, STRAY_SEATS, STREAM_AT, logs, names, positions, scan_over,
};
use super::sql_snapshots::{LIST, SnapshotRecord};
use super::sqlite::MIGRATIONS;
use super::{
    Head, LogId, PlayerRow, Position, RecordedEvent, Revision, SnapshotRow, StoreError, StoredPopulation, StoredProfile, StreamId,
};

/// Findings of the database about its pages that are told at most.
const FINDINGS: u32 = 100;

/// A SQLite file, open for reading.
pub struct SqliteScan {
    connection: SqliteConnection,
    /// How the file was when it was opened, where nobody had it open.
    quiet: Option<QuietFile>,
}

impl SqliteScan {
    const BEGIN: &str = "BEGIN";

    /// Opens a file.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] where it is not there, is no database, or its schema is not this release's.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let (mut connection, quiet) = open(path).await?;
        let applied: Result<Vec<i64>, _> = sqlx::query_scalar(sql::APPLIED).fetch_all(&mut connection).await;
        match applied.map_err(|error| (failed("reading the schema", &error), error)) {
            Ok(applied) => sql::check_schema(&MIGRATIONS, &applied)?,
            // The page that says which schema it is can be damaged as any other; all the rest can be read.
            Err((StoreError::Damaged { .. }, error)) if is_corrupt(&error) => {}
            Err((_, error)) => return Err(unusable(path, &error)),
        }
        Ok(Self { connection, quiet })
    }

    /// Text that was damaged is bytes to SQLite as well as any other, also where the list goes on after it.
    async fn list(&mut self, names: &'static str, log: LogId, after: &[u8], limit: u32) -> Result<Vec<Vec<u8>>, sqlx::Error> {
        sqlx::query_scalar(names).bind(log.0).bind(after).bind(i64::from(limit)).fetch_all(&mut self.connection).await
    }

    async fn find_pages(&mut self) -> Result<Vec<String>, StoreError> {
        // `quick_check` would be faster, and does not see a row that its index has under another name: streams are read by the index, and feeds are not.
        let check = sqlx::AssertSqlSafe(format!("PRAGMA integrity_check({FINDINGS})"));
        let found: Result<Vec<String>, _> = sqlx::query_scalar(check).fetch_all(&mut self.connection).await;
        match found.map_err(|error| failed("looking at every page", &error)) {
            Ok(found) => Ok(found.into_iter().filter(|finding| finding != "ok").collect()),
            Err(StoreError::Damaged { what, .. }) => Ok(vec![what]),
            Err(error) => Err(error),
        }
    }

    async fn read_settings(&mut self) -> Result<Vec<(String, String)>, sqlx::Error> {
        let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut self.connection).await?;
        let journal: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut self.connection).await?;
        let pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(&mut self.connection).await?;
        let free: i64 = sqlx::query_scalar("PRAGMA freelist_count").fetch_one(&mut self.connection).await?;
        let named = |name: &str, value: String| (name.to_owned(), value);
        Ok(vec![
            named("version", version),
            named("journal_mode", journal),
            named("pages", pages.to_string()),
            named("free_pages", free.to_string()),
        ])
    }

    async fn count_servers(&self) -> Result<u64, sqlx::Error> {
        Ok(0)
    }

    fn was_disturbed(&self) -> bool {
        self.quiet.as_ref().is_some_and(QuietFile::was_disturbed)
    }
}

/// A file that nobody had open when it was opened to be read as it stands.
struct QuietFile {
    path: PathBuf,
    /// Its write-ahead log, which there was not.
    wal: PathBuf,
    stamp: Option<Stamp>,
}

/// Length and time of the last change. To look at more of the file it would have to be opened, and SQLite loses its locks where the same program closes a
/// file that it has open.
type Stamp = (u64, SystemTime);

fn stamp(path: &Path) -> Option<Stamp> {
    let about = path.metadata().ok()?;
    Some((about.len(), about.modified().ok()?))
}

impl QuietFile {
    /// A file without a write-ahead log: with one, somebody may have it open.
    fn at(path: &Path) -> Option<Self> {
        // Before it is looked whether there is that log: what comes after is seen at the end.
        let stamp = stamp(path);
        let mut wal = path.as_os_str().to_owned();
        wal.push("-wal");
        let wal = PathBuf::from(wal);
        (!wal.exists()).then(|| Self { path: path.to_owned(), wal, stamp })
    }

    /// Whether a server has opened it since; one that has gone again has taken its write-ahead log with it, and left what it wrote.
    fn was_disturbed(&self) -> bool {
        self.wal.exists() || stamp(&self.path) != self.stamp
    }
}

/// Opens a file for reading. Where it has no write-ahead log, no server has it open, and it is read as it stands: SQLite would make that log, and
/// leave it behind. Whether a server opened it meanwhile must be asked at the end.
async fn open(path: &Path) -> Result<(SqliteConnection, Option<QuietFile>), StoreError> {
    if !path.is_file() {
        return Err(StoreError::Unusable(format!("there is no file {}", path.display())));
    }
    let quiet = QuietFile::at(path);
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .read_only(true)
        .immutable(quiet.is_some())
        .busy_timeout(Duration::from_secs(5))
        .pragma("mmap_size", "0")
        .pragma("temp_store", "MEMORY")
        .disable_statement_logging();
    let connection = options.connect().await.map_err(|error| unusable(path, &error))?;
    Ok((connection, quiet))
}

/// Whether a page is damaged, in a file that is a database.
fn is_corrupt(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code != "26")
}

fn unusable(path: &Path, error: &sqlx::Error) -> StoreError {
    StoreError::Unusable(format!("{} cannot be read: {error}", path.display()))
}

/// Copies a database into a file that exists and is empty, as of one moment, beside the server that may have it open.
///
/// # Errors
/// [`StoreError::Unusable`] where there is no such database; [`StoreError::Damaged`] where it cannot be read;
/// [`StoreError::Unavailable`] where the copy cannot be written.
pub async fn copy_sqlite(from: &Path, into: &Path) -> Result<(), StoreError> {
    // As a server would see it, also where it was not closed and its write-ahead log stands beside it.
    let scan = SqliteScan::open(from).await?;
    let mut connection = scan.connection;
    let into = into.to_str().ok_or_else(|| StoreError::Unusable(format!("{} is no text in UTF-8", into.display())))?;
    let copied = sqlx::query("VACUUM INTO $1").bind(into).execute(&mut connection).await;
    if scan.quiet.as_ref().is_some_and(QuietFile::was_disturbed) {
        return Err(StoreError::Unavailable {
            doing: "copying the database",
            cause: "a server opened it meanwhile; try again".to_owned(),
        });
    }
    copied.map_err(|error| failed("copying the database", &error))?;
    drop(sqlx::Connection::close(connection).await);
    Ok(())
}

scan_over!(SqliteScan);
