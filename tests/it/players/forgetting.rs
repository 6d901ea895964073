//! Forgetting a player: what is gone, what stays, and how somebody else begins under the same id.

use credence::store::chain::{GENESIS, verify};
use reqwest::Method;
use serde_json::{Value, json};

use super::{counted, lengths, offers, refuses, with_a_refusal};
use crate::harness::app::{Answered, TestApp};
use crate::harness::{Place, home, on_postgres, player, read_all};

crate::store_contract::laws! {
    a_forgotten_player_is_gone_and_the_games_stay,
    a_running_game_settles_nothing_about_whoever_was_forgotten,
    somebody_else_begins_under_the_same_id,
    a_game_goes_on_without_whoever_was_forgotten,
}

/// A name that stands nowhere else.
const NAME: &str = "Zebulon Quux the Unforgettable";

async fn forget(app: &TestApp, player: &str) -> Answered {
    app.ask(Method::DELETE, &format!("/v1/players/{player}"), &[], None).await
}

/// A game whose player p2 has a name, and turned an offer down. The person that p2 is.
async fn with_a_name(app: &TestApp) -> String {
    with_a_refusal(app, "g1").await;
    app.put("/v1/players/p2", json!({"display_name": NAME})).await.expect(200);
    let opening = app.get("/v1/games/g1/events?limit=1").await.expect(200);
    opening["items"][0]["data"]["seats"][2]["person"].as_str().expect("a person").to_owned()
}

async fn a_forgotten_player_is_gone_and_the_games_stay(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let person = with_a_name(&app).await;
    app.open_catan("g2", 4, json!({})).await;
    let paths = ["/v1/games/g1/belief?observer=seat:2", "/v1/games/g1/events", "/v1/games/g2/events", "/v1/games/g2/belief"];
    let mut before = Vec::new();
    for path in paths {
        before.push(app.get(path).await.bytes);
    }
    assert_eq!(app.get("/v1/games/g1").await.expect(200)["seats"][2]["player"], "p2");
    assert_eq!(forget(&app, "p2").await.expect(204), Value::Null);
    for path in ["/v1/players/p2", "/v1/players/p2?revision=0", "/v1/players/p2/history"] {
        app.get(path).await.problem(410, "player-forgotten");
    }
    forget(&app, "p2").await.problem(410, "player-forgotten");
    assert_eq!(app.get("/problems/player-forgotten").await.expect(200)["status"], 410);
    assert_eq!(app.get("/v1/players").await.expect(200)["items"].as_array().map(Vec::len), Some(3));
    // No seat for a forgotten id, and no person made behind its back.
    let seats = json!([{"player": "p0"}, {"player": "p1"}, {"player": "p2"}]);
    let problem = app.put("/v1/games/g3", json!({"ruleset": "catan", "seats": seats})).await.problem(410, "player-forgotten");
    assert_eq!(problem["pointer"], "/seats/2/player");
    app.get("/v1/games/g3").await.problem(404, "not-found");
    let unchanged = async |app: &TestApp| {
        for (path, before) in paths.iter().zip(&before) {
            assert_eq!(&app.get(path).await.bytes, before, "{path}");
        }
    };
    unchanged(&app).await;
    let app = app.restart().await;
    unchanged(&app).await;
    app_is_whole(app, &place, &person).await;
}

async fn app_is_whole(app: TestApp, place: &Place, person: &str) {
    assert_eq!(app.get("/v1/games/g1").await.expect(200)["seats"][2]["player"], person, "a pseudonym");
    assert_eq!(app.get("/v1/games").await.expect(200)["items"][1]["seats"][2]["player"], person, "in the list too");
    assert_eq!(app.get("/v1/games/g1/audit?observer=referee").await.expect(200)["chain"]["verified"], true);
    app.stop().await;
    let store = place.open().await;
    let (stream, mut hash) = (player(person), GENESIS);
    let events = read_all(&*store, home().of_game("g1"), &stream).await;
    assert_eq!(events.len(), 2, "what was settled, and that it was forgotten");
    for (revision, event) in (0..).zip(&events) {
        verify(&hash, &stream, revision, event).expect("the chain is whole");
        assert_eq!((&event.payload, &event.salt), (&None, &None));
        hash = event.hash;
    }
    store.close().await;
    if let Place::Sqlite(path) = place {
        let wal = path.with_file_name("credence.db-wal");
        for file in [path, &wal].into_iter().filter(|file| file.exists()) {
            let bytes = std::fs::read(file).expect("the file is read");
            let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
            assert!(!holds(NAME), "the name is still on the disk");
            assert!(holds(person) || file == &wal, "the person stands in the log");
        }
    }
}

