//! What a writing connection knows of its logs: their positions, and the heads of streams that were met lately. It saves the questions, and decides
//! nothing: the counters and the keys of the tables refuse what rests on wrong knowledge.

use std::collections::{BTreeMap, BTreeSet};

use super::group::Plan;
use super::name::is_name;
use super::sql::{FoundHead, beyond_head};
use super::{Append, Head, LogId, Position, Revision, StreamDamage, StreamId};

/// Streams remembered before everything is forgotten: about 20 MB. Forgetting costs one look-up a stream.
const STREAMS_REMEMBERED: usize = 100_000;

/// Positions that others wrote of which the heads are read again. Where they wrote more, the heads of the log are forgotten.
pub(super) const READ_AGAIN: Position = 1_000;

/// How often in a row a log may have been found moved by others, and the next commit yet rests on what is known of it. It costs a commit that is
/// refused and decided again where they wrote meanwhile, and saves asking first where they did not.
const TRUSTED: u8 = 1;

/// What is known of the logs.
#[derive(Debug, Default)]
pub(super) struct Known {
    logs: BTreeMap<LogId, KnownLog>,
}

#[derive(Debug, Default)]
struct KnownLog {
    position: Position,
    /// How often in a row others had written to the log when it was asked where it stands.
    moved_by_others: u8,
    /// `None`: it is known that there is no such stream.
    heads: BTreeMap<StreamId, Option<Head>>,
    /// Streams that are not what was written, with what is wrong.
    damaged: BTreeMap<StreamId, StreamDamage>,
}

/// A log as it stands, held until the commit.
#[derive(Debug)]
pub(super) struct FoundLog {
    pub log: LogId,
    pub position: Position,
    /// The heads of the streams of which events stand at the first [`READ_AGAIN`] positions after the one that was known; none where none was known.
    pub changed: Vec<(StreamId, FoundHead)>,
}

impl KnownLog {
    fn learn(&mut self, heads: Vec<(StreamId, FoundHead)>) {
        for (stream, head) in heads {
            match head {
                Ok(head) => drop(self.heads.insert(stream, Some(head))),
                Err(what) => drop(self.damaged.insert(stream, what)),
            }
        }
    }
}

impl Known {
    /// Takes in a log that is held until the commit. Whatever others wrote to it since it was known is in what they changed: each change of a head comes
    /// with an event at a position of its own.
    pub fn found(&mut self, found: FoundLog) {
        let known = self.logs.entry(found.log).or_default();
        if known.position == found.position {
            known.moved_by_others = 0;
            return;
        }
        let moved_by_others = known.moved_by_others.saturating_add(1);
        let is_behind = (1..=READ_AGAIN).contains(&found.position.saturating_sub(known.position));
        if !is_behind {
            *known = KnownLog::default();
        }
        (known.position, known.moved_by_others) = (found.position, moved_by_others);
        known.learn(found.changed);
    }

    /// Whether a group can be decided without asking the database.
    pub fn suffices(&self, appends: &[Append], shared: bool) -> bool {
        let trusted =
            |append: &Append| self.logs.get(&append.log).is_some_and(|known| known.moved_by_others <= TRUSTED || !shared);
        appends.iter().all(trusted) && self.missing(appends).is_empty()
    }

    /// Where a log stood when this was last heard of it; `None` where it is not known.
    pub fn position(&self, log: LogId) -> Option<Position> {
        self.logs.get(&log).map(|known| known.position)
    }

