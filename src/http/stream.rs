//! New events as they are recorded: server-sent events, or lines.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::response::sse::Event;
use bytes::Bytes;
use futures::stream;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::OwnedSemaphorePermit;
use utoipa::IntoParams;

use super::live::Sent;
use super::parameters::{InGame, Media, Parameters, negotiate, number, observer};
use super::problem::{PARAMETER, Problem, ReadProblems};
use super::{App, lines, live};
use crate::rulesets::{Observer, Revision};
use crate::service::{Error, EventMark, EventView, Game, Service};

/// From where, as whom.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// `public`, `seat:N` or `referee`; `public` if absent.
    observer: Option<String>,
    /// The first revision to send; if absent, what is recorded from now on.
    #[param(value_type = Option<u64>)]
    from: Option<String>,
}

/// New events as an observer sees them, as they are recorded. A client that comes back with the `id` of the last one as `Last-Event-ID` misses
/// none and gets none twice. Where the log does not hold that event any more, because an older copy of it was restored, an event `reset` comes
/// first, and then all from revision 0 on.
#[utoipa::path(get, path = "/v1/games/{game}/events/stream", tag = "games",
    params(("game" = String, Path), From, ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that the client has, or its revision")),
    responses((status = 200, content((EventView = "text/event-stream"), (String = "application/x-ndjson"))), ReadProblems))]
pub async fn follow(
    State(app): State<App>,
    InGame(game): InGame,
    headers: HeaderMap,
    Parameters(from): Parameters<From>,
) -> Result<Response, Problem> {
    let media = negotiate(&headers, &[Media::Events, Media::Lines])?;
    let observer = observer(from.observer.as_deref())?;
    app.service.check_observer(&game, observer)?;
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
    let permit = live::permit(&app)?;
    let reset = match last {
        Some(last) => !app.service.holds(&game, last).await?,
        None => false,
    };
    let next = match last {
        Some(_) if reset => 0,
        Some(last) => last.revision.saturating_add(1),
        None => asked.unwrap_or_else(|| game.head() + 1),
    };
    let head = json!({"game": game.id(), "observer": observer.to_string(), "from": next});
    let waiting = if reset { [Item::Reset].into() } else { VecDeque::new() };
    let follow = Follow { app, game, observer, next, last, waiting, _permit: permit };
    let items = stream::unfold(follow, |mut follow| async move { follow.next_item().await.map(|item| (item, follow)) });
    Ok(live::respond(media, &head, items))
}

/// Events that are read at once for one stream.
const READ: Revision = 64;

/// So many events are made where they are sent.
const FEW: Revision = 4;

/// What a stream sends.
enum Item {
    /// The log is not the one that the client has followed: what it has must be dropped.
    Reset,
    Event(EventMark, EventView),
}

impl Item {
    fn reset() -> serde_json::Value {
        json!({"reset": true, "detail": "the log does not hold the last event that was sent; all events follow from revision 0 on"})
    }
}

impl Sent for Item {
    fn event(&self) -> Result<Event, axum::Error> {
        match self {
            Self::Reset => Event::default().event("reset").json_data(Self::reset()),
            Self::Event(mark, view) => Event::default().id(mark.to_string()).json_data(view),
        }
    }

    fn line(&self) -> Bytes {
        match self {
            Self::Reset => lines::line(&Self::reset()),
            Self::Event(_, view) => lines::line(view),
        }
    }
}

struct Follow {
    app: App,
    game: Arc<Game>,
    observer: Observer,
    next: Revision,
    /// The last event that the client has.
    last: Option<EventMark>,
    /// What was read already.
    waiting: VecDeque<Item>,
    _permit: OwnedSemaphorePermit,
}

impl Follow {
    /// `None` at shutdown, or where the log cannot be read: the client comes back with its last id.
    async fn next_item(&mut self) -> Option<Item> {
        while self.waiting.is_empty() {
            if self.game.is_retired() {
                self.read_anew().await?;
                continue;
            }
            let mut moved = self.game.watch();
            if self.game.head() < self.next {
                tokio::select! {
                    () = self.app.shutdown.cancelled() => return None,
                    () = self.game.retired() => {}
                    moved = moved.changed() => moved.ok()?,
                }
                continue;
            }
            let (from, end) = (self.next, (self.next + READ).min(self.game.head() + 1));
            let views = self.views(from, end).await.map_err(Problem::from).ok()?;
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

    /// Events as the observer sees them: many are made beside the threads that answer, so that whoever catches up holds up nobody.
    async fn views(&self, from: Revision, end: Revision) -> Result<Vec<(EventMark, EventView)>, Error> {
        let (game, observer) = (Arc::clone(&self.game), self.observer);
        if end - from <= FEW {
            return self.app.service.marked_views(&game, observer, from, end).await;
        }
        let page = async move |service: Arc<Service>| service.marked_views(&game, observer, from, end).await;
        self.app.service.paged_beside(page).await
    }

    /// Memory was ahead of the database: goes on with the game as the database holds it.
    async fn read_anew(&mut self) -> Option<()> {
        let (log, id) = self.game.key.clone();
        self.game = self.app.service.game(log, &id).await.map_err(Problem::from).ok()?;
        let goes_on = match self.last {
            Some(last) => self.app.service.holds(&self.game, last).await.map_err(Problem::from).ok()?,
            None => self.game.head() + 1 >= self.next,
        };
        if !goes_on {
            self.waiting.push_back(Item::Reset);
        }
        Some(())
    }
}
