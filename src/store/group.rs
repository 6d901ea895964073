//! The decision of a group, in memory: which appends are taken, and what each event's revision, position and hash are.
//!
//! It rests on what is [known](Known) of the database, and decides nothing that the keys of the tables do not decide again.

use std::collections::{BTreeMap, BTreeSet};

use super::chain::{GENESIS, seal};
use super::known::Known;
use super::name::is_name;
use super::plan::{Before, Decision, ErasedRow, EventRow, ForgottenRow, Moves, OpenedRow, Place, Plan};
use super::{
    Append, AppendError, Appended, CatalogChange, Expected, Head, LogId, NewEvent, Part, Position, RecordedEvent, Revision,
    StreamId,
};

/// Event ids of the group that stand in the log already, with their revisions. Empty until a unique key was violated: then
/// they are looked up, and the group is decided again.
pub(super) type Standing = BTreeMap<LogId, BTreeMap<StreamId, BTreeMap<String, Revision>>>;

/// Decides each append of a group, in order, as if those before it were committed already.
pub(super) fn decide<'a>(appends: &'a [Append], known: &Known, standing: &Standing) -> Plan<'a> {
    let mut deciding = Deciding {
        known,
        standing,
        ids: BTreeMap::new(),
        plan: Plan {
            decisions: Vec::with_capacity(appends.len()),
            events: Vec::new(),
            found: Vec::new(),
            heads: BTreeMap::new(),
            logs: BTreeMap::new(),
            opened: Vec::new(),
            finished: BTreeMap::new(),
            forgotten: Vec::new(),
            erased: Vec::new(),
        },
    };
    for append in appends {
        let decision = deciding.append(append);
        deciding.plan.decisions.push(decision);
    }
    deciding.plan
}

struct Deciding<'a, 'k> {
    known: &'k Known,
    standing: &'k Standing,
    /// Ids that this group takes.
    ids: BTreeMap<(LogId, &'a StreamId), BTreeMap<&'a str, Revision>>,
    plan: Plan<'a>,
}

impl<'a> Deciding<'a, '_> {
    /// First everything is judged, then everything is taken: an append is atomic over its parts.
    fn append(&mut self, append: &'a Append) -> Decision {
        check_shape(append)?;
        for part in &append.parts {
            self.judge(append.log, part)?;
        }
        let places: Vec<Vec<Place>> = append.parts.iter().map(|part| self.take(append.log, part)).collect();
        for change in &append.catalog {
            self.catalog(append, &places, change);
        }
        Ok(places)
    }

    fn head(&self, log: LogId, stream: &StreamId) -> Option<Head> {
        self.plan.heads.get(&(log, stream)).copied().or_else(|| self.known.head(log, stream))
    }

    /// The revision is judged before the ids: whoever is told that it is wrong reads again, and meets the ids then.
    fn judge(&self, log: LogId, part: &'a Part) -> Result<(), AppendError> {
        if let Some(what) = self.known.damage(log, &part.stream) {
            return Err(AppendError::Damaged { stream: part.stream.clone(), what: what.clone() });
        }
        let head = self.head(log, &part.stream);
        let actual = head.map(|head| head.revision);
        let as_expected = match part.expected {
            Expected::NoStream => actual.is_none(),
            Expected::At(revision) => actual == Some(revision),
            Expected::Found(found) => head == Some(found),
            Expected::Any => true,
        };
        if !as_expected {
            return Err(AppendError::WrongRevision { stream: part.stream.clone(), actual });
        }
        if head.is_some_and(|head| head.closed) {
            return Err(AppendError::Closed { stream: part.stream.clone() });
        }
        let standing = self.standing.get(&log).and_then(|streams| streams.get(&part.stream));
        let in_group = self.ids.get(&(log, &part.stream));
        for event in &part.events {
            let taken = standing.and_then(|ids| ids.get(&event.id)).or_else(|| in_group?.get(event.id.as_str()));
            if let Some(revision) = taken {
                return Err(AppendError::IdTaken { stream: part.stream.clone(), id: event.id.clone(), revision: *revision });
            }
        }
        Ok(())
    }

    fn take(&mut self, log: LogId, part: &'a Part) -> Vec<Place> {
        let stream = &part.stream;
        let mut head = self.head(log, stream);
        let from = self.known.position(log).unwrap_or(0);
        let moves = self.plan.logs.entry(log).or_insert(Moves { from, stands: self.known.stands(log), by: 0 });
        if !self.plan.heads.contains_key(&(log, stream)) {
            let compared = match part.expected {
                Expected::Found(found) => Some(Some(found)),
                _ if !moves.stands => Some(head),
                _ => None,
            };
            self.plan.found.extend(compared.map(|head| (log, stream, head)));
        }
        let ids = self.ids.entry((log, stream)).or_default();
        let mut places = Vec::with_capacity(part.events.len());
        for event in &part.events {
            let revision = head.map_or(0, |head| head.revision + 1);
            let (commitment, hash) = seal(&head.map_or(GENESIS, |head| head.hash), stream, revision, event);
            moves.by += 1;
            let place = Place { revision, nth: moves.by, commitment, hash };
            head = Some(Head { revision, hash, closed: false });
            ids.insert(&event.id, revision);
            self.plan.events.push(EventRow { log, stream, event, place });
            places.push(place);
        }
        if let Some(head) = head {
            self.plan.heads.insert((log, stream), head);
        }
        places
    }

