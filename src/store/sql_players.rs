//! Statements about players that both databases take, and how their rows decode.

use sqlx::FromRow;

use super::sql::unsigned;
use super::{PlayerRow, StoreError, StoredPopulation, StoredProfile};

pub(super) const FIND: &str = "SELECT player, person, display_name FROM players WHERE log_id = $1 AND player = $2";

pub(super) const LIST: &str =
    "SELECT player, person, display_name FROM players WHERE log_id = $1 AND player > $2 ORDER BY player LIMIT $3";

pub(super) const NAME: &str = "INSERT INTO players (log_id, player, person, display_name) VALUES ($1, $2, $3, $4) \
     ON CONFLICT (log_id, player) DO UPDATE SET display_name = excluded.display_name RETURNING person";

/// The mark is found no more, and its row stays: how often a log has forgotten somebody never falls, so that no two marks are given the same name, and
/// what was counted before somebody was forgotten is never the count again.
pub(super) const UNFORGET: &str = "UPDATE forgotten SET mark = mark || '/' || CAST((SELECT count(*) FROM forgotten WHERE log_id = $1) AS TEXT) \
     WHERE log_id = $1 AND mark = $2";

/// What is kept of one person.
pub(super) const PROFILES: &str =
    "SELECT ruleset, revision, state FROM profiles WHERE log_id = $1 AND person = $2 ORDER BY ruleset";

/// Writes nothing for a person that has no player. In Postgres `FOR SHARE` has it wait for one who is just being forgotten.
macro_rules! keep {
    ($lock:literal) => {
        concat!(
            "INSERT INTO profiles (log_id, person, ruleset, revision, state)",
            " SELECT log_id, person, $3, $4, $5 FROM players WHERE log_id = $1 AND person = $2",
            $lock,
            " ON CONFLICT (log_id, person, ruleset) DO UPDATE SET revision = excluded.revision, state = excluded.state",
            " WHERE profiles.revision <= excluded.revision"
        )
    };
}

pub(super) const KEEP_SQLITE: &str = keep!("");

pub(super) const KEEP_POSTGRES: &str = keep!(" FOR SHARE");

pub(super) const DROP_PROFILES: &str = "DELETE FROM profiles WHERE log_id = $1 AND person = $2";

pub(super) const POPULATIONS: &str =
    "SELECT ruleset, position, forgotten, state FROM populations WHERE log_id = $1 ORDER BY ruleset";

pub(super) const KEEP_POPULATION: &str = "INSERT INTO populations (log_id, ruleset, position, forgotten, state) \
     SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM forgotten WHERE log_id = $1) = $4 ON CONFLICT (log_id, ruleset) DO UPDATE SET position = excluded.position, \
     forgotten = excluded.forgotten, state = excluded.state WHERE populations.position <= excluded.position";

pub(super) const DROP_POPULATIONS: &str = "DELETE FROM populations WHERE log_id = $1";

pub(super) const COUNT_FORGOTTEN: &str = "SELECT count(*) FROM forgotten WHERE log_id = $1";

/// Of Postgres alone, as it binds an array: several logs at once.
pub(super) const POSITIONS: &str = "SELECT log_id, position FROM log_head WHERE log_id = ANY($1)";

pub(super) const POSITION: &str = "SELECT position FROM log_head WHERE log_id = $1";

/// Where a player was made in a race with the commit that forgot it.
pub(super) const DROP_FORGOTTEN: &str = "DELETE FROM players WHERE log_id = $1 AND player = $2 \
     AND EXISTS (SELECT 1 FROM forgotten WHERE log_id = $1 AND mark = $3)";

/// A row that [`FIND`] and [`LIST`] give.
#[derive(FromRow)]
pub(super) struct PlayerRecord {
    player: String,
    person: String,
    display_name: Option<String>,
}

impl From<PlayerRecord> for PlayerRow {
    fn from(row: PlayerRecord) -> Self {
        Self { player: row.player, person: row.person, display_name: row.display_name }
    }
}

/// A row of what is kept of some persons.
#[derive(FromRow)]
pub(super) struct KeptRecord {
    pub person: String,
    #[sqlx(flatten)]
    pub profile: ProfileRecord,
}

/// What is kept of one in a ruleset.
#[derive(FromRow)]
pub(super) struct ProfileRecord {
    ruleset: String,
    revision: i64,
    state: Vec<u8>,
}

impl ProfileRecord {
    pub fn decode(self) -> Result<StoredProfile, StoreError> {
        let revision = unsigned(self.revision, "profiles.revision")?;
        Ok(StoredProfile { ruleset: self.ruleset, revision, state: self.state })
    }
}

/// A row that [`POPULATIONS`] gives.
#[derive(FromRow)]
pub(super) struct PopulationRecord {
    ruleset: String,
    position: i64,
    forgotten: i64,
    state: Vec<u8>,
}

impl PopulationRecord {
    pub fn decode(self) -> Result<StoredPopulation, StoreError> {
        Ok(StoredPopulation {
            ruleset: self.ruleset,
            position: unsigned(self.position, "populations.position")?,
            forgotten: unsigned(self.forgotten, "populations.forgotten")?,
            state: self.state,
        })
    }
}
