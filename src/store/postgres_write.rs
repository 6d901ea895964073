//! What the write connection of Postgres does. A group of which everything is known is one message; one that must be asked about is three:
//! the lock, the heads, and the commit. Many events are two more. What its errors mean stands in [`postgres_errors`](super::postgres_errors).

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use futures::StreamExt;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{FromRow as _, Row as _};

use super::commit::{Trouble, Unacknowledged, WriteConnection};
use super::literals::{Script, quoted};
use super::plan::{EventRow, Moved, Plan};
use super::postgres_errors::{trouble, unacknowledged};
use super::sql::{self, FoundHead, HeadRecord, StandingRecord, failed, signed};
use super::sql_players::{DROP_POPULATIONS, DROP_PROFILES, ERASE, FORGET_MARK, FORGET_PLAYER};
use super::{LogId, Position, Revision, StoreError, StreamId};

// Said outright: the lock on the counter needs it, whatever the database's own default is.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

const NEW_LOG: &str = "INSERT INTO log_head (log_id, position) VALUES ($1, 0) ON CONFLICT DO NOTHING";

const HEADS: &str = "SELECT s.stream, s.revision, s.hash, s.closed, e.hash AS last FROM streams s \
     LEFT JOIN events e ON e.log_id = $1 AND e.stream = s.stream AND e.revision = s.revision \
     WHERE s.log_id = $1 AND s.stream = ANY($2)";

/// The heads of the streams with events at some positions. Each head is looked up by its key, whatever the planner thinks that there are of them: of
/// positions that are newer than its statistics it expects thousands, and would read the whole table of streams for a dozen. `log` says in which log the
/// stream of such an event (`w`) is: Citus asks all parts of its tables unless it is a number.
fn changed(positions: &str, log: &str) -> String {
    format!(
        "SELECT w.log_id, h.* FROM (SELECT DISTINCT log_id, stream FROM events WHERE {positions}) w CROSS JOIN LATERAL \
         (SELECT s.stream, s.revision, s.hash, s.closed, e.hash AS last FROM streams s \
         LEFT JOIN events e ON e.log_id = s.log_id AND e.stream = s.stream AND e.revision = s.revision \
         WHERE s.log_id = {log} AND s.stream = w.stream LIMIT 1) h"
    )
}

const ENDS: &str = "SELECT stream, max(revision) FROM events WHERE log_id = $1 AND stream = ANY($2) GROUP BY stream";

const STANDING: &str = "SELECT e.stream, e.event_id, e.revision FROM unnest($2::text[], $3::text[]) AS asked (stream, id) \
     JOIN events e ON e.log_id = $1 AND e.stream = asked.stream AND e.event_id = asked.id";

const EVENTS: &str = "INSERT INTO events \
     (log_id, position, stream, revision, event_id, type, schema, time_us, payload, salt, commitment, hash, reporter) VALUES";

/// For many events arrays are cheaper than literals, which the server must parse, although they cost two messages more: with 400 rows literals
/// carried .77 of what arrays do, with 32 they carry 1.18.
const MANY_EVENTS: &str = "INSERT INTO events \
     (log_id, position, stream, revision, event_id, type, schema, time_us, payload, salt, commitment, hash, reporter) \
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], \
     $8::bigint[], $9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[], $13::text[])";

/// Up to so many events are written as literals.
const FEW: usize = 64;

const STREAMS: &str = "INSERT INTO streams (log_id, stream, revision, hash, closed) VALUES";

const REPLACE_HEAD: &str = " ON CONFLICT (log_id, stream) DO UPDATE \
     SET revision = excluded.revision, hash = excluded.hash, closed = excluded.closed";

const GAMES: &str = "INSERT INTO games (log_id, position, game, ruleset, opened_us, finished) VALUES";

const SEATS: &str = "INSERT INTO seats (log_id, position, seat, person) VALUES";

