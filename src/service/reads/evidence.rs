//! The timeline of evidence: what each event did to an observer's belief, and why a number is what it is.

use std::sync::Arc;

use serde::Serialize;

use super::answers::matches;
use super::beliefs::check_observer;
use crate::belief::{Piece, Source};
use crate::projection::{Position, Script, Timed, Timeline, Walk};
use crate::rulesets::{Observer, Revision, Seat};
use crate::service::{BeliefRequest, Error, Game, PageRequest, Service};

/// Which evidence.
#[derive(Clone, Debug)]
pub struct EvidenceRequest {
    /// About whose belief.
    pub observer: Observer,
    /// About this variable, or those with this prefix where it ends in `*`.
    pub variable: Option<String>,
    /// Of this type.
    pub kind: Option<String>,
    /// From this seat, or about one of its variables.
    pub seat: Option<Seat>,
    /// From this revision on.
    pub from: Option<Revision>,
    /// Up to and with this revision.
    pub to: Option<Revision>,
    /// Which page.
    pub page: PageRequest,
}

/// A page of the timeline.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct EvidenceList {
    /// In the order of the events.
    pub items: Vec<EvidenceAnswer>,
    /// Cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// What one aspect of one event did to the belief.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct EvidenceAnswer {
    /// The event.
    pub revision: Revision,
    /// Whose belief.
    pub observer: String,
    /// What it did.
    #[serde(flatten)]
    pub piece: Piece,
}

impl Service {
    /// A page of the timeline of an observer's belief as of `head`, or as of the page before.
    ///
    /// # Errors
    /// Where the seat does not exist, or the page is asked for wrongly.
    pub async fn evidence(&self, game: &Arc<Game>, request: &EvidenceRequest, head: Revision) -> Result<EvidenceList, Error> {
        let observer = check_observer(game, request.observer)?;
        // Pages belong together only if they are of one timeline: the cursor says of which, and how far it was read.
        let (revision, skip) = match &request.page.cursor {
            None => (head, 0),
            Some(cursor) => {
                read_cursor(cursor).filter(|(revision, _)| *revision <= head).ok_or_else(PageRequest::unknown_cursor)?
            }
        };
        let limit = request.page.limit(self)?;
        let timeline = self.timeline(game, observer, revision).await?;
        self.check(game, request, &timeline, revision).await?;
        let mut wanted = timeline.iter().enumerate().skip(skip).filter(|(_, timed)| request.wants(timed));
        let answer = |timed: &Timed| EvidenceAnswer {
            revision: timed.revision,
            observer: observer.to_string(),
            piece: timed.piece.clone(),
        };
        let mut items = Vec::new();
        let mut end = skip;
        for (index, timed) in wanted.by_ref().take(limit) {
            items.push(answer(timed));
            end = index + 1;
        }
        Ok(EvidenceList { items, next: wanted.next().map(|_| format!("{revision}.{end}")) })
    }

    /// A seat that is not there, or a variable that neither the evidence nor the belief knows, is a mistake rather than an
    /// empty answer.
    async fn check(
        &self,
        game: &Arc<Game>,
        request: &EvidenceRequest,
        timeline: &[Timed],
        revision: Revision,
    ) -> Result<(), Error> {
        if let Some(seat) = request.seat.filter(|seat| usize::from(*seat) >= game.opened.seats()) {
            let detail = Error::NoSeat { seat, last: game.opened.seats() - 1 }.to_string();
            return Err(Error::Parameter { name: "seat", detail });
        }
        let Some(variable) = &request.variable else { return Ok(()) };
        if timeline.iter().any(|timed| timed.piece.variables.iter().any(|id| matches(variable, id))) {
            return Ok(());
        }
        let belief = BeliefRequest { observer: request.observer, revision: Some(revision) };
        let marginals = self.marginals(&self.knowledge(game, &belief).await?).await?;
        if marginals.variables.iter().any(|marginal| matches(variable, &marginal.id)) {
            return Ok(());
        }
        Err(Error::Parameter { name: "variable", detail: format!("there is no variable {variable:?}; the belief lists them") })
    }

    async fn timeline(&self, game: &Arc<Game>, observer: Observer, revision: Revision) -> Result<Arc<Vec<Timed>>, Error> {
        let key = (game.key.clone(), observer, revision);
        if let Some(timeline) = self.timelines.get(&key) {
            return Ok(timeline);
        }
        let (shared, log) = (Arc::clone(game), self.whole_log(game).await?);
        let timeline = self
            .work(false, move |budget| {
                let script = Script::of(&log, revision);
                let walk = Walk { game: &shared.opened, script: &script, line: None, budget };
                let mut timeline = Timeline::default();
                walk.to(Position::begin(&*shared.opened, observer), revision, &mut timeline)?;
                Ok(Arc::new(timeline.0))
            })
            .await?;
        self.timelines.insert(key, Arc::clone(&timeline));
        Ok(timeline)
    }
}

fn read_cursor(cursor: &str) -> Option<(Revision, usize)> {
    let (revision, offset) = cursor.split_once('.')?;
    Some((revision.parse().ok()?, offset.parse().ok()?))
}

impl EvidenceRequest {
    fn wants(&self, timed: &Timed) -> bool {
        let piece = &timed.piece;
        let about = |seat: Seat| {
            let prefix = format!("seat:{seat}/");
            piece.source == Source::Seat(seat) || piece.variables.iter().any(|id| id.starts_with(&prefix))
        };
        self.variable.as_ref().is_none_or(|variable| piece.variables.iter().any(|id| matches(variable, id)))
            && self.kind.as_ref().is_none_or(|kind| piece.kind == kind)
            && self.seat.is_none_or(about)
            && self.from.is_none_or(|from| timed.revision >= from)
            && self.to.is_none_or(|to| timed.revision <= to)
    }
}

/// Approximate memory of a timeline in bytes.
pub(in crate::service) fn weigh(timeline: &[Timed]) -> usize {
    let entries =
        |piece: &Piece| piece.before.values().chain(piece.after.values()).map(|values| 64 * values.len() + 64).sum::<usize>();
    timeline.iter().map(|timed| 512 + 2 * entries(&timed.piece)).sum()
}
