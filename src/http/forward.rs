//! Passing writes on to the server that is preferred for their game, where this server and another one were found to write to it in turn: each time that costs
//! a read of what the other one wrote, and a pass costs one hop.
//!
//! It is for speed alone, like the preference. Where the other server does not take the request, this one carries it out; where it took it and then gives no
//! sign of life, so does this one, if the request can be repeated: its events have ids, which the log takes once.
//!
//! A URL does not show who listens there: a copy of the database may have been started with the same settings, and the address of a server may be that of
//! another machine elsewhere. So a server proves first that it knows the secret with which it signed in to the database: until then no key and no event is
//! sent to it. A request that is passed on shows that secret, another server refuses it, and its answer shows the secret, too: another may listen there by
//! now.

use std::time::Duration;

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{FromRequestParts, MatchedPath, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use serde_json::Value;
use tokio::time::{sleep, timeout};
use tower_http::timeout::TimeoutBody;

use super::App;
use super::encoding::LARGE;
use super::life::SERVER;
use super::problem::{MISDIRECTED, Problem, TOO_LARGE, UNAVAILABLE};
use crate::service::{Caller, Limits, Service};
use crate::store::LiveServer;

/// Says that another server passed the request on, and for whom: the secret of the server that is to answer. It is not passed on again. In the answer it
/// proves that the request came to that server.
const FORWARDED: HeaderName = HeaderName::from_static("credence-forwarded");

/// Asks whoever listens at a URL to prove that it is the server that signed in with it.
const CHALLENGE: HeaderName = HeaderName::from_static("credence-challenge");

/// What proves it.
const PROOF: HeaderName = HeaderName::from_static("credence-proof");

/// Where a proof is asked for: whoever may reach a server may read this.
const LIVE: &str = "/health/live";

/// What adds to the game that its path names, by `POST`.
const ROUTES: [&str; 2] = ["/v1/games/{game}/events", "/v1/games/{game}/turn"];

/// What belongs to one connection, or is settled by the server that was asked: by which name it is asked, and the origin of a page.
const OWN: [HeaderName; 12] = [
    CHALLENGE,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::EXPECT,
    FORWARDED,
    header::HOST,
    HeaderName::from_static("keep-alive"),
    header::ORIGIN,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// Longest wait for a connection. The servers of one database are near each other.
const CONNECTING: Duration = Duration::from_millis(250);

/// How long an answer is waited for, where the request can be carried out here instead, before the other server is asked for a sign of life.
const ANSWERING: Duration = Duration::from_secs(2);

/// Longest wait for a proof.
const PROVING: Duration = Duration::from_secs(1);

/// That another server of this database passed the request on to this one.
#[derive(Clone, Copy, Debug)]
pub struct PassedOn;

/// The way to other servers.
pub struct Forwarding {
    /// It follows no redirection, and asks no proxy: both would lead elsewhere.
    http: Client<HttpConnector, Full<Bytes>>,
    /// How long nothing may come of an answer that has begun.
    stalled: Duration,
}

/// Why a request that was passed on has no answer.
enum Unanswered {
    /// The other server has not got it, or is not the one that was meant and has refused it.
    NotSent,
    /// The other server may have carried it out, for all that is known.
    Unknown(String),
}

/// A request as it came, whole.
struct Arrived {
    head: Parts,
    body: Bytes,
}

impl Forwarding {
    /// Without a connection, which the first request makes. The other servers have the same limits: how long they keep a connection on which nothing comes, and
    /// how long a request may take.
    pub fn new(limits: &Limits) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECTING));
        connector.set_nodelay(true);
        let mut client = Client::builder(TokioExecutor::new());
        // Before the other server closes it: what is sent at that moment has no answer.
        client.pool_timer(TokioTimer::new()).pool_idle_timeout(Duration::from_secs(limits.idle_seconds) / 2);
        Self { http: client.build(connector), stalled: Duration::from_secs(limits.request_seconds) }
    }

    /// Asks whoever listens at the URL of a server to prove that it is that server. `None` where nobody answers.
    pub async fn proves(&self, server: &LiveServer, challenge: &str) -> Option<bool> {
        let asked =
            axum::http::Request::head(format!("{}{LIVE}", server.url)).header(CHALLENGE, challenge).body(Full::default()).ok()?;
        let answer = timeout(PROVING, self.http.request(asked)).await.ok()?.ok()?;
        let proof = server.proof(challenge.as_bytes());
        Some(answer.headers().get(PROOF).is_some_and(|shown| *shown == *proof))
    }

    /// Sends a request, and waits for its answer: as long as the request itself may take, or, where it can be repeated, as long as the other server gives signs
    /// of life.
    async fn answer(&self, service: &Service, server: &LiveServer, request: &Arrived) -> Result<Response, Unanswered> {
        let sending = self.send(server, request);
        tokio::pin!(sending);
        loop {
            let lives = async {
                sleep(ANSWERING).await;
                self.proves(server, &service.nonce()).await == Some(true)
            };
            let lives = tokio::select! {
                biased;
                outcome = &mut sending => return outcome,
                lives = lives => lives,
            };
            if !lives {
                service.note_unreached(&server.url);
                if request.is_repeatable() {
                    return Err(Unanswered::Unknown("no sign of life".to_owned()));
                }
                return sending.await;
            }
        }
    }

    async fn send(&self, server: &LiveServer, Arrived { head, body }: &Arrived) -> Result<Response, Unanswered> {
        let LiveServer { url, secret, advertised } = server;
        let path = head.uri.path_and_query().map_or("/", |path| path.as_str());
        let mut request = axum::http::Request::new(Full::new(body.clone()));
        *request.method_mut() = head.method.clone();
        *request.uri_mut() = format!("{url}{path}").parse().map_err(|_| Unanswered::NotSent)?;
        *request.headers_mut() = without_own(&head.headers);
        let secret = HeaderValue::try_from(secret).map_err(|_| Unanswered::NotSent)?;
        request.headers_mut().insert(FORWARDED, secret.clone());
        let answer = self.http.request(request).await;
        let answer = answer
            .map_err(|error| if error.is_connect() { Unanswered::NotSent } else { Unanswered::Unknown(error.to_string()) })?;
        let (head, body) = answer.into_parts();
        if head.headers.get(FORWARDED) != Some(&secret) {
            tracing::warn!(url, status = head.status.as_u16(), "what answers for another server is no server of this database");
            // By this status it says that it has not carried the request out (RFC 9110, 15.5.20).
            let is_refused = head.status == StatusCode::MISDIRECTED_REQUEST;
            let unknown = || Unanswered::Unknown("the answer was not that of the server that was asked".to_owned());
            return Err(if is_refused { Unanswered::NotSent } else { unknown() });
        }
        let mut headers = without_own(&head.headers);
        // A large answer lies where it was made, and counts there, until it is taken. A small one is there whole, or the request is carried out here.
        let size = body.size_hint().exact();
        let body = if let Some(size) = size.filter(|size| *size > LARGE) {
            headers.insert(header::CONTENT_LENGTH, HeaderValue::from(size));
            Body::new(TimeoutBody::new(self.stalled, body))
        } else {
            body.collect().await.map_err(|error| Unanswered::Unknown(error.to_string()))?.to_bytes().into()
        };
        if let Some(url) = HeaderValue::try_from(url).ok().filter(|_| *advertised) {
            headers.insert(SERVER, url);
        }
        Ok((head.status, headers, body).into_response())
    }
}