/// The write connection.
pub(super) struct PostgresWrite {
    pub connection: PgConnection,
    /// Whether the logs lie on nodes of Citus: then a statement is about one of them.
    pub on_nodes: bool,
    /// Whether a commit can go whole to the node of its logs.
    pub commits_on_node: bool,
}

impl PostgresWrite {
    /// Runs a script to its end, whose last statement may be what commits. Where the server refuses a statement it has done nothing of those after it:
    /// had it finished the last one, it would have said so first. Where it says nothing more, what it did is not known.
    async fn run(&mut self, script: Script, commits: bool) -> Result<(), Unacknowledged> {
        let mut left = script.len();
        let mut done = sqlx::raw_sql(script.into_sql()).execute_many(&mut self.connection);
        while let Some(statement) = done.next().await {
            match statement {
                Ok(_) => left -= 1,
                Err(_) if left == 0 => {}
                Err(error) => return Err(unacknowledged(&error, commits && left == 1)),
            }
        }
        Ok(())
    }

    /// Begins, and locks those of the counters that there are, in the order of their logs, as [`move_counters`] does.
    async fn lock_counters(&mut self, logs: &BTreeSet<LogId>) -> Result<Vec<(i64, i64)>, sqlx::Error> {
        let logs: Vec<LogId> = logs.iter().copied().collect();
        let mut script = Script::default();
        script.statement(BEGIN);
        for logs in logs.chunks(self.at_once(logs.len())) {
            let logs = joined(logs, ",", |log| log.0.to_string());
            script
                .statement(&format!("SELECT log_id, position FROM log_head WHERE log_id IN ({logs}) ORDER BY log_id FOR UPDATE"));
        }
        let rows = sqlx::raw_sql(script.into_sql()).fetch_all(&mut self.connection).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// How many of so many logs one statement may be about: on nodes one, since Citus locks and joins no rows of several of its tables' parts.
    fn at_once(&self, logs: usize) -> usize {
        if self.on_nodes { 1 } else { logs.max(1) }
    }
}

fn joined<T>(items: &[T], between: &str, text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(between)
}

#[async_trait]
impl WriteConnection for PostgresWrite {
    async fn begin(&mut self, logs: &BTreeSet<LogId>) -> Result<Vec<(LogId, Position)>, Trouble> {
        let mut locked = self.lock_counters(logs).await.map_err(|error| trouble(&error))?;
        let is_locked = |locked: &[(i64, i64)], log: LogId| locked.iter().any(|(held, _)| *held == log.0);
        if let Some(new) = logs.iter().find(|log| !is_locked(&locked, **log)) {
            tracing::info!(log = new.0, "a log is written to for the first time");
            // In transactions of their own, and then from the start, so that all servers lock in the same order.
            self.rollback().await.map_err(Trouble::Passing)?;
            for log in logs {
                sqlx::query(NEW_LOG).bind(log.0).execute(&mut self.connection).await.map_err(|error| trouble(&error))?;
            }
            locked = self.lock_counters(logs).await.map_err(|error| trouble(&error))?;
        }
        let position = |(log, number)| Ok((LogId(log), sql::position(number).map_err(Trouble::Lasting)?));
        locked.into_iter().map(position).collect()
    }

    async fn changed(&mut self, moved: &BTreeMap<LogId, Moved>) -> Result<Vec<(LogId, StreamId, FoundHead)>, Trouble> {
        let moved: Vec<(i64, Moved)> = moved.iter().map(|(log, moved)| (log.0, *moved)).collect();
        let mut script = Script::default();
        for logs in moved.chunks(self.at_once(moved.len())) {
            // Both ends are named: of one alone the planner may expect half of the events, and read them all.
            let positions =
                |(log, Moved { from, to }): &(i64, Moved)| format!("log_id = {log} AND position > {from} AND position <= {to}");
            let log = if let [(log, _)] = logs { log.to_string() } else { "w.log_id".to_owned() };
            script.statement(&changed(&joined(logs, " OR ", positions), &log));
        }
        let rows = sqlx::raw_sql(script.into_sql()).fetch_all(&mut self.connection).await.map_err(|error| trouble(&error))?;
        let head = |row: &PgRow| {
            let (stream, head) = HeadRecord::from_row(row)?.decode();
            Ok((LogId(row.try_get("log_id")?), stream, head))
        };
        rows.iter().map(|row| head(row).map_err(|error: sqlx::Error| trouble(&error))).collect()
    }

