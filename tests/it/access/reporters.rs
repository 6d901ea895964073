//! Who said what: events name the key that reported them, to whoever may know, and a liar's are taken back at once.

use credence::service::Limits;
use serde_json::{Value, json};

use super::{deal, guarded, seat_key};
use crate::harness::app::TestApp;

#[tokio::test]
async fn events_name_their_reporter_to_referee_and_admin_alone() {
    let (app, admin) = guarded().await;
    deal(&app, "g1").await;
    let (seat, id) = seat_key(&app, "g1", 0).await;
    app.hold(Some(&seat));
    app.append("g1", json!({"type": "build", "data": {"seat": 0, "piece": "road"}})).await;
    for observer in ["seat:0", "public"] {
        let log = app.get(&format!("/v1/games/g1/events?observer={observer}")).await;
        assert!(!String::from_utf8_lossy(&log.bytes).contains("reporter"), "{observer}");
    }
    app.hold(Some(&admin));
    let log = app.get("/v1/games/g1/events?observer=referee").await.expect(200);
    assert_eq!(log["items"][2]["reporter"], id.as_str());
    let keys = app.get("/v1/keys").await.expect(200);
    let own = keys["items"].as_array().expect("a list").iter().find(|key| key["role"] == "admin").expect("it is listed");
    assert_eq!((&log["items"][0]["reporter"], &log["items"][1]["reporter"]), (&own["id"], &own["id"]));
    // It stands in the log, and in the chain: after a restart it is the same.
    let app = app.restart().await;
    app.hold(Some(&admin));
    assert_eq!(app.get("/v1/games/g1/events?observer=referee").await.expect(200), log);
    app.get("/v1/games/g1/audit?observer=referee").await.expect(200);
}

/// What stands in the place of an event was said by who corrected it, and evidence says so: the first reporter never said that.
#[tokio::test]
async fn evidence_of_a_corrected_event_names_who_corrected_it() {
    let (app, admin) = guarded().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", json!({"type": "production", "data": {"gains": {"1": {"wood": 1, "brick": 1}}}})).await;
    let (seat, seats_own) = seat_key(&app, "g1", 2).await;
    app.hold(Some(&seat));
    app.append("g1", json!({"type": "steal", "data": {"thief": 2, "victim": 1, "resource": "wood"}})).await;
    app.hold(Some(&admin));
    let told = async |query: &str| -> Vec<(u64, Value, Value)> {
        let list = app.get(&format!("/v1/games/g1/evidence?from=2&{query}")).await.expect(200);
        let of = |piece: &Value| {
            (piece["revision"].as_u64().expect("a revision"), piece["reporter"].clone(), piece["corrected_by"].clone())
        };
        list["items"].as_array().expect("a list").iter().map(of).collect()
    };
    let as_reported = told("observer=referee").await;
    assert!(
        !as_reported.is_empty() && as_reported.iter().all(|piece| *piece == (2, json!(seats_own), Value::Null)),
        "{as_reported:?}"
    );
    let instead = json!({"type": "steal", "data": {"thief": 0, "victim": 1, "resource": "brick"}});
    app.append("g1", json!({"type": "retract", "data": {"revision": 2, "reason": "it was seat 0", "instead": instead}})).await;
    let keys = app.get("/v1/keys").await.expect(200);
    let own =
        keys["items"].as_array().expect("a list").iter().find(|key| key["role"] == "admin").expect("it is listed")["id"].clone();
    let corrected = told("observer=referee").await;
    assert!(!corrected.is_empty() && corrected.iter().all(|piece| *piece == (2, own.clone(), json!(3))), "{corrected:?}");
    assert_eq!(told("observer=referee&revision=2").await, as_reported, "what was believed then is as it was");
    let public = told("observer=public").await;
    assert!(!public.is_empty() && public.iter().all(|piece| *piece == (2, Value::Null, json!(3))), "{public:?}");
}

#[tokio::test]
async fn what_a_key_reported_wrongly_is_taken_back_as_one_append() {
    let (app, admin) = guarded().await;
    deal(&app, "g1").await;
    let before = app.get("/v1/games/g1/belief?observer=referee").await.expect(200);
    let (liar, id) = app.make_key(json!({"role": "referee"})).await;
    app.hold(Some(&liar));
    app.append(
        "g1",
        json!([
            {"type": "production", "data": {"gains": {"3": {"ore": 2}}}},
            // It cannot keep this from being taken back by an event that has the id of the retraction.
            {"id": format!("retraction of 2, reported by {id}"), "type": "steal", "data": {"thief": 0, "victim": 3, "resource": "ore"}}
        ]),
    )
    .await;
    app.hold(Some(&admin));
    app.append("g1", json!({"type": "note", "data": {"text": "that was not so"}})).await;
    let body = json!({"reporter": id, "reason": "it saw another table"});
    let answer = app.post("/v1/games/g1/retractions", body.clone()).await.expect(201);
    assert_eq!((answer["revision"].clone(), answer["appended"].as_array().expect("a list").len()), (json!(6), 2));
    let after = app.get("/v1/games/g1/belief?observer=referee").await.expect(200);
    assert_eq!(before["hash"], after["hash"]);
    let log = app.get("/v1/games/g1/events?observer=referee").await.expect(200);
    let taken_back: Vec<&Value> =
        log["items"].as_array().expect("a list")[5..].iter().map(|event| &event["data"]["revision"]).collect();
    assert_eq!(taken_back, [&json!(3), &json!(2)], "the newest first");
    // Again: there is nothing left to take back.
    assert!(app.post("/v1/games/g1/retractions", body).await.expect(200)["appended"].as_array().expect("a list").is_empty());
    let unknown = json!({"reporter": "nobody", "reason": "?"});
    assert_eq!(app.post("/v1/games/g1/retractions", unknown).await.problem(422, "malformed")["pointer"], "/reporter");
}

