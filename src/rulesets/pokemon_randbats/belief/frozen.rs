//! A belief as a snapshot holds it, and back.
//!
//! Hypotheses share most of their members. So each member, each pool of sets and each rest of a team stands in a list of its own once,
//! and is referred to by its place; what follows from the prior table (sets, weights of species) is worked out again. Nothing that is
//! read is trusted: places that do not exist are passed over, what is no probability counts as 0, and lists are cut to what a team can have.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::coupled::Coupled;
use super::hypothesis::{Hypothesis, Place};
use super::pool::{Pool, Source};
use super::probability::probability;
use super::side::SideBelief;
use super::slot::{FrozenSlot, Held, Slot};
use super::terms::Terms;
use super::told::Told;
use super::unseen::{Asked, Unseen};
use super::{Belief, Notes};
use crate::rulesets::pokemon_randbats::battle::{Battle, TEAM};
use crate::rulesets::pokemon_randbats::channels::Marks;
use crate::rulesets::pokemon_randbats::event::Channel;
use crate::rulesets::pokemon_randbats::setup::Setup;
use crate::rulesets::{Observer, Opening};

/// What a snapshot holds of a belief.
#[derive(Debug, Serialize, Deserialize)]
pub struct FrozenBelief {
    marks: [Vec<u64>; 2],
    own: Option<Arc<Battle>>,
    notes: Arc<Notes>,
    exchange: Option<[Option<Held>; 2]>,
    held_first: [Option<Held>; 2],
    coupled: BTreeSet<Coupled>,
    is_factored: bool,
    months: u32,
    pools: Vec<Source>,
    slots: Vec<FrozenSlot>,
    rests: Vec<Asked>,
    sides: [FrozenSide; 2],
}

#[derive(Debug, Serialize, Deserialize)]
struct FrozenSide {
    hypotheses: Vec<FrozenHypothesis>,
    reported: Option<Vec<(u32, Told)>>,
    dropped: f64,
    lead: Option<u32>,
}

#[derive(Debug, Serialize, Deserialize)]
struct FrozenHypothesis {
    weight: f64,
    slots: Vec<u32>,
    hidden: Option<u32>,
    disguised: Option<Place>,
    unseen: u32,
}

/// Things that are shared, each once.
struct Once<'a, T>(Vec<&'a Arc<T>>);

impl<'a, T> Once<'a, T> {
    fn place(&mut self, one: &'a Arc<T>) -> u32 {
        let at = self.0.iter().position(|known| Arc::ptr_eq(known, one)).unwrap_or_else(|| {
            self.0.push(one);
            self.0.len() - 1
        });
        at as u32
    }
}

/// What is shared among the hypotheses of both sides.
struct Shared<'a> {
    slots: Once<'a, Slot>,
    rests: Once<'a, Unseen>,
}

impl<'a> Shared<'a> {
    fn side(&mut self, side: &'a SideBelief) -> FrozenSide {
        let reported = side.reported.as_ref();
        FrozenSide {
            hypotheses: side.hypotheses.iter().map(|hypothesis| self.hypothesis(hypothesis)).collect(),
            reported: reported.map(|team| team.iter().map(|(slot, told)| (self.slots.place(slot), told.clone())).collect()),
            dropped: side.dropped,
            lead: side.lead.as_ref().map(|lead| self.rests.place(lead)),
        }
    }

    fn hypothesis(&mut self, hypothesis: &'a Hypothesis) -> FrozenHypothesis {
        FrozenHypothesis {
            weight: hypothesis.weight,
            slots: hypothesis.slots.iter().map(|slot| self.slots.place(slot)).collect(),
            hidden: hypothesis.hidden.as_ref().map(|slot| self.slots.place(slot)),
            disguised: hypothesis.disguised,
            unseen: self.rests.place(&hypothesis.unseen),
        }
    }
}

