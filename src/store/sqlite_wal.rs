//! The write-ahead log of a SQLite file, a file beside it: when it is moved into the file, and what it means that it is gone.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use tokio::time::Instant;

use super::StoreError;
use super::sql::failed;

/// A write-ahead log of so many bytes is emptied even where readers must wait for it.
const LARGE: u64 = 128 << 20;

/// Least time between two tries where a reader stood in the way.
const PAUSE: Duration = Duration::from_secs(5);

/// What is known of the write-ahead log of an open database.
pub(super) struct WriteAheadLog {
    path: PathBuf,
    /// Whether what was erased may still stand in it.
    holds_erased: AtomicBool,
    /// Whether it was deleted while the database was open.
    gone: AtomicBool,
    /// When it was last tried to empty it, where a reader stood in the way.
    tried: Mutex<Option<Instant>>,
}

impl WriteAheadLog {
    pub fn of(database: &Path) -> Self {
        let mut name = database.to_owned().into_os_string();
        name.push("-wal");
        Self { path: name.into(), holds_erased: AtomicBool::new(false), gone: AtomicBool::new(false), tried: Mutex::new(None) }
    }

    /// Something was erased: what it was stands in the write-ahead log until that is emptied.
    pub fn holds_erased(&self) {
        self.holds_erased.store(true, Ordering::Relaxed);
    }

    /// Why it must be emptied now; `None` where it need not, or a reader stood in the way a moment ago. Asked after a commit, when the file stands there if nobody
    /// has deleted it: the open database still has what was in it, and moves it into the database.
    pub fn due(&self) -> Option<&'static str> {
        let why = match std::fs::metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.gone.store(true, Ordering::Relaxed);
                return Some("it was deleted");
            }
            _ if self.holds_erased.load(Ordering::Relaxed) => "it holds what was erased",
            Ok(file) if file.len() >= LARGE => "it is large",
            _ => return None,
        };
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        if tried.is_some_and(|tried| tried.elapsed() < PAUSE) {
            return None;
        }
        *tried = Some(Instant::now());
        Some(why)
    }

    /// No reader stood in the way.
    pub fn emptied(&self) {
        self.holds_erased.store(false, Ordering::Relaxed);
        *self.tried.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether it was never missed.
    ///
    /// # Errors
    /// [`StoreError::Replaced`] where it was deleted: what is written to it now would be gone.
    pub fn check(&self) -> Result<(), StoreError> {
        if !self.gone.load(Ordering::Relaxed) {
            return Ok(());
        }
        Err(StoreError::Replaced(format!(
            "the write-ahead log {} was deleted while the server had it open; stop the server, which moves what was acknowledged into the \
             database, and start it again",
            self.path.display()
        )))
    }
}

/// Moves what stands in the write-ahead log into the file, and cuts the log to nothing. Waits for half a second where a reader stands in the way;
/// meanwhile nothing can be appended.
///
/// # Errors
/// Where the database fails, or the reader is still there.
pub(super) async fn empty(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("PRAGMA busy_timeout = 500").execute(&mut *connection).await?;
    // It answers (busy, pages in the log, pages moved), and is no error where a reader stands in the way.
    let answer: Result<(i64, i64, i64), _> = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await;
    sqlx::query("PRAGMA busy_timeout = 5000").execute(connection).await?;
    let (busy, ..) = answer?;
    if busy == 0 { Ok(()) } else { Err(sqlx::Error::Protocol("a reader stands in the way".to_owned())) }
}

/// Refuses a file that has no write-ahead log: SQLite falls back to another way where the file system cannot share memory.
///
/// # Errors
/// [`StoreError::Unusable`], with the cure.
pub(super) async fn check_mode(connection: &mut SqliteConnection, database: &Path) -> Result<(), StoreError> {
    let asked = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(connection).await;
    let mode: String = asked.map_err(|error| failed("asking for the journal mode", &error))?;
    if mode == "wal" {
        return Ok(());
    }
    Err(StoreError::Unusable(format!(
        "{} cannot have a write-ahead log (its journal mode is {mode}): put it on a local disk",
        database.display()
    )))
}
