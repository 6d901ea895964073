//! Whether a game's events can be read by its ruleset, the catalog says what its stream says, and its snapshots are what it folds to.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Damage;
use super::gather::Gathered;
use crate::projection::{
    Budget, Entry, Error, Log, Meaning, Nobody, OPENING, Position, Recorded, Script, Ties, Walk, agree_of_observer,
    agree_of_table, thaw_observer, thaw_table,
};
use crate::rulesets::{AnyGame, AnyRuleset, Observer, Revision, find};
use crate::service::games::GameOpening;
use crate::store::{GameRow, LogId, RecordedEvent, SnapshotRow, StreamId, TABLE};

/// A game as far as its events can be read.
pub(super) struct ReadGame {
    ruleset: &'static dyn AnyRuleset,
    opened: Arc<dyn AnyGame>,
    opening: GameOpening,
    log: Log,
    /// Whether every event of it could be read.
    is_whole: bool,
}

/// Decodes a game's events. Those that do not decode are named.
pub(super) fn read(log: LogId, stream: &StreamId, gathered: &Gathered, found: &mut Vec<Damage>) -> Option<ReadGame> {
    let first = gathered.events.first().filter(|event| event.revision == 0)?;
    let damage =
        |event: &RecordedEvent, what: String| Damage::of_stream(log, stream, Some(event.revision), what).at(event.position);
    let (ruleset, opened, opening) = match open(first) {
        Ok(opened) => opened,
        Err(what) => {
            found.push(damage(first, what));
            return None;
        }
    };
    let (mut events, mut is_whole) = (Log::default(), true);
    for event in &gathered.events {
        let data = event.payload.as_deref();
        let recorded = Recorded { revision: event.revision, kind: &event.kind, schema: event.schema, data };
        match Meaning::of(&*opened, recorded) {
            Ok(meaning) if is_whole && event.revision == events.next() => events.push(Entry {
                id: event.id.as_str().into(),
                kind: event.kind.as_str().into(),
                time_us: event.time_us,
                meaning,
                size: data.map_or(0, <[u8]>::len),
                hash: event.hash,
                reporter: event.reporter.as_deref().map(Into::into),
            }),
            Ok(_) => is_whole = false,
            Err(error) => {
                is_whole = false;
                // One whose payload is gone is named already.
                if data.is_some() {
                    found.push(damage(event, format!("the event does not decode: {error}")));
                }
            }
        }
    }
    Some(ReadGame { ruleset, opened, opening, log: events, is_whole })
}

