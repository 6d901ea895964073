//! Reading a game's events from the log, each of them checked on its way into memory.
//!
//! What is stored is not trusted: a row may be missing, a page may be damaged, a copy may have been restored. An event is taken only where its
//! payload is what it was committed to and its hash continues the chain; a log is taken only where it ends with the head that the stream names.
//! What fails is *damaged*, named by its revision, and is never served as a shorter or other game.

use super::game::GameKey;
use crate::projection::{ChainHash, Entry, Log, Meaning, Recorded};
use crate::rulesets::{AnyGame, Revision};
use crate::service::{Error, Service};
use crate::store::chain::{GENESIS, verify};
use crate::store::{RecordedEvent, StreamDamage, StreamId};

/// Most events read from the store at once.
pub(super) const READ: u32 = 2_000;

/// Events read at once while nothing is known of their size, and where they are as large as an event may be.
const FEW: u32 = 32;

/// Bytes of the events that are read at once, by the size of those before them.
const AT_ONCE: usize = 4 << 20;

/// Events, and bytes of them, that are checked at a stretch: about a millisecond.
const PIECE: usize = 100;
const PIECE_BYTES: usize = 1 << 20;

/// How many events are read at once: as many as come to a few megabytes, if they are as large as those before them; and never many more than those were.
pub(super) struct Batch {
    events: u32,
    most: u32,
}

impl Batch {
    /// Of events of which none was read yet.
    pub const FIRST: Self = Self { events: FEW, most: READ };

    /// The same for events of which each is shown: a page has room for few that are large.
    pub const SHOWN: Self = Self { events: FEW, most: 128 };

    /// As many as follow, up to a revision.
    pub fn limit(&self, next: Revision, until: Revision) -> u32 {
        u32::try_from(until.saturating_sub(next).saturating_add(1)).map_or(self.events, |left| left.min(self.events))
    }

    /// So many events that came to so many bytes were read.
    pub fn note(&mut self, events: usize, bytes: usize) {
        let fit = AT_ONCE.saturating_mul(events) / bytes.max(1);
        let most = self.most.min(2 * self.events);
        self.events = u32::try_from(fit).map_or(most, |fit| fit.clamp(FEW, most));
    }
}

/// Why is not said here: it may quote what is stored, which may be hidden from whoever asks, and stands in no log.
pub(super) const UNDECODABLE: &str = "does not decode; `credence verify` says why";

fn bytes_of(row: &RecordedEvent) -> usize {
    row.payload.as_ref().map_or(0, Vec::len)
}

impl Service {
    /// Adds to a log what the store holds after it, up to a revision.
    ///
    /// # Errors
    /// [`Error::Damaged`] where an event does not follow from the one before it.
    pub(super) async fn read_on(
        &self,
        key: &GameKey,
        opened: &dyn AnyGame,
        mut events: Log,
        until: Revision,
    ) -> Result<Log, Error> {
        let stream = StreamId::game(&key.1);
        let mut batch = Batch::FIRST;
        while events.next() <= until {
            let limit = batch.limit(events.next(), until);
            let rows = self.rows(key, events.next(), limit).await?;
            let complete = rows.len() < limit as usize;
            batch.note(rows.len(), rows.iter().map(bytes_of).sum());
            let (mut checking, mut bytes) = (0, 0);
            for row in rows {
                (checking, bytes) = (checking + 1, bytes + bytes_of(&row));
                // Others are answered in between: events are hashed and decoded here.
                if checking >= PIECE || bytes >= PIECE_BYTES {
                    (checking, bytes) = (0, 0);
                    tokio::task::yield_now().await;
                }
                let follows = checked(opened, &stream, events.hash(), events.next(), row);
                events.push(follows.map_err(|damage| self.note_damage(key, damage))?);
            }
            if complete {
                break;
            }
        }
        Ok(events)
    }

