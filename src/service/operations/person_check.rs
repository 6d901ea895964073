//! Whether what stands in a person's stream can be read, and what is kept of it is what it folds to.

use super::Damage;
use super::gather::Gathered;
use crate::service::players::Remembered;
use crate::store::{LogId, StreamId};

/// What was found of a person.
#[derive(Debug, Default)]
pub(super) struct PersonFound {
    /// Profiles that were compared with a fold.
    pub profiles: u64,
    /// What is wrong.
    pub damages: Vec<Damage>,
}

/// Checks the events and, where the stream is whole, the profiles.
pub(super) fn check(log: LogId, stream: &StreamId, gathered: &Gathered, is_whole: bool) -> PersonFound {
    let mut found = PersonFound::default();
    let damage = |revision, what: String| Damage::of_stream(log, stream, revision, what);
    let mut kept: Vec<_> = gathered.profiles.iter().collect();
    kept.sort_by_key(|row| row.revision);
    if !kept.is_empty() && !gathered.is_player {
        found.damages.push(damage(None, "a profile is kept of a person who has no player".to_owned()));
    }
    let mut kept = kept.into_iter().peekable();
    let mut remembered = Remembered::default();
    let mut folds = is_whole;
    for event in &gathered.events {
        if let Err(error) = remembered.follow(event) {
            found.damages.push(damage(Some(event.revision), error.to_string()).at(event.position));
            folds = false;
        }
        if kept.peek().is_some_and(|row| row.revision == event.revision) {
            let rows = remembered.rows();
            while let Some(row) = kept.next_if(|row| row.revision == event.revision) {
                // A release that folds otherwise kept it; it is folded anew when someone reads.
                if !folds || Remembered::is_foreign(row) {
                    continue;
                }
                found.profiles += 1;
                if !rows.contains(row) {
                    let what = format!("the profile of {} is not what the stream gives", row.ruleset);
                    found.damages.push(damage(Some(row.revision), what));
                }
            }
        }
    }
    for row in kept.filter(|_| is_whole) {
        let what = format!("the profile of {} is of a revision that the stream does not have", row.ruleset);
        found.damages.push(damage(Some(row.revision), what));
    }
    found
}
