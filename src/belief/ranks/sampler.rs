//! Weighted draws, where a lattice would be too large: sequential importance sampling.
//!
//! Slots are filled one after another, each with a rank by its balanced weight times the cards that are left of it. Balancing makes the
//! weights heed what other slots want, so the product of the sums that are normalised away, which is the importance weight, varies
//! little. Where a factor on a total falls like an exponential towards a constant, no one proposal heeds both: half of the draws are
//! proposed by each, and weighed by the mean of both proposals' densities (the balance heuristic, Veach and Guibas 1995). Marginals are averaged
//! over each slot's distribution given all others (Rao and Blackwell), not over what was drawn.

use super::balance::balance;
use super::row::{normalise, pick};
use super::shape::Shape;
use super::unseen::Unseen;
use crate::belief::rng::below;
use crate::belief::stint::{DRAW, ask};
use crate::belief::{WorldRng, seeded};

/// Draws of a posterior are the same whenever it is worked out.
const SEED: u64 = 0x5eed;

/// Weighted draws of the ranks of grouped slots.
#[derive(Clone, Debug)]
pub struct WeightedDraws<const R: usize> {
    /// How draws are proposed: each in turn.
    proposals: Vec<Proposal<R>>,
    /// Ranks of all slots (0 for those in no group), by draw.
    draws: Vec<Vec<usize>>,
    /// Importance weights, summing to 1.
    weights: Vec<f64>,
    ln_total: f64,
}

/// A way to propose draws: grouped slots in the order in which they are filled, with the weights of the ranks.
#[derive(Clone, Debug)]
struct Proposal<const R: usize> {
    order: Vec<(usize, [f64; R])>,
}

impl<const R: usize> Proposal<R> {
    /// One for which each factor on a total falls like an exponential of this rate.
    fn of(unseen: &Unseen<R>, shapes: &[Shape<R>], rates: &[f64]) -> Self {
        let mut order = Vec::new();
        for shape in shapes {
            let balanced = balance(shape, &unseen.values, rates);
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
        Self { order: keyed.into_iter().map(|(_, entry)| entry).collect() }
    }

    /// Fills the slots; returns the density of what was drawn, which counts each card of a rank apart. `None` where a slot found no card that
    /// it can take.
    fn draw(&self, unseen: &Unseen<R>, rng: &mut WorldRng, ranks: &mut [usize]) -> Option<f64> {
        self.fill(unseen, |slot, weights| {
            ranks[slot] = pick(weights, rng);
            ranks[slot]
        })
    }

    /// The density of ranks that another proposal drew.
    fn density(&self, unseen: &Unseen<R>, drawn: &[usize]) -> f64 {
        self.fill(unseen, |slot, _| drawn[slot]).unwrap_or(0.0)
    }

    /// Fills slot after slot with a rank that is chosen by the weights of the cards that are left. Balanced weights are such that the density can
    /// be written as a number.
    fn fill(&self, unseen: &Unseen<R>, mut choose: impl FnMut(usize, &[f64; R]) -> usize) -> Option<f64> {
        let mut left = unseen.pools.clone();
        let mut density = 1.0;
        for (slot, row) in &self.order {
            let left = &mut left[unseen.slots[*slot].pool];
            let weights: [f64; R] = std::array::from_fn(|rank| row[rank] * f64::from(left[rank]));
            let sum: f64 = weights.iter().sum();
            if sum == 0.0 {
                return None;
            }
            let rank = choose(*slot, &weights);
            density *= row[rank] / sum;
            left[rank] = left[rank].checked_sub(1)?;
        }
        Some(density)
    }
}

impl<const R: usize> WeightedDraws<R> {
    /// Draws so many.
    pub fn new(unseen: &Unseen<R>, shapes: &[Shape<R>], samples: usize) -> Self {
        // For large totals each factor is about its first term, until they are so large that one of a lesser rate, if there is any, is all of it.
        let first = unseen.sums.iter().map(|sum| sum.terms.first().map_or(0.0, |(_, rate)| *rate));
        let least = unseen.sums.iter().map(|sum| sum.terms.iter().map(|(_, rate)| *rate).min_by(f64::total_cmp).unwrap_or(0.0));
        let mut rates: Vec<Vec<f64>> = vec![first.collect(), least.collect()];
        rates.dedup();
        let proposals = rates.iter().map(|rates| Proposal::of(unseen, shapes, rates)).collect();
        let mut sampled = Self { proposals, draws: Vec::new(), weights: Vec::new(), ln_total: 0.0 };
        let mut rng = seeded(SEED, 0);
        let mut lns = Vec::with_capacity(samples);
        // As many by each proposal: their mean density is that of the draws.
        for number in 0..samples.max(1).next_multiple_of(sampled.proposals.len()) {
            ask(DRAW);
            let mut ranks = vec![0; unseen.slots.len()];
            lns.push(sampled.draw_by(number % sampled.proposals.len(), unseen, shapes, &mut rng, &mut ranks));
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
        self.draws.iter().map(|draw| (draw.len() + 5) * size_of::<usize>()).sum::<usize>()
            + self.proposals.iter().map(|proposal| proposal.order.len() * (R + 1) * 8).sum::<usize>()
    }

    /// Draws the ranks of grouped slots; returns ln of weight over proposal, whose average is the sum over all assignments.
    pub fn draw(&self, unseen: &Unseen<R>, shapes: &[Shape<R>], rng: &mut WorldRng, ranks: &mut [usize]) -> f64 {
        let by = if self.proposals.len() == 1 { 0 } else { below(self.proposals.len(), rng) };
        self.draw_by(by, unseen, shapes, rng, ranks)
    }

    /// The same by one of the proposals.
    fn draw_by(&self, by: usize, unseen: &Unseen<R>, shapes: &[Shape<R>], rng: &mut WorldRng, ranks: &mut [usize]) -> f64 {
        let Some(own) = self.proposals[by].draw(unseen, rng, ranks) else { return f64::NEG_INFINITY };
        let others = self.proposals.iter().enumerate().filter(|(at, _)| *at != by).map(|(_, other)| other.density(unseen, ranks));
        let density = others.fold(own, |sum, density| sum + density) / self.proposals.len() as f64;
        // Slots in no group weigh the same whatever they hold: any rank with a weight stands for all.
        for shape in shapes {
            let there = (0..R).find(|rank| shape.counts[*rank] > 0).unwrap_or(0);
            shape.neutral.iter().for_each(|slot| ranks[*slot] = there);
        }
        let neutral: f64 = shapes.iter().map(|shape| shape.ln_dealt() - shape.ln_scale).fold(0.0, |sum, ln| sum + ln);
        unseen.ln_weight(ranks) - libm::log(density) + neutral
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
