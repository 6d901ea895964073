//! What a writing connection knows of its logs: their positions, and the heads of streams that were met lately. It saves the questions, and decides
//! nothing. A group rests on heads that are known where its log must stand where it was left; where others write to the log, the commit compares them with the
//! database, as it does those that the appends have found themselves (on nodes of Citus, the logs are held instead). Once that has failed, they are looked up
//! before it is decided again. What is wrong is refused by that, by the counters, or by the keys of the tables. An older copy of the log that is put under a
//! running server is seen by that too, unless others have written to it exactly up to the position that is known.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::name::is_name;
use super::plan::{Before, Plan};
use super::sql::{FoundHead, beyond_head};
use super::{Append, Expected, Head, LogId, Position, Revision, StreamDamage, StreamId};

/// Streams remembered before everything is forgotten: about 20 MB. Forgetting costs one look-up a stream.
const STREAMS_REMEMBERED: usize = 100_000;

/// Commits in a row to a log in which nobody else writes to it, before it must stand again where it was left. Where it does not, a whole group is decided again,
/// and to compare the heads costs little.
const DOUBTS: u8 = 250;

/// The same, where the positions of a group must be known before it is committed: else the logs are held, which costs much.
const QUIET: u8 = 32;

/// Streams, by their logs.
pub(super) type Streams<'a> = BTreeMap<LogId, BTreeSet<&'a StreamId>>;

/// What is known of the logs.
#[derive(Debug, Default)]
pub(super) struct Known {
    logs: BTreeMap<LogId, KnownLog>,
}

#[derive(Debug, Default)]
struct KnownLog {
    position: Position,
    /// For how many more commits it need not stand where it was left, because others write to it.
    doubts: u8,
    /// Whether its heads are looked up although they are known, because a commit that rested on them was refused.
    refused: bool,
    /// `None`: it is known that there is no such stream.
    heads: BTreeMap<StreamId, Option<Head>>,
    /// Streams that did not end where they were known to end. They are looked up where an append does not say itself where they end, until the log must stand
    /// again where it was left: two servers that write to a stream in turn would else have each group decided twice.
    disputed: BTreeSet<StreamId>,
    /// Streams that are not what was written, with what is wrong.
    damaged: BTreeMap<StreamId, StreamDamage>,
}

impl KnownLog {
    /// Whether it is likely to stand where it was left.
    const fn is_quiet(&self) -> bool {
        self.doubts <= DOUBTS - QUIET && !self.refused
    }

    /// Takes in where the log stood when it was held.
    fn stood_at(&mut self, position: Position) {
        self.doubts = if self.position == position { self.doubts.saturating_sub(1) } else { DOUBTS };
        self.refused = false;
        if self.doubts == 0 {
            self.disputed.clear();
        }
    }
}

impl Known {
    /// Takes in the positions of logs that are held until the commit.
    pub fn found(&mut self, positions: Vec<(LogId, Position)>) {
        for (log, position) in positions {
            match self.logs.entry(log) {
                Entry::Vacant(unknown) => {
                    unknown.insert(KnownLog { position, ..KnownLog::default() });
                }
                Entry::Occupied(mut known) => {
                    known.get_mut().stood_at(position);
                    known.get_mut().position = position;
                }
            }
        }
    }

    /// Whether a group can be decided without holding its logs: all of them are known, and, where their positions must be right, nobody else writes to them.
    pub fn is_trusted(&self, appends: &[Append], needs_positions: bool) -> bool {
        appends.iter().all(|append| self.logs.get(&append.log).is_some_and(|known| known.is_quiet() || !needs_positions))
    }

    /// A commit was refused that rested on what was known of the logs of a group: something of it is wrong.
    pub fn doubt(&mut self, appends: &[Append]) {
        for append in appends {
            if let Some(known) = self.logs.get_mut(&append.log) {
                (known.doubts, known.refused) = (known.doubts.max(1), true);
            }
        }
    }

    /// Whether a log must stand where it was left: then its streams have the heads that are known.
    pub fn stands(&self, log: LogId) -> bool {
        self.logs.get(&log).is_some_and(|known| known.doubts == 0)
    }

    /// Where a log stood when this was last heard of it; `None` where it is not known.
    pub fn position(&self, log: LogId) -> Option<Position> {
        self.logs.get(&log).map(|known| known.position)
    }

    /// Drops what is known of a log.
    pub fn forget(&mut self, log: LogId) {
        self.logs.remove(&log);
    }

    /// Whether a log is known.
    pub fn holds(&self, log: LogId) -> bool {
        self.logs.contains_key(&log)
    }

