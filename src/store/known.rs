//! What a writing connection knows of its logs: their positions, and the heads of streams that were met lately. It saves the questions, and decides
//! nothing: the counters and the keys of the tables refuse what rests on wrong knowledge.

use std::collections::{BTreeMap, BTreeSet};

use super::name::is_name;
use super::plan::{Moved, Plan};
use super::sql::{FoundHead, beyond_head};
use super::{Append, Head, LogId, Position, Revision, StreamDamage, StreamId};

/// Streams remembered before everything is forgotten: about 20 MB. Forgetting costs one look-up a stream.
const STREAMS_REMEMBERED: usize = 100_000;

/// Positions that others wrote of which the heads are read again. Where they wrote more, the heads of the log are forgotten.
const READ_AGAIN: Position = 1_000;

/// What is known of the logs.
#[derive(Debug, Default)]
pub(super) struct Known {
    logs: BTreeMap<LogId, KnownLog>,
}

#[derive(Debug, Default)]
struct KnownLog {
    position: Position,
    /// Whether the log stood where it was left when it was asked last: then it is likely that nobody else writes to it now.
    undisturbed: bool,
    /// `None`: it is known that there is no such stream.
    heads: BTreeMap<StreamId, Option<Head>>,
    /// Streams that are not what was written, with what is wrong.
    damaged: BTreeMap<StreamId, StreamDamage>,
}

impl KnownLog {
    fn learn(&mut self, stream: StreamId, head: FoundHead) {
        match head {
            Ok(head) => {
                self.damaged.remove(&stream);
                self.heads.insert(stream, Some(head));
            }
            Err(what) => {
                self.damaged.insert(stream, what);
            }
        }
    }
}

impl Known {
    /// Takes in the positions of logs that are held until the commit. Answers how far others have moved those of which more is known: the heads of the
    /// streams with events there must be [read again](Self::changed), since each change of a head comes with an event at a position of its own.
    pub fn found(&mut self, positions: Vec<(LogId, Position)>) -> BTreeMap<LogId, Moved> {
        let mut moved = BTreeMap::new();
        for (log, position) in positions {
            let known = self.logs.entry(log).or_default();
            known.undisturbed = known.position == position;
            if known.undisturbed {
                continue;
            }
            if !(1..=READ_AGAIN).contains(&position.saturating_sub(known.position)) {
                (known.heads, known.damaged) = (BTreeMap::new(), BTreeMap::new());
            } else if !(known.heads.is_empty() && known.damaged.is_empty()) {
                moved.insert(log, Moved { from: known.position, to: position });
            }
            known.position = position;
        }
        moved
    }

    /// Takes in the heads of streams that others wrote to.
    pub fn changed(&mut self, changed: Vec<(LogId, StreamId, FoundHead)>) {
        for (log, stream, head) in changed {
            self.logs.entry(log).or_default().learn(stream, head);
        }
    }

    /// Whether the logs of a group likely stand where they were left, so that none of them needs to be held before it is decided.
    pub fn is_trusted(&self, appends: &[Append], shared: bool) -> bool {
        appends.iter().all(|append| self.logs.get(&append.log).is_some_and(|known| known.undisturbed || !shared))
    }

    /// Where a log stood when this was last heard of it; `None` where it is not known.
    pub fn position(&self, log: LogId) -> Option<Position> {
        self.logs.get(&log).map(|known| known.position)
    }

    /// Whether a log is known.
    pub fn holds(&self, log: LogId) -> bool {
        self.logs.contains_key(&log)
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
        found.into_iter().for_each(|(stream, head)| known.learn(stream, head));
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

    /// Takes in what a plan wrote, once it is committed.
    pub fn committed(&mut self, plan: &Plan<'_>) {
        for (log, moved) in &plan.positions {
            self.logs.entry(*log).or_default().position = moved.to;
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
    use crate::store::group::{Standing, decide};
    use crate::store::{Expected, NewEvent, Part};

    const LOG: LogId = LogId(7);

    fn head(revision: Revision) -> Head {
        Head { revision, hash: [0; 32], closed: false }
    }

    fn met(position: Position) -> (Known, StreamId, StreamId) {
        let (one, other) = (StreamId::game("one"), StreamId::game("other"));
        let mut known = Known::default();
        assert_eq!(known.found(vec![(LOG, position)]), BTreeMap::new(), "nothing was known of it that could have changed");
        let heads = vec![(one.clone(), Ok(head(3))), (other.clone(), Ok(head(4)))];
        known.looked_up(LOG, &BTreeSet::from([&one, &other]), heads);
        (known, one, other)
    }

    #[test]
    fn what_others_wrote_is_read_again_and_the_rest_is_kept() {
        let (mut known, one, other) = met(10);
        assert_eq!(known.found(vec![(LOG, 12)]), BTreeMap::from([(LOG, Moved { from: 10, to: 12 })]));
        known.changed(vec![(LOG, one.clone(), Ok(head(5)))]);
        assert_eq!((known.head(LOG, &one), known.head(LOG, &other)), (Some(head(5)), Some(head(4))));
        assert_eq!(known.position(LOG), Some(12));
    }

    #[test]
    fn a_log_that_moved_far_or_back_is_forgotten() {
        for position in [10 + READ_AGAIN + 1, 9] {
            let (mut known, one, other) = met(10);
            assert_eq!(known.found(vec![(LOG, position)]), BTreeMap::new());
            assert_eq!((known.head(LOG, &one), known.head(LOG, &other)), (None, None), "{position}");
        }
    }

    #[test]
    fn damage_that_others_left_is_known() {
        let (mut known, one, _) = met(10);
        let what = StreamDamage { revision: 5, what: "is missing" };
        known.found(vec![(LOG, 11)]);
        known.changed(vec![(LOG, one.clone(), Err(what.clone()))]);
        assert_eq!(known.damage(LOG, &one), Some(&what));
    }

    /// A log that others write to is asked first, until it stands where it was left.
    #[test]
    fn a_log_that_others_write_to_is_asked_first() {
        let (mut known, one, _) = met(10);
        let event =
            NewEvent { id: "a".into(), kind: "k".into(), schema: 1, time_us: 0, payload: vec![], salt: [0; 32], reporter: None };
        let part = Part { stream: one, expected: Expected::Any, events: vec![event] };
        let append = [Append { log: LOG, parts: vec![part], catalog: vec![] }];
        assert!(!known.is_trusted(&append, true) && known.is_trusted(&append, false), "alone, it need not be asked");
        known.found(vec![(LOG, 10)]);
        assert!(known.is_trusted(&append, true), "it stood where it was left");
        known.committed(&decide(&append, &known, &Standing::new()));
        assert!(known.is_trusted(&append, true) && known.position(LOG) == Some(11));
        known.found(vec![(LOG, 12)]);
        assert!(!known.is_trusted(&append, true));
    }
}
