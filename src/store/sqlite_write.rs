//! What the one write connection of SQLite does, in statements over many rows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use async_trait::async_trait;
use sqlx::error::ErrorKind;
use sqlx::query::Query;
use sqlx::sqlite::SqliteConnection;

use super::known::Streams;
use super::plan::{Before, EventRow, OpenedRow, Plan};
use super::rows::{Bound, ManyRows, Script};
use super::sql::{self, FoundHead, HeadRecord, StandingRecord, failed, signed};
use super::sql_erase::{self, Step};
use super::write_connection::{Trouble, Unacknowledged, WriteConnection};
use super::{LogId, Position, Revision, StoreError, StreamId};

const BEGIN: &str = "BEGIN IMMEDIATE";

const COMMIT: &str = "COMMIT";

/// The code of SQLite for a lock that somebody else holds.
const BUSY: i32 = 5;

/// The last position of a log that an event has, or had in a stream that was set aside.
const LAST: &str = "SELECT max(coalesce((SELECT max(position) FROM events WHERE log_id = $1), 0), \
     coalesce((SELECT max(last) FROM missing_positions WHERE log_id = $1), 0))";

/// What a group writes to the streams, as one list of rows, so that it is one statement with a transaction of its own: each statement is a result
/// that wakes the task that waits for it. `closed` is given for the last event of each stream, and `moved_from` for that of each log: a counter that
/// stands elsewhere would become null, which the table refuses.
pub(super) const TAKING: &str = "
    CREATE TEMP VIEW taken AS SELECT 0 AS log_id, 0 AS position, 0 AS stream, 0 AS revision, 0 AS event_id, 0 AS type, 0 AS schema,
        0 AS time_us, 0 AS payload, 0 AS salt, 0 AS commitment, 0 AS hash, 0 AS reporter, 0 AS closed, 0 AS moved_from;
    CREATE TEMP TRIGGER taken_event INSTEAD OF INSERT ON taken BEGIN
        INSERT INTO events (log_id, position, stream, revision, event_id, type, schema, time_us, payload, salt, commitment, hash, reporter)
        VALUES (new.log_id, new.position, new.stream, new.revision, new.event_id, new.type, new.schema, new.time_us, new.payload,
            new.salt, new.commitment, new.hash, new.reporter);
    END;
    CREATE TEMP TRIGGER taken_head INSTEAD OF INSERT ON taken WHEN new.closed IS NOT NULL BEGIN
        INSERT INTO streams (log_id, stream, revision, hash, closed) VALUES (new.log_id, new.stream, new.revision, new.hash, new.closed)
        ON CONFLICT (log_id, stream) DO UPDATE SET revision = excluded.revision, hash = excluded.hash, closed = excluded.closed;
    END;
    CREATE TEMP TRIGGER taken_position INSTEAD OF INSERT ON taken WHEN new.moved_from IS NOT NULL BEGIN
        UPDATE log_head SET position = CASE position WHEN new.moved_from THEN new.position END WHERE log_id = new.log_id;
    END";

static TAKEN: LazyLock<ManyRows> = LazyLock::new(|| ManyRows::new("INSERT INTO taken VALUES", 15, ""));

static GAMES: LazyLock<ManyRows> =
    LazyLock::new(|| ManyRows::new("INSERT INTO games (log_id, game, position, ruleset, finished, opened_us) VALUES", 6, ""));

static SEATS: LazyLock<ManyRows> =
    LazyLock::new(|| ManyRows::new("INSERT INTO seats (log_id, position, seat, person) VALUES", 4, ""));

static PLAYERS: LazyLock<ManyRows> =
    LazyLock::new(|| ManyRows::new("INSERT INTO players (log_id, player, person) VALUES", 3, "ON CONFLICT DO NOTHING"));