    /// The streams of a group whose heads must be looked up.
    pub fn missing<'a>(&self, appends: &'a [Append]) -> Streams<'a> {
        let mut missing = streams(appends);
        for (log, streams) in &mut missing {
            if let Some(known) = self.logs.get(log).filter(|known| !known.refused) {
                streams.retain(|stream| !known.heads.contains_key(*stream));
            }
        }
        for append in appends {
            let Some(known) = self.logs.get(&append.log).filter(|known| !known.disputed.is_empty()) else { continue };
            let anywhere = append.parts.iter().filter(|part| matches!(part.expected, Expected::Any)).map(|part| &part.stream);
            let disputed = anywhere.filter(|stream| known.disputed.contains(*stream));
            missing.entry(append.log).or_default().extend(disputed);
        }
        missing.retain(|_, streams| !streams.is_empty());
        missing
    }

    /// Takes in those heads that the appends of a group have found themselves and that are missing, or come after what is known; the others are still missing.
    pub fn take_found<'a>(&mut self, appends: &'a [Append], missing: &mut Streams<'a>) {
        for append in appends {
            for part in &append.parts {
                let Expected::Found(head) = part.expected else { continue };
                let was_missing = missing.get_mut(&append.log).is_some_and(|streams| streams.remove(&part.stream));
                let known = self.logs.entry(append.log).or_default();
                let follows = |known: &Option<Head>| known.is_none_or(|known| known.revision < head.revision);
                if was_missing || known.heads.get(&part.stream).is_some_and(follows) {
                    known.damaged.remove(&part.stream);
                    known.heads.insert(part.stream.clone(), Some(head));
                }
            }
        }
        missing.retain(|_, streams| !streams.is_empty());
    }

    /// Takes in the heads that a look-up found; the streams asked for that are not among them do not exist.
    pub fn looked_up(&mut self, asked: &Streams<'_>, found: Vec<(LogId, StreamId, FoundHead)>) {
        let mut found: BTreeMap<(LogId, StreamId), FoundHead> =
            found.into_iter().map(|(log, stream, head)| ((log, stream), head)).collect();
        for (log, streams) in asked {
            let known = self.logs.entry(*log).or_default();
            for stream in streams {
                let stream = (*stream).clone();
                let head = match found.remove(&(*log, stream.clone())).transpose() {
                    Ok(head) => {
                        known.damaged.remove(&stream);
                        head
                    }
                    Err(what) => {
                        known.damaged.insert(stream.clone(), what);
                        None
                    }
                };
                if known.heads.insert(stream.clone(), head).is_some_and(|known| known != head) {
                    known.disputed.insert(stream);
                }
            }
        }
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

    /// Takes in what a plan wrote, once it is committed, to logs that had these positions before.
    pub fn committed(&mut self, plan: &Plan<'_>, before: &Before) {
        for (log, moves) in &plan.logs {
            let known = self.logs.entry(*log).or_default();
            let stood = before.get(log).map_or(moves.from, |before| *before);
            known.stood_at(stood);
            known.position = stood + moves.by;
        }
        for ((log, stream), head) in &plan.heads {
            self.logs.entry(*log).or_default().heads.insert((*stream).clone(), Some(*head));
        }
        if self.logs.values().map(|known| known.heads.len()).sum::<usize>() > STREAMS_REMEMBERED {
            self.logs.clear();
        }
    }
}

