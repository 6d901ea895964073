//! HTTP as its standards have it (RFC 9110, RFC 9112): conditions, codings, hosts, and connections that rest.

use std::time::Duration;

use credence::service::Limits;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::app::{Answered, TestApp};

const EVENTS: &str = "/v1/games/g1/events";

async fn with_game() -> TestApp {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app
}

async fn note(app: &TestApp, id: &str, headers: &[(&str, &str)]) -> Answered {
    app.ask(Method::POST, EVENTS, headers, Some(json!({"id": id, "type": "note", "data": {"text": id}}))).await
}

/// Sends bytes as they are, and gives what is answered until the server closes.
pub async fn send(app: &TestApp, request: &str) -> String {
    let mut connection = TcpStream::connect(app.base.trim_start_matches("http://")).await.expect("a connection");
    connection.write_all(request.as_bytes()).await.expect("written");
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).await.expect("read");
    String::from_utf8(answer).expect("text")
}

#[tokio::test]
async fn if_match_takes_lists_and_weak_tags_never_match() {
    let app = with_game().await;
    for (at, condition) in ["\"0\"", "\"7\", \"1\"", "*", "\"3\" ,\"x\"", "\"4-gzip\""].into_iter().enumerate() {
        let id = format!("e{at}");
        note(&app, &id, &[("if-match", condition)]).await.expect(201);
        note(&app, &id, &[("if-match", condition)]).await.expect(200);
    }
    for condition in ["W/\"5\"", "\"05\"", "\"+5\"", "\"4\"", "\"6\", \"7\"", "\"5.lines\"", ""] {
        let refused = note(&app, "late", &[("if-match", condition)]).await;
        assert_eq!(refused.problem(412, "revision-moved")["revision"], 5, "{condition}");
        assert_eq!(refused.headers["etag"], "\"5\"");
    }
    for condition in ["5", "\"5", "*, \"5\""] {
        note(&app, "late", &[("if-match", condition)]).await.problem(400, "parameter");
    }
    assert_eq!(app.revision("g1").await, 5);
}

/// What is answered depends on the key, and its tag does not: no cache may give it to another.
#[tokio::test]
async fn what_depends_on_the_key_says_so() {
    let app = with_game().await;
    for path in ["/v1/games/g1/belief", "/v1/games/g1/events", "/v1/games", "/v1/games/none"] {
        let headers = app.get(path).await.headers;
        let varies = headers.get_all("vary").iter().any(|varies| varies == "authorization");
        assert!(varies && headers["cache-control"] == "private, no-cache", "{path}: {headers:?}");
    }
    let open = app.get("/openapi.json").await.headers;
    assert!(
        !open.contains_key("cache-control") && open.get_all("vary").iter().all(|varies| varies != "authorization"),
        "{open:?}"
    );
}

/// Where a page ends follows from what is shown: a reason that the referee alone reads moves it for nobody else.
#[tokio::test]
async fn where_a_page_ends_tells_nothing_of_what_is_hidden() {
    let app = TestApp::fresh().await;
    let text = "x".repeat(200 << 10);
    let mut pages = Vec::new();
    for (game, reason) in [("brief", 1), ("long", 200 << 10)] {
        app.open_catan(game, 3, json!({})).await;
        app.append(game, json!({"type": "turn", "data": {"seat": 0}})).await;
        app.append(game, json!({"type": "retract", "data": {"revision": 1, "reason": "x".repeat(reason)}})).await;
        for _ in 0..7 {
            app.append(game, json!({"type": "note", "data": {"text": text}})).await;
        }
        let shown = async |observer: &str| {
            let page = app.get(&format!("/v1/games/{game}/events?observer={observer}")).await.expect(200);
            (page["items"].as_array().expect("a list").len(), page["next"].clone())
        };
        pages.push([shown("public").await, shown("seat:1").await, shown("referee").await]);
    }
    let [brief, long] = &pages[..] else { panic!("two games") };
    assert_eq!(brief[..2], long[..2]);
    assert_ne!(brief[2], long[2], "the referee reads the reason");
}

/// What was decided for one revision is not done at another: nothing is erased that its reader has not seen.
#[tokio::test]
async fn a_game_is_erased_at_the_revision_that_was_named() {
    let app = with_game().await;
    app.append("g1", json!({"type": "turn", "data": {"seat": 0}})).await;
    let erase = async |tag: &str| app.ask(Method::DELETE, "/v1/games/g1", &[("if-match", tag)], None).await;
    assert_eq!(erase("\"0\"").await.problem(412, "revision-moved")["revision"], 1);
    erase("W/\"1\"").await.problem(412, "revision-moved");
    erase("1").await.problem(400, "parameter");
    assert_eq!(app.revision("g1").await, 1);
    erase("\"0\", \"1\"").await.expect(204);
    erase("*").await.problem(410, "game-erased");
}

