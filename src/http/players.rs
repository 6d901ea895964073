//! Players: names, what past games say about them, their history, and forgetting them.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;

use super::App;
use super::answer::{self, Room};
use super::caller::Asking;
use super::json::Body;
use super::lines;
use super::parameters::{Media, Name, NoParameters, Parameters, negotiate, number};
use super::problem::{BodyProblems, Problem, ReadProblems, WriteProblems};
use crate::service::{HistoryList, HistoryRequest, NameRequest, PageRequest, PlayerAnswer, PlayerList};

/// Which page.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// Entries on a page; 100 if absent, at most the server's `page`.
    #[param(value_type = Option<u64>)]
    limit: Option<String>,
    /// The `next` of the page before.
    cursor: Option<String>,
}

impl Page {
    /// As the service takes it.
    ///
    /// # Errors
    /// Where the limit is no number.
    pub fn request(self) -> Result<PageRequest, Problem> {
        Ok(PageRequest { limit: number("limit", self.limit.as_deref())?, cursor: self.cursor })
    }
}

/// Players, in the order of their ids.
#[utoipa::path(get, path = "/v1/players", tag = "players", params(Page),
    responses((status = 200, body = PlayerList, headers(("Link" = String, description = "The next page, where there is one"))), ReadProblems))]
pub async fn list(
    State(app): State<App>,
    Asking(asking): Asking,
    uri: Uri,
    headers: HeaderMap,
    Parameters(page): Parameters<Page>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let page = page.request()?;
    let room = Room::of_page(&app, page.limit).await?;
    let list = asking.players(&page).await?;
    let next = list.next.clone();
    Ok(lines::with_next(answer::json(&app, room, list).await?, &uri, next.as_ref()))
}

/// When.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct When {
    /// As of this revision of the player's stream, the `player_revision` of the history; now, if absent. What a game was opened
    /// with stands in its opening: `GET /v1/games/{game}/events?limit=1`.
    #[param(value_type = Option<u64>)]
    revision: Option<String>,
}

/// A player: in each ruleset, trust, tendencies with their 90 % intervals, and the counts that they rest on.
#[utoipa::path(get, path = "/v1/players/{player}", tag = "players", params(("player" = String, Path, example = "ann"), When),
    responses((status = 200, body = PlayerAnswer), ReadProblems))]
pub async fn describe(
    Asking(asking): Asking,
    Name(player): Name,
    headers: HeaderMap,
    Parameters(when): Parameters<When>,
) -> Result<Json<PlayerAnswer>, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let revision = number("revision", when.revision.as_deref())?;
    Ok(Json(asking.player(&player, revision).await?))
}

/// Names a player, who is made where there is none. After a player was forgotten, this starts a new person under the same id.
#[utoipa::path(put, path = "/v1/players/{player}", tag = "players", request_body = NameRequest,
    params(("player" = String, Path, description = "1 to 64 of `A-Z a-z 0-9 . _ -`, the first a letter or digit", example = "ann")),
    responses((status = 201, body = PlayerAnswer, description = "The player is new", headers(("Location" = String, description = "The player's path"))),
        (status = 200, body = PlayerAnswer, description = "The player was there, and has this name now"), ReadProblems, WriteProblems, BodyProblems))]
pub async fn put(
    Asking(asking): Asking,
    Name(player): Name,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(request): Body<NameRequest>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let (answer, new) = asking.name_player(&player, request).await?;
    let status = if new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, [(header::LOCATION, format!("/v1/players/{player}"))], Json(answer)).into_response())
}

/// Which entries of a history.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// Of games of this ruleset alone.
    ruleset: Option<String>,
    /// Of this game alone.
    game: Option<String>,
    /// Those in which this behaviour was observed, or corrected.
    tendency: Option<String>,
    /// In this situation, of the behaviour that is asked for.
    context: Option<String>,
    /// Entries on a page; 100 if absent, at most the server's `page`.
    #[param(value_type = Option<u64>)]
    limit: Option<String>,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// Everything that games settled about a player, newest first, each with its game and revision; and the trust curve.
#[utoipa::path(get, path = "/v1/players/{player}/history", tag = "players", params(("player" = String, Path, example = "ann"), Which),
    responses((status = 200, content((HistoryList = "application/json"), (String = "application/x-ndjson")), headers(("Link" = String, description = "The next page, where there is one"))), ReadProblems))]
pub async fn history(
    State(app): State<App>,
    Asking(asking): Asking,
    Name(player): Name,
    uri: Uri,
    headers: HeaderMap,
    Parameters(which): Parameters<Which>,
) -> Result<Response, Problem> {
    let media = negotiate(&headers, &[Media::Json, Media::Lines])?;
    let Which { ruleset, game, tendency, context, limit, cursor } = which;
    let page = PageRequest { limit: number("limit", limit.as_deref())?, cursor };
    let room = Room::of_page(&app, page.limit).await?;
    let list = asking.history(&player, &HistoryRequest { ruleset, game, tendency, context, page }).await?;
    let next = list.next.clone();
    let head = list.next.as_ref().map_or(json!({}), |next| json!({"next": next}));
    let response = lines::or_json(&app, room, media, head, list, |list| &list.items).await?;
    Ok(lines::with_next(response, &uri, next.as_ref()))
}

/// Forgets a player: name, player id and conduct are erased, and what running games settle from now on is not recorded. Old games
/// keep their logs, chains and beliefs, and show a pseudonym in the seat.
#[utoipa::path(delete, path = "/v1/players/{player}", tag = "players", params(("player" = String, Path, example = "ann")),
    responses((status = 204, description = "The player is forgotten"), ReadProblems, WriteProblems))]
pub async fn forget(Asking(asking): Asking, Name(player): Name, _: Parameters<NoParameters>) -> Result<StatusCode, Problem> {
    asking.forget(&player).await?;
    Ok(StatusCode::NO_CONTENT)
}
