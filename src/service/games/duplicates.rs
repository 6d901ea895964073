//! Events that a request brings again: the game has recorded them before.

use std::collections::{BTreeMap, BTreeSet};

use super::game::Game;
use super::record::{AppendRequest, AppendedEvent};
use crate::projection::Proposal;
use crate::rulesets::Revision;
use crate::service::{Error, Service};
use crate::store::RecordedEvent;

/// Longest event id in bytes.
const ID_BYTES: usize = 128;

/// Where the ids of a request stand in the log.
pub(super) type Standing = BTreeMap<String, Revision>;

/// Refuses ids that cannot stand in the log, and one that stands in the request twice.
pub(super) fn check_ids(request: &AppendRequest) -> Result<(), Error> {
    let mut ids = BTreeSet::new();
    for (index, event) in request.events.iter().enumerate() {
        let Some(id) = &event.id else { continue };
        let pointer = format!("{}/id", request.pointer(index));
        if !ids.insert(id) {
            return Err(Error::IdMisplaced { id: id.clone(), pointer });
        }
        if id.is_empty() || id.len() > ID_BYTES || id.chars().any(char::is_control) {
            return Err(Error::malformed(pointer, format!("an event id is 1 to {ID_BYTES} bytes without control characters")));
        }
    }
    Ok(())
}

impl Service {
    /// Where the ids of a request stand, as far as the events in memory tell; and whether those are all there are.
    pub(super) fn standing_in_memory(&self, game: &Game, request: &AppendRequest) -> (Standing, bool) {
        if request.events.iter().all(|event| event.id.is_none()) {
            return (Standing::new(), true);
        }
        let log = game.log();
        let asked: BTreeSet<&str> = request.events.iter().filter_map(|event| event.id.as_deref()).collect();
        let standing = log.entries().filter(|(_, entry)| asked.contains(&*entry.id));
        (standing.map(|(revision, entry)| (entry.id.as_ref().to_owned(), revision)).collect(), log.first() == 0)
    }

    /// Where the ids of a request stand, as the database tells.
    pub(super) async fn standing_in_store(&self, game: &Game, request: &AppendRequest) -> Result<Standing, Error> {
        let ids: Vec<&str> = request.events.iter().filter_map(|event| event.id.as_deref()).collect();
        Ok(self.store.find(game.key.0, &game.stream(), &ids).await?.into_iter().collect())
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
        for (index, (event, proposal)) in request.events.iter().zip(proposals).enumerate() {
            let Some((id, revision)) = event.id.as_ref().and_then(|id| standing.get_key_value(id)) else { continue };
            let stands = self.store.read(game.key.0, &game.stream(), *revision, 1).await?.into_iter().next();
            let pointer = || format!("{}/id", request.pointer(index));
            if !stands.is_some_and(|stands| is_same(&stands, proposal)) {
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

/// Whether an event that stands in the log is the one proposed. Of an erased event nothing is left to compare with: the id alone says that it
/// was recorded.
fn is_same(stands: &RecordedEvent, proposal: &Proposal) -> bool {
    stands.kind == proposal.kind && stands.payload.as_ref().is_none_or(|stored| *stored == proposal.payload)
}
