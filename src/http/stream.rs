//! New events as they are recorded: server-sent events, or lines.

use std::collections::VecDeque;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::response::sse::Event;
use bytes::Bytes;
use futures::stream;
use serde::Deserialize;
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::caller::Asking;
use super::live::{Sent, StreamReset};
use super::parameters::{Media, Name, Parameters, negotiate, number, observer};
use super::problem::{PARAMETER, Problem, ReadProblems};
use super::{App, lines, live};
use crate::rulesets::Revision;
use crate::service::{EventMark, EventView, Guarded, Seen};

/// From where, as whom.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
    observer: Option<String>,
    /// The first revision to send; if absent, what is recorded from now on.
    #[param(value_type = Option<u64>)]
    from: Option<String>,
}

/// New events as an observer sees them, as they are recorded. A client that comes back with the `id` of the last one as `Last-Event-ID` misses
/// none and gets none twice; without `from`, an `id` without an event comes first, for a client that has none yet. Where the log does not hold
/// that event any more, because an older copy of it was restored, an event `reset` comes first, and then all from revision 0 on.
#[utoipa::path(get, path = "/v1/games/{game}/events/stream", tag = "games",
    params(("game" = String, Path), From, ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that the client has, or its revision")),
    responses((status = 200, content((StreamedEvent = "text/event-stream"), (String = "application/x-ndjson"))), ReadProblems))]
pub async fn follow(
    State(app): State<App>,
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    Parameters(from): Parameters<From>,
) -> Result<Response, Problem> {
    let media = negotiate(&headers, &[Media::Events, Media::Lines])?;
    let last: Option<EventMark> =
        match headers.get("last-event-id") {
            None => None,
            Some(value) => {
                Some(value.to_str().ok().and_then(|text| text.parse().ok()).ok_or_else(|| {
                    Problem::new(&PARAMETER, "Last-Event-ID is no id that this stream sent").of("Last-Event-ID")
                })?)
            }
        };
    let asked: Option<Revision> = number("from", from.from.as_deref())?;
    let seen = asking.look_at(&id, observer(from.observer.as_deref())?, last.map(|last| last.revision)).await?;
    let permit = live::permit(&app)?;
    let reset = match last {
        Some(last) => !asking.holds(&seen, last).await?,
        None => false,
    };
    let start = match (last, asked) {
        // The last event so far, after which "from now on" begins.
        (None, None) => Some(asking.mark(&seen, seen.game().head()).await?),
        _ => None,
    };
    let last = last.or(start);
    let next = match last {
        Some(_) if reset => 0,
        Some(last) => last.revision.saturating_add(1),
        None => asked.unwrap_or_default(),
    };
    let head = json!({"game": seen.game().id(), "observer": seen.observer().to_string(), "from": next});
    let waiting = if reset { [Item::Reset].into() } else { VecDeque::new() };
    let guard = asking.clone();
    let follow = Follow { app, asking, seen, next, last, waiting, _permit: permit };
    let items = stream::unfold(follow, |mut follow| async move { follow.next_item().await.map(|item| (item, follow)) });
    let start = start.map(|mark| mark.to_string());
    Ok(live::respond(media, &head, start, live::while_let_in(guard, items)))
}

/// Events that are read at once for one stream.
const READ: Revision = 64;

/// The data of an event of a game's stream.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "read by utoipa alone")]
pub enum StreamedEvent {
    /// What was recorded.
    Recorded(EventView),
    /// Of the event `reset`: events begin anew.
    Reset(StreamReset),
}

/// What a stream sends.
enum Item {
    /// The log is not the one that the client has followed: what it has must be dropped.
    Reset,
    Event(EventMark, EventView),
}

const RESET: StreamReset =
    StreamReset::new("the log does not hold the last event that was sent; all events follow from revision 0 on");

impl Sent for Item {
    fn event(&self) -> Event {
        match self {
            Self::Reset => Event::default().event("reset").data(lines::json(&RESET)),
            Self::Event(mark, view) => Event::default().id(mark.to_string()).data(lines::json(view)),
        }
    }

    fn line(&self) -> Bytes {
        match self {
            Self::Reset => lines::line(&RESET),
            Self::Event(_, view) => lines::line(view),
        }
    }
}

struct Follow {
    app: App,
    asking: Guarded,
    seen: Seen,
    next: Revision,
    /// The last event that the client has.
    last: Option<EventMark>,
    /// What was read already.
    waiting: VecDeque<Item>,
    _permit: live::Permit,
}

impl Follow {
    /// `None` at shutdown, or where the log cannot be read: the client comes back with its last id.
    async fn next_item(&mut self) -> Option<Item> {
        while self.waiting.is_empty() {
            let game = self.seen.game();
            if game.is_retired() {
                self.read_anew().await?;
                continue;
            }
            let mut moved = game.watch();
            if game.head() < self.next {
                tokio::select! {
                    () = self.app.shutdown.cancelled() => return None,
                    () = game.retired() => {}
                    moved = moved.changed() => moved.ok()?,
                }
                continue;
            }
            let (from, end) = (self.next, (self.next + READ).min(self.seen.game().head() + 1));
            let views = self.asking.marked_views(&self.seen, from, end).await.map_err(Problem::from).ok()?;
            self.waiting.extend(views.into_iter().map(|(mark, view)| Item::Event(mark, view)));
        }
        if self.app.shutdown.is_cancelled() {
            return None;
        }
        let item = self.waiting.pop_front()?;
        match &item {
            Item::Reset => (self.next, self.last) = (0, None),
            Item::Event(mark, _) => (self.next, self.last) = (mark.revision + 1, Some(*mark)),
        }
        Some(item)
    }

    /// Memory was ahead of the database: goes on with the game as the database holds it.
    async fn read_anew(&mut self) -> Option<()> {
        self.seen = self.asking.look_again(&self.seen).await.map_err(Problem::from).ok()?;
        // Taken out of memory once more: the client comes back, and others have their turn first.
        if self.seen.game().is_retired() {
            return None;
        }
        let goes_on = match self.last {
            Some(last) => self.asking.holds(&self.seen, last).await.map_err(Problem::from).ok()?,
            None => self.seen.game().head() + 1 >= self.next,
        };
        if !goes_on {
            self.waiting.push_back(Item::Reset);
        }
        Some(())
    }
}
