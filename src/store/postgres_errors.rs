//! What errors of Postgres mean for a commit: whether it may be tried again, whether a key refused it, and whether it is known that nothing of it
//! is in the log.

use std::io::ErrorKind;

use super::StoreError;
use super::sql::failed;
use super::write_connection::{Trouble, Unacknowledged};

/// What a commit is answered with that rests on what another server has changed since: a stream that is closed has no next revision, and where a counter or an
/// end is another than the plan found, the statement divides by zero.
const CHANGED: [&str; 2] = ["23502", "22012"];

/// A lock or a statement that took too long, and the server ending our session, because it idled too long or is shut down, or not letting us in,
/// because it starts.
const PASSING: [&str; 7] = ["55P03", "57014", "25P03", "57P01", "57P02", "57P03", "57P05"];

/// Classes of what may go through when it is tried again: a broken connection, which is how Citus reports a node that is down, and a transaction
/// that was rolled back for the sake of others.
const PASSING_CLASSES: [&str; 2] = ["08", "40"];

/// Classes with which a statement is refused: bad data, a key that is taken, a transaction that was rolled back, a lock that is not to be had.
const REFUSING_CLASSES: [&str; 4] = ["22", "23", "40", "55"];

/// Of those classes, the one error that leaves open what became of a commit: `statement_completion_unknown`.
const COMPLETION_UNKNOWN: &str = "40003";

/// What an error means before the commit was sent: nothing is in the log.
pub(super) fn trouble(error: &sqlx::Error) -> Trouble {
    let cause = failed("appending", error);
    let Some(refusal) = error.as_database_error() else {
        // The connection may be the only thing that broke.
        return if matches!(cause, StoreError::Unavailable { .. }) { Trouble::Passing(cause) } else { Trouble::Lasting(cause) };
    };
    let code = refusal.code().unwrap_or_default();
    if refusal.is_unique_violation() || CHANGED.contains(&code.as_ref()) {
        Trouble::KeyTaken(cause)
    } else if PASSING.contains(&code.as_ref()) || is_of(&code, &PASSING_CLASSES) {
        Trouble::Passing(cause)
    } else {
        Trouble::Lasting(cause)
    }
}

/// What an error means that answers a statement of a commit. `commits`: whether it answers the one that commits. Where Postgres itself refuses to
/// commit, nothing is committed; but the commit may be one of another node, with which the connection broke before it answered: then only a refusal
/// that the node itself must have made says that nothing is in the log.
pub(super) fn unacknowledged(error: &sqlx::Error, commits: bool) -> Unacknowledged {
    let refused = match error.as_database_error() {
        Some(refusal) => {
            let code = refusal.code().unwrap_or_default();
            !commits || (is_of(&code, &REFUSING_CLASSES) && code != COMPLETION_UNKNOWN)
        }
        None => is_unsent(error),
    };
    if refused { Unacknowledged::Refused(trouble(error)) } else { Unacknowledged::Unknown(failed("committing", error)) }
}

/// Whether the connection was found closed while the message was being written: a message that is not whole is not carried out.
fn is_unsent(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Io(error) if error.kind() == ErrorKind::BrokenPipe)
}

fn is_of(code: &str, classes: &[&str]) -> bool {
    code.get(..2).is_some_and(|class| classes.contains(&class))
}
