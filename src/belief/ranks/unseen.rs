//! The question: what is known of hidden slots, and how much work an answer may be.

use super::sums::SumFactor;

/// A place whose card is hidden.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot<const R: usize> {
    /// The pool that its card is from.
    pub pool: usize,
    /// ln weight of each rank; -inf where the card cannot have it.
    pub ln_weights: [f64; R],
}

/// What is known of hidden slots: the question that a [`RankPosterior`](super::RankPosterior) answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Unseen<const R: usize> {
    /// Cards of each rank in each pool, slots and deck together.
    pub pools: Vec<[u8; R]>,
    /// The slots.
    pub slots: Vec<Slot<R>>,
    /// What each rank counts in totals.
    pub values: [i32; R],
    /// Factors on totals.
    pub sums: Vec<SumFactor>,
}

impl<const R: usize> Unseen<R> {
    /// ln of the product of the weights and factors of an assignment, in nats.
    pub(super) fn ln_weight(&self, ranks: &[usize]) -> f64 {
        let weight = |(slot, rank): (&Slot<R>, &usize)| slot.ln_weights.get(*rank).copied().unwrap_or(f64::NEG_INFINITY);
        let weights = self.slots.iter().zip(ranks).map(weight).fold(0.0, |sum, ln| sum + ln);
        let total =
            |slots: &[usize]| -> i32 { slots.iter().map(|slot| ranks.get(*slot).map_or(0, |rank| self.values[*rank])).sum() };
        let factor = |sum: &SumFactor| libm::log(sum.value(f64::from(total(&sum.slots))));
        weights + self.sums.iter().map(factor).fold(0.0, |sum, ln| sum + ln)
    }
}

/// How much work a posterior may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// States of a pool's lattice, at most: 2^m for m slots of which no two are alike. Beyond it the posterior is sampled.
    pub states: usize,
    /// Draws that a sampled posterior rests on, at least 1.
    pub samples: usize,
}
