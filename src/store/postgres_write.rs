//! What the write connection of Postgres does. A group of which all heads are known is one message, and else two, the heads and the commit; one that lost
//! against another server is three more: the lock, the heads, and the commit. Many events are two more. What its errors mean stands in [`postgres_errors`](super::postgres_errors).

use std::collections::BTreeSet;

use async_trait::async_trait;
use futures::StreamExt;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{Either, FromRow as _, Row as _};

use super::commit::{Trouble, Unacknowledged, WriteConnection};
use super::known::Streams;
use super::literals::{Script, quoted};
use super::plan::{Before, EventRow, Plan};
use super::postgres_counters::{self, Positions, joined, move_counters, move_known_counters};
use super::postgres_errors::{trouble, unacknowledged};
use super::sql::{self, FoundHead, HeadRecord, StandingRecord, failed, signed};
use super::sql_players::{DROP_POPULATIONS, DROP_PROFILES, ERASE, FORGET_MARK, FORGET_PLAYER};
use super::{LogId, Position, Revision, StoreError, StreamId};

// Said outright: the lock on the counter needs it, whatever the database's own default is.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

const NEW_LOG: &str = "INSERT INTO log_head (log_id, position) VALUES ($1, 0) ON CONFLICT DO NOTHING";

/// Each head is looked up by its key, whatever the planner thinks that there are of them: of streams that are newer than its statistics it may expect
/// thousands, and would read the whole table for a dozen.
const HEADS: &str = "SELECT h.* FROM unnest($1::bigint[], $2::text[]) AS asked (log, name) CROSS JOIN LATERAL \
     (SELECT s.log_id, s.stream, s.revision AS head, s.hash AS head_hash, s.closed, e.hash AS last FROM streams s \
     LEFT JOIN events e ON e.log_id = s.log_id AND e.stream = s.stream AND e.revision = s.revision \
     WHERE s.log_id = asked.log AND s.stream = asked.name LIMIT 1) h";

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
    /// Runs a script to its end, whose last statement may be what commits, and gives the rows that it answers. Where the server refuses a statement it has
    /// done nothing of those after it: had it finished the last one, it would have said so first. Where it says nothing more, what it did is not known.
    async fn run(&mut self, script: Script, commits: bool) -> Result<Vec<PgRow>, Unacknowledged> {
        let mut left = script.len();
        let mut rows = Vec::new();
        let mut done = sqlx::raw_sql(script.into_sql()).fetch_many(&mut self.connection);
        while let Some(step) = done.next().await {
            match step {
                Ok(Either::Right(row)) => rows.push(row),
                Ok(Either::Left(_)) => left -= 1,
                Err(_) if left == 0 => {}
                Err(error) => return Err(unacknowledged(&error, commits && left == 1)),
            }
        }
        Ok(rows)
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

    async fn heads(&mut self, streams: &Streams<'_>) -> Result<Vec<(LogId, StreamId, FoundHead)>, Trouble> {
        let rows: Result<Vec<HeadRecord>, sqlx::Error> = if self.on_nodes {
            let rows = sqlx::raw_sql(heads_on_nodes(streams).into_sql()).fetch_all(&mut self.connection).await;
            rows.and_then(|rows| rows.iter().map(HeadRecord::from_row).collect())
        } else {
            let each = streams.iter().flat_map(|(log, streams)| streams.iter().map(|stream| (log.0, stream.as_str())));
            let (logs, names): (Vec<i64>, Vec<&str>) = each.unzip();
            sqlx::query_as(HEADS).bind(logs).bind(names).fetch_all(&mut self.connection).await
        };
        Ok(rows.map_err(|error| trouble(&error))?.into_iter().map(HeadRecord::decode).collect())
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

    async fn stands(&mut self, row: &EventRow<'_>) -> Result<Option<Position>, Trouble> {
        let query = sqlx::query_as(sql::STANDS).bind(row.log.0).bind(row.stream.as_str()).bind(&row.event.id);
        let found = query.fetch_optional(&mut self.connection).await.map_err(|error| trouble(&error))?;
        sql::stands(found, &row.place).map_err(Trouble::Lasting)
    }

    /// A statement of Citus may be planned on another node than the one that holds the log, where no setting of the transaction is known.
    fn needs_positions(&self) -> bool {
        self.on_nodes
    }

    async fn commit(&mut self, plan: &Plan<'_>, begun: bool) -> Result<Before, Unacknowledged> {
        let whole = self.commits_on_node && !begun && !plan.erases();
        let mut positions = if self.on_nodes { Positions::Known(plan.before()) } else { Positions::of_settings(plan) };
        let mut answered = Vec::new();
        let mut script = Script::default();
        if !begun && !whole {
            script.statement(BEGIN);
        }
        if self.on_nodes {
            move_known_counters(&mut script, plan);
        } else {
            move_counters(&mut script, plan);
        }
        if plan.events.len() > FEW && !self.on_nodes {
            let before = postgres_counters::before(&self.run(script, false).await?, plan).map_err(Unacknowledged::Refused)?;
            write_events(&mut self.connection, &plan.events, &before).await.map_err(|error| unacknowledged(&error, false))?;
            positions = Positions::Known(before);
            script = Script::default();
        } else {
            add_events(&mut script, &plan.events, &positions);
        }
        add_the_rest(&mut script, plan, &positions);
        if plan.erases() {
            answered = self.run(script, false).await?;
            erase(&mut self.connection, plan).await.map_err(|error| unacknowledged(&error, false))?;
            script = Script::default();
        }
        match plan.logs.first_key_value() {
            Some((log, _)) if whole => script = script.on_node_of(log.0),
            _ => script.statement("COMMIT"),
        }
        answered.extend(self.run(script, true).await?);
        match positions {
            Positions::Known(before) => Ok(before),
            // It is committed, whatever cannot be read of its answers.
            Positions::InSettings(_) => {
                postgres_counters::before(&answered, plan).map_err(|trouble| Unacknowledged::Unknown(trouble.cause()))
            }
        }
    }

    async fn rollback(&mut self) -> Result<(), StoreError> {
        sqlx::raw_sql("ROLLBACK").execute(&mut self.connection).await.map(|_| ()).map_err(|error| failed("rolling back", &error))
    }

    async fn probe(&mut self) -> Result<(), Trouble> {
        let touch = "UPDATE log_head SET position = position WHERE log_id = (SELECT min(log_id) FROM log_head)";
        sqlx::raw_sql(touch).execute(&mut self.connection).await.map(|_| ()).map_err(|error| trouble(&error))
    }
}

/// [`HEADS`] for nodes of Citus, a statement a log.
fn heads_on_nodes(streams: &Streams<'_>) -> Script {
    let mut script = Script::default();
    for (LogId(log), streams) in streams {
        let mut statement = format!(
            "SELECT s.log_id, s.stream, s.revision AS head, s.hash AS head_hash, s.closed, e.hash AS last FROM streams s \
             LEFT JOIN events e ON e.log_id = {log} AND e.stream = s.stream AND e.revision = s.revision \
             WHERE s.log_id = {log} AND s.stream IN ("
        );
        for (index, stream) in streams.iter().enumerate() {
            statement.push_str(if index == 0 { "" } else { "," });
            quoted(&mut statement, stream.as_str());
        }
        statement.push(')');
        script.statement(&statement);
    }
    script
}

fn add_events(script: &mut Script, rows: &[EventRow<'_>], positions: &Positions) {
    script.rows(EVENTS, rows, "", |values, row| {
        values.number(row.log.0);
        positions.write(values, row.log, row.place.nth);
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
async fn write_events(connection: &mut PgConnection, rows: &[EventRow<'_>], before: &Before) -> Result<(), sqlx::Error> {
    let position = |row: &EventRow<'_>| signed(before.get(&row.log).map_or(0, |before| *before) + row.place.nth);
    sqlx::query(MANY_EVENTS)
        .bind(column(rows, |row| row.log.0))
        .bind(column(rows, position))
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
fn add_the_rest(script: &mut Script, plan: &Plan<'_>, positions: &Positions) {
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
        positions.write(values, row.log, row.nth);
        values.text(Some(row.game));
        values.text(Some(row.ruleset));
        values.number(row.opened_us);
        values.truth(false);
    });
    script.rows(SEATS, &plan.seats(), "", |values, (row, seat, person)| {
        values.number(row.log.0);
        positions.write(values, row.log, row.nth);
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
