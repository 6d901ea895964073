//! Whole worlds drawn from a belief.

use serde::Serialize;

use super::stint::{DRAW, ask};
use super::{Draws, Quality, WorldRng};

/// What the log weight of a sampled world is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WeightKind {
    /// Natural logarithm of the world's probability under the belief; the draws are independent and of equal importance.
    LogProbability,
    /// Natural logarithm of the importance weight; weigh the worlds by it.
    LogImportance,
}

/// Worlds drawn from one belief.
#[derive(Clone, Debug)]
pub struct Sampled<W> {
    /// The worlds in order of their index, each with its log weight in nats.
    pub worlds: Vec<(f64, W)>,
    /// What the log weights mean.
    pub weight_kind: WeightKind,
    /// Draws that were thrown away on the way. 0 for exact samplers.
    pub rejected: u64,
    /// Method and losses of the belief they were drawn from.
    pub quality: Quality,
}

impl<W> Sampled<W> {
    /// Draws each world with a generator of its own, independently of the others, together with its log weight of that kind. No draw is
    /// thrown away.
    pub fn drawn(draws: Draws, weight_kind: WeightKind, quality: Quality, draw: impl FnMut(WorldRng) -> (f64, W)) -> Self {
        Self { worlds: draws.rngs().map(draw).collect(), weight_kind, rejected: 0, quality }
    }

    /// The same worlds in another form. Asks the [stint](super::stint) before each.
    pub fn map<V>(self, mut form: impl FnMut(W) -> V) -> Sampled<V> {
        Sampled {
            worlds: self
                .worlds
                .into_iter()
                .map(|(weight, world)| {
                    ask(DRAW);
                    (weight, form(world))
                })
                .collect(),
            weight_kind: self.weight_kind,
            rejected: self.rejected,
            quality: self.quality,
        }
    }
}
