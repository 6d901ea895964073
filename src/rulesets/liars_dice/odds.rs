//! How many of some dice show a face, when nothing else is known of them: binomial, by table.

use std::sync::LazyLock;

use super::hands::MOST_DICE;
use super::setup::MOST_SEATS;

/// Most dice at a table.
pub const MOST_TOTAL: usize = MOST_DICE * MOST_SEATS;

/// P(exactly k) and P(at least k) of `n` dice.
#[derive(Clone, Debug)]
pub struct Binomial {
    /// P(exactly k), k from 0 to n.
    pub exactly: Vec<f64>,
    /// P(at least k), k from 0 to n.
    pub at_least: Vec<f64>,
}

impl Binomial {
    /// The distribution for `dice` dice of which each counts with probability 1/3 (`wild`: the face, or the wild one) or 1/6.
    #[must_use]
    pub fn of(dice: u8, wild: bool) -> &'static Self {
        static TABLES: LazyLock<[Vec<Binomial>; 2]> =
            LazyLock::new(|| [6.0, 3.0].map(|faces| (0..=MOST_TOTAL).map(|dice| Binomial::new(dice, 1.0 / faces)).collect()));
        &TABLES[usize::from(wild)][usize::from(dice).min(MOST_TOTAL)]
    }

    /// By adding one die at a time: sums of positive terms, so no term loses precision.
    fn new(dice: usize, p: f64) -> Self {
        let mut exactly = vec![0.0; dice + 1];
        exactly[0] = 1.0;
        for rolled in 1..=dice {
            for k in (0..=rolled).rev() {
                let below = if k > 0 { exactly[k - 1] } else { 0.0 };
                exactly[k] = exactly[k] * (1.0 - p) + below * p;
            }
        }
        let at_least = tails(&exactly);
        Self { exactly, at_least }
    }

    /// P(at least k); 1 for k of 0 or less.
    #[must_use]
    pub fn tail(&self, k: i32) -> f64 {
        if k <= 0 { 1.0 } else { self.at_least.get(k as usize).copied().unwrap_or(0.0) }
    }

    /// P(exactly k).
    #[must_use]
    pub fn point(&self, k: i32) -> f64 {
        usize::try_from(k).ok().and_then(|k| self.exactly.get(k).copied()).unwrap_or(0.0)
    }
}

/// P(at least k) from P(exactly k): summed from the smallest terms; P(at least 0) is 1.
#[must_use]
pub fn tails(exactly: &[f64]) -> Vec<f64> {
    let mut tails = exactly.to_vec();
    for k in (0..tails.len().saturating_sub(1)).rev() {
        tails[k] += tails[k + 1];
    }
    if let Some(all) = tails.first_mut() {
        *all = 1.0;
    }
    tails
}

/// P(at least k) as it is answered: at most 1, which sums of many chances may pass by rounding.
#[must_use]
pub fn chances(exactly: &[f64]) -> Vec<f64> {
    tails(exactly).into_iter().map(|p| p.min(1.0)).collect()
}

/// The distribution of the sum of two independent counts.
#[must_use]
pub fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate().filter(|(_, a)| **a > 0.0) {
        for (j, b) in b.iter().enumerate() {
            sum[i + j] += a * b;
        }
    }
    sum
}
