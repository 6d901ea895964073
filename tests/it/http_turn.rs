//! A move in one round trip.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::{TestApp, first_session};

const TURN: &str = "/v1/games/g1/turn";

async fn with_game() -> TestApp {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app
}

/// The first session with ids, so that it can be sent again.
fn moves() -> Value {
    let mut events = first_session();
    for (number, event) in events.as_array_mut().expect("a list").iter_mut().enumerate() {
        event["id"] = json!(format!("move-{number}"));
    }
    events
}

#[tokio::test]
async fn a_turn_answers_what_four_requests_would() {
    let app = with_game().await;
    let queries = json!([{"type": "can_afford", "seat": 1, "piece": "city"}, {"type": "confidence", "seat": 1}]);
    let turn = json!({"observer": "seat:0", "events": moves(), "queries": queries, "worlds": {"count": 20, "seed": 7}});
    let first = app.post(TURN, turn.clone()).await;
    let answer = first.expect(201);
    assert_eq!(first.headers["etag"], "\"4\"");
    assert_eq!((&answer["revision"], &answer["ruleset"], &answer["game"]), (&json!(4), &json!("catan"), &json!("g1")));
    assert_eq!(answer["appended"].as_array().expect("entries").len(), 4);
    assert_eq!(answer["belief"], app.get("/v1/games/g1/belief?observer=seat:0").await.expect(200));
    let asked = app.post("/v1/games/g1/queries", json!({"observer": "seat:0", "queries": queries})).await.expect(200);
    assert_eq!(answer["answers"], asked["answers"]);
    let drawn = app.post("/v1/games/g1/worlds", json!({"observer": "seat:0", "count": 20, "seed": 7})).await.expect(200);
    assert_eq!(answer["worlds"], drawn);
    assert!(answer.get("refused").is_none() && answer.get("notices").is_none(), "{answer}");

    // Sent again it records nothing, and answers the same of the same revision, whatever came after.
    app.append("g1", json!({"type": "turn", "data": {"seat": 0, "dice": 8}})).await;
    let again = app.post(TURN, turn).await.expect(200);
    assert_eq!(app.revision("g1").await, 5);
    for part in ["revision", "belief", "answers", "worlds"] {
        assert_eq!(again[part], answer[part], "{part}");
    }
    assert!(again["appended"].as_array().expect("entries").iter().all(|event| event["duplicate"] == true));
}

#[tokio::test]
async fn a_turn_without_events_asks_and_changes_nothing() {
    let app = with_game().await;
    app.append("g1", first_session()).await;
    let asked = json!({"variables": ["seat:2/*"], "worlds": {"count": 1, "seed": 1}});
    let answer = app.post(TURN, asked).await.expect(200);
    assert_eq!(answer["belief"]["observer"], "public", "the observer of a server without keys, where none is named");
    let selected = app.get("/v1/games/g1/belief?variables=seat:2/*").await.expect(200);
    assert_eq!((&answer["belief"], &answer["revision"]), (&selected, &json!(4)));
    assert_eq!(answer["appended"], json!([]));
    let none = app.post(TURN, json!({"observer": "public", "variables": []})).await.expect(200);
    assert!(none.get("belief").is_none() && none.get("worlds").is_none(), "{none}");
    assert_eq!(app.revision("g1").await, 4);
}

#[tokio::test]
async fn a_turn_that_is_refused_changes_nothing() {
    let app = with_game().await;
    let events = first_session();
    let turn = |more: Value| {
        let mut body = json!({"observer": "seat:0", "events": events});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        body
    };
    for (more, status, kind, pointer) in [
        (json!({"queries": [{"type": "confidence", "seat": 1}, {"type": "fly"}]}), 422, "malformed", Some("/queries/1/type")),
        (json!({"queries": [{"type": "can_afford", "seat": "x"}]}), 422, "malformed", Some("/queries/0/seat")),
        (json!({"worlds": {"count": 0}}), 422, "malformed", Some("/worlds/count")),
        (json!({"worlds": {"count": 1, "seed": 9_007_199_254_740_992_u64}}), 400, "not-json", None),
        (json!({"worlds": {"count": 1, "as": "deal"}}), 422, "malformed", Some("/worlds/as")),
        (json!({"worlds": {"count": 1_000_000}}), 422, "over-limit", None),
        (json!({"observer": "seat:9"}), 422, "malformed", Some("/observer")),
        (
            json!({"events": [{"type": "note", "data": {"text": "a"}}, {"type": "fly", "data": {}}]}),
            422,
            "malformed",
            Some("/events/1/type"),
        ),
        (json!({"events": [{"type": "build", "data": {"seat": 2, "piece": "city"}}]}), 422, "contradiction", Some("/events/0")),
    ] {
        let problem = app.post(TURN, turn(more.clone())).await.problem(status, kind);
        assert_eq!(problem.get("pointer").and_then(Value::as_str), pointer, "{more}");
        assert_eq!(app.revision("g1").await, 0, "{more}");
    }
    let stale = app.ask(Method::POST, TURN, &[("if-match", "\"7\"")], Some(turn(json!({})))).await;
    assert_eq!(stale.problem(412, "revision-moved")["revision"], 0);
    let empty = app.ask(Method::POST, TURN, &[("if-match", "\"7\"")], Some(turn(json!({"events": []})))).await;
    assert_eq!(empty.problem(412, "revision-moved")["revision"], 0);
    assert_eq!(app.revision("g1").await, 0);
}

