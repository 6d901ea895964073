//! The counters of the logs in a commit to Postgres. A commit takes the positions of its events from the counters that it holds, in the one message
//! in which it writes them: so servers that write to one log wait for each other no longer than a commit takes, and none of them must know the position.

use std::collections::BTreeMap;

use sqlx::FromRow as _;
use sqlx::postgres::PgRow;

use super::commit::Trouble;
use super::literals::{Row, Script};
use super::plan::{Before, Moves, Plan};
use super::postgres_errors::trouble;
use super::sql::{self, signed};
use super::{LogId, Position, StoreError};

/// How the positions of events are written.
pub(super) enum Positions {
    /// As numbers: where the logs stand before the group is known.
    Known(Before),
    /// As what a setting of the transaction says that [`move_counters`] made, and so many more. Each log has its place among the settings: their names live as
    /// long as the session, so there must be few.
    InSettings(BTreeMap<LogId, usize>),
}

impl Positions {
    pub fn of_settings(plan: &Plan<'_>) -> Self {
        Self::InSettings(plan.logs.keys().copied().zip(0..).collect())
    }

    pub fn write(&self, values: &mut Row<'_>, log: LogId, nth: u64) {
        match self {
            Self::Known(before) => values.number(signed(before.get(&log).map_or(0, |before| *before) + nth)),
            Self::InSettings(places) => {
                let place = places.get(&log).copied().unwrap_or_default();
                values.expression(&format!("current_setting('credence.log{place}')::bigint+{nth}"));
            }
        }
    }
}

/// Holds the counters, tells the client and the statements that follow where they stand, and moves them. They are locked in the order of their logs, as by
/// all servers, so that no two wait for each other in a ring; an update of many rows has no order of its own. Where one does not stand where it must, or is
/// not there, no setting is made, and the statement that reads it fails.
pub(super) fn move_counters(script: &mut Script, plan: &Plan<'_>) {
    let logs: Vec<(usize, i64, Moves)> = (0..).zip(&plan.logs).map(|(place, (log, moves))| (place, log.0, *moves)).collect();
    let found = joined(&logs, " OR ", |(_, log, moves)| {
        let (is, from) = (if moves.stands { "=" } else { ">=" }, moves.from);
        format!("log_id = {log} AND position {is} {from}")
    });
    let settings = joined(&logs, " ", |(place, log, _)| format!("WHEN {log} THEN 'credence.log{place}'"));
    let by = joined(&logs, " ", |(_, log, moves)| format!("WHEN {log} THEN {}", moves.by));
    let these = joined(&logs, ",", |(_, log, _)| log.to_string());
    script.statement(&format!(
        "SELECT log_id, position, set_config(CASE log_id {settings} END, position::text, true) FROM \
         (SELECT log_id, position FROM log_head WHERE {found} ORDER BY log_id FOR UPDATE) AS held"
    ));
    script.statement(&format!("UPDATE log_head SET position = position + CASE log_id {by} END WHERE log_id IN ({these})"));
}

/// What [`move_counters`] was answered with: where the logs stood.
pub(super) fn before(rows: &[PgRow], plan: &Plan<'_>) -> Result<Before, Trouble> {
    let read = |row: &PgRow| -> Result<(LogId, Position), Trouble> {
        let (log, position) = <(i64, i64, String)>::from_row(row).map(|row| (row.0, row.1)).map_err(|error| trouble(&error))?;
        Ok((LogId(log), sql::position(position).map_err(Trouble::Lasting)?))
    };
    let before: Before = rows.iter().map(read).collect::<Result<_, _>>()?;
    if before.len() < plan.logs.len() {
        let what = "a log that was written to has no counter, or one that stands before its events".to_owned();
        return Err(Trouble::KeyTaken(StoreError::Damaged { place: "log_head".to_owned(), what }));
    }
    Ok(before)
}

/// Moves the counters from where the plan found them, a log at a time, as Citus needs it. Where one stands elsewhere, it divides by zero.
pub(super) fn move_known_counters(script: &mut Script, plan: &Plan<'_>) {
    for (LogId(log), moves) in &plan.logs {
        let (from, to) = (signed(moves.from), signed(moves.from + moves.by));
        script.statement(&format!("UPDATE log_head SET position = {to} WHERE log_id = {log} AND position = {from}"));
        script.statement(&format!("SELECT 1 / count(*) FROM log_head WHERE log_id = {log} AND position = {to}"));
    }
}

/// The texts of some items, with something between them.
pub(super) fn joined<T>(items: &[T], between: &str, text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(between)
}
