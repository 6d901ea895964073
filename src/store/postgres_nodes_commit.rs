//! What a commit to Postgres asks and adds where the logs lie on nodes of Citus: statements that are each about one log, with their values written into them, as its
//! planner needs them to find the node. A statement may be planned on another node than the one that holds the log, so the positions must be known before.

use super::LogId;
use super::known::Streams;
use super::literals::{Moved, Script, quoted};
use super::plan::Plan;
use super::sql::signed;

const EVENTS: &str = "INSERT INTO events \
     (log_id, position, stream, revision, event_id, type, schema, time_us, payload, salt, commitment, hash, reporter) VALUES";

const STREAMS: &str = "INSERT INTO streams (log_id, stream, revision, hash, closed) VALUES";

const REPLACE_HEAD: &str = " ON CONFLICT (log_id, stream) DO UPDATE \
     SET revision = CASE WHEN streams.closed THEN NULL ELSE excluded.revision END, hash = excluded.hash, closed = excluded.closed";

const GAMES: &str = "INSERT INTO games (log_id, position, game, ruleset, opened_us, finished) VALUES";

const SEATS: &str = "INSERT INTO seats (log_id, position, seat, person) VALUES";

/// The heads of streams, a statement a log.
pub(super) fn heads(streams: &Streams<'_>) -> Script {
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

/// Moves the counters from where the plan found them, a log at a time, and adds what the plan adds. Where one stands elsewhere, it divides by zero.
pub(super) fn add(script: &mut Script, plan: &Plan<'_>) {
    for Moved { log, from, to } in counters(plan) {
        script.statement(&format!("UPDATE log_head SET position = {to} WHERE log_id = {log} AND position = {from}"));
        script.statement(&format!("SELECT 1 / count(*) FROM log_head WHERE log_id = {log} AND position = {to}"));
    }
    add_rows(script, plan);
}

/// The same as one call, which commits on the node of the logs. There the counters are moved by statements whose rows are counted, which is half as many.
/// `None` where the plan adds nothing to any log.
pub(super) fn on_node(plan: &Plan<'_>) -> Option<Script> {
    let counters: Vec<Moved> = counters(plan).collect();
    let first = counters.first()?;
    let mut script = Script::default();
    add_rows(&mut script, plan);
    Some(script.on_node_of(first.log, &counters))
}

fn counters(plan: &Plan<'_>) -> impl Iterator<Item = Moved> {
    plan.logs.iter().map(|(log, moves)| Moved { log: log.0, from: signed(moves.from), to: signed(moves.from + moves.by) })
}

fn add_rows(script: &mut Script, plan: &Plan<'_>) {
    script.rows(EVENTS, &plan.events, "", |values, row| {
        values.number(row.log.0);
        values.number(position(plan, row.log, row.place.nth));
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
        values.number(position(plan, row.log, row.nth));
        values.text(Some(row.game));
        values.text(Some(row.ruleset));
        values.number(row.opened_us);
        values.truth(false);
    });
    script.rows(SEATS, &plan.seats(), "", |values, (row, seat, person)| {
        values.number(row.log.0);
        values.number(position(plan, row.log, row.nth));
        values.number(*seat);
        values.text(Some(person));
    });
    for ((log, game), finished) in &plan.finished {
        let mut statement = format!("UPDATE games SET finished = {finished} WHERE log_id = {} AND game = ", log.0);
        quoted(&mut statement, game);
        script.statement(&statement);
    }
}

fn position(plan: &Plan<'_>, log: LogId, nth: u64) -> i64 {
    signed(plan.position(log, nth))
}
