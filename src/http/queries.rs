//! A ruleset's own questions.

use axum::Json;
use axum::http::HeaderMap;

use super::caller::Asking;
use super::json::Body;
use super::parameters::{Media, Name, NoParameters, Parameters, negotiate};
use super::problem::{BodyProblems, Problem, ReadProblems};
use crate::service::{QueriesAnswer, QueriesRequest};

/// Answers a ruleset's own questions, in their order.
#[utoipa::path(post, path = "/v1/games/{game}/queries", tag = "beliefs", params(("game" = String, Path)),
    request_body = QueriesRequest, responses((status = 200, body = QueriesAnswer), ReadProblems, BodyProblems))]
pub async fn answer(
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(request): Body<QueriesRequest>,
) -> Result<Json<QueriesAnswer>, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let looked = asking.look_at(&id, request.observer, request.revision).await;
    let seen = looked.map_err(|error| Problem::of_body(error, "/observer"))?;
    Ok(Json(asking.queries(&seen, request.revision, request.queries).await?))
}
