//! Reading merged streams: the parts of them, from where each was read to.

use std::slice;
use std::sync::Arc;

use super::carry_on::READ;
use super::damage::{OrDamage, check_parts, of_part};
use super::profiles::Remembered;
use crate::rulesets::Revision;
use crate::service::{Error, Service};
use crate::store::{LogId, StreamId, Stretch};

impl Service {
    /// The parts of one merged stream, from the start, of which each event follows from the one before it.
    ///
    /// # Errors
    /// Where the log cannot be read; [`Error::Damaged`] where a part of the stream is damaged.
    pub(super) async fn all_parts(&self, log: LogId, person: &str) -> Result<Vec<Stretch>, Error> {
        let (stream, nothing) = (StreamId::player(person), Remembered::default());
        let mut parts = self.parts(log, slice::from_ref(&stream), &[&nothing]).await?;
        let parts = parts.pop().unwrap_or(Ok(Vec::new())).map_err(Error::Damaged)?;
        let parts = Arc::new(parts);
        let checked = Arc::clone(&parts);
        self.work(false, move |_| check_parts(&stream, &nothing, &checked).map_err(Error::Damaged)).await?;
        Ok(Arc::unwrap_or_clone(parts))
    }

    /// The parts of some merged streams, not checked yet: of each stream one for each partition, after what was folded of it, with the end that it had
    /// when the last of it was read; or what is wrong with a row of it.
    pub(super) async fn parts(
        &self,
        log: LogId,
        streams: &[StreamId],
        folded: &[&Remembered],
    ) -> Result<Vec<OrDamage<Vec<Stretch>>>, Error> {
        let logs: Vec<LogId> = log.home().each().collect();
        let mut parts = vec![Ok(vec![Stretch::default(); logs.len()]); streams.len()];
        let of_stream = |(stream, folded): (usize, &&Remembered)| {
            let next = |partition| (stream, partition, folded.reached(partition).next);
            (0..logs.len()).map(next).collect::<Vec<_>>()
        };
        let mut unread: Vec<(usize, usize, Revision)> = folded.iter().enumerate().flat_map(of_stream).collect();
        while !unread.is_empty() {
            let from = unread.iter().map(|(stream, partition, next)| (logs[*partition], streams[*stream].clone(), *next));
            let read = self.stretches(&from.collect::<Vec<_>>(), READ).await?;
            let mut rest = Vec::new();
            for ((stream, partition, _), stretch) in unread.into_iter().zip(read) {
                let Ok(of_stream) = &mut parts[stream] else { continue };
                let stretch = match stretch {
                    Ok(stretch) => stretch,
                    Err(damage) => {
                        parts[stream] = Err(of_part(partition, logs.len(), damage));
                        continue;
                    }
                };
                if stretch.events.len() == READ as usize
                    && let Some(last) = stretch.events.last()
                {
                    rest.push((stream, partition, last.revision.saturating_add(1)));
                }
                of_stream[partition].head = stretch.head;
                of_stream[partition].events.extend(stretch.events);
            }
            unread = rest;
        }
        Ok(parts)
    }
}
