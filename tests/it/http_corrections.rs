//! What corrections do to everything that was served before: ends that are taken back, pages under a retraction, suppositions
//! about retractions, tables under quarantine.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::{TestApp, first_session};

const EVENTS: &str = "/v1/games/g1/events";

async fn status(app: &TestApp) -> Value {
    let listed = app.get("/v1/games").await.expect(200)["items"][0]["status"].clone();
    let status = app.get("/v1/games/g1").await.expect(200)["status"].clone();
    assert_eq!(listed, status, "the list and the game agree");
    status
}

#[tokio::test]
async fn an_end_is_in_force_until_it_is_taken_back_itself() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let retract = |revision: u64| json!({"type": "retract", "data": {"revision": revision, "reason": "not yet"}});
    app.append("g1", json!({"type": "finish"})).await;
    app.append("g1", retract(1)).await;
    assert_eq!(status(&app).await, "open");
    app.append("g1", json!({"type": "finish"})).await;
    // The first end is taken back a second time: the second one stands.
    app.append("g1", retract(1)).await;
    assert_eq!(status(&app).await, "finished");
    app.post(EVENTS, json!([retract(1), {"type": "turn", "data": {"seat": 0}}])).await.problem(409, "game-finished");
    app.append("g1", json!([retract(3), {"type": "turn", "data": {"seat": 0}}])).await;
    assert_eq!(status(&app).await, "open");
    let app = app.restart().await;
    assert_eq!((status(&app).await, app.revision("g1").await), (json!("open"), 6));
}

/// An auditor asks why something was believed at a revision: what was corrected later is no part of the answer, and the last piece of evidence
/// leads to what was believed then. Without a revision it is the log as it stands now.
#[tokio::test]
async fn evidence_as_of_a_revision_explains_the_belief_of_that_revision() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", first_session()).await;
    let variable = "seat:2/wood";
    let instead = json!({"type": "steal", "data": {"thief": 0, "victim": 1}});
    app.append("g1", json!({"type": "retract", "data": {"revision": 2, "reason": "?", "instead": instead}})).await;
    let at = async |revision: &str| {
        let belief = app.get(&format!("/v1/games/g1/belief?variables={variable}{revision}")).await.expect(200);
        let why = app.get(&format!("/v1/games/g1/evidence?variable={variable}{revision}")).await.expect(200);
        let curve = app.get(&format!("/v1/games/g1/curve?limit=100{revision}")).await.expect(200);
        let last = curve["items"].as_array().expect("a list").last().expect("a point").clone();
        assert_eq!(last["entropy_bits"], belief["entropy_bits"], "the curve ends at the belief {revision}");
        let pieces = why["items"].as_array().expect("a list").clone();
        (belief["variables"][0]["distribution"].clone(), pieces.last().map(|piece| piece["after"][variable].clone()))
    };
    let p = |distribution: &Value| -> Vec<(String, f64)> {
        let entries = distribution.as_array().expect("a list").iter();
        entries.map(|entry| (entry["value"].as_str().expect("text").to_owned(), entry["p"].as_f64().expect("a number"))).collect()
    };
    for revision in ["&revision=2", "&revision=3", "&revision=4"] {
        let (believed, explained) = at(revision).await;
        let explained = explained.expect("the robbery moved it");
        for (value, p) in p(&believed) {
            assert_eq!(explained[&value].as_f64(), Some(p), "{revision}: {value}");
        }
    }
    // The thief is another one now: nothing has moved this variable.
    let (believed, explained) = at("").await;
    assert_eq!((p(&believed), explained), (vec![("0".to_owned(), 1.0)], None));
    for path in ["evidence", "curve"] {
        app.get(&format!("/v1/games/g1/{path}?revision=9")).await.problem(404, "not-found");
    }
}