// CROSS JOIN keeps SQLite from turning the join around, which would walk the whole table.
static HEADS: LazyLock<ManyRows> = LazyLock::new(|| {
    let found = "SELECT s.log_id, s.stream, s.revision AS head, s.hash AS head_hash, s.closed, e.hash AS last \
                 FROM asked CROSS JOIN streams s ON s.log_id = asked.log AND s.stream = asked.stream \
                 LEFT JOIN events e ON e.log_id = s.log_id AND e.stream = s.stream AND e.revision = s.revision";
    ManyRows::new("WITH asked (log, stream) AS (VALUES", 2, &format!(") {found}"))
});

static ENDS: LazyLock<ManyRows> = LazyLock::new(|| {
    let found = "SELECT asked.stream, max(e.revision) FROM asked CROSS JOIN events e \
                 ON e.log_id = asked.log AND e.stream = asked.stream GROUP BY asked.stream";
    ManyRows::new("WITH asked (log, stream) AS (VALUES", 2, &format!(") {found}"))
});

static STANDING: LazyLock<ManyRows> = LazyLock::new(|| {
    let found = "SELECT e.stream, e.event_id, e.revision FROM asked CROSS JOIN events e \
                 ON e.log_id = asked.log AND e.stream = asked.stream AND e.event_id = asked.id";
    ManyRows::new("WITH asked (log, stream, id) AS (VALUES", 3, &format!(") {found}"))
});

static PERSONS: LazyLock<ManyRows> = LazyLock::new(|| {
    let found = "SELECT p.person, p.player FROM asked CROSS JOIN players p ON p.log_id = asked.log AND p.person = asked.person";
    ManyRows::new("WITH asked (log, person) AS (VALUES", 2, &format!(") {found}"))
});

/// The write connection.
pub(super) struct SqliteWrite(pub SqliteConnection);

/// A key that is taken, and a counter that stands elsewhere than it must, are the group's trouble; nothing else passes, since nobody else writes.
fn trouble(error: &sqlx::Error) -> Trouble {
    let cause = failed("appending", error);
    match error.as_database_error() {
        Some(error) if matches!(error.kind(), ErrorKind::UniqueViolation | ErrorKind::NotNullViolation) => {
            Trouble::KeyTaken(cause)
        }
        _ => Trouble::Lasting(cause),
    }
}

/// Whether another program held the file locked for longer than is waited for. Nothing was written then.
fn is_locked(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
    code.is_some_and(|code| code & 0xff == BUSY)
}

/// Runs a statement over many rows.
async fn execute<T: Sync>(
    connection: &mut SqliteConnection,
    statement: &ManyRows,
    rows: &[T],
    bind: impl for<'q> Fn(Bound<'q>, &T) -> Bound<'q> + Send + Sync,
) -> Result<(), sqlx::Error> {
    for (statement, chunk) in statement.over(rows) {
        chunk.iter().fold(sqlx::query(statement), &bind).execute(&mut *connection).await?;
    }
    Ok(())
}

#[async_trait]
impl WriteConnection for SqliteWrite {
    /// What is not known of a log is asked once: whether its counter is right, too. One that runs ahead would leave a gap for ever.
    async fn begin(&mut self, logs: &BTreeSet<LogId>) -> Result<Vec<(LogId, Position)>, Trouble> {
        let row = "INSERT INTO log_head (log_id, position) VALUES ($1, 0) ON CONFLICT DO UPDATE SET position = position RETURNING position";
        sqlx::query(BEGIN).execute(&mut self.0).await.map_err(|error| trouble(&error))?;
        let mut positions = Vec::with_capacity(logs.len());
        for log in logs {
            let query = sqlx::query_scalar(row).bind(log.0).fetch_one(&mut self.0);
            let position = sql::position(query.await.map_err(|error| trouble(&error))?).map_err(Trouble::Lasting)?;
            let last: i64 = sqlx::query_scalar(LAST).bind(log.0).fetch_one(&mut self.0).await.map_err(|error| trouble(&error))?;
            if signed(position) != last {
                return Err(Trouble::Lasting(sql::wrong_counter(log.0, signed(position), last)));
            }
            positions.push((*log, position));
        }
        Ok(positions)
    }

