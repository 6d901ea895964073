//! Warnings that stand in the answer to an append, and change nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::append::{AppendRequest, AppendedEvent, EventRequest, Notice};
use super::game::Game;
use crate::projection::{LeftOut, OnContradiction, Proposal, RETRACT};
use crate::rulesets::{Observer, Revision};
use crate::service::{BeliefRequest, Knowledge, Service};

/// What the seat that a request is made for saw, and does not say. It says nothing of what the log holds, so that it tells the seat nothing that
/// it did not know.
pub(super) fn unsaid(game: &Game, observer: Option<Observer>, proposals: &[Proposal]) -> Vec<Notice> {
    let Some(Observer::Seat(seat)) = observer else { return Vec::new() };
    let unsaid = proposals.iter().filter_map(|proposal| {
        let event = game.opened.read(&proposal.kind, &proposal.payload).ok()?;
        let field = game.opened.unsaid(&event, seat)?;
        let kind = &proposal.kind;
        let detail = format!(
            "seat {seat} saw `{field}` of this {kind}, and the event leaves it out: what seat {seat} has itself is uncertain from here on. \
             To add it, retract the event with the whole one as `instead`"
        );
        Some(Notice { pointer: format!("{}/data", proposal.pointer), detail })
    });
    unsaid.collect()
}

impl Service {
    /// The events that the reader's own belief leaves out before a request that takes events back; none for any other, where nobody asks.
    pub(super) async fn left_out_before(&self, game: &Arc<Game>, request: &AppendRequest) -> BTreeSet<Revision> {
        let knowledge = if request.events.iter().any(retracts) { self.quarantining(game, request.reader()).await } else { None };
        let left_out = knowledge.iter().flat_map(|knowledge| knowledge.position.observer.left_out.iter());
        left_out.map(|left_out| left_out.revision).collect()
    }

    /// Which events the reader's own belief leaves out, as far as the request is about them: it appended them, put them in the place of others, or took back
    /// what they rest on. What others' beliefs leave out is not said, because it may rest on what the reader cannot know; and a request that is sent again is
    /// answered alike, but for what its retractions had left no room for the first time.
    pub(super) async fn left_out(
        &self,
        game: &Arc<Game>,
        request: &AppendRequest,
        appended: &[AppendedEvent],
        before: &BTreeSet<Revision>,
    ) -> Vec<Notice> {
        let reader = request.reader();
        let Some(knowledge) = self.quarantining(game, reader).await else { return Vec::new() };
        // What is sent again may be sent in another order.
        let own: BTreeMap<Revision, usize> = appended.iter().map(|event| event.revision).zip(0..).collect();
        let first = own.keys().next().copied().unwrap_or_default();
        let retractions: Vec<(usize, Option<Revision>)> = {
            let all = request.events.iter().enumerate().filter(|(_, event)| retracts(event));
            all.map(|(place, event)| (place, event.data.get("revision").and_then(Value::as_u64))).collect()
        };
        let place = |at: Revision| {
            let replaced = || retractions.iter().find(|(_, target)| *target == Some(at));
            let caused = || retractions.first().filter(|_| at < first && !before.contains(&at));
            own.get(&at).or_else(|| replaced().or_else(caused).map(|(place, _)| place)).copied()
        };
        let notice = |left_out: &LeftOut| {
            let LeftOut { revision, kind, detail } = left_out;
            let detail = format!(
                "the {kind} of revision {revision} stands in the log, and the belief of {reader} leaves it out: {detail}"
            );
            Some(Notice { pointer: request.pointer(place(*revision)?), detail })
        };
        knowledge.position.observer.left_out.iter().filter_map(notice).collect()
    }

    /// What an observer of a game under quarantine knows now. Nobody fails for want of a warning: `None` also where it cannot be worked out.
    async fn quarantining(&self, game: &Arc<Game>, observer: Observer) -> Option<Arc<Knowledge>> {
        if game.opening.on_contradiction != OnContradiction::Quarantine {
            return None;
        }
        self.knowledge(game, &BeliefRequest { observer, revision: None }).await.ok()
    }
}

fn retracts(event: &EventRequest) -> bool {
    event.r#type == RETRACT
}
