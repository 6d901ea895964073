//! What a commit to Postgres adds, as one statement over arrays: it goes there in one message, is planned once a session, and takes the positions of its
//! events from the counters that it holds. So servers that write to one log wait for each other no longer than a commit takes, and none of them must know
//! where the log stands.

use std::collections::BTreeMap;

use futures::StreamExt;
use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::query::Query;
use sqlx::{Either, Executor as _, FromRow as _, Postgres};

use super::plan::{Before, Plan};
use super::postgres_errors::{trouble, unacknowledged};
use super::sql::{self, signed};
use super::write_connection::{Trouble, Unacknowledged};
use super::{LogId, Position, StoreError};

/// The counters are locked one after the other, in the order of their logs, as by all servers, so that no two wait for each other in a ring; an update of
/// many rows has no order of its own. Where a counter is not there, or does not stand where it must, or a stream does not end where it must
/// ([`Plan::found`]), no event gets a position: the statement divides by zero, because Postgres logs that error without any row, and so without what events
/// hold. Rows name their log by its place among the logs, so that a group of many logs costs no more for each row. No part of the statement sees what another
/// part writes.
const ADD: &str = "WITH held AS MATERIALIZED \
     (SELECT a.log, a.by, a.place, counter.position \
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS a (log, least, most, by, place) \
     LEFT JOIN LATERAL (SELECT position FROM log_head WHERE log_id = a.log AND position BETWEEN a.least AND a.most FOR UPDATE) AS counter \
     ON true), \
     stood AS MATERIALIZED (SELECT CASE WHEN bool_and(position IS NOT NULL) AND NOT EXISTS (SELECT FROM unnest($36::bigint[], $37::text[], $38::bigint[], $39::bytea[]) \
     AS a (log, stream, revision, hash) LEFT JOIN streams AS s ON s.log_id = a.log AND s.stream = a.stream \
     WHERE (s.revision, s.hash) IS DISTINCT FROM (a.revision, a.hash) OR s.closed) \
     THEN array_agg(position ORDER BY place) ELSE ARRAY[1 / (count(*) - count(*))] END AS positions FROM held), \
     moved AS (UPDATE log_head SET position = held.position + held.by FROM held WHERE log_id = held.log), \
     added AS (INSERT INTO events \
     (log_id, position, stream, revision, event_id, type, schema, time_us, payload, salt, commitment, hash, reporter) \
     SELECT ($1::bigint[])[a.place], (SELECT positions FROM stood)[a.place] + a.nth, a.stream, a.revision, a.id, a.type, a.schema, a.time_us, \
     a.payload, a.salt, a.commitment, a.hash, a.reporter \
     FROM unnest($5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], \
     $13::bytea[], $14::bytea[], $15::bytea[], $16::bytea[], $17::text[]) \
     AS a (place, nth, stream, revision, id, type, schema, time_us, payload, salt, commitment, hash, reporter)), \
     headed AS (INSERT INTO streams (log_id, stream, revision, hash, closed) \
     SELECT * FROM unnest($18::bigint[], $19::text[], $20::bigint[], $21::bytea[], $22::boolean[]) \
     ON CONFLICT (log_id, stream) DO UPDATE SET revision = CASE WHEN streams.closed THEN NULL ELSE excluded.revision END, \
     hash = excluded.hash, closed = excluded.closed), \
     opened AS (INSERT INTO games (log_id, position, game, ruleset, opened_us, finished) \
     SELECT ($1::bigint[])[a.place], (SELECT positions FROM stood)[a.place] + a.nth, a.game, a.ruleset, a.opened_us, a.finished \
     FROM unnest($23::bigint[], $24::bigint[], $25::text[], $26::text[], $27::bigint[], $28::boolean[]) \
     AS a (place, nth, game, ruleset, opened_us, finished)), \
     seated AS (INSERT INTO seats (log_id, position, seat, person) SELECT ($1::bigint[])[a.place], (SELECT positions FROM stood)[a.place] + a.nth, a.seat, a.person \
     FROM unnest($29::bigint[], $30::bigint[], $31::bigint[], $32::text[]) AS a (place, nth, seat, person)), \
     finished AS (UPDATE games SET finished = a.finished FROM unnest($33::bigint[], $34::text[], $35::boolean[]) AS a (log, game, finished) \
     WHERE games.log_id = a.log AND games.game = a.game) \
     SELECT log, position FROM held";