#[tokio::test]
async fn a_supposition_can_take_a_retraction_away() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", first_session()).await;
    let before = app.get("/v1/games/g1/belief").await.json();
    let instead = json!({"type": "steal", "data": {"thief": 0, "victim": 1}});
    app.append("g1", json!({"type": "retract", "data": {"revision": 2, "reason": "?", "instead": instead}})).await;
    assert_ne!(app.get("/v1/games/g1/belief").await.json()["hash"], before["hash"]);
    let without = app.post("/v1/games/g1/what-if", json!({"without": [5]})).await.expect(200);
    assert_eq!((&without["hash"], &without["variables"]), (&before["hash"], &before["variables"]));
}

#[tokio::test]
async fn a_supposition_asks_the_rules_again() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append(
        "g1",
        json!([
            {"type": "production", "data": {"gains": {"1": {"wood": 1}}}},
            {"type": "offer", "data": {"seat": 1, "give": {"wood": 1}, "get": {"ore": 1}, "to": [2]}},
            {"type": "refuse", "data": {"seat": 2}}
        ]),
    )
    .await;
    let without = app.post("/v1/games/g1/what-if", json!({"without": [2]})).await.expect(200);
    assert_eq!(without["quarantined"][0]["revision"], 3, "there is no offer left to refuse: {without}");
}

#[tokio::test]
async fn a_quarantined_event_leaves_the_table_as_it_was() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({"on_contradiction": "quarantine"})).await;
    app.append("g1", first_session()).await;
    // Seat 2 holds one card. A city that it cannot have paid must not empty its hand in the eyes of the rules.
    app.append("g1", json!({"type": "build", "data": {"seat": 2, "piece": "city"}})).await;
    app.append("g1", json!({"type": "steal", "data": {"thief": 0, "victim": 2}})).await;
    let belief = app.get("/v1/games/g1/belief").await.json();
    assert_eq!(belief["quarantined"].as_array().map(Vec::len), Some(1));
    let timeline = app.get("/v1/games/g1/evidence?from=5&to=5").await.json();
    assert_eq!(timeline["items"], json!([]), "what was left out did nothing");
}

#[tokio::test]
async fn what_the_spectator_cannot_take_moves_nobodys_table() {
    let app = TestApp::fresh().await;
    let seats = json!([{"player": "a"}, {"player": "b"}, {"player": "c"}, {"player": "d"}]);
    let game = json!({"ruleset": "hearts", "seats": seats, "setup": {"pass": ["hold"]}, "on_contradiction": "quarantine"});
    app.put("/v1/games/g1", game).await.expect(201);
    let play = |seat: u8, card: &str| json!({"type": "play", "data": {"seat": seat, "card": card}});
    let hand = ["2C", "3C", "4C", "5D", "6D", "7D", "8D", "2S", "3S", "4S", "5S", "2H", "3H"];
    app.append("g1", json!({"type": "deal", "data": {"deal": 0, "direction": "hold", "hands": {"0": hand}}})).await;
    // Seat 0 holds the five of diamonds itself, and leaves the play out; to the spectator, seat 1 is out of clubs now.
    app.append("g1", json!([play(0, "2C"), play(1, "5D"), play(2, "9C"), play(3, "TC")])).await;
    // The club of seat 1 is impossible to the spectator alone.
    app.append("g1", json!([play(3, "JC"), play(0, "3C"), play(1, "AC")])).await;
    let left_out = async |observer: &str| {
        let belief = app.get(&format!("/v1/games/g1/belief?observer={observer}")).await.expect(200);
        let revisions = belief["quarantined"].as_array().expect("a list").iter().map(|left_out| left_out["revision"].clone());
        revisions.collect::<Vec<_>>()
    };
    assert_eq!(left_out("public").await, [8]);
    for observer in ["seat:0", "referee"] {
        assert_eq!(left_out(observer).await, [3, 8], "{observer}");
    }
    // The play that seat 0 left out moved the table all the same: its evidence joins the beliefs before and after.
    let told = app.get("/v1/games/g1/evidence?observer=seat:0&type=left_out").await.expect(200);
    let pieces = told["items"].as_array().expect("a list");
    assert_eq!(pieces.iter().map(|piece| &piece["revision"]).collect::<Vec<_>>(), [3], "{told}");
    for (side, revision) in [("before", 2), ("after", 3)] {
        let belief = app.get(&format!("/v1/games/g1/belief?observer=seat:0&revision={revision}")).await.expect(200);
        let variables = belief["variables"].as_array().expect("a list");
        let known = pieces[0]["variables"].as_array().expect("a list").iter();
        let moved = known.filter_map(|id| variables.iter().find(|variable| variable["id"] == *id)).collect::<Vec<_>>();
        assert!(moved.len() > 5, "{told}");
        for variable in moved {
            let values = variable["distribution"].as_array().expect("a list").iter();
            let believed: BTreeMap<&str, &Value> =
                values.map(|outcome| (outcome["value"].as_str().expect("text"), &outcome["p"])).collect();
            assert_eq!(json!(believed), pieces[0][side][variable["id"].as_str().expect("text")], "{side} {variable}");
        }
    }
    assert_eq!(app.get("/v1/games/g1/evidence?type=left_out").await.expect(200)["items"], json!([]));
    // It is still seat 1's turn at everyone's table.
    app.append("g1", play(1, "AD")).await;
    for observer in ["public", "seat:0", "seat:1", "referee"] {
        let asked = json!({"observer": observer, "queries": [{"type": "expected_points", "seat": 2, "card": "AC"}]});
        let answer = app.post("/v1/games/g1/queries", asked).await.expect(200);
        assert_eq!(answer["answers"][0]["type"], "expected_points", "{observer}");
    }
    assert_eq!(left_out("public").await, [8]);
}

