//! What a seat's key may report, and that no answer to it tells what the seat does not know.

use serde_json::{Value, json};

use super::{deal, guarded, seat_key};
use crate::harness::app::TestApp;

const EVENTS: &str = "/v1/games/g1/events";

/// A game in which seat 2 robbed seat 1 of an ore, which the two of them saw, and a key for a seat.
async fn robbed(seat: u8) -> (TestApp, String, String) {
    let (app, admin) = guarded().await;
    deal(&app, "g1").await;
    app.append("g1", json!({"id": "robbery", "type": "steal", "data": {"thief": 2, "victim": 1, "resource": "ore"}})).await;
    let (key, _) = seat_key(&app, "g1", seat).await;
    (app, admin, key)
}

#[tokio::test]
async fn a_seat_reports_what_it_did_and_nothing_else() {
    let (app, _, key) = robbed(0).await;
    app.hold(Some(&key));
    let road = json!({"id": "road", "type": "build", "data": {"seat": 0, "piece": "road"}});
    let answer = app.post(EVENTS, road.clone()).await.expect(201);
    assert_eq!(answer["revision"], 3);
    assert_eq!(app.post(EVENTS, road).await.expect(200)["appended"][0]["duplicate"], true);
    for event in [
        json!({"type": "build", "data": {"seat": 1, "piece": "road"}}),
        json!({"type": "production", "data": {"gains": {"0": {"ore": 1}}}}),
        json!({"type": "note", "data": {"text": "hello"}}),
        json!({"type": "finish"}),
        json!({"type": "retract", "data": {"revision": 1, "reason": "mine"}}),
    ] {
        app.post(EVENTS, event).await.problem(403, "not-allowed");
    }
    app.post(EVENTS, json!({"type": "build", "data": {"seat": 0, "piece": "castle"}})).await.problem(422, "malformed");
    // A seat reads as itself where it does not say as whom.
    let turn = json!({"events": [{"type": "build", "data": {"seat": 0, "piece": "road"}}]});
    assert_eq!(app.post("/v1/games/g1/turn", turn).await.expect(201)["belief"]["observer"], "seat:0");
    assert_eq!(app.get("/v1/games/g1/belief").await.expect(200)["observer"], "seat:0");
    assert_eq!(app.post("/v1/games/g1/worlds", json!({"count": 1, "seed": 1})).await.expect(200)["count"], 1);
    // What players did at other tables is not for it.
    assert_eq!(app.get("/v1/rulesets/catan").await.expect(200).get("population"), None);
}

/// The ids of others' events are seen, and what they hold is not: whatever is sent under such an id, the answer is the same.
#[tokio::test]
async fn a_known_id_tells_nothing_of_what_it_stands_for() {
    let (app, _, key) = robbed(3).await;
    app.hold(Some(&key));
    let mut answers = Vec::new();
    for resource in ["wood", "brick", "sheep", "wheat", "ore"] {
        let event = json!({"id": "robbery", "type": "steal", "data": {"thief": 2, "victim": 1, "resource": resource}});
        answers.push(app.post(EVENTS, event).await);
    }
    answers.push(
        app.post(EVENTS, json!({"id": "robbery", "type": "steal", "data": {"thief": 3, "victim": 1, "resource": "ore"}})).await,
    );
    answers.push(app.post(EVENTS, json!({"id": "robbery", "type": "note", "data": {"text": "?"}})).await);
    for answer in &answers {
        assert_eq!((answer.status, &answer.bytes), (answers[0].status, &answers[0].bytes));
        assert_eq!(answer.expect(200)["appended"][0], json!({"revision": 2, "id": "robbery", "duplicate": true}));
        let notice = answer.json()["notices"][0]["detail"].as_str().expect("a notice").to_owned();
        assert!(notice.contains("another key reported, at revision 2, and this one is not recorded"), "{notice}");
    }
}

/// What a seat did itself it saw: there a clash is named, as for everybody.
#[tokio::test]
async fn a_seats_own_event_is_compared() {
    let (app, _, key) = robbed(2).await;
    app.hold(Some(&key));
    let steal =
        |resource: &str| json!({"id": "robbery", "type": "steal", "data": {"thief": 2, "victim": 1, "resource": resource}});
    app.post(EVENTS, steal("wood")).await.problem(409, "id-reused");
    let same = app.post(EVENTS, steal("ore")).await.expect(200);
    assert_eq!((&same["appended"][0]["duplicate"], same.get("notices")), (&json!(true), None), "it is the same");
}

/// Seat 1 was robbed of its only ore, and seat 0 does not know that it had none left: judged by everything, robbing it of an ore would be
/// refused, and the refusal would tell.
#[tokio::test]
async fn what_only_others_contradict_is_taken_and_looks_like_any_other() {
    let (app, admin, key) = robbed(0).await;
    let robbing = |resource: &str| json!({"type": "steal", "data": {"thief": 0, "victim": 1, "resource": resource}});
    app.post(EVENTS, robbing("ore")).await.problem(422, "contradiction");
    app.hold(Some(&key));
    let possible = app.post(&format!("{EVENTS}?observer=seat:0"), robbing("ore")).await.expect(201);
    assert_eq!(possible["revision"], 3);
    assert!(possible["belief"]["quarantined"].as_array().expect("a list").is_empty(), "its own belief took it");
    app.hold(Some(&admin));
    let referee = app.get("/v1/games/g1/belief?observer=referee").await.expect(200);
    assert_eq!(referee["quarantined"][0]["revision"], 3, "the referee's belief left it out");
    // And it goes on: the next event of who knows better is judged as if that one had not been.
    app.append("g1", json!({"type": "build", "data": {"seat": 0, "piece": "road"}})).await;
    app.hold(Some(&key));
    let impossible = app.post(EVENTS, json!({"type": "build", "data": {"seat": 0, "piece": "city"}})).await;
    let impossible = impossible.problem(422, "contradiction");
    assert!(impossible["evidence"].is_array() && impossible["revision"] == 4, "{impossible}");
}

/// Of a batch nothing is taken where one event is not the seat's own.
#[tokio::test]
async fn a_batch_is_taken_as_a_whole_or_not() {
    let (app, _, key) = robbed(0).await;
    app.hold(Some(&key));
    let road = |seat: u8| json!({"type": "build", "data": {"seat": seat, "piece": "road"}});
    let refused = app.post(EVENTS, json!([road(0), road(1)])).await.problem(403, "not-allowed");
    assert_eq!(refused["pointer"], "/1");
    assert_eq!(app.revision("g1").await, 2);
    let taken = app.post(EVENTS, Value::Array(vec![road(0), road(0)])).await.expect(201);
    assert_eq!(taken["revision"], 4);
}
