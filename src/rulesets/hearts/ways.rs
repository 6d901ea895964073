//! The ways in which a seat may be playing, and how likely each is.

use serde::{Deserialize, Serialize};

/// Number of ways.
pub const WAYS: usize = 4;

/// A value for each way, in the order of [`Way::ALL`].
pub type ByWay = [f64; WAYS];

/// A way of playing. Each gives every choice a probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Any legal card with equal chance.
    Careless,
    /// As people at this server's tables choose between kinds of card, and between cards of one kind by lot: whoever looks only to what
    /// the trick will bring.
    Coarse,
    /// As people at this server's tables have played.
    Population,
    /// As this player has, drawn towards the population where little is known.
    Own,
}

impl Way {
    /// All ways in order.
    pub const ALL: [Self; WAYS] = [Self::Careless, Self::Coarse, Self::Population, Self::Own];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Careless => "careless",
            Self::Coarse => "coarse",
            Self::Population => "population",
            Self::Own => "own",
        }
    }
}

/// No way is ever less likely than this, so that who begins to play otherwise is found out.
const LEAST: f64 = 1e-5;

/// How likely a seat plays in each way: at least [`LEAST`] each, and 1 together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights(ByWay);

impl Weights {
    /// These weights, brought to sum 1. What is no number counts as nothing.
    #[must_use]
    pub fn of(weights: ByWay) -> Self {
        let weights = weights.map(|weight| if weight.is_finite() && weight > 0.0 { weight.min(1e100) } else { 0.0 });
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            return Self([1.0 / WAYS as f64; WAYS]);
        }
        let least = weights.map(|weight| (weight / sum).max(LEAST));
        let sum: f64 = least.iter().sum();
        Self(least.map(|weight| weight / sum))
    }

    /// By way.
    #[must_use]
    pub const fn by_way(&self) -> ByWay {
        self.0
    }

    /// After a choice that had these chances, by way.
    #[must_use]
    pub fn after(&self, chances: ByWay) -> Self {
        let greatest = chances.iter().copied().fold(0.0, f64::max);
        if greatest <= 0.0 || !greatest.is_finite() {
            return *self;
        }
        Self::of(std::array::from_fn(|way| self.0[way] * (chances[way] / greatest)))
    }

    /// The mean of a value over the ways.
    #[must_use]
    pub fn mean(&self, values: ByWay) -> f64 {
        self.0.iter().zip(values).map(|(weight, value)| weight * value).sum()
    }

    /// As a snapshot held it: what no weights are is brought to what they can be, and what they are is not touched.
    #[must_use]
    pub fn thawed(self) -> Self {
        let sum: f64 = self.0.iter().sum();
        let sound = self.0.iter().all(|weight| (0.5 * LEAST..=1.0).contains(weight)) && (sum - 1.0).abs() < 1e-9;
        if sound { self } else { Self::of(self.0) }
    }
}

impl std::fmt::Display for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut likely: Vec<(f64, Way)> = self.0.into_iter().zip(Way::ALL).filter(|(weight, _)| *weight >= 0.005).collect();
        likely.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (place, (weight, way)) in likely.iter().enumerate() {
            let between = if place == 0 { "" } else { ", " };
            write!(f, "{between}{} {weight:.2}", way.name())?;
        }
        Ok(())
    }
}
