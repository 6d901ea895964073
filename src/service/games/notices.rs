//! Warnings that stand in the answer to an append, and change nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::append::{AppendRequest, AppendedEvent, EventRequest, Notice};
use super::duplicates::is_its_own;
use super::events::EventView;
use super::events::NEAR;
use super::game::Game;
use crate::projection::{FINISH, LeftOut, Meaning, OnContradiction, Proposal, RETRACT};
use crate::rulesets::{AnyEvent, Observer, Revision, Seat};
use crate::service::{BeliefRequest, Error, Knowledge, Service};

/// So many of a kind are noticed in one answer at most.
const NOTICED: usize = 20;

/// What the seat that a request is made for saw, and does not say. It says nothing of what the log holds, so that it tells the seat nothing that
/// it did not know.
fn unsaid(game: &Game, seat: Seat, read: &[(&Proposal, AnyEvent)]) -> Vec<Notice> {
    let unsaid = read.iter().filter_map(|(proposal, event)| {
        let field = game.opened.unsaid(event, seat)?;
        let kind = &proposal.kind;
        let detail = format!(
            "seat {seat} saw `{field}` of this {kind}, and the event leaves it out: what seat {seat} has itself is uncertain from here on. \
             To add it, retract the event with the whole one as `instead`"
        );
        Some(Notice { pointer: format!("{}/data", proposal.pointer), detail })
    });
    unsaid.collect()
}

/// The belief that was asked for with events could not be worked out after they were recorded.
pub(super) fn unanswered(error: &Error) -> Notice {
    tracing::warn!(?error, "events are recorded, and the belief that was asked for with them cannot be given");
    metrics::counter!("credence_unanswered_total").increment(1);
    let detail =
        format!("the events are recorded, and the belief cannot be given now: {error}; GET /v1/games/{{game}}/belief gives it");
    Notice { pointer: String::new(), detail }
}

impl Service {
    /// Everything that a recorded request is warned of.
    pub(super) async fn notices(
        &self,
        game: &Arc<Game>,
        request: &AppendRequest,
        proposals: &[Proposal],
        appended: &[AppendedEvent],
        left_out_before: &BTreeSet<Revision>,
    ) -> Vec<Notice> {
        let mut notices = self.of_its_own(game, request.reader(), proposals).await;
        notices.extend(self.of_others(game, request, appended).await);
        notices.extend(self.taken_back(game, request, appended).await);
        notices.extend(self.left_out(game, request, appended, left_out_before).await);
        notices.extend(self.due(game, request).await);
        notices
    }

    /// Which ids of a seat's request stand for what others reported: the event of the seat is not recorded then, and whether it is the same is not compared,
    /// because that could tell the seat what it does not see.
    async fn of_others(&self, game: &Arc<Game>, request: &AppendRequest, appended: &[AppendedEvent]) -> Vec<Notice> {
        let mut notices = Vec::new();
        let Some(seat) = request.reporter.seat else { return notices };
        let duplicates = || appended.iter().enumerate().filter(|(_, event)| event.duplicate);
        // What is asked for of a log that is not in memory may hold the next ones, too.
        let mut log = game.log();
        for (place, AppendedEvent { revision, id, .. }) in duplicates() {
            if notices.len() == NOTICED {
                break;
            }
            if log.entry(*revision).is_none() {
                let Ok(read) = self.log_from(game, *revision, (revision + NEAR).min(game.head())).await else { return notices };
                log = read;
            }
            let Some(entry) = log.entry(*revision).filter(|entry| entry.reporter != request.reporter.key) else { continue };
            // What it did itself was compared.
            let was_compared = matches!(&entry.meaning, Meaning::Event(event) if is_its_own(game, &event.event, seat));
            if !was_compared {
                let detail = format!(
                    "the id {id:?} stands for an event that another key reported, at revision {revision}, and this one is not recorded; if it is another \
                     event, send it under an id of its own"
                );
                notices.push(Notice { pointer: request.pointer(place), detail });
            }
        }
        notices
    }

