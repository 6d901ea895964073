//! What the write connection of Postgres does. A group of which all heads are known is one message, and else two, the heads and the commit. One that lost
//! against another server is two more, and where it loses again four: the lock, the heads, what is added, and the commit. What its errors mean stands in
//! [`postgres_errors`](super::postgres_errors).

use std::collections::BTreeSet;

use async_trait::async_trait;
use futures::StreamExt;
use sqlx::postgres::PgConnection;
use sqlx::query::Query;
use sqlx::{Either, FromRow as _, Row as _};

use super::known::Streams;
use super::literals::Script;
use super::plan::{Before, EventRow, Plan};
use super::postgres_errors::{trouble, unacknowledged};
use super::sql::{self, FoundHead, HeadRecord, StandingRecord, failed};
use super::sql_erase::{self, Step};
use super::write_connection::{Trouble, Unacknowledged, WriteConnection};
use super::{LogId, Position, Revision, StoreError, StreamId, postgres_commit, postgres_nodes_commit};

// Said outright: the lock on the counter needs it, whatever the database's own default is.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

const COMMIT: &str = "COMMIT";

const NEW_LOG: &str = "INSERT INTO log_head (log_id, position) VALUES ($1, 0) ON CONFLICT DO NOTHING";

/// Each head is looked up by its key, whatever the planner thinks that there are of them: of streams that are newer than its statistics it may expect
/// thousands, and would read the whole table for a dozen. So is the event that a head names: to ask for the first from that revision on, in a session that
/// would rather not sort, leaves the one index that does not read the whole stream for it. Where that event is missing, none is found or a later one,
/// whose hash is not the head's.
const HEADS: &str = "SELECT h.* FROM unnest($1::bigint[], $2::text[]) AS asked (log, name) CROSS JOIN LATERAL \
     (SELECT s.log_id, s.stream, s.revision AS head, s.hash AS head_hash, s.closed, e.hash AS last FROM streams s \
     LEFT JOIN LATERAL (SELECT hash FROM events WHERE log_id = s.log_id AND stream = s.stream AND revision >= s.revision \
     ORDER BY revision LIMIT 1) e ON true WHERE s.log_id = asked.log AND s.stream = asked.name LIMIT 1) h";

const ENDS: &str = "SELECT stream, max(revision) FROM events WHERE log_id = $1 AND stream = ANY($2) GROUP BY stream";

const STANDING: &str = "SELECT e.stream, e.event_id, e.revision FROM unnest($2::text[], $3::text[]) AS asked (stream, id) \
     JOIN events e ON e.log_id = $1 AND e.stream = asked.stream AND e.event_id = asked.id";

/// The write connection.
pub(super) struct PostgresWrite {
    pub connection: PgConnection,
    /// Whether a transaction was begun that may be open still: one statement by itself leaves none.
    pub begun: bool,
    /// Whether the logs lie on nodes of Citus: then a statement is about one of them.
    pub on_nodes: bool,
    /// Whether a commit can go whole to the node of its logs.
    pub commits_on_node: bool,
}

impl PostgresWrite {
    /// Runs a script to its end, whose last statement may be what commits. Where the server refuses a statement it has done nothing of those after it: had
    /// it finished the last one, it would have said so first. Where it says nothing more, what it did is not known.
    async fn run(&mut self, script: Script, commits: bool) -> Result<(), Unacknowledged> {
        let mut left = script.len();
        let mut done = sqlx::raw_sql(script.into_sql()).fetch_many(&mut self.connection);
        while let Some(step) = done.next().await {
            match step {
                Ok(Either::Right(_)) => {}
                Ok(Either::Left(_)) => left -= 1,
                Err(_) if left == 0 => {}
                Err(error) => return Err(unacknowledged(&error, commits && left == 1)),
            }
        }
        Ok(())
    }

    /// A script that begins a transaction.
    fn begin_script(&mut self) -> Script {
        self.begun = true;
        Script::of(BEGIN)
    }

