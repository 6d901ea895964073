//! The feed: the whole log, game by game in the order in which events were recorded.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;

use super::App;
use super::answer::Room;
use super::caller::Asking;
use super::event_types;
use super::lines;
use super::parameters::{Media, Parameters, negotiate, number, observer};
use super::problem::{PARAMETER, Problem, RESTORED, ReadProblems};
use crate::service::{FeedCursor, FeedList, FeedRequest, Time};

/// Which events of all games, as whom.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// `public` or `referee`; `public` if absent.
    observer: Option<String>,
    /// Only of games of this ruleset.
    ruleset: Option<String>,
    /// Only of games with this player at the table.
    player: Option<String>,
    /// Only of this type; what is hidden from the observer has none.
    r#type: Option<String>,
    /// Only what happened at or after this time (RFC 3339).
    #[param(value_type = Option<String>, format = DateTime)]
    since: Option<String>,
    /// Entries on a page; 100 if absent, at most the server's `page`.
    #[param(value_type = Option<u64>)]
    limit: Option<String>,
    /// The `cursor` or `next` of an earlier answer, or the `cursor` of an event.
    cursor: Option<String>,
}

/// All games' events in the order in which they were recorded, as an observer sees them. Ask again with `cursor`, now or next week: nothing is
/// missed and nothing comes twice. Answered 410 (`log-restored`) where an older copy of the log was restored, which the cursor is not of.
#[utoipa::path(get, path = "/v1/events", tag = "games", params(Page),
    responses((status = 200, content((FeedList = "application/json"), (String = "application/x-ndjson")), headers(("Link" = String, description = "The next page, where there is one"))), ReadProblems))]
pub async fn list(
    State(app): State<App>,
    Asking(asking): Asking,
    uri: Uri,
    headers: HeaderMap,
    Parameters(page): Parameters<Page>,
) -> Result<Response, Problem> {
    let media = negotiate(&headers, &[Media::Json, Media::Lines])?;
    let seen_by = asking.feed_observer(observer(page.observer.as_deref())?)?;
    let limit: Option<usize> = number("limit", page.limit.as_deref())?;
    let after = cursor(page.cursor.as_deref())?.unwrap_or_default();
    let which = which(page.ruleset, page.player, page.r#type, page.since.as_deref())?;
    if !asking.feed_holds(&after).await? {
        return Err(Problem::new(&RESTORED, "the log does not hold the event that the cursor names").of("cursor"));
    }
    let room = Room::of_page(&app, limit).await?;
    let list = asking.feed(seen_by, &which, after, limit).await?;
    let next = list.next.clone();
    let head = match &next {
        Some(next) => json!({"cursor": list.cursor, "next": next}),
        None => json!({"cursor": list.cursor}),
    };
    let response = lines::or_json(&app, room, media, head, list, |list| &list.items).await?;
    Ok(lines::with_next(response, &uri, next.as_ref()))
}

/// A cursor that an answer gave.
pub(super) fn cursor(text: Option<&str>) -> Result<Option<FeedCursor>, Problem> {
    Ok(text.map(str::parse).transpose()?)
}

/// Which events are asked for.
pub(super) fn which(
    ruleset: Option<String>,
    player: Option<String>,
    r#type: Option<String>,
    since: Option<&str>,
) -> Result<FeedRequest, Problem> {
    if let Some(kind) = &r#type {
        event_types::check(kind, ruleset.as_deref())?;
    }
    let time = |text: &str| text.parse::<Time>().map_err(|error| Problem::new(&PARAMETER, format!("since: {error}")).of("since"));
    Ok(FeedRequest { ruleset, player, r#type, since: since.map(time).transpose()? })
}
