//! The belief that would be.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use super::App;
use super::json::{Body, typed};
use super::parameters::{InGame, Media, Parameters, negotiate, observer};
use super::problem::{BodyProblems, Problem, ReadProblems};
use super::rulesets::None;
use crate::service::{BeliefAnswer, BeliefRequest, WhatIfRequest};

/// The belief that would be: without some events, with others, under other parameters. Changes nothing, and is worked out
/// for the observer who asks alone. Events that no longer fit are listed in `quarantined`.
#[utoipa::path(post, path = "/v1/games/{game}/what-if", tag = "beliefs", params(("game" = String, Path)),
    request_body = WhatIfRequest, responses((status = 200, body = BeliefAnswer), ReadProblems, BodyProblems))]
pub async fn suppose(
    State(app): State<App>,
    InGame(game): InGame,
    headers: HeaderMap,
    Parameters(None {}): Parameters<None>,
    Body(body): Body,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let request: WhatIfRequest = typed(body)?;
    let belief = BeliefRequest { observer: observer(request.observer.as_deref())?, revision: request.revision };
    let body = app.service.what_if(&game, &belief, request).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}