    /// Begins, and locks those of the counters that there are, in the order of their logs, as a commit does.
    async fn lock_counters(&mut self, logs: &BTreeSet<LogId>) -> Result<Vec<(i64, i64)>, sqlx::Error> {
        let logs: Vec<LogId> = logs.iter().copied().collect();
        let mut script = self.begin_script();
        for logs in logs.chunks(self.at_once(logs.len())) {
            let logs = logs.iter().map(|log| log.0.to_string()).collect::<Vec<_>>().join(",");
            script
                .statement(&format!("SELECT log_id, position FROM log_head WHERE log_id IN ({logs}) ORDER BY log_id FOR UPDATE"));
        }
        let rows = sqlx::raw_sql(script.into_sql()).fetch_all(&mut self.connection).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Commits a plan to one Postgres: most groups are one statement, which is a transaction of its own.
    async fn commit_here(&mut self, plan: &Plan<'_>, begun: bool) -> Result<Before, Unacknowledged> {
        if !begun && !plan.erases() {
            return postgres_commit::add(&mut self.connection, plan, true).await;
        }
        if !begun {
            let script = self.begin_script();
            self.run(script, false).await?;
        }
        let before = postgres_commit::add(&mut self.connection, plan, false).await?;
        erase(&mut self.connection, sql_erase::steps(plan)).await.map_err(|error| unacknowledged(&error, false))?;
        self.run(Script::of(COMMIT), true).await?;
        Ok(before)
    }

    /// Commits a plan to nodes of Citus, whole by the node of its logs where that can be.
    async fn commit_on_nodes(&mut self, plan: &Plan<'_>, begun: bool) -> Result<Before, Unacknowledged> {
        let whole = self.commits_on_node && !begun && !plan.erases();
        if whole && let Some(script) = postgres_nodes_commit::on_node(plan) {
            self.run(script, true).await?;
            return Ok(plan.before());
        }
        let mut script = if begun { Script::default() } else { self.begin_script() };
        postgres_nodes_commit::add(&mut script, plan);
        if plan.erases() {
            self.run(script, false).await?;
            erase(&mut self.connection, sql_erase::steps(plan)).await.map_err(|error| unacknowledged(&error, false))?;
            script = Script::default();
        }
        script.statement(COMMIT);
        self.run(script, true).await?;
        Ok(plan.before())
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
            let rows = sqlx::raw_sql(postgres_nodes_commit::heads(streams).into_sql()).fetch_all(&mut self.connection).await;
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
    fn places_at_commit(&self) -> bool {
        !self.on_nodes
    }

    async fn commit(&mut self, plan: &Plan<'_>, begun: bool) -> Result<Before, Unacknowledged> {
        let before = if self.on_nodes { self.commit_on_nodes(plan, begun).await? } else { self.commit_here(plan, begun).await? };
        self.begun = false;
        Ok(before)
    }

    /// Says nothing to a session without a transaction, which would warn of it in the server's log.
    async fn rollback(&mut self) -> Result<(), StoreError> {
        if self.begun {
            let done = sqlx::raw_sql("ROLLBACK").execute(&mut self.connection).await;
            done.map_err(|error| failed("rolling back", &error))?;
            self.begun = false;
        }
        Ok(())
    }

    async fn probe(&mut self) -> Result<(), Trouble> {
        let touch = "UPDATE log_head SET position = position WHERE log_id = (SELECT min(log_id) FROM log_head)";
        sqlx::raw_sql(touch).execute(&mut self.connection).await.map(|_| ()).map_err(|error| trouble(&error))
    }
}

/// Takes something out of the log.
pub(super) async fn erase(connection: &mut PgConnection, steps: Vec<Step<'_>>) -> Result<(), sqlx::Error> {
    for (statement, log, names) in steps {
        let query = names.into_iter().fold(sqlx::query(statement).bind(log.0), Query::bind);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}