    async fn heads(&mut self, streams: &Streams<'_>) -> Result<Vec<(LogId, StreamId, FoundHead)>, Trouble> {
        let streams: Vec<(LogId, &StreamId)> =
            streams.iter().flat_map(|(log, streams)| streams.iter().map(|stream| (*log, *stream))).collect();
        let mut heads = Vec::new();
        for (statement, chunk) in HEADS.over(&streams) {
            let query =
                chunk.iter().fold(sqlx::query_as(statement), |query, (log, stream)| query.bind(log.0).bind(stream.as_str()));
            let rows: Vec<HeadRecord> = query.fetch_all(&mut self.0).await.map_err(|error| trouble(&error))?;
            heads.extend(rows.into_iter().map(HeadRecord::decode));
        }
        Ok(heads)
    }

    async fn ends(&mut self, log: LogId, streams: &BTreeSet<&StreamId>) -> Result<Vec<(StreamId, Revision)>, Trouble> {
        let streams: Vec<&StreamId> = streams.iter().copied().collect();
        let mut ends = Vec::new();
        for (statement, chunk) in ENDS.over(&streams) {
            let query = chunk.iter().fold(sqlx::query_as(statement), |query, stream| query.bind(log.0).bind(stream.as_str()));
            let rows: Vec<(String, i64)> = query.fetch_all(&mut self.0).await.map_err(|error| trouble(&error))?;
            ends.extend(sql::ends(rows).map_err(Trouble::Lasting)?);
        }
        Ok(ends)
    }

    async fn standing(&mut self, log: LogId, ids: &[(&StreamId, &str)]) -> Result<Vec<(StreamId, String, Revision)>, Trouble> {
        let mut standing = Vec::new();
        for (statement, chunk) in STANDING.over(ids) {
            let query = chunk
                .iter()
                .fold(sqlx::query_as(statement), |query, (stream, id)| query.bind(log.0).bind(stream.as_str()).bind(*id));
            let rows: Vec<StandingRecord> = query.fetch_all(&mut self.0).await.map_err(|error| trouble(&error))?;
            for row in rows {
                standing.push(row.decode().map_err(Trouble::Lasting)?);
            }
        }
        Ok(standing)
    }

    async fn stands(&mut self, row: &EventRow<'_>) -> Result<Option<Position>, Trouble> {
        let query = sqlx::query_as(sql::STANDS).bind(row.log.0).bind(row.stream.as_str()).bind(&row.event.id);
        let found = query.fetch_optional(&mut self.0).await.map_err(|error| trouble(&error))?;
        sql::stands(found, &row.place).map_err(Trouble::Lasting)
    }

    /// Nobody else writes: heads are looked up once, and the logs stand where they stood.
    fn places_at_commit(&self) -> bool {
        false
    }

    async fn commit(&mut self, plan: &Plan<'_>, begun: bool) -> Result<Before, Unacknowledged> {
        commit(&mut self.0, plan, begun).await.map(|()| plan.before()).map_err(|error| match trouble(&error) {
            refused @ Trouble::KeyTaken(_) => Unacknowledged::Refused(refused),
            refused if is_locked(&error) => Unacknowledged::Refused(refused),
            trouble => Unacknowledged::Unknown(trouble.cause()),
        })
    }

    /// A group that was one statement left nothing to take back.
    async fn rollback(&mut self) -> Result<(), StoreError> {
        let nothing = |error: &sqlx::Error| {
            error.as_database_error().is_some_and(|error| error.message().contains("no transaction is active"))
        };
        match sqlx::query("ROLLBACK").execute(&mut self.0).await {
            Err(error) if !nothing(&error) => Err(failed("rolling back", &error)),
            _ => Ok(()),
        }
    }

    /// Writes the first page as it is: what is not used of it stays 0.
    async fn probe(&mut self) -> Result<(), Trouble> {
        sqlx::raw_sql("PRAGMA user_version = 0").execute(&mut self.0).await.map(|_| ()).map_err(|error| trouble(&error))
    }
}