/// Answers what another server passed on only where it was meant for this one, and shows so in the answer; proves to be this server, where it is asked to.
pub async fn receive(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let challenge = request.headers().get(CHALLENGE).filter(|_| request.method() == Method::HEAD && request.uri().path() == LIVE);
    if let Some(proof) = challenge.and_then(|challenge| app.service.proof(challenge.as_bytes())) {
        let mut answer = next.run(request).await;
        answer.headers_mut().extend(HeaderValue::try_from(proof).ok().map(|proof| (PROOF, proof)));
        return answer;
    }
    let Some(shown) = request.headers().get(FORWARDED).cloned() else { return next.run(request).await };
    if !app.service.made(shown.as_bytes()) {
        let detail = "the header credence-forwarded names another server than this one: it is for servers of one database, and not for clients";
        return Problem::new(&MISDIRECTED, detail).into_response();
    }
    request.extensions_mut().insert(PassedOn);
    let mut answer = next.run(request).await;
    answer.headers_mut().insert(FORWARDED, shown);
    answer
}

/// Passes a request on, where it is one to pass on, and answers it here where the other server does not.
pub async fn forward(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut head, body) = request.into_parts();
    let Some(server) = elsewhere(&app, &mut head).await else {
        return next.run(Request::from_parts(head, body)).await;
    };
    // It is in memory already.
    let Ok(body) = to_bytes(body, app.service.limits().body_bytes).await else {
        return Problem::new(&TOO_LARGE, "the body is larger than bodies may be").into_response();
    };
    let request = Arrived { head, body };
    let outcome = app.forwarding.answer(&app.service, &server, &request).await;
    if outcome.is_err() {
        app.service.note_unreached(&server.url);
    }
    let label = match &outcome {
        Ok(_) => "answered",
        Err(Unanswered::NotSent) => "not_sent",
        Err(Unanswered::Unknown(_)) => "unknown",
    };
    metrics::counter!("credence_forwarded_total", "outcome" => label).increment(1);
    match outcome {
        Ok(answer) => answer,
        Err(Unanswered::Unknown(cause)) if !request.is_repeatable() => {
            tracing::warn!(url = server.url, cause, "a request that was passed on was not answered");
            let detail = "the server that the request was passed on to did not answer, so it is not known whether the events are in the log; \
                          events that have ids can be sent again";
            Problem::new(&UNAVAILABLE, detail).into_response()
        }
        Err(_) => next.run(Request::from_parts(request.head, Body::from(request.body))).await,
    }
}

