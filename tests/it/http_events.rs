//! Appending: ids, expected revisions, refusals, quarantine, retraction, the end of a game.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::{TestApp, first_session};

const EVENTS: &str = "/v1/games/g1/events";

async fn with_first_session() -> TestApp {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", first_session()).await;
    app
}

fn distribution(belief: &Value, id: &str) -> Vec<(String, f64)> {
    let variables = belief["variables"].as_array().expect("variables");
    let variable = variables.iter().find(|variable| variable["id"] == id).expect("the variable");
    let outcomes = variable["distribution"].as_array().expect("a distribution");
    outcomes.iter().map(|o| (o["value"].as_str().expect("a value").to_owned(), o["p"].as_f64().expect("p"))).collect()
}

#[tokio::test]
async fn one_round_trip_gives_the_belief_after_the_move() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let answer = app.post(&format!("{EVENTS}?observer=seat:0"), first_session()).await;
    assert_eq!(answer.headers["etag"], "\"4\"");
    let answer = answer.expect(201);
    assert_eq!((&answer["revision"], answer["appended"].as_array().map(Vec::len)), (&json!(4), Some(4)));
    // From {3 wood, 2 brick, 1 ore} one card was stolen, then two roads were paid: brick is impossible, and wood (3 ways)
    // against ore (1 way) leaves 3/4 and 1/4.
    assert_eq!(distribution(&answer["belief"], "seat:2/wood"), [("0".to_owned(), 0.25), ("1".to_owned(), 0.75)]);
    assert_eq!(distribution(&answer["belief"], "seat:2/ore"), [("0".to_owned(), 0.75), ("1".to_owned(), 0.25)]);
    assert_eq!(distribution(&answer["belief"], "seat:2/brick"), [("0".to_owned(), 1.0)]);
    let read = app.get("/v1/games/g1/belief?observer=seat:0").await;
    assert_eq!(read.expect(200), answer["belief"]);
}

#[tokio::test]
async fn a_known_id_is_answered_as_the_first_time() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let events = json!([
        {"id": "a", "type": "production", "data": {"gains": {"1": {"wood": 3}, "2": {"ore": 1}}}},
        {"id": "b", "type": "steal", "data": {"thief": 2, "victim": 1}}
    ]);
    let path = format!("{EVENTS}?observer=public");
    let first = app.post(&path, events.clone()).await.expect(201);
    app.append("g1", json!({"type": "turn", "data": {"seat": 0}})).await;
    // Key order and time are not content.
    let again = json!([
        {"data": {"gains": {"2": {"ore": 1}, "1": {"wood": 3}}}, "type": "production", "id": "a", "time": "2026-01-01T00:00:00Z"},
        events[1].clone()
    ]);
    let again = app.ask(Method::POST, &path, &[("if-match", "\"0\"")], Some(again)).await.expect(200);
    assert_eq!((&again["revision"], &again["belief"]), (&first["revision"], &first["belief"]));
    assert!(again["appended"].as_array().expect("a list").iter().all(|event| event["duplicate"] == true));
    assert_eq!(app.revision("g1").await, 3);

    // A retry that grew: the known front is answered, the rest appended.
    let grown = json!([{"id": "c", "type": "turn", "data": {"seat": 1}}, {"id": "d", "type": "turn", "data": {"seat": 2}}]);
    app.append("g1", grown[0].clone()).await;
    let answer = app.ask(Method::POST, EVENTS, &[("if-match", "\"3\"")], Some(grown.clone())).await.expect(201);
    assert_eq!(answer["appended"][0], json!({"revision": 4, "id": "c", "duplicate": true}));
    assert_eq!(answer["appended"][1], json!({"revision": 5, "id": "d", "duplicate": false}));

    // The same retry may also name the revision that the game is at.
    let more = json!([grown[1].clone(), {"id": "e", "type": "turn", "data": {"seat": 0}}]);
    app.ask(Method::POST, EVENTS, &[("if-match", "\"5\"")], Some(more)).await.expect(201);

    let other = json!({"id": "b", "type": "steal", "data": {"thief": 1, "victim": 2}});
    let problem = app.post(EVENTS, other).await.problem(409, "id-reused");
    assert_eq!((&problem["revision"], &problem["pointer"]), (&json!(2), &json!("/id")));
    let misplaced = json!([{"id": "new", "type": "turn", "data": {"seat": 1}}, {"id": "a", "type": "production", "data": {"gains": {"1": {"wood": 3}, "2": {"ore": 1}}}}]);
    app.post(EVENTS, misplaced).await.problem(409, "id-misplaced");
    let twice = json!([{"id": "new", "type": "turn", "data": {"seat": 1}}, {"id": "new", "type": "turn", "data": {"seat": 1}}]);
    let twice = app.post(EVENTS, twice).await.problem(409, "id-misplaced");
    assert!(twice["detail"].as_str().is_some_and(|detail| detail.contains("stands in this request twice")), "{twice}");
    assert_eq!(app.revision("g1").await, 6);
}

