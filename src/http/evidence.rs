//! The timeline of evidence.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::conditional::unless_known;
use super::parameters::{InGame, Media, Parameters, negotiate, number, observer};
use super::problem::{Problem, ReadProblems};
use super::{App, lines};
use crate::service::{EvidenceList, EvidenceRequest, PageRequest};

/// Which evidence.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// About whose belief: `public`, `seat:N` or `referee`; `public` if absent.
    observer: Option<String>,
    /// About this variable; or about those with this prefix, where it ends in `*`.
    variable: Option<String>,
    /// Of this type.
    r#type: Option<String>,
    /// From this seat, or about one of its variables.
    seat: Option<String>,
    /// From this revision on.
    from: Option<String>,
    /// Up to and with this revision.
    to: Option<String>,
    /// Entries on a page; 100 if absent, at most the server's `page`.
    limit: Option<String>,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// What each event did to an observer's belief, and why each number is what it is.
#[utoipa::path(get, path = "/v1/games/{game}/evidence", tag = "beliefs", params(("game" = String, Path), Which),
    responses((status = 200, body = EvidenceList), (status = 304, description = "The client holds this version"), ReadProblems))]
pub async fn timeline(
    State(app): State<App>,
    InGame(game): InGame,
    headers: HeaderMap,
    Parameters(which): Parameters<Which>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let request = EvidenceRequest {
        observer: observer(which.observer.as_deref())?,
        variable: which.variable,
        kind: which.r#type,
        seat: number("seat", which.seat.as_deref())?,
        from: number("from", which.from.as_deref())?,
        to: number("to", which.to.as_deref())?,
        page: PageRequest { limit: number("limit", which.limit.as_deref())?, cursor: which.cursor },
    };
    let head = game.head();
    let tag = match unless_known(&headers, &format!("{head}.model-{}", game.ruleset.model())) {
        Ok(tag) => tag,
        Err(known) => return Ok(*known),
    };
    let list = app.service.evidence(&game, &request).await?;
    let link = list.next.as_ref().map(|cursor| next_page(&game, &request, cursor));
    Ok(lines::with_link(([(header::ETAG, tag)], Json(list)).into_response(), link))
}

fn next_page(game: &crate::service::Game, request: &EvidenceRequest, cursor: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("observer", &request.observer.to_string());
    let numbers = [("seat", request.seat.map(u64::from)), ("from", request.from), ("to", request.to)];
    let texts = [("variable", request.variable.clone()), ("type", request.kind.clone())];
    let numbers = numbers.into_iter().map(|(name, number)| (name, number.map(|number| number.to_string())));
    let limit = ("limit", request.page.limit.map(|limit| limit.to_string()));
    for (name, value) in texts.into_iter().chain(numbers).chain([limit, ("cursor", Some(cursor.to_owned()))]) {
        if let Some(value) = value {
            query.append_pair(name, &value);
        }
    }
    format!("</v1/games/{}/evidence?{}>; rel=\"next\"", game.id(), query.finish())
}