    /// Events of a game as they stand in the store, not checked yet.
    ///
    /// # Errors
    /// [`Error::Damaged`] where a row holds what no event can be.
    pub(super) async fn rows(&self, key: &GameKey, from: Revision, limit: u32) -> Result<Vec<RecordedEvent>, Error> {
        let rows = self.store.read(key.0, &StreamId::game(&key.1), from, limit).await;
        rows.map_err(|error| self.noted(key, error))
    }

    /// Adds to a log all that follows, and sees to it that it ends with the head of the stream.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it does not.
    pub(super) async fn read_to_head(&self, key: &GameKey, opened: &dyn AnyGame, mut events: Log) -> Result<Log, Error> {
        // What the head named before the rows were read: those must reach it.
        let mut due = 0;
        loop {
            events = self.read_on(key, opened, events, Revision::MAX).await?;
            // The head is asked for after the rows: it can only be further on, where another server has written meanwhile.
            let head = self.head_of(key).await?;
            let last = events.next().saturating_sub(1);
            let damage = match head {
                Some(head) if head.revision == last && head.hash == events.hash() => return Ok(events),
                Some(head) if head.revision == last => {
                    StreamDamage::at(last, "has another hash than the head of the stream names")
                }
                // Another server wrote between the two questions.
                Some(head) if head.revision > last && last >= due => {
                    due = head.revision;
                    continue;
                }
                Some(head) if head.revision > last => {
                    StreamDamage::at(last + 1, "is missing: the head of the stream is further on")
                }
                Some(head) => StreamDamage::at(head.revision + 1, "stands after the head of the stream"),
                None => StreamDamage::at(0, "stands in a stream without a head"),
            };
            return Err(self.note_damage(key, damage));
        }
    }

    /// Walks the chain from the first event to a revision, and gives its hash there.
    ///
    /// # Errors
    /// [`Error::Damaged`] where an event does not follow from the one before it.
    pub(super) async fn walk_chain(&self, key: &GameKey, until: Revision) -> Result<ChainHash, Error> {
        let stream = StreamId::game(&key.1);
        let (mut previous, mut next) = (GENESIS, 0);
        let mut batch = Batch::FIRST;
        while next <= until {
            let rows = self.rows(key, next, batch.limit(next, until)).await?;
            batch.note(rows.len(), rows.iter().map(bytes_of).sum());
            if rows.is_empty() {
                return Err(self.note_damage(key, StreamDamage::at(next, "is missing")));
            }
            for row in &rows {
                verify(&previous, &stream, next, row).map_err(|broken| self.note_damage(key, broken))?;
                (previous, next) = (row.hash, next + 1);
            }
            tokio::task::yield_now().await;
        }
        Ok(previous)
    }
}

/// An event of the store as it stands in memory, where it follows from the one before it.
pub(super) fn checked(
    game: &dyn AnyGame,
    stream: &StreamId,
    previous: ChainHash,
    revision: Revision,
    row: RecordedEvent,
) -> Result<Entry, StreamDamage> {
    verify(&previous, stream, revision, &row)?;
    entry(game, row).map_err(|_| StreamDamage::at(revision, UNDECODABLE))
}

/// An event of the store as it stands in memory.
pub(super) fn entry(game: &dyn AnyGame, row: RecordedEvent) -> Result<Entry, Error> {
    let data = row.payload.as_deref();
    let recorded = Recorded { revision: row.revision, kind: &row.kind, schema: row.schema, data };
    let meaning = Meaning::of(game, recorded)?;
    Ok(entry_of(row, meaning))
}

/// The same, where it is known what the event means.
pub(super) fn entry_of(row: RecordedEvent, meaning: Meaning) -> Entry {
    Entry {
        id: row.id.into(),
        kind: row.kind.into(),
        time_us: row.time_us,
        meaning,
        size: row.payload.map_or(0, |payload| payload.len()),
        hash: row.hash,
        reporter: row.reporter.map(Into::into),
    }
}