#[tokio::test]
async fn of_64_clients_that_race_for_a_revision_one_wins() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    for round in 0..5 {
        let expected = format!("\"{round}\"");
        let race = (0..64).map(|client| {
            let event = json!({"id": format!("{round}-{client}"), "type": "turn", "data": {"seat": client % 3}});
            let (app, expected) = (&app, expected.as_str());
            async move { app.ask(Method::POST, EVENTS, &[("if-match", expected)], Some(event)).await }
        });
        let answers = futures::future::join_all(race).await;
        let won = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(won, 1);
        for lost in answers.iter().filter(|answer| answer.status != 201) {
            assert_eq!(lost.problem(412, "revision-moved")["revision"], round + 1);
            assert_eq!(lost.headers["etag"], format!("\"{}\"", round + 1));
        }
    }
    assert_eq!(app.revision("g1").await, 5);
    app.ask(Method::POST, EVENTS, &[("if-match", "5")], Some(json!({"type": "finish"}))).await.problem(400, "parameter");
}

#[tokio::test]
async fn a_contradiction_names_what_stands_against_it_and_changes_nothing() {
    let app = with_first_session().await;
    let before = app.get("/v1/games/g1/belief").await.bytes;
    let city = json!([{"type": "turn", "data": {"seat": 0}}, {"type": "build", "data": {"seat": 2, "piece": "city"}}]);
    let problem = app.post(EVENTS, city).await.problem(422, "contradiction");
    // Seat 2 holds the one card that it stole at revision 2.
    assert_eq!((&problem["evidence"], &problem["revision"], &problem["pointer"]), (&json!([2]), &json!(4), &json!("/1")));
    assert!(problem["detail"].as_str().expect("text").contains("seat 2 cannot pay 2 wheat and 3 ore"), "{problem}");
    assert!(problem.get("evidence_in_request").is_none(), "the turn says nothing of it: {problem}");
    let road = json!({"type": "build", "data": {"seat": 0, "piece": "road"}});
    let gains = json!({"type": "production", "data": {"gains": {"0": {"wood": 1, "brick": 1}}}});
    let body = json!({"observer": "referee", "events": [gains, road, road]});
    let problem = app.post("/v1/games/g1/turn", body).await.problem(422, "contradiction");
    // Its wood and brick came and went within this request.
    let named = [&problem["pointer"], &problem["evidence_in_request"], &problem["evidence"]];
    assert_eq!(named, [&json!("/events/2"), &json!(["/events/1"]), &json!([])], "{problem}");
    let ore: Vec<Value> = (0..4).map(|_| json!({"type": "production", "data": {"gains": {"0": {"ore": 6}}}})).collect();
    app.append("g1", Value::Array(ore[..3].to_vec())).await;
    let problem = app.post(EVENTS, ore[3].clone()).await.problem(422, "contradiction");
    // 1 + 3 * 6 = 19 ore are out: where the first went at revision 1 is not settled, seat 0 has 18 since revision 7.
    assert!(problem["evidence"].as_array().expect("a list").contains(&json!(7)), "{problem}");
    let at_4 = app.get("/v1/games/g1/belief?revision=4").await.bytes;
    assert_eq!((app.revision("g1").await, at_4), (7, before));
}

