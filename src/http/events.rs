//! The log of a game: appending to it, and reading it as an observer sees it.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::answer::Room;
use super::caller::Asking;
use super::conditional::{expected_revisions, unless_known};
use super::etag::etag;
use super::games::Whose;
use super::json::{Body, FromPlain, typed_at};
use super::life;
use super::lines;
use super::parameters::{Media, Name, Parameters, negotiate, number, observer};
use super::problem::{AppendProblems, BodyProblems, Problem, ReadProblems};
use crate::service::{AppendAnswer, AppendRequest, EventList, EventRequest, PageRequest, Reporter};

/// One event, or a list of them.
#[derive(ToSchema)]
#[schema(title = "OneOrMany")]
#[serde(untagged)]
#[expect(dead_code, reason = "read by utoipa alone")]
pub enum OneOrMany {
    /// One event.
    One(EventRequest),
    /// Up to `events_per_append` events, all or nothing.
    Many(Vec<EventRequest>),
}

/// The events of a body, and whether they came as a list.
pub struct Appended {
    events: Vec<EventRequest>,
    list: bool,
}

impl FromPlain for Appended {
    fn from_plain(value: Value) -> Result<Self, Problem> {
        let read_at = |event, pointer: &str| typed_at(event, pointer).map_err(with_place_of_observer);
        let Value::Array(events) = value else { return Ok(Self { events: vec![read_at(value, "")?], list: false }) };
        let read = |(index, event)| read_at(event, &format!("/{index}"));
        Ok(Self { events: events.into_iter().enumerate().map(read).collect::<Result<_, _>>()?, list: true })
    }
}

/// Says where the observer stands, to whoever put it beside an event.
fn with_place_of_observer(problem: Problem) -> Problem {
    if !problem.detail.starts_with("unknown field `observer`") {
        return problem;
    }
    Problem { detail: format!("{}; here the observer is a parameter: ?observer=seat:0", problem.detail), ..problem }
}

/// Appends one event or a list of them, all or nothing. With `observer`, the answer holds that observer's belief after
/// them, and a refusal is written for that observer.
#[utoipa::path(post, path = "/v1/games/{game}/events", tag = "games", request_body = OneOrMany,
    params(("game" = String, Path), Whose, ("If-Match" = Option<String>, Header, description = "The revision that the game must be at, in quotes; several are alternatives, and * is any")),
    responses((status = 201, body = AppendAnswer, headers(("ETag" = String, description = "The last event's revision, in quotes"), ("credence-server" = String))), (status = 200, body = AppendAnswer, description = "All were recorded before", headers(("credence-server" = String))),
        ReadProblems, BodyProblems, AppendProblems))]
pub async fn append(
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    Parameters(whose): Parameters<Whose>,
    Body(Appended { events, list }): Body<Appended>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let observer = observer(whose.observer.as_deref())?;
    let request = AppendRequest {
        events,
        place: list.then_some(""),
        if_match: expected_revisions(&headers)?,
        observer,
        with_belief: observer.is_some(),
        reporter: Reporter::default(),
    };
    let answer = asking.append(&id, request).await?;
    let elsewhere = life::preferred(&asking, &id);
    let status = if answer.appended.iter().all(|event| event.duplicate) { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, [(header::ETAG, etag(&answer.revision.to_string()))], elsewhere, Json(answer)).into_response())
}

/// Which page of the log, as whom.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
    observer: Option<String>,
    /// Entries on a page; 100 if absent, at most the server's `page`.
    #[param(value_type = Option<u64>)]
    limit: Option<String>,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// The log as an observer sees it. An event whose whole content the observer may not see is `{revision, hidden: true}`.
#[utoipa::path(get, path = "/v1/games/{game}/events", tag = "games", params(("game" = String, Path), Page, ("If-None-Match" = Option<String>, Header, description = "Entity tags that the client holds")),
    responses((status = 200, content((EventList = "application/json"), (String = "application/x-ndjson")), headers(("ETag" = String, description = "Revision and page"), ("Link" = String, description = "The next page, where there is one"))),
        (status = 304, description = "The client holds this version, which `If-None-Match` named"), ReadProblems))]
pub async fn list(
    State(app): State<App>,
    Asking(asking): Asking,
    Name(id): Name,
    uri: Uri,
    headers: HeaderMap,
    Parameters(page): Parameters<Page>,
) -> Result<Response, Problem> {
    let media = negotiate(&headers, &[Media::Json, Media::Lines])?;
    let seen = asking.look(&id, observer(page.observer.as_deref())?).await?;
    let request = PageRequest { limit: number("limit", page.limit.as_deref())?, cursor: page.cursor };
    // Read once: page and tag must be of the same state.
    let head = seen.game().head();
    let form = if media == Media::Lines { ".lines" } else { "" };
    let mark = asking.mark(&seen, head).await?;
    let tag = match unless_known(&headers, &format!("{mark}{form}")) {
        Ok(tag) => tag,
        Err(mut known) => {
            known.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
            return Ok(*known);
        }
    };
    let room = Room::of_page(&app, request.limit).await?;
    let list = asking.events(&seen, &request, head).await?;
    let next = list.next.clone();
    let head = list.next.as_ref().map_or(json!({}), |next| json!({"next": next}));
    let mut response = lines::or_json(&app, room, media, head, list, |list| &list.items).await?;
    response.headers_mut().insert(header::ETAG, tag);
    Ok(lines::with_next(response, &uri, next.as_ref()))
}
