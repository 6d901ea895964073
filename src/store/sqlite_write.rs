//! What the one write connection of SQLite does, in statements over many rows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use async_trait::async_trait;
use sqlx::sqlite::SqliteConnection;

use super::commit::{Trouble, WriteConnection};
use super::group::{EventRow, OpenedRow, Plan};
use super::rows::{Bound, ManyRows};
use super::sql::{self, FoundHead, HeadRecord, StandingRecord, failed, signed};
use super::sql_players::{DROP_POPULATIONS, DROP_PROFILES, ERASE, FORGET_MARK, FORGET_PLAYER};
use super::{LogId, Position, Revision, StoreError, StreamId};

static EVENTS: LazyLock<ManyRows> = LazyLock::new(|| {
    let columns =
        "log_id, position, stream, revision, event_id, type, schema, time_us, payload, salt, commitment, hash, reporter";
    ManyRows::new(&format!("INSERT INTO events ({columns}) VALUES"), 13, "")
});

static STREAMS: LazyLock<ManyRows> = LazyLock::new(|| {
    let replace = "ON CONFLICT (log_id, stream) DO UPDATE SET revision = excluded.revision, \
                   hash = excluded.hash, closed = excluded.closed";
    ManyRows::new("INSERT INTO streams (log_id, stream, revision, hash, closed) VALUES", 5, replace)
});

static GAMES: LazyLock<ManyRows> =
    LazyLock::new(|| ManyRows::new("INSERT INTO games (log_id, game, position, ruleset, finished, opened_us) VALUES", 6, ""));

static SEATS: LazyLock<ManyRows> =
    LazyLock::new(|| ManyRows::new("INSERT INTO seats (log_id, position, seat, person) VALUES", 4, ""));

static PLAYERS: LazyLock<ManyRows> =
    LazyLock::new(|| ManyRows::new("INSERT INTO players (log_id, player, person) VALUES", 3, "ON CONFLICT DO NOTHING"));

// CROSS JOIN keeps SQLite from turning the join around, which would walk the whole table.
static HEADS: LazyLock<ManyRows> = LazyLock::new(|| {
    let found = "SELECT s.stream, s.revision, s.hash, s.closed, e.hash AS last \
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

/// A key that is taken is the group's trouble; nothing else passes, since nobody else writes.
fn trouble(error: &sqlx::Error) -> Trouble {
    let cause = failed("appending", error);
    match error.as_database_error() {
        Some(error) if error.is_unique_violation() => Trouble::KeyTaken(cause),
        _ => Trouble::Lasting(cause),
    }
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
    async fn begin(&mut self) -> Result<(), Trouble> {
        sqlx::query("BEGIN IMMEDIATE").execute(&mut self.0).await.map(|_| ()).map_err(|error| trouble(&error))
    }

    async fn lock(&mut self, log: LogId) -> Result<Position, Trouble> {
        let row = "INSERT INTO log_head (log_id, position) VALUES ($1, 0) ON CONFLICT DO UPDATE SET position = position RETURNING position";
        let number: i64 = sqlx::query_scalar(row).bind(log.0).fetch_one(&mut self.0).await.map_err(|error| trouble(&error))?;
        sql::position(number).map_err(Trouble::Lasting)
    }

    async fn heads(&mut self, log: LogId, streams: &BTreeSet<&StreamId>) -> Result<Vec<(StreamId, FoundHead)>, Trouble> {
        let streams: Vec<&StreamId> = streams.iter().copied().collect();
        let mut heads = Vec::new();
        for (statement, chunk) in HEADS.over(&streams) {
            let query = chunk.iter().fold(sqlx::query_as(statement), |query, stream| query.bind(log.0).bind(stream.as_str()));
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

    async fn stands(&mut self, row: &EventRow<'_>) -> Result<bool, Trouble> {
        let query = sqlx::query_scalar(sql::STANDS).bind(row.log.0).bind(row.stream.as_str()).bind(&row.event.id);
        let hash = query.fetch_optional(&mut self.0).await.map_err(|error| trouble(&error))?;
        Ok(sql::is_hash(hash, &row.place))
    }

    async fn write(&mut self, plan: &Plan<'_>) -> Result<(), Trouble> {
        write(&mut self.0, plan).await.map_err(|error| trouble(&error))
    }

    async fn commit(&mut self, plan: &Plan<'_>) -> Result<(), StoreError> {
        let commit = sqlx::raw_sql(sql::commit(plan)).execute(&mut self.0).await;
        commit.map(|_| ()).map_err(|error| failed("committing", &error))
    }

    async fn rollback(&mut self) -> Result<(), StoreError> {
        sqlx::query("ROLLBACK").execute(&mut self.0).await.map(|_| ()).map_err(|error| failed("rolling back", &error))
    }

    /// Writes the first page as it is: what is not used of it stays 0.
    async fn probe(&mut self) -> Result<(), Trouble> {
        sqlx::raw_sql("PRAGMA user_version = 0").execute(&mut self.0).await.map(|_| ()).map_err(|error| trouble(&error))
    }
}

async fn write(connection: &mut SqliteConnection, plan: &Plan<'_>) -> Result<(), sqlx::Error> {
    execute(connection, &EVENTS, &plan.events, |query, row| {
        query
            .bind(row.log.0)
            .bind(signed(row.place.position))
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
    })
    .await?;
    let heads: Vec<_> = plan.heads.iter().collect();
    execute(connection, &STREAMS, &heads, |query, ((log, stream), head)| {
        query.bind(log.0).bind(stream.as_str()).bind(signed(head.revision)).bind(head.hash.as_slice()).bind(head.closed)
    })
    .await?;
    execute(connection, &GAMES, &plan.opened, |query, row: &OpenedRow<'_>| {
        query.bind(row.log.0).bind(row.game).bind(signed(row.position)).bind(row.ruleset).bind(false).bind(row.opened_us)
    })
    .await?;
    execute(connection, &SEATS, &plan.seats(), |query, (log, position, seat, person)| {
        query.bind(log.0).bind(signed(*position)).bind(*seat).bind(*person)
    })
    .await?;
    for ((log, game), finished) in &plan.finished {
        sqlx::query(sql::FINISH).bind(log.0).bind(*game).bind(*finished).execute(&mut *connection).await?;
    }
    for row in &plan.forgotten {
        let statements = [
            sqlx::query(FORGET_PLAYER).bind(row.log.0).bind(row.player).bind(row.person),
            sqlx::query(FORGET_MARK).bind(row.log.0).bind(row.mark),
            sqlx::query(DROP_PROFILES).bind(row.log.0).bind(row.person),
            sqlx::query(DROP_POPULATIONS).bind(row.log.0),
            sqlx::query(ERASE).bind(row.log.0).bind(row.stream.as_str()),
        ];
        for statement in statements {
            statement.execute(&mut *connection).await?;
        }
    }
    for row in &plan.erased {
        sqlx::query(ERASE).bind(row.log.0).bind(row.stream.as_str()).execute(&mut *connection).await?;
        for statement in sql::ERASE_GAME {
            sqlx::query(statement).bind(row.log.0).bind(row.game).execute(&mut *connection).await?;
        }
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
