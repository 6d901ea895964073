//! Sampled worlds, for search.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::telemetry::{self, WorldsDrawn};
use crate::belief::{Draws, Method, Sampled, WeightKind};
use crate::rulesets::{Observer, Revision};
use crate::service::{BeliefRequest, Error, Game, Service};

/// More worlds than these are not drawn on a thread that answers requests.
const FEW_WORLDS: u64 = 100;

/// Greatest seed: what every JSON reader takes exactly.
const GREATEST_SEED: u64 = (1 << 53) - 1;

/// How many worlds, of whose belief.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WorldsRequest {
    /// Whose belief: `public`, `seat:N` or `referee`; `public` if absent.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "seat:0")]
    pub observer: Option<Observer>,
    /// How many.
    #[schema(minimum = 1)]
    pub count: u64,
    /// World `i` depends on seed and `i` alone. Chosen by the server and told, where none is given.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    pub seed: Option<u64>,
    /// After which event; the last, where none is named.
    pub revision: Option<Revision>,
}

/// Sampled worlds.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct WorldsAnswer {
    /// How they were drawn.
    #[serde(flatten)]
    pub head: WorldsHead,
    /// The worlds, in order of their index.
    pub worlds: Vec<WorldAnswer>,
}

/// How worlds were drawn.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct WorldsHead {
    /// How the belief was worked out.
    #[schema(value_type = String)]
    pub method: Method,
    /// Probability lost to caps on tracked worlds.
    pub dropped_mass: f64,
    /// The seed that draws them again.
    pub seed: u64,
    /// After which event.
    pub revision: Revision,
    /// How many.
    pub count: usize,
    /// Draws that were thrown away on the way.
    pub rejected: u64,
    /// How many independent draws they are worth.
    pub effective_sample_size: f64,
    /// What the log weights are: `log_probability` or `log_importance`.
    #[schema(value_type = String)]
    pub weight_kind: WeightKind,
}

/// One world.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct WorldAnswer {
    /// Log weight in nats; see `weight_kind`.
    pub log_weight: f64,
    /// The ruleset's own.
    #[schema(value_type = Object)]
    pub world: Box<RawValue>,
}

impl Service {
    /// Draws worlds from an observer's belief.
    ///
    /// # Errors
    /// Where the seat or the revision does not exist, the seed is too large, or too many worlds are asked for.
    pub async fn worlds(
        &self,
        game: &Arc<Game>,
        belief: &BeliefRequest,
        count: u64,
        seed: Option<u64>,
    ) -> Result<WorldsAnswer, Error> {
        let limit = self.limits.worlds as u64;
        if count > limit {
            return Err(Error::OverLimit { name: "worlds", limit, asked: count, what: "worlds" });
        }
        if count == 0 {
            return Err(Error::malformed("/count", "at least one world must be asked for"));
        }
        let seed = seed.unwrap_or_else(|| self.fresh_seed());
        if seed > GREATEST_SEED {
            return Err(Error::malformed("/seed", format!("a seed is a whole number from 0 to {GREATEST_SEED}")));
        }
        let knowledge = self.knowledge(game, belief).await?;
        let draws = Draws { seed, count: usize::try_from(count).expect("below the limit, which is a usize") };
        let revision = knowledge.revision();
        let shared = Arc::clone(game);
        let sampled = self
            .work(count <= FEW_WORLDS, move |budget| {
                knowledge.check(budget)?;
                let sampled = knowledge.sample(draws);
                if telemetry::is_on() {
                    let drawn = WorldsDrawn { drawn: sampled.worlds.len(), rejected: sampled.rejected };
                    telemetry::report(&shared, &knowledge, Some(drawn));
                }
                Ok(sampled)
            })
            .await?;
        Ok(answer(sampled, seed, revision))
    }
}

fn answer(sampled: Sampled<Box<RawValue>>, seed: u64, revision: Revision) -> WorldsAnswer {
    let count = sampled.worlds.len();
    WorldsAnswer {
        head: WorldsHead {
            method: sampled.quality.method,
            dropped_mass: sampled.quality.dropped_mass,
            seed,
            revision,
            count,
            rejected: sampled.rejected,
            effective_sample_size: sampled.quality.effective_sample_size.unwrap_or(count as f64).min(count as f64),
            weight_kind: sampled.weight_kind,
        },
        worlds: sampled.worlds.into_iter().map(|(log_weight, world)| WorldAnswer { log_weight, world }).collect(),
    }
}
