//! Profiles: folds of the players' streams, kept in a projection that is caught up when someone reads.
//!
//! The stream is the truth. What is kept says up to which revision it holds, so that two servers can keep it at once, and a row
//! that is missing, older, or of another release costs time and nothing else.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::conduct::{Entry, What};
use super::merged::Merging;
use crate::rulesets::{DECAY, Memory, Profile, Revision, SettledAt, find};
use crate::service::Error;
use crate::store::chain::Reached;
use crate::store::{Position, RecordedEvent, StoredProfile, StreamId, Stretch};

/// Version of the fold and of its kept state. Raise it whenever the same stream gives another profile.
const FOLD: u32 = 3;

/// What is remembered of a person, in every ruleset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remembered {
    /// Revision of the person's stream that it was folded to; `None` where nothing stands there.
    pub revision: Option<Revision>,
    memories: BTreeMap<String, Memory>,
    /// How far the stream was followed, or its part in each partition of a log of several.
    pub(super) read: Vec<Reached>,
    /// Where the fold of the parts has ended, in a log of several partitions.
    pub(super) merging: Option<Merging>,
}

/// The kept state of one ruleset.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    fold: u32,
    decay: f64,
    memory: Memory,
    /// Of each partition; null where nothing was read of it.
    read: Vec<Option<KeptReached>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    merging: Option<Merging>,
}

/// How far a stream was followed, with the hash in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptReached {
    next: Revision,
    hash: String,
}

impl KeptReached {
    fn of(reached: &Reached) -> Option<Self> {
        (reached.next > 0).then(|| Self { next: reached.next, hash: blake3::Hash::from_bytes(reached.hash).to_hex().to_string() })
    }

    fn read(&self) -> Option<Reached> {
        Some(Reached { next: self.next, hash: *blake3::Hash::from_hex(&self.hash).ok()?.as_bytes() })
    }
}

/// The weight that the ruleset's games keep; one that this release does not host is folded as most are.
fn decay(ruleset: &str) -> f64 {
    find(ruleset).map_or(DECAY.value, |ruleset| ruleset.decay())
}

impl Remembered {
    /// What stands in the projection; nothing, where it is not of this release's fold.
    pub(in crate::service) fn kept(rows: Vec<StoredProfile>) -> Self {
        let revision = rows.first().map(|row| row.revision);
        let mut ends = None;
        let read = |row: StoredProfile| {
            let kept: Kept = serde_json::from_slice(&row.state).ok()?;
            let is_ours = kept.fold == FOLD && kept.decay.to_bits() == decay(&row.ruleset).to_bits();
            let end = (kept.read, kept.merging);
            let is_of_one = Some(row.revision) == revision && *ends.get_or_insert_with(|| end.clone()) == end;
            (is_ours && is_of_one).then_some((row.ruleset, kept.memory))
        };
        let memories: Option<BTreeMap<_, _>> = rows.into_iter().map(read).collect();
        let whole = || {
            let (memories, (read, merging)) = (memories?, ends?);
            let read: Vec<Reached> = read
                .iter()
                .map(|kept| kept.as_ref().map_or(Some(Reached::default()), KeptReached::read))
                .collect::<Option<_>>()?;
            // A stream that lies whole in one log was followed to the revision that the rows are of.
            let fits = merging.is_some() || read.iter().map(|read| Some(read.next)).eq([revision.map(|last| last + 1)]);
            fits.then_some(Self { revision, memories, read, merging })
        };
        whole().unwrap_or_default()
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
            let (read, merging) = (self.read.iter().map(KeptReached::of).collect(), self.merging.clone());
            let kept = Kept { fold: FOLD, decay: decay(ruleset), memory: memory.clone(), read, merging };
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
        self.read.resize(1, Reached::default());
        self.read[0] = Reached { next: event.revision.saturating_add(1), hash: event.hash };
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
                    memory.observe(decay, SettledAt { game: &entry.game, revision: entry.revision }, observed);
                }
                What::Corrected { corrects, was, now } => {
                    memory.correct(decay, SettledAt { game: &entry.game, revision: *corrects }, was, now);
                }
            }
        }
        Ok(())
    }

    /// The events of a page of at most so many, up to an end. All events of the page must follow from the one before, and the last one must be the
    /// stream's, where the page is not full.
    ///
    /// # Errors
    /// [`Error::Damaged`] where that is not so, or an event does not decode.
    pub(super) fn followed_by(mut self, stream: &StreamId, page: &Stretch, limit: u32, until: &Until) -> Result<Self, Error> {
        let end = self.reached(0).through(stream, &page.events);
        let checked = end.and_then(|end| if page.events.len() < limit as usize { end.is_end(page.head) } else { Ok(()) });
        let checked = checked.and_then(|()| page.check_erased());
        checked.map_err(Error::Damaged)?;
        page.events.iter().take_while(|event| until.holds(event)).try_for_each(|event| self.follow(event))?;
        Ok(self)
    }

    /// How far the stream was followed, or its part in a partition.
    pub(super) fn reached(&self, partition: usize) -> Reached {
        self.read.get(partition).copied().unwrap_or_default()
    }

    /// How many events were read for it, those that settle nothing among them.
    pub(super) fn followed(&self) -> u64 {
        self.read.iter().fold(0, |sum, read| sum.saturating_add(read.next))
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
        let ends = self.read.len() * size_of::<Reached>()
            + self.merging.as_ref().map_or(0, |merging| merging.moment.len() * size_of::<Position>());
        64 + ends + self.memories.values().map(Memory::weigh).sum::<usize>()
    }

    pub(super) fn next(&self) -> Revision {
        self.revision.map_or(0, |revision| revision + 1)
    }
}

