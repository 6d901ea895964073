//! HTTP: the contract that bots rely on, one file a resource.
//!
//! Handlers read a request strictly, ask the service, and write its answer; they decide nothing about games. Statuses are
//! named in `problem.rs` alone.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::http::{HeaderMap, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower::ServiceBuilder;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::cors::CorsLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::service::Service;
use forward::Forwarding;
use pool::Pool;
use rates::Rates;
use shares::Shares;

mod answer;
mod arrival;
mod audit;
mod beliefs;
mod caller;
mod conditional;
mod contract;
mod cors;
mod curve;
mod encoding;
mod etag;
mod event_types;
mod events;
mod every_game;
mod evidence;
mod feed;
mod feed_stream;
mod forward;
mod games;
mod guard;
mod guide;
mod health;
mod json;
mod keys;
mod life;
mod lines;
mod live;
mod markdown;
mod page;
mod parameters;
mod players;
mod pool;
mod problem;
mod problems;
mod queries;
mod rates;
mod receive;
mod retractions;
mod rulesets;
mod serve;
mod shares;
mod stream;
mod telemetry;
mod tls;
mod truth;
mod turn;
mod what_if;
mod wire;
mod worlds;

pub use problem::Problem;

pub use serve::{Listening, listen};
pub use tls::acceptor;
pub use wire::{Answer, Server, Silence, Wire};

/// What every handler is given. Clones are the same: each layer of each request makes one.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// What an application holds.
#[derive(Clone)]
pub struct Parts {
    service: Arc<Service>,
    /// Ends open streams when the server shuts down.
    pub shutdown: CancellationToken,
    /// Renders `/metrics`.
    pub metrics: PrometheusHandle,
    cors: Option<CorsLayer>,
    in_flight: Arc<Semaphore>,
    /// Room for large answers.
    answers: Pool,
    /// Room for large bodies that are arriving.
    bodies: Pool,
    streams: Arc<Semaphore>,
    /// Of those, how many each key keeps.
    streams_of_keys: Shares,
    rates: Rates,
    hosts: Vec<String>,
    /// The way to the other servers on the same database.
    forwarding: Arc<Forwarding>,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// An application over a service. `hosts` are names by which it may be asked, beside those of this machine.
    #[must_use]
    pub fn new(service: Arc<Service>, metrics: PrometheusHandle, hosts: Vec<String>) -> Self {
        let limits = service.limits();
        Self(Arc::new(Parts {
            in_flight: Arc::new(Semaphore::new(limits.requests_in_flight)),
            answers: Pool::new(limits.answer_bytes),
            // Half of it is enough for a body of any size that is let in.
            bodies: Pool::new(limits.bodies_bytes.max(2 * limits.body_bytes)),
            streams: Arc::new(Semaphore::new(limits.streams)),
            streams_of_keys: Shares::default(),
            rates: Rates::new(limits.requests_per_second),
            hosts,
            forwarding: Arc::new(Forwarding::new(limits)),
            cors: None,
            shutdown: CancellationToken::new(),
            service,
            metrics,
        }))
    }
}

impl App {
    /// The same, for pages of these origins too: a browser lets them read the answers.
    ///
    /// # Errors
    /// Where one is no origin.
    pub fn with_origins(self, origins: &[String]) -> anyhow::Result<Self> {
        let cors = if origins.is_empty() { None } else { Some(cors::layer(origins)?) };
        Ok(Self(Arc::new(Parts { cors, ..Arc::unwrap_or_clone(self.0) })))
    }
}

/// The whole contract, in the words of OpenAPI.
#[derive(OpenApi)]
#[openapi(
    info(title = "Credence", description = "An event-sourced belief server for games with hidden information. Probabilities are numbers in [0, 1]; entropies and information are in bits; logarithms of probabilities are natural. Times are RFC 3339 UTC. Errors are application/problem+json (RFC 9457)."),
    tags(
        (name = "rulesets", description = "The games that are hosted"),
        (name = "games", description = "Games and their logs"),
        (name = "beliefs", description = "What observers believe, and why"),
        (name = "players", description = "Who plays, and what past games say about them"),
        (name = "keys", description = "Who may do what"),
        (name = "operations", description = "Health and metrics"),
        (name = "problems", description = "What can go wrong")
    )
)]
struct Contract;