/// The streams of a group. What is no name is refused by the decision, and must not reach the database before.
pub(super) fn streams(appends: &[Append]) -> Streams<'_> {
    let mut streams = Streams::new();
    for append in appends {
        let named = append.parts.iter().map(|part| &part.stream).filter(|stream| is_name(stream.as_str()));
        streams.entry(append.log).or_default().extend(named);
    }
    streams
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

    /// An append to a game.
    fn append(game: &str) -> Vec<Append> {
        let event =
            NewEvent { id: "a".into(), kind: "k".into(), schema: 1, time_us: 0, payload: vec![], salt: [0; 32], reporter: None };
        let part = Part { stream: StreamId::game(game), expected: Expected::Any, events: vec![event] };
        vec![Append { log: LOG, parts: vec![part], catalog: vec![] }]
    }

    /// What a look-up for an append gives.
    fn looked_up(known: &mut Known, append: &[Append], head: Option<FoundHead>) {
        let found = head.map(|head| (LOG, append[0].parts[0].stream.clone(), head));
        known.looked_up(&streams(append), found.into_iter().collect());
    }

    /// Commits an append, decided by what is known, to a log that stood somewhere.
    fn commits(known: &mut Known, append: &[Append], stood: Position) {
        let plan = decide(append, known, &Standing::new());
        known.committed(&plan, &Before::from([(LOG, stood)]));
    }

    #[test]
    fn heads_are_looked_up_once_where_nobody_else_writes() {
        let (one, other, new) = (append("one"), append("other"), append("new"));
        let mut known = Known::default();
        assert!(!known.is_trusted(&one, false) && !known.stands(LOG), "it is not known");
        known.found(vec![(LOG, 0)]);
        assert_eq!(known.missing(&one), streams(&one));
        looked_up(&mut known, &one, Some(Ok(head(3))));
        looked_up(&mut known, &new, None);
        assert!(known.is_trusted(&one, true) && known.stands(LOG));
        assert!(known.missing(&one).is_empty() && known.missing(&new).is_empty() && !known.missing(&other).is_empty());
        commits(&mut known, &one, 0);
        assert_eq!((known.position(LOG), known.head(LOG, &one[0].parts[0].stream).map(|head| head.revision)), (Some(1), Some(4)));
        assert!(known.missing(&one).is_empty());
    }

    /// The streams whose heads a commit of an append compares with the database.
    fn compared<'a>(known: &Known, append: &'a [Append]) -> Vec<&'a StreamId> {
        decide(append, known, &Standing::new()).found.into_iter().map(|(_, stream, _)| stream).collect()
    }

    /// A log that others write to need not stand where it was left, until nobody else did for a while: its known heads are compared instead.
    #[test]
    fn what_is_known_of_a_log_that_others_write_to_is_compared() {
        let one = append("one");
        let mut known = Known::default();
        known.found(vec![(LOG, 0)]);
        looked_up(&mut known, &one, Some(Ok(head(3))));
        assert!(compared(&known, &one).is_empty(), "it must stand where it was left");
        commits(&mut known, &one, 20);
        assert_eq!(known.position(LOG), Some(21), "others have written before it");
        for commit in 0..u64::from(DOUBTS) {
            assert!(!known.stands(LOG) && known.is_trusted(&one, false), "{commit}");
            assert_eq!(known.is_trusted(&one, true), commit >= u64::from(QUIET), "{commit}");
            assert!(known.missing(&one).is_empty());
            assert_eq!(compared(&known, &one), [&one[0].parts[0].stream]);
            commits(&mut known, &one, 21 + commit);
        }
        assert!(known.stands(LOG) && known.missing(&one).is_empty() && compared(&known, &one).is_empty());
    }

    #[test]
    fn after_a_refused_commit_all_heads_of_its_logs_are_looked_up_once() {
        let one = append("one");
        let mut known = Known::default();
        known.found(vec![(LOG, 0)]);
        looked_up(&mut known, &one, Some(Ok(head(3))));
        known.doubt(&one);
        assert!(!known.stands(LOG) && !known.is_trusted(&one, true) && known.missing(&one) == streams(&one));
        looked_up(&mut known, &one, Some(Ok(head(3))));
        commits(&mut known, &one, 0);
        assert!(known.stands(LOG) && known.missing(&one).is_empty());
    }

    /// As long as others write to the log; and where the append says where the stream ends, that is compared.
    #[test]
    fn a_stream_that_others_were_found_to_write_to_is_looked_up_again() {
        let one = append("one");
        let mut at = append("one");
        at[0].parts[0].expected = Expected::At(9);
        let mut known = Known::default();
        known.found(vec![(LOG, 0)]);
        looked_up(&mut known, &one, Some(Ok(head(3))));
        commits(&mut known, &one, 20);
        known.doubt(&one);
        looked_up(&mut known, &one, Some(Ok(head(9))));
        for commit in 0..u64::from(DOUBTS) {
            commits(&mut known, &one, 21 + commit);
            assert_eq!(known.missing(&one) == streams(&one), !known.stands(LOG), "{commit}");
            assert!(known.missing(&at).is_empty());
        }
        assert!(known.stands(LOG));
    }

    #[test]
    fn what_an_append_has_found_takes_the_place_of_what_it_follows() {
        let one = append("one");
        let mut known = Known::default();
        known.found(vec![(LOG, 0)]);
        looked_up(&mut known, &one, Some(Ok(head(3))));
        for (found, taken) in [(2, 3), (5, 5)] {
            let mut finder = append("one");
            finder[0].parts[0].expected = Expected::Found(head(found));
            known.take_found(&finder, &mut Streams::new());
            assert_eq!(known.head(LOG, &one[0].parts[0].stream).map(|head| head.revision), Some(taken));
        }
    }

    #[test]
    fn damage_is_known_until_it_is_looked_up_again() {
        let one = append("one");
        let stream = &one[0].parts[0].stream;
        let mut known = Known::default();
        let what = StreamDamage::at(5, "is missing");
        looked_up(&mut known, &one, Some(Err(what.clone())));
        assert_eq!((known.damage(LOG, stream), known.head(LOG, stream)), (Some(&what), None));
        looked_up(&mut known, &one, Some(Ok(head(5))));
        assert_eq!((known.damage(LOG, stream), known.head(LOG, stream)), (None, Some(head(5))));
    }
}
