//! What counts of successes and opportunities say about a rate.

use serde::Serialize;

use super::distribution::ln_factorial;

/// A Beta distribution over a rate: a Beta prior updated by Bernoulli observations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Beta {
    /// Pseudo-count of successes. Above 0.
    pub alpha: f64,
    /// Pseudo-count of failures. Above 0.
    pub beta: f64,
}

impl Beta {
    /// The posterior of this prior after so many successes of so many opportunities. Weighted counts need not be whole; fewer
    /// opportunities than successes count as no failure.
    #[must_use]
    pub fn after(self, successes: f64, opportunities: f64) -> Self {
        Self { alpha: self.alpha + successes.max(0.0), beta: self.beta + (opportunities - successes).max(0.0) }
    }

    /// Expected rate, in (0, 1).
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.alpha / (self.alpha + self.beta)
    }

    /// P(rate <= x): the regularised incomplete beta function.
    ///
    /// By its continued fraction (DLMF 8.17.22) in Lentz's method, on the side where that converges fast.
    #[must_use]
    pub fn cdf(&self, x: f64) -> f64 {
        self.cdf_and_density(x, self.ln_beta()).0
    }

    /// ln B(alpha, beta).
    fn ln_beta(&self) -> f64 {
        libm::lgamma(self.alpha) + libm::lgamma(self.beta) - libm::lgamma(self.alpha + self.beta)
    }

    /// P(rate <= x), and the density there, by ln B(alpha, beta).
    fn cdf_and_density(&self, x: f64, ln_beta: f64) -> (f64, f64) {
        let (a, b) = (self.alpha, self.beta);
        if x <= 0.0 || x >= 1.0 {
            return (if x <= 0.0 { 0.0 } else { 1.0 }, 0.0);
        }
        let front = libm::exp(a * libm::log(x) + b * libm::log1p(-x) - ln_beta);
        let below =
            if x > (a + 1.0) / (a + b + 2.0) { 1.0 - front / b / fraction(b, a, 1.0 - x) } else { front / a / fraction(a, b, x) };
        (below.clamp(0.0, 1.0), front / (x * (1.0 - x)))
    }

    /// The rate that is not exceeded with probability `p` in (0, 1), to 1e-12.
    ///
    /// By Newton's method between bounds that every step narrows; where a step would leave them, they are halved.
    #[must_use]
    pub fn quantile(&self, p: f64) -> f64 {
        let ln_beta = self.ln_beta();
        let (mut low, mut high, mut x) = (0.0, 1.0, self.mean());
        while high - low > 1e-13 {
            let (below, density) = self.cdf_and_density(x, ln_beta);
            if below < p {
                low = x;
            } else {
                high = x;
            }
            let step = (below - p) / density;
            let next = x - step;
            x = if next > low && next < high {
                if step.abs() < 1e-14 {
                    return next;
                }
                next
            } else {
                0.5 * (low + high)
            };
        }
        x
    }

    /// The central interval that holds the rate with probability 0.9.
    #[must_use]
    pub fn interval_90(&self) -> (f64, f64) {
        (self.quantile(0.05), self.quantile(0.95))
    }

    /// P(exactly k successes in n more trials) under this distribution, for whole counts.
    #[must_use]
    pub fn predictive(&self, k: u32, n: u32) -> f64 {
        if k > n {
            return 0.0;
        }
        let ways = ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k);
        let after = Self { alpha: self.alpha + f64::from(k), beta: self.beta + f64::from(n - k) };
        libm::exp(ways + after.ln_beta() - self.ln_beta())
    }
}

/// 1 + d1/(1 + d2/(1 + ...)) of DLMF 8.17.22.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let nonzero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut value, mut c, mut d) = (1.0, 1.0, 0.0);
    for n in 1..500_u32 {
        let m = f64::from(n / 2);
        let term = if n % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        d = 1.0 / nonzero(1.0 + term * d);
        c = nonzero(1.0 + term / c);
        value *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uniform_prior_by_hand() {
        // Beta(1, 1) is uniform: the cdf is x. After one success Beta(2, 1): cdf x^2, mean 2/3, 5 % quantile sqrt(0.05).
        let uniform = Beta { alpha: 1.0, beta: 1.0 };
        assert!((uniform.cdf(0.3) - 0.3).abs() < 1e-13);
        let one = uniform.after(1.0, 1.0);
        assert!((one.mean() - 2.0 / 3.0).abs() < 1e-15);
        assert!((one.cdf(0.5) - 0.25).abs() < 1e-13);
        let (low, high) = one.interval_90();
        assert!((low - 0.05_f64.sqrt()).abs() < 1e-11 && (high - 0.95_f64.sqrt()).abs() < 1e-11);
    }

    #[test]
    fn larger_counts_by_hand() {
        // Beta(2, 3): cdf(x) = 6x^2 - 8x^3 + 3x^4, at 0.5: 1.5 - 1 + 0.1875 = 0.6875.
        let beta = Beta { alpha: 1.0, beta: 1.0 }.after(1.0, 3.0);
        assert!((beta.cdf(0.5) - 0.6875).abs() < 1e-13);
        assert!((beta.cdf(beta.quantile(0.95)) - 0.95).abs() < 1e-11);
        for (alpha, beta) in [(0.05, 0.3), (0.3, 40.0), (1.0, 1.0), (2.6, 1.8), (700.0, 6_300.0), (9e4, 11.0)] {
            let beta = Beta { alpha, beta };
            for p in [1e-3, 0.05, 0.5, 0.95, 0.999] {
                let x = beta.quantile(p);
                // What lies a step of the promised size to either side bounds it.
                assert!(beta.cdf(x - 1e-12) <= p && beta.cdf(x + 1e-12) >= p, "{beta:?} {p}: {x}");
            }
        }
        // A uniform rate makes 0, 1 and 2 successes of two equally likely.
        assert!((Beta { alpha: 1.0, beta: 1.0 }.predictive(1, 2) - 1.0 / 3.0).abs() < 1e-12);
    }
}
