//! Soft evidence as a sum that does not depend on the order of its terms.

use serde::{Deserialize, Serialize};

/// Natural logarithm of a weight in steps of 2^-40: sums are exact, so the same facts in any order make the same belief. Sums beyond the
/// range of the steps stay at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Leaning(i64);

/// Steps in 1 nat.
const STEPS: f64 = 1_099_511_627_776.0;

/// The least that a stored leaning may be: a million nats below 0. One clue takes away some twenty at most, and a game gives a few hundred.
const LEAST_STEPS: i64 = -(1 << 60);

impl Leaning {
    /// From nats.
    #[must_use]
    pub fn of(nats: f64) -> Self {
        Self(libm::round(nats * STEPS) as i64)
    }

    /// In nats.
    #[must_use]
    pub fn nats(self) -> f64 {
        self.0 as f64 / STEPS
    }

    /// In steps.
    #[must_use]
    pub const fn steps(self) -> i64 {
        self.0
    }

    /// From steps that a snapshot holds; above 0, or below what any game sums up to, it is the nearest that can be.
    #[must_use]
    pub fn of_steps(steps: i64) -> Self {
        Self(steps.clamp(LEAST_STEPS, 0))
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_do_not_depend_on_their_order() {
        let [a, b, c] = [0.1, 1e-9, 17.3].map(|nats| Leaning::of(-nats));
        assert_eq!(a.plus(b).plus(c), c.plus(a).plus(b));
        assert!((a.plus(b).plus(c).nats() + 17.400_000_001).abs() < 1e-11);
    }

    #[test]
    fn what_is_stored_is_brought_within_bounds() {
        let leaning = Leaning::of(-2.5);
        assert_eq!(Leaning::of_steps(leaning.steps()), leaning);
        assert_eq!(Leaning::of_steps(7), Leaning::default());
        let least = Leaning::of_steps(i64::MIN);
        assert!((least.nats() + 1_048_576.0).abs() < 1e-9);
        assert_eq!((0..20).fold(least, |sum, _| sum.plus(least)).steps(), i64::MIN, "it stays at the end of the range");
    }
}