    fn catalog(&mut self, append: &'a Append, places: &[Vec<Place>], change: &'a CatalogChange) {
        let log = append.log;
        match change {
            CatalogChange::Opened { game, ruleset, opened_us, persons } => {
                let stream = StreamId::game(game);
                let part = append.parts.iter().zip(places).find(|(part, _)| part.stream == stream);
                // `check_shape` saw to it that the part is there and holds an event.
                if let Some(place) = part.and_then(|(_, places)| places.first()) {
                    let (nth, opened_us) = (place.nth, *opened_us);
                    self.plan.opened.push(OpenedRow { log, nth, game, ruleset, opened_us, persons });
                }
            }
            CatalogChange::Finished { game, finished } => {
                self.plan.finished.insert((log, game), *finished);
            }
            CatalogChange::Forgotten { player, person, mark } => {
                let stream = StreamId::player(person);
                let stream = append.parts.iter().map(|part| &part.stream).find(|of_part| **of_part == stream);
                // `check_shape` saw to it that the part is there.
                if let Some(stream) = stream
                    && let Some(head) = self.plan.heads.get_mut(&(log, stream))
                {
                    head.closed = true;
                    self.plan.forgotten.push(ForgottenRow { log, stream, player, person, mark });
                }
            }
            CatalogChange::Erased { game } => {
                let stream = StreamId::game(game);
                let stream = append.parts.iter().map(|part| &part.stream).find(|of_part| **of_part == stream);
                // `check_shape` saw to it that the part is there.
                if let Some(stream) = stream
                    && let Some(head) = self.plan.heads.get_mut(&(log, stream))
                {
                    head.closed = true;
                    self.plan.erased.push(ErasedRow { log, stream, game });
                }
            }
        }
    }
}

/// What no database should be asked to take: it would refuse the whole group for it.
fn check_shape(append: &Append) -> Result<(), AppendError> {
    let malformed = |what| Err(AppendError::Malformed { what });
    if append.parts.is_empty() {
        return malformed("it has no part");
    }
    let mut streams = BTreeSet::new();
    for part in &append.parts {
        if part.events.is_empty() {
            return malformed("a part holds no event");
        }
        if !is_name(part.stream.as_str()) || !part.events.iter().all(|event| is_name(&event.id) && is_name(&event.kind)) {
            return malformed("a stream, an event id or a type is no name");
        }
        let ids: BTreeSet<&str> = part.events.iter().map(|event| event.id.as_str()).collect();
        if ids.len() < part.events.len() {
            return malformed("an event id stands in it twice");
        }
        if !streams.insert(&part.stream) {
            return malformed("two parts are for one stream");
        }
    }
    append.catalog.iter().try_for_each(|change| check_change(append, change))
}

fn check_change(append: &Append, change: &CatalogChange) -> Result<(), AppendError> {
    let malformed = |what| Err(AppendError::Malformed { what });
    match change {
        CatalogChange::Opened { game, ruleset, persons, .. } => {
            if !is_name(game) || !is_name(ruleset) || !persons.iter().all(|person| is_name(person)) {
                return malformed("a game, a ruleset or a person is no name");
            }
            let stream = StreamId::game(game);
            if !append.parts.iter().any(|part| part.stream == stream && part.expected == Expected::NoStream) {
                return malformed("a game is opened without the part that creates its stream");
            }
        }
        CatalogChange::Finished { .. } => {}
        CatalogChange::Forgotten { player, person, mark } => {
            if ![player, person, mark].into_iter().all(|name| is_name(name)) {
                return malformed("a player, a person or a mark is no name");
            }
            let stream = StreamId::player(person);
            if !append.parts.iter().any(|part| part.stream == stream) {
                return malformed("a player is forgotten without a part for the person's stream");
            }
        }
        CatalogChange::Erased { game } => {
            if !is_name(game) {
                return malformed("a game is no name");
            }
            let stream = StreamId::game(game);
            if !append.parts.iter().any(|part| part.stream == stream) {
                return malformed("a game is erased without a part for its stream");
            }
        }
    }
    Ok(())
}

/// The answers to a committed group: the appends with their places, and the positions that follow from those which its logs had before.
pub(super) fn answers(appends: Vec<Append>, decisions: Vec<Decision>, before: &Before) -> Vec<Result<Appended, AppendError>> {
    let answer = |append: Append, places: Vec<Vec<Place>>| {
        let before = before.get(&append.log).copied().unwrap_or_default();
        let parts = append.parts.into_iter().zip(places);
        Appended { parts: parts.map(|(part, places)| recorded(part, places, before)).collect() }
    };
    appends.into_iter().zip(decisions).map(|(append, decision)| Ok(answer(append, decision?))).collect()
}

fn recorded(part: Part, places: Vec<Place>, before: Position) -> Vec<RecordedEvent> {
    let record = |(event, place): (NewEvent, Place)| RecordedEvent {
        revision: place.revision,
        position: before + place.nth,
        id: event.id,
        kind: event.kind,
        schema: event.schema,
        time_us: event.time_us,
        payload: Some(event.payload),
        salt: Some(event.salt),
        commitment: place.commitment,
        hash: place.hash,
        reporter: event.reporter,
    };
    part.events.into_iter().zip(places).map(record).collect()
}
