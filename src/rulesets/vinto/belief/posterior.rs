//! The posterior over the hidden cards at a table: what it is asked, and what it answers.

use std::sync::Arc;

use super::{Belief, Call};
use crate::belief::{Quality, RankPosterior, Slot, SumFactor, Unseen};
use crate::rulesets::vinto::instance::{Instance, Pool};
use crate::rulesets::vinto::likelihood::{CALL_LEAST, CALL_ORDER};
use crate::rulesets::vinto::rank::{RANKS, Rank, RankCounts};
use crate::rulesets::vinto::table::Table;

/// Tables of partial sums of an exact posterior: one for each number of cards of each class of ranks, some forty in all.
const SUMS: usize = 40;
/// What a posterior holds of each hidden card besides its sums, in bytes: weights, balanced weights, marginals.
const SLOT: usize = (3 * RANKS + 8) * size_of::<f64>();

/// The posterior over the hidden cards in the rows.
#[derive(Debug)]
pub struct Solved {
    /// The hidden cards in rows and on the discard pile, in order; slots of the posterior.
    pub slots: Vec<Instance>,
    /// Their ranks.
    pub posterior: RankPosterior<RANKS>,
}

impl Belief {
    /// Cards of each rank in a pool whose place is not known; `None` where more were seen than there are.
    pub(in crate::rulesets::vinto) fn left(&self, pool: &Pool) -> Option<RankCounts> {
        let mut left = pool.ranks;
        for (cards, gone) in left.iter_mut().zip(self.gone.get(&pool.first).into_iter().flatten()) {
            *cards = cards.checked_sub(*gone)?;
        }
        let instances = pool.instances();
        let within = self.hints.range(Instance(instances.start)..Instance(instances.end));
        for rank in within.filter_map(|(_, hint)| hint.rank) {
            let cards = &mut left[rank.index()];
            *cards = cards.checked_sub(1)?;
        }
        Some(left)
    }

    /// Hidden cards in the rows, and those on the discard pile, in order: what the posterior is about.
    fn slots(&self, table: &Table) -> Vec<Instance> {
        let rows = table.rows().flat_map(|(_, row)| row.iter().copied());
        let discards = table.discards().iter().map(|card| card.instance);
        let mut slots: Vec<Instance> = rows.chain(discards).filter(|instance| self.known(*instance).is_none()).collect();
        slots.sort_unstable();
        slots
    }

    /// The question that the posterior answers, and the cards that are its slots; `None` where more cards of a rank were seen than there
    /// are. Where it is only asked what is possible, soft evidence is not `weighed`.
    fn question(&self, table: &Table, weighed: bool) -> Option<(Vec<Instance>, Unseen<RANKS>)> {
        let slots = self.slots(table);
        let pools = table.pools().iter().map(|pool| self.left(pool)).collect::<Option<Vec<_>>>()?;
        let slot = |instance: &Instance| {
            let pool = table.pool_of(*instance).unwrap_or(0);
            let (Some(hint), Some(left)) = (self.hints.get(instance), pools.get(pool)) else {
                return Slot { pool, ln_weights: [0.0; RANKS] };
            };
            let leanings = if weighed { self.leanings(hint, left) } else { [0.0; RANKS] };
            let ln = |rank: Rank| if hint.excluded.contains(rank) { f64::NEG_INFINITY } else { leanings[rank.index()] };
            Slot { pool, ln_weights: Rank::ALL.map(ln) }
        };
        let sums = self.call.iter().map(|call| self.factor(call, &slots)).collect();
        let weighed = slots.iter().map(slot).collect();
        let unseen = Unseen { pools, slots: weighed, values: Rank::ALL.map(Rank::value), sums };
        Some((slots, unseen))
    }

    /// The call's factor on the total of the caller's row.
    fn factor(&self, call: &Call, slots: &[Instance]) -> SumFactor {
        let known: i32 = call.cards.iter().filter_map(|card| self.known(*card)).map(Rank::value).sum();
        let hidden = call.cards.iter().filter_map(|card| slots.binary_search(card).ok()).collect();
        let (counts, rate) = (f64::from(known) + call.others(), self.model.call_rate());
        let mut factor = SumFactor::at_least(hidden, counts, CALL_LEAST, rate, CALL_ORDER);
        // A call that says nothing weighs every total alike.
        let [careless, ..] = self.ways.of(call.seat);
        let blind = self.model.blind_call(careless);
        factor.terms.iter_mut().for_each(|(coefficient, _)| *coefficient *= 1.0 - blind);
        factor.terms.push((blind, 0.0));
        factor
    }

