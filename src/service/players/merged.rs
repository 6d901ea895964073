//! A person's stream in a log of several partitions: one order over the parts of it that lie beside the games.
//!
//! What a game settles stands in the game's own partition, so that an append needs one transaction in one place. The order over all of it
//! needs no clock and no second commit: a game that is opened first takes the person's next number, which is counted in the home partition
//! ([`Service::seat_numbers`]), and everything that the game settles carries that number. Events are ordered by number, and those of one game, which
//! lie in one partition, by their revisions there. Revisions of the merged stream count its events in that order.
//!
//! A game that settles something after a later game of the same person did stands before it, and moves the revisions behind it. Where games of a
//! person do not overlap, that cannot happen, and the merged stream is the stream of a log of one partition.

use std::iter::repeat;

use serde::{Deserialize, Serialize};

use super::conduct::SEATED;
use super::profiles::{FEW, Moment, READ, Remembered, Until};
use crate::rulesets::Revision;
use crate::service::{Error, Service};
use crate::store::{LogId, RecordedEvent, StreamId};

/// How far a fold has read the parts of a merged stream.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::service) struct Merging {
    /// The moment up to which every part was read; empty where the fold ended at a revision.
    pub moment: Moment,
    /// Events that were read of each part.
    pub read: Vec<Revision>,
    /// The greatest number of a game among them.
    pub last: u64,
}

/// The number of the game that an event of a person's stream belongs to.
fn number(event: &RecordedEvent) -> u64 {
    #[derive(Deserialize)]
    struct Numbered {
        number: Option<u64>,
    }
    let numbered = event.payload.as_ref().and_then(|payload| serde_json::from_slice::<Numbered>(payload).ok());
    // What was erased, and the event that says so, come last: nothing is folded from them.
    numbered.and_then(|numbered| numbered.number).unwrap_or(u64::MAX)
}

impl Remembered {
    /// Folds events of the parts, which follow those that were read of them, up to an end. `false`, with nothing folded, where one of them stands
    /// before what was folded already: then all must be folded again.
    ///
    /// # Errors
    /// Where an event does not decode.
    pub(in crate::service) fn merge(&mut self, parts: &[Vec<RecordedEvent>], until: &Until) -> Result<bool, Error> {
        let mut merging = self.merging.clone().unwrap_or_default();
        merging.read.resize(parts.len(), 0);
        let mut events: Vec<(u64, &RecordedEvent)> = Vec::new();
        for (partition, part) in parts.iter().enumerate() {
            let held = |event: &&RecordedEvent| matches!(until, Until::Revision(_)) || until.holds(partition, event);
            for event in part.iter().filter(held) {
                merging.read[partition] = event.revision + 1;
                if event.kind != SEATED {
                    events.push((number(event), event));
                }
            }
        }
        // Stable: events of one game are of one partition, and stay in their order.
        events.sort_by_key(|(number, _)| *number);
        if events.first().is_some_and(|(number, _)| *number < merging.last) {
            return Ok(false);
        }
        for (number, event) in events {
            let revision = self.next();
            if matches!(until, Until::Revision(end) if revision > *end) {
                break;
            }
            merging.last = merging.last.max(number);
            self.follow_as(revision, event)?;
        }
        merging.moment = match until {
            Until::Moment(moment) => moment.clone(),
            Until::Revision(_) => Moment::new(),
        };
        self.merging = Some(merging);
        Ok(true)
    }
}

impl Service {
    /// Folds what stands after it in the parts of each person's merged stream; from the start, where something stands before what was folded. A
    /// fold that ended at a revision is not carried on.
    pub(super) async fn carry_on_merged(
        &self,
        log: LogId,
        persons: &[&str],
        all: &mut [Remembered],
        until: &Until,
    ) -> Result<(), Error> {
        let read = |remembered: &Remembered| remembered.merging.as_ref().map(|merging| merging.read.clone()).unwrap_or_default();
        let streams = persons.iter().map(|person| StreamId::player(person)).collect();
        let parts = self.parts(log, streams, &all.iter().map(read).collect::<Vec<_>>()).await?;
        for ((person, remembered), parts) in persons.iter().zip(all).zip(parts) {
            if parts.iter().all(Vec::is_empty) && remembered.revision.is_some() {
                if let (Some(merging), Until::Moment(moment)) = (&mut remembered.merging, until) {
                    merging.moment.clone_from(moment);
                }
                continue;
            }
            *remembered = match self.merged(remembered.clone(), parts, until).await? {
                Some(merged) => merged,
                None => {
                    let parts = self.all_parts(log, person).await?;
                    self.merged(Remembered::default(), parts, until).await?.unwrap_or_default()
                }
            };
        }
        Ok(())
    }

    /// Merges parts into what was folded before: few events where they were read, and many where that holds up nobody.
    async fn merged(
        &self,
        before: Remembered,
        parts: Vec<Vec<RecordedEvent>>,
        until: &Until,
    ) -> Result<Option<Remembered>, Error> {
        let (short, until) = (parts.iter().map(Vec::len).sum::<usize>() <= FEW, until.clone());
        self.work(short, move |_| {
            let mut after = before.clone();
            Ok(after.merge(&parts, &until)?.then_some(after))
        })
        .await
    }

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

    async fn all_parts(&self, log: LogId, person: &str) -> Result<Vec<Vec<RecordedEvent>>, Error> {
        Ok(self.parts(log, vec![StreamId::player(person)], &[Vec::new()]).await?.concat())
    }

    /// The parts of some merged streams: of each stream one for each partition, after what was read of it.
    async fn parts(
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