/// Writes and commits. A group that changes nothing beside the streams is one request to the driver's thread, and one statement where it is not
/// large: each request is two wake-ups, which cost a client who is alone as much as a fifth of its disk's sync, and each statement is one more.
async fn commit(connection: &mut SqliteConnection, plan: &Plan<'_>, begun: bool) -> Result<(), sqlx::Error> {
    let beside = plan.changes_beside();
    // A statement by itself is a transaction.
    let is_alone = !begun && !beside && TAKEN.over(&plan.events).count() == 1;
    let mut script = Script::default();
    if !begun && !is_alone {
        script.statement(BEGIN);
    }
    script.rows(&TAKEN, &plan.events);
    if !beside && !is_alone {
        script.statement(COMMIT);
    }
    let mut query = sqlx::query(script.into_sql());
    for row in &plan.events {
        let head = plan.heads.get(&(row.log, row.stream)).filter(|head| head.revision == row.place.revision);
        let moves = plan.logs.get(&row.log).filter(|moves| moves.by == row.place.nth);
        query = query
            .bind(row.log.0)
            .bind(signed(plan.position(row.log, row.place.nth)))
            .bind(row.stream.as_str())
            .bind(signed(row.place.revision))
            .bind(&row.event.id)
            .bind(&row.event.kind)
            .bind(i64::from(row.event.schema))
            .bind(row.event.time_us)
            .bind(&row.event.payload)
            .bind(row.event.salt.as_slice())
            .bind(row.place.commitment.as_slice())
            .bind(row.place.hash.as_slice())
            .bind(row.event.reporter.as_deref())
            .bind(head.map(|head| head.closed))
            .bind(moves.map(|moves| signed(moves.from)));
    }
    query.execute(&mut *connection).await?;
    if beside {
        write_beside(connection, plan).await?;
        sqlx::query(COMMIT).execute(connection).await?;
    }
    Ok(())
}

/// What stands beside the streams: the catalog, and what is erased.
async fn write_beside(connection: &mut SqliteConnection, plan: &Plan<'_>) -> Result<(), sqlx::Error> {
    execute(connection, &GAMES, &plan.opened, |query, row: &OpenedRow<'_>| {
        let position = plan.position(row.log, row.nth);
        query.bind(row.log.0).bind(row.game).bind(signed(position)).bind(row.ruleset).bind(false).bind(row.opened_us)
    })
    .await?;
    execute(connection, &SEATS, &plan.seats(), |query, (row, seat, person)| {
        query.bind(row.log.0).bind(signed(plan.position(row.log, row.nth))).bind(*seat).bind(*person)
    })
    .await?;
    for ((log, game), finished) in &plan.finished {
        sqlx::query(sql::FINISH).bind(log.0).bind(*game).bind(*finished).execute(&mut *connection).await?;
    }
    erase(connection, sql_erase::steps(plan)).await
}

/// Takes something out of the log.
pub(super) async fn erase(connection: &mut SqliteConnection, steps: Vec<Step<'_>>) -> Result<(), sqlx::Error> {
    for (statement, log, names) in steps {
        let query = names.into_iter().fold(sqlx::query(statement).bind(log.0), Query::bind);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Adds those players that are not there yet.
pub(super) async fn add_players(
    connection: &mut SqliteWrite,
    log: LogId,
    players: &[(String, String)],
) -> Result<(), sqlx::Error> {
    execute(&mut connection.0, &PLAYERS, players, |query, (player, person)| query.bind(log.0).bind(player).bind(person)).await
}

/// The players of those persons that are there.
pub(super) async fn players(
    connection: &mut SqliteConnection,
    log: LogId,
    persons: &[String],
) -> Result<BTreeMap<String, String>, sqlx::Error> {
    let mut players = BTreeMap::new();
    for (statement, chunk) in PERSONS.over(persons) {
        let query = chunk.iter().fold(sqlx::query_as(statement), |query, person| query.bind(log.0).bind(person));
        let rows: Vec<(String, String)> = query.fetch_all(&mut *connection).await?;
        players.extend(rows);
    }
    Ok(players)
}