#[tokio::test]
async fn under_quarantine_it_is_kept_left_out_and_shown() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({"on_contradiction": "quarantine"})).await;
    app.append("g1", first_session()).await;
    let before = app.get("/v1/games/g1/belief").await.json();
    let answer = app.append("g1", json!({"type": "build", "data": {"seat": 2, "piece": "city"}})).await;
    assert_eq!((&answer["revision"], &answer["notices"][0]["pointer"]), (&json!(5), &json!("")));
    let detail = answer["notices"][0]["detail"].as_str().expect("text");
    assert!(detail.contains("the belief of referee leaves it out: seat 2 cannot pay 2 wheat and 3 ore"), "{answer}");
    for observer in ["public", "seat:0", "seat:2", "referee"] {
        let belief = app.get(&format!("/v1/games/g1/belief?observer={observer}")).await.expect(200);
        assert_eq!(belief["quarantined"][0]["revision"], 5, "{observer}");
        assert_eq!(belief["quarantined"][0]["type"], "build");
    }
    let after = app.get("/v1/games/g1/belief").await.json();
    assert_eq!(after["variables"], before["variables"]);
    let log = app.get("/v1/games/g1/events").await.json();
    assert_eq!(log["items"][5]["type"], "build");
}

/// A notice of quarantine is of the reader's own belief: twin games that differ in what the reader does not see are answered alike.
#[tokio::test]
async fn a_notice_of_quarantine_tells_its_reader_nothing_new() {
    let app = TestApp::fresh().await;
    let mut told = Vec::new();
    for stolen in ["wheat", "wood"] {
        let game = format!("stolen-{stolen}");
        app.open_catan(&game, 3, json!({"on_contradiction": "quarantine"})).await;
        // Seat 0 and seat 1 see which card it is, and the referee knows; then seat 0 gives away a wood.
        let steal = json!({"type": "steal", "data": {"thief": 0, "victim": 1, "resource": stolen}});
        let gains = json!({"1": {"wood": 1, "wheat": 1}, "2": {"ore": 1}});
        app.append(&game, json!([{"type": "production", "data": {"gains": gains}}, steal])).await;
        let trade = json!({"id": "trade", "type": "player_trade", "data": {"seat": 0, "give": {"wood": 1}, "partner": 2, "get": {"ore": 1}}});
        let answer = app.post(&format!("/v1/games/{game}/events?observer=seat:2"), json!([trade])).await.expect(201);
        assert!(answer["belief"]["quarantined"].as_array().expect("a list").is_empty(), "its own belief took it: {answer}");
        told.push(answer.get("notices").cloned());
        // The referee, who asks with the same event again, reads what its own belief does.
        let again = app.post(&format!("/v1/games/{game}/events"), json!([trade])).await.expect(200);
        assert_eq!(again.get("notices").is_some(), stolen == "wheat", "{again}");
    }
    assert_eq!(told, [None, None]);
}

/// Also where the event stands in the place of another, where a retraction takes away what it rests on, and where the same is sent again.
#[tokio::test]
async fn notices_of_quarantine_follow_retractions_and_repeats() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({"on_contradiction": "quarantine"})).await;
    app.append("g1", first_session()).await;
    let instead = json!({"type": "build", "data": {"seat": 2, "piece": "city"}});
    let replaced = json!({"id": "a", "type": "retract", "data": {"revision": 4, "reason": "?", "instead": instead}});
    let wheat = json!({"type": "production", "data": {"gains": {"1": {"wheat": 6}}}});
    let unpaid = json!({"id": "b", "type": "retract", "data": {"revision": 1, "reason": "?", "instead": wheat}});
    for (event, revisions) in [(replaced, vec![4]), (unpaid, vec![3])] {
        let said = |answer: &Value| -> Vec<(Value, String)> {
            let notices = answer["notices"].as_array().expect("notices").iter();
            notices.map(|notice| (notice["pointer"].clone(), notice["detail"].as_str().expect("text").to_owned())).collect()
        };
        let first = said(&app.append("g1", json!([event])).await);
        assert_eq!(first.len(), revisions.len(), "{first:?}");
        for ((pointer, detail), revision) in first.iter().zip(&revisions) {
            assert!(pointer == "/0" && detail.contains(&format!("of revision {revision} stands in the log")), "{first:?}");
        }
        let again = app.post(EVENTS, json!([event])).await.expect(200);
        assert_eq!(again.get("notices").is_some(), revisions == [4], "what the request itself put there is said again: {again}");
    }
}

