//! One observer's posterior over the ranks of the cards that are face down.
//!
//! A belief keeps what is known of each card, by its instance. Where the cards lie stands on the public table, which every function is
//! handed that needs it.

mod posterior;
mod said;
mod worlds;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::instance::Instance;
use super::likelihood::MEAN_VALUE;
use super::model::{Model, Numbers};
use super::rank::{Rank, RankCounts, RankSet};
use super::table::Table;
use super::ways::{WAYS, Ways};
use super::world::World;
use super::{Opening, Vinto};
use crate::belief::{Draws, Quality, Sampled};
use crate::rulesets::{Columns, Observer, Posterior, Seat};

pub use posterior::Solved;
pub use said::Said;

/// What an observer knows of one card.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    /// Its rank.
    pub rank: Option<Rank>,
    /// Ranks that it is known not to have.
    pub excluded: RankSet,
    /// What soft evidence says of it; `None` where nothing.
    pub said: Option<Arc<Said>>,
}

/// Cards that were tossed in together and do not all match, where nobody was shown which.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Throw {
    /// Those of them that may match and may not.
    pub cards: Vec<Instance>,
    /// The ranks that match.
    pub ranks: RankSet,
}

/// Most throws that are remembered: each costs a card, so that a round of sensible players has none or one. Of those after nothing is used.
const MOST_THROWS: usize = 100;

/// The call of the round, and what its caller knew of its row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Who called.
    pub seat: Seat,
    /// Cards of its row that the caller knew.
    pub cards: Vec<Instance>,
    /// How many others the row had.
    pub unknown: u8,
}

impl Call {
    /// What the cards that the caller did not know count.
    #[must_use]
    pub fn others(&self) -> f64 {
        MEAN_VALUE * f64::from(self.unknown)
    }
}

/// A belief: for each card what is known of it. The posterior follows from these and from where the cards lie, whatever the order in
/// which they were learned.
#[derive(Clone, Debug)]
pub struct Belief {
    pub(super) model: Arc<Model>,
    /// Cards of this round of which anything is known.
    pub(super) hints: Arc<BTreeMap<Instance, Hint>>,
    /// Cards of each pool that were shuffled again, by rank, where that is known; pools by their first instance.
    pub(super) gone: Arc<BTreeMap<u32, RankCounts>>,
    /// Throws of this round of which it is open which card did not match.
    pub(super) throws: Arc<Vec<Throw>>,
    pub(super) call: Option<Arc<Call>>,
    /// In which ways the seats play.
    pub(super) ways: Ways,
    /// Size of the posterior in states, at the table where it was first asked for.
    states: OnceLock<usize>,
    /// The posterior, at the same table.
    solved: OnceLock<Arc<Solved>>,
}

/// What a snapshot holds of a belief.
#[derive(Debug, Serialize, Deserialize)]
pub struct Frozen {
    hints: Arc<BTreeMap<Instance, Hint>>,
    gone: Arc<BTreeMap<u32, RankCounts>>,
    throws: Arc<Vec<Throw>>,
    call: Option<Arc<Call>>,
    ways: Ways,
}

impl Posterior<Vinto> for Belief {
    type Frozen = Frozen;

    fn prior(opening: &Opening<Vinto>, _: Observer, _: u32) -> Self {
        Self::of_model(Model::new(opening))
    }

    fn table_moved(&mut self) {
        self.changed();
    }

    fn quality(&self, table: &Table) -> Quality {
        if self.states(table) <= self.model.effort().states { Quality::EXACT } else { self.solved(table).posterior.quality() }
    }

    fn sample(&self, table: &Table, draws: Draws) -> Sampled<World> {
        worlds::sample(self, table, draws)
    }

    fn sample_columns(&self, _: &Opening<Vinto>, table: &Table, draws: Draws, columns: &mut Columns) -> Sampled<()> {
        worlds::sample_columns(self, table, draws, columns)
    }

    fn ln_probability(&self, table: &Table, world: &World) -> f64 {
        worlds::ln_probability(self, table, world)
    }

    fn freeze(&self) -> Frozen {
        let (hints, gone, throws) = (Arc::clone(&self.hints), Arc::clone(&self.gone), Arc::clone(&self.throws));
        Frozen { hints, gone, throws, call: self.call.clone(), ways: self.ways }
    }

    fn thaw(opening: &Opening<Vinto>, observer: Observer, widening: u32, frozen: Frozen) -> Self {
        let Frozen { hints, gone, throws, call, ways } = frozen;
        let prior = Self::prior(opening, observer, widening);
        Self { hints, gone, throws, call, ways: ways.or(prior.model.ways), ..prior }
    }

