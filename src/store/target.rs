//! What a database URL names, and opening it for those who keep a log rather than serve it.

use super::StoreError;
use super::postgres_restore::PostgresRestore;
use super::postgres_scan::PostgresScan;
use super::restore::Restore;
use super::scan::Scan;
use super::sqlite_restore::SqliteRestore;
use super::sqlite_scan::SqliteScan;
use super::throwaway::MEMORY;

/// Opens the log at a URL for reading: `sqlite:path` or `postgres://...`.
///
/// # Errors
/// [`StoreError::Unusable`] where there is no such file, or its schema is not this release's; [`StoreError::Unavailable`] where it does
/// not answer.
pub async fn scan(url: &str) -> Result<Box<dyn Scan>, StoreError> {
    match Target::of(url)? {
        Target::Sqlite(path) => Ok(Box::new(SqliteScan::open(path.as_ref()).await?)),
        Target::Postgres(url) => Ok(Box::new(PostgresScan::open(url).await?)),
    }
}

/// What a database URL names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// The path of a file.
    Sqlite(&'a str),
    /// The URL of a Postgres database.
    Postgres(&'a str),
}

impl<'a> Target<'a> {
    /// Reads a database URL.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] where it is neither, or a file with parameters.
    pub fn of(url: &'a str) -> Result<Self, StoreError> {
        if let Some(path) = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:")) {
            if path.contains('?') {
                return Err(StoreError::Unusable(format!(
                    "the database URL names the file {path:?}: a URL of SQLite takes no parameters here; leave out all from the question mark on"
                )));
            }
            Ok(Self::Sqlite(path))
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Ok(Self::Postgres(url))
        } else {
            // The URL is not repeated: it may hold a password.
            Err(StoreError::Unusable("the database URL must start with sqlite: or postgres://".to_owned()))
        }
    }

    /// Whether it is a log for throwaway use, which is gone when it is closed.
    #[must_use]
    pub fn is_throwaway(self) -> bool {
        self == Self::Sqlite(MEMORY)
    }

    /// Refuses a file that is not there: to open it for writing would make it.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] where it is not there.
    pub fn must_exist(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(path) if !std::path::Path::new(path).is_file() => {
                Err(StoreError::Unusable(format!("there is no file {path}")))
            }
            _ => Ok(()),
        }
    }
}

/// Opens the log at a URL to write rows, as a server would open it: the file is made where it is missing, and is refused where a server has it
/// open. In Postgres, servers that run wait until the end.
///
/// # Errors
/// Where it cannot be opened.
pub async fn restore(url: &str) -> Result<Box<dyn Restore>, StoreError> {
    match Target::of(url)? {
        Target::Sqlite(path) => Ok(Box::new(SqliteRestore::begin(path.as_ref()).await?)),
        Target::Postgres(url) => Ok(Box::new(PostgresRestore::begin(url).await?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_of_a_file_takes_no_parameters() {
        assert_eq!(Target::of("sqlite://x.db"), Ok(Target::Sqlite("x.db")));
        let refused = Target::of("sqlite://x.db?mode=ro").expect_err("parameters").to_string();
        assert!(refused.contains("x.db?mode=ro") && refused.contains("takes no parameters"), "{refused}");
    }

    #[test]
    fn throwaway_logs_are_known_however_they_are_written() {
        for (url, is_throwaway) in
            [("sqlite::memory:", true), ("sqlite://:memory:", true), ("sqlite:x.db", false), ("postgres://x", false)]
        {
            assert_eq!(Target::of(url).expect("a log").is_throwaway(), is_throwaway, "{url}");
        }
    }
}
