//! Follows a log from its first position to its last, and holds every event to the one before it: what an export and an import have in
//! common. Where anything does not fit, neither goes on.

use std::collections::{BTreeMap, BTreeSet};

use super::Damage;
use super::gather::game_of;
use crate::store::{ASIDE, GREATEST_POSITION, Head, LogId, LoggedEvent, MissingRow, Position, StreamId, chain};

/// How far a log was followed.
pub(super) struct ChainWalk {
    log: LogId,
    counter: Position,
    next: Position,
    /// Positions that need not have an event, and are not passed yet: the first of each span, and its last.
    missing: BTreeMap<Position, Position>,
    /// The last position of those spans that begin where the walk has come to.
    explained: Position,
    heads: BTreeMap<StreamId, Head>,
    /// Streams of which an event had no payload.
    erased: BTreeSet<StreamId>,
    /// Games that were opened and not erased, and those that the catalog lists.
    games: (u64, u64),
}

impl ChainWalk {
    /// At the beginning of a log whose counter stands at a position.
    ///
    /// # Errors
    /// Where no log comes so far.
    pub fn begin(log: LogId, counter: Position) -> Result<Self, Damage> {
        check_position(log, counter)?;
        let (missing, heads, erased) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        Ok(Self { log, counter, next: 1, missing, explained: 0, heads, erased, games: (0, 0) })
    }

    /// Positions that need not have an event. They come before the events that follow them.
    ///
    /// # Errors
    /// Where no log comes so far.
    pub fn explain(&mut self, row: &MissingRow) -> Result<(), Damage> {
        check_position(self.log, row.first.max(row.last))?;
        let last = self.missing.entry(row.first).or_default();
        *last = row.last.max(*last);
        Ok(())
    }

    /// The event that follows.
    ///
    /// # Errors
    /// What does not fit.
    pub fn follow(&mut self, logged: &LoggedEvent) -> Result<(), Damage> {
        let LoggedEvent { stream, event } = logged;
        check_position(self.log, event.position)?;
        self.pass(event.position)?;
        self.next = event.position + 1;
        if stream.as_str().starts_with(ASIDE) {
            // No chain holds the revisions of what was set aside.
            return check_number(self.log, "an event's revision", event.revision);
        }
        let (previous, revision) = match self.heads.get(stream) {
            Some(head) => (head.hash, head.revision + 1),
            None => (chain::GENESIS, 0),
        };
        chain::verify(&previous, stream, revision, event)
            .map_err(|broken| Damage::of_stream(self.log, stream, Some(revision), broken.what).at(event.position))?;
        // A game that was erased is not in the catalog.
        self.games.0 += u64::from(event.revision == 0 && event.payload.is_some() && game_of(stream).is_some());
        if event.payload.is_none() {
            self.erased.insert(stream.clone());
        }
        self.heads.insert(stream.clone(), Head { revision, hash: event.hash, closed: false });
        Ok(())
    }

    /// Passes positions that have no event, up to one that has.
    fn pass(&mut self, to: Position) -> Result<(), Damage> {
        while self.next < to {
            while let Some(span) = self.missing.first_entry().filter(|span| *span.key() <= self.next) {
                self.explained = self.explained.max(span.remove());
            }
            if self.explained < self.next {
                return Err(Damage::of_log(self.log, Some(self.next), "no event stands at this position"));
            }
            self.next = self.explained.saturating_add(1).min(to);
        }
        if self.next == to { Ok(()) } else { Err(Damage::of_log(self.log, Some(to), "two events stand at this position")) }
    }

    /// A stream was erased, and takes no more events.
    ///
    /// # Errors
    /// Where there is no such stream.
    pub fn close(&mut self, stream: &StreamId) -> Result<(), Damage> {
        let none = || Damage::of_stream(self.log, stream, None, "a stream without events is said to be erased");
        self.heads.get_mut(stream).ok_or_else(none)?.closed = true;
        Ok(())
    }