    fn weigh(&self, table: &Table) -> usize {
        // A node of a map is two thirds full on average.
        let said = self.hints.values().filter(|hint| hint.said.is_some()).count() * size_of::<Said>();
        let hints = self.hints.len() * size_of::<(Instance, Hint)>() * 3 / 2 + said;
        let gone = self.gone.len() * size_of::<(u32, RankCounts)>() * 3 / 2;
        let call = self.call.as_ref().map_or(0, |call| size_of::<Call>() + call.cards.capacity() * size_of::<Instance>());
        let throws = self.throws.iter().map(|throw| size_of::<Throw>() + throw.cards.capacity() * size_of::<Instance>());
        size_of::<Self>() + size_of::<Model>() + hints + gone + throws.sum::<usize>() + call + self.weigh_posterior(table)
    }
}

impl Belief {
    /// Before the first round, with these numbers for the soft evidence in place of those of the ruleset: for fitting them.
    #[must_use]
    pub fn with_numbers(opening: &Opening<Vinto>, numbers: &Numbers) -> Self {
        Self::of_model(Model::with(opening, numbers))
    }

    fn of_model(model: Model) -> Self {
        let (hints, gone, throws, ways) = (Arc::default(), Arc::default(), Arc::default(), model.ways);
        let (model, states, solved) = (Arc::new(model), OnceLock::new(), OnceLock::new());
        Self { model, hints, gone, throws, call: None, ways, states, solved }
    }

    /// Drops what was worked out: the belief or its table is about to change.
    pub(super) fn changed(&mut self) {
        self.states = OnceLock::new();
        self.solved = OnceLock::new();
    }

    /// A new round: nothing is known of its cards.
    pub(super) fn forget(&mut self) {
        self.changed();
        self.hints = Arc::default();
        self.gone = Arc::default();
        self.throws = Arc::default();
        self.call = None;
    }

    /// Discards are shuffled: nobody can follow them, and of what was known of them it is only kept how many of each rank have left their pool.
    /// What a call counts stays known.
    pub(super) fn shuffles(&mut self, before: &Table, after: &Table) {
        self.changed();
        let (hints, gone) = (Arc::make_mut(&mut self.hints), Arc::make_mut(&mut self.gone));
        let is_called = |card: &Instance| self.call.as_ref().is_some_and(|call| call.cards.contains(card));
        for card in before.under_top().iter().map(|card| card.instance).filter(|card| !is_called(card)) {
            let known = hints.remove(&card).and_then(|hint| hint.rank);
            let pool = before.pool_of(card).and_then(|pool| before.pools().get(pool));
            if let (Some(rank), Some(pool)) = (known, pool) {
                let cards = &mut gone.entry(pool.first).or_default()[rank.index()];
                *cards = cards.saturating_add(1);
            }
        }
        gone.retain(|first, _| after.pool_of(Instance(*first)).is_some());
    }

    /// Cards were tossed in together, and do not all match.
    pub(super) fn threw(&mut self, throw: Throw) {
        if self.throws.len() < MOST_THROWS {
            Arc::make_mut(&mut self.throws).push(throw);
        }
    }

    /// The round was called.
    pub(super) fn called(&mut self, call: Call) {
        self.changed();
        self.call = Some(Arc::new(call));
    }

    /// The card's rank, where it is known.
    #[must_use]
    pub fn known(&self, instance: Instance) -> Option<Rank> {
        self.hints.get(&instance).and_then(|hint| hint.rank)
    }

    pub(super) fn hint_mut(&mut self, instance: Instance) -> &mut Hint {
        self.changed();
        Arc::make_mut(&mut self.hints).entry(instance).or_default()
    }

    /// What is said of a card, which is about to change.
    pub(super) fn said_mut(&mut self, instance: Instance) -> &mut Said {
        Arc::make_mut(self.hint_mut(instance).said.get_or_insert_default())
    }

    /// P(way) of a seat: careless, as the population, as its own games say. Filtered: see `reading`.
    #[must_use]
    pub fn way(&self, seat: Seat) -> [f64; WAYS] {
        self.ways.of(seat)
    }

    /// How many cards in rows are hidden from the observer.
    #[must_use]
    pub fn hidden(&self, table: &Table) -> usize {
        table.rows().flat_map(|(_, row)| row).filter(|card| self.known(**card).is_none()).count()
    }
}
