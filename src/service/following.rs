//! Folding: what one observer knows after the events of a script.
//!
//! An event that the observer's own belief cannot take is left out of that observer's fold and listed as quarantined.
//! A belief that has dropped mass does not refuse, because the world it lacks may be one that it dropped: it is folded
//! again once with wider caps, and begins again from the public counts if even then no world is left.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde::Serialize;

use super::Error;
use super::game::Play;
use super::script::Script;
use crate::belief::{Contradiction, Evidence, Marginals, Piece};
use crate::rulesets::{AnyGame, Fold, Observer, Revision, Step};

/// How much wider the caps of a belief are when it is folded again.
const WIDENING: u32 = 10;

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

/// Set when nobody waits for a fold any more.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Gives the work up at its next event.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn check(&self) -> Result<(), Error> {
        if self.0.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
    }
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
        let (marginals, body) = Default::default();
        Self { observer, revision, fold, quarantined, widening, marginals, body }
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

    /// Lists the event that it just left out.
    #[must_use]
    pub fn quarantining(mut self, play: &Play, contradiction: &Contradiction) -> Self {
        Arc::make_mut(&mut self.quarantined).push(Quarantined {
            revision: self.revision,
            r#type: play.kind.clone(),
            detail: contradiction.detail.clone(),
        });
        self
    }

    /// The distribution of every hidden variable; worked out once.
    pub fn marginals(&self) -> &Arc<Marginals> {
        self.marginals.get_or_init(|| Arc::new(self.fold.marginals()))
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        size_of::<Self>()
            + self.fold.weigh()
            + self.body.get().map_or(0, bytes::Bytes::len)
            + self.marginals.get().map_or(0, |marginals| 200 * marginals.variables.len())
    }
}

/// Folds one observer's knowledge from where it is to a revision of the script. Pieces of evidence go to `timeline`,
/// where one is given.
///
/// # Errors
/// Where stored events do not decode, or nobody waits any more.
pub fn fold(
    game: &Arc<dyn AnyGame>,
    script: &Script<'_>,
    mut following: Following,
    to: Revision,
    mut timeline: Option<&mut Vec<Timed>>,
    cancel: &Cancel,
) -> Result<Following, Error> {
    while following.revision < to {
        cancel.check()?;
        let at = following.revision + 1;
        let Some(play) = script.play(at) else {
            following = following.pass();
            continue;
        };
        let mut evidence = if timeline.is_some() { Evidence::on() } else { Evidence::off() };
        let step = following.fold.follow(play.event(), at, &mut evidence)?;
        if let Some(timeline) = &mut timeline {
            timeline.extend(evidence.into_pieces().into_iter().map(|piece| Timed { revision: at, piece }));
        }
        following = match take(game, script, &following, &play, step, cancel)? {
            Taken::Yes(next) => next,
            Taken::No(next, contradiction) => next.quarantining(&play, &contradiction),
        };
    }
    Ok(following)
}

/// Completes a step that a belief has made over an event.
///
/// # Errors
/// Where stored events do not decode, or nobody waits any more.
pub fn take(
    game: &Arc<dyn AnyGame>,
    script: &Script<'_>,
    before: &Following,
    play: &Play,
    step: Step,
    cancel: &Cancel,
) -> Result<Taken, Error> {
    let after = before.to(step.next);
    let Some(contradiction) = step.contradiction else { return Ok(Taken::Yes(after)) };
    if before.fold.quality().dropped_mass <= 0.0 {
        return Ok(Taken::No(after, contradiction));
    }
    let at = before.revision + 1;
    let mut widest = before.to(Arc::clone(&before.fold));
    if before.widening == 1 {
        let wider = Following::widened(game, before.observer, WIDENING);
        let wider = fold(game, script, wider, before.revision, None, cancel)?;
        let step = wider.fold.follow(play.event(), at, &mut Evidence::off())?;
        widest = wider.to(step.next);
        match step.contradiction {
            None => return Ok(Taken::Yes(widest)),
            Some(contradiction) if wider.fold.quality().dropped_mass <= 0.0 => return Ok(Taken::No(widest, contradiction)),
            Some(_) => {}
        }
    }
    widest.fold = before.fold.restart(play.event(), at)?;
    Ok(Taken::Yes(widest))
}
