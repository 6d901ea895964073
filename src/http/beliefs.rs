//! What an observer believes.

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::caller::Asking;
use super::conditional::{unless_known, version};
use super::parameters::{Media, Name, Parameters, negotiate, number, observer};
use super::problem::{Problem, ReadProblems};
use crate::service::BeliefAnswer;

/// Which belief.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
    observer: Option<String>,
    /// After which event; the last if absent.
    #[param(value_type = Option<u64>)]
    revision: Option<String>,
    /// Ids, or prefixes that end in `*`, separated by commas; all if absent.
    variables: Option<String>,
}

/// What an observer believes, now or as it was at any revision.
#[utoipa::path(get, path = "/v1/games/{game}/belief", tag = "beliefs", params(("game" = String, Path), Which, ("If-None-Match" = Option<String>, Header, description = "Entity tags that the client holds")),
    responses((status = 200, body = BeliefAnswer, headers(("ETag" = String, description = "Names this version of the answer: revision, model, and the chain of the log"))), (status = 304, description = "The client holds this version, which `If-None-Match` named"), ReadProblems))]
pub async fn belief(
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    Parameters(which): Parameters<Which>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let asked = number("revision", which.revision.as_deref())?;
    let seen = asking.look_at(&id, observer(which.observer.as_deref())?, asked).await?;
    let revision = asked.unwrap_or_else(|| seen.game().head());
    let variables: Option<Vec<String>> = which.variables.map(|list| list.split(',').map(|id| id.trim().to_owned()).collect());
    let tag = match unless_known(&headers, &version(&asking, &seen, revision).await?) {
        Ok(tag) => tag,
        Err(known) => return Ok(*known),
    };
    let body = asking.belief(&seen, revision, variables.as_deref()).await?;
    Ok(([(header::ETAG, tag)], [(header::CONTENT_TYPE, "application/json")], body).into_response())
}
