//! The timeline of evidence: what each event did to an observer's belief, and why a number is what it is.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::answers::matches;
use super::beliefs::check_observer;
use super::timeline::first_of;
use crate::belief::{Piece, Source};
use crate::projection::{Log, Timed};
use crate::rulesets::{Observer, Revision, Seat};
use crate::service::{BeliefRequest, Error, Game, PageRequest, Service};

/// Windows of the timeline that one page looks at: some ten thousand events, and some tenths of a second where none was kept.
const WINDOWS: usize = 40;

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
    /// In the order of the events. Fewer than `limit`, or none, where what is wanted is rare in a long game: `next` goes on from there.
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
    /// Revision of the retraction that put what stands there now in the event's place, where one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected_by: Option<Revision>,
    /// Id of the key that reported the event, or its correction: to the referee alone, and where a key did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reporter: Option<String>,
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
        check_observer(game, request.observer)?;
        // Pages belong together only if they are of one timeline: the cursor says of which, and how far it was read.
        let place = match &request.page.cursor {
            None => TimelineMark { revision: head, event: request.from.unwrap_or(0).max(1), taken: 0 },
            Some(cursor) => {
                TimelineMark::read(cursor).filter(|place| place.revision <= head).ok_or_else(PageRequest::unknown_cursor)?
            }
        };
        let limit = request.page.limit(self)?;
        self.check_seat(game, request)?;
        request.check_kind(game)?;
        request.check_range()?;
        let mut page = self.page(game, request, place, limit).await?;
        let corrections: BTreeMap<Revision, Revision> =
            game.log().retractions(place.revision).map(|(at, target)| (target, at)).collect();
        for item in &mut page.items {
            item.corrected_by = corrections.get(&item.revision).copied();
        }
        if request.observer == Observer::Referee {
            self.name_reporters(game, &mut page.items).await?;
        }
        if page.items.is_empty() && request.page.cursor.is_none() {
            self.check_variable(game, request, place.revision).await?;
        }
        Ok(page)
    }

    /// What is wanted from a place on, window by window.
    async fn page(
        &self,
        game: &Arc<Game>,
        request: &EvidenceRequest,
        place: TimelineMark,
        limit: usize,
    ) -> Result<EvidenceList, Error> {
        let TimelineMark { revision, .. } = place;
        let last = request.to.unwrap_or(revision).min(revision);
        let mut first = first_of(place.event);
        let mut items = Vec::new();
        for _ in 0..WINDOWS {
            if first > last {
                return Ok(EvidenceList { items, next: None });
            }
            let window = self.window(game, request.observer, revision, first).await?;
            let mut within = TimelineMark { event: 0, ..place };
            for timed in &window.pieces {
                within = within.after(timed.revision);
                let is_before = (within.event, within.taken) <= (place.event, place.taken);
                if is_before || !request.wants(timed) {
                    continue;
                }
                if items.len() == limit {
                    return Ok(EvidenceList {
                        items,
                        next: Some(TimelineMark { taken: within.taken - 1, ..within }.to_string()),
                    });
                }
                items.push(EvidenceAnswer {
                    revision: timed.revision,
                    observer: request.observer.to_string(),
                    corrected_by: None,
                    reporter: None,
                    piece: timed.piece.clone(),
                });
            }
            first = window.last + 1;
        }
        let next = (first <= last).then(|| TimelineMark { revision, event: first, taken: 0 }.to_string());
        Ok(EvidenceList { items, next })
    }

    /// Says who reported each event as it stands, its correction where it has one: for the referee.
    async fn name_reporters(&self, game: &Game, items: &mut [EvidenceAnswer]) -> Result<(), Error> {
        let (Some(first), Some(last)) = (items.first(), items.last()) else { return Ok(()) };
        let log = self.log_from(game, first.revision, last.revision).await?;
        let reporter = |log: &Log, at| log.entry(at).and_then(|entry| entry.reporter.as_deref().map(str::to_owned));
        let mut correctors: BTreeMap<Revision, Option<String>> = BTreeMap::new();
        for item in items {
            item.reporter = match item.corrected_by {
                None => reporter(&log, item.revision),
                Some(at) => match correctors.get(&at) {
                    Some(known) => known.clone(),
                    None => {
                        let read = reporter(&self.log_from(game, at, at).await?, at);
                        correctors.insert(at, read.clone());
                        read
                    }
                },
            };
        }
        Ok(())
    }

    fn check_seat(&self, game: &Game, request: &EvidenceRequest) -> Result<(), Error> {
        if let Some(seat) = request.seat.filter(|seat| usize::from(*seat) >= game.opened.seats()) {
            let detail = Error::NoSeat { seat, last: game.opened.seats() - 1 }.to_string();
            return Err(Error::Parameter { name: "seat", detail });
        }
        Ok(())
    }

    /// A variable that neither the belief nor the evidence knows is a mistake rather than an empty answer. Of a long game as many windows are looked at
    /// as for a page: beyond them it may be known.
    async fn check_variable(&self, game: &Arc<Game>, request: &EvidenceRequest, revision: Revision) -> Result<(), Error> {
        let Some(variable) = &request.variable else { return Ok(()) };
        let belief = BeliefRequest { observer: request.observer, revision: Some(revision) };
        let marginals = self.marginals(&self.knowledge(game, &belief).await?).await?;
        if marginals.variables.iter().any(|marginal| matches(variable, &marginal.id)) {
            return Ok(());
        }
        let mut first = 1;
        for _ in 0..WINDOWS {
            if first > revision {
                let detail = format!("there is no variable {variable:?}; the belief lists them");
                return Err(Error::Parameter { name: "variable", detail });
            }
            let window = self.window(game, request.observer, revision, first).await?;
            if window.pieces.iter().any(|timed| timed.piece.variables.iter().any(|id| matches(variable, id))) {
                return Ok(());
            }
            first = window.last + 1;
        }
        Ok(())
    }
}

