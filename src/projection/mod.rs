//! The pure fold of a game's log: one public table, and each observer's belief over it.
//!
//! Synchronous, without a store, without a clock: `service` loads what is needed, calls, and answers. The words:
//!
//! - A [`Log`] is what was recorded, as far as it is in memory; each event stands in it decoded.
//! - A [`Script`] is what is folded: the log's events as its retractions leave them, and hypothetical events after them.
//! - A [`TableState`] is the public table at one revision, with what the event of that revision settled and what the spectator left out.
//! - An [`ObserverState`] is one observer's belief at one revision, with the events that it left out.
//! - A [`Position`] is both, at the same revision. A [`Walk`] carries it from one revision to the next.
//!
//! # The rule of leaving out
//!
//! An event that an observer's own belief cannot take is left out of that observer's fold. The table moves if the *spectator's* belief takes
//! the event; an event that the spectator leaves out moves no table, and is left out by everybody. So the tables of all observers are
//! equal at every revision, and are folded once.

mod again;
mod budget;
mod conflict;
mod error;
mod growing;
mod judge;
mod log;
mod observer;
mod retract;
pub mod score;
mod script;
mod snapshot;
mod suppose;
mod table;
#[cfg(test)]
mod tests;
mod walk;

pub use budget::Budget;
pub use error::Error;
pub use growing::Growing;
pub use judge::{Judged, Judging, OnContradiction, Proposal, Settled};
pub use log::{ChainHash, Entry, FINISH, GameEvent, Log, Meaning, NOTE, OPENING, RETRACT, Recorded, Retraction, read_retraction};
pub use observer::{ObserverState, Position};
pub use retract::Misfit;
pub use script::Script;
pub use snapshot::{
    ThawedTable, Ties, agree, agree_of_observer, agree_of_table, freeze_observer, freeze_table, thaw_observer, thaw_table,
};
pub use suppose::Supposition;
pub use table::{LeftOut, Line, TableState};
pub use walk::{Nobody, Outcome, Timed, Timeline, Visit, Visitor, Walk};
