//! Bad bodies get the named 4xx, and change nothing.

use std::time::Duration;

use credence::service::Limits;
use reqwest::Method;
use serde_json::json;

use crate::harness::app::TestApp;

const EVENTS: &str = "/v1/games/g1/events";

fn nested(depth: usize) -> Vec<u8> {
    let (open, close) = ("[".repeat(depth), "]".repeat(depth));
    format!(r#"{{"type":"note","data":{{"text":{open}{close}}}}}"#).into_bytes()
}

#[tokio::test]
async fn every_bad_body_has_its_name() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let event = |number: &str| format!(r#"{{"type":"turn","data":{{"seat":{number}}}}}"#).into_bytes();
    let bodies: Vec<(&str, Vec<u8>, u16, &str)> = vec![
        ("nothing", b"".to_vec(), 400, "not-json"),
        ("no JSON", b"{type: turn}".to_vec(), 400, "not-json"),
        ("cut short", br#"{"type":"turn""#.to_vec(), 400, "not-json"),
        ("two texts", br#"{"type":"turn"} {}"#.to_vec(), 400, "not-json"),
        ("depth 129", nested(127), 400, "not-json"),
        ("depth 100,002", nested(100_000), 400, "not-json"),
        ("duplicate key", br#"{"type":"turn","type":"turn","data":{"seat":0}}"#.to_vec(), 400, "not-json"),
        ("duplicate key below", br#"{"type":"turn","data":{"seat":0,"seat":1}}"#.to_vec(), 400, "not-json"),
        ("NaN", event("NaN"), 400, "not-json"),
        ("Infinity", event("-Infinity"), 400, "not-json"),
        ("1e999", event("1e999"), 400, "not-json"),
        ("30 digits", event(&"9".repeat(30)), 400, "not-json"),
        ("not UTF-8", b"{\"type\":\"note\",\"data\":{\"text\":\"\xff\"}}".to_vec(), 400, "not-json"),
        ("byte order mark", b"\xef\xbb\xbf{}".to_vec(), 400, "not-json"),
        ("wrong type", event("\"0\""), 422, "malformed"),
        ("a text", b"\"turn\"".to_vec(), 422, "malformed"),
        ("unknown field", br#"{"type":"turn","data":{"seat":0},"more":1}"#.to_vec(), 422, "malformed"),
        ("oversize", format!(r#"{{"type":"note","data":{{"text":"{}"}}}}"#, "x".repeat(1 << 20)).into_bytes(), 413, "too-large"),
        ("too many", format!("[{}]", vec![r#"{"type":"finish"}"#; 1_001].join(",")).into_bytes(), 413, "too-large"),
    ];
    for (name, body, status, kind) in bodies {
        let request = app.http.post(format!("{}{EVENTS}", app.base)).header("content-type", "application/json").body(body);
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status().as_u16(), status, "{name}");
        assert_eq!(response.headers()["content-type"], "application/problem+json", "{name}");
        let problem: serde_json::Value = response.json().await.expect("a problem");
        assert_eq!(problem["type"], format!("/problems/{kind}"), "{name}: {problem}");
        assert_eq!(problem["instance"], EVENTS, "{name}");
    }
    for media in ["text/plain", "application/x-www-form-urlencoded", ""] {
        let headers = [("content-type", media)];
        app.ask(Method::POST, EVENTS, &headers, None).await.problem(415, "media-type");
    }
    let gzip = [("content-type", "application/json"), ("content-encoding", "gzip")];
    app.ask(Method::POST, EVENTS, &gzip, None).await.problem(415, "media-type");
    assert_eq!(app.revision("g1").await, 0);
}

#[tokio::test]
async fn a_body_that_trickles_is_given_up() {
    let app = TestApp::with_limits(Limits { body_seconds: 1, ..Limits::default() }).await;
    app.open_catan("g1", 3, json!({})).await;
    let trickle = futures::stream::unfold((), |()| async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        Some((Ok::<_, std::io::Error>(" ".as_bytes()), ()))
    });
    let body = reqwest::Body::wrap_stream(trickle);
    let request = app.http.post(format!("{}{EVENTS}", app.base)).header("content-type", "application/json").body(body);
    let response = request.send().await.expect("an answer");
    assert_eq!(response.status(), 408);
}

#[tokio::test]
async fn half_a_header_is_given_up() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let app = TestApp::with_limits(Limits { header_seconds: 1, ..Limits::default() }).await;
    let mut connection = tokio::net::TcpStream::connect(app.base.trim_start_matches("http://")).await.expect("a connection");
    connection.write_all(b"GET /health/live HTTP/1.1\r\nHost: local").await.expect("written");
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(20), connection.read_to_end(&mut rest)).await;
    closed.expect("the server closes by itself").expect("closed");
}

/// What is asked for in the wrong place is refused, and the refusal names the right one.
#[tokio::test]
async fn what_stands_in_the_wrong_place_is_refused_with_the_right_one() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let observer = json!({"observer": "seat:1"});
    for method in [Method::GET, Method::HEAD, Method::DELETE] {
        let answer = app.ask(method.clone(), "/v1/games/g1/belief", &[], Some(observer.clone())).await;
        assert_eq!(answer.status, 400, "{method}");
    }
    let problem = app.ask(Method::GET, "/v1/games/g1/belief", &[], Some(observer)).await.problem(400, "parameter");
    assert!(problem["detail"].as_str().expect("text").contains("?observer=seat:1"), "{problem}");
    assert_eq!(problem["parameter"], "Content-Length");
    let chunked = "GET /v1/games/g1/belief HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n16\r\n{\"observer\": \"seat:1\"}\r\n0\r\n\r\n";
    let refused = super::http_protocol::send(&app, chunked).await;
    assert!(refused.starts_with("HTTP/1.1 400 ") && refused.contains("\"parameter\":\"Transfer-Encoding\""), "{refused}");
    // A media type alone is no body.
    app.ask(Method::GET, "/v1/games/g1/belief", &[("content-type", "application/json")], None).await.expect(200);
    let worlds = app.post("/v1/games/g1/worlds?observer=seat:1", json!({"count": 1, "seed": 1})).await.problem(400, "parameter");
    assert!(
        worlds["detail"].as_str().expect("text").ends_with(r#"the observer stands in the body: {"observer": …}"#),
        "{worlds}"
    );
    let turn = json!({"type": "turn", "data": {"seat": 0}, "observer": "seat:1"});
    let event = app.post(EVENTS, turn).await.problem(422, "malformed");
    assert!(event["detail"].as_str().expect("text").ends_with("the observer is a parameter: ?observer=seat:0"), "{event}");
    let name = app.put("/v1/games/-g", json!({"ruleset": "catan", "seats": [{}, {}, {}]})).await.problem(400, "parameter");
    assert_eq!(name["parameter"], "game", "{name}");
    let alone = app.put("/v1/games/g2", json!({"ruleset": "catan", "seats": [{}]})).await.problem(422, "refusal");
    assert_eq!(alone["pointer"], "/seats", "{alone}");
    app.ask(Method::GET, "/v1/games", &[("accept", "Application/*")], None).await.expect(200);
}
