//! Whether the server lives, whether it can serve, and what it counts.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::caller::{Asking, PerhapsAsking};
use super::problem::{Problem, ReadProblems};
use crate::store::Durability;

/// A sign of life.
#[derive(Serialize, ToSchema)]
pub struct Live {
    /// Always `live`.
    status: &'static str,
    /// The release.
    version: &'static str,
}

/// Whether the server can serve, and how safe what it acknowledges is.
#[derive(Serialize, ToSchema)]
pub struct Ready {
    /// Always `ready`; otherwise the answer is a problem.
    status: &'static str,
    /// The database and its version.
    database: String,
    /// Whether every commit is on disk before it is acknowledged.
    synced: bool,
    /// The same in words.
    durability: String,
    /// What was found damaged: games that are not served, positions of a log that are missing. All else is served; `credence verify` names each.
    /// Shown to the operator alone: an admin of the tenant `default`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damaged: Vec<String>,
}

/// Whether the process lives.
#[utoipa::path(get, path = "/health/live", tag = "operations", responses((status = 200, body = Live)))]
pub async fn live() -> Json<Live> {
    Json(Live { status: "live", version: env!("CARGO_PKG_VERSION") })
}

/// Whether an append would be written: the database answers, has this release's schema and room, takes writes, and is the one that was opened.
#[utoipa::path(get, path = "/health/ready", tag = "operations",
    responses((status = 200, body = Ready), (status = 503, body = Problem, content_type = "application/problem+json")))]
pub async fn ready(State(app): State<App>, PerhapsAsking(asking): PerhapsAsking) -> Result<Json<Ready>, Problem> {
    let ping = app.service.store().ping().await;
    metrics::gauge!("credence_ready").set(f64::from(u8::from(ping.is_ok())));
    ping.map_err(crate::service::Error::from)?;
    let damaged = asking.map_or_else(Vec::new, |asking| asking.findings());
    let Durability { database, synced, promise, .. } = app.service.store().durability();
    Ok(Json(Ready { status: "ready", database, synced, durability: promise, damaged }))
}

/// Counters and durations, for Prometheus. Where keys guard the server, the operator alone reads them: an admin of the tenant `default`.
#[utoipa::path(get, path = "/metrics", tag = "operations", responses((status = 200, body = String, content_type = "text/plain"), ReadProblems))]
pub async fn metrics(State(app): State<App>, Asking(asking): Asking) -> Result<Response, Problem> {
    asking.may_watch()?;
    app.service.measure();
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.render()).into_response())
}
