//! What is alike: slots in groups, ranks in classes.

use super::unseen::Unseen;
use crate::belief::distribution::{hypergeometric, ln_factorial};

/// One pool's slots and ranks, as far as anything distinguishes them.
#[derive(Clone, Debug)]
pub struct Shape<const R: usize> {
    /// Cards of each rank.
    pub counts: [u8; R],
    /// Slots with evidence.
    pub groups: Vec<Group<R>>,
    /// Slots that are exchangeable with the deck.
    pub neutral: Vec<usize>,
    /// Ranks, the largest class last. Only ranks of which there are cards.
    pub classes: Vec<Class>,
    /// How far apart the states are that differ by one slot of a group.
    pub strides: Vec<usize>,
    /// States of the lattice.
    pub states: usize,
    /// Slots in groups.
    pub filled: usize,
    /// Cards that are in no grouped slot.
    pub rest: usize,
    /// ln of the weights that were taken out of the rows: each row's greatest is 1.
    pub ln_scale: f64,
}

/// Slots with equal weights.
#[derive(Clone, Debug)]
pub struct Group<const R: usize> {
    /// The slots, by place.
    pub slots: Vec<usize>,
    /// Their ln weights, the greatest 0.
    pub row: [f64; R],
    /// Which sums count them: bit s stands for sum s.
    pub sums: u32,
}

/// Ranks with equal weights in every group.
#[derive(Clone, Debug)]
pub struct Class {
    /// The ranks.
    pub ranks: Vec<usize>,
    /// Their cards.
    pub cards: usize,
}

impl<const R: usize> Shape<R> {
    /// The shape of one pool. `extra` is one more set of slots whose total is asked for.
    pub fn new(unseen: &Unseen<R>, pool: usize, extra: &[usize]) -> Self {
        let counts = unseen.pools[pool];
        let there: Vec<usize> = (0..R).filter(|rank| counts[*rank] > 0).collect();
        let mut groups: Vec<Group<R>> = Vec::new();
        let (mut neutral, mut ln_scale) = (Vec::new(), 0.0);
        for (place, slot) in unseen.slots.iter().enumerate().filter(|(_, slot)| slot.pool == pool) {
            let greatest = there.iter().map(|rank| slot.ln_weights[*rank]).fold(f64::NEG_INFINITY, f64::max);
            ln_scale += greatest;
            let mut row = [0.0; R];
            for rank in &there {
                row[*rank] = slot.ln_weights[*rank] - greatest;
            }
            let within = |set: &[usize]| u32::from(set.contains(&place));
            let mut sums = unseen.sums.iter().enumerate().fold(0, |sums, (at, sum)| sums | within(&sum.slots) << at);
            sums |= within(extra) << unseen.sums.len();
            if sums == 0 && row == [0.0; R] {
                neutral.push(place);
            } else if let Some(group) = groups.iter_mut().find(|group| group.sums == sums && group.row == row) {
                group.slots.push(place);
            } else {
                groups.push(Group { slots: vec![place], row, sums });
            }
        }
        // Wide steps for small groups: the inner loops run along the largest.
        groups.sort_by_key(|group| std::cmp::Reverse(group.slots.len()));
        let summed = groups.iter().any(|group| group.sums != 0);
        let mut classes: Vec<Class> = Vec::new();
        for rank in there {
            let cards = usize::from(counts[rank]);
            let alike = |class: &&mut Class| {
                let other = class.ranks[0];
                groups.iter().all(|group| group.row[rank] == group.row[other])
                    && (!summed || unseen.values[rank] == unseen.values[other])
            };
            if let Some(class) = classes.iter_mut().find(alike) {
                class.ranks.push(rank);
                class.cards += cards;
            } else {
                classes.push(Class { ranks: vec![rank], cards });
            }
        }
        classes.sort_by_key(|class| class.cards);
        let mut strides = Vec::with_capacity(groups.len());
        let mut states: usize = 1;
        for group in &groups {
            strides.push(states);
            states = states.saturating_mul(group.slots.len() + 1);
        }
        let filled = groups.iter().map(|group| group.slots.len()).sum();
        let cards: usize = counts.iter().map(|c| usize::from(*c)).sum();
        Self { counts, groups, neutral, classes, strides, states, filled, rest: cards.saturating_sub(filled), ln_scale }
    }

    /// Cards in the deck.
    pub fn deck(&self) -> usize {
        self.rest.saturating_sub(self.neutral.len())
    }

    /// Slots of a group that are open in a state.
    pub fn open(&self, group: usize, state: usize) -> usize {
        let size = self.groups[group].slots.len();
        size - state / self.strides[group] % (size + 1)
    }

    /// ln of the scale of the weights, times the ways to deal to slots that are exchangeable with the deck.
    pub fn ln_dealt(&self) -> f64 {
        self.ln_scale + ln_factorial(self.rest as u32) - ln_factorial(self.deck() as u32)
    }

    /// E[ln (c (c - 1) ... (c - n + 1))] for the n cards of a rank in all slots, where `counts` has the probability of each number of cards
    /// of its class in grouped ones.
    pub fn ln_ways(&self, class: usize, rank: usize, counts: &[f64]) -> f64 {
        let (cards, class) = (u32::from(self.counts[rank]), &self.classes[class]);
        let ln = |n: u32| ln_factorial(cards) - ln_factorial(cards - n);
        let mut expected = 0.0;
        for (k, p) in counts.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            for (grouped, q) in
                hypergeometric(class.cards as u32, cards, k as u32).into_iter().enumerate().take(cards as usize + 1)
            {
                if q == 0.0 {
                    continue;
                }
                let left = cards - grouped as u32;
                let neutral = hypergeometric(self.rest as u32, left, self.neutral.len() as u32);
                for (n, r) in neutral.into_iter().enumerate().take(left as usize + 1) {
                    expected += p * q * r * ln(grouped as u32 + n as u32);
                }
            }
        }
        expected
    }
}

impl<const R: usize> Unseen<R> {
    /// States of the largest pool's lattice: the measure that an [`Effort`](super::Effort) bounds.
    #[must_use]
    pub fn states(&self) -> usize {
        (0..self.pools.len()).map(|pool| Shape::new(self, pool, &[]).states).max().unwrap_or(1)
    }
}