/// The routes with their documentation.
fn documented() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Contract::openapi())
        .routes(routes!(rulesets::list))
        .routes(routes!(rulesets::describe))
        .routes(routes!(games::list, games::open))
        .routes(routes!(games::describe, games::put, games::erase))
        .routes(routes!(events::list, events::append))
        .routes(routes!(stream::follow))
        .routes(routes!(turn::take))
        .routes(routes!(retractions::retract))
        .routes(routes!(feed::list))
        .routes(routes!(feed_stream::follow))
        .routes(routes!(beliefs::belief))
        .routes(routes!(evidence::timeline))
        .routes(routes!(curve::curve))
        .routes(routes!(truth::truth))
        .routes(routes!(worlds::sample))
        .routes(routes!(queries::answer))
        .routes(routes!(what_if::suppose))
        .routes(routes!(audit::audit))
        .routes(routes!(players::list))
        .routes(routes!(players::describe, players::put, players::forget))
        .routes(routes!(players::history))
        .routes(routes!(keys::list, keys::make))
        .routes(routes!(keys::revoke))
        .routes(routes!(keys::make_for_seat))
        .routes(routes!(keys::trail))
        .routes(routes!(caller::describe))
        .routes(routes!(health::live))
        .routes(routes!(health::ready))
        .routes(routes!(health::metrics))
        .routes(routes!(problems::list))
        .routes(routes!(problems::explain))
}

/// The contract as an OpenAPI 3.1 document: what `/openapi.json` serves and `credence openapi` prints.
#[must_use]
pub fn openapi() -> serde_json::Value {
    let (_, gathered) = documented().split_for_parts();
    contract::complete(serde_json::to_value(gathered).unwrap_or_default())
}

/// Where the document is served.
const OPENAPI: &str = "/openapi.json";

/// The document as text, made when it is first asked for.
fn served() -> Bytes {
    static SERVED: OnceLock<Bytes> = OnceLock::new();
    SERVED.get_or_init(|| Bytes::from(openapi().to_string())).clone()
}

/// Serves the document: it changes with the release alone.
async fn document(headers: HeaderMap) -> Response {
    let tag = &blake3::hash(&served()).to_hex()[..16];
    match conditional::unless_known(&headers, tag) {
        Ok(tag) => ([(header::ETAG, tag)], [(header::CONTENT_TYPE, "application/json")], served()).into_response(),
        Err(known) => *known,
    }
}

/// Every route, inside its guards.
pub fn router(app: App) -> Router {
    let (routes, _) = documented().split_for_parts();
    let compress = SizeAbove::new(1_024)
        .and(NotForContentType::SSE)
        .and(NotForContentType::const_new("application/problem+json"))
        .and(encoding::NotLarge);
    let outer = ServiceBuilder::new()
        .layer(from_fn_with_state(app.clone(), telemetry::observe))
        .layer(from_fn(guard::instance))
        .layer(from_fn_with_state(app.clone(), forward::receive))
        .layer(guard::catch_panic())
        .option_layer(app.cors.clone())
        .layer(from_fn_with_state(app.clone(), caller::identify))
        .layer(from_fn_with_state(app.clone(), guard::admit))
        .layer(from_fn_with_state(app.clone(), encoding::settle))
        .layer(CompressionLayer::new().gzip(true).compress_when(compress))
        .layer(from_fn_with_state(app.clone(), forward::forward));
    routes
        .route("/docs/guide", get(guide::list))
        .route("/docs/guide/{*topic}", get(guide::read))
        .route("/docs/clients/{*path}", get(guide::client))
        .route("/docs/README.md", get(guide::readme))
        .route(OPENAPI, get(document))
        .merge(page::routes())
        .fallback(guard::not_found)
        .method_not_allowed_fallback(guard::method_not_allowed)
        .layer(outer)
        .with_state(app)
}