/// What the key took back stands again, and what it put in the place of anything is gone; what others put right stays so.
#[tokio::test]
async fn what_a_key_corrected_wrongly_stands_again() {
    let (app, admin) = guarded().await;
    deal(&app, "g1").await;
    let gains = |seat: u8, cards: Value| json!({"type": "production", "data": {"gains": {(seat.to_string()): cards}}});
    app.append("g1", json!([gains(3, json!({"ore": 1})), gains(2, json!({"wood": 1})), gains(1, json!({"wood": 1}))])).await;
    app.append("g1", json!({"type": "note", "data": {"text": "nothing"}})).await;
    let first = app.revision("g1").await - 3;
    let retract = |revision: u64, instead: Value| json!({"type": "retract", "data": {"revision": revision, "reason": "?", "instead": instead}});
    // Others find that seat 2 took two pieces of wood.
    app.append("g1", retract(first + 1, gains(2, json!({"wood": 2})))).await;
    let (liar, id) = app.make_key(json!({"role": "referee"})).await;
    app.hold(Some(&admin));
    let before = app.get("/v1/games/g1/belief?observer=referee").await.expect(200);
    app.hold(Some(&liar));
    app.append("g1", gains(0, json!({"sheep": 1}))).await;
    let own = app.revision("g1").await;
    app.append("g1", retract(own, gains(0, json!({"sheep": 3})))).await;
    app.append(
        "g1",
        json!([retract(first, Value::Null), retract(first + 1, gains(2, json!({"ore": 4}))), retract(first + 3, Value::Null)]),
    )
    .await;
    app.append("g1", retract(first + 2, gains(1, json!({"brick": 1})))).await;
    app.hold(Some(&admin));
    // Others had put one of these right since.
    app.append("g1", retract(first + 2, gains(1, json!({"wood": 1})))).await;
    let body = json!({"reporter": id, "reason": "it saw another table"});
    let answer = app.post("/v1/games/g1/retractions", body.clone()).await.expect(201);
    let log = app.get("/v1/games/g1/events?observer=referee&limit=100").await.expect(200);
    let events = log["items"].as_array().expect("a list");
    let taken_back: Vec<(u64, &Value)> = events[events.len() - answer["appended"].as_array().expect("a list").len()..]
        .iter()
        .map(|event| (event["data"]["revision"].as_u64().expect("one"), &event["data"]["instead"]))
        .collect();
    let stands = [gains(2, json!({"wood": 2})), gains(3, json!({"ore": 1}))];
    assert_eq!(taken_back, [(own, &Value::Null), (first + 1, &stands[0]), (first, &stands[1])]);
    assert_eq!(before["hash"], app.get("/v1/games/g1/belief?observer=referee").await.expect(200)["hash"]);
    assert!(app.post("/v1/games/g1/retractions", body).await.expect(200)["appended"].as_array().expect("a list").is_empty());
}

/// More events than an append may hold are taken back in several, the newest first, in one request.
#[tokio::test]
async fn more_than_an_append_holds_is_taken_back_too() {
    let app = TestApp::with_limits(Limits { events_per_append: 2, ..Limits::default() }).await;
    let (admin, _) = app.make_key(json!({"role": "admin"})).await;
    app.hold(Some(&admin));
    deal(&app, "g1").await;
    let before = app.get("/v1/games/g1/belief?observer=referee").await.expect(200);
    let (liar, id) = app.make_key(json!({"role": "referee"})).await;
    app.hold(Some(&liar));
    for number in 0..5 {
        app.append("g1", json!([{"id": number.to_string(), "type": "production", "data": {"gains": {"3": {"ore": 1}}}}])).await;
    }
    app.hold(Some(&admin));
    let answer =
        app.post("/v1/games/g1/retractions", json!({"reporter": id, "reason": "it saw another table"})).await.expect(201);
    assert_eq!((answer["revision"].clone(), answer["appended"].as_array().expect("a list").len()), (json!(11), 5));
    assert_eq!(before["hash"], app.get("/v1/games/g1/belief?observer=referee").await.expect(200)["hash"]);
}

/// The events of a key are taken back by a request that lists none: a refusal is of the whole of it.
#[tokio::test]
async fn a_refusal_of_taking_back_points_to_no_event_of_the_request() {
    let (app, admin) = guarded().await;
    deal(&app, "g1").await;
    let (giver, id) = app.make_key(json!({"role": "referee"})).await;
    app.hold(Some(&giver));
    app.append("g1", json!({"type": "production", "data": {"gains": {"3": {"wood": 1, "brick": 1}}}})).await;
    app.hold(Some(&admin));
    app.append("g1", json!({"type": "build", "data": {"seat": 3, "piece": "road"}})).await;
    let refused = app.post("/v1/games/g1/retractions", json!({"reporter": id, "reason": "it saw another table"})).await;
    let refused = refused.expect(422);
    assert_eq!((refused["rule"].as_str(), refused["pointer"].as_str()), (Some("retract_misfit"), Some("")), "{refused}");
    assert_eq!(app.revision("g1").await, 3);
}