/// Whoever reads the log sees what was taken back, and by what; also where the retraction stands on a later page.
#[tokio::test]
async fn the_log_marks_what_was_taken_back() {
    let app = with_first_session().await;
    let marks = async |page: &str| -> Vec<(Value, Value)> {
        let log = app.get(&format!("/v1/games/g1/events?{page}")).await.expect(200);
        let items = log["items"].as_array().expect("a list").clone();
        items.into_iter().map(|event| (event["revision"].clone(), event["retracted_by"].clone())).collect()
    };
    let none: Vec<_> = (0..=4).map(|revision| (json!(revision), Value::Null)).collect();
    assert_eq!(marks("").await, none);
    app.append("g1", json!({"type": "retract", "data": {"revision": 2, "reason": "it was the other way", "instead": {"type": "steal", "data": {"thief": 0, "victim": 1}}}})).await;
    for observer in ["public", "seat:2", "referee"] {
        let all = marks(&format!("observer={observer}")).await;
        assert_eq!(all.iter().filter(|(_, by)| !by.is_null()).collect::<Vec<_>>(), [&(json!(2), json!(5))], "{observer}");
        assert_eq!(marks(&format!("observer={observer}&cursor=2&limit=1")).await, [(json!(2), json!(5))]);
    }
}

#[tokio::test]
async fn a_retraction_gives_the_belief_that_the_right_event_would_have_given() {
    let app = with_first_session().await;
    app.append("g1", json!({"type": "retract", "data": {"revision": 2, "reason": "it was the other way", "instead": {"type": "steal", "data": {"thief": 0, "victim": 1}}}})).await;
    let mut right = first_session();
    right[1]["data"]["thief"] = json!(0);
    app.open_catan("g2", 3, json!({})).await;
    app.append("g2", right).await;
    // As many events as the other game, so that only the ids differ.
    app.append("g2", json!({"type": "note", "data": {"text": "x"}})).await;
    for observer in ["public", "seat:0", "seat:1", "seat:2", "referee"] {
        let corrected = app.get(&format!("/v1/games/g1/belief?observer={observer}")).await.bytes;
        let straight = app.get(&format!("/v1/games/g2/belief?observer={observer}")).await.bytes;
        let corrected = String::from_utf8(corrected).expect("text").replace("\"g1\"", "\"g2\"");
        assert_eq!(corrected, String::from_utf8(straight).expect("text"), "{observer}");
    }
    // What was believed before the correction stays what it was then.
    let then = app.get("/v1/games/g1/belief?revision=4").await.json();
    assert_eq!(distribution(&then, "seat:2/wood"), [("0".to_owned(), 0.25), ("1".to_owned(), 0.75)]);

    // Without the production at revision 1 nothing behind it can be.
    let problem =
        app.post(EVENTS, json!({"type": "retract", "data": {"revision": 1, "reason": "?"}})).await.problem(422, "refusal");
    assert_eq!((&problem["rule"], &problem["evidence"]), (&json!("retract_misfit"), &json!([2, 3, 4])));
    for (revision, pointer) in [(0, "/data/revision"), (5, "/data/revision"), (9, "/data/revision")] {
        let retract = json!({"type": "retract", "data": {"revision": revision, "reason": "?"}});
        assert_eq!(app.post(EVENTS, retract).await.problem(422, "malformed")["pointer"], pointer);
    }
    let wrong = json!({"type": "retract", "data": {"revision": 2, "reason": "?", "instead": {"type": "steal", "data": {"thief": 1, "victim": 1}}}});
    assert_eq!(app.post(EVENTS, wrong).await.problem(422, "refusal")["pointer"], "/data/instead");
    assert_eq!(app.revision("g1").await, 5);
}

