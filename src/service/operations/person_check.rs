//! Whether what stands in a person's stream can be read, and what is kept of it is what it folds to.

use super::Damage;
use super::damage::Compared;
use super::gather::{Gathered, all_events};
use crate::service::players::{Remembered, Until, fold_parts};
use crate::store::{LogId, Scan, StoreError, StoredProfile, StreamId, Stretch};

/// Checks the events and, where the stream is whole, the profiles.
pub(super) fn check(log: LogId, stream: &StreamId, gathered: &Gathered, is_whole: bool) -> Compared {
    let mut found = Compared::default();
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
                found.count += 1;
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
) -> Result<Compared, StoreError> {
    let mut found = Compared::default();
    let kept: Vec<StoredProfile> = kept.into_iter().filter(|row| !Remembered::is_foreign(row)).collect();
    let Some(until @ Until::Moment(_)) = Remembered::kept(kept.clone()).end() else {
        let unreadable = |row: StoredProfile| {
            let what = format!("the profile of {} cannot be read, or is of another moment than the others", row.ruleset);
            Damage::of_stream(log, stream, Some(row.revision), what)
        };
        found.damages = kept.into_iter().map(unreadable).collect();
        return Ok(found);
    };
    let Some(remembered) = fold(scan, log, stream, &until).await? else { return Ok(found) };
    let rows = remembered.rows();
    for row in kept {
        found.count += 1;
        if !rows.contains(&row) {
            let what = format!("the profile of {} is not what the parts of the stream give", row.ruleset);
            found.damages.push(Damage::of_stream(log, stream, Some(row.revision), what));
        }
    }
    Ok(found)
}

/// Folds all of a person's stream, or its parts in a log of several partitions, as a server does. `None` where nothing comes of it that could be compared with
/// what was kept before: it is damaged, which is named with it, or with its part in a partition; or the person is being forgotten, partition by partition and on
/// Postgres step by step, or was meanwhile.
///
/// # Errors
/// Where the database does not answer.
pub(super) async fn fold(
    scan: &mut dyn Scan,
    log: LogId,
    stream: &StreamId,
    until: &Until,
) -> Result<Option<Remembered>, StoreError> {
    let mut parts = Vec::new();
    for partition in log.home().each() {
        parts.push(match part(scan, partition, stream).await {
            Err(StoreError::Damaged { .. } | StoreError::DamagedStream { .. }) => return Ok(None),
            part => part?,
        });
    }
    if parts.iter().flat_map(|part| &part.events).any(|event| event.payload.is_none()) {
        return Ok(None);
    }
    Ok(fold_parts(stream, &parts, until).ok())
}

/// One part of a person's stream, as of one moment.
async fn part(scan: &mut dyn Scan, partition: LogId, stream: &StreamId) -> Result<Stretch, StoreError> {
    scan.begin().await?;
    let read: Result<Stretch, StoreError> = async {
        let head = scan.head(partition, stream).await?;
        Ok(Stretch { head, events: all_events(scan, partition, stream).await? })
    }
    .await;
    // What was begun may be broken off already.
    let ended = scan.end().await;
    let part = read?;
    ended.map(|()| part)
}