#[tokio::test]
async fn a_refused_append_changes_nothing_whatever_was_wrong() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let turn = json!({"type": "turn", "data": {"seat": 0}});
    let problem = app.post(&format!("{EVENTS}?observer=seat:9"), turn.clone()).await.problem(400, "parameter");
    assert_eq!(problem["parameter"], "observer");
    app.post(&format!("{EVENTS}?observer=nobody"), turn.clone()).await.problem(400, "parameter");
    let greatest = [("if-match", "\"18446744073709551615\"")];
    app.ask(Method::POST, EVENTS, &greatest, Some(turn)).await.problem(412, "revision-moved");
    app.post("/v1/games/%ff/events", json!({})).await.problem(404, "not-found");
    assert_eq!(app.revision("g1").await, 0);
}

#[tokio::test]
async fn pages_belong_to_one_timeline() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", first_session()).await;
    let whole = app.get("/v1/games/g1/evidence").await.json();
    let first = app.get("/v1/games/g1/evidence?limit=2").await.json();
    app.append("g1", json!({"type": "retract", "data": {"revision": 4, "reason": "one road only"}})).await;
    let cursor = first["next"].as_str().expect("more");
    let rest = app.get(&format!("/v1/games/g1/evidence?cursor={cursor}")).await.json();
    let mut pages = first["items"].as_array().expect("pieces").clone();
    pages.extend(rest["items"].as_array().expect("pieces").clone());
    assert_eq!(Value::Array(pages), whole["items"]);
    let typo = app.get("/v1/games/g1/evidence?variable=seat:2/wod").await.problem(400, "parameter");
    assert_eq!(typo["parameter"], "variable");
    assert_eq!(app.get("/v1/games/g1/evidence?seat=9").await.problem(400, "parameter")["parameter"], "seat");
    for cursor in ["1", "99.0", "x.y"] {
        app.get(&format!("/v1/games/g1/evidence?cursor={cursor}")).await.problem(400, "parameter");
    }
    for game in ["g2", "g3", "g4"] {
        app.open_catan(game, 3, json!({})).await;
        app.append(game, json!({"type": "finish"})).await;
    }
    let page = app.get("/v1/games?status=finished&limit=2").await;
    let link = page.headers["link"].to_str().expect("text").to_owned();
    let next = app.get(&link[1..link.find('>').expect("a link")]).await.json();
    assert_eq!((next["items"].as_array().map(Vec::len), &next["items"][0]["game"]), (Some(1), &json!("g2")), "{link}");
}

