//! Opening games, and looking them up.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::App;
use super::answer::{self, Room};
use super::caller::Asking;
use super::conditional::{expected_revisions, unless_known};
use super::etag::etag;
use super::json::Body;
use super::life;
use super::lines;
use super::parameters::{Media, Name, NoParameters, Parameters, negotiate, number, observer};
use super::problem::{BodyProblems, PARAMETER, Problem, ReadProblems, WriteProblems};
use crate::service::{GameAnswer, GameList, Guarded, ListRequest, OpenRequest, OpenedAnswer, PageRequest, Status, Time};

/// Which games.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// Only of this ruleset.
    ruleset: Option<String>,
    /// Only with this player at the table.
    player: Option<String>,
    /// Only `open` or `finished` ones.
    #[param(value_type = Option<Status>)]
    status: Option<String>,
    /// Only opened at or after this time (RFC 3339).
    #[param(value_type = Option<String>, format = DateTime)]
    since: Option<String>,
    /// Entries on a page; 100 if absent, at most the server's `page`.
    #[param(value_type = Option<u64>)]
    limit: Option<String>,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// Games, newest first.
#[utoipa::path(get, path = "/v1/games", tag = "games", params(Which),
    responses((status = 200, body = GameList, headers(("Link" = String, description = "The next page, where there is one"))), ReadProblems))]
pub async fn list(
    State(app): State<App>,
    Asking(asking): Asking,
    uri: Uri,
    headers: HeaderMap,
    Parameters(which): Parameters<Which>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let since = which
        .since
        .as_deref()
        .map(|text| text.parse::<Time>().map_err(|error| Problem::new(&PARAMETER, format!("since: {error}")).of("since")));
    let status = which.status.as_deref().map(|text| match text {
        "open" => Ok(Status::Open),
        "finished" => Ok(Status::Finished),
        _ => Err(Problem::new(&PARAMETER, format!("status is {text:?}; it takes open or finished")).of("status")),
    });
    let page = PageRequest { limit: number("limit", which.limit.as_deref())?, cursor: which.cursor };
    let (since, status) = (since.transpose()?, status.transpose()?);
    let request = ListRequest { ruleset: which.ruleset, player: which.player, status, since, page };
    let room = Room::of_page(&app, request.page.limit).await?;
    let list = asking.list(request).await?;
    let next = list.next.clone();
    Ok(lines::with_next(answer::json(&app, room, list).await?, &uri, next.as_ref()))
}

/// Opens a game under an id that the server chooses.
#[utoipa::path(post, path = "/v1/games", tag = "games", request_body = OpenRequest,
    responses((status = 201, body = OpenedAnswer, headers(("credence-server" = String))), ReadProblems, WriteProblems, BodyProblems))]
pub async fn open(
    Asking(asking): Asking,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(request): Body<OpenRequest>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let id = asking.fresh_id();
    opened(&asking, &id, request).await
}

/// Opens a game under an id of the client's. Repeating it is safe: equal content is answered 200.
#[utoipa::path(put, path = "/v1/games/{game}", tag = "games", request_body = OpenRequest,
    params(("game" = String, Path, description = "1 to 64 of `A-Z a-z 0-9 . _ -`, the first a letter or digit", example = "g1")),
    responses((status = 201, body = OpenedAnswer, headers(("ETag" = String, description = "The last revision, in quotes"), ("Location" = String, description = "The game's path"), ("credence-server" = String))), (status = 200, body = OpenedAnswer, description = "It stood already, with equal content", headers(("credence-server" = String))),
        (status = 409, body = Problem, content_type = "application/problem+json", description = "It stands with other content: `game-exists`"),
        ReadProblems, WriteProblems, BodyProblems))]
pub async fn put(
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(request): Body<OpenRequest>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    opened(&asking, &id, request).await
}

async fn opened(asking: &Guarded, id: &str, request: OpenRequest) -> Result<Response, Problem> {
    let (answer, new, head) = asking.open(id, request).await?;
    let status = if new { StatusCode::CREATED } else { StatusCode::OK };
    let elsewhere = life::preferred(asking, id);
    let location = format!("/v1/games/{}", answer.game);
    Ok((status, [(header::ETAG, etag(&head.to_string()))], [(header::LOCATION, location)], elsewhere, Json(answer))
        .into_response())
}

/// Whose view.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Whose {
    /// `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
    pub observer: Option<String>,
}

/// One game. The head of its hash chain is shown to the referee only.
#[utoipa::path(get, path = "/v1/games/{game}", tag = "games", params(("game" = String, Path), Whose, ("If-None-Match" = Option<String>, Header, description = "Entity tags that the client holds")),
    responses((status = 200, body = GameAnswer, headers(("ETag" = String, description = "The last revision, in quotes"))), (status = 304, description = "The client holds this version, which `If-None-Match` named"), ReadProblems))]
pub async fn describe(
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    Parameters(whose): Parameters<Whose>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let seen = asking.look(&id, observer(whose.observer.as_deref())?).await?;
    let (answer, has_forgotten) = asking.describe(&seen).await?;
    if has_forgotten {
        // What the client holds under this tag may still name a player who is forgotten: the answer must not be that it is still good.
        return Ok(([(header::ETAG, etag(&answer.revision.to_string()))], Json(answer)).into_response());
    }
    Ok(match unless_known(&headers, &answer.revision.to_string()) {
        Ok(tag) => ([(header::ETAG, tag)], Json(answer)).into_response(),
        Err(known) => *known,
    })
}

/// Erases a game: the contents of all its events are gone, and its id answers 410 from then on. The log's chains verify as before. What
/// the game settled about its players stays in their histories. With `If-Match` it is erased only at a revision that the header names.
#[utoipa::path(delete, path = "/v1/games/{game}", tag = "games",
    params(("game" = String, Path, example = "g1"), ("If-Match" = Option<String>, Header, description = "The revision that the game must be at, in quotes; several are alternatives, and * is any")),
    responses((status = 204, description = "The game is erased"), (status = 412, body = Problem, description = "The game is not at the revision that `If-Match` names: `revision-moved`.", content_type = "application/problem+json"),
        ReadProblems, WriteProblems))]
pub async fn erase(
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
) -> Result<StatusCode, Problem> {
    asking.erase(&id, expected_revisions(&headers)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
