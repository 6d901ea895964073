//! Streams: what is recorded arrives once and in order, also after a break, and ends with the server.

use std::time::Duration;

use futures::StreamExt;
use serde_json::{Value, json};

use crate::harness::app::{TestApp, first_session, whole_events};

/// Reads from an open stream until it holds so many blank lines, which end events.
async fn read_events(response: &mut reqwest::Response, events: usize) -> Vec<(u64, Value)> {
    let mut text = String::new();
    while whole_events(&text).len() < events {
        let chunk = tokio::time::timeout(Duration::from_secs(30), response.chunk()).await.expect("in time").expect("readable");
        text.push_str(std::str::from_utf8(&chunk.expect("the stream goes on")).expect("text"));
    }
    let field = |event: &str, name: &str| {
        let line = event.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name} in {event:?}"));
        line.trim().to_owned()
    };
    let event = |event: &str| {
        let data = serde_json::from_str(&field(event, "data:")).expect("JSON");
        let id = field(event, "id:");
        (id.split('-').next().and_then(|revision| revision.parse().ok()).expect("a revision"), data)
    };
    whole_events(&text).into_iter().map(event).collect()
}

async fn open(app: &TestApp, query: &str, last: Option<u64>) -> reqwest::Response {
    let mut request = app.http.get(format!("{}/v1/games/g1/events/stream?{query}", app.base));
    if let Some(last) = last {
        request = request.header("last-event-id", last.to_string());
    }
    let response = request.send().await.expect("a stream");
    assert_eq!(
        (response.status().as_u16(), &response.headers()["content-type"]),
        (200, &"text/event-stream".parse().expect("a value"))
    );
    response
}

#[tokio::test]
async fn a_stream_resumes_without_gap_or_repeat() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let mut live = open(&app, "observer=seat:0", None).await;
    let mut events = first_session();
    events[1]["data"]["resource"] = json!("wood");
    app.append("g1", events).await;
    let seen = read_events(&mut live, 4).await;
    assert_eq!(seen.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(seen[1].1["data"], json!({"thief": 2, "victim": 1}));
    drop(live);
    app.append("g1", json!([{"type": "turn", "data": {"seat": 0}}, {"type": "turn", "data": {"seat": 1}}])).await;
    let mut resumed = open(&app, "observer=seat:0", Some(3)).await;
    let seen = read_events(&mut resumed, 3).await;
    assert_eq!(seen.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [4, 5, 6]);
    let mut whole = open(&app, "from=0&observer=referee", None).await;
    let seen = read_events(&mut whole, 7).await;
    assert_eq!((seen.len(), &seen[0].1["type"], &seen[2].1["data"]["resource"]), (7, &json!("opening"), &json!("wood")));
}

/// The id that a stream begins with, before any event.
async fn first_id(response: &mut reqwest::Response) -> String {
    let mut text = String::new();
    while !text.contains("\n\n") {
        let chunk = tokio::time::timeout(Duration::from_secs(30), response.chunk()).await.expect("in time").expect("readable");
        text.push_str(std::str::from_utf8(&chunk.expect("the stream goes on")).expect("text"));
    }
    assert!(!text.contains("data:"), "{text}");
    text.trim().strip_prefix("id:").expect("an id").trim().to_owned()
}

/// "From now on" is a place: who was cut off before anything came goes on from there, and not from what is now by then.
#[tokio::test]
async fn a_stream_that_broke_before_its_first_event_misses_none() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let turn = json!([{"type": "turn", "data": {"seat": 0}}]);
    app.append("g1", turn.clone()).await;
    for (path, missed) in [("/v1/games/g1/events/stream", 2), ("/v1/events/stream", 3)] {
        let request = app.http.get(format!("{}{path}", app.base));
        let id = first_id(&mut request.send().await.expect("a stream")).await;
        app.append("g1", turn.clone()).await;
        let again = app.http.get(format!("{}{path}", app.base)).header("last-event-id", id);
        let mut text = String::new();
        let mut again = again.send().await.expect("a stream");
        while whole_events(&text).is_empty() {
            text.push_str(std::str::from_utf8(&again.chunk().await.expect("readable").expect("more")).expect("text"));
        }
        assert!(whole_events(&text)[0].contains(&format!("\"revision\":{missed}")), "{path}: {text}");
    }
}

