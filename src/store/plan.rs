//! The plan of a group: what is written for it in one commit, and what is answered once that commit stands.

use std::collections::BTreeMap;

use super::{AppendError, Head, LogId, NewEvent, Position, Revision, StreamId};

/// Where an event that was taken will stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub revision: Revision,
    pub position: Position,
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
    pub position: Position,
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

/// How far a log moves: from one last position to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moved {
    pub from: Position,
    pub to: Position,
}

/// A decided group: what to write, and what to answer once it is committed.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    /// In the order of the appends.
    pub decisions: Vec<Decision>,
    pub events: Vec<EventRow<'a>>,
    /// The heads of the streams written to, after it.
    pub heads: BTreeMap<(LogId, &'a StreamId), Head>,
    /// The positions of the logs written to, before it and after it.
    pub positions: BTreeMap<LogId, Moved>,
    pub opened: Vec<OpenedRow<'a>>,
    /// Whether a game is finished now; said twice in a group, the last word counts.
    pub finished: BTreeMap<(LogId, &'a str), bool>,
    pub forgotten: Vec<ForgottenRow<'a>>,
    pub erased: Vec<ErasedRow<'a>>,
}

impl Plan<'_> {
    /// The seats of the games that are opened: log, position of the game, number of the seat, person.
    pub fn seats(&self) -> Vec<(LogId, Position, i64, &str)> {
        let of_game = |row: &OpenedRow<'_>| (row.log, row.position);
        let seats =
            self.opened.iter().flat_map(|row| (0..).zip(row.persons).map(move |(seat, person)| (of_game(row), seat, person)));
        seats.map(|((log, position), seat, person)| (log, position, seat, person.as_str())).collect()
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
