//! The distribution of the total of some slots, exactly: the sum over assignments once more, with the total carried along.

use std::collections::BTreeMap;

use super::balance::balance;
use super::lattice::ways;
use super::shape::Shape;
use super::solved::{Answer, RankPosterior};
use crate::belief::{Draws, Method, Quality};

/// Sums by state and total, counted from the least: the total's places lie side by side.
struct Table {
    width: usize,
    sums: Vec<f64>,
}

/// Sums by state and total beyond which a total is estimated.
const LARGEST: usize = 1 << 17;
/// The draws that an estimate is made from, and their seed.
const DRAWS: Draws = Draws { seed: 2, count: 4_000 };

impl<const R: usize> RankPosterior<R> {
    /// Sums by state and total that the distribution of a total takes.
    pub(super) fn cost_of_total(&self, slots: &[usize]) -> usize {
        let states = (0..self.shapes.len()).map(|pool| Shape::new(&self.unseen, pool, slots).states).max().unwrap_or(1);
        let (least, most) = self.unseen.values.iter().fold((0, 0), |(least, most), value| (least.min(*value), most.max(*value)));
        states.saturating_mul(slots.len() * (most - least) as usize + 1)
    }

    /// Method and losses of [`total_of`](Self::total_of) these slots.
    #[must_use]
    pub fn quality_of_total(&self, slots: &[usize]) -> Quality {
        let exact = matches!(self.answer, Answer::Exact(_));
        if exact && self.cost_of_total(slots) > LARGEST {
            let worth = Some(DRAWS.count as f64);
            return Quality { method: Method::Sampled, dropped_mass: 0.0, effective_sample_size: worth };
        }
        self.quality()
    }

    /// By independent draws.
    fn estimate(&self, slots: &[usize]) -> Vec<(i32, f64)> {
        let mut totals = BTreeMap::new();
        for mut rng in DRAWS.rngs() {
            let ranks = self.draw(&mut rng).ranks;
            let total: i32 = slots.iter().map(|slot| self.unseen.values[ranks[*slot]]).sum();
            *totals.entry(total).or_insert(0.0) += 1.0 / DRAWS.count as f64;
        }
        totals.into_iter().collect()
    }

    /// P(total of these slots), in order of totals; only those of positive probability. Estimated where the posterior is sampled, and,
    /// from four thousand draws, where the exact sum would take longer than a tenth of a second or so:
    /// [`quality_of_total`](Self::quality_of_total) says which.
    #[must_use]
    pub fn total_of(&self, slots: &[usize]) -> Vec<(i32, f64)> {
        let parts = match &self.answer {
            Answer::Exact(parts) => parts,
            Answer::Sampled(drawn) => return drawn.total_of(&self.unseen, &self.shapes, slots),
        };
        if self.cost_of_total(slots) > LARGEST {
            return self.estimate(slots);
        }
        let least = self.unseen.values.iter().copied().min().unwrap_or(0);
        let mut totals = vec![0.0; 1];
        let shapes: Vec<Shape<R>> = (0..self.shapes.len()).map(|pool| Shape::new(&self.unseen, pool, slots)).collect();
        let components = super::sums::components(&self.unseen.sums);
        for ((share, lattices), component) in parts.iter().zip(components) {
            let mut product = vec![*share];
            for (pool, shape) in shapes.iter().enumerate() {
                // The shape may have more groups, and so be balanced otherwise: compare by ln.
                let (sums, ln_scale) = carry(shape, &self.unseen.values, &component.rates, 1 << self.unseen.sums.len());
                let same = lattices[pool].ln_total() + self.shapes[pool].ln_dealt() - shape.ln_dealt();
                let scale = libm::exp(ln_scale - same);
                product = convolve(&product, &sums.iter().map(|sum| sum * scale).collect::<Vec<_>>());
            }
            totals.resize(product.len().max(totals.len()), 0.0);
            totals.iter_mut().zip(product).for_each(|(total, part)| *total += part);
        }
        let sum: f64 = totals.iter().map(|p| p.max(0.0)).sum();
        let from = least * slots.len() as i32;
        (from..).zip(totals).filter(|(_, p)| *p > 0.0).map(|(total, p)| (total, p / sum)).collect()
    }
}

fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate() {
        b.iter().enumerate().for_each(|(j, b)| out[i + j] += a * b);
    }
    out
}

/// Balanced sums of one pool by total, and ln of their scale. `counted` is the bit of the slots whose total is asked for.
fn carry<const R: usize>(shape: &Shape<R>, values: &[i32; R], rates: &[f64], counted: u32) -> (Vec<f64>, f64) {
    let balanced = balance(shape, values, rates);
    let least = values.iter().copied().min().unwrap_or(0);
    let span = (values.iter().copied().max().unwrap_or(0) - least) as usize;
    let counts = |group: usize| shape.groups[group].sums & counted != 0;
    let slots: usize = (0..shape.groups.len()).filter(|group| counts(*group)).map(|g| shape.groups[g].slots.len()).sum();
    let width = slots * span + 1;
    let mut later = Table { width, sums: vec![0.0; shape.states * width] };
    // Nothing comes after the last class: all slots are filled.
    later.sums[(shape.states - 1) * width] = 1.0;
    for (at, class) in shape.classes.iter().enumerate().rev() {
        let step = (values[class.ranks[0]] - least) as usize;
        let mut next = Table { width, sums: vec![0.0; later.sums.len()] };
        let mut chain = later;
        for k in 0..=class.cards.min(shape.filled) {
            let factor = ways(class.cards, k, balanced.deck[at]);
            next.sums.iter_mut().zip(&chain.sums).for_each(|(sum, term)| *sum += factor * term);
            let mut lowered = Table { width, sums: vec![0.0; next.sums.len()] };
            for group in 0..shape.groups.len() {
                let weight = balanced.weights[at][group];
                if weight > 0.0 {
                    chain.lower(shape, group, weight, if counts(group) { step } else { 0 }, &mut lowered);
                }
            }
            chain = lowered;
        }
        later = next;
    }
    (later.sums[..width].to_vec(), balanced.ln_scale)
}

impl Table {
    /// Adds to `out` what filling one more slot of a group makes of these sums, the total moved by `step`.
    fn lower<const R: usize>(&self, shape: &Shape<R>, group: usize, weight: f64, step: usize, out: &mut Self) {
        for state in 0..shape.states {
            let open = shape.open(group, state);
            if open == 0 {
                continue;
            }
            let factor = weight * open as f64;
            let from = &self.sums[(state + shape.strides[group]) * self.width..][..self.width - step];
            let out = &mut out.sums[state * self.width..][step..self.width];
            out.iter_mut().zip(from).for_each(|(out, from)| *out += factor * from);
        }
    }
}