    /// The streams of a group whose heads must be looked up, by log.
    pub fn missing<'a>(&self, appends: &'a [Append]) -> BTreeMap<LogId, BTreeSet<&'a StreamId>> {
        let mut missing: BTreeMap<LogId, BTreeSet<&StreamId>> = BTreeMap::new();
        for append in appends {
            for part in &append.parts {
                let known = self.logs.get(&append.log);
                let is_known = known.is_some_and(|known| known.heads.contains_key(&part.stream));
                // What is no name is refused by the decision, and must not reach the database before.
                if !is_known && is_name(part.stream.as_str()) {
                    missing.entry(append.log).or_default().insert(&part.stream);
                }
            }
        }
        missing
    }

    /// Takes in the heads that a look-up found; the streams asked for that are not among them do not exist.
    pub fn looked_up(&mut self, log: LogId, asked: &BTreeSet<&StreamId>, found: Vec<(StreamId, FoundHead)>) {
        let known = self.logs.entry(log).or_default();
        known.heads.extend(asked.iter().map(|stream| ((*stream).clone(), None)));
        known.learn(found);
    }

    /// Takes in the last revisions that the events of some streams have, whatever their heads say.
    pub fn looked_further(&mut self, log: LogId, last: Vec<(StreamId, Revision)>) {
        let known = self.logs.entry(log).or_default();
        for (stream, last) in last {
            if let Some(what) = beyond_head(known.heads.get(&stream).copied().flatten(), last) {
                known.damaged.insert(stream, what);
            }
        }
    }

    /// What is wrong with a stream, where that is known.
    pub fn damage(&self, log: LogId, stream: &StreamId) -> Option<&StreamDamage> {
        self.logs.get(&log)?.damaged.get(stream)
    }

    /// The head of a stream that is known to exist.
    pub fn head(&self, log: LogId, stream: &StreamId) -> Option<Head> {
        self.logs.get(&log).and_then(|known| known.heads.get(stream)).copied().flatten()
    }

    /// Takes in what a plan wrote, once it is committed; on trust where its logs were not asked where they stand.
    pub fn committed(&mut self, plan: &Plan<'_>, on_trust: bool) {
        for (log, moved) in &plan.positions {
            let known = self.logs.entry(*log).or_default();
            known.position = moved.to;
            if on_trust {
                known.moved_by_others = 0;
            }
        }
        for ((log, stream), head) in &plan.heads {
            self.logs.entry(*log).or_default().heads.insert((*stream).clone(), Some(*head));
        }
        if self.logs.values().map(|known| known.heads.len()).sum::<usize>() > STREAMS_REMEMBERED {
            self.logs.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: LogId = LogId(7);

    fn head(revision: Revision) -> Head {
        Head { revision, hash: [0; 32], closed: false }
    }

    fn found(position: Position, changed: Vec<(StreamId, FoundHead)>) -> FoundLog {
        FoundLog { log: LOG, position, changed }
    }

    fn met(position: Position) -> (Known, StreamId, StreamId) {
        let (one, other) = (StreamId::game("one"), StreamId::game("other"));
        let mut known = Known::default();
        known.found(found(position, Vec::new()));
        let heads = vec![(one.clone(), Ok(head(3))), (other.clone(), Ok(head(4)))];
        known.looked_up(LOG, &BTreeSet::from([&one, &other]), heads);
        (known, one, other)
    }

    #[test]
    fn what_others_wrote_is_taken_in_and_the_rest_is_kept() {
        let (mut known, one, other) = met(10);
        known.found(found(12, vec![(one.clone(), Ok(head(5)))]));
        assert_eq!((known.head(LOG, &one), known.head(LOG, &other)), (Some(head(5)), Some(head(4))));
        assert_eq!(known.position(LOG), Some(12));
    }

    #[test]
    fn a_log_that_moved_far_or_back_is_forgotten() {
        for position in [10 + READ_AGAIN + 1, 9] {
            let (mut known, one, other) = met(10);
            known.found(found(position, Vec::new()));
            assert_eq!((known.head(LOG, &one), known.head(LOG, &other)), (None, None), "{position}");
        }
    }

    #[test]
    fn damage_that_others_left_is_known() {
        let (mut known, one, _) = met(10);
        let what = StreamDamage { revision: 5, what: "is missing" };
        known.found(found(11, vec![(one.clone(), Err(what.clone()))]));
        assert_eq!(known.damage(LOG, &one), Some(&what));
    }
}
