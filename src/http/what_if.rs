//! The belief that would be.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use super::App;
use super::json::{Body, typed};
use super::parameters::{InGame, Media, NoParameters, Parameters, negotiate};
use super::problem::{BodyProblems, Problem, ReadProblems};
use crate::rulesets::Observer;
use crate::service::{BeliefAnswer, BeliefRequest, WhatIfRequest};

/// The belief that would be: without some events, with others, under other parameters. Changes nothing, and is worked out
/// for the observer who asks alone. Events that no longer fit are listed in `quarantined`.
#[utoipa::path(post, path = "/v1/games/{game}/what-if", tag = "beliefs", params(("game" = String, Path)),
    request_body = WhatIfRequest, responses((status = 200, body = BeliefAnswer), ReadProblems, BodyProblems))]
pub async fn suppose(
    State(app): State<App>,
    InGame(game): InGame,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(body): Body,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let request: WhatIfRequest = typed(body)?;
    let belief = BeliefRequest { observer: request.observer.unwrap_or(Observer::Public), revision: request.revision };
    let body = app.service.what_if(&game, &belief, request).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}
