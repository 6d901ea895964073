//! Where the entries of each game of a person lie in the parts of a merged stream, so that some of them are read without all the others.
//!
//! A part is in no order of the games: those that overlap settle in turns, and a correction may come long after later games. So nothing short of all
//! of a part says which entries of the merged stream are its last ones. That is gone through once, page by page; what is remembered of it is a place for
//! each game, and grows by what is new.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::carry_on::READ;
use super::conduct::SEATED;
use super::damage::{OrDamage, of_part};
use super::merged::number;
use super::profiles::Remembered;
use crate::rulesets::Revision;
use crate::service::{Error, Service};
use crate::store::chain::Reached;
use crate::store::{LogId, RecordedEvent, StreamDamage, StreamId};

/// Events that are looked at at a stretch: less than a millisecond.
const PIECE: usize = 100;

/// The number of a game, and the partition that its entries lie in. What was erased has no number, and comes last, partition by partition.
type Place = (u64, usize);

/// Where the entries of a game lie in the part of its partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    /// Revision of the first of them.
    first: Revision,
    /// The revision after the last of them. Entries of other games may lie between.
    end: Revision,
    /// How many they are.
    count: u64,
}

/// Where all games lie, as far as the parts were read.
#[derive(Clone, Debug, Default)]
pub(in crate::service) struct Spans {
    read: Vec<Reached>,
    games: BTreeMap<Place, Span>,
}

impl Spans {
    /// Approximate memory in bytes.
    pub(in crate::service) fn weigh(&self) -> usize {
        64 + 40 * self.read.len() + 64 * self.games.len()
    }

    fn reached(&self, partition: usize) -> Reached {
        self.read.get(partition).copied().unwrap_or_default()
    }

    /// One event more of a part. Those that say that somebody was seated are no entries of the merged stream.
    fn add(&mut self, partition: usize, event: &RecordedEvent) {
        if self.read.len() <= partition {
            self.read.resize(partition + 1, Reached::default());
        }
        let end = event.revision.saturating_add(1);
        self.read[partition] = Reached { next: end, hash: event.hash };
        if event.kind != SEATED {
            let new = Span { first: event.revision, end, count: 0 };
            let span = self.games.entry((number(event), partition)).or_insert(new);
            (span.end, span.count) = (end, span.count + 1);
        }
    }

    /// The games that have entries between two revisions of the merged stream, each with the revision of its first entry there.
    fn between(&self, from: Revision, end: Revision) -> BTreeMap<Place, (Revision, Span)> {
        let mut next = 0;
        let placed = self.games.iter().map(|(place, span)| {
            let first = next;
            next += span.count;
            (*place, (first, *span))
        });
        placed.filter(|(_, (first, span))| *first < end && first + span.count > from).collect()
    }
}

