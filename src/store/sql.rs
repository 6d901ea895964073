//! What both backends share: the statements that they can share, how their rows decode, and what their errors mean.

use sqlx::FromRow;
use sqlx::migrate::{MigrateError, Migrator};

use super::plan::Place;
use super::{GREATEST_POSITION, Head, LogId, RecordedEvent, StoreError, StreamDamage, StreamId};

pub(super) const READ: &str = "SELECT revision, position, event_id, type AS kind, schema, time_us, payload, salt, commitment, hash, reporter \
     FROM events WHERE log_id = $1 AND stream = $2 AND revision >= $3 ORDER BY revision LIMIT $4";

pub(super) const FIND: &str = "SELECT revision FROM events WHERE log_id = $1 AND stream = $2 AND event_id = $3";

/// A head comes with the hash of the event that it names: the two must be one.
pub(super) const HEAD: &str = "SELECT s.log_id, s.stream, s.revision AS head, s.hash AS head_hash, s.closed, e.hash AS last FROM streams s \
     LEFT JOIN events e ON e.log_id = $1 AND e.stream = s.stream AND e.revision = s.revision \
     WHERE s.log_id = $1 AND s.stream = $2";

/// Logs whose counter is not the position of their last event. Positions of a stream that was set aside count as events.
macro_rules! wrong_counters {
    ($counters:literal) => {
        concat!(
            "SELECT log_id, position, last FROM (SELECT h.log_id, h.position, ",
            "coalesce((SELECT max(ends.last) FROM (SELECT max(e.position) AS last FROM events e WHERE e.log_id = h.log_id ",
            "UNION ALL SELECT max(m.last) FROM missing_positions m WHERE m.log_id = h.log_id) ends), 0) AS last FROM ",
            $counters,
            " h) counters WHERE position <> last ORDER BY log_id LIMIT 8"
        )
    };
}

pub(super) const WRONG_COUNTERS: &str = wrong_counters!("log_head");

/// The same, where the counter of a tenant's first partition that is not there stands at 0. On Citus it could not be planned; on Postgres each commit
/// makes the counter that it misses.
pub(super) const WRONG_OR_MISSING_COUNTERS: &str = wrong_counters!(
    "(SELECT log_id, position FROM log_head UNION ALL SELECT log_id, 0 FROM tenants WHERE log_id NOT IN (SELECT log_id FROM log_head))"
);

/// Logs that do not hold as many events as their last position says. Positions of a stream that was set aside count as events.
pub(super) const GAPS: &str = "SELECT log_id, count, last FROM (SELECT e.log_id, max(e.position) AS last, \
     CAST(count(*) + coalesce((SELECT sum(m.last - m.first + 1) FROM missing_positions m WHERE m.log_id = e.log_id), 0) AS bigint) AS count \
     FROM events e GROUP BY e.log_id) counted WHERE count < last ORDER BY log_id LIMIT 8";

pub(super) const STANDS: &str = "SELECT position, hash FROM events WHERE log_id = $1 AND stream = $2 AND event_id = $3";

pub(super) const FINISH: &str = "UPDATE games SET finished = $3 WHERE log_id = $1 AND game = $2";

pub(super) const APPLIED: &str = "SELECT version FROM _sqlx_migrations WHERE success ORDER BY version";

/// Positions, revisions and log ids stand as signed integers in both databases. A greater number is a limit that no row reaches, and becomes the greatest
/// that there is.
pub(super) const fn signed(number: u64) -> i64 {
    if number > i64::MAX as u64 { i64::MAX } else { number as i64 }
}

pub(super) fn unsigned(number: i64, column: &str) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|_| damaged(column, "a negative number"))
}

fn damaged(place: &str, what: &str) -> StoreError {
    StoreError::Damaged { place: place.to_owned(), what: what.to_owned() }
}

/// A row that [`READ`] gives.
#[derive(FromRow)]
pub(super) struct EventRecord {
    revision: i64,
    position: i64,
    event_id: String,
    kind: String,
    schema: i64,
    time_us: i64,
    payload: Option<Vec<u8>>,
    salt: Option<Vec<u8>>,
    commitment: Vec<u8>,
    hash: Vec<u8>,
    reporter: Option<String>,
}

impl EventRecord {
    /// The event, or what is wrong with its row.
    pub fn decode(self, stream: &StreamId) -> Result<RecordedEvent, StoreError> {
        let revision = u64::try_from(self.revision).unwrap_or_default();
        let damaged = |what| StoreError::DamagedStream { stream: stream.clone(), what: StreamDamage::at(revision, what) };
        let bytes = |bytes: Vec<u8>| bytes.try_into().map_err(|_| damaged("has a hash or salt that has not 32 bytes"));
        Ok(RecordedEvent {
            revision: u64::try_from(self.revision).map_err(|_| damaged("has a negative revision"))?,
            position: u64::try_from(self.position).map_err(|_| damaged("has a negative position"))?,
            id: self.event_id,
            kind: self.kind,
            schema: u32::try_from(self.schema).map_err(|_| damaged("has a schema that is out of range"))?,
            time_us: self.time_us,
            payload: self.payload,
            salt: self.salt.map(bytes).transpose()?,
            commitment: bytes(self.commitment)?,
            hash: bytes(self.hash)?,
            reporter: self.reporter,
        })
    }
}

