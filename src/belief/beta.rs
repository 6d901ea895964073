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
    /// The posterior of a prior after so many successes of so many opportunities. Weighted counts need not be whole; fewer
    /// opportunities than successes count as no failure.
    #[must_use]
    pub fn posterior(prior_alpha: f64, prior_beta: f64, successes: f64, opportunities: f64) -> Self {
        Self { alpha: prior_alpha, beta: prior_beta }.after(successes, opportunities)
    }

    /// This as the prior, updated by so many successes of so many opportunities.
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
        let (a, b) = (self.alpha, self.beta);
        if x <= 0.0 || x >= 1.0 {
            return if x <= 0.0 { 0.0 } else { 1.0 };
        }
        if x > (a + 1.0) / (a + b + 2.0) {
            return 1.0 - Self { alpha: b, beta: a }.cdf(1.0 - x);
        }
        let ln_front = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log1p(-x);
        (libm::exp(ln_front) / a / fraction(a, b, x)).clamp(0.0, 1.0)
    }

    /// The rate that is not exceeded with probability `p` in (0, 1), to 1e-12.
    #[must_use]
    pub fn quantile(&self, p: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        while high - low > 1e-13 {
            let middle = 0.5 * (low + high);
            if self.cdf(middle) < p {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
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
        let ln_beta = |a: f64, b: f64| libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
        let ways = ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k);
        libm::exp(ways + ln_beta(self.alpha + f64::from(k), self.beta + f64::from(n - k)) - ln_beta(self.alpha, self.beta))
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
        let uniform = Beta::posterior(1.0, 1.0, 0.0, 0.0);
        assert!((uniform.cdf(0.3) - 0.3).abs() < 1e-13);
        let one = Beta::posterior(1.0, 1.0, 1.0, 1.0);
        assert!((one.mean() - 2.0 / 3.0).abs() < 1e-15);
        assert!((one.cdf(0.5) - 0.25).abs() < 1e-13);
        let (low, high) = one.interval_90();
        assert!((low - 0.05_f64.sqrt()).abs() < 1e-11 && (high - 0.95_f64.sqrt()).abs() < 1e-11);
    }

    #[test]
    fn larger_counts_by_hand() {
        // Beta(2, 3): cdf(x) = 6x^2 - 8x^3 + 3x^4, at 0.5: 1.5 - 1 + 0.1875 = 0.6875.
        let beta = Beta::posterior(1.0, 1.0, 1.0, 3.0);
        assert!((beta.cdf(0.5) - 0.6875).abs() < 1e-13);
        assert!((beta.cdf(beta.quantile(0.95)) - 0.95).abs() < 1e-11);
        // A uniform rate makes 0, 1 and 2 successes of two equally likely.
        assert!((Beta { alpha: 1.0, beta: 1.0 }.predictive(1, 2) - 1.0 / 3.0).abs() < 1e-12);
    }
}
