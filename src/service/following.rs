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
        let (settled, marginals, body) = Default::default();
        Self { observer, revision, fold, quarantined, settled, widening, marginals, body }
    }

    /// The same knowledge, to be carried on.
    #[must_use]
    pub fn again(&self) -> Self {
        Self::new(self.observer, self.revision, Arc::clone(&self.fold), Arc::clone(&self.quarantined), self.widening)
    }

    /// The same knowledge one event later, where the event means nothing to it.
    #[must_use]
    pub fn pass(&self) -> Self {
        self.to(Arc::clone(&self.fold))
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
        ANSWERS + self.fold.weigh() + 256 * self.quarantined.len()
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
        // Of an event that is left out, or taken by another fold than this, there is nothing to tell here.
        if let Some(timeline) = timeline.as_mut().filter(|_| step.contradiction.is_none()) {
            timeline.extend(evidence.into_pieces().into_iter().map(|piece| Timed { revision: at, piece }));
        }
        following = match take(game, script, &following, &play, step, budget)? {
            Taken::Yes(next) => next,
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
    let contradiction = step.contradiction.clone();
    let after = before.step(step);
    let Some(contradiction) = contradiction else { return Ok(Taken::Yes(after)) };
    budget.need_room()?;
    if contradiction.certain || !before.fold.quality().is_lossy() {
        return Ok(Taken::No(leave_out(game, script, before, after, play, budget)?, contradiction));
    }
    let at = before.revision + 1;
    if before.widening == 1 {
        let wider = Following::widened(game, before.observer, WIDENING);
        let wider = fold(game, script, wider, before.revision, None, budget)?;
        let step = wider.fold.follow(play.event(), at, &mut Evidence::off())?;
        let contradiction = step.contradiction.clone();
        let after = wider.step(step);
        match contradiction {
            None => return Ok(Taken::Yes(after)),
            Some(contradiction) if contradiction.certain || !wider.fold.quality().is_lossy() => {
                return Ok(Taken::No(leave_out(game, script, &wider, after, play, budget)?, contradiction));
            }
            Some(_) => {}
        }
    }
    let restarted = before.fold.restart(play.event(), at)?;
    Ok(Taken::Yes(Following { widening: WIDENING, settled: after.settled, ..before.to(restarted) }))
}

/// What is known after an event that this observer's belief left out. The table is the same for every observer, so whether it
/// moves is decided by what is public: it stays where the spectator's belief cannot take the event either.
fn leave_out(
    game: &Arc<dyn AnyGame>,
    script: &Script<'_>,
    before: &Following,
    after: Following,
    play: &Play,
    budget: &Budget,
) -> Result<Following, Error> {
    let public_takes_it = before.observer != Observer::Public && {
        let public = fold(game, script, Following::begin(game, Observer::Public), before.revision, None, budget)?;
        let step = public.fold.follow(play.event(), before.revision + 1, &mut Evidence::off())?;
        matches!(take(game, script, &public, play, step, budget)?, Taken::Yes(_))
    };
    Ok(if public_takes_it { after } else { before.pass() })
}
