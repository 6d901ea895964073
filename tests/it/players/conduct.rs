//! Conduct is recorded once, with the event that settled it, whatever is tried again.

use reqwest::Method;
use serde_json::json;

use super::{an_offer, counted, lengths, offers, refuses, with_a_refusal};
use crate::harness::app::TestApp;
use crate::harness::{Cut, CuttingProxy, Place, history, of_game, on_postgres};

crate::store_contract::laws! {
    retries_settle_nothing_twice,
    what_is_refused_settles_nothing,
    a_game_that_lost_its_end_finds_its_conduct_recorded,
    a_quarantined_event_settles_nothing,
}

async fn retries_settle_nothing_twice(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_a_refusal(&app, "g1").await;
    let events = "/v1/games/g1/events";
    assert_eq!(app.post(events, refuses("no", 2)).await.expect(200)["appended"][0]["duplicate"], true);
    app.post(events, json!([refuses("no", 2)])).await.expect(200);
    assert_eq!(lengths(&app).await, [0, 0, 1, 0]);
    // A retry that grew: the front is known, the rest is new.
    app.post(events, json!([refuses("no", 2), refuses("no-3", 3)])).await.expect(201);
    app.post(events, json!([refuses("no", 2), refuses("no-3", 3), offers("again"), refuses("no-2", 2)])).await.expect(201);
    assert_eq!(lengths(&app).await, [0, 0, 2, 1]);
    let late = app.ask(Method::POST, events, &[("if-match", "\"3\"")], Some(refuses("late", 2))).await;
    late.problem(412, "revision-moved");
    app.post(events, json!([refuses("new", 2), refuses("no", 2)])).await.problem(409, "id-misplaced");
    // Ten clients with one event.
    app.append("g1", offers("once-more")).await;
    let racers = (0..10).map(|_| app.post(events, refuses("raced", 2)));
    let statuses: Vec<u16> = futures::future::join_all(racers).await.iter().map(|answer| answer.status.as_u16()).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!((lengths(&app).await, counted(&app, "p2").await), ([0, 0, 3, 1], [3.0, 3.0]));
    app.stop().await;
}

async fn what_is_refused_settles_nothing(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_a_refusal(&app, "g1").await;
    let nothing_to_refuse = json!([refuses("a", 2), {"type": "turn", "data": {"seat": 1}}, refuses("b", 3)]);
    app.post("/v1/games/g1/events", nothing_to_refuse).await.problem(422, "refusal");
    let unpaid = json!([refuses("a", 2), {"type": "build", "data": {"seat": 0, "piece": "city"}}]);
    app.post("/v1/games/g1/events", unpaid).await.problem(422, "contradiction");
    assert_eq!(lengths(&app).await, [0, 0, 1, 0]);
    app.stop().await;
}

/// A game that was restored from an older copy, while the players' streams were not.
async fn a_game_that_lost_its_end_finds_its_conduct_recorded(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_a_refusal(&app, "g1").await;
    app.append("g1", refuses("more", 3)).await;
    let before = history(&app, "p2", 10).await;
    app.stop().await;
    let last = "(SELECT hash FROM events WHERE stream = 'game/g1' AND revision = 2)";
    place.tamper("DELETE FROM events WHERE stream = 'game/g1' AND revision > 2").await;
    place.tamper(&format!("UPDATE streams SET revision = 2, hash = {last} WHERE stream = 'game/g1'")).await;
    let app = TestApp::on(&place.url()).await;
    assert_eq!(app.revision("g1").await, 2);
    app.append("g1", json!([refuses("no", 2), refuses("more", 3), offers("again"), refuses("most", 3)])).await;
    assert_eq!(history(&app, "p2", 10).await, before, "settled then, and not again");
    assert_eq!(lengths(&app).await, [0, 0, 1, 2]);
    app.stop().await;
    // Where the restored game goes on otherwise, its conduct and the recorded one cannot both be true: what was recorded stays, and the game goes on.
    place.tamper("DELETE FROM events WHERE stream = 'game/g1' AND revision > 2").await;
    place.tamper(&format!("UPDATE streams SET revision = 2, hash = {last} WHERE stream = 'game/g1'")).await;
    let app = TestApp::on(&place.url()).await;
    let trade = json!({"type": "player_trade", "data": {"seat": 1, "give": {"wood": 1}, "partner": 2, "get": {"ore": 1}}});
    app.append("g1", trade).await;
    assert_eq!(app.revision("g1").await, 3);
    assert_eq!(history(&app, "p2", 10).await, before);
    app.stop().await;
}

async fn a_quarantined_event_settles_nothing(place: Place) {
    let app = TestApp::on(&place.url()).await;
    app.open_catan("g1", 4, json!({"on_contradiction": "quarantine"})).await;
    app.append("g1", an_offer()).await;
    // Nobody can give what it never got: no world takes the trade, a spectator's neither, and so it settles nothing.
    let trade = json!({"seat": 1, "give": {"wood": 1}, "partner": 2, "get": {"wheat": 1}});
    app.append("g1", json!({"type": "player_trade", "data": trade})).await;
    assert_eq!(app.get("/v1/games/g1/belief").await.expect(200)["quarantined"].as_array().map(Vec::len), Some(1));
    assert_eq!(lengths(&app).await, [0; 4]);
    app.append("g1", refuses("no", 2)).await;
    assert_eq!(lengths(&app).await, [0, 0, 1, 0], "the offer still stands");
    app.stop().await;
}

async fn a_cut_commit(place: Place, cut: Cut) {
    let Place::Postgres(url) = &place else { unreachable!("on_postgres gives a database") };
    let proxy = CuttingProxy::to(url, cut).await;
    let app = TestApp::on(&proxy.url).await;
    with_a_refusal(&app, "g1").await;
    for round in 0..4 {
        proxy.arm();
        let batch =
            json!([offers(&format!("offer-{round}")), refuses(&format!("a-{round}"), 2), refuses(&format!("b-{round}"), 3)]);
        app.append("g1", batch.clone()).await;
        assert!(proxy.has_cut());
        app.post("/v1/games/g1/events", batch).await.expect(200);
    }
    assert_eq!(lengths(&app).await, [0, 0, 5, 4]);
    let mut observations = of_game(&history(&app, "p2", 10).await);
    observations.dedup();
    assert_eq!(observations.len(), 5, "each of another revision");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_was_cut_before_the_server_settles_once() {
    on_postgres(|place| a_cut_commit(place, Cut::BeforeTheServer)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_was_cut_before_its_answer_settles_once() {
    on_postgres(|place| a_cut_commit(place, Cut::BeforeTheAnswer)).await;
}
