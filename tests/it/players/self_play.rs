//! Tables for self-play: one player in several seats, seats that nobody is known in, and games that are erased afterwards.

use std::sync::Arc;

use credence::clock::{Entropy, SystemClock};
use credence::rulesets::Observer;
use credence::service::{BeliefRequest, Error, Limits, Service};
use credence::store::LogWriter;
use reqwest::Method;
use serde_json::{Value, json};

use super::{an_offer, counted, refuses};
use crate::harness::app::{Answered, TestApp, first_session};
use crate::harness::{Place, fresh_sqlite, history, on_postgres};

crate::store_contract::laws! {
    one_player_sits_in_several_seats,
    an_anonymous_seat_is_nobody_s,
    an_erased_game_is_gone_and_the_log_stays,
    a_game_whose_events_have_any_id_can_be_erased,
}

async fn open(app: &TestApp, game: &str, players: Value) -> Answered {
    let seats: Vec<Value> = players.as_array().expect("players").iter().map(|player| json!({"player": player})).collect();
    app.put(&format!("/v1/games/{game}"), json!({"ruleset": "catan", "seats": seats})).await
}

async fn erase(app: &TestApp, game: &str) -> Answered {
    app.ask(Method::DELETE, &format!("/v1/games/{game}"), &[], None).await
}

/// The last event of an erased game stands beside those of the client, whatever their ids.
async fn a_game_whose_events_have_any_id_can_be_erased(place: Place) {
    let app = TestApp::on(&place.url()).await;
    open(&app, "g1", json!(["bot", "other"])).await.expect(201);
    app.append("g1", json!([{"id": "erased", "type": "note", "data": {"text": "a"}}])).await;
    assert_eq!(erase(&app, "g1").await.status, 204);
    erase(&app, "g1").await.problem(410, "game-erased");
    app.stop().await;
}

/// What every seat of a player settles is the player's, in one stream, and each entry names its seat.
async fn one_player_sits_in_several_seats(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let opened = open(&app, "g1", json!(["bot", "bot", "bot", "other"])).await.expect(201);
    assert_eq!(opened["profiles"][2]["player"], "bot");
    app.append("g1", an_offer()).await;
    // Seats 2 and 3 are asked: one is the bot, the other is not.
    app.append("g1", json!([refuses("no", 2), refuses("no too", 3)])).await;
    assert_eq!((counted(&app, "bot").await, counted(&app, "other").await), ([1.0, 1.0], [1.0, 1.0]));
    // Both seats of one batch are the bot's: one append carries what both settled.
    open(&app, "g2", json!(["other", "bot", "bot", "bot"])).await.expect(201);
    app.append("g2", an_offer()).await;
    app.append("g2", json!([refuses("no", 2), refuses("no too", 3)])).await;
    let entries = history(&app, "bot", 50).await;
    let of_g2: Vec<&Value> = entries.iter().filter(|entry| entry["game"] == "g2").collect();
    let mut seats: Vec<u64> = of_g2.iter().map(|entry| entry["seat"].as_u64().expect("a seat")).collect();
    seats.sort_unstable();
    assert_eq!(seats, [2, 3]);
    // The next game knows of both.
    let next = open(&app, "g3", json!(["bot", "bot", "other"])).await.expect(201);
    assert_eq!(next["profiles"][0]["profile"], next["profiles"][1]["profile"]);
    assert_eq!(next["profiles"][0]["profile"]["games"], 2);
    assert_eq!(open(&app, "g3", json!(["bot", "bot", "other"])).await.expect(200)["revision"], 0);
    let list = app.get("/v1/games?player=bot").await.expect(200);
    let games: Vec<&Value> = list["items"].as_array().expect("games").iter().map(|item| &item["game"]).collect();
    assert_eq!(games, ["g3", "g2", "g1"], "each once");
    app.stop().await;
}

async fn an_anonymous_seat_is_nobody_s(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let opened = open(&app, "g1", json!(["bot", null, null, null])).await.expect(201);
    let shown = opened["profiles"][1]["player"].as_str().expect("a pseudonym").to_owned();
    assert!(shown.starts_with("anonymous-"), "{shown}");
    assert_ne!(opened["profiles"][2]["player"], shown, "nobody knows whether they are one");
    app.append("g1", an_offer()).await;
    app.append("g1", refuses("no", 2)).await;
    let players = app.get("/v1/players").await.expect(200);
    assert_eq!(players["items"].as_array().map(Vec::len), Some(1), "{players}");
    app.get(&format!("/v1/players/{shown}")).await.problem(404, "not-found");
    // Opened again, it is the same table; a named seat is another.
    open(&app, "g1", json!(["bot", null, null, null])).await.expect(200);
    open(&app, "g1", json!(["bot", null, "ann", null])).await.problem(409, "game-exists");
    open(&app, "g1", json!(["bot", null])).await.problem(409, "game-exists");
    let taken = open(&app, "g2", json!(["bot", "anonymous-1"])).await.problem(422, "malformed");
    assert_eq!(taken["pointer"], "/seats/1/player");
    let app = app.restart().await;
    let seats = app.get("/v1/games/g1").await.expect(200);
    assert_eq!(seats["seats"][1]["player"], shown);
    let tag = app.get("/v1/games/g1").await.headers["etag"].to_str().expect("a tag").to_owned();
    let known = app.ask(Method::GET, "/v1/games/g1", &[("if-none-match", &tag)], None).await;
    assert_eq!(known.status.as_u16(), 304, "nobody was forgotten here");
    app.stop().await;
}

