//! What is published of a belief: the distribution of each hidden variable, with its entropy.

use serde::Serialize;

/// One value of a hidden variable and its probability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The value in the variable's domain, as text (`"3"`, `"seat:2"`, `"QS"`).
    pub value: String,
    /// Its probability, in (0, 1]. Values of probability 0 are left out.
    pub p: f64,
}

/// The distribution of one hidden variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Marginal {
    /// Where the hidden thing is now: `seat:2/ore`.
    pub id: String,
    /// The seat that it belongs to, if it belongs to one.
    pub seat: Option<u8>,
    /// An identity that stays while the thing moves, in games where things move.
    pub instance: Option<String>,
    /// Name of the domain, one of [`DOMAINS`]. Values of domain `count` are whole numbers.
    pub domain: &'static str,
    /// Whether it follows from other variables of the same belief, so that sums over variables must leave it out.
    pub derived: bool,
    /// How many values the public counts allow, at least 1. The same for every observer. Each ruleset counts them for this variable alone, as its page
    /// says: what the counts of other variables rule out may be among them.
    pub allowed: u32,
    /// Values of positive probability in the domain's natural order. Sums to 1.
    pub distribution: Vec<Outcome>,
}

impl Marginal {
    /// A variable of no seat and no instance, from its values in the domain's natural order; those of probability 0 are left out.
    pub fn new<V: Into<String>>(
        id: String,
        domain: &'static str,
        allowed: u32,
        probabilities: impl IntoIterator<Item = (V, f64)>,
    ) -> Self {
        let positive = probabilities.into_iter().filter(|(_, p)| *p > 0.0);
        let mut distribution: Vec<Outcome> = positive.map(|(value, p)| Outcome { value: value.into(), p }).collect();
        // Many are kept for long, and most hold few values.
        distribution.shrink_to_fit();
        // What is known is known: worlds that all agree may sum to 1 less a rounding error.
        if let [only] = &mut distribution[..] {
            only.p = 1.0;
        }
        Self { id, seat: None, instance: None, domain, derived: false, allowed, distribution }
    }

    /// A count that belongs to a seat, from the probabilities of 0, 1, 2, and so on.
    #[must_use]
    pub fn count(id: String, seat: u8, allowed: u32, probabilities: &[f64]) -> Self {
        let positive = probabilities.iter().enumerate().filter(|(_, p)| **p > 0.0);
        let named = positive.map(|(count, p)| (count.to_string(), *p));
        Self { seat: Some(seat), ..Self::new(id, "count", allowed, named) }
    }

    /// Shannon entropy in bits, 0 where the value is known.
    #[must_use]
    pub fn entropy_bits(&self) -> f64 {
        entropy_bits(self.distribution.iter().map(|outcome| outcome.p))
    }

    /// Whether only one value is left.
    #[must_use]
    pub fn known(&self) -> bool {
        self.distribution.len() == 1
    }

    /// Probability of a value, 0 where it is not listed.
    #[must_use]
    pub fn p(&self, value: &str) -> f64 {
        self.distribution.iter().find(|outcome| outcome.value == value).map_or(0.0, |outcome| outcome.p)
    }

    /// Mean, least and greatest value; `None` where the values are not numbers.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64, f64)> {
        let mut mean = 0.0;
        let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
        for outcome in &self.distribution {
            let value: f64 = outcome.value.parse().ok()?;
            mean += value * outcome.p;
            min = min.min(value);
            max = max.max(value);
        }
        (!self.distribution.is_empty()).then_some((mean, min, max))
    }

    /// 1 - entropy / log2(`allowed`), in [0, 1]; 1 where the public counts allow one value only.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        confidence(self.entropy_bits(), libm::log2(f64::from(self.allowed)))
    }
}

/// How a belief was worked out, and what was lost on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Exact, or which approximation.
    pub method: Method,
    /// Probability lost to a cap on tracked worlds since the game began, in [0, 1]. 0 where nothing was lost.
    pub dropped_mass: f64,
    /// How many independent draws the belief is worth; `None` where it was not sampled.
    pub effective_sample_size: Option<f64>,
}

impl Quality {
    /// Whether a world that is true may be missing, so that no world left does not yet mean a contradiction.
    #[must_use]
    pub fn is_lossy(&self) -> bool {
        !matches!(self.method, Method::Exact | Method::Factored)
    }

    /// Nothing was approximated.
    pub const EXACT: Self = Self { method: Method::Exact, dropped_mass: 0.0, effective_sample_size: None };
}

/// How a belief was worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The posterior itself, to rounding.
    Exact,
    /// A product of posteriors: evidence about two parts at once moved each by what the other was expected to be, and that the two depend on each other
    /// since is left out. What is possible stays possible. (Assumed-density filtering; Boyen and Koller, 1998.)
    Factored,
    /// The heaviest worlds of the posterior; `dropped_mass` says what is missing.
    Capped,
    /// Weighted samples of the posterior; the effective sample size says how many they are worth.
    Sampled,
    /// Every tracked world was struck after some had been dropped: begun again from the public counts.
    Restarted,
}