#[tokio::test]
async fn a_finished_game_takes_notes_and_retractions_only() {
    let app = with_first_session().await;
    app.append("g1", json!([{"type": "finish"}, {"type": "note", "data": {"text": "well played"}}])).await;
    assert_eq!(app.get("/v1/games/g1").await.json()["status"], "finished");
    app.post(EVENTS, json!({"type": "turn", "data": {"seat": 0}})).await.problem(409, "game-finished");
    let listed = app.get("/v1/games?status=finished").await.json();
    assert_eq!(listed["items"][0]["game"], "g1");
    app.append("g1", json!({"type": "retract", "data": {"revision": 5, "reason": "one more turn"}})).await;
    assert_eq!(app.get("/v1/games/g1").await.json()["status"], "open");
    assert_eq!(app.get("/v1/games?status=finished").await.json()["items"], json!([]));
    app.append("g1", json!({"type": "turn", "data": {"seat": 0}})).await;
}

#[tokio::test]
async fn refusals_name_rule_and_place() {
    let app = with_first_session().await;
    for (event, kind, pointer, says) in [
        (json!({"type": "steal", "data": {"thief": 1, "victim": 1}}), "refusal", "", "seat"),
        (json!({"type": "steal", "data": {"thief": 1, "victim": 7}}), "refusal", "", "seat"),
        (json!({"type": "fly", "data": {}}), "malformed", "/type", "unknown event type `fly`"),
        (json!({"type": "steal", "data": {"thief": 1}}), "malformed", "/data", "missing field `victim`"),
        (
            json!({"type": "steal", "data": {"thief": 1, "victim": 2, "card": 3}}),
            "malformed",
            "/data/card",
            "unknown field `card`",
        ),
        (json!({"type": "steal", "data": {"thief": -1, "victim": 2}}), "malformed", "/data/thief", "invalid value"),
        (json!({"type": "steal", "data": {"thief": 1.5, "victim": 2}}), "malformed", "/data/thief", "invalid type"),
        (json!({"type": "production", "data": {"gains": {"1": [3, 2, 0, 0, 1]}}}), "malformed", "/data/gains/1", "invalid type"),
        (
            json!({"type": "production", "data": {"gains": {"1": {"gold": 1}}}}),
            "malformed",
            "/data/gains/1",
            "unknown variant `gold`",
        ),
        (json!({"type": "steal", "datum": {}}), "malformed", "/datum", "unknown field `datum`"),
        (json!({"type": "opening", "data": {}}), "malformed", "/type", "opened once"),
        (json!({"type": "note", "data": {}}), "malformed", "/data", "missing field `text`"),
        (json!({"type": "finish", "data": {"x": 1}}), "malformed", "/data/x", "unknown field `x`"),
        (json!({"type": "turn", "time": "yesterday", "data": {"seat": 0}}), "malformed", "/time", "time"),
        (json!({"type": "turn", "id": "", "data": {"seat": 0}}), "malformed", "/id", "event id"),
        (json!([]), "malformed", "", "at least one event"),
    ] {
        let problem = app.post(EVENTS, event.clone()).await.problem(422, kind);
        assert_eq!(problem["pointer"].as_str().unwrap_or_default(), pointer, "{event}: {problem}");
        assert!(problem["detail"].as_str().expect("text").contains(says), "{event}: {problem}");
    }
    assert_eq!(app.revision("g1").await, 4);
}

