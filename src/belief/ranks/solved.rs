//! The posterior, worked out: normaliser, marginals, entropy and the probability of a world.

use std::sync::OnceLock;

use super::feasible::Stuck;
use super::lattice::{Flows, Lattice};
use super::row::normalise;
use super::sampler::WeightedDraws;
use super::shape::Shape;
use super::sums::{Component, components};
use super::unseen::{Effort, Unseen};
use crate::belief::distribution::ln_factorial;
use crate::belief::{Method, Quality};

/// Sums by state and total up to which the entropy under a factor on a total is worked out.
const ENTROPY_COST: usize = 4_096;

/// The posterior over the ranks of hidden slots.
#[derive(Clone, Debug)]
pub struct RankPosterior<const R: usize> {
    /// The question.
    pub(super) unseen: Unseen<R>,
    /// By pool.
    pub(super) shapes: Vec<Shape<R>>,
    /// How it is answered.
    pub(super) answer: Answer<R>,
    /// ln of the sum over all assignments.
    ln_total: f64,
    expected: OnceLock<Expected<R>>,
}

/// How a posterior is represented.
#[derive(Clone, Debug)]
pub(super) enum Answer<const R: usize> {
    /// A combination of product-form parts: share of the total (shares sum to 1, some may be negative), and a lattice for each pool.
    Exact(Vec<(f64, Vec<Lattice>)>),
    /// Weighted draws.
    Sampled(Box<WeightedDraws<R>>),
}

/// What a pass over the whole posterior finds.
#[derive(Clone, Debug)]
struct Expected<const R: usize> {
    /// P(rank), by slot.
    marginals: Vec<[f64; R]>,
    /// P(rank) of any card in the deck, by pool; zeros where the deck is empty.
    deck: Vec<[f64; R]>,
    entropy_bits: Option<f64>,
}

impl<const R: usize> RankPosterior<R> {
    /// Works a posterior out.
    ///
    /// # Errors
    /// Where no assignment has a weight above zero.
    pub fn new(unseen: Unseen<R>, budget: Effort) -> Result<Self, Stuck> {
        unseen.feasible()?;
        let shapes: Vec<Shape<R>> = (0..unseen.pools.len()).map(|pool| Shape::new(&unseen, pool, &[])).collect();
        if shapes.iter().any(|shape| shape.states > budget.states) {
            let drawn = WeightedDraws::new(&unseen, &shapes, budget.samples);
            let ln_total = drawn.ln_total();
            return Ok(Self { unseen, shapes, answer: Answer::Sampled(Box::new(drawn)), ln_total, expected: OnceLock::new() });
        }
        let parts: Vec<(Component, Vec<Lattice>)> = components(&unseen.sums)
            .into_iter()
            .map(|part| {
                let lattices = shapes.iter().map(|shape| Lattice::new(shape, &unseen.values, &part.rates)).collect();
                (part, lattices)
            })
            .collect();
        let ln = |lattices: &[Lattice]| lattices.iter().map(Lattice::ln_total).fold(0.0, |sum, ln| sum + ln);
        let greatest = parts.iter().map(|(_, lattices)| ln(lattices)).fold(f64::NEG_INFINITY, f64::max);
        let share = |(part, lattices): &(Component, Vec<Lattice>)| part.coefficient * libm::exp(ln(lattices) - greatest);
        let sum = parts.iter().map(share).fold(0.0, |sum, share| sum + share);
        if sum.is_nan() || sum <= 0.0 {
            // Weights too small to be written as numbers.
            return Err(Stuck { slots: (0..unseen.slots.len()).collect() });
        }
        let scale: f64 = shapes.iter().map(Shape::ln_dealt).fold(0.0, |sum, ln| sum + ln);
        let ln_total = libm::log(sum) + greatest + scale;
        let parts = parts.into_iter().map(|part| (share(&part) / sum, part.1)).collect();
        Ok(Self { unseen, shapes, answer: Answer::Exact(parts), ln_total, expected: OnceLock::new() })
    }

    /// What was asked.
    #[must_use]
    pub fn unseen(&self) -> &Unseen<R> {
        &self.unseen
    }

    /// ln of the sum over all assignments of the product of the weights and factors, times the ways to deal: what the evidence is worth,
    /// in nats. Estimated where the posterior is sampled.
    #[must_use]
    pub fn ln_total(&self) -> f64 {
        self.ln_total
    }

    /// P(rank), by slot. Rows sum to 1; 0 only where no assignment has it (or, of a sampled posterior, none
    /// that was drawn, and none that differs from one by an exchange of two cards).
    #[must_use]
    pub fn marginals(&self) -> &[[f64; R]] {
        &self.expected().marginals
    }

    /// P(rank) of any card in a pool's deck; zeros where none is left in it.
    #[must_use]
    pub fn deck(&self, pool: usize) -> [f64; R] {
        self.expected().deck[pool]
    }

    /// Entropy of the ranks of all slots together, in bits; `None` where the posterior is sampled, and where a factor on a sum would make it
    /// take many times as long as everything else.
    #[must_use]
    pub fn entropy_bits(&self) -> Option<f64> {
        self.expected().entropy_bits
    }

    /// Method and losses.
    #[must_use]
    pub fn quality(&self) -> Quality {
        match &self.answer {
            Answer::Exact(_) => Quality::EXACT,
            Answer::Sampled(drawn) => {
                Quality { method: Method::Sampled, dropped_mass: 0.0, effective_sample_size: Some(drawn.effective_sample_size()) }
            }
        }
    }

