//! Weighted draws, where a lattice would be too large: sequential importance sampling.
//!
//! Slots are filled one after another, each with a rank by its balanced weight times the cards that are left of it. Balancing makes the
//! weights heed what other slots want, so the product of the sums that are normalised away, which is the importance weight, varies
//! little. Marginals are averaged over each slot's distribution given all others (Rao and Blackwell), not over what was drawn.

use super::balance::balance;
use super::row::{normalise, pick};
use super::shape::Shape;
use super::unseen::Unseen;
use crate::belief::stint::{DRAW, ask};
use crate::belief::{WorldRng, seeded};

/// Draws of a posterior are the same whenever it is worked out.
const SEED: u64 = 0x5eed;

/// Weighted draws of the ranks of grouped slots.
#[derive(Clone, Debug)]
pub struct WeightedDraws<const R: usize> {
    /// Grouped slots in the order in which they are filled, with the proposal's weights.
    order: Vec<(usize, [f64; R])>,
    /// Ranks of all slots (0 for those in no group), by draw.
    draws: Vec<Vec<usize>>,
    /// Importance weights, summing to 1.
    weights: Vec<f64>,
    ln_total: f64,
}

impl<const R: usize> WeightedDraws<R> {
    /// Draws so many.
    pub fn new(unseen: &Unseen<R>, shapes: &[Shape<R>], samples: usize) -> Self {
        let mut order = Vec::new();
        // For large totals each factor is about its first term.
        let rates: Vec<f64> = unseen.sums.iter().map(|sum| sum.terms.first().map_or(0.0, |(_, rate)| *rate)).collect();
        for shape in shapes {
            let balanced = balance(shape, &unseen.values, &rates);
            for (at, group) in shape.groups.iter().enumerate() {
                let mut row = [0.0; R];
                for (class, weights) in shape.classes.iter().zip(&balanced.weights) {
                    class.ranks.iter().for_each(|rank| row[*rank] = weights[at]);
                }
                order.extend(group.slots.iter().map(|slot| (*slot, row)));
            }
        }
        // Slots with the least choice are filled first: later, the cards that they can take might be gone.
        let choice = |(slot, row): &(usize, [f64; R])| {
            let counts = unseen.pools[unseen.slots[*slot].pool];
            let mut p: [f64; R] = std::array::from_fn(|rank| row[rank] * f64::from(counts[rank]));
            normalise(&mut p);
            crate::belief::entropy_bits(p)
        };
        let mut keyed: Vec<(f64, (usize, [f64; R]))> = order.into_iter().map(|entry| (choice(&entry), entry)).collect();
        keyed.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let order = keyed.into_iter().map(|(_, entry)| entry).collect();
        let mut sampled = Self { order, draws: Vec::new(), weights: Vec::new(), ln_total: 0.0 };
        let mut rng = seeded(SEED, 0);
        let mut lns = Vec::with_capacity(samples);
        for _ in 0..samples.max(1) {
            ask(DRAW);
            let mut ranks = vec![0; unseen.slots.len()];
            lns.push(sampled.draw(unseen, shapes, &mut rng, &mut ranks));
            sampled.draws.push(ranks);
        }
        let greatest = lns.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let scaled: Vec<f64> = lns.iter().map(|ln| if *ln == greatest { 1.0 } else { libm::exp(ln - greatest) }).collect();
        let sum: f64 = scaled.iter().sum();
        sampled.ln_total = greatest + libm::log(sum / scaled.len() as f64);
        sampled.weights = scaled.iter().map(|weight| weight / sum).collect();
        sampled
    }

    /// ln of the estimated sum over all assignments.
    pub fn ln_total(&self) -> f64 {
        self.ln_total
    }

    /// How many independent draws it is worth (Kish).
    pub fn effective_sample_size(&self) -> f64 {
        1.0 / self.weights.iter().map(|weight| weight * weight).sum::<f64>()
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.draws.iter().map(|draw| (draw.len() + 5) * size_of::<usize>()).sum::<usize>() + self.order.len() * (R + 1) * 8
    }

