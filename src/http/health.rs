//! Whether the server lives, whether it can serve, and what it counts.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::problem::Problem;

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
}

/// Whether the process lives.
#[utoipa::path(get, path = "/health/live", tag = "operations", responses((status = 200, body = Live)))]
pub async fn live() -> Json<Live> {
    Json(Live { status: "live", version: env!("CARGO_PKG_VERSION") })
}

/// Whether the database is reachable and of this release's schema.
#[utoipa::path(get, path = "/health/ready", tag = "operations",
    responses((status = 200, body = Ready), (status = 503, body = Problem, content_type = "application/problem+json")))]
pub async fn ready(State(app): State<App>) -> Result<Json<Ready>, Problem> {
    app.service.store().ping().await.map_err(crate::service::Error::from)?;
    let durability = app.service.store().durability();
    Ok(Json(Ready { status: "ready", database: durability.database, synced: durability.synced, durability: durability.promise }))
}

/// Counters and durations, for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operations", responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn metrics(State(app): State<App>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.render()).into_response()
}
