//! A move in one round trip.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::App;
use super::answer::{self, Room};
use super::caller::Asking;
use super::conditional::expected_revisions;
use super::etag::etag;
use super::json::Body;
use super::life;
use super::parameters::{Media, Name, NoParameters, Parameters, negotiate};
use super::problem::{AppendProblems, BodyProblems, Problem, ReadProblems};
use crate::service::{TurnAnswer, TurnRequest};

/// Appends events, all or nothing, and answers what is asked after them: the belief or some variables of it, questions and worlds, all at the
/// revision of the last event. A refused request changes nothing; a question that this table has no answer to undoes no event, and is
/// listed in `refused`.
#[utoipa::path(post, path = "/v1/games/{game}/turn", tag = "games", request_body = TurnRequest,
    params(("game" = String, Path), ("If-Match" = Option<String>, Header, description = "The revision that the game must be at, in quotes")),
    responses((status = 201, body = TurnAnswer, headers(("ETag" = String, description = "The last event's revision, in quotes"), ("credence-server" = String))), (status = 200, body = TurnAnswer, description = "Nothing was appended, or all was recorded before", headers(("credence-server" = String))),
        ReadProblems, BodyProblems, AppendProblems))]
pub async fn take(
    State(app): State<App>,
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(request): Body<TurnRequest>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let room = Room::of_worlds(&app, request.worlds.as_ref().map_or(0, |worlds| worlds.count)).await?;
    let answered = asking.turn(&id, request, expected_revisions(&headers)?).await;
    let answer = answered.map_err(|error| Problem::of_body(error, "/observer"))?;
    let status = if answer.appended.iter().all(|event| event.duplicate) { StatusCode::OK } else { StatusCode::CREATED };
    let tag = etag(&answer.revision.to_string());
    let elsewhere = life::preferred(&asking, &id);
    Ok((status, [(header::ETAG, tag)], elsewhere, answer::json(&app, room, answer).await?).into_response())
}