async fn a_running_game_settles_nothing_about_whoever_was_forgotten(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let person = with_a_name(&app).await;
    forget(&app, "p2").await.expect(204);
    // One append settles something about p2 and p3; the game goes on for both, and the log holds p3's alone.
    app.append("g1", json!([offers("o-1"), refuses("a", 2), refuses("b", 3), offers("o-2"), refuses("c", 2)])).await;
    app.append("g1", json!({"type": "retract", "data": {"revision": 3, "reason": "misread"}})).await;
    assert_eq!((app.revision("g1").await, counted(&app, "p3").await), (9, [1.0, 1.0]));
    let app = app.restart().await;
    app.append("g1", json!([offers("o-3"), refuses("d", 2)])).await;
    app.put("/v1/players/p2", json!({})).await.expect(201);
    app.append("g1", json!([offers("o-4"), refuses("e", 2)])).await;
    assert_eq!((counted(&app, "p2").await, lengths(&app).await), ([0.0, 0.0], [0, 0, 0, 1]), "the seat is not the new person's");
    app.stop().await;
    let store = place.open().await;
    assert_eq!(read_all(&*store, home().of_game("g1"), &player(&person)).await.len(), 2);
    store.close().await;
}

async fn somebody_else_begins_under_the_same_id(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let person = with_a_name(&app).await;
    forget(&app, "p2").await.expect(204);
    let again = app.put("/v1/players/p2", json!({"display_name": "Another"})).await.expect(201);
    assert_eq!((&again["display_name"], again.get("revision")), (&json!("Another"), None));
    app.put("/v1/players/p2", json!({"display_name": "Another"})).await.expect(200);
    with_a_refusal(&app, "g2").await;
    assert_eq!(counted(&app, "p2").await, [1.0, 1.0], "only what the new person did");
    let games = app.get("/v1/games?player=p2").await.expect(200);
    assert_eq!((games["items"].as_array().map(Vec::len), &games["items"][0]["game"]), (Some(1), &json!("g2")));
    assert_eq!(app.get("/v1/games/g1").await.expect(200)["seats"][2]["player"], person);
    // And may be forgotten in turn.
    forget(&app, "p2").await.expect(204);
    app.get("/v1/players/p2").await.problem(410, "player-forgotten");
    app.stop().await;
}

/// A bot opens its game by the same request whenever it starts. Once its player was forgotten, that cannot be; what is said then must help.
async fn a_game_goes_on_without_whoever_was_forgotten(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let opening = json!({"ruleset": "catan", "seats": [{"player": "ann"}, {"player": "bob"}]});
    app.put("/v1/games/g9", opening.clone()).await.expect(201);
    app.put("/v1/games/g9", opening.clone()).await.expect(200);
    forget(&app, "ann").await.expect(204);
    let problem = app.put("/v1/games/g9", opening.clone()).await.problem(410, "player-forgotten");
    let detail = problem["detail"].as_str().expect("a text");
    assert!(detail.contains("game \"g9\" stands") && detail.contains("without naming its players"), "{detail}");
    assert_eq!(problem["pointer"], "/seats/0/player");
    assert_eq!(app.get("/v1/games/g9").await.expect(200)["ruleset"], "catan");
    app.append("g9", json!([{"type": "turn", "data": {"seat": 0}}])).await;
    // Another game of that name is not theirs, and for a new one the id has to begin anew.
    let hearts = json!({"ruleset": "hearts", "seats": [{"player": "ann"}, {}, {}, {}]});
    for (game, body) in [("g9", hearts), ("g10", opening.clone())] {
        let problem = app.put(&format!("/v1/games/{game}"), body).await.problem(410, "player-forgotten");
        assert!(!problem["detail"].as_str().expect("a text").contains("stands"), "{problem}");
    }
    app.put("/v1/players/ann", json!({})).await.expect(201);
    app.put("/v1/games/g9", opening).await.problem(409, "game-exists");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_server_forgot_the_other_does_not_record() {
    on_postgres(|place| async move {
        let [one, other] = [TestApp::on(&place.url()).await, TestApp::on(&place.url()).await];
        let person = with_a_name(&one).await;
        // The other server has the game, the name and the stream in memory.
        other.append("g1", json!([offers("o-1"), refuses("a", 2)])).await;
        assert_eq!(other.get("/v1/games/g1").await.expect(200)["seats"][2]["player"], "p2");
        forget(&one, "p2").await.expect(204);
        other.append("g1", json!([offers("o-2"), refuses("b", 2), refuses("c", 3)])).await;
        other.get("/v1/players/p2").await.problem(410, "player-forgotten");
        assert_eq!(other.get("/v1/games/g1").await.expect(200)["seats"][2]["player"], person);
        assert_eq!(counted(&other, "p3").await, [1.0, 1.0]);
        let store = place.open().await;
        assert_eq!(
            read_all(&*store, home().of_game("g1"), &player(&person)).await.len(),
            3,
            "two observations, and that they were forgotten"
        );
        store.close().await;
        one.stop().await;
        other.stop().await;
    })
    .await;
}
