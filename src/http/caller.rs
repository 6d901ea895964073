//! Who asks: the key that a request brings, looked up before anything else of it is read.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::body::HttpBody as _;
use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;

use super::App;
use super::forward::PassedOn;
use super::guard::{AnswerBy, check_host, is_open, unread};
use super::parameters::{Media, NoParameters, Parameters, negotiate};
use super::problem::{INTERNAL, Problem, ReadProblems};
use crate::rulesets::Seat;
use crate::service::{Caller, Error, Guarded, Payer, Role};

/// The open route that says more to the operator.
const READY: &str = "/health/ready";

/// Longest wait for what a key is, where the answer is given without it.
const SOON: Duration = Duration::from_secs(1);

/// Who asks, and what the key allows.
#[derive(Serialize, ToSchema)]
#[schema(as = Caller)]
pub struct CallerAnswer {
    /// `admin`, `referee`, `reader` or `seat`. Where no key guards the server, everybody is `admin`.
    role: &'static str,
    /// Id of the key; absent where none guards the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// The game that a seat's key is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    /// The seat that it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
}

/// Says who asks: what the key in `Authorization` allows.
#[utoipa::path(get, path = "/v1/caller", tag = "keys", responses((status = 200, body = CallerAnswer), ReadProblems))]
pub async fn describe(
    Asking(asking): Asking,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
) -> Result<Json<CallerAnswer>, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let Caller { role, key, .. } = asking.caller();
    let (game, seat) = match role {
        Role::Seat(of) => (Some(of.game.to_string()), Some(of.seat)),
        Role::Admin | Role::Referee | Role::Reader => (None, None),
    };
    Ok(Json(CallerAnswer { role: role.name(), key: key.as_deref().map(str::to_owned), game, seat }))
}

/// Finds out who asks. Where a key is needed and none that is good was brought, nothing else of the request is looked at.
pub async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let is_open = is_open(route);
    let has_body = !request.body().is_end_stream();
    // A key is sent by whoever means it; without one, any page of the web could send a browser here. Who passed a request on has looked at its host.
    let is_passed_on = request.extensions().get::<PassedOn>().is_some();
    if !app.service.is_guarded()
        && !is_passed_on
        && let Err(problem) = check_host(&app, &request)
    {
        return unread(has_body, problem.into_response());
    }
    // What answers whoever asks does so while the database, which is asked for keys, does not. Readiness alone says more to the operator.
    let caller = match (is_open, route) {
        (false, _) => authenticate(&app, request.headers()).await.map(Some),
        (true, READY) => Ok(timeout(SOON, authenticate(&app, request.headers())).await.ok().and_then(Result::ok)),
        (true, _) => Ok(None),
    };
    let drawn = match caller {
        Ok(Some(caller)) => {
            // Who passed a request on has drawn for it.
            let is_drawn = is_open || is_passed_on;
            let drawn = caller.key.as_ref().filter(|_| !is_drawn).map(|key| app.rates.draw(key));
            request.extensions_mut().insert(caller);
            drawn
        }
        Ok(None) => None,
        Err(error) => return unread(has_body, Problem::from(error).into_response()),
    };
    let left = match drawn {
        Some((left, Some(refused))) => {
            let mut response = unread(has_body, refused.into_response());
            left.tell(&mut response);
            return response;
        }
        drawn => drawn.map(|(left, _)| left),
    };
    let payer = payer(request.extensions().get::<Caller>());
    let mut response = payer.scope(next.run(request)).await;
    if let Some(left) = left {
        left.tell(&mut response);
    }
    if !is_open {
        depends_on_key(response.headers_mut());
    }
    response
}

/// What is answered depends on who asks, and a version may bear the same tag for all: nobody may keep it for another.
fn depends_on_key(headers: &mut HeaderMap) {
    let authorization = HeaderValue::from(header::AUTHORIZATION);
    // An answer that was passed on says it already.
    if !headers.get_all(header::VARY).iter().any(|varies| *varies == authorization) {
        headers.append(header::VARY, authorization);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-cache"));
}

/// At whose cost the request is worked on: the random end of the key's id tells keys apart.
fn payer(caller: Option<&Caller>) -> Payer {
    let key = caller.and_then(|caller| caller.key.as_deref());
    let end = key.and_then(|key| key.get(key.len().saturating_sub(16)..));
    Payer(end.and_then(|end| u64::from_str_radix(end, 16).ok()).unwrap_or_default())
}

async fn authenticate(app: &App, headers: &HeaderMap) -> Result<Caller, Error> {
    let mut brought = headers.get_all(header::AUTHORIZATION).iter();
    let header = match (brought.next(), brought.next()) {
        (None, _) => None,
        (Some(header), None) => Some(header.to_str().unwrap_or_default()),
        // Which of the two would count?
        (Some(_), Some(_)) => Some(""),
    };
    app.service.authenticate(header).await
}

fn answer_by(parts: &Parts) -> Result<AnswerBy, Problem> {
    parts.extensions.get::<AnswerBy>().copied().ok_or_else(|| Problem::new(&INTERNAL, "nobody looked when it came"))
}

/// The use cases, for who asks.
pub struct Asking(pub Guarded);

impl FromRequestParts<App> for Asking {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let caller = parts.extensions.get::<Caller>().cloned();
        let caller = caller.ok_or_else(|| Problem::new(&INTERNAL, "nobody looked who asks"))?;
        let AnswerBy(answer_by) = answer_by(parts)?;
        Ok(Self(Guarded::new(app.service.clone(), caller, answer_by)))
    }
}

/// The same on routes that answer whoever asks: `None` where that is nobody in particular.
pub struct PerhapsAsking(pub Option<Guarded>);

impl FromRequestParts<App> for PerhapsAsking {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let caller = parts.extensions.get::<Caller>().cloned();
        let asking = caller.zip(answer_by(parts).ok());
        Ok(Self(asking.map(|(caller, AnswerBy(answer_by))| Guarded::new(app.service.clone(), caller, answer_by))))
    }
}