/// Large events make shorter pages, which leave nothing out; one that is too large is refused by name.
#[tokio::test]
async fn pages_are_bounded_by_what_their_events_hold() {
    let app = with_game().await;
    let text = "x".repeat(200 << 10);
    for event in 0..12 {
        app.append("g1", json!({"id": format!("e{event}"), "type": "note", "data": {"text": text}})).await;
    }
    let (mut path, mut pages) = ("/v1/games/g1/events".to_owned(), Vec::new());
    loop {
        let page = app.get(&path).await.expect(200);
        let revisions = page["items"].as_array().expect("a list").iter();
        pages.push(revisions.map(|item| item["revision"].as_u64().expect("a revision")).collect::<Vec<_>>());
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/v1/games/g1/events?cursor={next}");
    }
    assert_eq!(pages.concat(), (0..=12).collect::<Vec<u64>>());
    assert!(
        pages.iter().all(|page| page.len() <= 6) && pages.len() == 3,
        "five of 200 KiB come to less than a megabyte: {pages:?}"
    );
    let huge = json!({"type": "note", "data": {"text": "x".repeat(256 << 10)}});
    let problem = app.post(EVENTS, huge.clone()).await.problem(422, "over-limit");
    assert_eq!((&problem["limit"], &problem["pointer"]), (&json!("event_bytes"), &json!("/data")));
    let second = json!([{"type": "note", "data": {"text": "short"}}, huge]);
    assert_eq!(app.post(EVENTS, second).await.problem(422, "over-limit")["pointer"], "/1/data");
    assert_eq!(app.revision("g1").await, 12);
}

#[tokio::test]
async fn a_compressed_answer_has_a_tag_of_its_own() {
    let app = with_game().await;
    let belief = "/v1/games/g1/belief?observer=referee";
    let plain = app.get(belief).await;
    let zipped = app.ask(Method::GET, belief, &[("accept-encoding", "gzip")], None).await;
    assert_eq!(zipped.headers["content-encoding"], "gzip");
    let (plain, zipped) = (plain.headers["etag"].to_str().expect("text"), zipped.headers["etag"].to_str().expect("text"));
    assert_eq!(zipped, format!("{}-gzip\"", plain.trim_end_matches('"')));
    for tag in [plain, zipped] {
        let known = app.ask(Method::GET, belief, &[("accept-encoding", "gzip"), ("if-none-match", tag)], None).await;
        assert_eq!((known.status.as_u16(), known.headers["etag"].to_str().expect("text")), (304, tag));
        assert!(known.headers.get_all("vary").iter().any(|vary| vary == "accept-encoding"), "{:?}", known.headers);
    }
    let lines = [("accept", "application/x-ndjson"), ("if-none-match", "*")];
    let known = app.ask(Method::GET, EVENTS, &lines, None).await;
    let vary: Vec<&str> = known.headers.get_all("vary").iter().map(|vary| vary.to_str().expect("text")).collect();
    assert_eq!((known.status.as_u16(), vary), (304, vec!["accept", "accept-encoding", "authorization"]));
}

