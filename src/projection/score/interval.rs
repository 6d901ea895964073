//! How far chance may have moved a mean.

use serde::Serialize;

use crate::belief::Beta;

/// A mean with its interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The mean over all items.
    pub mean: f64,
    /// Half of the interval's width, from how the means of games differ; null for fewer than two games.
    pub within: Option<f64>,
}

/// The sums of a game: of what is averaged, and of what it is averaged over. The interval is that of a ratio of sums over games (Cochran 1977,
/// section 6.4): games are drawn, their items are not, because the items of one game resemble each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ratio {
    games: f64,
    value: f64,
    items: f64,
    value_squared: f64,
    product: f64,
    items_squared: f64,
}

impl Ratio {
    /// Takes in a game's sums; one without items says nothing.
    pub(super) fn add(&mut self, value: f64, items: f64) {
        if items > 0.0 {
            self.games += 1.0;
            self.value += value;
            self.items += items;
            self.value_squared += value * value;
            self.product += value * items;
            self.items_squared += items * items;
        }
    }

    pub(super) fn join(&mut self, other: Self) {
        self.games += other.games;
        self.value += other.value;
        self.items += other.items;
        self.value_squared += other.value_squared;
        self.product += other.product;
        self.items_squared += other.items_squared;
    }

    pub(super) const fn games(&self) -> f64 {
        self.games
    }

    pub(super) const fn items(&self) -> f64 {
        self.items
    }

    pub(super) fn interval(&self) -> Interval {
        let mean = self.value / self.items.max(1.0);
        // The sum over games of (value - mean x items)^2. What rounding leaves of nothing may lie below 0.
        let squares = (self.value_squared - 2.0 * mean * self.product + mean * mean * self.items_squared).max(0.0);
        let free = self.games - 1.0;
        let within = (free > 0.0).then(|| student_95(free) * libm::sqrt(squares * self.games / free) / self.items);
        Interval { mean, within }
    }
}

/// Standard errors in an interval that holds 95 of 100: the quantile of Student's t with so many degrees of freedom, by the incomplete beta
/// function (DLMF 8.17.22): P(|T| > t) = I_x(n/2, 1/2) at x = n / (n + t^2).
fn student_95(degrees: f64) -> f64 {
    let x = Beta { alpha: degrees / 2.0, beta: 0.5 }.quantile(0.05);
    libm::sqrt(degrees * (1.0 - x) / x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_student_by_the_tables() {
        for (degrees, t) in [(1.0, 12.706_204_736), (4.0, 2.776_445_105), (79.0, 1.990_450_210), (1e6, 1.959_966_4)] {
            assert!((student_95(degrees) - t).abs() < 1e-6, "{degrees}");
        }
    }

    #[test]
    fn a_ratio_by_hand() {
        let mut ratio = Ratio::default();
        ratio.add(3.0, 2.0);
        ratio.add(0.0, 0.0);
        assert_eq!(ratio.interval(), Interval { mean: 1.5, within: None }, "one game says nothing of how games differ");
        ratio.add(3.0, 1.0);
        // Residuals of the games: 3 - 2 x 2 = -1 and 3 - 2 = 1; so sqrt(2 x 2 / 1) / 3 standard errors.
        let Interval { mean, within } = ratio.interval();
        assert!((mean - 2.0).abs() < 1e-12 && (within.expect("two games") - student_95(1.0) * 2.0 / 3.0).abs() < 1e-9);
        let mut joined = Ratio::default();
        joined.add(3.0, 1.0);
        let mut first = Ratio::default();
        first.add(3.0, 2.0);
        joined.join(first);
        assert_eq!(joined.interval(), ratio.interval());
    }
}
