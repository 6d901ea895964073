//! Sampled worlds.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::json::{Body, typed};
use super::parameters::{InGame, Media, NoParameters, Parameters, negotiate};
use super::problem::{BodyProblems, Problem, ReadProblems};
use super::{App, lines};
use crate::rulesets::Observer;
use crate::service::{BeliefRequest, WorldsAnswer, WorldsRequest};

/// Draws whole worlds from an observer's belief. The same seed, revision and model give the same worlds, and world `i`
/// depends on the seed and `i` alone.
#[utoipa::path(post, path = "/v1/games/{game}/worlds", tag = "beliefs", params(("game" = String, Path)),
    request_body = WorldsRequest,
    responses((status = 200, content((WorldsAnswer = "application/json"), (String = "application/x-ndjson"))), ReadProblems, BodyProblems))]
pub async fn sample(
    State(app): State<App>,
    InGame(game): InGame,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(body): Body,
) -> Result<Response, Problem> {
    let media = negotiate(&headers, &[Media::Json, Media::Lines])?;
    let request: WorldsRequest = typed(body)?;
    let belief = BeliefRequest { observer: request.observer.unwrap_or(Observer::Public), revision: request.revision };
    let answer = app.service.worlds(&game, &belief, request.count, request.seed).await?;
    let mut response = match media {
        Media::Lines => lines::respond(&answer.head, &answer.worlds),
        _ => Json(answer).into_response(),
    };
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    Ok(response)
}