/// A row of the streams.
#[derive(FromRow)]
pub(super) struct HeadRecord {
    log_id: i64,
    stream: String,
    #[sqlx(rename = "head")]
    revision: i64,
    #[sqlx(rename = "head_hash")]
    hash: Vec<u8>,
    closed: bool,
    last: Option<Vec<u8>>,
}

/// The head of a stream; or what is wrong with it.
pub(super) type FoundHead = Result<Head, StreamDamage>;

impl HeadRecord {
    pub fn decode(self) -> (LogId, StreamId, FoundHead) {
        let stream = StreamId::stored(self.stream);
        let head = match (u64::try_from(self.revision), <[u8; 32]>::try_from(self.hash)) {
            (Ok(revision), Ok(hash)) if self.last.as_ref().is_some_and(|last| *last == hash) => {
                Ok(Head { revision, hash, closed: self.closed })
            }
            (Ok(revision), Ok(_)) if self.last.is_none() => {
                Err(StreamDamage::at(revision, "is missing: the head of the stream names it"))
            }
            (Ok(revision), _) => Err(StreamDamage::at(revision, "has another hash than the head of the stream names")),
            (Err(_), _) => Err(StreamDamage::at(0, "stands in a stream whose head is no revision")),
        };
        (LogId(self.log_id), stream, head)
    }

    /// For whoever reads the one stream.
    pub fn read(self) -> Result<Head, StoreError> {
        let (_, stream, head) = self.decode();
        head.map_err(|what| StoreError::DamagedStream { stream, what })
    }
}

/// The last revisions that the events of streams have.
pub(super) fn ends(rows: Vec<(String, i64)>) -> Result<Vec<(StreamId, u64)>, StoreError> {
    rows.into_iter().map(|(stream, last)| Ok((StreamId::stored(stream), unsigned(last, "events.revision")?))).collect()
}

/// Events that stand in a stream after its head, where there are some.
pub(super) fn beyond_head(head: Option<Head>, last: u64) -> Option<StreamDamage> {
    let revision = head.map_or(0, |head| head.revision + 1);
    (last >= revision).then_some(StreamDamage::at(revision, "stands after the head of the stream"))
}

/// What is wrong with the counters of logs, in words.
pub(super) fn wrong_counters(rows: Vec<(i64, i64, i64)>) -> Vec<String> {
    rows.into_iter().map(|(log, counter, last)| said_of(log, counter, last)).collect()
}

fn said_of(log: i64, counter: i64, last: i64) -> String {
    format!("log {log}: its counter stands at position {counter}, its last event at {last}")
}

/// What is answered where the counter of a log is not the position of its last event.
pub(super) fn wrong_counter(log: i64, counter: i64, last: i64) -> StoreError {
    damaged("the positions of the events", &said_of(log, counter, last))
}

/// Refuses logs whose counters are wrong: what is appended to them is refused, or leaves a gap.
pub(super) fn check_counters(rows: Vec<(i64, i64, i64)>) -> Result<(), StoreError> {
    match wrong_counters(rows).as_slice() {
        [] => Ok(()),
        wrong => Err(damaged("the positions of the events", &wrong.join("; "))),
    }
}

/// What is answered where another write goes on for too long.
pub(super) fn hung() -> StoreError {
    StoreError::Unavailable { doing: "asking for a sign of life", cause: "a write has been under way for too long".to_owned() }
}

/// What is wrong with the positions of logs, in words.
pub(super) fn gaps(rows: Vec<(i64, i64, i64)>) -> Vec<String> {
    let say = |(log, count, last)| {
        format!(
            "log {log}: it holds {count} events up to position {last}; `credence verify` names the positions that are missing"
        )
    };
    rows.into_iter().map(say).collect()
}

/// An event id that stands in a stream.
#[derive(FromRow)]
pub(super) struct StandingRecord {
    stream: String,
    event_id: String,
    revision: i64,
}

impl StandingRecord {
    pub fn decode(self) -> Result<(StreamId, String, u64), StoreError> {
        Ok((StreamId::stored(self.stream), self.event_id, unsigned(self.revision, "events.revision")?))
    }
}

/// The position of a log.
pub(super) fn position(number: i64) -> Result<u64, StoreError> {
    let position = unsigned(number, "log_head.position")?;
    if position > GREATEST_POSITION { Err(damaged("log_head.position", "a position that no log reaches")) } else { Ok(position) }
}

/// The position of an event, where it was found with the hash that it was given.
pub(super) fn stands(found: Option<(i64, Vec<u8>)>, place: &Place) -> Result<Option<u64>, StoreError> {
    let found = found.filter(|(_, hash)| *hash == place.hash);
    found.map(|(position, _)| unsigned(position, "events.position")).transpose()
}

