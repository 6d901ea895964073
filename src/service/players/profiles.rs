//! Profiles: folds of the players' streams, kept in a projection that is caught up when someone reads.
//!
//! The stream is the truth. What is kept says up to which revision it holds, so that two servers can keep it at once, and a row
//! that is missing, older, or of another release costs time and nothing else.

use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::conduct::{Entry, What};
use super::merged::Merging;
use crate::rulesets::{DECAY, Memory, Place, Profile, Revision, find};
use crate::service::{Error, Service};
use crate::store::{LogId, Position, RecordedEvent, StoredProfile, StreamId};

/// Version of the fold and of its kept state. Raise it whenever the same stream gives another profile.
const FOLD: u32 = 2;

/// Events of a player's stream read at once.
pub(in crate::service) const READ: u32 = 2_000;

/// Events that are folded where they were read; more are folded where that holds up nobody.
pub(super) const FEW: usize = 32;

/// Events after the kept state that are worth keeping a newer one: reading so many takes less than a commit.
const WORTH_KEEPING: u64 = 64;

/// What is remembered of a person, in every ruleset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remembered {
    /// Revision of the person's stream that it was folded to; `None` where nothing stands there.
    pub revision: Option<Revision>,
    memories: BTreeMap<String, Memory>,
    /// How far each partition's part of the stream was read, in a log of several.
    pub(super) merging: Option<Merging>,
}

/// The kept state of one ruleset.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    fold: u32,
    decay: f64,
    memory: Memory,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    merging: Option<Merging>,
}

/// The weight that the ruleset's games keep; one that this release does not host is folded as most are.
fn decay(ruleset: &str) -> f64 {
    find(ruleset).map_or(DECAY.value, |ruleset| ruleset.decay())
}

impl Remembered {
    /// What stands in the projection; nothing, where it is not of this release's fold.
    pub(in crate::service) fn kept(rows: Vec<StoredProfile>) -> Self {
        let revision = rows.first().map(|row| row.revision);
        let mut merging = None;
        let read = |row: StoredProfile| {
            let kept: Kept = serde_json::from_slice(&row.state).ok()?;
            let is_ours = kept.fold == FOLD && kept.decay.to_bits() == decay(&row.ruleset).to_bits();
            merging.get_or_insert_with(|| kept.merging.clone());
            let is_of_one = Some(row.revision) == revision && merging.as_ref() == Some(&kept.merging);
            (is_ours && is_of_one).then_some((row.ruleset, kept.memory))
        };
        let memories: Option<BTreeMap<_, _>> = rows.into_iter().map(read).collect();
        memories.map_or_else(Self::default, |memories| Self { revision, memories, merging: merging.flatten() })
    }

    /// Whether a row was written by a release that folds otherwise.
    pub(in crate::service) fn is_foreign(row: &StoredProfile) -> bool {
        #[derive(Deserialize)]
        struct Release {
            fold: u32,
            decay: f64,
        }
        let release: Result<Release, _> = serde_json::from_slice(&row.state);
        release.is_ok_and(|release| release.fold != FOLD || release.decay.to_bits() != decay(&row.ruleset).to_bits())
    }

    /// As the projection keeps it. Equal memories give equal bytes.
    pub(in crate::service) fn rows(&self) -> Vec<StoredProfile> {
        let Some(revision) = self.revision else { return Vec::new() };
        let row = |(ruleset, memory): (&String, &Memory)| {
            let merging = self.merging.clone();
            let kept = Kept { fold: FOLD, decay: decay(ruleset), memory: memory.clone(), merging };
            let state = serde_json::to_vec(&kept).expect("plain data with text keys");
            StoredProfile { ruleset: ruleset.clone(), revision, state }
        };
        self.memories.iter().map(row).collect()
    }

    /// What games of a ruleset taught.
    #[must_use]
    pub fn profile(&self, ruleset: &str) -> Profile {
        let profile = self.memories.get(ruleset).map(|memory| memory.profile().clone()).unwrap_or_default();
        Profile { as_of: self.revision, ..profile }
    }

    /// Trust in the person's statements in a ruleset; `None` before the first settled round.
    #[must_use]
    pub fn trust(&self, ruleset: &str) -> Option<f64> {
        self.memories.get(ruleset)?.profile().trust.as_ref().map(|trust| trust.value)
    }

    /// The next event of the stream. Erased ones, and those that settle nothing, only move the revision.
    ///
    /// # Errors
    /// Where it does not decode.
    pub fn follow(&mut self, event: &RecordedEvent) -> Result<(), Error> {
        self.follow_as(event.revision, event)
    }

    /// The same, where the event has another revision in the stream than in its part of it.
    pub(super) fn follow_as(&mut self, revision: Revision, event: &RecordedEvent) -> Result<(), Error> {
        self.revision = Some(revision);
        if let Some(entry) = Entry::of(event)? {
            let memory = self.memories.entry(entry.ruleset.clone()).or_default();
            let decay = decay(&entry.ruleset);
            match &entry.what {
                What::Settled { observed } => {
                    memory.observe(decay, Place { game: &entry.game, revision: entry.revision }, observed);
                }
                What::Corrected { corrects, was, now } => {
                    memory.correct(decay, Place { game: &entry.game, revision: *corrects }, was, now);
                }
            }
        }
        Ok(())
    }

