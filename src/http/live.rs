//! Answers that go on while something happens: server-sent events, or lines.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderName, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;

use super::parameters::Media;
use super::problem::{OVERLOADED, Problem, RATE_LIMITED};
use super::shares::{Full, Share};
use super::{App, lines};
use crate::service::{Guarded, Payer};

/// Whether nginx may hold an answer back until its buffer is full.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Something that a stream sends, in both forms.
pub trait Sent: Send + 'static {
    /// As a server-sent event, with [`lines::json`] as its data.
    fn event(&self) -> Event;

    /// As a line.
    fn line(&self) -> Bytes;
}

/// What a stream sends as the event `reset`, before all events, where the log is not the one that the client has followed: what the client has must
/// be dropped.
#[derive(Serialize, ToSchema)]
pub struct StreamReset {
    /// Why, and what follows.
    detail: &'static str,
    /// Always true.
    reset: bool,
}

impl StreamReset {
    /// `detail` says where events begin anew.
    pub const fn new(detail: &'static str) -> Self {
        Self { detail, reset: true }
    }
}

/// Leave to keep a stream open, until it is dropped.
///
/// # Errors
/// Where as many are open as the server, or the key, may keep.
pub fn permit(app: &App) -> Result<Permit, Problem> {
    let most = app.service.limits().streams_per_key;
    let of_key = app.streams_of_keys.take(Payer::current(), 1, most).map_err(|Full| Problem {
        limit: Some("streams_per_key"),
        retry_after: Some(1),
        ..Problem::new(&RATE_LIMITED, format!("this key keeps {most} streams open; end one first"))
    })?;
    let of_all = Arc::clone(&app.streams).try_acquire_owned().map_err(|_| Problem {
        limit: Some("streams"),
        ..Problem::new(&OVERLOADED, "as many streams as the server keeps are open")
    })?;
    Ok(Permit { _of_key: of_key, _of_all: of_all })
}

/// Leave to keep a stream open.
pub struct Permit {
    _of_key: Option<Share>,
    _of_all: OwnedSemaphorePermit,
}

/// How often the key that opened a stream is looked at again.
const LOOK: Duration = Duration::from_secs(1);

/// Ends a stream when the key that opened it is revoked or has expired.
pub fn while_let_in<T>(asking: Guarded, items: impl Stream<Item = T> + Send + 'static) -> impl Stream<Item = T> + Send + 'static {
    items.take_until(async move {
        while asking.is_still_let_in().await {
            tokio::time::sleep(LOOK).await;
        }
    })
}

/// Sends items as they come. Lines begin with `head`. Server-sent events begin with the id `start`, where one is given, so that a client whose
/// connection breaks before the first item comes back to where it began, and not to what is the end by then; a comment every 15 s keeps the
/// connection alive.
pub fn respond(
    media: Media,
    head: &impl Serialize,
    start: Option<String>,
    items: impl Stream<Item = impl Sent> + Send + 'static,
) -> Response {
    let items = paid(items);
    match media {
        Media::Lines => {
            let head = lines::line(head);
            let head = stream::once(async move { Ok::<_, axum::Error>(head) });
            let body = head.chain(items.map(|item| Ok(item.line())));
            ([(header::CONTENT_TYPE, "application/x-ndjson"), (UNBUFFERED, "no")], Body::from_stream(body)).into_response()
        }
        _ => {
            // Without data it is no event to a client: it sets the id alone. Something is sent at once in any case: to Firefox an answer begins with the first
            // byte of its body.
            let start = start.map_or_else(|| Event::default().comment(""), |id| Event::default().id(id));
            let start = stream::once(async move { start });
            let events = Sse::new(start.chain(items.map(|item| item.event())).map(Ok::<_, Infallible>))
                .keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
            ([(UNBUFFERED, "no")], events).into_response()
        }
    }
}

/// Items at the cost of whoever asks for them: they are made when the connection has room for them, long after the request was answered.
fn paid<S: Stream + Send + 'static>(items: S) -> impl Stream<Item = S::Item> + Send + 'static {
    let (payer, mut items) = (Payer::current(), Box::pin(items));
    stream::poll_fn(move |cx| payer.pays_for(|| items.as_mut().poll_next(cx)))
}