impl Method {
    /// The word that answers say it by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Factored => "factored",
            Self::Capped => "capped",
            Self::Sampled => "sampled",
            Self::Restarted => "restarted",
        }
    }
}

/// Every domain that a variable of some game has: what its values are names of.
pub const DOMAINS: [&str; 9] = ["ability", "count", "holder", "in_set", "item", "rank", "role", "species", "type"];

/// What a value of a distribution takes with its name on the heap, in bytes.
const VALUE: usize = 64;

/// What a leaf of a `BTreeMap` of JSON values takes, in bytes: room for eleven keys and values, however few there are.
const LEAF: usize = 640;

/// Approximate memory of what a JSON value holds on the heap, in bytes.
fn weigh_json(value: &serde_json::Value) -> usize {
    use serde_json::Value;
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => 16 + text.capacity(),
        Value::Array(values) => values.capacity() * size_of::<Value>() + values.iter().map(weigh_json).sum::<usize>(),
        Value::Object(members) => {
            let leaves = members.len().div_ceil(8) * LEAF;
            leaves + members.iter().map(|(key, value)| 16 + key.capacity() + weigh_json(value)).sum::<usize>()
        }
    }
}

/// All marginals of one belief.
#[derive(Clone, Debug, PartialEq)]
pub struct Marginals {
    /// In a fixed order that is the same for every observer.
    pub variables: Vec<Marginal>,
    /// Entropy of the joint distribution in bits; `None` where it is not known exactly.
    pub joint_entropy_bits: Option<f64>,
    /// Method and losses.
    pub quality: Quality,
    /// What the ruleset alone can say, by its own documentation. An object.
    pub detail: serde_json::Value,
}

impl Marginals {
    /// Approximate memory in bytes, for those who keep many. Looks at everything once.
    #[must_use]
    pub fn weigh(&self) -> usize {
        let variable = |marginal: &Marginal| size_of::<Marginal>() + 64 + VALUE * marginal.distribution.len();
        size_of::<Self>() + self.variables.iter().map(variable).sum::<usize>() + weigh_json(&self.detail)
    }

    /// Sum of the entropies in bits over the variables that are not derived.
    #[must_use]
    pub fn entropy_bits(&self) -> f64 {
        self.independent().map(Marginal::entropy_bits).fold(0.0, |sum, bits| sum + bits)
    }

    /// 1 - entropy / log2 of the number of values allowed, over all variables that are not derived. In [0, 1].
    #[must_use]
    pub fn confidence(&self) -> f64 {
        confidence(self.entropy_bits(), self.independent().map(|m| libm::log2(f64::from(m.allowed))).sum())
    }

    /// A fingerprint of the distributions, rounded to 1e-9: equal beliefs have equal hashes on any server. Hexadecimal.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for variable in &self.variables {
            hasher.update(variable.id.as_bytes()).update(&[0]);
            for outcome in &variable.distribution {
                let quantised = libm::round(outcome.p * 1e9) as u64;
                if quantised > 0 {
                    hasher.update(outcome.value.as_bytes()).update(&[0]).update(&quantised.to_le_bytes());
                }
            }
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }

    fn independent(&self) -> impl Iterator<Item = &Marginal> {
        self.variables.iter().filter(|variable| !variable.derived)
    }
}

/// Shannon entropy of probabilities, in bits. Zeros add nothing; never negative, not even by rounding.
pub fn entropy_bits(probabilities: impl IntoIterator<Item = f64>) -> f64 {
    // Begun at 0: the sum of nothing is -0.
    probabilities.into_iter().filter(|p| *p > 0.0).fold(0.0, |sum, p| sum - p * libm::log2(p)).max(0.0)
}

/// 1 - entropy / the greatest that it could be, both in bits: in [0, 1]; 1 where nothing could be uncertain.
#[must_use]
pub fn confidence(entropy_bits: f64, greatest_bits: f64) -> f64 {
    if greatest_bits > 0.0 { (1.0 - entropy_bits / greatest_bits).clamp(0.0, 1.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_by_hand() {
        // P(0) = 1/4, P(1) = 3/4: entropy 1/4 * 2 + 3/4 * log2(4/3) = 0.8112781..., of one bit allowed.
        let count = Marginal::count("seat:2/wood".into(), 2, 2, &[0.25, 0.75]);
        assert!((count.entropy_bits() - 0.811_278_124_459_132_8).abs() < 1e-15);
        assert!((count.confidence() - (1.0 - 0.811_278_124_459_132_8)).abs() < 1e-15);
        assert_eq!(count.range(), Some((0.75, 0.0, 1.0)));
        assert!((count.p("0") - 0.25).abs() < 1e-15);
        assert!(!count.known());
    }

    #[test]
    fn one_allowed_value_is_certain() {
        let count = Marginal::count("seat:0/ore".into(), 0, 1, &[0.0, 1.0 - f64::EPSILON]);
        assert!(count.known());
        assert_eq!((count.p("1"), count.entropy_bits()), (1.0, 0.0));
        assert!((count.confidence() - 1.0).abs() < 1e-15);
    }
}