#[tokio::test]
async fn drawn_hands_do_not_excuse_what_cannot_be_elsewhere() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let start = json!({"hand_sizes": {"0": 7, "1": 7, "2": 7}, "dev_cards_held": {"1": {"monopoly": 1}}});
    app.append("g1", json!({"type": "start", "data": start})).await;
    let before = app.get("/v1/games/g1/belief?observer=referee").await.expect(200);
    assert_eq!((&before["method"], &before["dropped_mass"]), (&json!("sampled"), &json!(0.0)));
    // Too many hands to list, but the one development card of seat 1 is known, and it is no knight.
    let knight = json!({"type": "play_dev_card", "data": {"seat": 1, "card": "knight"}});
    let problem = app.post(&format!("{EVENTS}?observer=referee"), knight.clone()).await.problem(422, "contradiction");
    assert_eq!(problem["evidence"], json!([1]));
    // Who names no observer may append anything, and is given the reason too.
    assert_eq!(app.post(EVENTS, knight.clone()).await.problem(422, "contradiction"), problem);
    let vague = app.post(&format!("{EVENTS}?observer=public"), knight).await.problem(422, "contradiction");
    let detail = vague["detail"].as_str().expect("a text");
    assert!(detail.starts_with("others at the table have reported otherwise") && detail.contains("observer=referee"), "{detail}");
    assert_eq!(vague["evidence"], json!([]));
    assert_eq!(app.get("/v1/games/g1/belief?observer=referee").await.expect(200), before);
}

/// Two reporters may find the same mistake: the second is answered that it was taken back before, in the same words when it asks again.
#[tokio::test]
async fn taking_back_what_was_taken_back_is_noticed() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", first_session()).await;
    let road = json!({"type": "build", "data": {"seat": 1, "piece": "road"}});
    let first = json!({"type": "retract", "data": {"revision": 4, "reason": "read wrongly", "instead": road}});
    let again = json!({"id": "b", "type": "retract", "data": {"revision": 4, "reason": "there was none"}});
    let answer = app.append("g1", json!([{"type": "turn", "data": {"seat": 1}}, first])).await;
    assert!(answer.get("notices").is_none(), "{answer}");
    let noticed = json!([{"pointer": "", "detail":
        "revision 4 was taken back before, by revision 6; from revision 7 on this retraction counts, and nothing stands in the place of revision 4"}]);
    for due in [201, 200] {
        let answer = app.post("/v1/games/g1/events", again.clone()).await.expect(due);
        assert_eq!(answer["notices"], noticed, "{answer}");
    }
}

/// A seat that does not see the earlier retraction, because it sees nothing of what was taken back, does not hear of it either.
#[tokio::test]
async fn who_sees_no_retraction_hears_of_none() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", first_session()).await;
    let hand = json!({"type": "hand", "data": {"seat": 0, "bundle": {}}});
    app.append("g1", hand).await;
    app.append("g1", json!({"type": "retract", "data": {"revision": 5, "reason": ""}})).await;
    let again = |seat: u8| json!({"type": "retract", "data": {"revision": 5, "reason": format!("for seat {seat}")}});
    let of = async |seat: u8| {
        let answer = app.post(&format!("/v1/games/g1/events?observer=seat:{seat}"), again(seat)).await.expect(201);
        answer.get("notices").is_some()
    };
    assert!(of(0).await, "seat 0 saw its hand, and that it was taken back");
    assert!(!of(1).await, "seat 1 saw neither");
}
