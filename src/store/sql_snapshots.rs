//! Statements about snapshots that both databases take, and how their rows decode.

use sqlx::FromRow;

use super::sql::unsigned;
use super::{SnapshotPair, SnapshotRow, StoreError};

pub(super) const NEWEST: &str = "SELECT belief.revision, belief.state AS belief, public.state AS public FROM snapshots belief \
     JOIN snapshots public ON public.log_id = $1 AND public.stream = $2 AND public.observer = 'table' \
     AND public.revision = belief.revision AND public.model = belief.model AND public.schema = belief.schema \
     WHERE belief.log_id = $1 AND belief.stream = $2 AND belief.observer = $3 AND belief.model = $4 AND belief.schema = $5 \
     AND belief.revision <= $6 ORDER BY belief.revision DESC LIMIT 1";

pub(super) const LIST: &str = "SELECT observer, revision, schema, model, belief_hash, CAST(length(state) AS bigint) AS bytes FROM snapshots \
     WHERE log_id = $1 AND stream = $2 ORDER BY observer, revision, model";

/// Writes nothing for a game that was erased. In Postgres `FOR SHARE` has it wait for one that is just being erased.
macro_rules! put {
    ($lock:literal) => {
        concat!(
            "INSERT INTO snapshots (log_id, stream, observer, revision, schema, model, belief_hash, state)",
            " SELECT log_id, stream, $3, $4, $5, $6, $7, $8 FROM streams WHERE log_id = $1 AND stream = $2 AND NOT closed",
            $lock,
            " ON CONFLICT (log_id, stream, observer, revision, model)",
            " DO UPDATE SET schema = excluded.schema, belief_hash = excluded.belief_hash, state = excluded.state"
        )
    };
}

pub(super) const PUT_SQLITE: &str = put!("");

pub(super) const PUT_POSTGRES: &str = put!(" FOR SHARE");

pub(super) const DROP: &str =
    "DELETE FROM snapshots WHERE log_id = $1 AND stream = $2 AND observer = $3 AND model = $4 AND revision = $5";

pub(super) const DROP_ALL: &str = "DELETE FROM snapshots WHERE log_id = $1 AND stream = $2";

/// Tables that no belief of the same model stands on.
pub(super) const SWEEP: &str = "DELETE FROM snapshots WHERE log_id = $1 AND stream = $2 AND observer = 'table' AND model = $3 \
     AND revision NOT IN (SELECT revision FROM snapshots WHERE log_id = $1 AND stream = $2 AND observer <> 'table' AND model = $3)";

#[derive(FromRow)]
pub(super) struct PairRecord {
    revision: i64,
    belief: Vec<u8>,
    public: Vec<u8>,
}

impl PairRecord {
    pub fn decode(self) -> Result<SnapshotPair, StoreError> {
        let revision = unsigned(self.revision, "snapshots.revision")?;
        Ok(SnapshotPair { revision, table: self.public, belief: self.belief })
    }
}

#[derive(FromRow)]
pub(super) struct SnapshotRecord {
    observer: String,
    revision: i64,
    schema: i64,
    model: i64,
    belief_hash: String,
    bytes: i64,
}

impl SnapshotRecord {
    pub fn decode(self) -> Result<SnapshotRow, StoreError> {
        let version = |number: i64, column: &str| {
            let out_of_range = || StoreError::Damaged { place: column.to_owned(), what: "a number out of range".to_owned() };
            u32::try_from(number).map_err(|_| out_of_range())
        };
        Ok(SnapshotRow {
            observer: self.observer,
            revision: unsigned(self.revision, "snapshots.revision")?,
            schema: version(self.schema, "snapshots.schema")?,
            model: version(self.model, "snapshots.model")?,
            belief_hash: self.belief_hash,
            bytes: unsigned(self.bytes, "snapshots.state")?,
        })
    }
}
