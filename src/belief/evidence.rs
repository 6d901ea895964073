//! The record of what one event did to one belief.
//!
//! An event may do two things to a belief: move hidden things (a transition) and tell about them (a condition). With
//! *predicted* for the belief after the transition and before the condition, and L for the condition's likelihood,
//! surprisal is -log2 `E_predicted[L]` and the information gained is KL(after || predicted) = surprisal + E_after[log2 L],
//! both on the joint. For a hard fact L is 0 or 1, so the two are equal; a transition alone has neither.
//!
//! Where a choice also tells in which way its seat plays (Hearts, Vinto), a belief keeps the ways by seat and the hidden things given
//! them. Then surprisal is -log2 of the choice's probability over both, at least the gain, and the gain is that on the hidden things alone.
//! A hard fact that speaks for a way gains what it shifts by that besides.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Marginal;
use super::plain::plain;

/// Distributions, or likelihoods, by variable and then by value.
pub type Distributions = BTreeMap<String, BTreeMap<String, f64>>;

/// Collects the pieces of evidence of one update, or nothing where nobody asked: on the write path no marginal is
/// computed, because nobody would read it.
#[derive(Debug, Default)]
pub struct Evidence {
    pieces: Option<Vec<Piece>>,
}

impl Evidence {
    /// Drops everything it is given.
    #[must_use]
    pub const fn off() -> Self {
        Self { pieces: None }
    }

    /// Keeps what it is given.
    #[must_use]
    pub const fn on() -> Self {
        Self { pieces: Some(Vec::new()) }
    }

    /// Whether a piece would be kept. Ask before computing marginals for one.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.pieces.is_some()
    }

    /// One that keeps what it is given where this one does.
    #[must_use]
    pub const fn fresh(&self) -> Self {
        if self.is_on() { Self::on() } else { Self::off() }
    }

    /// Keeps what another has kept, after its own.
    pub fn extend(&mut self, other: Self) {
        if let Some(pieces) = &mut self.pieces {
            pieces.extend(other.into_pieces());
        }
    }

    /// Keeps the piece that `make` returns; does not call it when off.
    pub fn record(&mut self, make: impl FnOnce() -> Piece) {
        if let Some(pieces) = &mut self.pieces {
            pieces.push(make());
        }
    }

    /// What was kept, in order.
    #[must_use]
    pub fn into_pieces(self) -> Vec<Piece> {
        self.pieces.unwrap_or_default()
    }
}

/// How a piece of evidence acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// The likelihood is exactly zero for some worlds, and equal for the others.
    Hard,
    /// The likelihood only shifts weight.
    Soft,
    /// Hidden things moved, and nothing was learned about them.
    Transition,
}

/// Who or what an event came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A player at the table.
    Seat(u8),
    /// The game itself: dice, bank, dealer.
    Game,
}

impl Serialize for Source {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seat(seat) => serializer.collect_str(&format_args!("seat:{seat}")),
            Self::Game => serializer.serialize_str("game"),
        }
    }
}

/// A named number that a soft likelihood was computed from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Parameter {
    /// Its name in the ruleset's list of likelihood parameters.
    pub name: &'static str,
    /// Its value in this game.
    pub value: f64,
}

/// What one aspect of one event did to the belief.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Piece {
    /// The kind of evidence, in the ruleset's words.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Whether it struck worlds, shifted weight, or moved things.
    pub strength: Strength,
    /// Who it came from.
    #[schema(value_type = String, example = "seat:2")]
    pub source: Source,
    /// Ids of the variables that it is about.
    pub variables: Vec<String>,
    /// One sentence for people.
    pub summary: String,
    /// P(event | variable = value) under the predicted belief, scaled so that the greatest is 1. Absent for transitions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likelihood: Option<Distributions>,
    /// Distributions before the condition (for a transition: before it).
    pub before: Distributions,
    /// Distributions after it.
    pub after: Distributions,
    /// Sum of the entropies of `variables` before, in bits; those that a belief marks as `derived` (totals) are left out.
    pub entropy_before_bits: f64,
    /// Sum of the entropies of `variables` after, in bits; those that a belief marks as `derived` (totals) are left out.
    pub entropy_after_bits: f64,
    /// KL(after || before) on the joint, in bits. At least 0.
    pub information_gain_bits: f64,
    /// -log2 of the expected likelihood, in bits. At least 0. Of a hard fact it is the gain, or less where the fact also says in which way
    /// a seat plays; of soft evidence it is at least the gain.
    pub surprisal_bits: f64,
    /// The number that a soft likelihood rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Parameter>,
}

