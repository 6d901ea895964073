//! The curve of an observer's uncertainty: how much it does not know after each event, and what each piece of evidence gained. A page draws it;
//! whoever studies a game finds in it where the beliefs moved, without reading every distribution.
//!
//! Every revision has a point, also one at which nothing is played: which those are, what was taken back and what is a retraction, is hidden
//! from whoever does not see the event.

use std::sync::Arc;

use serde::Serialize;

use super::beliefs::check_observer;
use super::evidence::TimelineMark;
use super::timeline::last_of;
use crate::belief::{Piece, Source, Strength};
use crate::projection::score::{Truth, surprisal};
use crate::projection::{Budget, Error as Folding, Log, Nobody, Position, Script, Timed, Timeline, Walk};
use crate::rulesets::{Observer, Revision};
use crate::service::{Error, Game, PageRequest, Service};

/// Which part of a curve.
#[derive(Clone, Debug)]
pub struct CurveRequest {
    /// Whose belief.
    pub observer: Observer,
    /// From this revision on.
    pub from: Option<Revision>,
    /// Whether each belief is held against what turned out to be true.
    pub truth: bool,
    /// Which page.
    pub page: PageRequest,
}

/// A page of the curve.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct CurveAnswer {
    /// One for every revision; what moves no belief, such as a note, leaves it as it was.
    pub items: Vec<CurvePoint>,
    /// Cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// An observer's belief after one event, in a few numbers.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct CurvePoint {
    /// After which event.
    pub revision: Revision,
    /// Sum of the entropies of all variables that are not derived, in bits.
    pub entropy_bits: f64,
    /// Entropy of the joint distribution in bits; null where it is not known exactly.
    #[schema(required)]
    pub joint_entropy_bits: Option<f64>,
    /// 1 - entropy / log2 of the number of values that the public counts allow, in [0, 1].
    pub confidence: f64,
    /// Whether this observer's fold left the event out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub left_out: bool,
    /// Sum of -log2 of what the belief gave to the true value of each variable that is not derived, as far as the truth is known, in bits; a
    /// value that it ruled out counts 20. Where the truth was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth_bits: Option<f64>,
    /// What the event did to the belief, in short; `/evidence` has the whole of it.
    pub evidence: Vec<CurveMark>,
}

/// A piece of evidence in short.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct CurveMark {
    /// The kind of evidence, in the ruleset's words.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub kind: &'static str,
    /// Whether it struck worlds, shifted weight, or moved things.
    pub strength: Strength,
    /// Who it came from.
    #[schema(value_type = String, example = "seat:2")]
    pub source: Source,
    /// One sentence for people.
    pub summary: String,
    /// KL(after || before) on the joint, in bits. At least 0.
    pub information_gain_bits: f64,
    /// -log2 of the expected likelihood, in bits. At least 0.
    pub surprisal_bits: f64,
}

impl CurvePoint {
    /// The point after an event that nothing plays: all is as it was, what was true included.
    const fn unmoved(&self, revision: Revision) -> Self {
        Self { revision, left_out: false, evidence: Vec::new(), ..*self }
    }
}

impl CurveMark {
    fn of(piece: &Piece) -> Self {
        Self {
            kind: piece.kind,
            strength: piece.strength,
            source: piece.source,
            summary: piece.summary.clone(),
            information_gain_bits: piece.information_gain_bits,
            surprisal_bits: piece.surprisal_bits,
        }
    }
}

