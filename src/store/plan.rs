//! The plan of a group: what is written for it in one commit, and what is answered once that commit stands.

use std::collections::BTreeMap;

use super::{AppendError, Head, LogId, NewEvent, Position, Revision, StreamId};

/// Where an event that was taken will stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub revision: Revision,
    /// Which of the events that the group adds to its log it is, from 1 on. Its position is the one that the log had before, and so many more: others may
    /// write to the log until the group is committed.
    pub nth: u64,
    pub commitment: [u8; 32],
    pub hash: [u8; 32],
}

/// What became of one append: a place for each event of each part, or why it was not taken.
pub(super) type Decision = Result<Vec<Vec<Place>>, AppendError>;

/// A row of the events to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventRow<'a> {
    pub log: LogId,
    pub stream: &'a StreamId,
    pub event: &'a NewEvent,
    pub place: Place,
}

/// A game to be written into the catalog.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenedRow<'a> {
    pub log: LogId,
    /// Which of the events of its log it was opened by: [`Place::nth`].
    pub nth: u64,
    pub game: &'a str,
    pub ruleset: &'a str,
    pub opened_us: i64,
    pub persons: &'a [String],
}

/// A player to be forgotten.
#[derive(Clone, Copy, Debug)]
pub(super) struct ForgottenRow<'a> {
    pub log: LogId,
    pub stream: &'a StreamId,
    pub player: &'a str,
    pub person: &'a str,
    pub mark: &'a str,
}

/// A game to be erased.
#[derive(Clone, Copy, Debug)]
pub(super) struct ErasedRow<'a> {
    pub log: LogId,
    pub stream: &'a StreamId,
    pub game: &'a str,
}

/// How far a group moves a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moves {
    /// Where the log stood when it was last heard of.
    pub from: Position,
    /// Whether it must stand there still, since the plan rests on it. Else others may have written to it, and it must have come at least so far.
    pub stands: bool,
    /// How many events are added to it.
    pub by: u64,
}

/// The last positions that the logs of a group had before it.
pub(super) type Before = BTreeMap<LogId, Position>;

/// A decided group: what to write, and what to answer once it is committed.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    /// In the order of the appends.
    pub decisions: Vec<Decision>,
    pub events: Vec<EventRow<'a>>,
    /// Streams whose ends the appends have found themselves, or that are known in a log that others write to: they must end there still. `None`: there must be
    /// no such stream.
    pub found: Vec<(LogId, &'a StreamId, Option<Head>)>,
    /// The heads of the streams written to, after it.
    pub heads: BTreeMap<(LogId, &'a StreamId), Head>,
    /// The logs written to.
    pub logs: BTreeMap<LogId, Moves>,
    pub opened: Vec<OpenedRow<'a>>,
    /// Whether a game is finished now; said twice in a group, the last word counts.
    pub finished: BTreeMap<(LogId, &'a str), bool>,
    pub forgotten: Vec<ForgottenRow<'a>>,
    pub erased: Vec<ErasedRow<'a>>,
}

impl Plan<'_> {
    /// The seats of the games that are opened, with their numbers and persons.
    pub fn seats(&self) -> Vec<(&OpenedRow<'_>, i64, &str)> {
        let mut seats = Vec::new();
        for row in &self.opened {
            seats.extend((0..).zip(row.persons).map(|(seat, person)| (row, seat, person.as_str())));
        }
        seats
    }

    /// Where its logs stand before it, as far as the plan knows.
    pub fn before(&self) -> Before {
        self.logs.iter().map(|(log, moves)| (*log, moves.from)).collect()
    }

    /// The position of an event of the plan, where its log has not moved since it was last heard of.
    pub fn position(&self, log: LogId, nth: u64) -> Position {
        self.logs.get(&log).map_or(0, |moves| moves.from) + nth
    }

    /// Whether an append was not taken.
    pub fn refuses(&self) -> bool {
        self.decisions.iter().any(Result::is_err)
    }

    /// Whether it changes something beside the streams.
    pub fn changes_beside(&self) -> bool {
        !(self.opened.is_empty() && self.finished.is_empty()) || self.erases()
    }

    /// Whether it takes something out of the log.
    pub fn erases(&self) -> bool {
        !(self.forgotten.is_empty() && self.erased.is_empty())
    }

    pub fn writes_nothing(&self) -> bool {
        self.events.is_empty()
    }
}