    /// Which events of a request take back what was taken back before: two reporters may have found the same mistake. Said only where the reader sees
    /// the earlier retraction too, and alike however often the request is sent.
    async fn taken_back(&self, game: &Arc<Game>, request: &AppendRequest, appended: &[AppendedEvent]) -> Vec<Notice> {
        let again: Vec<(usize, Revision, Revision)> = {
            let retractions = request.events.iter().zip(appended).enumerate();
            retractions.filter_map(|(place, (event, appended))| Some((place, target(event)?, appended.revision))).collect()
        };
        let Some(last) = again.iter().map(|(_, _, revision)| *revision).max() else { return Vec::new() };
        // Target and revision of each retraction.
        let stand: BTreeSet<(Revision, Revision)> = game.log().retractions(last).map(|(at, target)| (target, at)).collect();
        let (mut notices, mut looked) = (Vec::new(), 0);
        for (place, target, revision) in again {
            let Some((_, before)) = stand.range((target, 0)..(target, revision)).next_back() else { continue };
            let before = *before;
            if looked == NOTICED {
                break;
            }
            looked += 1;
            let Ok(EventView::Seen { .. }) = self.view(game, request.reader(), before).await else { continue };
            let instead = request.events[place].data.get("instead");
            let stands = if instead.is_some_and(|instead| !instead.is_null()) { "its `instead`" } else { "nothing" };
            let detail = format!(
                "revision {target} was taken back before, by revision {before}; from revision {revision} on this retraction counts, and {stands} \
                 stands in the place of revision {target}"
            );
            notices.push(Notice { pointer: request.pointer(place), detail });
        }
        notices
    }

    /// The events that the reader's own belief leaves out before a request that takes events back; none for any other, where nobody asks.
    pub(super) async fn left_out_before(&self, game: &Arc<Game>, request: &AppendRequest) -> BTreeSet<Revision> {
        let knowledge = if request.events.iter().any(|event| target(event).is_some()) {
            self.quarantining(game, request.reader()).await
        } else {
            None
        };
        let left_out = knowledge.iter().flat_map(|knowledge| knowledge.position.observer.left_out.iter());
        left_out.map(|left_out| left_out.revision).collect()
    }

    /// Which events the reader's own belief leaves out, as far as the request is about them: it appended them, put them in the place of others, or took back
    /// what they rest on. What others' beliefs leave out is not said, because it may rest on what the reader cannot know; and a request that is sent again is
    /// answered alike, but for what its retractions had left no room for the first time.
    async fn left_out(
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
        let retractions: Vec<(usize, Revision)> =
            request.events.iter().enumerate().filter_map(|(place, event)| Some((place, target(event)?))).collect();
        let place = |at: Revision| {
            let replaced = || retractions.iter().find(|(_, target)| *target == at);
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

    /// What a game that the request finishes still owes. It follows from the public table alone.
    async fn due(&self, game: &Arc<Game>, request: &AppendRequest) -> Option<Notice> {
        let place = request.events.iter().position(|event| event.r#type == FINISH)?;
        let known = self.knowledge(game, &BeliefRequest { observer: Observer::Public, revision: None }).await.ok()?;
        let due = game.opened.due(&known.position.table.table)?;
        let detail = format!("{due}; to add it, retract the finish, and finish again after it");
        Some(Notice { pointer: request.pointer(place), detail })
    }

    /// What the seat that a request is made for leaves unsaid of its own: what it saw of an event, and what it should know by now.
    async fn of_its_own(&self, game: &Arc<Game>, reader: Observer, proposals: &[Proposal]) -> Vec<Notice> {
        let Observer::Seat(seat) = reader else { return Vec::new() };
        let read =
            proposals.iter().filter_map(|proposal| Some((proposal, game.opened.read(&proposal.kind, &proposal.payload).ok()?)));
        let read: Vec<(&Proposal, AnyEvent)> = read.collect();
        let mut notices = unsaid(game, seat, &read);
        notices.extend(self.unknown_own(game, seat, &read).await);
        notices
    }

    /// What a seat should know of its own by now, where it acted in the request, and does not know: not reported here or before, by whoever it was. It rests on
    /// the seat's own belief alone. Where that belief leaves an event out, the seat knows less for another reason, and reads that elsewhere.
    async fn unknown_own(&self, game: &Arc<Game>, seat: Seat, read: &[(&Proposal, AnyEvent)]) -> Option<Notice> {
        let (Proposal { pointer, .. }, _) = read.iter().rev().find(|(_, event)| game.opened.actor(event) == Some(seat))?;
        let known = self.knowledge(game, &BeliefRequest { observer: Observer::Seat(seat), revision: None }).await.ok()?;
        if !known.position.observer.left_out.is_empty() {
            return None;
        }
        let detail = game.opened.unknown_own(&known.position.observer.belief, &known.position.table.table, seat)?;
        Some(Notice { pointer: pointer.clone(), detail })
    }

    /// What an observer of a game under quarantine knows now. Nobody fails for want of a warning: `None` also where it cannot be worked out.
    async fn quarantining(&self, game: &Arc<Game>, observer: Observer) -> Option<Arc<Knowledge>> {
        if game.opening.on_contradiction != OnContradiction::Quarantine {
            return None;
        }
        self.knowledge(game, &BeliefRequest { observer, revision: None }).await.ok()
    }
}

/// What an event takes back, where it is a retraction that names something.
fn target(event: &EventRequest) -> Option<Revision> {
    event.data.get("revision").and_then(Value::as_u64).filter(|_| event.r#type == RETRACT)
}
