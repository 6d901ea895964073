//! Bodies on their way in: a request is worked on when it is there whole. One that dawdles takes room for what it has sent, and no place
//! among the requests in flight.

use std::time::Duration;

use axum::body::{Body, BodyDataStream, HttpBody};
use axum::extract::Request;
use axum::http::Method;
use bytes::Bytes;
use futures::StreamExt;
use tokio::time::timeout;

use super::App;
use super::pool::Taken;
use super::problem::{BODY_TIMEOUT, NOT_JSON, OVERLOADED, Problem, RATE_LIMITED, TOO_LARGE};
use super::shares::Full;

/// Bytes that each connection may have sent of a body before it needs room: most bodies are smaller. What a connection costs by itself is
/// about as much.
const SMALL: usize = 16 << 10;

/// A large body, and the room that it takes.
struct Held {
    bytes: Vec<u8>,
    _room: Option<Taken>,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The request with its whole body in memory. Requests that by their method have no body that anybody reads are left as they are.
///
/// # Errors
/// Where the body is too large, breaks off, does not come in time, or there is no room for it.
pub async fn whole(app: &App, request: Request) -> Result<Request, Problem> {
    if !matches!(*request.method(), Method::POST | Method::PUT | Method::PATCH) || request.body().is_end_stream() {
        return Ok(request);
    }
    let (head, body) = request.into_parts();
    let limits = app.service.limits();
    let within = Duration::from_secs(limits.body_seconds);
    let expected = body
        .size_hint()
        .exact()
        .map_or(limits.body_bytes, |exact| usize::try_from(exact).unwrap_or(usize::MAX).min(limits.body_bytes));
    let late = |_| Problem::new(&BODY_TIMEOUT, format!("the body did not arrive in {} s", limits.body_seconds));
    let mut arriving = Arriving { stream: body.into_data_stream(), bytes: Vec::new(), limit: limits.body_bytes };
    let is_whole = timeout(within, arriving.until(SMALL)).await.map_err(late)??;
    let mut room = None;
    if !is_whole {
        let given = timeout(within, app.bodies.take(expected)).await.map_err(|_| Problem {
            limit: Some("bodies_bytes"),
            ..Problem::new(&OVERLOADED, "as many bytes of bodies as the server takes in at once are arriving")
        })?;
        room = given.map_err(|Full| Problem {
            limit: Some("bodies_bytes"),
            retry_after: Some(1),
            ..Problem::new(&RATE_LIMITED, "this key's bodies that are arriving take half of the room for bodies; send them first")
        })?;
        timeout(within, arriving.until(usize::MAX)).await.map_err(late)??;
    }
    Ok(Request::from_parts(head, Body::from(Bytes::from_owner(Held { bytes: arriving.bytes, _room: room }))))
}

/// A body of which some has arrived.
struct Arriving {
    stream: BodyDataStream,
    bytes: Vec<u8>,
    limit: usize,
}

impl Arriving {
    /// Reads until there are more than so many bytes; whether the body ended before.
    async fn until(&mut self, enough: usize) -> Result<bool, Problem> {
        while self.bytes.len() <= enough {
            let Some(chunk) = self.stream.next().await else { return Ok(true) };
            let chunk = chunk.map_err(|error| Problem::new(&NOT_JSON, format!("the body broke off: {error}")))?;
            if self.bytes.len() + chunk.len() > self.limit {
                let detail = format!("the body is larger than {} bytes", self.limit);
                return Err(Problem { limit: Some("body_bytes"), ..Problem::new(&TOO_LARGE, detail) });
            }
            self.bytes.extend_from_slice(&chunk);
        }
        Ok(false)
    }
}
