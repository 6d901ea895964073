//! What forgetting a player and erasing a game take out of the tables, on both databases. The last event of the stream, which closes it, is written as any
//! event is.

use super::plan::{ErasedRow, ForgottenRow, Plan};
use super::sql_players::{DROP_POPULATIONS, DROP_PROFILES};
use super::sql_snapshots::DROP_ALL;
use super::{LogId, StreamId};

const FORGET_PLAYER: &str = "DELETE FROM players WHERE log_id = $1 AND player = $2 AND person = $3";

const FORGET_MARK: &str = "INSERT INTO forgotten (log_id, mark) VALUES ($1, $2) ON CONFLICT DO NOTHING";

const ERASE: &str = "UPDATE events SET payload = NULL, salt = NULL WHERE log_id = $1 AND stream = $2 AND payload IS NOT NULL";

macro_rules! aside {
    () => {
        "SELECT stream FROM set_aside WHERE log_id = $1 AND was = $2"
    };
}

/// The streams that were set aside under the name $2.
pub(super) const ASIDE: &str = aside!();

/// What is left of the stream below `aside/`, however often it was set aside.
const ERASE_ASIDE: &str = concat!(
    "UPDATE events SET payload = NULL, salt = NULL WHERE log_id = $1 AND payload IS NOT NULL AND stream IN (",
    aside!(),
    ")"
);

const CLOSE: &str = "UPDATE streams SET closed = TRUE WHERE log_id = $1 AND stream = $2";

const DROP_SEATS: &str =
    "DELETE FROM seats WHERE log_id = $1 AND position = (SELECT position FROM games WHERE log_id = $1 AND game = $2)";

const DROP_GAME: &str = "DELETE FROM games WHERE log_id = $1 AND game = $2";

/// A statement, the log that is its first argument, and the arguments after that.
pub(super) type Step<'a> = (&'static str, LogId, Vec<&'a str>);

/// All that a plan takes out, in the order in which it is done.
pub(super) fn steps<'a>(plan: &Plan<'a>) -> Vec<Step<'a>> {
    plan.forgotten.iter().flat_map(forgetting).chain(plan.erased.iter().flat_map(erasing)).collect()
}

/// What forgetting a player takes out where the stream is damaged: no last event closes it, so that this does.
pub(super) fn forgetting_damaged<'a>(row: &ForgottenRow<'a>) -> Vec<Step<'a>> {
    let mut steps = forgetting(row).to_vec();
    steps.push((CLOSE, row.log, vec![row.stream.as_str()]));
    steps
}

/// The player's row first: others wait for it.
fn forgetting<'a>(row: &ForgottenRow<'a>) -> [Step<'a>; 6] {
    let log = row.log;
    let [erase, erase_aside] = erasing_stream(log, row.stream);
    [
        (FORGET_PLAYER, log, vec![row.player, row.person]),
        (FORGET_MARK, log, vec![row.mark]),
        (DROP_PROFILES, log, vec![row.person]),
        (DROP_POPULATIONS, log, Vec::new()),
        erase,
        erase_aside,
    ]
}

fn erasing<'a>(row: &ErasedRow<'a>) -> [Step<'a>; 5] {
    let log = row.log;
    let [erase, erase_aside] = erasing_stream(log, row.stream);
    [
        erase,
        erase_aside,
        (DROP_SEATS, log, vec![row.game]),
        (DROP_GAME, log, vec![row.game]),
        (DROP_ALL, log, vec![row.stream.as_str()]),
    ]
}

fn erasing_stream(log: LogId, stream: &StreamId) -> [Step<'_>; 2] {
    [(ERASE, log, vec![stream.as_str()]), (ERASE_ASIDE, log, vec![stream.as_str()])]
}
