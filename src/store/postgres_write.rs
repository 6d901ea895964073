//! What the write connection of Postgres does, in statements over arrays.

use std::collections::BTreeSet;

use async_trait::async_trait;
use sqlx::postgres::PgConnection;

use super::commit::{Trouble, WriteConnection};
use super::group::{EventRow, Plan};
use super::sql::{self, FoundHead, HeadRecord, StandingRecord, failed, signed};
use super::sql_players::{DROP_POPULATIONS, DROP_PROFILES, ERASE, FORGET_MARK, FORGET_PLAYER};
use super::{LogId, Position, Revision, StoreError, StreamId};

// Said outright: the lock on the counter needs it, whatever the database's own default is.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

const LOCK: &str = "SELECT position FROM log_head WHERE log_id = $1 FOR UPDATE";

const NEW_LOG: &str = "INSERT INTO log_head (log_id, position) VALUES ($1, 0) ON CONFLICT DO NOTHING";

const HEADS: &str = "SELECT s.stream, s.revision, s.hash, s.closed, e.hash AS last FROM streams s \
     LEFT JOIN events e ON e.log_id = s.log_id AND e.stream = s.stream AND e.revision = s.revision \
     WHERE s.log_id = $1 AND s.stream = ANY($2)";

const ENDS: &str = "SELECT stream, max(revision) FROM events WHERE log_id = $1 AND stream = ANY($2) GROUP BY stream";

const STANDING: &str = "SELECT e.stream, e.event_id, e.revision FROM unnest($2::text[], $3::text[]) AS asked (stream, id) \
     JOIN events e ON e.log_id = $1 AND e.stream = asked.stream AND e.event_id = asked.id";

const EVENTS: &str = "INSERT INTO events \
     (log_id, position, stream, revision, event_id, type, schema, time_us, payload, salt, commitment, hash, reporter) \
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], \
     $8::bigint[], $9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[], $13::text[])";

const STREAMS: &str = "INSERT INTO streams (log_id, stream, revision, hash, closed) \
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bytea[], $5::boolean[]) \
     ON CONFLICT (log_id, stream) DO UPDATE \
     SET revision = excluded.revision, hash = excluded.hash, closed = excluded.closed";

const GAMES: &str = "INSERT INTO games (log_id, position, game, ruleset, opened_us, finished) \
     SELECT *, false FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[])";

const SEATS: &str = "INSERT INTO seats (log_id, position, seat, person) \
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])";

/// The write connection.
pub(super) struct PostgresWrite(pub PgConnection);

fn trouble(error: &sqlx::Error) -> Trouble {
    let cause = failed("appending", error);
    let Some(refusal) = error.as_database_error() else {
        // Nothing was committed, and the connection may be the only thing that broke.
        return if matches!(cause, StoreError::Unavailable { .. }) { Trouble::Passing(cause) } else { Trouble::Lasting(cause) };
    };
    // Serialization failure, deadlock, a lock or a statement that took too long, and the server ending our session: idle too long, or shut
    // down by its admin.
    const PASSING: [&str; 7] = ["40001", "40P01", "55P03", "57014", "25P03", "57P01", "57P02"];
    if refusal.is_unique_violation() {
        Trouble::KeyTaken(cause)
    } else if refusal.code().is_some_and(|code| PASSING.contains(&code.as_ref())) {
        Trouble::Passing(cause)
    } else {
        Trouble::Lasting(cause)
    }
}

#[async_trait]
impl WriteConnection for PostgresWrite {
    async fn begin(&mut self) -> Result<(), Trouble> {
        sqlx::raw_sql(BEGIN).execute(&mut self.0).await.map(|_| ()).map_err(|error| trouble(&error))
    }

    async fn lock(&mut self, log: LogId) -> Result<Position, Trouble> {
        lock(&mut self.0, log)
            .await
            .map_err(|error| trouble(&error))
            .and_then(|number| sql::position(number).map_err(Trouble::Lasting))
    }

    async fn heads(&mut self, log: LogId, streams: &BTreeSet<&StreamId>) -> Result<Vec<(StreamId, FoundHead)>, Trouble> {
        let names: Vec<&str> = streams.iter().map(|stream| stream.as_str()).collect();
        let query = sqlx::query_as(HEADS).bind(log.0).bind(names);
        let rows: Vec<HeadRecord> = query.fetch_all(&mut self.0).await.map_err(|error| trouble(&error))?;
        Ok(rows.into_iter().map(HeadRecord::decode).collect())
    }