/// Adds what a plan adds, and says where its logs stood before. `commits`: whether no transaction has begun, so that the statement is one of its own.
pub(super) async fn add(connection: &mut PgConnection, plan: &Plan<'_>, commits: bool) -> Result<Before, Unacknowledged> {
    let mut rows = Vec::new();
    let mut is_done = false;
    let mut steps = connection.fetch_many(statement(plan));
    // Postgres says that a statement is done, and then commits it: what it refuses before that is not in the log.
    while let Some(step) = steps.next().await {
        match step {
            Ok(Either::Right(row)) => rows.push(row),
            Ok(Either::Left(_)) => is_done = true,
            Err(error) => return Err(unacknowledged(&error, commits && is_done)),
        }
    }
    // Where it is committed, it is so whatever cannot be read of the answer.
    let unread = |cause: StoreError| {
        if commits { Unacknowledged::Unknown(cause) } else { Unacknowledged::Refused(Trouble::Lasting(cause)) }
    };
    rows.iter().map(read).collect::<Result<_, _>>().map_err(unread)
}

fn read(row: &PgRow) -> Result<(LogId, Position), StoreError> {
    let (log, position) = <(i64, i64)>::from_row(row).map_err(|error| trouble(&error).cause())?;
    Ok((LogId(log), sql::position(position)?))
}

fn statement<'q>(plan: &'q Plan<'_>) -> Query<'q, Postgres, PgArguments> {
    let query = sqlx::query(ADD);
    let logs: Vec<_> = plan.logs.iter().collect();
    let query = query
        .bind(column(&logs, |(log, _)| log.0))
        .bind(column(&logs, |(_, moves)| signed(moves.from)))
        .bind(column(&logs, |(_, moves)| if moves.stands { signed(moves.from) } else { i64::MAX }))
        .bind(column(&logs, |(_, moves)| signed(moves.by)));
    let places: BTreeMap<LogId, i64> = plan.logs.keys().copied().zip(1..).collect();
    // Where there is none, Postgres finds no position there.
    let place = |log: LogId| places.get(&log).copied().unwrap_or_default();
    let events = &plan.events;
    let query = query
        .bind(column(events, |row| place(row.log)))
        .bind(column(events, |row| signed(row.place.nth)))
        .bind(column(events, |row| row.stream.as_str()))
        .bind(column(events, |row| signed(row.place.revision)))
        .bind(column(events, |row| row.event.id.as_str()))
        .bind(column(events, |row| row.event.kind.as_str()))
        .bind(column(events, |row| i64::from(row.event.schema)))
        .bind(column(events, |row| row.event.time_us))
        .bind(column(events, |row| row.event.payload.as_slice()))
        .bind(column(events, |row| row.event.salt.as_slice()))
        .bind(column(events, |row| row.place.commitment.as_slice()))
        .bind(column(events, |row| row.place.hash.as_slice()))
        .bind(column(events, |row| row.event.reporter.as_deref()));
    let heads: Vec<_> = plan.heads.iter().collect();
    let query = query
        .bind(column(&heads, |((log, _), _)| log.0))
        .bind(column(&heads, |((_, stream), _)| stream.as_str()))
        .bind(column(&heads, |(_, head)| signed(head.revision)))
        .bind(column(&heads, |(_, head)| head.hash.as_slice()))
        .bind(column(&heads, |(_, head)| head.closed));
    let opened = &plan.opened;
    let query = query
        .bind(column(opened, |row| place(row.log)))
        .bind(column(opened, |row| signed(row.nth)))
        .bind(column(opened, |row| row.game))
        .bind(column(opened, |row| row.ruleset))
        .bind(column(opened, |row| row.opened_us))
        .bind(column(opened, |row| plan.finished.get(&(row.log, row.game)).is_some_and(|finished| *finished)));
    let seats = plan.seats();
    let query = query
        .bind(column(&seats, |(row, _, _)| place(row.log)))
        .bind(column(&seats, |(row, _, _)| signed(row.nth)))
        .bind(column(&seats, |(_, seat, _)| *seat))
        .bind(column(&seats, |(_, _, person)| *person));
    let finished: Vec<_> = plan.finished.iter().collect();
    let query = query
        .bind(column(&finished, |((log, _), _)| log.0))
        .bind(column(&finished, |((_, game), _)| *game))
        .bind(column(&finished, |(_, finished)| **finished));
    let found = &plan.found;
    query
        .bind(column(found, |(log, ..)| log.0))
        .bind(column(found, |(_, stream, _)| stream.as_str()))
        .bind(column(found, |(.., head)| head.as_ref().map(|head| signed(head.revision))))
        .bind(column(found, |(.., head)| head.as_ref().map(|head| head.hash.as_slice())))
}

/// One column of the rows, as an array.
fn column<'a, R, T>(rows: &'a [R], cell: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(cell).collect()
}
