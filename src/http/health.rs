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
use crate::service::{Error, Guarded, ServersAnswer};
use crate::store::{Durability, Lag};

/// A sign of life.
#[derive(Serialize, ToSchema)]
pub struct Live {
    /// Always `live`.
    status: &'static str,
    /// The release.
    version: &'static str,
}

/// How far a server that only reads is behind those who write.
#[derive(Serialize, ToSchema)]
#[schema(as = Lag)]
pub struct LagAnswer {
    /// Whether its database is a standby.
    standby: bool,
    /// Whether the standby is connected to its primary. Where it is not, what was written since is not known here.
    receiving: bool,
    /// Bytes of write-ahead log that have arrived and are not replayed; absent where none ever arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    /// Seconds that what is read may be behind: 0 where all that was sent is replayed, else the age of the last commit that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
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
    /// Whether this server only reads: then *ready* means that it answers reads, and not that it takes appends.
    read_only: bool,
    /// How far it is behind those who write; present where it only reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    lag: Option<LagAnswer>,
    /// The servers that are alive on this database; present where this server is advertised, and to the operator wherever it takes part in the preference. That
    /// is for speed alone: a server that does not know the others is ready all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    servers: Option<ServersAnswer>,
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

/// Whether an append would be written: the database answers, has this release's schema and room, takes writes, and is the one that was opened. On
/// a server that only reads: whether reads are answered, and how far they are behind.
#[utoipa::path(get, path = "/health/ready", tag = "operations",
    responses((status = 200, body = Ready), (status = 503, body = Problem, content_type = "application/problem+json")))]
pub async fn ready(State(app): State<App>, PerhapsAsking(asking): PerhapsAsking) -> Result<Json<Ready>, Problem> {
    let mut readiness = Readiness(false);
    let probe = app.service.probe().await;
    readiness.0 = probe.is_ok();
    drop(readiness);
    let operates = asking.as_ref().is_some_and(|asking| asking.may_watch().is_ok());
    probe.map_err(|error| not_ready(error, operates))?;
    let lag = app.service.lag().await.map_err(|error| not_ready(error, operates))?;
    let servers = asking.as_ref().map_or_else(|| app.service.servers(false), Guarded::servers);
    let damaged = asking.map_or_else(Vec::new, |asking| asking.findings());
    let Durability { database, synced, promise, .. } = app.service.store().durability();
    let lag = lag.map(|Lag { standby, receiving, bytes, seconds }| LagAnswer { standby, receiving, bytes, seconds });
    let read_only = app.service.reads_only();
    Ok(Json(Ready { status: "ready", database, synced, durability: promise, read_only, lag, servers, damaged }))
}

/// Sets the gauge of readiness when it is dropped: to 0 also where whoever asked has gone before the database answered, which is how a prober meets a
/// database that hangs.
struct Readiness(bool);

impl Drop for Readiness {
    fn drop(&mut self) {
        metrics::gauge!("credence_ready").set(f64::from(u8::from(self.0)));
    }
}

/// Why it is not ready. Whose log is damaged, and where, is for the operator alone.
fn not_ready(error: Error, operates: bool) -> Problem {
    let is_damage = matches!(error, Error::Damaged(_));
    let problem = Problem::from(error);
    if !is_damage || operates {
        return problem;
    }
    let detail = "a log is damaged; an admin's key of the tenant `default` is told which, and `credence verify` names it";
    Problem { detail: detail.to_owned(), ..problem }
}

/// Counters and durations, for Prometheus. Where keys guard the server, the operator alone reads them: an admin of the tenant `default`.
#[utoipa::path(get, path = "/metrics", tag = "operations", responses((status = 200, body = String, content_type = "text/plain"), ReadProblems))]
pub async fn metrics(State(app): State<App>, Asking(asking): Asking) -> Result<Response, Problem> {
    asking.may_watch()?;
    app.service.measure();
    // What cannot be asked now stays as it was last: the other counters are needed most when the database fails.
    if let Err(error) = app.service.lag().await {
        tracing::warn!(%error, "how far the standby is behind is not known");
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.render()).into_response())
}
