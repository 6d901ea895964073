//! What is recorded of every request: a span with its id, and its count and duration by route.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use super::App;

const REQUEST_ID: &str = "x-request-id";

/// The part of a path that a player's id follows, in the API and on the page, whether there is such a route or not.
const PLAYERS: &str = "players";

/// Gives the request an id where it brought none, answers with it, and records what became of the request. Labels hold the
/// route's template, never an id: the number of series stays bounded.
#[expect(clippy::disallowed_methods, reason = "durations are measured at the edge")]
pub async fn observe(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("none".to_owned(), |path| path.as_str().to_owned());
    let method = known(request.method());
    let brought = request.headers().get(REQUEST_ID).cloned();
    let id = brought.or_else(|| HeaderValue::try_from(app.service.fresh_id()).ok());
    if let Some(id) = &id {
        // Where the request is passed on, the other server's log names it alike.
        request.headers_mut().insert(REQUEST_ID, id.clone());
    }
    // A player's id must not outlive the player in somebody's log files.
    let names_player = request.uri().path().split('/').any(|part| part == PLAYERS);
    let path = if names_player { route.as_str() } else { request.uri().path() };
    let span = tracing::info_span!("request", ?id, method, path);
    let mut response = next.run(request).instrument(span).await;
    if let Some(id) = id {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response.headers_mut().insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    let labels = [("method", method.to_owned()), ("route", route), ("status", response.status().as_u16().to_string())];
    metrics::counter!("credence_requests_total", &labels).increment(1);
    metrics::histogram!("credence_request_seconds", &labels[..2]).record(begun.elapsed());
    response
}

/// A label of a metric: a client can invent methods, but no series of ours.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