/// What the table has no answer to is known only after the events: they stand, and the answer says what is missing.
#[tokio::test]
async fn a_question_without_an_answer_undoes_no_event() {
    let app = with_game().await;
    let turn = json!({
        "observer": "seat:0",
        "events": first_session(),
        "variables": ["seat:7/ore", "seat:1/ore"],
        "queries": [{"type": "can_afford", "seat": 9, "piece": "city"}, {"type": "can_afford", "seat": 1, "piece": "road"}]
    });
    let answer = app.post(TURN, turn).await.expect(201);
    assert_eq!(answer["answers"][0], Value::Null);
    assert_eq!(answer["answers"][1]["type"], "can_afford");
    let refused: Vec<&Value> = answer["refused"].as_array().expect("a list").iter().map(|part| &part["pointer"]).collect();
    assert_eq!(refused, [&json!("/variables/0"), &json!("/queries/0")]);
    let variables: Vec<&Value> = answer["belief"]["variables"].as_array().expect("a list").iter().map(|v| &v["id"]).collect();
    assert_eq!(variables, [&json!("seat:1/ore")]);
    assert_eq!(app.revision("g1").await, 4);
}

/// Each pattern costs a comparison with each variable: there is a limit, and it is asked before anything is recorded.
#[tokio::test]
async fn a_turn_with_too_many_patterns_changes_nothing() {
    let app = with_game().await;
    let limit = credence::service::Limits::default().queries;
    let turn = |patterns: usize| json!({"observer": "seat:0", "events": first_session(), "variables": vec!["x"; patterns]});
    let problem = app.post(TURN, turn(limit + 1)).await.problem(422, "over-limit");
    assert_eq!((&problem["limit"], app.revision("g1").await), (&json!("queries"), 0), "{problem}");
    let refused = app.post(TURN, turn(limit)).await.expect(201)["refused"].as_array().map(Vec::len);
    assert_eq!(refused, Some(limit));
}

/// Who reports its own steal without the card forgets what it saw.
#[tokio::test]
async fn what_a_seat_forgets_to_say_of_its_own_is_noticed() {
    let app = with_game().await;
    let events = json!([
        {"type": "production", "data": {"gains": {"1": {"wood": 3, "ore": 1}}}},
        {"type": "steal", "data": {"thief": 0, "victim": 1}}
    ]);
    let mine = app.post("/v1/games/g1/events?observer=seat:0", events).await.expect(201);
    let [notice] = mine["notices"].as_array().expect("notices").as_slice() else { panic!("{mine}") };
    assert_eq!(notice["pointer"], "/1/data");
    assert!(notice["detail"].as_str().expect("a text").contains("`resource`"), "{notice}");
    let steal = |thief: u8, card: Value| {
        let mut event = json!({"type": "steal", "data": {"thief": thief, "victim": 1}});
        if !card.is_null() {
            event["data"]["resource"] = card;
        }
        json!({"observer": "seat:0", "events": [event]})
    };
    let theirs = app.post(TURN, steal(2, Value::Null)).await.expect(201);
    assert!(theirs.get("notices").is_none(), "{theirs}");
    let whole = app.post(TURN, steal(0, json!("wood"))).await.expect(201);
    assert!(whole.get("notices").is_none(), "{whole}");
    let noticed = app.post(TURN, steal(0, Value::Null)).await.expect(201);
    assert_eq!(noticed["notices"][0]["pointer"], "/events/0/data");
}