#[tokio::test]
async fn opening_again_is_safe_and_opening_otherwise_is_refused() {
    let app = TestApp::fresh().await;
    let body = json!({"ruleset": "catan", "seats": [{"player": "ann"}, {"player": "bob"}]});
    let first = app.put("/v1/games/g1", body.clone()).await;
    assert_eq!(first.headers["location"], "/v1/games/g1");
    assert_eq!(app.put("/v1/games/g1", body.clone()).await.expect(200), first.expect(201));
    let mut other = body.clone();
    other["seats"][1]["player"] = json!("eve");
    let exists = app.put("/v1/games/g1", other).await.problem(409, "game-exists");
    assert!(exists["detail"].as_str().is_some_and(|detail| detail.contains("opened otherwise: with other `")), "{exists}");
    app.get("/v1/players/eve").await.problem(404, "not-found");
    app.put("/v1/games/.g1", body.clone()).await.problem(400, "parameter");
    let unnamed = json!({"ruleset": "catan", "seats": [{"player": "ann"}, {"player": "no name"}]});
    assert_eq!(app.put("/v1/games/g2", unnamed).await.problem(422, "malformed")["pointer"], "/seats/1/player");
    let alone = json!({"ruleset": "catan", "seats": [{"player": "ann"}]});
    app.put("/v1/games/g2", alone).await.problem(422, "refusal");
    let chess = app.put("/v1/games/g2", json!({"ruleset": "chess", "seats": []})).await.problem(422, "malformed");
    assert_eq!(chess["pointer"], "/ruleset");
    let setup = json!({"ruleset": "catan", "seats": [{"player": "a"}, {"player": "b"}], "setup": {"bank": "open"}});
    assert_eq!(app.put("/v1/games/g2", setup).await.problem(422, "malformed")["pointer"], "/setup/bank");
    app.get("/v1/games/g2").await.problem(404, "not-found");

    let ids = futures::future::join_all((0..20).map(|_| app.post("/v1/games", body.clone()))).await;
    let ids: BTreeSet<String> = ids.iter().map(|answer| answer.expect(201)["game"].to_string()).collect();
    assert_eq!(ids.len(), 20);
    let racing = futures::future::join_all((0..16).map(|_| app.put("/v1/games/race", body.clone()))).await;
    assert_eq!(racing.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(racing.iter().filter(|answer| answer.status == 200).count(), 15);
}

/// Ids stand in streams and in what clients write line by line.
#[tokio::test]
async fn an_id_that_would_break_a_line_is_refused() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    for (id, said) in
        [("a\u{2028}b", "U+2028"), ("\u{2029}", "U+2029"), ("a\u{85}", "U+0085"), ("a\n", "U+000A"), ("", "0 bytes")]
    {
        let note = json!({"id": id, "type": "note", "data": {"text": "n"}});
        let problem = app.post("/v1/games/g1/events", json!([note])).await.problem(422, "malformed");
        assert_eq!(problem["pointer"], "/0/id");
        assert!(problem["detail"].as_str().expect("a text").contains(said), "{problem}");
    }
    app.append("g1", json!({"id": "a b\u{e4}\u{2026}", "type": "note", "data": {"text": "n"}})).await;
    assert_eq!(app.revision("g1").await, 1);
}

/// A deal of Hearts that was played to its last card: each of its tricks in order, as `seat:card`.
const DEAL: &str = "
    1:2C 2:KC 3:AC 0:9C 3:7S 0:9S 1:JS 2:KS 2:4D 3:5D 0:QD 1:KD 1:AS 2:TS 3:6S 0:4S 1:5S 2:8S 3:KH 0:3S
    2:7D 3:JD 0:TD 1:AD 1:3C 2:QC 3:TC 0:8C 2:JC 3:7C 0:5H 1:4C 2:3D 3:8D 0:9D 1:7H 0:4H 1:6H 2:TH 3:QH
    3:6C 0:QS 1:5C 2:9H 3:6D 0:3H 1:2S 2:2D 3:JH 0:2H 1:AH 2:8H";

