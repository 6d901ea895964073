//! Some events of a stream between two revisions, which must be all of them, and follow from the event before.

use super::damage::OrDamage;
use crate::rulesets::Revision;
use crate::service::{Error, Service};
use crate::store::chain::Reached;
use crate::store::{LogId, RecordedEvent, StreamDamage, StreamId};

/// Events that are checked at a stretch: less than a millisecond.
const PIECE: usize = 100;

/// What is wrong with an event that other events followed before.
const OTHER: &str = "has another hash than it had before";

impl Service {
    /// The events of a stream in a log from a revision up to another (exclusive). Where it was followed to one of them before, it must be the same chain.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(super) async fn events_between(
        &self,
        log: LogId,
        stream: &StreamId,
        (from, end): (Revision, Revision),
        known: &[Reached],
    ) -> Result<OrDamage<Vec<RecordedEvent>>, Error> {
        if from >= end {
            return Ok(Ok(Vec::new()));
        }
        // The event before the window says what its first one must follow from.
        let first = from.saturating_sub(1);
        let limit = u32::try_from(end - first).unwrap_or(u32::MAX);
        let read = self.stretches(&[(log, stream.clone(), first)], limit).await?.pop();
        let mut events = match read.unwrap_or_else(|| Ok(Default::default())) {
            Ok(read) => match read.check_erased() {
                Ok(()) => read.events,
                Err(broken) => return Ok(Err(broken)),
            },
            Err(damage) => return Ok(Err(damage)),
        };
        let mut reached = Reached::default();
        if from > 0 {
            match events.first() {
                Some(before) if before.revision == first => reached = Reached { next: from, hash: before.hash },
                _ => return Ok(Err(StreamDamage::at(first, "is missing"))),
            }
            events.remove(0);
        }
        let is_known = |at: Reached| known.iter().all(|known| known.next != at.next || known.hash == at.hash);
        if !is_known(reached) {
            return Ok(Err(StreamDamage::at(first, OTHER)));
        }
        for piece in events.chunks(PIECE) {
            reached = match reached.through(stream, piece) {
                Ok(reached) => reached,
                Err(broken) => return Ok(Err(broken)),
            };
            tokio::task::yield_now().await;
        }
        if reached.next != end {
            return Ok(Err(StreamDamage::at(reached.next, "is missing")));
        }
        if !is_known(reached) {
            return Ok(Err(StreamDamage::at(end - 1, OTHER)));
        }
        Ok(Ok(events))
    }
}
