//! What an auditor asks first.

use axum::Json;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use super::caller::Asking;
use super::conditional::unless_known;
use super::games::Whose;
use super::parameters::{Media, Name, Parameters, negotiate, observer};
use super::problem::{Problem, ReadProblems};
use crate::service::AuditAnswer;

/// Walks the game's hash chain as it stands in the database, and says which code its beliefs come from.
#[utoipa::path(get, path = "/v1/games/{game}/audit", tag = "games", params(("game" = String, Path), Whose, ("If-None-Match" = Option<String>, Header, description = "Entity tags that the client holds")),
    responses((status = 200, body = AuditAnswer, headers(("ETag" = String, description = "Revision and observer"))), (status = 304, description = "The client holds this version, which `If-None-Match` named"), ReadProblems))]
pub async fn audit(
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    Parameters(whose): Parameters<Whose>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    // Asked again it is walked again: what has become of the database since stands in the answer, which the tag is made of.
    let seen = asking.look(&id, observer(whose.observer.as_deref())?).await?;
    let answer = asking.audit(&seen).await?;
    let content = serde_json::to_vec(&answer).unwrap_or_default();
    let tag = format!("{}.model-{}.{}", answer.revision, answer.model, &blake3::hash(&content).to_hex()[..16]);
    Ok(match unless_known(&headers, &tag) {
        Ok(tag) => ([(header::ETAG, tag)], Json(answer)).into_response(),
        Err(known) => *known,
    })
}
