//! Reading merged streams: the parts of them, from where each was read to.

use std::iter::repeat;

use super::carry_on::READ;
use super::conduct::SEATED;
use super::merged::number;
use crate::rulesets::Revision;
use crate::service::{Error, Service};
use crate::store::{LogId, RecordedEvent, StreamId};

impl Service {
    /// The events of a merged stream in their order, with the revisions that they have in it.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(super) async fn merged_stream(&self, log: LogId, person: &str) -> Result<Vec<RecordedEvent>, Error> {
        let parts = self.all_parts(log, person).await?;
        let mut events: Vec<RecordedEvent> = parts.into_iter().flatten().filter(|event| event.kind != SEATED).collect();
        events.sort_by_cached_key(number);
        for (revision, event) in (0..).zip(&mut events) {
            event.revision = revision;
        }
        Ok(events)
    }

    /// The parts of one merged stream, from the start.
    pub(super) async fn all_parts(&self, log: LogId, person: &str) -> Result<Vec<Vec<RecordedEvent>>, Error> {
        Ok(self.parts(log, vec![StreamId::player(person)], &[Vec::new()]).await?.concat())
    }

    /// The parts of some merged streams: of each stream one for each partition, after what was read of it.
    pub(super) async fn parts(
        &self,
        log: LogId,
        streams: Vec<StreamId>,
        read: &[Vec<Revision>],
    ) -> Result<Vec<Vec<Vec<RecordedEvent>>>, Error> {
        let logs: Vec<LogId> = log.home().each().collect();
        let mut parts = vec![vec![Vec::new(); logs.len()]; streams.len()];
        let of_stream = |(stream, read): (usize, &Vec<Revision>)| {
            let next = read.iter().copied().chain(repeat(0));
            (0..logs.len()).zip(next).map(move |(partition, next)| (stream, partition, next)).collect::<Vec<_>>()
        };
        let mut unread: Vec<(usize, usize, Revision)> = read.iter().enumerate().flat_map(of_stream).collect();
        while !unread.is_empty() {
            let from = unread.iter().map(|(stream, partition, next)| (logs[*partition], streams[*stream].clone(), *next));
            let read = self.store.read_each(&from.collect::<Vec<_>>(), READ).await?;
            let mut rest = Vec::new();
            for ((stream, partition, _), events) in unread.into_iter().zip(read) {
                if events.len() == READ as usize
                    && let Some(last) = events.last()
                {
                    rest.push((stream, partition, last.revision + 1));
                }
                parts[stream][partition].extend(events);
            }
            unread = rest;
        }
        Ok(parts)
    }
}
