//! Why an archive was not written or not taken in, or a stream not set aside.

use super::Damage;
use crate::store::StoreError;

/// Why an archive was not written or not taken in, or a stream not set aside. The database is as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ArchiveError {
    /// The archive cannot be written.
    #[error("the archive cannot be written: {0}")]
    Written(String),
    /// The archive is cut, was changed, or is of another kind.
    #[error("the archive is refused: {0}")]
    Refused(String),
    /// The log is damaged.
    #[error("the log is damaged; `credence verify` names everything. {0}")]
    Damaged(Damage),
    /// The database is not empty.
    #[error("the database holds a log already; an archive is taken into an empty one only")]
    NotEmpty,
    /// The stream is not damaged, or is not there.
    #[error("{0}")]
    NotDamaged(String),
    /// The stream is not what it was when it was planned to set it aside.
    #[error("the stream is not what it was a moment ago: a server runs")]
    Changed,
    /// Servers have the database open.
    #[error(
        "a server has the database open, and holds games in memory: stop all servers first, then try again (pg_stat_activity shows {0} sessions \
         with the application_name credence)"
    )]
    Served(u64),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
