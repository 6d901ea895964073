//! What a stored or weighed probability may be.

/// The least likelihood, and the least probability of a set that its player reported: neither reaches zero.
pub const LEAST: f64 = 1e-40;

/// A stored probability; 0 where the number is no probability.
pub fn probability(p: f64) -> f64 {
    if (0.0..=1.0 + 1e-6).contains(&p) { p } else { 0.0 }
}
