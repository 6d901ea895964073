//! Frozen tables and beliefs: what lets a fold begin elsewhere than at the first event.
//!
//! A snapshot can be dropped at any time: it holds nothing that a fold of the log does not give again, to the bit. It is sealed with a
//! checksum over its content and over what it belongs to, so that one that was damaged, or stands in another's place, is no snapshot.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{ChainHash, Error, Growing, LeftOut, Log, ObserverState, Position, TableState};
use crate::rulesets::{AnyGame, Observer, Revision};

/// Version of the layout of this file. Raise it when the structures below change: older snapshots are then dropped.
const LAYOUT: u32 = 2;

/// What a snapshot belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Ties<'a> {
    /// The game's stream.
    pub stream: &'a str,
    /// After which event.
    pub revision: Revision,
    /// Version of the ruleset's events.
    pub schema: u32,
    /// Version of the ruleset's inference.
    pub model: u32,
}

/// A table that was thawed, with what a log that begins after it must know of the events before.
pub struct ThawedTable {
    /// The table.
    pub table: TableState,
    /// Revision and target of each retraction so far.
    pub retractions: Vec<(Revision, Revision)>,
    /// Revisions of all ends so far.
    pub ends: Vec<Revision>,
    /// The hash chain of the log at that revision: what follows it in the log must continue it.
    pub hash: ChainHash,
}

#[derive(Serialize, Deserialize)]
struct FrozenTable {
    table: Vec<u8>,
    left_out: Vec<(Revision, String, String)>,
    spectator: Option<FrozenObserver>,
    retractions: Vec<(Revision, Revision)>,
    ends: Vec<Revision>,
    hash: ChainHash,
}

#[derive(Serialize, Deserialize)]
struct FrozenObserver {
    widening: u32,
    belief: Vec<u8>,
    left_out: Vec<(Revision, String, String)>,
}

/// A table as it stands in a snapshot. `log` is the game's, to know its retractions and ends; `hash` is its chain at the table's revision.
#[must_use]
pub fn freeze_table(game: &dyn AnyGame, state: &TableState, log: &Log, hash: ChainHash, ties: &Ties<'_>) -> Vec<u8> {
    let until = state.revision;
    let frozen = FrozenTable {
        table: game.freeze_table(&state.table),
        left_out: listed(&state.left_out),
        spectator: state.spectator.as_ref().map(|spectator| frozen(game, spectator)),
        retractions: log.retractions(until).collect(),
        ends: log.ends().take_while(|end| *end <= until).collect(),
        hash,
    };
    seal(&frozen, ties, &"table")
}

/// The table of a snapshot.
///
/// # Errors
/// Where it is not what was frozen, or belongs elsewhere.
pub fn thaw_table(game: &dyn AnyGame, sealed: &[u8], ties: &Ties<'_>) -> Result<ThawedTable, Error> {
    let frozen: FrozenTable = open(sealed, ties, &"table")?;
    let spectator = match frozen.spectator {
        Some(spectator) => Some(thawed(game, Observer::Public, ties.revision, spectator)?.into()),
        None => None,
    };
    let table = TableState {
        revision: ties.revision,
        table: game.thaw_table(&frozen.table)?,
        settled: Vec::new().into(),
        left_out: list(frozen.left_out),
        spectator,
    };
    Ok(ThawedTable { table, retractions: frozen.retractions, ends: frozen.ends, hash: frozen.hash })
}

/// An observer's belief as it stands in a snapshot.
#[must_use]
pub fn freeze_observer(game: &dyn AnyGame, state: &ObserverState, ties: &Ties<'_>) -> Vec<u8> {
    seal(&frozen(game, state), ties, &state.observer)
}

/// The belief of a snapshot.
///
/// # Errors
/// Where it is not what was frozen, or belongs elsewhere.
pub fn thaw_observer(game: &dyn AnyGame, observer: Observer, sealed: &[u8], ties: &Ties<'_>) -> Result<ObserverState, Error> {
    thawed(game, observer, ties.revision, open(sealed, ties, &observer)?)
}

