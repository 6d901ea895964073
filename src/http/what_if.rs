//! The belief that would be.

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use super::caller::Asking;
use super::json::Body;
use super::parameters::{Media, Name, NoParameters, Parameters, negotiate};
use super::problem::{BodyProblems, Problem, ReadProblems};
use crate::service::{BeliefAnswer, WhatIfRequest};

/// The belief that would be: without some events, with others, under other parameters. Changes nothing, and is worked out
/// for the observer who asks alone. Events that no longer fit are listed in `quarantined`.
#[utoipa::path(post, path = "/v1/games/{game}/what-if", tag = "beliefs", params(("game" = String, Path)),
    request_body = WhatIfRequest, responses((status = 200, body = BeliefAnswer), ReadProblems, BodyProblems))]
pub async fn suppose(
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(request): Body<WhatIfRequest>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let looked = asking.look_at(&id, request.observer, request.revision).await;
    let seen = looked.map_err(|error| Problem::of_body(error, "/observer"))?;
    let body = asking.what_if(&seen, request).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}
