//! Events that a request brings again: the game has recorded them before.

use std::collections::{BTreeMap, BTreeSet};

use super::append::{AppendRequest, AppendedEvent};
use super::game::Game;
use crate::projection::{Log, Proposal};
use crate::rulesets::{AnyEvent, Observer, Revision, Seat};
use crate::service::{Error, Service};
use crate::store::RecordedEvent;

/// Longest event id in bytes.
const ID_BYTES: usize = 128;

/// Where the ids of a request stand in the log.
pub(super) struct Standing {
    ids: BTreeMap<String, Revision>,
    /// The last event in memory when that was looked up.
    head: Revision,
    /// Whether those are all there are up to the head: the events in memory may begin late in the log.
    pub(super) complete: bool,
}

impl Standing {
    /// Whether no id of the request is known to stand.
    pub(super) fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Whether an id of the request may have come into the log since. Another server, which the client asked first, may have written it, and a
    /// reader may have taken it in at any moment, and have dropped it from memory again.
    pub(super) fn is_outdated(&self, log: &Log, request: &AppendRequest) -> bool {
        if log.first() > self.head + 1 {
            return true;
        }
        let mut new = (self.head + 1..log.next()).filter_map(|revision| log.entry(revision));
        new.any(|entry| request.events.iter().any(|event| event.id.as_deref() == Some(&*entry.id)))
    }
}

/// Refuses ids that cannot stand in the log, and one that stands in the request twice.
pub(super) fn check_ids(request: &AppendRequest) -> Result<(), Error> {
    let mut ids = BTreeSet::new();
    for (index, event) in request.events.iter().enumerate() {
        let Some(id) = &event.id else { continue };
        let pointer = format!("{}/id", request.pointer(index));
        if !ids.insert(id) {
            return Err(Error::IdTwice { id: id.clone(), pointer });
        }
        check_event_id(id, &pointer)?;
    }
    Ok(())
}

/// Refuses an id that cannot stand in the log.
pub(in crate::service) fn check_event_id(id: &str, pointer: &str) -> Result<(), Error> {
    let rule = || format!("an event id is 1 to {ID_BYTES} bytes without control characters and line separators");
    if id.is_empty() || id.len() > ID_BYTES {
        return Err(Error::malformed(pointer, format!("{}; this one has {} bytes", rule(), id.len())));
    }
    let is_wrong = |letter: &char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    match id.chars().find(is_wrong) {
        Some(wrong) => Err(Error::malformed(pointer, format!("{}; leave U+{:04X} out of it", rule(), u32::from(wrong)))),
        None => Ok(()),
    }
}

impl Service {
    /// Where the ids of a request stand, as far as the events in memory say.
    pub(super) fn standing_in_memory(&self, game: &Game, request: &AppendRequest) -> Standing {
        let log = game.log();
        let head = log.next().saturating_sub(1);
        if request.events.iter().all(|event| event.id.is_none()) {
            return Standing { ids: BTreeMap::new(), head, complete: true };
        }
        let asked: BTreeSet<&str> = request.events.iter().filter_map(|event| event.id.as_deref()).collect();
        let standing = log.entries().filter(|(_, entry)| asked.contains(&*entry.id));
        let ids = standing.map(|(revision, entry)| (entry.id.as_ref().to_owned(), revision)).collect();
        Standing { ids, head, complete: log.first() == 0 }
    }

    /// Where the ids of a request stand, as the database says.
    pub(super) async fn standing_in_store(&self, game: &Game, request: &AppendRequest) -> Result<Standing, Error> {
        let head = game.log().next().saturating_sub(1);
        let asked: Vec<&str> = request.events.iter().filter_map(|event| event.id.as_deref()).collect();
        let ids = self.store.find(game.key.0, &game.stream(), &asked).await?.into_iter().collect();
        Ok(Standing { ids, head, complete: true })
    }

    /// The events at the front of the request that the game has recorded already.
    pub(super) async fn known_front(
        &self,
        game: &Game,
        request: &AppendRequest,
        proposals: &[Proposal],
        standing: &Standing,
    ) -> Result<Vec<AppendedEvent>, Error> {
        let mut known = Vec::new();
        if standing.is_empty() {
            return Ok(known);
        }
        let mut read = self.standing_rows(game, standing).await?;
        for (index, (event, proposal)) in request.events.iter().zip(proposals).enumerate() {
            let Some((id, revision)) = event.id.as_ref().and_then(|id| standing.ids.get_key_value(id)) else { continue };
            let stands = match read.remove(revision) {
                Some(stands) => Some(stands),
                None => self.store.read(game.key.0, &game.stream(), *revision, 1).await?.into_iter().next(),
            };
            let pointer = || format!("{}/id", request.pointer(index));
            // What a seat may not see is not compared for it either: that an answer depends on it would show it.
            let compares = |stands: &RecordedEvent| request.reporter.seat.is_none_or(|seat| sees_whole(game, stands, seat));
            if !stands.is_some_and(|stands| !compares(&stands) || is_same(&stands, proposal)) {
                return Err(Error::IdReused { id: id.clone(), revision: *revision, pointer: pointer() });
            }
            if known.len() != index {
                return Err(Error::IdMisplaced { id: id.clone(), pointer: pointer() });
            }
            known.push(AppendedEvent { revision: *revision, id: id.clone(), duplicate: true });
        }
        Ok(known)
    }
}

