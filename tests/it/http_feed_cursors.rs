//! Cursors of the feed that are of another log, or of none.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use crate::harness::app::{TestApp, whole_events};

/// A cursor of a log of so many partitions, each at a position.
fn cursor(partitions: usize, position: u64) -> String {
    let mark = [&position.to_be_bytes()[..], &[7; 8]].concat();
    URL_SAFE_NO_PAD.encode(mark.repeat(partitions))
}

/// A client that followed another log reads that the stream begins anew, as the document says, and is not refused for ever.
#[tokio::test]
async fn a_stream_with_a_cursor_of_another_log_begins_anew() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    for (partitions, position) in [(1, 5), (3, 5), (16, 5), (1, u64::MAX), (3, u64::MAX - 1)] {
        let last = cursor(partitions, position);
        let stream = app.http.get(format!("{}/v1/events/stream", app.base)).header("last-event-id", &last).send().await;
        let mut stream = stream.expect("it answers");
        assert_eq!(stream.status(), 200, "{last}");
        let mut text = String::new();
        while whole_events(&text).len() < 2 {
            let chunk = stream.chunk().await.expect("readable").expect("the stream goes on");
            text.push_str(std::str::from_utf8(&chunk).expect("text"));
        }
        let events = whole_events(&text);
        assert!(events[0].contains("event: reset") && events[1].contains("\"game\":\"g1\""), "{text}");
        app.get(&format!("/v1/events?cursor={last}")).await.problem(410, "log-restored");
    }
    let wrong = app.http.get(format!("{}/v1/events/stream?ruleset=chess&cursor={}", app.base, cursor(3, 5))).send().await;
    assert_eq!(wrong.expect("it answers").status(), 404, "a wrong filter is refused all the same");
}

/// The last line of a page says nothing of a next one where there is none, as the answer in JSON does not.
#[tokio::test]
async fn the_last_page_in_lines_names_no_next_one() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", json!([{"type": "note", "id": "a", "data": {"text": "a"}}])).await;
    for (limit, more) in [(1, true), (100, false)] {
        let lines = app
            .ask(reqwest::Method::GET, &format!("/v1/events?limit={limit}"), &[("accept", "application/x-ndjson")], None)
            .await;
        let text = String::from_utf8(lines.bytes).expect("text");
        let head =
            text.lines().find(|line| line.contains("cursor") && !line.contains("revision")).expect("a line about the page");
        assert_eq!(head.contains("\"next\":\""), more, "{head}");
        assert!(!head.contains("null"), "{head}");
    }
}
