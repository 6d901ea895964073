//! A belief as it is served.

use serde::Serialize;

use crate::belief::{Marginal, Method};
use crate::projection::LeftOut;
use crate::service::{Error, Game, Knowledge};

/// What an observer believes about everything hidden.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct BeliefAnswer {
    /// The game.
    pub game: String,
    /// Its ruleset.
    pub ruleset: String,
    /// Whose belief: `public`, `seat:N` or `referee`.
    pub observer: String,
    /// After which event.
    pub revision: u64,
    /// Version of the inference. The same log, revision, observer and model give the same bytes.
    pub model: u32,
    /// How it was worked out. `exact`: the posterior itself. `factored`: a product of posteriors, because that two
    /// parts depend on each other since both were spoken of at once is left out. `capped`: its heaviest worlds; `dropped_mass` says what is missing.
    /// `sampled`: draws, because there were too many worlds to list; the effective sample size says how many they are worth.
    /// `restarted`: every tracked world was struck after some had been lost, and it began again from the public counts.
    pub method: Method,
    /// Probability lost to caps on tracked worlds, in [0, 1]; 0 where nothing was lost.
    pub dropped_mass: f64,
    /// Effective number of independent samples; null unless worlds were drawn.
    #[schema(required)]
    pub effective_sample_size: Option<f64>,
    /// Fingerprint of all distributions: equal beliefs have equal hashes, on any server.
    pub hash: String,
    /// Sum of the entropies of all variables that are not derived, in bits.
    pub entropy_bits: f64,
    /// Entropy of the joint distribution in bits; null where it is not known exactly.
    #[schema(required)]
    pub joint_entropy_bits: Option<f64>,
    /// 1 - entropy / log2 of the number of values that the public counts allow, in [0, 1].
    pub confidence: f64,
    /// Events that this observer's belief could not take.
    pub quarantined: Vec<QuarantinedAnswer>,
    /// The hidden variables, or those asked for.
    pub variables: Vec<VariableAnswer>,
    /// What the ruleset alone can say.
    #[schema(value_type = Object)]
    pub detail: serde_json::Value,
}

/// An event that a fold left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = Quarantined)]
pub struct QuarantinedAnswer {
    /// Which event; after the log, a hypothetical one.
    pub revision: u64,
    /// Its type.
    pub r#type: String,
    /// Why no world could take it; or that it breaks a rule.
    pub detail: String,
}

impl QuarantinedAnswer {
    fn new(left_out: &LeftOut) -> Self {
        let LeftOut { revision, kind, detail } = left_out;
        Self { revision: *revision, r#type: kind.as_ref().to_owned(), detail: detail.as_ref().to_owned() }
    }
}

/// One hidden variable.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct VariableAnswer {
    /// Where the hidden thing is now.
    #[schema(example = "seat:2/ore")]
    pub id: String,
    /// The seat that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// An identity that stays while the thing moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// Name of the domain.
    #[schema(value_type = String, example = "count")]
    pub domain: &'static str,
    /// Whether one value has probability 1.
    pub known: bool,
    /// Whether it follows from other variables, and is left out of sums over variables.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub derived: bool,
    /// Values of positive probability in the domain's natural order.
    pub distribution: Vec<OutcomeAnswer>,
    /// Mean, where values are numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// Least possible value, where values are numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Greatest possible value, where values are numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Entropy in bits.
    pub entropy_bits: f64,
    /// 1 - entropy / log2 of the number of values that the public counts allow, in [0, 1]. They are counted for this variable alone, as the game's page
    /// says: values that the counts of other variables rule out may be among them.
    pub confidence: f64,
}

/// One value and its probability.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct OutcomeAnswer {
    /// The value.
    pub value: String,
    /// Its probability, in (0, 1].
    pub p: f64,
}

impl BeliefAnswer {
    /// The whole belief.
    #[must_use]
    pub fn new(game: &Game, knowledge: &Knowledge) -> Self {
        let marginals = knowledge.marginals();
        Self {
            game: game.id().to_owned(),
            ruleset: game.ruleset.key().to_owned(),
            observer: knowledge.observer().to_string(),
            revision: knowledge.revision(),
            model: game.ruleset.model(),
            method: marginals.quality.method,
            dropped_mass: marginals.quality.dropped_mass,
            effective_sample_size: marginals.quality.effective_sample_size,
            hash: marginals.hash(),
            entropy_bits: marginals.entropy_bits(),
            joint_entropy_bits: marginals.joint_entropy_bits,
            confidence: marginals.confidence(),
            quarantined: knowledge.position.observer.left_out.iter().map(QuarantinedAnswer::new).collect(),
            variables: marginals.variables.iter().map(VariableAnswer::new).collect(),
            detail: marginals.detail.clone(),
        }
    }

    /// Whether an id, or a prefix that ends in `*`, names a variable.
    #[must_use]
    pub fn has(&self, pattern: &str) -> bool {
        self.variables.iter().any(|variable| matches(pattern, &variable.id))
    }

    /// Keeps the variables that an id names, or a prefix that ends in `*`.
    ///
    /// # Errors
    /// Names the first pattern that matches nothing.
    pub fn select(&mut self, patterns: &[String]) -> Result<(), Error> {
        if let Some(pattern) = patterns.iter().find(|pattern| !self.has(pattern)) {
            let some: Vec<&str> = self.variables.iter().take(3).map(|variable| variable.id.as_str()).collect();
            let detail = format!("no variable matches {pattern:?}; variables are {} and so on", some.join(", "));
            return Err(Error::Parameter { name: "variables", detail });
        }
        self.variables.retain(|variable| patterns.iter().any(|pattern| matches(pattern, &variable.id)));
        Ok(())
    }
}

impl VariableAnswer {
    fn new(marginal: &Marginal) -> Self {
        let range = marginal.range();
        Self {
            id: marginal.id.clone(),
            seat: marginal.seat,
            instance: marginal.instance.clone(),
            domain: marginal.domain,
            known: marginal.known(),
            derived: marginal.derived,
            distribution: marginal.distribution.iter().map(|o| OutcomeAnswer { value: o.value.clone(), p: o.p }).collect(),
            expected: range.map(|(mean, _, _)| mean),
            min: range.map(|(_, min, _)| min),
            max: range.map(|(_, _, max)| max),
            entropy_bits: marginal.entropy_bits(),
            confidence: marginal.confidence(),
        }
    }
}

/// Whether an id is the pattern, or begins with it where the pattern ends in `*`.
#[must_use]
pub fn matches(pattern: &str, id: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => id.starts_with(prefix),
        None => id == pattern,
    }
}