/// The server that a request is to be passed on to.
async fn elsewhere(app: &App, head: &mut Parts) -> Option<LiveServer> {
    let route = head.extensions.get::<MatchedPath>()?.as_str();
    if head.headers.contains_key(FORWARDED) || head.method != Method::POST || !ROUTES.contains(&route) {
        return None;
    }
    let log = head.extensions.get::<Caller>()?.log;
    let parameters = RawPathParams::from_request_parts(head, &()).await.ok()?;
    let (_, game) = parameters.iter().next()?;
    app.service.passes_on_to(log, game)
}

fn without_own(headers: &HeaderMap) -> HeaderMap {
    let mut headers = headers.clone();
    for own in OWN {
        headers.remove(own);
    }
    headers
}

impl Arrived {
    /// Whether a request that was carried out once changes nothing when it is carried out again: it has no events, or all of them have ids. It is read for this only
    /// where no answer came.
    fn is_repeatable(&self) -> bool {
        let Ok(body) = serde_json::from_slice::<Value>(&self.body) else { return true };
        let events = match body.get("events") {
            Some(events) => events,
            // A turn without events only asks.
            None if self.head.uri.path().ends_with("/turn") => return true,
            None => &body,
        };
        let events = events.as_array().map_or(std::slice::from_ref(events), Vec::as_slice);
        events.iter().all(|event| event.get("id").is_some_and(Value::is_string))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_ids_is_sent_twice() {
        let arrived = |method: Method, body: &str| {
            let (head, body) =
                Request::builder().method(method).body(Bytes::copy_from_slice(body.as_bytes())).expect("a request").into_parts();
            Arrived { head, body }
        };
        let repeatable = |body: &str| arrived(Method::POST, body).is_repeatable();
        for body in
            [r#"{"id":"a"}"#, r#"[{"id":"a"},{"id":"b"}]"#, r#"{"events":[{"id":"a"}]}"#, r#"{"events":[]}"#, "[]", "no JSON"]
        {
            assert!(repeatable(body), "{body}");
        }
        for body in [r#"{"type":"note"}"#, r#"[{"id":"a"},{}]"#, r#"{"events":[{"id":"a"},{"id":null}]}"#, "1"] {
            assert!(!repeatable(body), "{body}");
        }
        assert!(arrived(Method::PUT, "").is_repeatable());
        let turn = |body: &str| {
            let mut turn = arrived(Method::POST, body);
            turn.head.uri = "/v1/games/g/turn".parse().expect("a path");
            turn.is_repeatable()
        };
        assert!(turn(r#"{"observer":"seat:1","worlds":{"count":9}}"#) && turn(r#"{"events":[{"id":"a"}]}"#));
        assert!(!turn(r#"{"events":[{"type":"note"}]}"#));
    }
}
