//! Taking back everything that one key reported.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::caller::Asking;
use super::etag::etag;
use super::json::Body;
use super::parameters::{Media, Name, NoParameters, Parameters, negotiate};
use super::problem::{AppendProblems, BodyProblems, Problem, ReadProblems};
use crate::service::{AppendAnswer, RetractionsRequest};

/// Takes back every event of a game that one key reported: as one append where they are at most the server's `events_per_append`, and at most a million
/// divided by the game's length; else as several, the newest events first, of which those before a refused one stand. Asked again, it takes back what was reported since.
#[utoipa::path(post, path = "/v1/games/{game}/retractions", tag = "games", request_body = RetractionsRequest,
    params(("game" = String, Path)),
    responses((status = 201, body = AppendAnswer, headers(("ETag" = String, description = "The last event's revision, in quotes"))), (status = 200, body = AppendAnswer, description = "All was taken back before"),
        ReadProblems, BodyProblems, AppendProblems))]
pub async fn retract(
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(request): Body<RetractionsRequest>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let answer = asking.retract_reported(&id, request).await?;
    let status = if answer.appended.iter().all(|event| event.duplicate) { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, [(header::ETAG, etag(&answer.revision.to_string()))], Json(answer)).into_response())
}