    async fn ends(&mut self, log: LogId, streams: &BTreeSet<&StreamId>) -> Result<Vec<(StreamId, Revision)>, Trouble> {
        let names: Vec<&str> = streams.iter().map(|stream| stream.as_str()).collect();
        let query = sqlx::query_as(ENDS).bind(log.0).bind(names);
        let rows: Vec<(String, i64)> = query.fetch_all(&mut self.0).await.map_err(|error| trouble(&error))?;
        sql::ends(rows).map_err(Trouble::Lasting)
    }

    async fn standing(&mut self, log: LogId, ids: &[(&StreamId, &str)]) -> Result<Vec<(StreamId, String, Revision)>, Trouble> {
        let (streams, ids): (Vec<&str>, Vec<&str>) = ids.iter().map(|(stream, id)| (stream.as_str(), *id)).unzip();
        let query = sqlx::query_as(STANDING).bind(log.0).bind(streams).bind(ids);
        let rows: Vec<StandingRecord> = query.fetch_all(&mut self.0).await.map_err(|error| trouble(&error))?;
        rows.into_iter().map(|row| row.decode().map_err(Trouble::Lasting)).collect()
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
        sqlx::raw_sql("ROLLBACK").execute(&mut self.0).await.map(|_| ()).map_err(|error| failed("rolling back", &error))
    }

    async fn probe(&mut self) -> Result<(), Trouble> {
        let touch = "UPDATE log_head SET position = position WHERE log_id = (SELECT min(log_id) FROM log_head)";
        sqlx::raw_sql(touch).execute(&mut self.0).await.map(|_| ()).map_err(|error| trouble(&error))
    }
}

async fn lock(connection: &mut PgConnection, log: LogId) -> Result<i64, sqlx::Error> {
    if let Some(position) = sqlx::query_scalar(LOCK).bind(log.0).fetch_optional(&mut *connection).await? {
        return Ok(position);
    }
    // Waits for another server that makes the same row, whose row is the one that is locked then.
    sqlx::query(NEW_LOG).bind(log.0).execute(&mut *connection).await?;
    sqlx::query_scalar(LOCK).bind(log.0).fetch_one(connection).await
}

/// One column of the rows, as an array.
fn column<'a, R, T>(rows: &'a [R], cell: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(cell).collect()
}

async fn write(connection: &mut PgConnection, plan: &Plan<'_>) -> Result<(), sqlx::Error> {
    let rows = &plan.events;
    sqlx::query(EVENTS)
        .bind(column(rows, |row| row.log.0))
        .bind(column(rows, |row| signed(row.place.position)))
        .bind(column(rows, |row| row.stream.as_str()))
        .bind(column(rows, |row| signed(row.place.revision)))
        .bind(column(rows, |row| row.event.id.as_str()))
        .bind(column(rows, |row| row.event.kind.as_str()))
        .bind(column(rows, |row| i64::from(row.event.schema)))
        .bind(column(rows, |row| row.event.time_us))
        .bind(column(rows, |row| row.event.payload.as_slice()))
        .bind(column(rows, |row| row.event.salt.as_slice()))
        .bind(column(rows, |row| row.place.commitment.as_slice()))
        .bind(column(rows, |row| row.place.hash.as_slice()))
        .bind(column(rows, |row| row.event.reporter.as_deref()))
        .execute(&mut *connection)
        .await?;
    let heads: Vec<_> = plan.heads.iter().collect();
    sqlx::query(STREAMS)
        .bind(column(&heads, |((log, _), _)| log.0))
        .bind(column(&heads, |((_, stream), _)| stream.as_str()))
        .bind(column(&heads, |(_, head)| signed(head.revision)))
        .bind(column(&heads, |(_, head)| head.hash.as_slice()))
        .bind(column(&heads, |(_, head)| head.closed))
        .execute(&mut *connection)
        .await?;
    if !plan.opened.is_empty() {
        open_games(connection, plan).await?;
    }
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

async fn open_games(connection: &mut PgConnection, plan: &Plan<'_>) -> Result<(), sqlx::Error> {
    let rows = &plan.opened;
    sqlx::query(GAMES)
        .bind(column(rows, |row| row.log.0))
        .bind(column(rows, |row| signed(row.position)))
        .bind(column(rows, |row| row.game))
        .bind(column(rows, |row| row.ruleset))
        .bind(column(rows, |row| row.opened_us))
        .execute(&mut *connection)
        .await?;
    let seats = plan.seats();
    sqlx::query(SEATS)
        .bind(column(&seats, |(log, ..)| log.0))
        .bind(column(&seats, |(_, position, ..)| signed(*position)))
        .bind(column(&seats, |(_, _, seat, _)| *seat))
        .bind(column(&seats, |(.., person)| *person))
        .execute(connection)
        .await?;
    Ok(())
}
