//! Folding: what one observer knows after the events of a script.
//!
//! An event that the observer's own belief cannot take is left out of that observer's fold and listed as quarantined.
//! A belief that has dropped or only drawn worlds does not refuse, because the true one may be among those it lacks: it is folded
//! again once with wider caps, and begins again from the public counts if even then no world is left.

use std::sync::{Arc, OnceLock};

use serde::Serialize;

use super::Error;
use super::budget::Budget;
use super::game::Play;
use super::script::Script;
use crate::belief::{Contradiction, Evidence, Marginals, Piece};
use crate::rulesets::{AnyGame, Conduct, Fold, Observer, Revision, Step};

/// How much wider the caps of a belief are when it is folded again.
const WIDENING: u32 = 10;

/// What marginals and a serialised body weigh, counted from the start: they come when someone asks. In bytes.
const ANSWERS: usize = 24 << 10;

/// What one observer knows at one revision. Immutable.
pub struct Following {
    /// Whose knowledge.
    pub observer: Observer,
    /// After which event.
    pub revision: Revision,
    /// Table and belief.
    pub fold: Arc<dyn Fold>,
    /// Events that this observer's belief could not take.
    pub quarantined: Arc<Vec<Quarantined>>,
    /// What the last event settled about how seats behave; nothing, where the public table did not take it.
    pub settled: Vec<Conduct>,
    /// The spectator's knowledge at the same revision, once this observer has left an event out: from then on it decides
    /// whether the table moves.
    beside: Option<Arc<Following>>,
    widening: u32,
    marginals: OnceLock<Arc<Marginals>>,
    /// The whole belief as it is served, once someone asked for it.
    pub body: OnceLock<bytes::Bytes>,
}

/// An event that a fold left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Quarantined {
    /// Which event; behind the log, a hypothetical one.
    pub revision: Revision,
    /// Its type.
    pub r#type: String,
    /// Why no world could take it.
    pub detail: String,
}

/// A piece of evidence with the event that it came from.
#[derive(Clone, Debug)]
pub struct Timed {
    /// The event's revision.
    pub revision: Revision,
    /// What it did.
    pub piece: Piece,
}

/// What a belief made of one event.
pub enum Taken {
    /// It follows.
    Yes(Following),
    /// It does not; the following left it out.
    No(Following, Contradiction),
}

impl Following {
    /// An observer's knowledge before the first event.
    #[must_use]
    pub fn begin(game: &Arc<dyn AnyGame>, observer: Observer) -> Self {
        Self::widened(game, observer, 1)
    }

    fn widened(game: &Arc<dyn AnyGame>, observer: Observer, widening: u32) -> Self {
        Self::new(observer, 0, Arc::clone(game).fold(observer, widening), Arc::default(), widening)
    }

    fn new(
        observer: Observer,
        revision: Revision,
        fold: Arc<dyn Fold>,
        quarantined: Arc<Vec<Quarantined>>,
        widening: u32,
    ) -> Self {
        let (settled, beside, marginals, body) = Default::default();
        Self { observer, revision, fold, quarantined, settled, beside, widening, marginals, body }
    }

    /// The same knowledge, to be carried on.
    #[must_use]
    pub fn again(&self) -> Self {
        let again = Self::new(self.observer, self.revision, Arc::clone(&self.fold), Arc::clone(&self.quarantined), self.widening);
        Self { beside: self.beside.clone(), ..again }
    }

    /// The same knowledge one event later, where the event means nothing to it.
    #[must_use]
    pub fn pass(&self) -> Self {
        let beside = self.beside.as_ref().map(|beside| Arc::new(beside.pass()));
        Self { beside, ..self.to(Arc::clone(&self.fold)) }
    }

    fn to(&self, fold: Arc<dyn Fold>) -> Self {
        Self::new(self.observer, self.revision + 1, fold, Arc::clone(&self.quarantined), self.widening)
    }

    fn step(&self, step: Step) -> Self {
        Self { settled: step.conduct, ..self.to(step.next) }
    }

