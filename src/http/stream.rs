//! New events as they are recorded: server-sent events, or lines.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt, stream};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, watch};
use utoipa::IntoParams;

use super::parameters::{InGame, Media, Parameters, negotiate, number, observer};
use super::problem::{OVERLOADED, PARAMETER, Problem, ReadProblems};
use super::{App, lines};
use crate::rulesets::{Observer, Revision};
use crate::service::{EventView, Game};

/// From where, as whom.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// `public`, `seat:N` or `referee`; `public` if absent.
    observer: Option<String>,
    /// The first revision to send; if absent, what is recorded from now on.
    from: Option<String>,
}

/// New events as an observer sees them, as they are recorded. `id` is the revision: a client that comes back with
/// `Last-Event-ID` misses none and gets none twice.
#[utoipa::path(get, path = "/v1/games/{game}/events/stream", tag = "games",
    params(("game" = String, Path), From, ("Last-Event-ID" = Option<String>, Header, description = "The last revision that the client has")),
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
    let last =
        match headers.get("last-event-id") {
            None => None,
            Some(value) => Some(value.to_str().ok().and_then(|text| text.parse::<Revision>().ok()).ok_or_else(|| {
                Problem::new(&PARAMETER, "Last-Event-ID is no revision that this stream sent").of("Last-Event-ID")
            })?),
        };
    let asked: Option<Revision> = number("from", from.from.as_deref())?;
    let next = last.map(|last| last.saturating_add(1)).or(asked).unwrap_or_else(|| game.head() + 1);
    let permit = Arc::clone(&app.streams).try_acquire_owned().map_err(|_| Problem {
        limit: Some("streams"),
        ..Problem::new(&OVERLOADED, "as many streams as the server keeps are open")
    })?;
    let head = json!({"game": game.id(), "observer": observer.to_string(), "from": next});
    let follow = Follow { moved: game.watch(), app, game, observer, next, read: VecDeque::new(), _permit: permit };
    let views = views(follow);
    Ok(match media {
        Media::Lines => {
            let head = stream::once(async move { Ok::<_, axum::Error>(lines::line(&head)) });
            let body = head.chain(views.map(|view| Ok(lines::line(&view.1))));
            ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(body)).into_response()
        }
        _ => {
            let events = views.map(|(revision, view)| Event::default().id(revision.to_string()).json_data(view));
            Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))).into_response()
        }
    })
}

/// Events that are read at once for one stream.
const READ: Revision = 64;

struct Follow {
    app: App,
    game: Arc<Game>,
    observer: Observer,
    next: Revision,
    /// Views from `next` on that were read already.
    read: VecDeque<EventView>,
    moved: watch::Receiver<Revision>,
    _permit: OwnedSemaphorePermit,
}

/// Ends at shutdown, or where the log cannot be read: the client comes back with its last id.
fn views(follow: Follow) -> impl Stream<Item = (Revision, EventView)> {
    stream::unfold(follow, |mut follow| async move {
        while follow.game.head() < follow.next {
            tokio::select! {
                () = follow.app.shutdown.cancelled() => return None,
                moved = follow.moved.changed() => moved.ok()?,
            }
        }
        if follow.app.shutdown.is_cancelled() {
            return None;
        }
        if follow.read.is_empty() {
            let (from, end) = (follow.next, (follow.next + READ).min(follow.game.head() + 1));
            let views = follow.app.service.views(&follow.game, follow.observer, from, end).await;
            follow.read = views.map_err(Problem::from).ok()?.into();
        }
        let (revision, view) = (follow.next, follow.read.pop_front()?);
        follow.next += 1;
        Some(((revision, view), follow))
    })
}