/// What an error of the driver means: a row that does not decode is damage, all else is a database that does not answer.
pub(super) fn failed(doing: &'static str, error: &sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::ColumnDecode { index, source } => damaged(&format!("column {index}, {doing}"), &source.to_string()),
        sqlx::Error::Decode(source) => damaged(doing, &source.to_string()),
        sqlx::Error::ColumnNotFound(column) => damaged(&format!("column {column}, {doing}"), "there is no such column"),
        sqlx::Error::Database(refusal) => refused(doing, &refusal.code().unwrap_or_default(), &error.to_string()),
        other => StoreError::Unavailable { doing, cause: other.to_string() },
    }
}

/// What a refusal of the database means, by its code: a number in SQLite, five characters in Postgres.
fn refused(doing: &'static str, code: &str, cause: &str) -> StoreError {
    let cause = cause.to_owned();
    if code.len() == 5 {
        let cause = format!("{cause}{}", cure(code, &cause));
        return match code {
            "53100" => StoreError::Full { cause },
            "25006" => StoreError::ReadOnly { cause },
            // A page that is not what was written: data_corrupted, index_corrupted.
            "XX001" | "XX002" => StoreError::Damaged { place: doing.to_owned(), what: cause },
            _ => StoreError::Unavailable { doing, cause },
        };
    }
    let code = code.parse::<i32>().unwrap_or_default();
    match (code & 0xff, code >> 8) {
        (8, _) => StoreError::ReadOnly { cause },
        (13, _) => StoreError::Full { cause },
        (11 | 26, _) => StoreError::Damaged { place: doing.to_owned(), what: cause },
        // fsync of the file, and of its directory.
        (10, 4 | 5) => StoreError::NotSynced { cause },
        _ => StoreError::Unavailable { doing, cause },
    }
}

/// What to do about a refusal of Postgres, or of a pooler before it, whose own words do not say so.
fn cure(code: &str, cause: &str) -> &'static str {
    match code {
        // A statement that this session prepared is not there, or one that it did not prepare is.
        "26000" | "42P05" => {
            "; a pooler that gives each transaction another session does not do: connect without it, or with PgBouncer's pool_mode = session"
        }
        "42501" => {
            "; the role must own the database, or be granted CREATE on the schema, to make its tables, and the rights to their rows"
        }
        "53300" => "; `pool_max_conns=N` in the database's URL bounds the connections of a server that read",
        "08P01" if cause.contains("extra_float_digits") => {
            "; PgBouncer lets it pass with ignore_startup_parameters = extra_float_digits"
        }
        _ => "",
    }
}

/// What a migration that fails means.
pub(super) fn not_migrated(error: &MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMissing(version) => StoreError::Unusable(format!(
            "the database has schema {version}, which this release does not know: it belongs to a newer release"
        )),
        MigrateError::VersionMismatch(version) => StoreError::Unusable(format!(
            "schema {version} of the database is not the one of this release: its migration was changed after it was applied"
        )),
        MigrateError::Execute(sqlx::Error::Io(_)) => {
            StoreError::Unavailable { doing: "bringing the tables up to date", cause: error.to_string() }
        }
        MigrateError::Execute(sqlx::Error::Database(refusal)) => {
            let cure = cure(&refusal.code().unwrap_or_default(), refusal.message());
            StoreError::Unusable(format!("the tables cannot be brought up to date: {error}{cure}"))
        }
        other => StoreError::Unusable(format!("the tables cannot be brought up to date: {other}")),
    }
}

/// Compares the schema of the database with this release's.
pub(super) fn check_schema(migrator: &Migrator, applied: &[i64]) -> Result<(), StoreError> {
    let ours: Vec<i64> = migrator.iter().map(|migration| migration.version).collect();
    let [is, wanted] = [applied, &ours].map(|versions| versions.last().copied().unwrap_or_default());
    if ours == applied {
        Ok(())
    } else if ours.starts_with(applied) {
        let cure =
            "`credence serve` brings it up to date (copy the database first), and the release that wrote it reads it as it is";
        Err(StoreError::Unusable(format!("the database has schema {is}, and this release needs {wanted}: it is older. {cure}")))
    } else if applied.starts_with(&ours) {
        let cure = "use that release, or a copy that was made before";
        Err(StoreError::Unusable(format!(
            "the database has schema {is}, and this release knows {wanted}: it belongs to a newer release. {cure}"
        )))
    } else {
        Err(StoreError::Unusable(format!("the schemas of the database ({applied:?}) are not those of this release ({ours:?})")))
    }
}

/// Refuses names that cannot stand in the log.
pub(super) fn check_names<'a>(mut names: impl Iterator<Item = &'a str>) -> Result<(), StoreError> {
    if names.all(super::is_name) {
        return Ok(());
    }
    Err(StoreError::Unusable(format!("a player or person id is 1 to {} bytes without NUL", super::NAME_BYTES)))
}

/// Times that players are made before it is said that they cannot be: somebody forgets one of them just after it was made.
pub(super) const MAKING_PLAYERS: usize = 8;

/// The persons of players that were just added.
pub(super) fn all_persons(persons: Vec<Option<String>>) -> Result<Vec<String>, StoreError> {
    let all: Option<Vec<String>> = persons.into_iter().collect();
    all.ok_or_else(|| StoreError::Unusable("a proposed person stands for another player already".to_owned()))
}
