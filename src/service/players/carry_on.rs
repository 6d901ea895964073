//! How folds of the players' streams are carried on: from what memory holds, from what is kept, or from the start.

use std::sync::Arc;
use std::{mem, slice};

use super::profiles::{Moment, Remembered, Until};
use super::recent::Recent;
use crate::rulesets::Revision;
use crate::service::{Error, Service};
use crate::store::{LogId, RecordedEvent, StreamId};

/// Events of a player's stream read at once.
pub(super) const READ: u32 = 2_000;

/// Events that are folded where they were read; more are folded where that holds up nobody.
const FEW: u32 = 32;

/// Events after the kept state that are worth keeping a newer one: reading so many takes less than a commit.
const WORTH_KEEPING: u64 = 64;

impl Service {
    /// What is remembered of some persons, all as of one moment.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(in crate::service) async fn remembered(&self, log: LogId, persons: &[String]) -> Result<Vec<Remembered>, Error> {
        if persons.is_empty() {
            return Ok(Vec::new());
        }
        let persons: Vec<&str> = persons.iter().map(String::as_str).collect();
        // The position is asked for after the states in memory and the kept ones were read, so that none of them is past it; what is committed up to
        // it is seen by every read from here on.
        let mut all = self.recent(log, &persons).await?;
        let until = Until::Moment(self.moment(log).await?);
        self.carry_on_all(log, &persons, &mut all, &until).await?;
        let mut answer = Vec::with_capacity(all.len());
        for (person, mut recent) in persons.into_iter().zip(all) {
            if recent.now.next().abs_diff(recent.kept) >= WORTH_KEEPING && !self.reads_only() {
                match self.store.keep_profiles(log, person, &recent.now.rows()).await {
                    Ok(()) => recent.kept = recent.now.next(),
                    // What cannot be kept is folded again by the next reader; this one has its answer.
                    Err(error) => tracing::warn!(%error, "a player's profile could not be kept"),
                }
            }
            answer.push(recent.now.clone());
            // Of a seat without a player, and of a player who is new, there is nothing to hold.
            if recent.now.revision.is_some() {
                self.recent.insert((log, person.to_owned()), Arc::new(recent));
            }
        }
        Ok(answer)
    }

    /// What memory holds of each of some persons, or else the projection.
    async fn recent(&self, log: LogId, persons: &[&str]) -> Result<Vec<Recent>, Error> {
        let in_memory: Vec<Option<Arc<Recent>>> =
            persons.iter().map(|person| self.recent.get(&(log, (*person).to_owned()))).collect();
        let others: Vec<&str> =
            persons.iter().zip(&in_memory).filter(|(_, recent)| recent.is_none()).map(|(person, _)| *person).collect();
        let mut kept = self.kept(log, &others).await?.into_iter();
        let found = |recent: Option<Arc<Recent>>| match recent {
            Some(recent) => Recent::clone(&recent),
            None => Recent::of(kept.next().unwrap_or_default()),
        };
        Ok(in_memory.into_iter().map(found).collect())
    }

    /// What is kept of each of some persons.
    pub(super) async fn kept(&self, log: LogId, persons: &[&str]) -> Result<Vec<Remembered>, Error> {
        if persons.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.store.profiles(log, persons).await?.into_iter().map(Remembered::kept).collect())
    }

    /// The end of each partition of a log: every event up to it is seen by every later read.
    pub(in crate::service) async fn moment(&self, log: LogId) -> Result<Moment, Error> {
        Ok(self.store.positions(&log.home().each().collect::<Vec<_>>()).await?)
    }

    /// What was remembered of a person as of a revision that the stream has: folded from what is kept, or from the nearest state in memory,
    /// or else from the start.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(in crate::service) async fn remembered_at(
        &self,
        log: LogId,
        person: &str,
        revision: Option<Revision>,
    ) -> Result<Remembered, Error> {
        let Some(revision) = revision else { return Ok(Remembered::default()) };
        let mut remembered = Remembered::default();
        if log.partitions() == 1 {
            let kept = self.kept(log, &[person]).await?;
            let places = (1..=(revision + 1) / Revision::from(READ)).rev().map(|place| place * Revision::from(READ) - 1);
            let states = places.filter_map(|place| self.remembered.get(&(log, person.to_owned(), place)));
            let in_memory = states.map(|state| Remembered::clone(&state));
            let is_before = |kept: &Remembered| kept.revision.is_some_and(|kept| kept <= revision);
            remembered = kept.into_iter().filter(is_before).chain(in_memory).next().unwrap_or_default();
        }
        self.carry_on(log, &[person], slice::from_mut(&mut remembered), &Until::Revision(revision)).await?;
        Ok(remembered)
    }

    /// Folds what stands after it in each of some persons' streams. Where that fails, what is left of them is of no use.
    pub(in crate::service) async fn carry_on(
        &self,
        log: LogId,
        persons: &[&str],
        remembered: &mut [Remembered],
        until: &Until,
    ) -> Result<(), Error> {
        let mut all: Vec<Recent> = remembered.iter_mut().map(|remembered| Recent::of(mem::take(remembered))).collect();
        let carried = self.carry_on_all(log, persons, &mut all, until).await;
        remembered.iter_mut().zip(all).for_each(|(remembered, recent)| *remembered = recent.now);
        carried
    }

    /// The same of what is remembered with its newest events.
    async fn carry_on_all(&self, log: LogId, persons: &[&str], all: &mut [Recent], until: &Until) -> Result<(), Error> {
        if log.partitions() > 1 {
            return self.carry_on_merged(log, persons, all, until).await;
        }
        // Of most persons little is new: all are asked for at once.
        let stands = |(person, recent): (&&str, &Recent)| (log, StreamId::player(person), recent.now.next());
        let from: Vec<_> = persons.iter().zip(&*all).map(stands).collect();
        let news = self.store.read_each(&from, FEW).await?;
        for ((person, recent), mut events) in persons.iter().zip(all).zip(news) {
            let is_before_a_place = recent.now.next() % Revision::from(READ) + u64::from(FEW) < u64::from(READ);
            if events.len() < FEW as usize && is_before_a_place {
                events.retain(|event| until.holds(0, event));
                recent.now = mem::take(&mut recent.now).through(&events)?;
            } else {
                self.carry_on_whole(log, person, &mut recent.now, until).await?;
            }
        }
        Ok(())
    }

    /// The same for a stream that lies whole in one log.
    async fn carry_on_whole(&self, log: LogId, person: &str, remembered: &mut Remembered, until: &Until) -> Result<(), Error> {
        let stream = StreamId::player(person);
        loop {
            // Up to the next place at which a state is worth remembering.
            let limit = READ - (remembered.next() % Revision::from(READ)) as u32;
            let mut events = self.store.read(log, &stream, remembered.next(), limit).await?;
            let read = events.len();
            events.retain(|event| until.holds(0, event));
            let (taken, before) = (events.len(), remembered.clone());
            *remembered = self.work(taken <= FEW as usize, move |_| before.clone().through(&events)).await?;
            if taken < limit as usize || read < limit as usize {
                return Ok(());
            }
            if let Some(revision) = remembered.revision {
                self.remembered.insert((log, person.to_owned(), revision), Arc::new(remembered.clone()));
            }
        }
    }

    /// Folds what stands after it in the parts of each person's merged stream; from the start, where something stands before what is at hand. A
    /// fold that ended at a revision is not carried on.
    async fn carry_on_merged(&self, log: LogId, persons: &[&str], all: &mut [Recent], until: &Until) -> Result<(), Error> {
        let read = |recent: &Recent| recent.now.merging.as_ref().map(|merging| merging.read.clone()).unwrap_or_default();
        let streams = persons.iter().map(|person| StreamId::player(person)).collect();
        let parts = self.parts(log, streams, &all.iter().map(read).collect::<Vec<_>>()).await?;
        for ((person, recent), parts) in persons.iter().zip(all).zip(parts) {
            if parts.iter().all(Vec::is_empty) && recent.now.revision.is_some() {
                if let (Some(merging), Until::Moment(moment)) = (&mut recent.now.merging, until) {
                    merging.moment.clone_from(moment);
                }
                continue;
            }
            let kept = recent.kept;
            *recent = match self.merged(mem::take(recent), parts, until).await? {
                Some(merged) => merged,
                None => {
                    let parts = self.all_parts(log, person).await?;
                    self.merged(Recent::nothing(kept), parts, until).await?.unwrap_or_default()
                }
            };
        }
        Ok(())
    }

    /// Merges parts into what was folded before: few events where they were read, and many where that holds up nobody.
    async fn merged(&self, before: Recent, parts: Vec<Vec<RecordedEvent>>, until: &Until) -> Result<Option<Recent>, Error> {
        let (short, until) = (parts.iter().map(Vec::len).sum::<usize>() <= FEW as usize, until.clone());
        self.work(short, move |_| {
            let mut after = before.clone();
            Ok(after.merge(&parts, &until)?.then_some(after))
        })
        .await
    }
}