    /// Draws the ranks of grouped slots; returns ln of weight over proposal, whose average is the sum over all assignments.
    pub fn draw(&self, unseen: &Unseen<R>, shapes: &[Shape<R>], rng: &mut WorldRng, ranks: &mut [usize]) -> f64 {
        let mut left = unseen.pools.clone();
        let mut product = 1.0;
        for (slot, row) in &self.order {
            let left = &mut left[unseen.slots[*slot].pool];
            let weights: [f64; R] = std::array::from_fn(|rank| row[rank] * f64::from(left[rank]));
            let sum: f64 = weights.iter().sum();
            if sum == 0.0 {
                return f64::NEG_INFINITY;
            }
            let rank = pick(&weights, rng);
            // Balanced weights are near 1, so that the product can be written as a number.
            product *= sum / row[rank];
            left[rank] -= 1;
            ranks[*slot] = rank;
        }
        // Slots in no group weigh the same whatever they hold: any rank with a weight stands for all.
        for shape in shapes {
            let there = (0..R).find(|rank| shape.counts[*rank] > 0).unwrap_or(0);
            shape.neutral.iter().for_each(|slot| ranks[*slot] = there);
        }
        let neutral: f64 = shapes.iter().map(|shape| shape.ln_dealt() - shape.ln_scale).fold(0.0, |sum, ln| sum + ln);
        libm::log(product) + unseen.ln_weight(ranks) + neutral
    }

    /// P(rank) by slot, and in each deck.
    pub fn expected(&self, unseen: &Unseen<R>, shapes: &[Shape<R>]) -> (Vec<[f64; R]>, Vec<[f64; R]>) {
        let mut marginals = vec![[0.0; R]; unseen.slots.len()];
        let rows: Vec<Vec<[f64; R]>> =
            shapes.iter().map(|shape| shape.groups.iter().map(|group| group.row.map(libm::exp)).collect()).collect();
        // Cards left over, each slot exchanged with them in turn.
        let mut left_over = vec![[0.0; R]; shapes.len()];
        for (ranks, weight) in self.draws.iter().zip(&self.weights).filter(|(_, weight)| **weight > 0.0) {
            ask(DRAW);
            for (pool, shape) in shapes.iter().enumerate() {
                let groups = || shape.groups.iter().zip(&rows[pool]);
                let grouped = || groups().flat_map(|(group, row)| group.slots.iter().map(move |slot| (*slot, group, row)));
                let mut left = unseen.pools[pool];
                grouped().for_each(|(slot, ..)| left[ranks[slot]] = left[ranks[slot]].saturating_sub(1));
                left_over[pool].iter_mut().zip(left).for_each(|(sum, cards)| *sum += weight * f64::from(cards));
                let share = weight / shape.filled.max(1) as f64;
                for (slot, group, row) in grouped() {
                    let mut p: [f64; R] = std::array::from_fn(|rank| {
                        let cards = f64::from(left[rank]) + if rank == ranks[slot] { 1.0 } else { 0.0 };
                        cards * row[rank]
                    });
                    for (_, sum) in unseen.sums.iter().enumerate().filter(|(at, _)| group.sums & (1 << *at) != 0) {
                        let total: i32 = sum.slots.iter().map(|slot| unseen.values[ranks[*slot]]).sum();
                        let others = total - unseen.values[ranks[slot]];
                        for (rank, p) in p.iter_mut().enumerate().filter(|(_, p)| **p > 0.0) {
                            *p *= sum.value(f64::from(others + unseen.values[rank]));
                        }
                    }
                    normalise(&mut p);
                    marginals[slot].iter_mut().zip(p).for_each(|(sum, p)| *sum += weight * p);
                    left_over[pool].iter_mut().zip(p).for_each(|(sum, p)| *sum -= share * p);
                    left_over[pool][ranks[slot]] += share;
                }
            }
        }
        let mut decks = vec![[0.0; R]; shapes.len()];
        for (pool, shape) in shapes.iter().enumerate() {
            let taken = |rank: usize| {
                shape.groups.iter().flat_map(|group| &group.slots).map(|s| marginals[*s][rank]).fold(0.0, |sum, p| sum + p)
            };
            // What the slots leave; where noise has them take more than there is, what the draws left over.
            let left = |rank: usize| Some(f64::from(shape.counts[rank]) - taken(rank)).filter(|cards| *cards > 0.0);
            let mut deck: [f64; R] = std::array::from_fn(|rank| left(rank).unwrap_or_else(|| left_over[pool][rank].max(0.0)));
            normalise(&mut deck);
            shape.neutral.iter().for_each(|slot| marginals[*slot] = deck);
            decks[pool] = if shape.deck() > 0 { deck } else { [0.0; R] };
        }
        self.reach(unseen, shapes, &mut marginals);
        marginals.iter_mut().for_each(normalise);
        (marginals, decks)
    }

