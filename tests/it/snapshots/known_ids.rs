//! Events that come again with ids from long before the events in memory.

use reqwest::Method;
use serde_json::{Value, json};

use super::{HEAD, event, events, recorded};
use crate::harness::app::{Answered, TestApp};

/// Sends an append, with or without an expected revision.
async fn append_at(app: &TestApp, expected: Option<u64>, events: Value) -> Answered {
    let tag = expected.map(|revision| format!("\"{revision}\""));
    let headers: Vec<(&str, &str)> = tag.iter().map(|tag| ("if-match", tag.as_str())).collect();
    app.ask(Method::POST, "/v1/games/g1/events", &headers, Some(events)).await
}

async fn ids_from_far_back_are_known(app: &TestApp, when: &str) {
    let head = app.revision("g1").await;
    let known = |step: u64| json!({"revision": step, "id": format!("e{step}"), "duplicate": true});
    // The first event, the two sides of a page of the log, builds that nobody could pay for now, and the last that is far back.
    for step in [1, 7, 9, 30, 500, 1_000, 1_999, 2_000, 2_001, HEAD - 310] {
        let other = json!({"id": format!("e{step}"), "type": "turn", "data": {"seat": 3, "dice": 2}});
        let refused = json!({"id": format!("e{step}"), "type": "turn", "data": {"seat": 9}});
        for expected in [None, Some(step - 1), Some(step), Some(1_234), Some(head), Some(head + 7)] {
            let answer = append_at(app, expected, event(step)).await.expect(200);
            assert_eq!(answer["appended"], json!([known(step)]), "{when}: {expected:?}");
            for other in [&other, &refused] {
                let answer = append_at(app, expected, other.clone()).await;
                assert_eq!(answer.problem(409, "id-reused")["revision"], step, "{when}: {expected:?}");
            }
        }
    }
    let answer = append_at(app, Some(0), events(1..=500)).await.expect(200);
    assert_eq!(answer["appended"], Value::Array((1..=500).map(known).collect()), "{when}");
    assert_eq!(app.revision("g1").await, head, "{when}: nothing was recorded twice");

    // A retry that has grown: its front is known, and something else has followed that front.
    let note = |name: &str| json!({"id": format!("{when}, {name}"), "type": "note", "data": {"text": name}});
    for expected in [4, 1_234] {
        let answer = append_at(app, Some(expected), json!([event(5), note("grown")])).await;
        assert_eq!(answer.problem(412, "revision-moved")["revision"], head, "{when}");
    }
    append_at(app, None, json!([note("new"), event(5)])).await.problem(409, "id-misplaced");
    append_at(app, None, json!([event(5), note("new"), event(6)])).await.problem(409, "id-misplaced");
    append_at(app, Some(4), note("late")).await.problem(412, "revision-moved");
    assert_eq!(app.revision("g1").await, head, "{when}: nothing of these was recorded");
    let answer = append_at(app, None, json!([event(5), event(6), note("grown")])).await.expect(201);
    let new = json!({"revision": head + 1, "id": format!("{when}, grown"), "duplicate": false});
    assert_eq!(answer["appended"], json!([known(5), known(6), new]), "{when}");
}

#[tokio::test]
async fn events_from_far_back_are_known_by_their_ids() {
    let (_folder, _place, app) = recorded().await;
    ids_from_far_back_are_known(&app, "as recorded").await;
    let app = app.restart().await;
    ids_from_far_back_are_known(&app, "after a restart").await;
    // Whoever reads all that happened does not change what is known.
    app.get("/v1/games/g1/evidence?limit=1").await.expect(200);
    ids_from_far_back_are_known(&app, "with the whole log in memory").await;
    app.stop().await;
}