    async fn heads(&mut self, log: LogId, streams: &BTreeSet<&StreamId>) -> Result<Vec<(StreamId, FoundHead)>, Trouble> {
        let names: Vec<&str> = streams.iter().map(|stream| stream.as_str()).collect();
        let query = sqlx::query_as(HEADS).bind(log.0).bind(names);
        let rows: Vec<HeadRecord> = query.fetch_all(&mut self.connection).await.map_err(|error| trouble(&error))?;
        Ok(rows.into_iter().map(HeadRecord::decode).collect())
    }

    async fn ends(&mut self, log: LogId, streams: &BTreeSet<&StreamId>) -> Result<Vec<(StreamId, Revision)>, Trouble> {
        let names: Vec<&str> = streams.iter().map(|stream| stream.as_str()).collect();
        let query = sqlx::query_as(ENDS).bind(log.0).bind(names);
        let rows: Vec<(String, i64)> = query.fetch_all(&mut self.connection).await.map_err(|error| trouble(&error))?;
        sql::ends(rows).map_err(Trouble::Lasting)
    }

    async fn standing(&mut self, log: LogId, ids: &[(&StreamId, &str)]) -> Result<Vec<(StreamId, String, Revision)>, Trouble> {
        let (streams, ids): (Vec<&str>, Vec<&str>) = ids.iter().map(|(stream, id)| (stream.as_str(), *id)).unzip();
        let query = sqlx::query_as(STANDING).bind(log.0).bind(streams).bind(ids);
        let rows: Vec<StandingRecord> = query.fetch_all(&mut self.connection).await.map_err(|error| trouble(&error))?;
        rows.into_iter().map(|row| row.decode().map_err(Trouble::Lasting)).collect()
    }

    async fn stands(&mut self, row: &EventRow<'_>) -> Result<bool, Trouble> {
        let query = sqlx::query_scalar(sql::STANDS).bind(row.log.0).bind(row.stream.as_str()).bind(&row.event.id);
        let hash = query.fetch_optional(&mut self.connection).await.map_err(|error| trouble(&error))?;
        Ok(sql::is_hash(hash, &row.place))
    }

    async fn commit(&mut self, plan: &Plan<'_>, begun: bool) -> Result<(), Unacknowledged> {
        let whole = self.commits_on_node && !begun && !plan.erases();
        let mut script = Script::default();
        if !begun && !whole {
            script.statement(BEGIN);
        }
        move_counters(&mut script, plan, self.on_nodes);
        if plan.events.len() > FEW && !self.on_nodes {
            self.run(script, false).await?;
            write_events(&mut self.connection, &plan.events).await.map_err(|error| unacknowledged(&error, false))?;
            script = Script::default();
        } else {
            add_events(&mut script, &plan.events);
        }
        add_the_rest(&mut script, plan);
        if plan.erases() {
            self.run(script, false).await?;
            erase(&mut self.connection, plan).await.map_err(|error| unacknowledged(&error, false))?;
            script = Script::default();
        }
        match plan.positions.first_key_value() {
            Some((log, _)) if whole => script = script.on_node_of(log.0),
            _ => script.statement("COMMIT"),
        }
        self.run(script, true).await
    }

    async fn rollback(&mut self) -> Result<(), StoreError> {
        sqlx::raw_sql("ROLLBACK").execute(&mut self.connection).await.map(|_| ()).map_err(|error| failed("rolling back", &error))
    }