    /// What no draw has is still possible: the only card of a rank may lie in another slot in every one of them. Such a probability is taken
    /// from exchanges of two slots' cards, each accepted with the probability w' / (w + w') (Barker 1965), which leaves the posterior as it
    /// is: P(the slot has the rank after an exchange with any other card).
    fn reach(&self, unseen: &Unseen<R>, shapes: &[Shape<R>], marginals: &mut [[f64; R]]) {
        for shape in shapes {
            let others = (shape.filled + shape.rest).saturating_sub(1).max(1) as f64;
            let grouped = || shape.groups.iter().flat_map(|group| group.slots.iter().map(move |slot| (*slot, group)));
            for (slot, group) in grouped() {
                let missing = |rank: &usize| marginals[slot][*rank] == 0.0 && group.row[*rank] > f64::NEG_INFINITY;
                for rank in (0..R).filter(|rank| shape.counts[*rank] > 0).filter(missing).collect::<Vec<_>>() {
                    let mut reached = 0.0;
                    ask(self.draws.len() as u64);
                    for (ranks, weight) in self.draws.iter().zip(&self.weights).filter(|(_, weight)| **weight > 0.0) {
                        for (other, _) in grouped().filter(|(other, _)| ranks[*other] == rank) {
                            let mut exchanged = ranks.clone();
                            exchanged.swap(slot, other);
                            let ln = unseen.ln_weight(&exchanged) - unseen.ln_weight(ranks);
                            reached += weight / (1.0 + libm::exp(-ln)) / others;
                        }
                    }
                    marginals[slot][rank] = reached;
                }
            }
        }
    }

    /// P(total of these slots), estimated from the draws. In each draw, slots in no group are dealt a card once.
    pub fn total_of(&self, unseen: &Unseen<R>, shapes: &[Shape<R>], slots: &[usize]) -> Vec<(i32, f64)> {
        let mut rng = seeded(SEED, 1);
        let mut totals = std::collections::BTreeMap::new();
        for (ranks, weight) in self.draws.iter().zip(&self.weights).filter(|(_, weight)| **weight > 0.0) {
            ask(DRAW);
            let mut ranks = ranks.clone();
            for (pool, shape) in shapes.iter().enumerate() {
                let mut left = unseen.pools[pool];
                shape.groups.iter().flat_map(|g| &g.slots).for_each(|s| left[ranks[*s]] = left[ranks[*s]].saturating_sub(1));
                for slot in shape.neutral.iter().filter(|slot| slots.contains(slot)) {
                    let rank = pick(&left.map(f64::from), &mut rng);
                    left[rank] = left[rank].saturating_sub(1);
                    ranks[*slot] = rank;
                }
            }
            let total: i32 = slots.iter().map(|slot| unseen.values[ranks[*slot]]).sum();
            *totals.entry(total).or_insert(0.0) += weight;
        }
        totals.into_iter().collect()
    }
}