/// What a snapshot holds.
pub fn freeze(belief: &Belief) -> FrozenBelief {
    let mut shared = Shared { slots: Once(Vec::new()), rests: Once(Vec::new()) };
    let [one, other] = &belief.sides;
    let sides = [shared.side(one), shared.side(other)];
    let mut pools = Once(Vec::new());
    let slots = shared.slots.0.iter().map(|slot| slot.freeze(pools.place(slot.pool()))).collect();
    FrozenBelief {
        marks: [belief.marks[0].freeze(), belief.marks[1].freeze()],
        own: belief.own.clone(),
        notes: Arc::clone(&belief.notes),
        exchange: belief.exchange,
        held_first: belief.held_first,
        coupled: belief.coupled.clone(),
        is_factored: belief.is_factored,
        months: belief.terms.months,
        pools: pools.0.iter().map(|pool| pool.source().clone()).collect(),
        slots,
        rests: shared.rests.0.iter().map(|rest| rest.asked().clone()).collect(),
        sides,
    }
}

/// What was shared, worked out again.
struct Thawed<'a> {
    terms: &'a Terms,
    slots: Vec<Option<Arc<Slot>>>,
    rests: Vec<Arc<Unseen>>,
}

impl Thawed<'_> {
    fn slot(&self, at: u32) -> Option<Arc<Slot>> {
        self.slots.get(at as usize).cloned().flatten()
    }

    fn rest(&self, at: u32) -> Option<Arc<Unseen>> {
        self.rests.get(at as usize).cloned()
    }

    fn hypothesis(&self, frozen: FrozenHypothesis) -> Hypothesis {
        let nobody = || Arc::new(Unseen::of(&self.terms.prior, &self.terms.bases, &[], TEAM));
        Hypothesis {
            weight: probability(frozen.weight),
            slots: frozen.slots.into_iter().filter_map(|at| self.slot(at)).take(TEAM).collect(),
            hidden: frozen.hidden.and_then(|at| self.slot(at)),
            disguised: frozen.disguised,
            unseen: self.rest(frozen.unseen).unwrap_or_else(nobody),
        }
    }

    fn side(&self, frozen: FrozenSide) -> SideBelief {
        let kept = frozen.hypotheses.into_iter().take(self.terms.hypotheses);
        let mut hypotheses: Vec<Hypothesis> = kept.map(|one| self.hypothesis(one)).collect();
        if hypotheses.iter().all(|hypothesis| hypothesis.weight <= 0.0) {
            hypotheses = SideBelief::prior(self.terms).hypotheses;
        }
        let entries = self.terms.prior.entries().len();
        let one = |(at, mut told): (u32, Told)| {
            told.member.entry = told.member.entry.filter(|entry| *entry < entries);
            self.slot(at).map(|slot| (slot, told))
        };
        SideBelief {
            hypotheses,
            reported: frozen.reported.map(|team| Arc::new(team.into_iter().filter_map(one).take(TEAM).collect())),
            dropped: probability(frozen.dropped),
            lead: frozen.lead.and_then(|at| self.rest(at)),
        }
    }
}

/// The belief that was frozen.
pub fn thaw(opening: &Opening<super::PokemonRandbats>, observer: Observer, widening: u32, frozen: FrozenBelief) -> Belief {
    let terms = Arc::new(Terms::of(&opening.parameters, widening, frozen.months));
    let pools: Vec<Arc<Pool>> =
        frozen.pools.into_iter().map(|source| Arc::new(Pool::from_source(&terms.prior, source, terms.newer()))).collect();
    let slot = |slot: FrozenSlot| pools.get(slot.pool as usize).map(|pool| Arc::new(Slot::thaw(slot, pool)));
    let rest = |asked: &Asked| Arc::new(Unseen::again(&terms.prior, &terms.bases, asked));
    let thawed = Thawed {
        terms: &terms,
        slots: frozen.slots.into_iter().map(slot).collect(),
        rests: frozen.rests.iter().map(rest).collect(),
    };
    let sides = frozen.sides.map(|side| Arc::new(thawed.side(side)));
    let channel = Setup::reads(&opening.setup, observer);
    let own = channel.filter(|channel| *channel != Channel::Spectator);
    let battle = || Arc::new(Arc::unwrap_or_clone(frozen.own.unwrap_or_default()).sound());
    Belief {
        observer,
        channel,
        marks: frozen.marks.map(Marks::thaw),
        own: own.map(|_| battle()),
        sides,
        notes: frozen.notes,
        exchange: frozen.exchange,
        held_first: frozen.held_first,
        coupled: frozen.coupled,
        is_factored: frozen.is_factored,
        terms,
    }
}
