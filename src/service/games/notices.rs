//! Warnings that stand in the answer to an append, and change nothing.

use serde::Serialize;

use super::game::Game;
use crate::projection::{Proposal, Quarantined};
use crate::rulesets::{Observer, Seat};

/// Something about an event that was taken, and is most likely not what was meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Notice {
    /// JSON pointer to the event, or to the part of it that is meant.
    pub pointer: String,
    /// What is unusual, and what to do about it.
    pub detail: String,
}

/// What the seat that a request is made for saw, and does not say; then which events are left out by who judged them. The first says nothing of what the
/// log holds, so that it tells the seat nothing that it did not know; the second is written for the observer who reads it.
pub(super) fn notices(
    game: &Game,
    observer: Option<Observer>,
    proposals: &[Proposal],
    quarantined: Vec<Quarantined>,
) -> Vec<Notice> {
    let mut notices = match observer {
        Some(Observer::Seat(seat)) => proposals.iter().filter_map(|proposal| unsaid(game, seat, proposal)).collect(),
        _ => Vec::new(),
    };
    notices.extend(quarantined.into_iter().map(|Quarantined { pointer, detail }| Notice {
        pointer,
        detail: format!(
            "the log has taken the event, and the belief that it contradicts leaves it out (see `quarantined`): {detail}"
        ),
    }));
    notices
}

fn unsaid(game: &Game, seat: Seat, proposal: &Proposal) -> Option<Notice> {
    let event = game.opened.read(&proposal.kind, &proposal.payload).ok()?;
    let field = game.opened.unsaid(&event, seat)?;
    let kind = &proposal.kind;
    let detail = format!(
        "seat {seat} saw `{field}` of this {kind}, and the event leaves it out: what seat {seat} has itself is uncertain from here on. \
         To add it, retract the event with the whole one as `instead`"
    );
    Some(Notice { pointer: format!("{}/data", proposal.pointer), detail })
}