#[tokio::test]
async fn streams_end_when_the_server_stops() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let streams = futures::future::join_all((0..20).map(|_| open(&app, "", None))).await;
    let ended = tokio::spawn(futures::future::join_all(streams.into_iter().map(|stream| stream.bytes_stream().count())));
    tokio::time::timeout(Duration::from_secs(30), app.stop()).await.expect("the server stops within its drain time");
    tokio::time::timeout(Duration::from_secs(30), ended).await.expect("every stream ended").expect("counted");
}

#[tokio::test]
async fn lines_follow_too() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let request = app.http.get(format!("{}/v1/games/g1/events/stream?from=0", app.base)).header("accept", "application/x-ndjson");
    let mut response = request.send().await.expect("a stream");
    let mut text = String::new();
    while text.lines().count() < 2 {
        text.push_str(std::str::from_utf8(&response.chunk().await.expect("readable").expect("more")).expect("text"));
    }
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a line")).collect();
    assert_eq!((&lines[0]["from"], &lines[1]["type"]), (&json!(0), &json!("opening")));
}

/// What ends a line to some readers, and not to JSON nor to server-sent events.
const BREAKS: [char; 3] = ['\u{85}', '\u{2028}', '\u{2029}'];

/// Readers that split at such characters, as JavaScript's `.` and Python's `splitlines` do, would lose the event, and could not get past it.
#[tokio::test]
async fn no_text_of_an_event_breaks_a_line() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let said = format!("be{}fore", BREAKS.iter().collect::<String>());
    app.append("g1", json!([{"type": "note", "data": {"text": said}}, {"type": "turn", "data": {"seat": 0}}])).await;
    let start = app.get("/v1/events?limit=1").await.expect(200)["cursor"].as_str().expect("a cursor").to_owned();
    let streams = ["/v1/games/g1/events/stream?from=1".to_owned(), format!("/v1/events/stream?cursor={start}")];
    let answers = ["/v1/games/g1/events".to_owned(), "/v1/events".to_owned()];
    for (media, path) in [("text/event-stream", &streams), ("application/x-ndjson", &streams), ("application/x-ndjson", &answers)]
        .into_iter()
        .flat_map(|(media, paths)| paths.iter().map(move |path| (media, path)))
    {
        let request = app.http.get(format!("{}{path}", app.base)).header("accept", media);
        let mut response = request.send().await.expect("an answer");
        assert_eq!(response.headers()["content-type"], media, "{path}");
        let mut text = String::new();
        while !text.contains("\"turn\"") || !text.ends_with('\n') {
            text.push_str(std::str::from_utf8(&response.chunk().await.expect("readable").expect("more")).expect("text"));
        }
        assert!(!text.contains(BREAKS), "{path}: {text:?}");
        assert!(text.contains("be\\u0085\\u2028\\u2029fore"), "{path}: {text:?}");
        let events = text.lines().filter_map(|line| serde_json::from_str::<Value>(line.trim_start_matches("data:")).ok());
        let notes: Vec<Value> = events.filter(|event| event["type"] == "note").collect();
        assert_eq!((notes.len(), &notes[0]["data"]["text"]), (1, &json!(said)), "{path}");
    }
    // A whole document is nobody's lines: it stays as it was.
    assert!(std::str::from_utf8(&app.get("/v1/games/g1/events").await.bytes).expect("text").contains(&said));
}

/// A browser may take an answer for begun with the first byte of its body: something is sent at once, and not with the comment that comes after fifteen seconds,
/// also to who has seen all there is.
#[tokio::test]
async fn a_stream_on_which_nothing_happens_begins_at_once() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let feed = app.get("/v1/events").await.expect(200)["cursor"].as_str().expect("a cursor").to_owned();
    for (path, last) in [("/v1/games/g1/events/stream", "0"), ("/v1/events/stream", feed.as_str())] {
        let request = app.http.get(format!("{}{path}", app.base)).header("last-event-id", last);
        let mut response = request.send().await.expect("a stream");
        let first = tokio::time::timeout(Duration::from_secs(10), response.chunk()).await.expect("at once").expect("readable");
        let first = first.expect("the stream goes on");
        assert!(!first.is_empty() && !String::from_utf8_lossy(&first).contains("data:"), "{path}: {first:?}");
    }
}