    pub(super) fn through(mut self, events: &[RecordedEvent]) -> Result<Self, Error> {
        events.iter().try_for_each(|event| self.follow(event))?;
        Ok(self)
    }

    /// Where the fold has ended: folded to there from the start, it is the same again. `None` where nothing was folded.
    pub(in crate::service) fn end(&self) -> Option<Until> {
        match &self.merging {
            Some(merging) => Some(Until::Moment(merging.moment.clone())),
            None => self.revision.map(Until::Revision),
        }
    }

    /// Approximate memory in bytes.
    pub(in crate::service) fn weigh(&self) -> usize {
        64 + self.memories.values().map(Memory::weigh).sum::<usize>()
    }

    pub(super) fn next(&self) -> Revision {
        self.revision.map_or(0, |revision| revision + 1)
    }
}

/// A moment of a log: a position in each of its partitions.
pub(in crate::service) type Moment = Vec<Position>;

/// Where a fold ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::service) enum Until {
    /// With the last events of the stream at or below these positions of the log's partitions.
    Moment(Moment),
    /// With this revision of the stream.
    Revision(Revision),
}

impl Until {
    /// Whether an event of a partition stands before the end.
    pub(in crate::service) fn holds(&self, partition: usize, event: &RecordedEvent) -> bool {
        match self {
            Self::Moment(moment) => moment.get(partition).is_some_and(|position| event.position <= *position),
            Self::Revision(revision) => event.revision <= *revision,
        }
    }
}

impl Service {
    /// What is remembered of some persons, all as of one moment.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(in crate::service) async fn remembered(&self, log: LogId, persons: &[String]) -> Result<Vec<Remembered>, Error> {
        // The position is asked for after the kept states were read, so that none of them is past it; what is committed up to it is seen
        // by every read from here on.
        let persons: Vec<&str> = persons.iter().map(String::as_str).collect();
        let mut all = self.kept(log, &persons).await?;
        let kept: Vec<Revision> = all.iter().map(Remembered::next).collect();
        let until = Until::Moment(self.moment(log).await?);
        self.carry_on_all(log, &persons, &mut all, &until).await?;
        for ((person, remembered), kept) in persons.into_iter().zip(&all).zip(kept) {
            if remembered.next().abs_diff(kept) >= WORTH_KEEPING && !self.reads_only() {
                // What cannot be kept is folded again by the next reader; this one has its answer.
                if let Err(error) = self.store.keep_profiles(log, person, &remembered.rows()).await {
                    tracing::warn!(%error, "a player's profile could not be kept");
                }
            }
        }
        Ok(all)
    }

    /// What is kept of each of some persons.
    pub(super) async fn kept(&self, log: LogId, persons: &[&str]) -> Result<Vec<Remembered>, Error> {
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
        self.carry_on(log, person, &mut remembered, &Until::Revision(revision)).await?;
        Ok(remembered)
    }

    /// Folds what stands after it in the stream.
    pub(in crate::service) async fn carry_on(
        &self,
        log: LogId,
        person: &str,
        remembered: &mut Remembered,
        until: &Until,
    ) -> Result<(), Error> {
        self.carry_on_all(log, &[person], slice::from_mut(remembered), until).await
    }

    /// The same for some persons.
    async fn carry_on_all(&self, log: LogId, persons: &[&str], all: &mut [Remembered], until: &Until) -> Result<(), Error> {
        if log.partitions() > 1 {
            return self.carry_on_merged(log, persons, all, until).await;
        }
        for (person, remembered) in persons.iter().zip(all) {
            self.carry_on_whole(log, person, remembered, until).await?;
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
            *remembered = self.work(taken <= FEW, move |_| before.clone().through(&events)).await?;
            if taken < limit as usize || read < limit as usize {
                return Ok(());
            }
            if let Some(revision) = remembered.revision {
                self.remembered.insert((log, person.to_owned(), revision), Arc::new(remembered.clone()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_fold_kept_is_not_read() {
        let row = |ruleset: &str, revision, state: &str| StoredProfile {
            ruleset: ruleset.to_owned(),
            revision,
            state: state.as_bytes().to_vec(),
        };
        let good = r#"{"fold":2,"decay":0.98,"memory":{"profile":{"games":0,"tendencies":{}},"games":"","rounds":[]}}"#;
        let kept = Remembered::kept(vec![row("catan", 7, good), row("hearts", 7, good)]);
        assert_eq!((kept.revision, kept.memories.len()), (Some(7), 2));
        assert_eq!(kept.rows(), [row("catan", 7, good), row("hearts", 7, good)]);
        let (older, faster) = (good.replace("\"fold\":2", "\"fold\":1"), good.replace("0.98", "0.5"));
        for bad in [row("hearts", 7, "{"), row("hearts", 6, good), row("hearts", 7, &older), row("hearts", 7, &faster)] {
            assert_eq!(Remembered::kept(vec![row("catan", 7, good), bad]), Remembered::default());
        }
        let foreign = [good, "{", &older, &faster].map(|state| Remembered::is_foreign(&row("hearts", 7, state)));
        assert_eq!(foreign, [false, false, true, true]);
    }
}