impl Service {
    /// The entries of a person's merged stream from a revision to another (exclusive), in order, with the revisions that they have in it.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(super) async fn merged_between(
        &self,
        log: LogId,
        person: &str,
        spans: &Spans,
        (from, end): (Revision, Revision),
    ) -> Result<OrDamage<Vec<RecordedEvent>>, Error> {
        let (stream, games) = (StreamId::player(person), spans.between(from, end));
        let mut entries = Vec::new();
        for (partition, part) in log.home().each().enumerate() {
            let here = || games.iter().filter(|((_, lies), _)| *lies == partition).map(|(_, (_, span))| span);
            let (Some(mut next), Some(last)) = (here().map(|span| span.first).min(), here().map(|span| span.end).max()) else {
                continue;
            };
            let mut seen: BTreeMap<Place, u64> = BTreeMap::new();
            while next < last {
                let until = last.min(next + Revision::from(READ));
                let events = self.events_between(part, &stream, (next, until), &[spans.reached(partition)]).await?;
                let events = match events {
                    Ok(events) => events,
                    Err(damage) => return Ok(Err(of_part(partition, spans.read.len(), damage))),
                };
                for piece in events.chunks(PIECE) {
                    for event in piece.iter().filter(|event| event.kind != SEATED) {
                        let place = (number(event), partition);
                        let Some((first, _)) = games.get(&place) else { continue };
                        let before = seen.entry(place).or_default();
                        let revision = first + *before;
                        *before += 1;
                        if (from..end).contains(&revision) {
                            entries.push(RecordedEvent { revision, ..event.clone() });
                        }
                    }
                    tokio::task::yield_now().await;
                }
                next = until;
            }
        }
        entries.sort_by_key(|entry| entry.revision);
        if entries.len() as Revision != end.saturating_sub(from) {
            return Ok(Err(StreamDamage::somewhere("does not hold the entries that it held before")));
        }
        Ok(Ok(entries))
    }

    /// Where the games of a person lie, up to the events that were folded.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(super) async fn spans(&self, log: LogId, person: &str, folded: &Remembered) -> Result<OrDamage<Arc<Spans>>, Error> {
        let key = (log, person.to_owned());
        let at_hand = self.spans.get(&key);
        let began = at_hand.is_some();
        let mut spans = self.spans_from(log, person, at_hand.unwrap_or_default(), folded).await?;
        // Memory may be of what the database has lost.
        if began && spans.is_err() {
            spans = self.spans_from(log, person, Arc::default(), folded).await?;
        }
        if let Ok(spans) = &spans {
            self.spans.insert(key, Arc::clone(spans));
        }
        Ok(spans)
    }

    async fn spans_from(
        &self,
        log: LogId,
        person: &str,
        at_hand: Arc<Spans>,
        folded: &Remembered,
    ) -> Result<OrDamage<Arc<Spans>>, Error> {
        if at_hand.read == folded.read {
            return Ok(Ok(at_hand));
        }
        let (stream, mut spans) = (StreamId::player(person), Arc::unwrap_or_clone(at_hand));
        spans.read.resize(folded.read.len(), Reached::default());
        for (partition, part) in log.home().each().enumerate() {
            let end = folded.reached(partition);
            while spans.reached(partition).next < end.next {
                let stands = spans.reached(partition);
                let until = end.next.min(stands.next + Revision::from(READ));
                let events = self.events_between(part, &stream, (stands.next, until), &[stands, end]).await?;
                let events = match events {
                    Ok(events) => events,
                    Err(damage) => return Ok(Err(of_part(partition, folded.read.len(), damage))),
                };
                for piece in events.chunks(PIECE) {
                    piece.iter().for_each(|event| spans.add(partition, event));
                    tokio::task::yield_now().await;
                }
            }
            if spans.reached(partition) != end {
                let damage = StreamDamage::at(end.next, "ends otherwise than it did before");
                return Ok(Err(of_part(partition, folded.read.len(), damage)));
            }
        }
        Ok(Ok(Arc::new(spans)))
    }

    /// What was remembered as of a revision of a merged stream, folded from its start, some entries at a time.
    ///
    /// # Errors
    /// Where the log cannot be read; [`Error::Damaged`] where the stream is damaged.
    pub(super) async fn merged_at(
        &self,
        log: LogId,
        person: &str,
        revision: Revision,
        folded: &Remembered,
    ) -> Result<Remembered, Error> {
        let spans = self.spans(log, person, folded).await?.map_err(Error::Damaged)?;
        let (mut remembered, mut next) = (Remembered::default(), 0);
        while next <= revision {
            let end = (revision + 1).min(next + Revision::from(READ));
            let entries = self.merged_between(log, person, &spans, (next, end)).await?.map_err(Error::Damaged)?;
            let before = remembered;
            remembered = self
                .work(false, move |_| {
                    let mut after = before.clone();
                    entries.iter().try_for_each(|entry| after.follow_as(entry.revision, entry))?;
                    Ok(after)
                })
                .await?;
            next = end;
        }
        Ok(remembered)
    }
}
