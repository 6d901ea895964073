//! All rows of one stream, as of one moment, as far as they can be read.

use super::Damage;
use super::damage::or_damage;
use crate::store::{GameRow, Head, LogId, RecordedEvent, Revision, Scan, SnapshotRow, StoreError, StoredProfile, StreamId};

/// Events read at once.
const READ: u32 = 2_000;

/// The rows of a stream.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// Its head.
    pub head: Option<Head>,
    /// Its events that can be read, in order.
    pub events: Vec<RecordedEvent>,
    /// Revisions whose rows stand there and cannot be read.
    pub unreadable: Vec<Revision>,
    /// Its row of the catalog, if it is a game's.
    pub game: Option<GameRow>,
    /// Its snapshots, if it is a game's.
    pub snapshots: Vec<SnapshotRow>,
    /// What is kept of it, if it is a person's.
    pub profiles: Vec<StoredProfile>,
    /// Whether a person of whom something is kept has a player.
    pub is_player: bool,
    /// What cannot be read of the stream, or of its row of the catalog.
    pub damages: Vec<Damage>,
    /// What cannot be read beside it: snapshots, and what is kept of it, which the log can give again. The stream is no less sound for it.
    pub beside: Vec<Damage>,
}

/// The id of the game that a stream is of.
pub(super) fn game_of(stream: &StreamId) -> Option<&str> {
    stream.as_str().strip_prefix("game/")
}

/// The person that a stream is of.
pub(super) fn person_of(stream: &StreamId) -> Option<&str> {
    stream.as_str().strip_prefix("player/")
}

/// Reads a stream.
///
/// # Errors
/// Where the database does not answer. Rows that cannot be read are damages of the answer.
pub(super) async fn gather(scan: &mut dyn Scan, log: LogId, stream: &StreamId) -> Result<Gathered, StoreError> {
    scan.begin().await?;
    match at_once(scan, log, stream).await {
        Ok(gathered) => {
            scan.end().await?;
            Ok(gathered)
        }
        Err(StoreError::Damaged { .. } | StoreError::DamagedStream { .. }) => {
            // What was begun may be broken off already.
            drop(scan.end().await);
            row_by_row(scan, log, stream).await
        }
        Err(error) => Err(error),
    }
}

async fn at_once(scan: &mut dyn Scan, log: LogId, stream: &StreamId) -> Result<Gathered, StoreError> {
    let head = scan.head(log, stream).await?;
    let mut gathered = Gathered { head, events: all_events(scan, log, stream).await?, ..Gathered::default() };
    if let Some(game) = game_of(stream) {
        gathered.game = scan.game(log, game).await?;
    }
    read_beside(scan, log, stream, &mut gathered).await?;
    Ok(gathered)
}

/// All events of a stream, page by page.
///
/// # Errors
/// Where the database does not answer, or an event cannot be read.
pub(super) async fn all_events(scan: &mut dyn Scan, log: LogId, stream: &StreamId) -> Result<Vec<RecordedEvent>, StoreError> {
    let mut all: Vec<RecordedEvent> = Vec::new();
    loop {
        let from = all.last().map_or(0, |event| event.revision + 1);
        let events = scan.events(log, stream, from, READ).await?;
        let is_last = events.len() < READ as usize;
        all.extend(events);
        if is_last {
            return Ok(all);
        }
    }
}

/// Reads what stands beside a stream. It comes last: where a row cannot be read, Postgres answers nothing more of the same moment.
async fn read_beside(scan: &mut dyn Scan, log: LogId, stream: &StreamId, gathered: &mut Gathered) -> Result<(), StoreError> {
    let found = &mut gathered.beside;
    let named = |what: &'static str| {
        move |cause: String| Damage::of_stream(log, stream, None, format!("{what} cannot be read ({cause})"))
    };
    if game_of(stream).is_some() {
        let snapshots = or_damage(scan.snapshots(log, stream).await, named("the list of its snapshots"), found)?;
        gathered.snapshots = snapshots.unwrap_or_default();
    }
    if let Some(person) = person_of(stream) {
        let profiles = or_damage(scan.profiles(log, person).await, named("what is kept of it"), found)?;
        gathered.profiles = profiles.unwrap_or_default();
        if !gathered.profiles.is_empty() {
            let is_player = or_damage(scan.is_player(log, person).await, named("which player it is of"), found)?;
            gathered.is_player = is_player.unwrap_or(true);
        }
    }
    Ok(())
}

/// Each row for itself, so that one that cannot be read hides no other.
async fn row_by_row(scan: &mut dyn Scan, log: LogId, stream: &StreamId) -> Result<Gathered, StoreError> {
    let mut gathered = Gathered::default();
    let found = &mut gathered.damages;
    let named = |what: &str| {
        let what = what.to_owned();
        move |cause: String| Damage::of_stream(log, stream, None, format!("{what} cannot be read ({cause})"))
    };
    gathered.head = or_damage(scan.head(log, stream).await, named("its head"), found)?.flatten();
    let mut from = 0;
    loop {
        let unlisted =
            |cause| Damage::of_stream(log, stream, Some(from), format!("events from here on cannot be listed ({cause})"));
        let Some(revisions) = or_damage(scan.revisions(log, stream, from, READ).await, unlisted, found)? else { break };
        for revision in &revisions {
            let named = |cause| Damage::of_stream(log, stream, Some(*revision), format!("the event cannot be read ({cause})"));
            match or_damage(scan.events(log, stream, *revision, 1).await, named, found)? {
                Some(events) => gathered.events.extend(events.into_iter().filter(|event| event.revision == *revision)),
                None => gathered.unreadable.push(*revision),
            }
        }
        match revisions.last() {
            Some(last) if revisions.len() == READ as usize => from = last + 1,
            _ => break,
        }
    }
    if let Some(game) = game_of(stream) {
        gathered.game = or_damage(scan.game(log, game).await, named("its row of the catalog"), found)?.flatten();
    }
    read_beside(scan, log, stream, &mut gathered).await?;
    // Not of the same moment: no damage is made of it.
    gathered.is_player = true;
    Ok(gathered)
}
