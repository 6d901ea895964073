//! What is wrong with a log, and where.

use std::fmt;

use serde::Serialize;

use crate::store::{LogId, Position, Revision, StoreError, StreamId};

/// One damage: something that is stored, and is not what was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Damage {
    /// Whose log; `None` where it is the database's.
    pub log: Option<i64>,
    /// The stream that it touches.
    pub stream: Option<String>,
    /// The revision of that stream.
    pub revision: Option<Revision>,
    /// The position of the log.
    pub position: Option<Position>,
    /// What is wrong there, in one clause.
    pub what: String,
}

impl Damage {
    /// Damage of the database as a whole.
    pub(super) fn of_database(what: impl Into<String>) -> Self {
        Self { log: None, stream: None, revision: None, position: None, what: what.into() }
    }

    /// Damage of a log, at a position where one can be named.
    pub(super) fn of_log(log: LogId, position: Option<Position>, what: impl Into<String>) -> Self {
        Self { log: Some(log.0), position, ..Self::of_database(what) }
    }

    /// Damage of a stream, at a revision where one can be named.
    pub(super) fn of_stream(log: LogId, stream: &StreamId, revision: Option<Revision>, what: impl Into<String>) -> Self {
        Self { stream: Some(stream.as_str().to_owned()), revision, ..Self::of_log(log, None, what) }
    }

    /// The same damage, at a position.
    pub(super) fn at(self, position: Position) -> Self {
        Self { position: Some(position), ..self }
    }
}

/// As one line: where, then what.
impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.log, &self.stream) {
            (_, Some(stream)) => f.write_str(stream)?,
            (Some(_), None) => f.write_str("log")?,
            (None, None) => f.write_str("database")?,
        }
        if let Some(log) = self.log.filter(|log| *log != crate::service::DEFAULT_LOG.0) {
            write!(f, " of log {log}")?;
        }
        if let Some(revision) = self.revision {
            write!(f, ", revision {revision}")?;
        }
        if let Some(position) = self.position {
            write!(f, ", position {position}")?;
        }
        write!(f, ": {}", self.what)
    }
}

/// What came of comparing kept rows with folds of the log.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// How many were compared.
    pub count: u64,
    /// What is wrong.
    pub damages: Vec<Damage>,
}

/// Takes a failure to read as damage where it is one; a database that does not answer is no damage, and ends the check.
pub(super) fn or_damage<T>(
    read: Result<T, StoreError>,
    named: impl FnOnce(String) -> Damage,
    found: &mut Vec<Damage>,
) -> Result<Option<T>, StoreError> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(StoreError::Damaged { place, what }) => {
            found.push(named(format!("{place}: {what}")));
            Ok(None)
        }
        Err(StoreError::DamagedStream { what, .. }) => {
            found.push(named(what.to_string()));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