/// A moment of a log: a position in each of its partitions.
pub(in crate::service) type Moment = Vec<Position>;

/// Whether an event of a partition stood at a moment.
pub(super) fn stood_at(moment: &Moment, partition: usize, event: &RecordedEvent) -> bool {
    moment.get(partition).is_some_and(|position| event.position <= *position)
}

/// Where a fold ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::service) enum Until {
    /// With the last events of the stream at or below these positions of the log's partitions.
    Moment(Moment),
    /// With this revision of a stream that lies whole in one log.
    Revision(Revision),
}

impl Until {
    /// Whether an event of a stream that lies whole in one log stands before the end.
    fn holds(&self, event: &RecordedEvent) -> bool {
        match self {
            Self::Moment(moment) => stood_at(moment, 0, event),
            Self::Revision(revision) => event.revision <= *revision,
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
        let read = format!(r#","read":[{{"next":8,"hash":"{}"}}]}}"#, "ab".repeat(32));
        let good = r#"{"fold":3,"decay":0.98,"memory":{"profile":{"games":0,"tendencies":{}},"games":"","rounds":[]}"#.to_owned()
            + &read;
        let good = good.as_str();
        let kept = Remembered::kept(vec![row("catan", 7, good), row("hearts", 7, good)]);
        assert_eq!((kept.revision, kept.memories.len()), (Some(7), 2));
        assert_eq!(kept.rows(), [row("catan", 7, good), row("hearts", 7, good)]);
        let (older, faster) = (good.replace("\"fold\":3", "\"fold\":2"), good.replace("0.98", "0.5"));
        // Another chain, one that is followed further than the rows say, and a hash that is none.
        let others = [("abab", "acab"), ("\"next\":8", "\"next\":9"), ("abab", "zzab")];
        let others = others.map(|(is, were)| row("hearts", 7, &good.replacen(is, were, 1)));
        let bad = [row("hearts", 7, "{"), row("hearts", 6, good), row("hearts", 7, &older), row("hearts", 7, &faster)];
        for bad in bad.into_iter().chain(others) {
            assert_eq!(Remembered::kept(vec![row("catan", 7, good), bad]), Remembered::default());
        }
        let foreign = [good, "{", &older, &faster].map(|state| Remembered::is_foreign(&row("hearts", 7, state)));
        assert_eq!(foreign, [false, false, true, true]);
    }
}