/// A log that was restored, or begun anew in memory, may have another game of the same name at the same revision.
#[tokio::test]
async fn a_tag_of_another_log_is_none_of_this_one() {
    let (one, other) = (with_game().await, with_game().await);
    for below in ["belief?observer=referee", "curve", "events", "evidence", "truth"] {
        let path = format!("/v1/games/g1/{below}");
        let tag = one.get(&path).await.headers["etag"].to_str().expect("text").to_owned();
        let with_tag = [("if-none-match", tag.as_str())];
        assert_eq!(one.ask(Method::GET, &path, &with_tag, None).await.status, 304, "{path}");
        assert_eq!(other.ask(Method::GET, &path, &with_tag, None).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn what_cannot_be_answered_is_not_recorded() {
    let app = with_game().await;
    for refused in ["identity;q=0", "*;q=0", "br, identity;q=0"] {
        let problem = note(&app, "e1", &[("accept-encoding", refused)]).await.problem(406, "not-acceptable");
        assert_eq!(problem["parameter"], "Accept-Encoding");
    }
    note(&app, "e1", &[("accept", "text/html")]).await.problem(406, "not-acceptable");
    for tag in ["*", "\"0\""] {
        let problem = note(&app, "e1", &[("if-none-match", tag)]).await.problem(400, "parameter");
        assert_eq!(problem["parameter"], "If-None-Match");
    }
    assert_eq!(app.revision("g1").await, 0);
    note(&app, "e1", &[("accept-encoding", "gzip, identity;q=0"), ("accept", "")]).await.expect(201);
}

#[tokio::test]
async fn one_host_is_named_and_every_refusal_has_a_body() {
    let app = with_game().await;
    let twice = send(&app, "GET /health/live HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
    assert!(twice.starts_with("HTTP/1.1 400 ") && twice.contains("/problems/parameter"), "{twice}");
    app.get("/docs/nothing-here.js").await.problem(404, "not-found");
    let long = format!("/v1/games/g1/belief?variables={}", "a".repeat(33_000));
    app.get(&long).await.problem(414, "uri-too-long");
}

/// The head of a request has 64 KiB: what a connection keeps of it anybody may send.
#[tokio::test]
async fn a_head_is_bounded() {
    let app = with_game().await;
    let most = 64 << 10;
    let (begin, end) = ("GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Long: ", "\r\n\r\n");
    let of = |bytes: usize| format!("{begin}{}", "a".repeat(bytes - begin.len()));
    let taken = send(&app, &format!("{}{end}", of(most - end.len() - 1))).await;
    assert!(taken.starts_with("HTTP/1.1 200 "), "{taken}");
    // As much as may arrive, and no end of it.
    let refused = send(&app, &of(most)).await;
    assert!(refused.starts_with("HTTP/1.1 431 "), "{refused}");
}

#[tokio::test]
async fn an_audit_is_sent_again_only_where_it_says_something_else() {
    let app = with_game().await;
    let audit = "/v1/games/g1/audit";
    let tag = app.get(audit).await.headers["etag"].to_str().expect("text").to_owned();
    assert_eq!(app.ask(Method::GET, audit, &[("if-none-match", &tag)], None).await.status, 304);
    note(&app, "e1", &[]).await.expect(201);
    app.ask(Method::GET, audit, &[("if-none-match", &tag)], None).await.expect(200);
}

#[tokio::test]
async fn times_are_those_of_rfc_3339() {
    let app = with_game().await;
    let at = |time: &str| json!({"type": "note", "time": time, "data": {"text": "a"}});
    for time in ["9999-12-31T23:59:59.999999Z", "0000-01-01T00:00:00Z"] {
        app.post(EVENTS, at(time)).await.expect(201);
        let events: Value = app.get(EVENTS).await.expect(200);
        assert_eq!(events["items"].as_array().expect("a list").last().expect("the last")["time"], time);
    }
    for time in [
        "-000001-01-01T00:00:00Z",
        "+010000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-01:00",
        "2026-01-31",
        "2026-01-31T12:00:00Z[UTC]",
    ] {
        assert_eq!(app.post(EVENTS, at(time)).await.problem(422, "malformed")["pointer"], "/time", "{time}");
    }
}

/// A bot thinks for longer than the head of a request may take; half a head is given up all the same.
#[tokio::test]
async fn a_connection_may_rest_between_requests() {
    let app = TestApp::with_limits(Limits { header_seconds: 1, ..Limits::default() }).await;
    let mut connection = TcpStream::connect(app.base.trim_start_matches("http://")).await.expect("a connection");
    let request = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for _ in 0..2 {
        connection.write_all(request).await.expect("written");
        let mut answer = [0; 12];
        connection.read_exact(&mut answer).await.expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 200");
        let mut rest = [0; 4_096];
        assert!(connection.read(&mut rest).await.expect("the rest of it") > 0);
        tokio::time::sleep(Duration::from_millis(1_500)).await;
    }
    connection.write_all(&request[..30]).await.expect("written");
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(20), connection.read_to_end(&mut rest)).await;
    assert_eq!(closed.expect("the server closes by itself").unwrap_or(0), 0);
}

/// Who is answered before the body has come is told that the connection ends: a client that sent another request there would lose it.
#[tokio::test]
async fn an_answer_without_the_body_ends_the_connection() {
    let app = with_game().await;
    for (path, host, status) in [("/v1/none", "localhost", 404), ("/v1/games/g1/events", "elsewhere.example", 403)] {
        let head = "Content-Type: application/json\r\nContent-Length: 2\r\n";
        let answer = send(&app, &format!("POST {path} HTTP/1.1\r\nHost: {host}\r\n{head}\r\n")).await.to_lowercase();
        assert!(answer.starts_with(&format!("http/1.1 {status}")) && answer.contains("connection: close"), "{answer}");
    }
    let answer = app.get("/v1/none").await;
    assert!(!answer.headers.contains_key("connection"), "without a body it goes on");
}