/// Whoever finishes a game of Hearts whose last deal was not scored hears that it taught nothing, and how to mend it. Hearts by trick: seat 2 takes KH
/// and 5H, seat 0 7H, seat 3 six and the queen of spades (four in the tenth trick, 9H and she in the eleventh, 3H in the twelfth), seat 1 four:
/// 1 + 4 + 2 + 19 = 26 points.
#[tokio::test]
async fn a_finish_names_the_end_of_a_deal_that_is_missing() {
    let app = TestApp::fresh().await;
    app.put("/v1/games/h", json!({"ruleset": "hearts", "seats": [{}, {}, {}, {}], "setup": {"pass": ["hold"]}}))
        .await
        .expect(201);
    let mut events = vec![json!({"type": "deal", "data": {"deal": 0, "direction": "hold"}})];
    for play in DEAL.split_whitespace() {
        let (seat, card) = play.split_once(':').expect("a play");
        let seat: u8 = seat.parse().expect("a seat");
        events.push(json!({"type": "play", "data": {"seat": seat, "card": card}}));
    }
    assert_eq!(events.len(), 53);
    assert!(app.append("h", json!(events)).await.get("notices").is_none(), "the end of the deal may still come");
    let answer = app.append("h", json!([{"type": "finish", "data": {}}])).await;
    assert_eq!((&answer["revision"], &answer["notices"][0]["pointer"]), (&json!(54), &json!("/0")));
    let detail = answer["notices"][0]["detail"].as_str().expect("a text");
    assert!(detail.contains("deal_end is missing") && detail.contains("retract the finish"), "{detail}");
    let points = json!({"0": 1, "1": 4, "2": 2, "3": 19});
    let mended = json!([
        {"type": "retract", "data": {"revision": 54, "reason": "the deal was not scored"}},
        {"type": "deal_end", "data": {"points": points}},
        {"type": "finish", "data": {}},
    ]);
    let answer = app.append("h", mended).await;
    assert!(answer["revision"] == 57 && answer.get("notices").is_none(), "{answer}");
    app.stop().await;
}

/// A seat that acts without knowing what is its own reads how to mend that, where it acts and nowhere else.
#[tokio::test]
async fn a_seat_that_does_not_know_its_own_cards_is_warned() {
    let app = TestApp::fresh().await;
    let hand: Vec<&str> = DEAL.split_whitespace().filter_map(|play| play.strip_prefix("1:")).collect();
    assert_eq!(hand.len(), 13);
    let post = async |game: &str, observer: &str, events: Value| {
        let answer = app.post(&format!("/v1/games/{game}/events?observer={observer}"), events).await.expect(201);
        answer.get("notices").map(|notices| notices[0].clone())
    };
    for (game, hands) in [("without", json!({})), ("with", json!({"1": hand}))] {
        let opening = json!({"ruleset": "hearts", "seats": [{}, {}, {}, {}], "setup": {"pass": ["hold"]}});
        app.put(&format!("/v1/games/{game}"), opening).await.expect(201);
        app.append(game, json!({"type": "deal", "data": {"deal": 0, "direction": "hold", "hands": hands}})).await;
        let note = json!({"type": "note", "data": {"text": "n"}});
        let play = |seat: u8, card: &str| json!({"type": "play", "data": {"seat": seat, "card": card}});
        let notice = post(game, "seat:1", json!([note, play(1, "2C")])).await;
        assert_eq!(notice.is_some(), game == "without", "{notice:?}");
        if let Some(notice) = notice {
            assert_eq!(notice["pointer"], "/1");
            let detail = notice["detail"].as_str().expect("a text");
            assert!(detail.contains("12 of the 12 cards of its own hand are unknown to it"), "{detail}");
        }
        assert_eq!(post(game, "seat:1", json!([play(2, "KC")])).await, None, "another's play");
        assert_eq!(post(game, "referee", json!([play(3, "AC")])).await, None);
    }
    app.put("/v1/games/dice", json!({"ruleset": "liars_dice", "seats": [{}, {}]})).await.expect(201);
    let bid = |seat: u8, quantity: u8| json!({"type": "bid", "data": {"seat": seat, "quantity": quantity, "face": 3}});
    app.append("dice", json!({"type": "round", "data": {"dice": {"0": 2, "1": 2}, "starter": 0}})).await;
    let notice = post("dice", "seat:0", json!([bid(0, 1)])).await.expect("a notice");
    assert!(notice["detail"].as_str().expect("a text").contains("post what it rolled as `roll`"), "{notice}");
    let roll = json!({"type": "roll", "data": {"seat": 0, "dice": [3, 5]}});
    assert_eq!(post("dice", "seat:0", json!([roll, bid(1, 2), bid(0, 3)])).await, None);
    app.stop().await;
}
