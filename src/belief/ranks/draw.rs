//! Drawing whole worlds: a rank for each slot and an order of each deck.

use super::lattice::{Lattice, ways};
use super::row::pick;
use super::shape::Shape;
use super::solved::{Answer, RankPosterior};
use crate::belief::{WorldRng, below, shuffle};

/// How many weighted draws are tried where they run into dead ends; after that a world of weight zero is returned.
const DEAD_ENDS: usize = 100;

/// A world that was drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct RankDraw {
    /// Rank of each slot.
    pub ranks: Vec<usize>,
    /// What is left of each pool, top card first.
    pub decks: Vec<Vec<usize>>,
    /// ln of its importance weight where the posterior is sampled, scaled so that the average is about 1; its ln probability where it is
    /// exact. In nats.
    pub ln: f64,
}

impl<const R: usize> RankPosterior<R> {
    /// Draws a world, independently of any other draw. Where the posterior is exact, so is the draw, and none is rejected.
    #[must_use]
    pub fn draw(&self, rng: &mut WorldRng) -> RankDraw {
        let mut ranks = vec![0; self.unseen.slots.len()];
        let mut weight = None;
        match &self.answer {
            Answer::Exact(parts) => {
                let mut shares: Vec<f64> = parts.iter().map(|(share, _)| *share).collect();
                for (pool, shape) in self.shapes.iter().enumerate() {
                    let lattices: Vec<&Lattice> = parts.iter().map(|(_, lattices)| &lattices[pool]).collect();
                    walk(shape, &lattices, &mut shares, rng, &mut ranks);
                }
            }
            Answer::Sampled(drawn) => {
                // A draw that runs into a dead end weighs nothing; that is rare, as slots with least choice come first.
                let ln = (0..DEAD_ENDS)
                    .map(|_| drawn.draw(&self.unseen, &self.shapes, rng, &mut ranks))
                    .find(|ln| ln.is_finite())
                    .unwrap_or(f64::NEG_INFINITY);
                weight = Some(ln - self.ln_total());
            }
        }
        let mut decks = Vec::with_capacity(self.shapes.len());
        for shape in &self.shapes {
            let mut left = shape.counts;
            shape
                .groups
                .iter()
                .flat_map(|group| &group.slots)
                .for_each(|slot| left[ranks[*slot]] = left[ranks[*slot]].saturating_sub(1));
            let mut cards: Vec<usize> = (0..R).flat_map(|rank| std::iter::repeat_n(rank, usize::from(left[rank]))).collect();
            shuffle(&mut cards, rng);
            for slot in &shape.neutral {
                ranks[*slot] = cards.pop().unwrap_or(0);
            }
            decks.push(cards);
        }
        let ln = weight.unwrap_or_else(|| self.ln_probability(&ranks, &decks));
        RankDraw { ranks, decks, ln }
    }
}

/// Draws the ranks of one pool's grouped slots, class by class. `shares` has the weight of each component given the draws so far, and sums
/// to 1 before and after. A single weight may have either sign; their sum is a probability.
fn walk<const R: usize>(shape: &Shape<R>, lattices: &[&Lattice], shares: &mut [f64], rng: &mut WorldRng, ranks: &mut [usize]) {
    let mut open: Vec<Vec<usize>> = shape.groups.iter().map(|group| group.slots.clone()).collect();
    let mut state = 0;
    shares.iter_mut().zip(lattices).for_each(|(share, lattice)| *share /= lattice.total);
    for (at, class) in shape.classes.iter().enumerate() {
        let mut cards: Vec<usize> =
            class.ranks.iter().flat_map(|rank| std::iter::repeat_n(*rank, usize::from(shape.counts[*rank]))).collect();
        let is_last = at + 1 == shape.classes.len();
        let left: usize = open.iter().map(Vec::len).sum();
        let number = if is_last { left } else { number(class.cards, at, state, lattices, shares, rng) };
        for (share, lattice) in shares.iter_mut().zip(lattices) {
            *share *= ways(class.cards, number, lattice.balanced.deck[at]);
        }
        for k in (1..=number).rev() {
            let group = if is_last {
                // All that is open is filled from here, in whatever order.
                let group = open.iter().position(|slots| !slots.is_empty()).unwrap_or(0);
                shares.iter_mut().zip(lattices).for_each(|(share, lattice)| *share *= lattice.balanced.weights[at][group]);
                group
            } else {
                let weight = |group: usize| {
                    let open = shape.open(group, state) as f64;
                    let of = |(share, lattice): (&f64, &&Lattice)| {
                        share * lattice.balanced.weights[at][group] * lattice.powers[at][k - 1][state + shape.strides[group]]
                    };
                    if open > 0.0 { open * shares.iter().zip(lattices).map(of).fold(0.0, |a, b| a + b) } else { 0.0 }
                };
                let group = pick(&(0..open.len()).map(weight).collect::<Vec<_>>(), rng);
                shares.iter_mut().zip(lattices).for_each(|(share, lattice)| *share *= lattice.balanced.weights[at][group]);
                group
            };
            state += shape.strides[group];
            let place = below(open[group].len(), rng);
            let slot = open[group].swap_remove(place);
            ranks[slot] = cards.swap_remove(below(cards.len(), rng));
        }
    }
    let sum = shares.iter().fold(0.0, |sum, share| sum + share);
    shares.iter_mut().for_each(|share| *share /= sum);
}

/// Draws how many cards of a class go to slots.
fn number(cards: usize, at: usize, state: usize, lattices: &[&Lattice], shares: &[f64], rng: &mut WorldRng) -> usize {
    let weight = |k: usize| {
        let of = |(share, lattice): (&f64, &&Lattice)| {
            share * ways(cards, k, lattice.balanced.deck[at]) * lattice.powers[at][k][state]
        };
        shares.iter().zip(lattices).map(of).fold(0.0, |a, b| a + b)
    };
    let most = lattices.first().map_or(1, |lattice| lattice.powers[at].len());
    pick(&(0..most).map(weight).collect::<Vec<_>>(), rng)
}