async fn an_erased_game_is_gone_and_the_log_stays(place: Place) {
    let app = TestApp::on(&place.url()).await;
    for game in ["g1", "g2"] {
        open(&app, game, json!(["a", "b", "c"])).await.expect(201);
        app.append(game, first_session()).await;
        app.get(&format!("/v1/games/{game}/belief?observer=seat:0")).await.expect(200);
    }
    let stays = app.get("/v1/games/g2/belief?observer=seat:0").await.bytes;
    assert_eq!(erase(&app, "g1").await.expect(204), Value::Null);
    let gone = async |app: &TestApp| {
        for path in ["", "/events", "/belief", "/evidence", "/audit"] {
            app.get(&format!("/v1/games/g1{path}")).await.problem(410, "game-erased");
        }
        erase(app, "g1").await.problem(410, "game-erased");
        open(app, "g1", json!(["a", "b", "c"])).await.problem(410, "game-erased");
        let event = json!([{"type": "note", "data": {"text": "late"}}]);
        app.post("/v1/games/g1/events", event).await.problem(410, "game-erased");
        let list = app.get("/v1/games").await.expect(200);
        assert_eq!(list["items"].as_array().map(Vec::len), Some(1));
        assert_eq!(app.get("/v1/games/g2/belief?observer=seat:0").await.bytes, stays);
    };
    gone(&app).await;
    erase(&app, "nobody").await.problem(404, "not-found");
    assert_eq!(app.get("/problems/game-erased").await.expect(200)["status"], 410);
    let app = app.restart().await;
    gone(&app).await;
    app.stop().await;
    // Nothing of it is left in the database but its chain, and that verifies.
    let store = place.open().await;
    let events = crate::harness::read_all(&*store, crate::harness::home().of_game("g1"), &crate::harness::game("g1")).await;
    assert!(events.len() > 2 && events.iter().all(|event| event.payload.is_none() && event.salt.is_none()));
    store.close().await;
    crate::operations::sound_after_erasing(&place).await;
}

/// Who had the game in hand when it was erased folds it to the end; that brings nothing of it back.
#[tokio::test]
async fn a_game_that_is_erased_while_it_is_folded_stays_erased() {
    let (_keep, place) = fresh_sqlite();
    let app = TestApp::on(&place.url()).await;
    open(&app, "g1", json!(["a", "b", "c"])).await.expect(201);
    app.append("g1", first_session()).await;
    app.stop().await;
    let store = place.open().await;
    let log = store.find_tenant("default").await.expect("read").expect("there");
    let writer = LogWriter::spawn(Arc::clone(&store));
    let entropy = Entropy::from_system().expect("randomness");
    let service = Service::new(Arc::clone(&store), writer.clone(), Arc::new(SystemClock), entropy, Limits::default());
    let in_hand = service.game(log, "g1").await.expect("it is there");
    service.erase(log, "g1", None).await.expect("it is erased");
    assert!(in_hand.is_retired());
    let asked = BeliefRequest { observer: Observer::Seat(0), revision: None };
    service.belief(&in_hand, &asked, None).await.expect("what was asked before is answered");
    assert_eq!(service.game(log, "g1").await.err(), Some(Error::Erased("g1".to_owned())));
    writer.close().await;
    store.close().await;
}

/// Another server on the database learns of it at the next request.
#[tokio::test]
async fn another_server_learns_that_a_game_was_erased() {
    on_postgres(|place| async move {
        let (one, other) = (TestApp::on(&place.url()).await, TestApp::on(&place.url()).await);
        open(&one, "g1", json!(["a", "b", "c"])).await.expect(201);
        one.append("g1", first_session()).await;
        other.get("/v1/games/g1/belief").await.expect(200);
        erase(&one, "g1").await.expect(204);
        other.get("/v1/games/g1/belief").await.problem(410, "game-erased");
        let late = other.post("/v1/games/g1/events", json!([{"type": "note", "data": {"text": "late"}}])).await;
        late.problem(410, "game-erased");
        one.stop().await;
        other.stop().await;
    })
    .await;
}
