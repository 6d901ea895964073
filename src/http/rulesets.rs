//! The games that are hosted.

use axum::Json;
use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::every_game;
use super::parameters::{Media, Name, NoParameters, Parameters, negotiate};
use super::problem::{Problem, ReadProblems};
use crate::rulesets::{ALL, AnyRuleset, find};
use crate::service::Error;

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
    /// Numbers of its soft likelihoods, each with its reason.
    #[schema(value_type = Vec<Object>)]
    likelihoods: serde_json::Value,
    /// Numbers of how players are remembered across games, each with its reason.
    #[schema(value_type = Vec<Object>)]
    memory: serde_json::Value,
}

impl RulesetAnswer {
    fn of(ruleset: &dyn AnyRuleset, schemas: bool) -> Self {
        let mut description = ruleset.describe();
        if let Some(events) = description.schemas["event"]["oneOf"].as_array_mut() {
            events.extend(every_game::events());
        }
        Self {
            ruleset: description.ruleset,
            description: description.description,
            schema: description.schema,
            model: description.model,
            schemas: schemas.then_some(description.schemas),
            tendencies: serde_json::json!(description.tendencies),
            likelihoods: serde_json::json!(description.likelihoods),
            memory: serde_json::json!(description.memory),
        }
    }
}

/// The rulesets that are hosted.
#[utoipa::path(get, path = "/v1/rulesets", tag = "rulesets", responses((status = 200, body = RulesetList), ReadProblems))]
pub async fn list(headers: HeaderMap, _: Parameters<NoParameters>) -> Result<Json<RulesetList>, Problem> {
    negotiate(&headers, &[Media::Json])?;
    Ok(Json(RulesetList { items: ALL.iter().map(|ruleset| RulesetAnswer::of(*ruleset, false)).collect() }))
}

/// One ruleset, with the JSON Schemas of everything that it reads and answers.
#[utoipa::path(get, path = "/v1/rulesets/{ruleset}", tag = "rulesets",
    params(("ruleset" = String, Path, description = "Key of the ruleset", example = "catan")),
    responses((status = 200, body = RulesetAnswer), ReadProblems))]
pub async fn describe(Name(key): Name, headers: HeaderMap, _: Parameters<NoParameters>) -> Result<Json<RulesetAnswer>, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let ruleset = find(&key).ok_or(Error::NoRuleset(key))?;
    Ok(Json(RulesetAnswer::of(ruleset, true)))
}
