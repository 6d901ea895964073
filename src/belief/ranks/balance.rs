//! Scales weights until partial sums are probabilities, so that none that matters can underflow.
//!
//! Multiplying a slot's weights, or those of a card, by a constant changes no posterior, as every slot is filled and every card lies
//! somewhere. So the matrix of slots and deck against cards is balanced (Sinkhorn and Knopp 1967) until each slot's weights over all cards
//! sum to 1, the deck's to its cards, and each card's to 1. Rows a few times off do no harm.

use super::shape::Shape;

/// Rounds of balancing at most, and where to stop: no column's sum is further from 1 than this.
const ROUNDS: usize = 30;
const BALANCED: f64 = 0.1;

/// Balanced weights of one component.
#[derive(Clone, Debug)]
pub struct Balanced {
    /// Weight of a card of a class in a slot of a group: by class, then group.
    pub weights: Vec<Vec<f64>>,
    /// Weight of a card of a class in the deck.
    pub deck: Vec<f64>,
    /// ln of what a balanced sum must be multiplied by.
    pub ln_scale: f64,
}

/// Balances the weights of a component: `rates` by sum.
pub fn balance<const R: usize>(shape: &Shape<R>, values: &[i32; R], rates: &[f64]) -> Balanced {
    let mut ln_scale = 0.0;
    let rest = shape.rest as f64;
    let classes = shape.classes.len();
    let mut weights = vec![vec![0.0; shape.groups.len()]; classes];
    for (at, group) in shape.groups.iter().enumerate() {
        let ln = |class: usize| {
            let rank = shape.classes[class].ranks[0];
            let rate: f64 = rates.iter().enumerate().filter(|(s, _)| group.sums & (1 << *s) != 0).map(|(_, rate)| rate).sum();
            group.row[rank] - rate * f64::from(values[rank])
        };
        let greatest = (0..classes).map(ln).fold(f64::NEG_INFINITY, f64::max);
        if greatest == f64::NEG_INFINITY {
            continue;
        }
        ln_scale += greatest * group.slots.len() as f64;
        for (class, weights) in weights.iter_mut().enumerate() {
            weights[at] = libm::exp(ln(class) - greatest);
        }
    }
    let mut deck = vec![if rest > 0.0 { 1.0 } else { 0.0 }; classes];
    let cards: Vec<f64> = shape.classes.iter().map(|class| class.cards as f64).collect();
    let sizes: Vec<f64> = shape.groups.iter().map(|group| group.slots.len() as f64).collect();
    for _ in 0..ROUNDS {
        for (group, size) in sizes.iter().enumerate() {
            let sum: f64 = (0..classes).map(|class| weights[class][group] * cards[class]).sum();
            if sum > 0.0 {
                weights.iter_mut().for_each(|row| row[group] /= sum);
                ln_scale += libm::log(sum) * size;
            }
        }
        let sum: f64 = (0..classes).map(|class| deck[class] * cards[class]).sum();
        if sum > 0.0 {
            deck.iter_mut().for_each(|weight| *weight *= rest / sum);
            ln_scale += libm::log(sum / rest) * rest;
        }
        let mut off: f64 = 0.0;
        for ((weights, deck), cards) in weights.iter_mut().zip(&mut deck).zip(&cards) {
            let sum = *deck + weights.iter().zip(&sizes).map(|(weight, size)| weight * size).sum::<f64>();
            if sum > 0.0 {
                off = off.max((sum - 1.0).abs());
                weights.iter_mut().for_each(|weight| *weight /= sum);
                *deck /= sum;
                ln_scale += libm::log(sum) * cards;
            }
        }
        if off < BALANCED {
            break;
        }
    }
    Balanced { weights, deck, ln_scale }
}