/// Whether a position that was thawed is the one that was folded. The words in which it says why events were left out are not compared: another
/// release may put them in another way.
#[must_use]
pub fn agree(game: &dyn AnyGame, thawed: &Position, folded: &Position) -> bool {
    agree_of_table(game, &thawed.table, &folded.table) && agree_of_observer(game, &thawed.observer, &folded.observer)
}

/// The same of the table alone.
#[must_use]
pub fn agree_of_table(game: &dyn AnyGame, thawed: &TableState, folded: &TableState) -> bool {
    game.freeze_table(&thawed.table) == game.freeze_table(&folded.table) && leave_out_the_same(&thawed.left_out, &folded.left_out)
}

/// The same of the belief alone.
#[must_use]
pub fn agree_of_observer(game: &dyn AnyGame, thawed: &ObserverState, folded: &ObserverState) -> bool {
    thawed.widening == folded.widening
        && game.freeze_belief(&thawed.belief) == game.freeze_belief(&folded.belief)
        && leave_out_the_same(&thawed.left_out, &folded.left_out)
}

fn leave_out_the_same(one: &Growing<LeftOut>, other: &Growing<LeftOut>) -> bool {
    one.iter().map(|entry| (entry.revision, &entry.kind)).eq(other.iter().map(|entry| (entry.revision, &entry.kind)))
}

fn frozen(game: &dyn AnyGame, state: &ObserverState) -> FrozenObserver {
    FrozenObserver { widening: state.widening, belief: game.freeze_belief(&state.belief), left_out: listed(&state.left_out) }
}

fn thawed(game: &dyn AnyGame, observer: Observer, revision: Revision, frozen: FrozenObserver) -> Result<ObserverState, Error> {
    let FrozenObserver { widening, belief, left_out } = frozen;
    let belief = game.thaw_belief(observer, widening, &belief)?;
    Ok(ObserverState { observer, revision, belief, left_out: list(left_out), widening })
}

fn listed(list: &Growing<LeftOut>) -> Vec<(Revision, String, String)> {
    list.iter().map(|entry| (entry.revision, entry.kind.as_ref().to_owned(), entry.detail.as_ref().to_owned())).collect()
}

fn list(listed: Vec<(Revision, String, String)>) -> Growing<LeftOut> {
    let entry =
        |(revision, kind, detail): (Revision, String, String)| LeftOut { revision, kind: kind.into(), detail: detail.into() };
    listed.into_iter().map(entry).collect()
}

/// The checksum, then the content.
fn seal(content: &impl Serialize, ties: &Ties<'_>, what: &dyn fmt::Display) -> Vec<u8> {
    let mut sealed = vec![0; blake3::OUT_LEN];
    sealed.extend(postcard::to_allocvec(content).expect("what is frozen is plain data of known length"));
    let sum = checksum(&sealed[blake3::OUT_LEN..], ties, what);
    sealed[..blake3::OUT_LEN].copy_from_slice(sum.as_bytes());
    sealed
}

fn open<T: DeserializeOwned>(sealed: &[u8], ties: &Ties<'_>, what: &dyn fmt::Display) -> Result<T, Error> {
    let damaged = |why: &str| Error::Damaged(format!("the snapshot of {what} at revision {} {why}", ties.revision));
    let (sum, content) = sealed.split_at_checked(blake3::OUT_LEN).ok_or_else(|| damaged("is cut"))?;
    let sum: [u8; blake3::OUT_LEN] = sum.try_into().map_err(|_| damaged("is cut"))?;
    if checksum(content, ties, what) != sum {
        return Err(damaged("is not what was written"));
    }
    postcard::from_bytes(content).map_err(|error| damaged(&format!("does not decode: {error}")))
}

fn checksum(content: &[u8], ties: &Ties<'_>, what: &dyn fmt::Display) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new_derive_key("credence snapshot 1");
    let Ties { stream, revision, schema, model } = ties;
    hasher.update(format!("{LAYOUT} {stream} {what} {revision} {schema} {model}\n").as_bytes());
    hasher.update(content).finalize()
}
