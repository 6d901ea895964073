//! What can go wrong with the log.

use std::borrow::Cow;

use super::{Revision, StreamId};

/// Why one append was not taken. Nothing of it was written; its neighbours in the group are not affected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The stream is not at the revision that the append was decided for. Read it again and decide again.
    #[error("stream {stream} is at revision {actual:?}, the append expected otherwise")]
    WrongRevision {
        /// Which stream.
        stream: StreamId,
        /// Its revision now, `None` where it does not exist.
        actual: Option<Revision>,
    },
    /// An event id stands in the stream already.
    #[error("stream {stream} holds event id {id:?} already, at revision {revision}")]
    IdTaken {
        /// Which stream.
        stream: StreamId,
        /// The id.
        id: String,
        /// Where it stands.
        revision: Revision,
    },
    /// The stream was erased, and takes no more events.
    #[error("stream {stream} was erased, and takes no more events")]
    Closed {
        /// Which stream.
        stream: StreamId,
    },
    /// What is stored of the stream is not what was written: it takes no more events.
    #[error("stream {stream} is damaged: {what}")]
    Damaged {
        /// Which stream.
        stream: StreamId,
        /// What is wrong with it.
        what: StreamDamage,
    },
    /// The append is not of the shape that [`Append`](super::Append) promises: a fault of the program, not of the log.
    #[error("the append is malformed: {what}")]
    Malformed {
        /// What is wrong with it.
        what: &'static str,
    },
    /// The queue of the log's writer is full. Try again in a moment.
    #[error("the log takes no more appends at this moment")]
    Overloaded,
    /// The database did not take the group. None of it is in the log, except where it says
    /// [`OutcomeUnknown`](StoreError::OutcomeUnknown).
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is wrong with a stream, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", revision.map_or_else(String::new, |revision| format!("revision {revision} ")))]
pub struct StreamDamage {
    /// The first revision that is not what was written, where it is known.
    pub revision: Option<Revision>,
    /// What is wrong with it.
    pub what: Cow<'static, str>,
}

impl StreamDamage {
    /// Damage at a revision.
    pub fn at(revision: Revision, what: impl Into<Cow<'static, str>>) -> Self {
        Self { revision: Some(revision), what: what.into() }
    }

    /// Damage whose revision is not known.
    pub fn somewhere(what: impl Into<Cow<'static, str>>) -> Self {
        Self { revision: None, what: what.into() }
    }
}

/// The database failed, or holds what it cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, or does not answer in time. It may come back.
    #[error("the database is unavailable while {doing}: {cause}")]
    Unavailable {
        /// What was attempted.
        doing: &'static str,
        /// What the driver said.
        cause: String,
    },
    /// There is no room for what was to be written. Nothing of it is in the log.
    #[error("the disk of the database is full: {cause}")]
    Full {
        /// What the driver said.
        cause: String,
    },
    /// The database takes no writes. Nothing of it is in the log.
    #[error("the database is read-only: {cause}")]
    ReadOnly {
        /// What the driver said.
        cause: String,
    },
    /// The database's file is not the one that was opened. Nothing was written.
    #[error("{0}")]
    Replaced(String),
    /// The disk did not take what was written. Nothing more may be acknowledged by this process.
    #[error("what was written did not reach the disk: {cause}")]
    NotSynced {
        /// What the driver said.
        cause: String,
    },
    /// The database went away during a commit and did not come back: whether the group is in the log is not known. Appending
    /// again with the same event ids tells, and is safe.
    #[error("the database went away during a commit, and its outcome is not known: {cause}")]
    OutcomeUnknown {
        /// What the driver said.
        cause: String,
    },
    /// A row does not hold what it should: the data is damaged, or another program wrote it.
    #[error("the log is damaged at {place}: {what}")]
    Damaged {
        /// Which row.
        place: String,
        /// What is wrong with it.
        what: String,
    },
    /// What is stored of a stream is not what was written.
    #[error("stream {stream} is damaged: {what}")]
    DamagedStream {
        /// Which stream.
        stream: StreamId,
        /// What is wrong with it.
        what: StreamDamage,
    },
    /// The database cannot be used as it is: wrong version, locked by another server, not writable.
    #[error("{0}")]
    Unusable(String),
}
