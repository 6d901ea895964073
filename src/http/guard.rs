//! What stands before every handler: whose request it is, whether there is room for it, and how long it may take.

use std::any::Any;
use std::time::Duration;

use axum::body::HttpBody as _;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;
use tower_http::catch_panic::CatchPanicLayer;

use super::problem::{HOST, INTERNAL, METHOD, NOT_FOUND, OVERLOADED, PARAMETER, Problem, TIMEOUT, URI_TOO_LONG};
use super::{App, page, receive};

/// What is answered whatever else happens: no place among the requests in flight is needed for it.
const ALWAYS: [&str; 3] = ["/health/live", "/health/ready", "/metrics"];

/// Routes that answer whoever asks: what says that the server lives, and what explains the contract.
const OPEN: [&str; 4] = ["/health/", "/problems", "/docs", "/openapi.json"];

/// Whether a route answers whoever asks. The web page is the same for everybody: what it shows it asks the API for, with the caller's key.
pub fn is_open(route: &str) -> bool {
    page::is_route(route) || OPEN.iter().any(|open| route.starts_with(open))
}

/// Refuses paths that are too long, and requests over the number that is worked on at once; gives up what takes too long. A request
/// counts from when its body is there.
pub async fn admit(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let within = app.service.limits().answer_within();
    let from_now = || AnswerBy(Instant::now() + within);
    request.extensions_mut().insert(from_now());
    let has_body = !request.body().is_end_stream();
    if let Err(problem) = check_uri(request.uri()).and_then(|()| check_no_body(&request)).and_then(|()| check_condition(&request))
    {
        return unread(has_body, problem.into_response());
    }
    // Of a path that does not exist no body is read; nor where nobody asks who sends it, so that strangers take no room.
    let is_open = match request.extensions().get::<MatchedPath>() {
        Some(path) if !ALWAYS.contains(&path.as_str()) => is_open(path.as_str()),
        _ => return unread(has_body, next.run(request).await),
    };
    let request = if is_open { Ok(request) } else { receive::whole(&app, request).await };
    let mut request = match request {
        Ok(request) => request,
        Err(problem) => return problem.into_response(),
    };
    let Ok(_permit) = app.in_flight.try_acquire() else {
        return Problem {
            limit: Some("requests_in_flight"),
            ..Problem::new(&OVERLOADED, "as many requests as the server takes on are under way; try again in a moment")
        }
        .into_response();
    };
    let seconds = app.service.limits().request_seconds;
    // The time that a client waits for an answer runs from here on.
    request.extensions_mut().insert(from_now());
    match tokio::time::timeout(Duration::from_secs(seconds), next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem {
            limit: Some("request_seconds"),
            ..Problem::new(&TIMEOUT, format!("the request was given up after {seconds} s"))
        }
        .into_response(),
    }
}

/// When a request is answered at the latest, if something of it is to be recorded.
#[derive(Clone, Copy)]
pub struct AnswerBy(pub Instant);