/// How far a timeline was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimelineMark {
    /// As of which revision the timeline is.
    pub revision: Revision,
    /// The event that comes next.
    pub event: Revision,
    /// Pieces of it that were read.
    pub taken: usize,
}

impl TimelineMark {
    pub fn read(cursor: &str) -> Option<Self> {
        let (revision, rest) = cursor.split_once('.')?;
        let (event, taken) = rest.split_once('.')?;
        let place = Self { revision: revision.parse().ok()?, event: event.parse().ok()?, taken: taken.parse().ok()? };
        Some(place).filter(|place| place.event > 0)
    }

    /// After one more piece, which is of an event.
    const fn after(self, event: Revision) -> Self {
        let taken = if self.event == event { self.taken + 1 } else { 1 };
        Self { event, taken, ..self }
    }
}

impl fmt::Display for TimelineMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.revision, self.event, self.taken)
    }
}

impl EvidenceRequest {
    /// Refuses a type that no evidence of the game has: a list of it is empty for ever.
    fn check_kind(&self, game: &Game) -> Result<(), Error> {
        let known = game.ruleset.evidence().iter().map(|known| known.name);
        match &self.kind {
            Some(asked) if known.clone().all(|name| name != asked) => {
                let detail = format!(
                    "type is {asked:?}, which no evidence of this game has; there are {}",
                    known.collect::<Vec<_>>().join(", ")
                );
                Err(Error::Parameter { name: "type", detail })
            }
            _ => Ok(()),
        }
    }

    /// Refuses a range that no event can lie in.
    fn check_range(&self) -> Result<(), Error> {
        match (self.from, self.to) {
            (Some(from), Some(to)) if to < from => {
                let detail = format!("to is {to} and from is {from}: no event lies between them");
                Err(Error::Parameter { name: "to", detail })
            }
            _ => Ok(()),
        }
    }

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

/// Approximate memory of a part of a timeline in bytes.
pub(super) fn weigh(timeline: &[Timed]) -> usize {
    let entries =
        |piece: &Piece| piece.before.values().chain(piece.after.values()).map(|values| 64 * values.len() + 64).sum::<usize>();
    timeline.iter().map(|timed| 512 + 2 * entries(&timed.piece)).sum()
}
