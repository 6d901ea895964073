//! Sampled worlds, for search.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::telemetry::{self, WorldsDrawn};
use crate::belief::{Draws, Method, Sampled, WeightKind};
use crate::rulesets::{Observer, Revision};
use crate::service::{BeliefRequest, Error, Game, Knowledge, Service};

/// More worlds than these are not drawn on a thread that answers requests.
const FEW_WORLDS: u64 = 100;

/// Greatest seed: what every JSON reader takes exactly.
const GREATEST_SEED: u64 = (1 << 53) - 1;

/// Name of the form in which worlds are served where none is asked for.
pub(super) const NOW: &str = "now";

/// How many worlds, of whose belief.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WorldsRequest {
    /// Whose belief: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
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
    /// In which form: `now` (what is hidden now), or one that the ruleset's schemas name under `forms`; `now` if absent.
    pub r#as: Option<String>,
}

/// Which worlds to draw from a belief.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawRequest {
    /// How many.
    #[schema(minimum = 1)]
    pub count: u64,
    /// World `i` depends on seed and `i` alone. Chosen by the server and told, where none is given.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    pub seed: Option<u64>,
    /// In which form: `now` (what is hidden now), or one that the ruleset's schemas name under `forms`; `now` if absent.
    pub r#as: Option<String>,
}

impl From<&WorldsRequest> for DrawRequest {
    fn from(request: &WorldsRequest) -> Self {
        Self { count: request.count, seed: request.seed, r#as: request.r#as.clone() }
    }
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
    /// The ruleset, whose own the worlds are.
    pub ruleset: String,
    /// How the belief was worked out.
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
}

/// One world. Worlds are drawn as often as they are probable, so that a plain average over them is the right one wherever `importance` is
/// null; weighing them by their probability would count it twice.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct WorldAnswer {
    /// By what the world has to be weighed in an average: above 0 and about 1 on average, or 0 for a draw that came to nothing. Null
    /// where all draws count alike, as they do unless the method is `sampled`.
    #[schema(required)]
    pub importance: Option<f64>,
    /// Natural logarithm of the world's probability under the belief. It is no weight: a probable world is drawn often already. Null where
    /// it is not known, because the draws are weighted.
    #[schema(required)]
    pub ln_probability: Option<f64>,
    /// The ruleset's own.
    #[schema(value_type = Object)]
    pub world: Box<RawValue>,
}

impl Service {
    /// Draws worlds from an observer's belief.
    ///
    /// # Errors
    /// Where the seat or the revision does not exist, the seed is too large, too many worlds are asked for, or the ruleset has no such form.
    pub async fn worlds(&self, game: &Arc<Game>, belief: &BeliefRequest, wanted: &DrawRequest) -> Result<WorldsAnswer, Error> {
        self.check_draws(game, wanted)?;
        let form = wanted.r#as.clone().filter(|form| form != NOW);
        let draw = move |knowledge: &Knowledge, draws: Draws| match &form {
            None => (knowledge.sample(draws), ()),
            // Asked for before, so that a form that is not there is a mistake of nobody's here.
            Some(form) => (knowledge.sample_as(form, draws).unwrap_or_else(|| knowledge.sample(draws)), ()),
        };
        let Drawn { sampled, seed, revision, .. } = self.draw(game, belief, wanted, draw).await?;
        let weighted = sampled.weight_kind == WeightKind::LogImportance;
        Ok(WorldsAnswer {
            head: head(game, &sampled, seed, revision),
            worlds: sampled
                .worlds
                .into_iter()
                .map(|(ln, world)| WorldAnswer {
                    importance: weighted.then(|| libm::exp(ln)),
                    ln_probability: (!weighted).then_some(ln),
                    world,
                })
                .collect(),
        })
    }

    /// Refuses draws that no belief can give, before anything is done.
    ///
    /// # Errors
    /// Names the field that is wrong.
    pub(in crate::service) fn check_draws(&self, game: &Game, wanted: &DrawRequest) -> Result<(), Error> {
        let limit = self.limits.worlds as u64;
        if wanted.count > limit {
            return Err(Error::OverLimit { name: "worlds", limit, asked: wanted.count, what: "worlds", pointer: None });
        }
        if wanted.count == 0 {
            return Err(Error::malformed("/count", "at least one world must be asked for"));
        }
        if wanted.seed.is_some_and(|seed| seed > GREATEST_SEED) {
            return Err(Error::malformed("/seed", format!("a seed is a whole number from 0 to {GREATEST_SEED}")));
        }
        let forms: Vec<&str> = std::iter::once(NOW).chain(game.ruleset.forms()).collect();
        match &wanted.r#as {
            Some(form) if !forms.contains(&form.as_str()) => {
                Err(Error::malformed("/as", format!("worlds of this ruleset come as {}, not as {form:?}", forms.join(" or "))))
            }
            _ => Ok(()),
        }
    }

    /// Draws worlds where there is time for it. `draw` returns them, with whatever it makes of them all.
    pub(super) async fn draw<W: Send + 'static, T: Send + 'static>(
        &self,
        game: &Arc<Game>,
        belief: &BeliefRequest,
        wanted: &DrawRequest,
        draw: impl Fn(&Knowledge, Draws) -> (Sampled<W>, T) + Send + 'static,
    ) -> Result<Drawn<W, T>, Error> {
        let seed = wanted.seed.unwrap_or_else(|| self.fresh_seed());
        let knowledge = self.knowledge(game, belief).await?;
        let draws = Draws { seed, count: usize::try_from(wanted.count).expect("below the limit, which is a usize") };
        let revision = knowledge.revision();
        let shared = Arc::clone(game);
        let (sampled, made) = self
            .work(wanted.count <= FEW_WORLDS, move |budget| {
                knowledge.check(budget)?;
                let (sampled, made) = draw(&knowledge, draws);
                if telemetry::is_on() {
                    let drawn = WorldsDrawn { drawn: sampled.worlds.len(), rejected: sampled.rejected };
                    telemetry::report(&shared, &knowledge, Some(drawn));
                }
                Ok((sampled, made))
            })
            .await?;
        Ok(Drawn { sampled, made, seed, revision })
    }
}

/// Worlds that were drawn.
pub(super) struct Drawn<W, T> {
    pub sampled: Sampled<W>,
    /// What was made of them all.
    pub made: T,
    pub seed: u64,
    pub revision: Revision,
}

pub(super) fn head<W>(game: &Game, sampled: &Sampled<W>, seed: u64, revision: Revision) -> WorldsHead {
    let count = sampled.worlds.len();
    WorldsHead {
        ruleset: game.ruleset.key().to_owned(),
        method: sampled.quality.method,
        dropped_mass: sampled.quality.dropped_mass,
        seed,
        revision,
        count,
        rejected: sampled.rejected,
        effective_sample_size: sampled.quality.effective_sample_size.unwrap_or(count as f64).min(count as f64),
    }
}