/// An answer that is given without its request's body ends the connection, on which the body would come next: then it says so, and no client sends its next
/// request there.
pub fn unread(has_body: bool, mut answer: Response) -> Response {
    if has_body {
        answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    answer
}

/// A page elsewhere can send a browser here under a name that resolves to this machine; the header `Host` gives that away.
///
/// # Errors
/// Where the header names a host that is not served.
pub fn check_host(app: &App, request: &Request) -> Result<(), Problem> {
    let mut named = request.headers().get_all(header::HOST).iter();
    let host = named.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    if named.next().is_some() {
        return Err(Problem::new(&PARAMETER, "the header Host is given twice (RFC 9110, section 7.2)").of("Host"));
    }
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let known = ["localhost", "127.0.0.1", "[::1]"]
        .into_iter()
        .chain(app.hosts.iter().map(String::as_str))
        .any(|allowed| allowed.eq_ignore_ascii_case(name));
    if known {
        return Ok(());
    }
    Err(Problem::new(&HOST, format!("the header Host is {host:?}; this server answers for localhost; --allow-host adds a name"))
        .of("Host"))
}

/// Longest path with parameters, in bytes: a cursor of the feed of a log of 1,024 partitions has room. A head of more than 64 KiB
/// the protocol's own reader answers (431), without a body.
const URI_BYTES: usize = 32_768;

/// Refuses a body where none is read: what it asks for would be passed over without a word.
fn check_no_body(request: &Request) -> Result<(), Problem> {
    let takes_one = !matches!(*request.method(), Method::GET | Method::HEAD | Method::DELETE);
    if takes_one || request.body().is_end_stream() {
        return Ok(());
    }
    let method = request.method();
    let detail =
        format!("{method} takes no body: what is asked for stands in the path and its parameters, such as ?observer=seat:1");
    let names_it = if request.headers().contains_key(header::CONTENT_LENGTH) { "Content-Length" } else { "Transfer-Encoding" };
    Err(Problem::new(&PARAMETER, detail).of(names_it))
}

/// Refuses a condition that no write heeds: what was to be made only where nothing stands would be done all the same.
fn check_condition(request: &Request) -> Result<(), Problem> {
    let method = request.method();
    if matches!(*method, Method::GET | Method::HEAD) || !request.headers().contains_key(header::IF_NONE_MATCH) {
        return Ok(());
    }
    let detail = format!(
        "{method} does not heed If-None-Match. A game that stands is not opened again: PUT answers 201 where it opened one, and 200 or 409 \
         where one stood; appends, turns and the erasing of a game take If-Match"
    );
    Err(Problem::new(&PARAMETER, detail).of("If-None-Match"))
}

fn check_uri(uri: &Uri) -> Result<(), Problem> {
    let bytes = uri.path_and_query().map_or(0, |path| path.as_str().len());
    if bytes <= URI_BYTES {
        return Ok(());
    }
    Err(Problem::new(&URI_TOO_LONG, format!("path and parameters are {bytes} bytes long; {URI_BYTES} are taken")))
}

/// Writes the path into problem answers, which handlers do not know, and makes one of what files that are not there are answered with.
pub async fn instance(request: Request, next: Next) -> Response {
    let uri = request.uri().clone();
    let path = uri.path().to_owned();
    let mut response = next.run(request).await;
    match response.extensions_mut().remove::<Problem>() {
        None if response.status() == StatusCode::NOT_FOUND && !response.headers().contains_key(header::CONTENT_TYPE) => {
            let mut missing = Problem { instance: path, ..not_found(uri).await }.into_response();
            missing.extensions_mut().remove::<Problem>();
            missing
        }
        None => response,
        Some(problem) => {
            let headers = response.headers().clone();
            let mut complete = Problem { instance: path, ..problem }.into_response();
            complete.extensions_mut().remove::<Problem>();
            for name in headers.keys().filter(|name| *name != header::CONTENT_LENGTH) {
                complete.headers_mut().remove(name);
                for value in headers.get_all(name) {
                    complete.headers_mut().append(name, value.clone());
                }
            }
            complete
        }
    }
}

/// Turns a panic into a problem answer, so that one fault ends one request.
pub fn catch_panic() -> CatchPanicLayer<fn(Box<dyn Any + Send>) -> Response> {
    CatchPanicLayer::custom(answer_panic as fn(Box<dyn Any + Send>) -> Response)
}

fn answer_panic(panic: Box<dyn Any + Send>) -> Response {
    let message = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(message = message.unwrap_or("unknown"), "a request panicked");
    Problem::new(&INTERNAL, "the server failed at this request").into_response()
}

/// For paths that do not exist.
pub async fn not_found(uri: Uri) -> Problem {
    Problem::new(&NOT_FOUND, format!("there is no path {}; /docs lists those there are", uri.path()))
}

/// For methods that a path does not have.
pub async fn method_not_allowed() -> Problem {
    Problem::new(&METHOD, "this path does not have this method; the header Allow lists those it has")
}
