//! A belief that lost worlds and is begun again says so to whoever reads it, its evidence or its curve.

use serde_json::{Value, json};

use crate::harness::app::TestApp;

fn kinds(items: &Value) -> Vec<&str> {
    items.as_array().expect("a list").iter().map(|item| item["type"].as_str().expect("a type")).collect()
}

fn steal(thief: u8, victim: u8) -> Value {
    json!({"type": "steal", "data": {"thief": thief, "victim": victim}})
}

/// Two wood and a brick, of which one is stolen. The belief keeps one world, in which it was wood; then a brick is given away.
#[tokio::test]
async fn a_belief_that_is_folded_again_says_so() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({"parameters": {"max_worlds": 1}})).await;
    let gains = json!({"type": "production", "data": {"gains": {"1": {"wood": 2, "brick": 1}}}});
    let trade = json!({"type": "bank_trade", "data": {"seat": 0, "give": {"brick": 1}, "get": {"sheep": 1}}});
    app.append("g1", json!([gains, steal(0, 1), trade])).await;
    let before = app.get("/v1/games/g1/belief?revision=2").await.expect(200);
    assert_eq!((&before["method"], &before["detail"]["worlds"]), (&json!("capped"), &json!(1)), "{before}");
    assert!(before["detail"].get("max_worlds").is_none(), "{before}");
    let after = app.get("/v1/games/g1/belief").await.expect(200);
    assert_eq!((&after["method"], &after["dropped_mass"]), (&json!("exact"), &json!(0.0)), "{after}");
    assert_eq!(after["detail"]["max_worlds"], 10, "{after}");
    let evidence = app.get("/v1/games/g1/evidence?from=3").await.expect(200);
    assert_eq!(kinds(&evidence["items"]), ["begun_again", "bank_trade", "bank_trade"]);
    let curve = app.get("/v1/games/g1/curve?from=3").await.expect(200);
    assert_eq!(kinds(&curve["items"][0]["evidence"]), ["begun_again", "bank_trade", "bank_trade"]);
    let told = app.get("/v1/games/g1/evidence?type=begun_again").await.expect(200);
    let piece = &told["items"][0];
    assert_eq!(
        (told["items"].as_array().map(Vec::len), &piece["before"]["seat:0/brick"]),
        (Some(1), &json!({"0": 1.0})),
        "{told}"
    );
    let p = piece["after"]["seat:0/brick"]["1"].as_f64().expect("a probability");
    assert!((p - 1.0 / 3.0).abs() < 1e-9, "{piece}");
}

/// Two cards are stolen, an ore among them, which neither one world nor ten hold: the belief begins again. It goes on alike where the server is
/// restarted in between.
#[tokio::test]
async fn a_belief_that_begins_again_says_so() {
    let app = TestApp::fresh().await;
    let gains = json!({"1": {"wood": 4, "brick": 4, "sheep": 4, "wheat": 4, "ore": 1}});
    let trade = json!({"type": "bank_trade", "data": {"seat": 0, "give": {"ore": 1}, "get": {"sheep": 1}}});
    let begun = [json!({"type": "production", "data": {"gains": gains}}), steal(0, 1), steal(0, 1), trade];
    for game in ["g1", "g2"] {
        app.open_catan(game, 3, json!({"parameters": {"max_worlds": 1}})).await;
    }
    app.append("g1", json!(begun)).await;
    let again = app.get("/v1/games/g1/belief").await.expect(200);
    assert_eq!((&again["method"], &again["dropped_mass"]), (&json!("restarted"), &json!(1.0)), "{again}");
    assert_eq!((&again["detail"]["worlds"], &again["detail"]["max_worlds"]), (&json!(4), &json!(10)), "{again}");
    let evidence = app.get("/v1/games/g1/evidence?from=4").await.expect(200);
    assert_eq!(kinds(&evidence["items"]), ["begun_again", "begun_again"]);
    let app = app.restart().await;
    app.append("g1", json!([steal(2, 1)])).await;
    app.append("g2", json!(begun.into_iter().chain([steal(2, 1)]).collect::<Vec<Value>>())).await;
    let [one, other] = ["g1", "g2"].map(|game| format!("/v1/games/{game}/belief"));
    let (one, other) = (app.get(&one).await.expect(200), app.get(&other).await.expect(200));
    assert_eq!((&one["hash"], &one["detail"]), (&other["hash"], &other["detail"]));
}