impl Service {
    /// The events that stand under ids of a request, as far as they follow one another from the first: those of a request that is sent again all do.
    async fn standing_rows(&self, game: &Game, standing: &Standing) -> Result<BTreeMap<Revision, RecordedEvent>, Error> {
        let Some(first) = standing.ids.values().min() else { return Ok(BTreeMap::new()) };
        let count = u32::try_from(standing.ids.len()).unwrap_or(u32::MAX);
        let rows = self.store.read(game.key.0, &game.stream(), *first, count).await?;
        Ok(rows.into_iter().map(|row| (row.revision, row)).collect())
    }
}

/// Whether a seat did what stands in the log, and saw all of it.
fn sees_whole(game: &Game, stands: &RecordedEvent, seat: Seat) -> bool {
    let Some(payload) = &stands.payload else { return false };
    game.opened.read(&stands.kind, payload).is_ok_and(|event| is_its_own(game, &event, seat))
}

/// Whether a seat did this, and saw all of it.
pub(super) fn is_its_own(game: &Game, event: &AnyEvent, seat: Seat) -> bool {
    let seen = |observer| game.opened.view(event, observer);
    game.opened.actor(event) == Some(seat) && seen(Observer::Seat(seat)) == seen(Observer::Referee)
}

/// Whether an event that stands in the log is the one proposed. Of an erased event nothing is left to compare with: the id alone says that it
/// was recorded.
fn is_same(stands: &RecordedEvent, proposal: &Proposal) -> bool {
    stands.kind == proposal.kind && stands.payload.as_ref().is_none_or(|stored| *stored == proposal.payload)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::{Entry, Meaning};
    use crate::service::{EventRequest, Reporter};
    use crate::store::chain::GENESIS;

    fn log_of(ids: &[&str]) -> Log {
        let mut log = Log::default();
        for id in ids {
            let meaning = Meaning::Note("".into());
            log.push(Entry {
                id: (*id).into(),
                kind: "note".into(),
                time_us: 0,
                meaning,
                size: 2,
                hash: GENESIS,
                reporter: None,
            });
        }
        log
    }

    fn request(event: EventRequest, if_match: Option<Vec<Revision>>) -> AppendRequest {
        let reporter = Reporter::default();
        AppendRequest { events: vec![event], place: None, if_match, observer: None, with_belief: false, reporter }
    }

    #[test]
    fn an_id_that_another_server_wrote_since_is_noticed() {
        let event = EventRequest { id: Some("e2".into()), r#type: "note".into(), time: None, data: Default::default() };
        let request = request(event, Some(vec![1]));
        let looked_up_at = |head| Standing { ids: BTreeMap::new(), head, complete: true };
        let before = log_of(&["opening", "e1"]);
        assert!(!looked_up_at(1).is_outdated(&before, &request));
        let after = log_of(&["opening", "e1", "e2"]);
        assert!(looked_up_at(1).is_outdated(&after, &request), "the retry is a duplicate, and not too late");
        assert!(!looked_up_at(2).is_outdated(&after, &request));
        assert!(!looked_up_at(1).is_outdated(&log_of(&["opening", "e1", "e3"]), &request));
    }

    #[test]
    fn what_went_from_memory_since_is_looked_up() {
        let event = EventRequest { id: Some("e2".into()), r#type: "note".into(), time: None, data: Default::default() };
        let request = request(event, None);
        let ids: Vec<String> = (0..400).map(|at| format!("e{at}")).collect();
        let mut log = log_of(&ids.iter().map(String::as_str).collect::<Vec<_>>());
        log.trim(0);
        assert_eq!((log.first(), log.next()), (400, 400), "all went");
        let looked_up_at = |head| Standing { ids: BTreeMap::new(), head, complete: true };
        assert!(looked_up_at(398).is_outdated(&log, &request));
        assert!(!looked_up_at(399).is_outdated(&log, &request));
    }
}
