//! How far apart two posteriors over the same slots are, and what is left of one once cards are seen: the arithmetic of evidence.

use super::feasible::Stuck;
use super::solved::RankPosterior;
use super::sums::SumFactor;
use super::unseen::{Effort, Slot, Unseen};

/// A card that is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenCard {
    /// The slot in which it lies; `None` for a card of the deck, of which no slot is asked.
    pub slot: Option<usize>,
    /// The pool that it is from.
    pub pool: usize,
    /// Its rank.
    pub rank: usize,
}

impl<const R: usize> RankPosterior<R> {
    /// KL(this || other) over the ranks of all slots together, in nats, at least 0. Both are about the same slots and pools, and what
    /// this one holds for possible the other does too. As exact as the two posteriors are, where no factor on a total is too costly to sum.
    #[must_use]
    pub fn divergence(&self, other: &Self) -> f64 {
        let (now, was) = (&self.unseen, &other.unseen);
        if now == was || now.slots.len() != was.slots.len() || now.pools != was.pools {
            return 0.0;
        }
        let mut nats = other.ln_total() - self.ln_total();
        for ((slot, before), p) in now.slots.iter().zip(&was.slots).zip(self.marginals()) {
            let held = |rank: &usize| p[*rank] > 0.0 && slot.ln_weights[*rank] > f64::NEG_INFINITY;
            let shift = |rank: usize| p[rank] * (slot.ln_weights[rank] - before.ln_weights[rank]);
            nats += (0..R).filter(held).map(shift).fold(0.0, |sum, term| sum + term);
        }
        if now.sums != was.sums {
            nats += self.expected_ln(&now.sums) - self.expected_ln(&was.sums);
        }
        nats.max(0.0)
    }

    /// E[ln of the product of these factors], in nats.
    pub(super) fn expected_ln(&self, sums: &[SumFactor]) -> f64 {
        let of = |sum: &SumFactor| {
            let totals = self.total_of(&sum.slots).into_iter();
            totals.map(|(total, p)| p * libm::log(sum.value(f64::from(total)))).fold(0.0, |all, term| all + term)
        };
        sums.iter().map(of).fold(0.0, |all, term| all + term)
    }

    /// The posterior once these cards are seen, over the slots that are left, and ln P(they are these), in nats, at most 0. Each slot is
    /// named once.
    ///
    /// # Errors
    /// Where they cannot be these.
    pub fn given(&self, seen: &[SeenCard], effort: Effort) -> Result<(Self, f64), Stuck> {
        let mut left = self.unseen.clone();
        let stuck = || Stuck { slots: seen.iter().filter_map(|card| card.slot).collect() };
        let mut ln = -self.ln_total();
        let mut open = self.unseen.decks();
        for SeenCard { slot, pool, rank } in seen.iter().copied() {
            let (Some(cards), Some(deck)) = (left.pools.get_mut(pool).and_then(|pool| pool.get_mut(rank)), open.get_mut(pool))
            else {
                return Err(stuck());
            };
            ln += libm::log(f64::from(*cards));
            match slot {
                Some(slot) => ln += self.unseen.slots.get(slot).ok_or_else(stuck)?.ln_weights[rank],
                // Any card of the deck may be the one: a slot of which nothing is known.
                None => {
                    ln -= libm::log(*deck as f64);
                    *deck = deck.saturating_sub(1);
                }
            }
            *cards = cards.checked_sub(1).ok_or_else(stuck)?;
        }
        left.take_out(seen);
        let left = Self::new(left, effort)?;
        let ln = ln + left.ln_total();
        if ln == f64::NEG_INFINITY { Err(stuck()) } else { Ok((left, ln.min(0.0))) }
    }

    /// The posterior once a slot has none of these ranks.
    ///
    /// # Errors
    /// Where it must have one of them.
    pub fn given_none(&self, slot: usize, ranks: &[usize], effort: Effort) -> Result<Self, Stuck> {
        let mut left = self.unseen.clone();
        let Slot { ln_weights, .. } = left.slots.get_mut(slot).ok_or(Stuck { slots: vec![slot] })?;
        ranks.iter().for_each(|rank| ln_weights[*rank] = f64::NEG_INFINITY);
        Self::new(left, effort)
    }
}

impl<const R: usize> Unseen<R> {
    /// Cards of each pool that are in no slot.
    fn decks(&self) -> Vec<usize> {
        let slots = |pool: usize| self.slots.iter().filter(|slot| slot.pool == pool).count();
        let cards = |pool: &[u8; R]| pool.iter().map(|cards| usize::from(*cards)).sum::<usize>();
        self.pools.iter().enumerate().map(|(pool, ranks)| cards(ranks).saturating_sub(slots(pool))).collect()
    }

    /// Takes the slots of cards that are seen out: they count in the totals as what is known.
    fn take_out(&mut self, seen: &[SeenCard]) {
        let rank_in = |slot: usize| seen.iter().find(|card| card.slot == Some(slot)).map(|card| card.rank);
        let before = |slot: usize| seen.iter().filter(|card| card.slot.is_some_and(|seen| seen < slot)).count();
        for sum in &mut self.sums {
            let value = |slot: &usize| rank_in(*slot).map_or(0.0, |rank| f64::from(self.values[rank]));
            sum.known += sum.slots.iter().map(value).fold(0.0, |all, value| all + value);
            sum.slots = sum.slots.iter().filter(|slot| rank_in(**slot).is_none()).map(|slot| slot - before(*slot)).collect();
        }
        let mut slot = 0..;
        self.slots.retain(|_| slot.next().is_some_and(|slot| rank_in(slot).is_none()));
    }
}