    /// Lists the event that it just left out.
    #[must_use]
    pub fn quarantining(mut self, play: &Play, detail: String) -> Self {
        let quarantined = Quarantined { revision: self.revision, r#type: play.kind.clone(), detail };
        Arc::make_mut(&mut self.quarantined).push(quarantined);
        self
    }

    /// Whether the marginals were worked out already.
    #[must_use]
    pub fn has_marginals(&self) -> bool {
        self.marginals.get().is_some()
    }

    /// The distribution of every hidden variable; worked out once.
    pub fn marginals(&self) -> &Arc<Marginals> {
        self.marginals.get_or_init(|| Arc::new(self.fold.marginals()))
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        let beside = self.beside.as_ref().map_or(0, |beside| beside.fold.weigh());
        ANSWERS + self.fold.weigh() + beside + 256 * self.quarantined.len()
    }
}

/// Folds one observer's knowledge from where it is to a revision of the script. Pieces of evidence go to `timeline`,
/// where one is given.
///
/// # Errors
/// Where stored events do not decode, or the budget is spent.
pub fn fold(
    game: &Arc<dyn AnyGame>,
    script: &Script<'_>,
    mut following: Following,
    to: Revision,
    mut timeline: Option<&mut Vec<Timed>>,
    budget: &Budget,
) -> Result<Following, Error> {
    while following.revision < to {
        let at = following.revision + 1;
        let Some(play) = script.play(at) else {
            following = following.pass();
            continue;
        };
        check(game, &following, &play, budget)?;
        let mut evidence = if timeline.is_some() { Evidence::on() } else { Evidence::off() };
        let step = following.fold.follow(play.event(), at, &mut evidence)?;
        let by_this_fold = step.contradiction.is_none();
        following = match take(game, script, &following, &play, step, budget)? {
            Taken::Yes(next) => {
                // Of an event that is left out, or taken by another fold than this, there is nothing to tell here.
                if let Some(timeline) = timeline.as_mut().filter(|_| by_this_fold) {
                    timeline.extend(evidence.into_pieces().into_iter().map(|piece| Timed { revision: at, piece }));
                }
                next
            }
            Taken::No(next, contradiction) => next.quarantining(&play, contradiction.detail),
        };
    }
    Ok(following)
}

/// May this event be taken here and now?
///
/// # Errors
/// Where the budget is spent, or the event needs more than is left of it.
pub fn check(game: &Arc<dyn AnyGame>, following: &Following, play: &Play, budget: &Budget) -> Result<(), Error> {
    if game.is_heavy(&play.kind) {
        budget.need_room()?;
    }
    budget.check(&*following.fold)
}

/// Completes a step that a belief has made over an event.
///
/// The table is the same for every observer. While nothing was left out, the spectator can take whatever another observer can. An
/// observer that has left out an event knows less than the spectator of what the event said, and could take one that the spectator
/// cannot: the tables would part. So from then on an event that the spectator's belief leaves out is left out here too.
///
/// # Errors
/// Where stored events do not decode, or the budget is spent.
pub fn take(
    game: &Arc<dyn AnyGame>,
    script: &Script<'_>,
    before: &Following,
    play: &Play,
    step: Step,
    budget: &Budget,
) -> Result<Taken, Error> {
    let alone = take_alone(game, script, before, play, step, budget)?;
    let alone = match alone {
        Alone::Yes(next) if before.beside.is_none() => return Ok(Taken::Yes(next)),
        Alone::No { still, contradiction, .. } if before.observer == Observer::Public => {
            return Ok(Taken::No(still, contradiction));
        }
        alone => alone,
    };
    let public = match &before.beside {
        Some(public) => Arc::clone(public),
        None => Arc::new(fold(game, script, Following::begin(game, Observer::Public), before.revision, None, budget)?),
    };
    let step = public.fold.follow(play.event(), before.revision + 1, &mut Evidence::off())?;
    let (beside, refused) = match take(game, script, &public, play, step, budget)? {
        Taken::Yes(next) => (next, None),
        Taken::No(next, contradiction) => (next, Some(contradiction)),
    };
    let beside = Some(Arc::new(beside));
    Ok(match (alone, refused) {
        (Alone::Yes(next), None) => Taken::Yes(Following { beside, ..next }),
        (Alone::Yes(_), Some(contradiction)) => Taken::No(Following { beside, ..before.pass() }, contradiction),
        (Alone::No { moved, contradiction, .. }, None) => Taken::No(Following { beside, ..moved }, contradiction),
        (Alone::No { still, contradiction, .. }, Some(_)) => Taken::No(Following { beside, ..still }, contradiction),
    })
}

/// What an observer's belief makes of an event, the spectator unasked.
enum Alone {
    /// It takes it.
    Yes(Following),
    /// It does not, and is left as it was.
    No {
        /// With the table as it was.
        still: Following,
        /// With the table after the event.
        moved: Following,
        /// Why not.
        contradiction: Contradiction,
    },
}

fn take_alone(
    game: &Arc<dyn AnyGame>,
    script: &Script<'_>,
    before: &Following,
    play: &Play,
    step: Step,
    budget: &Budget,
) -> Result<Alone, Error> {
    let contradiction = step.contradiction.clone();
    let moved = before.step(step);
    let Some(contradiction) = contradiction else { return Ok(Alone::Yes(moved)) };
    budget.need_room()?;
    if contradiction.certain || !before.fold.quality().is_lossy() {
        return Ok(Alone::No { still: before.pass(), moved, contradiction });
    }
    let at = before.revision + 1;
    if before.widening == 1 {
        let wider = Following::widened(game, before.observer, WIDENING);
        let wider = fold(game, script, wider, before.revision, None, budget)?;
        let step = wider.fold.follow(play.event(), at, &mut Evidence::off())?;
        let contradiction = step.contradiction.clone();
        let moved = wider.step(step);
        match contradiction {
            None => return Ok(Alone::Yes(moved)),
            Some(contradiction) if contradiction.certain || !wider.fold.quality().is_lossy() => {
                return Ok(Alone::No { still: wider.pass(), moved, contradiction });
            }
            Some(_) => {}
        }
    }
    let restarted = before.fold.restart(play.event(), at)?;
    Ok(Alone::Yes(Following { widening: WIDENING, settled: moved.settled, ..before.to(restarted) }))
}
