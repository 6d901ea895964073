//! The feed as it grows: server-sent events, or lines.

use std::collections::VecDeque;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::response::sse::Event;
use bytes::Bytes;
use futures::stream;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::watch;
use utoipa::{IntoParams, ToSchema};

use super::caller::Asking;
use super::feed::{cursor, which};
use super::live::{Sent, StreamReset};
use super::parameters::{Media, Parameters, negotiate, observer};
use super::problem::{PARAMETER, Problem, ReadProblems};
use super::{App, lines, live};
use crate::rulesets::Observer;
use crate::service::{FeedCursor, FeedEntry, FeedRequest, Guarded};

/// From where, which events, as whom.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct From {
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
    /// Where to go on: the `cursor` of an event or of an answer. If absent, what is recorded from now on.
    cursor: Option<String>,
}

/// All games' events as they are recorded. A client that comes back with the `id` of the last one as `Last-Event-ID` misses none and gets none
/// twice; an `id` without an event comes first, for a client that has none yet. Where an older copy of the log was restored, an event `reset`
/// comes first, and then all from the start of the log.
#[utoipa::path(get, path = "/v1/events/stream", tag = "games",
    params(From, ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that the client has")),
    responses((status = 200, content((StreamedEntry = "text/event-stream"), (String = "application/x-ndjson"))), ReadProblems))]
pub async fn follow(
    State(app): State<App>,
    Asking(asking): Asking,
    headers: HeaderMap,
    Parameters(from): Parameters<From>,
) -> Result<Response, Problem> {
    let media = negotiate(&headers, &[Media::Events, Media::Lines])?;
    let observer = asking.feed_observer(observer(from.observer.as_deref())?)?;
    let last = match headers.get("last-event-id") {
        None => cursor(from.cursor.as_deref())?,
        Some(id) => {
            let wrong = || Problem::new(&PARAMETER, "Last-Event-ID is no id that this stream sent").of("Last-Event-ID");
            Some(id.to_str().ok().and_then(|id| id.parse().ok()).ok_or_else(wrong)?)
        }
    };
    let which = which(from.ruleset, from.player, from.r#type, from.since.as_deref())?;
    let permit = live::permit(&app)?;
    // Before the end is read: what is recorded in between is then not missed.
    let recorded = asking.recorded();
    let end = asking.feed_end().await?;
    // A wrong filter is refused here, and not in the middle of the stream. A cursor of another log is no reason to refuse: the stream begins anew.
    asking.feed(observer, &which, end.clone(), Some(1)).await?;
    let after = last.unwrap_or(end);
    let start = after.to_string();
    let head = json!({"observer": observer.to_string(), "cursor": start});
    let guard = asking.clone();
    let follow = Follow { app, asking, observer, which, after, recorded, waiting: VecDeque::new(), _permit: permit };
    let items = stream::unfold(follow, |mut follow| async move { follow.next_item().await.map(|item| (item, follow)) });
    Ok(live::respond(media, &head, Some(start), live::while_let_in(guard, items)))
}

/// The data of an event of the feed's stream.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "read by utoipa alone")]
pub enum StreamedEntry {
    /// What was recorded.
    Recorded(FeedEntry),
    /// Of the event `reset`: events begin anew.
    Reset(StreamReset),
}

/// What a stream sends.
enum Item {
    /// The log is not the one that the client has followed: what it has must be dropped.
    Reset,
    Entry(Box<FeedEntry>),
}

const RESET: StreamReset =
    StreamReset::new("the log does not hold the last event that was sent; all events follow from its start on");

impl Sent for Item {
    fn event(&self) -> Event {
        match self {
            // Its id is the start of the log.
            Self::Reset => Event::default().event("reset").id(FeedCursor::default().to_string()).data(lines::json(&RESET)),
            Self::Entry(entry) => Event::default().id(entry.cursor.clone()).data(lines::json(entry)),
        }
    }

    fn line(&self) -> Bytes {
        match self {
            Self::Reset => lines::line(&RESET),
            Self::Entry(entry) => lines::line(entry),
        }
    }
}

struct Follow {
    app: App,
    asking: Guarded,
    observer: Observer,
    which: FeedRequest,
    /// The last event that was looked at.
    after: FeedCursor,
    recorded: watch::Receiver<FeedCursor>,
    /// What was read already.
    waiting: VecDeque<Item>,
    _permit: live::Permit,
}

impl Follow {
    /// `None` at shutdown, or where the log cannot be read: the client comes back with its last id.
    async fn next_item(&mut self) -> Option<Item> {
        while self.waiting.is_empty() {
            if self.app.shutdown.is_cancelled() {
                return None;
            }
            // Others are served between two pages, however fast this one's are taken.
            tokio::task::yield_now().await;
            self.recorded.mark_unchanged();
            if self.read().await.map_err(Problem::from).ok()? {
                continue;
            }
            tokio::select! {
                () = self.app.shutdown.cancelled() => return None,
                recorded = self.recorded.changed() => recorded.ok()?,
            }
        }
        self.waiting.pop_front()
    }

    /// Reads on; whether there may be more at once.
    async fn read(&mut self) -> Result<bool, crate::service::Error> {
        if !self.asking.feed_holds(&self.after).await? {
            self.after = FeedCursor::default();
            self.waiting.push_back(Item::Reset);
            return Ok(true);
        }
        let page = self.asking.feed(self.observer, &self.which, self.after.clone(), None).await?;
        self.after = page.cursor.parse()?;
        self.waiting.extend(page.items.into_iter().map(|entry| Item::Entry(Box::new(entry))));
        Ok(page.next.is_some() || !self.waiting.is_empty())
    }
}
