//! The curve of an observer's uncertainty.

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
use super::parameters::{Media, Name, Parameters, flag, negotiate, number, observer};
use super::problem::{Problem, ReadProblems};
use crate::service::{CurveAnswer, CurveRequest, PageRequest};

/// Which part of a curve.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// Whose belief: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
    observer: Option<String>,
    /// From this revision on.
    #[param(value_type = Option<u64>)]
    from: Option<String>,
    /// As it was after this event: corrections that came later are not in it. As it is now, if absent.
    #[param(value_type = Option<u64>)]
    revision: Option<String>,
    /// Whether each belief is held against what turned out to be true; for who may look as the referee, in games of up to 5,000 events.
    #[param(value_type = Option<bool>)]
    truth: Option<String>,
    /// Points on a page; 100 if absent, at most the server's `page`.
    #[param(value_type = Option<u64>)]
    limit: Option<String>,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// How much an observer did not know after each event, and what each piece of evidence gained: the timeline in a few numbers an event.
#[utoipa::path(get, path = "/v1/games/{game}/curve", tag = "beliefs", params(("game" = String, Path), Which, ("If-None-Match" = Option<String>, Header, description = "Entity tags that the client holds")),
    responses((status = 200, body = CurveAnswer, headers(("ETag" = String, description = "Names this version of the answer: revision, model, and the chain of the log"), ("Link" = String, description = "The next page, where there is one"))), (status = 304, description = "The client holds this version, which `If-None-Match` named"), ReadProblems))]
pub async fn curve(
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
    let request = CurveRequest {
        observer: seen.observer(),
        from,
        truth: flag("truth", which.truth.as_deref())?,
        page: PageRequest { limit: number("limit", which.limit.as_deref())?, cursor: which.cursor },
    };
    let head = seen.revision(revision)?;
    let tag = match unless_known(&headers, &version(&asking, &seen, head).await?) {
        Ok(tag) => tag,
        Err(known) => return Ok(*known),
    };
    let room = Room::of_page(&app, request.page.limit).await?;
    let curve = asking.curve(&seen, request, head).await?;
    let next = curve.next.clone();
    let mut response = answer::json(&app, room, curve).await?;
    response.headers_mut().insert(header::ETAG, tag);
    Ok(lines::with_next(response, &uri, next.as_ref()))
}
