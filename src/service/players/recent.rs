//! What a server has in memory of the persons who play now, so that the next opening reads only what was settled since the last one.
//!
//! In a log of several partitions, games of one person that overlap settle in any order, and what an earlier game settles late stands before what a later
//! one has settled. So the newest events stay beside the fold of all those before them: what comes late takes its place among them, and nothing is
//! read again.

use std::sync::Arc;

use super::merged::{News, news};
use super::profiles::{Moment, Remembered};
use crate::service::Error;
use crate::store::{RecordedEvent, Stretch};

/// So many of the newest events stay at least, and up to twice as many: those of several games.
const NEWEST: usize = 64;

/// Approximate memory of one of them in bytes.
const EVENT: usize = 600;

/// What was remembered of a person last.
#[derive(Clone, Debug, Default)]
pub(in crate::service) struct Recent {
    /// All of it.
    pub now: Remembered,
    /// Without the newest events of a merged stream.
    before: Remembered,
    /// Those events in their order, each with the number of its game.
    newest: Vec<(u64, Arc<RecordedEvent>)>,
    /// How many events were followed for what the projection is known to hold.
    pub kept: u64,
}

impl Recent {
    /// From what the projection holds.
    pub(super) fn of(kept: Remembered) -> Self {
        Self { before: kept.clone(), kept: kept.followed(), newest: Vec::new(), now: kept }
    }

    /// What memory holds of each of some persons, and where that is nothing, what the projection does: `kept` has that of these persons alone, in order.
    pub(super) fn or_kept(in_memory: Vec<Option<Arc<Self>>>, kept: Vec<Remembered>) -> Vec<Self> {
        let mut kept = kept.into_iter().map(Self::of);
        let found = |recent: Option<Arc<Self>>| match recent {
            Some(recent) => Self::clone(&recent),
            None => kept.next().unwrap_or_default(),
        };
        in_memory.into_iter().map(found).collect()
    }

    /// What was folded from the start, of which the projection holds nothing.
    pub(super) fn folded(now: Remembered) -> Self {
        Self { now, ..Self::default() }
    }

    /// Nothing, where the projection holds what so many events came to.
    pub(super) fn nothing(kept: u64) -> Self {
        Self { kept, ..Self::default() }
    }

    /// Folds events of the parts, which follow those that were read of them, up to a moment. `false`, with nothing folded, where one of them stands
    /// before those that are at hand: then all must be folded again.
    ///
    /// # Errors
    /// Where an event does not decode.
    pub(super) fn merge(&mut self, parts: &[Stretch], until: &Moment) -> Result<bool, Error> {
        let parts: Vec<&[RecordedEvent]> = parts.iter().map(|part| part.events.as_slice()).collect();
        let News { events, read } = news(&self.now, &parts, until);
        let first = events.first().map_or(u64::MAX, |(number, _)| *number);
        if first < self.before.last_number() {
            return Ok(false);
        }
        let is_late = first < self.now.last_number();
        self.newest.extend(events.iter().map(|(number, event)| (*number, Arc::new((*event).clone()))));
        if is_late {
            // Stable: events of one game stay in their order.
            self.newest.sort_by_key(|(number, _)| *number);
            self.now = self.before.clone();
            self.now.take(self.newest.iter().map(|(number, event)| (*number, &**event)), read, until)?;
        } else {
            self.now.take(events.into_iter(), read, until)?;
        }
        if self.newest.len() > 2 * NEWEST {
            let older: Vec<_> = self.newest.drain(..self.newest.len() - NEWEST).collect();
            self.before.take(older.iter().map(|(number, event)| (*number, &**event)), Vec::new(), until)?;
        }
        Ok(true)
    }

    /// Approximate memory in bytes.
    pub(in crate::service) fn weigh(&self) -> usize {
        self.now.weigh() + self.before.weigh() + EVENT * self.newest.len()
    }
}
