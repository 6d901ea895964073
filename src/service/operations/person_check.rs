//! Whether what stands in a person's stream can be read, and what is kept of it is what it folds to.

use super::Damage;
use super::gather::Gathered;
use crate::service::players::{Remembered, Until};
use crate::store::{LogId, RecordedEvent, Scan, StoreError, StoredProfile, StreamId};

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
    // A log of several partitions keeps the fold of all parts of the stream: see `check_merged`.
    let mut kept: Vec<_> = gathered.profiles.iter().filter(|_| log.partitions() == 1).collect();
    kept.sort_by_key(|row| row.revision);
    if !gathered.profiles.is_empty() && !gathered.is_player {
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

/// Compares what the home partition keeps of a person with the fold of all parts of the person's stream.
///
/// # Errors
/// Where the database does not answer.
pub(super) async fn check_merged(
    scan: &mut dyn Scan,
    log: LogId,
    stream: &StreamId,
    kept: Vec<StoredProfile>,
) -> Result<PersonFound, StoreError> {
    let mut found = PersonFound::default();
    let kept: Vec<StoredProfile> = kept.into_iter().filter(|row| !Remembered::is_foreign(row)).collect();
    let Some(Until::Moment(until)) = Remembered::kept(kept.clone()).end() else {
        let unreadable = |row: StoredProfile| {
            let what = format!("the profile of {} cannot be read, or is of another moment than the others", row.ruleset);
            Damage::of_stream(log, stream, Some(row.revision), what)
        };
        found.damages = kept.into_iter().map(unreadable).collect();
        return Ok(found);
    };
    // What does not decode was named with its part of the stream.
    let Ok(remembered) = Remembered::of_parts(&parts(scan, log, stream).await?, &until) else { return Ok(found) };
    let rows = remembered.rows();
    for row in kept {
        found.profiles += 1;
        if !rows.contains(&row) {
            let what = format!("the profile of {} is not what the parts of the stream give", row.ruleset);
            found.damages.push(Damage::of_stream(log, stream, Some(row.revision), what));
        }
    }
    Ok(found)
}

/// Rows read at once.
const READ: u32 = 2_000;

/// The parts of a person's stream, one for each partition of the log.
///
/// # Errors
/// Where the database does not answer.
pub(super) async fn parts(scan: &mut dyn Scan, log: LogId, stream: &StreamId) -> Result<Vec<Vec<RecordedEvent>>, StoreError> {
    let mut parts = Vec::new();
    for partition in log.home().each() {
        let mut part: Vec<RecordedEvent> = Vec::new();
        loop {
            let next = part.last().map_or(0, |event| event.revision + 1);
            let events = scan.events(partition, stream, next, READ).await?;
            if events.is_empty() {
                break;
            }
            part.extend(events);
        }
        parts.push(part);
    }
    Ok(parts)
}
