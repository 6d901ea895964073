//! What a stored or weighed probability may be.

/// A probability that soft likelihoods do not push lower: they never reach zero.
pub const LEAST: f64 = 1e-40;

/// A probability as it was written, or 0 for what is none.
pub fn probability(p: f64) -> f64 {
    if (0.0..=1.0 + 1e-6).contains(&p) { p } else { 0.0 }
}
