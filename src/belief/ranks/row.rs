//! A row of weights, which need not sum to 1.

use crate::belief::{WorldRng, unit};

/// Picks a place with the probability of its weight. By rounding some weights may be below 0; at least one is above.
pub fn pick(weights: &[f64], rng: &mut WorldRng) -> usize {
    let sum = weights.iter().fold(0.0, |sum, weight| sum + weight.max(0.0));
    let mut point = unit(rng) * sum;
    for (place, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        if point < *weight {
            return place;
        }
        point -= weight;
    }
    weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0)
}

/// Makes a row sum to 1, where it does not sum to 0.
pub fn normalise<const R: usize>(row: &mut [f64; R]) {
    let sum: f64 = row.iter().sum();
    if sum > 0.0 {
        row.iter_mut().for_each(|p| *p /= sum);
    }
}
