//! The games that are hosted.

use axum::Json;
use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::Asking;
use super::every_game;
use super::parameters::{Media, Name, NoParameters, Parameters, negotiate};
use super::problem::{Problem, ReadProblems};
use crate::rulesets::{ALL, AnyRuleset, find};
use crate::service::{Error, Learned};

/// The rulesets that are hosted.
#[derive(Serialize, ToSchema)]
pub struct RulesetList {
    /// One entry a ruleset.
    items: Vec<RulesetAnswer>,
}

/// A ruleset.
#[derive(Serialize, ToSchema)]
pub struct RulesetAnswer {
    /// Key in URLs and in the log.
    ruleset: &'static str,
    /// What people call the game.
    name: &'static str,
    /// One sentence.
    description: &'static str,
    /// Version of its events.
    schema: u32,
    /// Version of its inference: the same log gives the same beliefs while it stays.
    model: u32,
    /// JSON Schemas of `setup`, `parameters`, `event`, `query`, `answer` and `world`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    schemas: Option<serde_json::Value>,
    /// Behaviours that it learns of players, with the Beta priors of a player never seen before.
    #[schema(value_type = Vec<Object>)]
    tendencies: serde_json::Value,
    /// What the players of this log taught together, where it was asked for one ruleset; absent for the key of a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    population: Option<PopulationAnswer>,
    /// Types of its evidence, each with what it says.
    #[schema(value_type = Vec<Object>)]
    evidence: serde_json::Value,
    /// Numbers of its soft likelihoods, each with its reason.
    #[schema(value_type = Vec<Object>)]
    likelihoods: serde_json::Value,
    /// Numbers of how players are remembered across games, each with its reason.
    #[schema(value_type = Vec<Object>)]
    memory: serde_json::Value,
}

/// What the players of a log taught together about a ruleset: what games that are opened now take for a player never seen before.
#[derive(Serialize, ToSchema)]
pub struct PopulationAnswer {
    /// Players that it rests on.
    players: u32,
    /// Position of the log that it holds for; it follows the log in steps of a sixteenth of its length.
    position: u64,
    /// One entry for each behaviour and situation of which something was learned.
    rates: Vec<PopulationRateAnswer>,
}

/// A rate that a log taught.
#[derive(Serialize, ToSchema)]
pub struct PopulationRateAnswer {
    /// The behaviour.
    tendency: String,
    /// The situation; empty where there is one.
    context: String,
    /// The number that the release ships.
    shipped: f64,
    /// The shipped number, moved by what was learned. Games read it whose ruleset has `parameters.population`, unless that is `shipped`.
    learned: f64,
    /// How many opportunities that rests on; those of one player count for less, because they resemble each other.
    effective_opportunities: f64,
}

impl PopulationAnswer {
    fn of(ruleset: &dyn AnyRuleset, learned: &Learned) -> Self {
        let Learned { position, population } = learned;
        let rates = ruleset.tendencies().iter().flat_map(|tendency| {
            let contexts = population.tendencies.get(tendency.name).into_iter().flatten();
            contexts.map(|(context, counts)| PopulationRateAnswer {
                tendency: tendency.name.to_owned(),
                context: context.clone(),
                shipped: tendency.prior_in(context).mean(),
                learned: population.prior(tendency, context).mean(),
                effective_opportunities: counts.opportunities,
            })
        });
        Self { players: population.players, position: *position, rates: rates.collect() }
    }
}

impl RulesetAnswer {
    fn of(ruleset: &dyn AnyRuleset, schemas: bool, population: Option<PopulationAnswer>) -> Self {
        let mut description = ruleset.describe();
        if let Some(events) = description.schemas["event"]["oneOf"].as_array_mut() {
            events.extend(every_game::events());
        }
        Self {
            ruleset: description.ruleset,
            name: description.name,
            description: description.description,
            schema: description.schema,
            model: description.model,
            schemas: schemas.then_some(description.schemas),
            tendencies: tendencies(ruleset),
            population,
            evidence: serde_json::json!(description.evidence),
            likelihoods: serde_json::json!(description.likelihoods),
            memory: serde_json::json!(description.memory),
        }
    }
}

/// The tendencies of a ruleset. The prior over all contexts is left out where it means nothing.
fn tendencies(ruleset: &dyn AnyRuleset) -> serde_json::Value {
    let listed = ruleset.tendencies().iter().map(|tendency| {
        let mut listed = serde_json::json!(tendency);
        if ruleset.apart().contains(&tendency.name)
            && let Some(fields) = listed.as_object_mut()
        {
            fields.remove("prior");
        }
        listed
    });
    listed.collect()
}

/// The rulesets that are hosted.
#[utoipa::path(get, path = "/v1/rulesets", tag = "rulesets", responses((status = 200, body = RulesetList), ReadProblems))]
pub async fn list(headers: HeaderMap, _: Parameters<NoParameters>) -> Result<Json<RulesetList>, Problem> {
    negotiate(&headers, &[Media::Json])?;
    Ok(Json(RulesetList { items: ALL.iter().map(|ruleset| RulesetAnswer::of(*ruleset, false, None)).collect() }))
}

/// One ruleset, with the JSON Schemas of everything that it reads and answers, and what the players of this log taught of it.
#[utoipa::path(get, path = "/v1/rulesets/{ruleset}", tag = "rulesets",
    params(("ruleset" = String, Path, description = "Key of the ruleset", example = "catan")),
    responses((status = 200, body = RulesetAnswer), ReadProblems))]
pub async fn describe(
    Asking(asking): Asking,
    Name(key): Name,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
) -> Result<Json<RulesetAnswer>, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let ruleset = find(&key).ok_or(Error::NoRuleset(key))?;
    let learned = asking.population(ruleset).await?;
    Ok(Json(RulesetAnswer::of(ruleset, true, learned.map(|learned| PopulationAnswer::of(ruleset, &learned)))))
}