impl Piece {
    /// A piece for hidden things that moved from `before` to `after`. A variable that is new stands in `after` alone; one that ended stands in neither.
    #[must_use]
    pub fn transition(kind: &'static str, source: Source, summary: String, before: &[Marginal], after: &[Marginal]) -> Self {
        Self::new(kind, Strength::Transition, source, summary, before, after)
    }

    /// A piece for a fact that struck worlds. `probability` is that of the fact before it was known, in (0, 1]; `shifted` is KL(after || before,
    /// given the fact) in nats, at least 0: what else it shifted.
    #[must_use]
    pub fn hard(
        kind: &'static str,
        source: Source,
        summary: String,
        before: &[Marginal],
        after: &[Marginal],
        probability: f64,
        shifted: f64,
    ) -> Self {
        let bits = (-libm::log2(probability)).max(0.0);
        let mut piece = Self::new(kind, Strength::Hard, source, summary, before, after);
        piece.likelihood = Some(likelihood(&piece.before, &piece.after));
        piece.surprisal_bits = bits;
        piece.information_gain_bits = bits + shifted.max(0.0) * std::f64::consts::LOG2_E;
        piece
    }

    /// A piece for a fact that shifted weight: `expected` is `E_predicted[L]`, in (0, 1]; `ln_after` is `E_after[ln L]` in nats.
    #[must_use]
    #[expect(clippy::too_many_arguments, reason = "one value for each field that differs between pieces")]
    pub fn soft(
        kind: &'static str,
        source: Source,
        summary: String,
        before: &[Marginal],
        after: &[Marginal],
        expected: f64,
        ln_after: f64,
        parameter: Parameter,
    ) -> Self {
        let mut piece = Self::new(kind, Strength::Soft, source, summary, before, after);
        piece.likelihood = Some(likelihood(&piece.before, &piece.after));
        piece.surprisal_bits = (-libm::log2(expected)).max(0.0);
        piece.information_gain_bits = (piece.surprisal_bits + ln_after * std::f64::consts::LOG2_E).max(0.0);
        piece.parameters = Some(parameter);
        piece
    }

    fn new(
        kind: &'static str,
        strength: Strength,
        source: Source,
        summary: String,
        before: &[Marginal],
        after: &[Marginal],
    ) -> Self {
        // A sum of nothing is -0 in the standard library.
        let entropy = |marginals: &[Marginal]| {
            marginals.iter().filter(|m| !m.derived).fold(0.0, |sum, marginal| sum + marginal.entropy_bits())
        };
        Self {
            kind,
            strength,
            source,
            variables: after.iter().map(|m| m.id.clone()).collect(),
            summary: plain(summary),
            likelihood: None,
            before: table(before),
            after: table(after),
            entropy_before_bits: entropy(before),
            entropy_after_bits: entropy(after),
            information_gain_bits: 0.0,
            surprisal_bits: 0.0,
            parameters: None,
        }
    }
}

fn table(marginals: &[Marginal]) -> Distributions {
    marginals.iter().map(|m| (m.id.clone(), m.distribution.iter().map(|o| (o.value.clone(), o.p)).collect())).collect()
}

/// By Bayes' rule P(event | v) is proportional to P(v | event) / P(v).
fn likelihood(before: &Distributions, after: &Distributions) -> Distributions {
    before
        .iter()
        .map(|(variable, distribution)| {
            let posterior = after.get(variable);
            let ratios: BTreeMap<String, f64> = distribution
                .iter()
                .map(|(value, p)| (value.clone(), posterior.and_then(|after| after.get(value)).unwrap_or(&0.0) / p))
                .collect();
            let greatest = ratios.values().copied().fold(0.0, f64::max);
            (variable.clone(), ratios.into_iter().map(|(value, ratio)| (value, ratio / greatest)).collect())
        })
        .collect()
}

/// No world is left: the event cannot be true if the log is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Contradiction {
    /// What cannot be, for people. Names nothing that the belief's observer may not know.
    pub detail: String,
    /// Ids of the variables that stand against it; the log's evidence about them is the conflicting evidence.
    pub variables: Vec<String>,
    /// Whether it holds in a part of the belief that is exact, although worlds of another part may have been lost.
    pub certain: bool,
}