    /// The catalog lists one more game.
    pub const fn list_game(&mut self) {
        self.games.1 += 1;
    }

    /// The heads of the streams, as they follow from the events.
    ///
    /// # Errors
    /// Where the log does not end where its counter stands, payloads are gone from a stream that was not erased, or the catalog lists more games than were
    /// opened, or fewer.
    pub fn finish(mut self) -> Result<Vec<(StreamId, Head)>, Damage> {
        self.pass(self.counter.saturating_add(1))?;
        if let Some(stream) = self.erased.iter().find(|stream| self.heads.get(stream).is_some_and(|head| !head.closed)) {
            let what = "payloads are gone, although the stream was not erased; where that was begun, forget the player, or erase the game, again";
            return Err(Damage::of_stream(self.log, stream, None, what));
        }
        let (opened, listed) = self.games;
        if listed != opened {
            return Err(Damage::of_log(self.log, None, format!("its catalog lists {listed} games, and {opened} were opened")));
        }
        Ok(self.heads.into_iter().collect())
    }
}

/// Refuses positions that no log reaches, and that no database could hold: an archive is not always what this program wrote.
///
/// # Errors
/// Names the position.
pub(super) fn check_position(log: LogId, position: Position) -> Result<(), Damage> {
    if position <= GREATEST_POSITION {
        return Ok(());
    }
    Err(Damage::of_log(log, Some(position), format!("no log comes so far: the greatest position is {GREATEST_POSITION}")))
}

/// The same for other numbers, which no log makes greater than its positions.
///
/// # Errors
/// Names the number.
pub(super) fn check_number(log: LogId, what: &str, number: u64) -> Result<(), Damage> {
    if number <= GREATEST_POSITION {
        return Ok(());
    }
    Err(Damage::of_log(log, None, format!("{what} is {number}: none is greater than {GREATEST_POSITION}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{RecordedEvent, stream_named};

    #[test]
    fn positions_that_no_log_reaches_are_refused() {
        let log = LogId(1);
        let said = |done: Result<(), Damage>| done.err().map(|damage| damage.what).unwrap_or_default();
        assert!(said(ChainWalk::begin(log, u64::MAX).map(drop)).contains("no log comes so far"));
        let mut walk = ChainWalk::begin(log, GREATEST_POSITION).expect("a counter");
        let missing = |first, last| MissingRow { first, last, stream: stream_named("aside/game/g") };
        for (first, last) in [(1, u64::MAX), (u64::MAX, 1), (1, GREATEST_POSITION + 1)] {
            assert!(said(walk.explain(&missing(first, last))).contains("no log comes so far"), "{first} to {last}");
        }
        walk.explain(&missing(1, GREATEST_POSITION)).expect("a log of nothing else");
        let event = |position| RecordedEvent {
            revision: 0,
            position,
            id: "e".to_owned(),
            kind: "note".to_owned(),
            schema: 1,
            time_us: 0,
            payload: None,
            salt: None,
            commitment: [0; 32],
            hash: [0; 32],
            reporter: None,
        };
        let logged = |position| LoggedEvent { stream: stream_named("aside/game/g"), event: event(position) };
        for position in [u64::MAX, GREATEST_POSITION + 1] {
            assert!(said(walk.follow(&logged(position))).contains("no log comes so far"), "{position}");
        }
        let mut far = logged(GREATEST_POSITION);
        far.event.revision = u64::MAX;
        assert!(said(walk.follow(&far)).contains("revision is 18446744073709551615"));
        let mut walk = ChainWalk::begin(log, GREATEST_POSITION).expect("a counter");
        walk.explain(&missing(1, GREATEST_POSITION)).expect("a log of nothing else");
        walk.follow(&logged(GREATEST_POSITION)).expect("the last of all");
        assert_eq!(walk.finish(), Ok(Vec::new()));
    }
}
