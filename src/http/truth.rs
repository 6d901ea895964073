//! What was true, as the whole log says it in the end.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;

use super::App;
use super::answer::{self, Room};
use super::caller::Asking;
use super::conditional::{unless_known, version};
use super::parameters::{Media, Name, NoParameters, Parameters, negotiate};
use super::problem::{Problem, ReadProblems};
use crate::rulesets::Observer;
use crate::service::{TruthAnswer, check_truth_length};

/// What was true after each event, as far as the whole log shows it: what beliefs can be held against. For who may look as the referee, in games of
/// up to 5,000 events.
#[utoipa::path(get, path = "/v1/games/{game}/truth", tag = "beliefs", params(("game" = String, Path), ("If-None-Match" = Option<String>, Header, description = "Entity tags that the client holds")),
    responses((status = 200, body = TruthAnswer, headers(("ETag" = String, description = "Names this version of the answer: revision, model, and the chain of the log"))), (status = 304, description = "The client holds this version, which `If-None-Match` named"), ReadProblems))]
pub async fn truth(
    State(app): State<App>,
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let seen = asking.look(&id, Some(Observer::Referee)).await?;
    let head = seen.game().head();
    let tag = match unless_known(&headers, &version(&asking, &seen, head).await?) {
        Ok(tag) => tag,
        Err(known) => return Ok(*known),
    };
    // Before room is waited for: a game that is too long would wait for more than there is.
    check_truth_length(head)?;
    let room = Room::of(&app, head).await?;
    let mut response = answer::json(&app, room, asking.truth(&seen, head).await?).await?;
    response.headers_mut().insert(header::ETAG, tag);
    Ok(response)
}