    /// The posterior at a table. Worked out once.
    pub fn solved(&self, table: &Table) -> &Arc<Solved> {
        self.solved.get_or_init(|| Arc::new(self.solve(table)))
    }

    fn solve(&self, table: &Table) -> Solved {
        let worked = self.question(table, true).and_then(|(slots, unseen)| {
            let posterior = RankPosterior::new(unseen, self.model.effort()).ok()?;
            Some(Solved { slots, posterior })
        });
        // An update leaves a world, so that this fails only where what was stored of the belief does not belong to the table. Then nothing
        // is said of any card but what its pool holds.
        worked.unwrap_or_else(|| {
            let pools = table.pools().iter().map(|pool| pool.ranks).collect();
            let unseen = Unseen { pools, slots: Vec::new(), values: Rank::ALL.map(Rank::value), sums: Vec::new() };
            match RankPosterior::new(unseen, self.model.effort()) {
                Ok(posterior) => Solved { slots: Vec::new(), posterior },
                Err(stuck) => unreachable!("no slot is asked for that could not be filled: {stuck:?}"),
            }
        })
    }

    /// States of the posterior at a table. Worked out once.
    pub(super) fn states(&self, table: &Table) -> usize {
        let solved = || self.solved.get().map(|solved| solved.posterior.states());
        let asked = || self.question(table, true).map_or(1, |(_, unseen)| unseen.states());
        *self.states.get_or_init(|| solved().unwrap_or_else(asked))
    }

    /// Memory of the posterior: what it takes, or will take once it is worked out. In bytes.
    pub(super) fn weigh_posterior(&self, table: &Table) -> usize {
        if let Some(solved) = self.solved.get() {
            return solved.posterior.bytes() + solved.slots.capacity() * size_of::<Instance>();
        }
        let (states, effort) = (self.states(table), self.model.effort());
        let cards: usize = table.rows().map(|(_, row)| row.len()).sum();
        let sums = if states > effort.states {
            effort.samples.saturating_mul(cards)
        } else {
            // Under a call there is one part for each of its terms.
            states * SUMS * if self.call.is_some() { CALL_ORDER as usize + 1 } else { 1 }
        };
        size_of::<Solved>() + cards * SLOT + sums.saturating_mul(size_of::<f64>())
    }

    /// Whether any world is left, without working the posterior out.
    pub(in crate::rulesets::vinto) fn is_possible(&self, table: &Table) -> bool {
        self.question(table, false).is_some_and(|(_, unseen)| unseen.feasible().is_ok())
    }

    /// P(rank) of a card, in the order of ranks.
    #[must_use]
    pub fn ranks(&self, table: &Table, instance: Instance) -> [f64; RANKS] {
        if let Some(known) = self.known(instance) {
            return Rank::ALL.map(|other| if other == known { 1.0 } else { 0.0 });
        }
        let solved = self.solved(table);
        match solved.slots.binary_search(&instance) {
            Ok(slot) => solved.posterior.marginals()[slot],
            Err(_) => table.pool_of(instance).map_or([0.0; RANKS], |pool| solved.posterior.deck(pool)),
        }
    }

    /// P(total) of cards in slots or known, in order of totals.
    #[must_use]
    pub fn total_of(&self, table: &Table, cards: &[Instance]) -> Vec<(i32, f64)> {
        let known: i32 = cards.iter().filter_map(|card| self.known(*card)).map(Rank::value).sum();
        let totals = self.solved(table).posterior.total_of(&self.places(table, cards));
        totals.into_iter().map(|(total, p)| (total + known, p)).collect()
    }

    /// How the distribution of a total is worked out.
    pub fn quality_of_total(&self, table: &Table, cards: &[Instance]) -> Quality {
        self.solved(table).posterior.quality_of_total(&self.places(table, cards))
    }

    /// The slots of the hidden ones among some cards.
    pub(in crate::rulesets::vinto) fn places(&self, table: &Table, cards: &[Instance]) -> Vec<usize> {
        let slots = &self.solved(table).slots;
        cards.iter().filter_map(|card| slots.binary_search(card).ok()).collect()
    }

    /// Entropy of all rows together, in bits; `None` where it is not known exactly, or where discards are hidden too.
    #[must_use]
    pub fn joint_entropy_bits(&self, table: &Table) -> Option<f64> {
        let hidden_discard = table.discards().iter().any(|card| self.known(card.instance).is_none());
        if hidden_discard { None } else { self.solved(table).posterior.entropy_bits() }
    }
}