    async fn probe(&mut self) -> Result<(), Trouble> {
        let touch = "UPDATE log_head SET position = position WHERE log_id = (SELECT min(log_id) FROM log_head)";
        sqlx::raw_sql(touch).execute(&mut self.connection).await.map(|_| ()).map_err(|error| trouble(&error))
    }
}

/// Moves the counters from where the plan found them. Where one stands elsewhere, it divides by zero. They are locked in the order of their logs, as by
/// all servers, so that no two wait for each other in a ring; an update of many rows has no order of its own. On nodes each log needs statements of its own.
fn move_counters(script: &mut Script, plan: &Plan<'_>, on_nodes: bool) {
    let moves: Vec<(i64, i64, i64)> =
        plan.positions.iter().map(|(log, moved)| (log.0, signed(moved.from), signed(moved.to))).collect();
    if moves.is_empty() {
        return;
    }
    if on_nodes {
        for (log, from, to) in moves {
            script.statement(&format!("UPDATE log_head SET position = {to} WHERE log_id = {log} AND position = {from}"));
            script.statement(&format!("SELECT 1 / count(*) FROM log_head WHERE log_id = {log} AND position = {to}"));
        }
        return;
    }
    let found = joined(&moves, " OR ", |(log, from, _)| format!("log_id = {log} AND position = {from}"));
    let arms = joined(&moves, " ", |(log, _, to)| format!("WHEN {log} THEN {to}"));
    let logs = joined(&moves, ",", |(log, ..)| log.to_string());
    script.statement(&format!(
        "SELECT 1 / (count(*) = {})::int FROM (SELECT log_id FROM log_head WHERE {found} ORDER BY log_id FOR UPDATE) AS held",
        moves.len()
    ));
    script.statement(&format!("UPDATE log_head SET position = CASE log_id {arms} END WHERE log_id IN ({logs})"));
}

fn add_events(script: &mut Script, rows: &[EventRow<'_>]) {
    script.rows(EVENTS, rows, "", |values, row| {
        values.number(row.log.0);
        values.number(signed(row.place.position));
        values.text(Some(row.stream.as_str()));
        values.number(signed(row.place.revision));
        values.text(Some(&row.event.id));
        values.text(Some(&row.event.kind));
        values.number(i64::from(row.event.schema));
        values.number(row.event.time_us);
        values.bytes(&row.event.payload);
        values.bytes(&row.event.salt);
        values.bytes(&row.place.commitment);
        values.bytes(&row.place.hash);
        values.text(row.event.reporter.as_deref());
    });
}

/// One column of the rows, as an array.
fn column<'a, R, T>(rows: &'a [R], cell: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(cell).collect()
}

/// Many events, as a statement over arrays.
async fn write_events(connection: &mut PgConnection, rows: &[EventRow<'_>]) -> Result<(), sqlx::Error> {
    sqlx::query(MANY_EVENTS)
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
        .execute(connection)
        .await
        .map(|_| ())
}

/// The heads and the catalog.
fn add_the_rest(script: &mut Script, plan: &Plan<'_>) {
    let heads: Vec<_> = plan.heads.iter().collect();
    script.rows(STREAMS, &heads, REPLACE_HEAD, |values, ((log, stream), head)| {
        values.number(log.0);
        values.text(Some(stream.as_str()));
        values.number(signed(head.revision));
        values.bytes(&head.hash);
        values.truth(head.closed);
    });
    script.rows(GAMES, &plan.opened, "", |values, row| {
        values.number(row.log.0);
        values.number(signed(row.position));
        values.text(Some(row.game));
        values.text(Some(row.ruleset));
        values.number(row.opened_us);
        values.truth(false);
    });
    script.rows(SEATS, &plan.seats(), "", |values, (log, position, seat, person)| {
        values.number(log.0);
        values.number(signed(*position));
        values.number(*seat);
        values.text(Some(person));
    });
    for ((log, game), finished) in &plan.finished {
        let mut statement = format!("UPDATE games SET finished = {finished} WHERE log_id = {} AND game = ", log.0);
        quoted(&mut statement, game);
        script.statement(&statement);
    }
}

/// Takes out of the log what is forgotten and erased.
async fn erase(connection: &mut PgConnection, plan: &Plan<'_>) -> Result<(), sqlx::Error> {
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