    /// States of the largest pool's lattice: the measure that the budget bounds.
    #[must_use]
    pub fn states(&self) -> usize {
        self.shapes.iter().map(|shape| shape.states).max().unwrap_or(1)
    }

    /// Memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let tables = match &self.answer {
            Answer::Exact(parts) => parts.iter().flat_map(|(_, lattices)| lattices).map(Lattice::bytes).sum(),
            Answer::Sampled(drawn) => drawn.bytes(),
        };
        tables + self.unseen.slots.len() * (R * 3 + 8) * size_of::<f64>() + size_of::<Self>()
    }

    /// ln P(these ranks in the slots and, of what is left, this order of each pool's deck), in nats; -inf where it cannot be.
    ///
    /// Every such world stands for as many deals of single cards as there are ways to tell equal cards apart, the product of c! over
    /// ranks: so all worlds with the same weights are equally likely.
    #[must_use]
    pub fn ln_probability(&self, ranks: &[usize], decks: &[Vec<usize>]) -> f64 {
        let unseen = &self.unseen;
        if ranks.len() != unseen.slots.len() || decks.len() != unseen.pools.len() {
            return f64::NEG_INFINITY;
        }
        let mut ln = unseen.ln_weight(ranks) - self.ln_total;
        for (pool, counts) in unseen.pools.iter().enumerate() {
            let mut left = *counts;
            let slots = (0..ranks.len()).filter(|slot| unseen.slots[*slot].pool == pool).map(|slot| ranks[slot]);
            for rank in slots.chain(decks[pool].iter().copied()) {
                match left.get_mut(rank) {
                    Some(cards) if *cards > 0 => *cards -= 1,
                    _ => return f64::NEG_INFINITY,
                }
            }
            if left != [0; R] {
                return f64::NEG_INFINITY;
            }
            ln += counts.iter().map(|c| ln_factorial(u32::from(*c))).fold(0.0, |sum, ln| sum + ln);
            ln -= ln_factorial(decks[pool].len() as u32);
        }
        ln
    }

    fn expected(&self) -> &Expected<R> {
        self.expected.get_or_init(|| match &self.answer {
            Answer::Exact(parts) => self.exact(parts),
            Answer::Sampled(drawn) => {
                let (marginals, deck) = drawn.expected(&self.unseen, &self.shapes);
                Expected { marginals, deck, entropy_bits: None }
            }
        })
    }

    fn exact(&self, parts: &[(f64, Vec<Lattice>)]) -> Expected<R> {
        let mut marginals = vec![[0.0; R]; self.unseen.slots.len()];
        let mut decks = vec![[0.0; R]; self.shapes.len()];
        // E[ln of the ways to deal], over all pools.
        let mut ln_ways = 0.0;
        for (pool, shape) in self.shapes.iter().enumerate() {
            let flows: Vec<(f64, Flows)> = parts.iter().map(|(share, l)| (share / l[pool].total, l[pool].flows(shape))).collect();
            let mix = |of: &dyn Fn(&Flows) -> f64| flows.iter().map(|(share, flow)| share * of(flow)).fold(0.0, |a, b| a + b);
            let mut left: [f64; R] = shape.counts.map(f64::from);
            for (at, class) in shape.classes.iter().enumerate() {
                for (group, slots) in shape.groups.iter().enumerate() {
                    let cards = mix(&|flow| flow.takes[at][group]).max(0.0);
                    for &rank in &class.ranks {
                        let cards = cards * f64::from(shape.counts[rank]) / class.cards as f64;
                        left[rank] -= cards;
                        slots.slots.iter().for_each(|slot| marginals[*slot][rank] = cards / slots.slots.len() as f64);
                    }
                }
                let counts: Vec<f64> = (0..flows[0].1.counts[at].len()).map(|k| mix(&|flow| flow.counts[at][k])).collect();
                ln_ways += class.ranks.iter().map(|rank| shape.ln_ways(at, *rank, &counts)).fold(0.0, |sum, ln| sum + ln);
            }
            decks[pool] = left.map(|cards| if shape.rest > 0 { (cards / shape.rest as f64).max(0.0) } else { 0.0 });
            shape.neutral.iter().for_each(|slot| marginals[*slot] = decks[pool]);
            if shape.deck() == 0 {
                decks[pool] = [0.0; R];
            }
        }
        for row in &mut marginals {
            normalise(row);
        }
        decks.iter_mut().for_each(normalise);
        let Some(ln_factors) = self.ln_factors() else { return Expected { marginals, deck: decks, entropy_bits: None } };
        let mut ln = self.ln_total - ln_ways - ln_factors;
        for (slot, p) in self.unseen.slots.iter().zip(&marginals) {
            ln -= (0..R).filter(|r| p[*r] > 0.0).map(|r| p[r] * slot.ln_weights[r]).fold(0.0, |sum, ln| sum + ln);
        }
        Expected { marginals, deck: decks, entropy_bits: Some((ln * std::f64::consts::LOG2_E).max(0.0)) }
    }

    /// E[ln of the factors on sums]; `None` where it would take many times as long as everything else.
    fn ln_factors(&self) -> Option<f64> {
        if self.unseen.sums.iter().any(|sum| self.cost_of_total(&sum.slots) > ENTROPY_COST) {
            return None;
        }
        Some(self.expected_ln(&self.unseen.sums))
    }
}
