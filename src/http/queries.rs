//! A ruleset's own questions.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;

use super::App;
use super::json::{Body, typed};
use super::parameters::{InGame, Media, NoParameters, Parameters, negotiate};
use super::problem::{BodyProblems, Problem, ReadProblems};
use crate::rulesets::Observer;
use crate::service::{BeliefRequest, QueriesAnswer, QueriesRequest};

/// Answers a ruleset's own questions, in their order.
#[utoipa::path(post, path = "/v1/games/{game}/queries", tag = "beliefs", params(("game" = String, Path)),
    request_body = QueriesRequest, responses((status = 200, body = QueriesAnswer), ReadProblems, BodyProblems))]
pub async fn answer(
    State(app): State<App>,
    InGame(game): InGame,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(body): Body,
) -> Result<Json<QueriesAnswer>, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let request: QueriesRequest = typed(body)?;
    let belief = BeliefRequest { observer: request.observer.unwrap_or(Observer::Public), revision: request.revision };
    Ok(Json(app.service.queries(&game, &belief, request.queries).await?))
}
