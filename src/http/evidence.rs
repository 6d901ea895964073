//! The timeline of evidence.

use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::App;
use super::answer::{self, Room};
use super::caller::Asking;
use super::conditional::{unless_known, version};
use super::lines;
use super::parameters::{Media, Name, Parameters, negotiate, number, observer};
use super::problem::{Problem, ReadProblems};
use crate::service::{EvidenceList, EvidenceRequest, PageRequest};

/// Which evidence.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// About whose belief: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
    observer: Option<String>,
    /// About this variable; or about those with this prefix, where it ends in `*`.
    variable: Option<String>,
    /// Of this type: one of the `evidence` of the ruleset.
    r#type: Option<String>,
    /// From this seat, or about one of its variables.
    #[param(value_type = Option<u8>)]
    seat: Option<String>,
    /// From this revision on.
    #[param(value_type = Option<u64>)]
    from: Option<String>,
    /// Up to and with this revision.
    #[param(value_type = Option<u64>)]
    to: Option<String>,
    /// Of the belief as it was after this event: corrections that came later are not in it. As it is now, if absent.
    #[param(value_type = Option<u64>)]
    revision: Option<String>,
    /// Entries on a page; 100 if absent, at most the server's `page`.
    #[param(value_type = Option<u64>)]
    limit: Option<String>,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// What each event did to an observer's belief, and why each number is what it is.
#[utoipa::path(get, path = "/v1/games/{game}/evidence", tag = "beliefs", params(("game" = String, Path), Which, ("If-None-Match" = Option<String>, Header, description = "Entity tags that the client holds")),
    responses((status = 200, body = EvidenceList, headers(("ETag" = String, description = "Names this version of the answer: revision, model, and the chain of the log"), ("Link" = String, description = "The next page, where there is one"))), (status = 304, description = "The client holds this version, which `If-None-Match` named"), ReadProblems))]
pub async fn timeline(
    State(app): State<App>,
    Asking(asking): Asking,
    Name(id): Name,
    uri: Uri,
    headers: HeaderMap,
    Parameters(which): Parameters<Which>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let from = number("from", which.from.as_deref())?;
    let revision = number("revision", which.revision.as_deref())?;
    let seen = asking.look_at(&id, observer(which.observer.as_deref())?, from.max(revision)).await?;
    let request = EvidenceRequest {
        observer: seen.observer(),
        variable: which.variable,
        kind: which.r#type,
        seat: number("seat", which.seat.as_deref())?,
        from,
        to: number("to", which.to.as_deref())?,
        page: PageRequest { limit: number("limit", which.limit.as_deref())?, cursor: which.cursor },
    };
    let head = seen.revision(revision)?;
    let tag = match unless_known(&headers, &version(&asking, &seen, head).await?) {
        Ok(tag) => tag,
        Err(known) => return Ok(*known),
    };
    let room = Room::of_page(&app, request.page.limit).await?;
    let list = asking.evidence(&seen, request, head).await?;
    let next = list.next.clone();
    let mut response = answer::json(&app, room, list).await?;
    response.headers_mut().insert(header::ETAG, tag);
    Ok(lines::with_next(response, &uri, next.as_ref()))
}