impl Service {
    /// A page of the curve of an observer's belief as of `head`, or as of the page before.
    ///
    /// # Errors
    /// Where the seat does not exist, the page is asked for wrongly, or the truth of a very long game is asked for.
    pub async fn curve(&self, game: &Arc<Game>, request: &CurveRequest, head: Revision) -> Result<CurveAnswer, Error> {
        check_observer(game, request.observer)?;
        let limit = request.page.limit(self)?;
        let place = match &request.page.cursor {
            None => TimelineMark { revision: head, event: request.from.unwrap_or(0), taken: 0 },
            Some(cursor) => {
                TimelineMark::read(cursor).filter(|place| place.revision <= head).ok_or_else(PageRequest::unknown_cursor)?
            }
        };
        let truths = if request.truth { Some(self.truths(game, place.revision).await?) } else { None };
        let mut items = Vec::new();
        let (mut next, mut start) = (place.event, None);
        while next <= place.revision && items.len() < limit {
            let last = place.revision.min(next.saturating_add((limit - items.len()) as Revision - 1));
            let before = match start {
                Some(end) => end,
                None => self.window_start(game, request.observer, place.revision, next.max(1)).await?,
            };
            let (points, end) = self.points(game, before, place.revision, (next, last), truths.clone()).await?;
            items.extend(points);
            next = end.revision() + 1;
            start = Some(end);
        }
        let next = (next <= place.revision).then(|| TimelineMark { event: next, ..place }.to_string());
        Ok(CurveAnswer { items, next })
    }

    /// The points from one revision to another, or of as many as a window has, from a position before them; and the position after them. Of the
    /// evidence only what a point says of it is kept: the rest would be megabytes that nobody reads.
    async fn points(
        &self,
        game: &Arc<Game>,
        start: Position,
        as_of: Revision,
        (from, to): (Revision, Revision),
        truths: Option<Arc<[Truth]>>,
    ) -> Result<(Vec<CurvePoint>, Position), Error> {
        let first = from.max(1);
        let to = last_of(as_of, first).min(to);
        let (log, script) = self.log_of_window(game, start.observer.observer, as_of, (first, start.revision())).await?;
        let walk_over = |log: Log| {
            let (shared, start, truths) = (Arc::clone(game), start.clone(), truths.clone());
            move |budget: &Budget| {
                let script = Script::of(&log, script);
                let walk = Walk { game: &shared.opened, script: &script, line: None, budget };
                Ok(points(&walk, start.clone(), (from, to), truths.as_deref())?)
            }
        };
        self.work_over(game, log, false, walk_over).await
    }
}

/// A point for each revision from one to another, whatever is played there.
fn points(
    walk: &Walk<'_>,
    start: Position,
    (from, to): (Revision, Revision),
    truths: Option<&[Truth]>,
) -> Result<(Vec<CurvePoint>, Position), Folding> {
    let mut position = walk.to(start, from.saturating_sub(1), &mut Nobody)?;
    let mut points: Vec<CurvePoint> = Vec::new();
    if from == 0 {
        points.push(point(walk, &position, &[], truths));
    }
    for revision in from.max(1)..=to {
        let is_played = walk.script.event(revision)?.is_some();
        let mut timeline = Timeline::default();
        position = walk.to(position, revision, &mut timeline)?;
        let unmoved = points.last().filter(|_| !is_played).map(|point| point.unmoved(revision));
        points.push(unmoved.unwrap_or_else(|| point(walk, &position, &timeline.0, truths)));
    }
    Ok((points, position))
}

/// What is believed at a position, and what the event before it told.
fn point(walk: &Walk<'_>, position: &Position, told: &[Timed], truths: Option<&[Truth]>) -> CurvePoint {
    let (revision, observer) = (position.revision(), &position.observer);
    let marginals = walk.game.marginals(&observer.belief, &position.table.table);
    let truth = truths.and_then(|truths| truths.get(usize::try_from(revision.checked_sub(1)?).ok()?));
    CurvePoint {
        revision,
        entropy_bits: marginals.entropy_bits(),
        joint_entropy_bits: marginals.joint_entropy_bits,
        confidence: marginals.confidence(),
        left_out: observer.left_out.last().is_some_and(|newest| newest.revision == revision),
        truth_bits: truth.map(|truth| surprisal(&marginals, truth)),
        evidence: told.iter().map(|timed| CurveMark::of(&timed.piece)).collect(),
    }
}