type Opened = (&'static dyn AnyRuleset, Arc<dyn AnyGame>, GameOpening);

fn open(first: &RecordedEvent) -> Result<Opened, String> {
    if first.kind != OPENING {
        return Err("the stream does not begin with an opening".to_owned());
    }
    let payload = first.payload.as_deref().ok_or("the opening was erased")?;
    let opening: GameOpening =
        serde_json::from_slice(payload).map_err(|error| format!("the opening does not decode: {error}"))?;
    let ruleset = find(&opening.ruleset).ok_or_else(|| format!("this release hosts no ruleset {:?}", opening.ruleset))?;
    let opened = ruleset.game(first.schema, serde_json::json!(opening));
    let opened = opened.map_err(|error| format!("the opening is refused by its ruleset: {error}"))?;
    Ok((ruleset, opened, opening))
}

impl ReadGame {
    /// Compares the row of the catalog with the opening and the end.
    pub fn check_catalog(&self, log: LogId, stream: &StreamId, gathered: &Gathered) -> Vec<Damage> {
        let Some(first) = gathered.events.first() else { return Vec::new() };
        let mut found = Vec::new();
        let mut differs = |what: String| found.push(Damage::of_stream(log, stream, Some(0), what).at(first.position));
        let Some(row) = &gathered.game else {
            differs("the catalog does not list the game".to_owned());
            return found;
        };
        let GameRow { position, ruleset, finished, opened_us, seats, .. } = row;
        if *position != first.position {
            differs(format!("the catalog says that the game was opened at position {position}"));
        }
        if *ruleset != self.opening.ruleset {
            differs(format!("the catalog says that the game is one of {ruleset:?}"));
        }
        if *opened_us != first.time_us {
            differs("the catalog names another time of its opening".to_owned());
        }
        let is_finished = self.log.finish(self.log.next().saturating_sub(1)).is_some();
        if self.is_whole && *finished != is_finished {
            differs(format!("the catalog says that the game is {}", if *finished { "finished" } else { "open" }));
        }
        let persons = self.opening.seats.iter().map(|seat| &seat.person);
        if !seats.iter().map(|(seat, person)| (*seat, person)).eq((0..).zip(persons)) {
            differs("the catalog names other persons in the seats".to_owned());
        }
        found
    }

    /// Whether snapshots can be compared: a fold of a game that is not whole says nothing.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether a snapshot is of this release's inference. Others are kept to be compared by people.
    pub fn is_ours(&self, row: &SnapshotRow) -> bool {
        row.schema == self.ruleset.schema() && row.model == self.ruleset.model()
    }

    /// Compares snapshots with a fold of the log: each observer is folded once, from the first event.
    pub fn check_snapshots(&self, log: LogId, stream: &StreamId, states: &[(SnapshotRow, Vec<u8>)]) -> Vec<Damage> {
        let mut found = Vec::new();
        let damage = |row: &SnapshotRow, what: &str| {
            Damage::of_stream(log, stream, Some(row.revision), format!("the snapshot of {} {what}", row.observer))
        };
        let mut by_observer: BTreeMap<Observer, Vec<&(SnapshotRow, Vec<u8>)>> = BTreeMap::new();
        for state in states {
            let row = &state.0;
            // The spectator's fold passes every table.
            let observer = if row.observer == TABLE { Ok(Observer::Public) } else { row.observer.parse() };
            match observer {
                Ok(Observer::Seat(seat)) if usize::from(seat) >= self.opened.seats() => {
                    found.push(damage(row, "is of a seat that the game does not have"));
                }
                Ok(_) if row.revision >= self.log.next() => {
                    found.push(damage(row, "is of a revision that the game does not have"))
                }
                Ok(observer) => by_observer.entry(observer).or_default().push(state),
                Err(_) => found.push(damage(row, "is of nobody")),
            }
        }
        for (observer, mut states) in by_observer {
            states.sort_by_key(|(row, _)| row.revision);
            let mut position = Position::begin(&*self.opened, observer);
            for (row, state) in states {
                position = match self.fold(observer, position, row.revision) {
                    Ok(position) => position,
                    Err(error) => {
                        found.push(damage(row, &format!("cannot be compared: {error}")));
                        break;
                    }
                };
                if let Err(what) = self.compare(stream, row, state, &position) {
                    found.push(damage(row, &what));
                }
            }
        }
        found
    }

    fn fold(&self, observer: Observer, mut position: Position, revision: Revision) -> Result<Position, Error> {
        // A retraction in between has changed what was folded before it.
        if !self.log.agrees(position.revision(), revision) {
            position = Position::begin(&*self.opened, observer);
        }
        let (script, budget) = (Script::of(&self.log, revision), Budget::full());
        Walk { game: &self.opened, script: &script, line: None, budget: &budget }.to(position, revision, &mut Nobody)
    }

    fn compare(&self, stream: &StreamId, row: &SnapshotRow, state: &[u8], folded: &Position) -> Result<(), String> {
        let game = &*self.opened;
        let ties = Ties { stream: stream.as_str(), revision: row.revision, schema: row.schema, model: row.model };
        let differs = || Err("is not what the log gives".to_owned());
        if row.observer == TABLE {
            let thawed = thaw_table(game, state, &ties).map_err(|error| format!("does not thaw: {error}"))?;
            let ends = self.log.ends().take_while(|end| *end <= row.revision);
            let same = agree_of_table(game, &thawed.table, &folded.table)
                && self.log.entry(row.revision).is_some_and(|entry| entry.hash == thawed.hash)
                && self.log.retractions(row.revision).eq(thawed.retractions.iter().copied())
                && ends.eq(thawed.ends.iter().copied());
            return if same { Ok(()) } else { differs() };
        }
        let observer = folded.observer.observer;
        let thawed = thaw_observer(game, observer, state, &ties).map_err(|error| format!("does not thaw: {error}"))?;
        if !agree_of_observer(game, &thawed, &folded.observer) {
            return differs();
        }
        if game.marginals(&folded.observer.belief, &folded.table.table).hash() != row.belief_hash {
            return Err("bears a fingerprint that is not that of the belief".to_owned());
        }
        Ok(())
    }
}
