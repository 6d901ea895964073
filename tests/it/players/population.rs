//! What all players of a log taught together: the same on every server, gone with who is forgotten, and equal when it is folded again.

use credence::rulesets::{ALL, find};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::observed::play;
use crate::harness::{Place, Played, program};

crate::store_contract::laws! {
    two_servers_learn_the_same_and_a_rebuild_is_equal,
    whoever_is_forgotten_never_played,
    an_opening_keeps_what_it_was_opened_with,
    the_population_stands_beside_rates_that_mean_something,
    a_fold_goes_on_from_what_is_kept,
}

/// The ruleset whose players are watched here: each round settles something.
const RULESET: &str = "liars_dice";

/// Plays a game with these players, `None` is an anonymous one, which reads what the population has taught.
async fn played(app: &TestApp, game: &str, players: &[Option<&str>], seed: u64) {
    played_with(app, game, players, seed, "learned").await;
}

/// Plays a game with these players, which reads this population: `learned` or `shipped`.
async fn played_with(app: &TestApp, game: &str, players: &[Option<&str>], seed: u64, population: &str) {
    let simulated = Played::simulate(find(RULESET).expect("it is hosted"), players.len(), None, seed);
    let seats: Vec<Value> =
        players.iter().map(|player| player.map_or_else(|| json!({}), |player| json!({"player": player}))).collect();
    app.put(&format!("/v1/games/{game}"), json!({"ruleset": RULESET, "seats": seats, "parameters": {"population": population}}))
        .await
        .expect(201);
    let event = |(at, (kind, data)): (usize, &(String, Vec<u8>))| {
        let data: Value = serde_json::from_slice(data).expect("JSON");
        json!({"id": format!("e{at}"), "type": kind, "data": data})
    };
    let events: Vec<Value> = simulated.events.iter().enumerate().map(event).collect();
    play(app, game, &events).await;
}

/// What was learned, without the position that it holds for. Enough is appended first that all games lie before that position.
async fn learned(app: &TestApp) -> Value {
    let filler = format!("filler-{}", app.get("/v1/games?limit=50").await.expect(200)["items"].as_array().expect("games").len());
    app.open_catan(&filler, 4, json!({})).await;
    let notes: Vec<Value> = (0..400).map(|at| json!({"id": format!("n{at}"), "type": "note", "data": {"text": "."}})).collect();
    play(app, &filler, &notes).await;
    let population = population(app).await;
    json!([population["players"], population["rates"]])
}

async fn population(app: &TestApp) -> Value {
    app.get(&format!("/v1/rulesets/{RULESET}")).await.expect(200)["population"].clone()
}

async fn two_servers_learn_the_same_and_a_rebuild_is_equal(place: Place) {
    let app = TestApp::on(&place.url()).await;
    assert_eq!(population(&app).await["players"], 0);
    for (game, seed) in [("a", 1), ("b", 2), ("c", 3)] {
        played(&app, game, &[Some("ann"), Some("bob"), Some("cid")], seed).await;
    }
    let first = learned(&app).await;
    assert_eq!(first[0], 3);
    let rates = first[1].as_array().expect("rates");
    assert!(rates.iter().any(|rate| rate["shipped"] != rate["learned"]), "{rates:?}");
    let whole = population(&app).await;
    // Another server on the same log: beside the first one, where the database allows it.
    let app = if matches!(place, Place::Sqlite(_)) {
        app.restart().await
    } else {
        let other = TestApp::on(&place.url()).await;
        app.stop().await;
        other
    };
    assert_eq!(population(&app).await, whole);
    app.stop().await;
    let output = program(&["rebuild", "--database-url", &place.url()]).output().expect("the program starts");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(
        output.status.success() && said.contains(&format!("{} populations equal bit for bit, 0 different", ALL.len())),
        "{said}"
    );
    let ran = |command: &str| {
        let output = program(&[command, "--database-url", &place.url()]).output().expect("the program starts");
        let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
        (output.status.success(), said)
    };
    let (sound, said) = ran("verify");
    assert!(sound && said.contains(&format!("{} populations", ALL.len())), "{said}");
    place
        .tamper("UPDATE populations SET state = (SELECT state FROM populations WHERE ruleset = 'hearts') WHERE ruleset = 'liars_dice'")
        .await;
    let (sound, said) = ran("verify");
    assert!(!sound && said.contains("the population of liars_dice is not what the players' streams give"), "{said}");
    let (equal, said) = ran("rebuild");
    assert!(!equal && said.contains(&format!("{} populations equal bit for bit, 1 different", ALL.len() - 1)), "{said}");
    assert!(ran("verify").0, "it is put right");
    place.tamper(&format!("UPDATE populations SET state = {} WHERE ruleset = 'liars_dice'", place.bytes("78"))).await;
    let output = program(&["learn", RULESET, "--json", "--database-url", &place.url()]).output().expect("the program starts");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["players"], &report["games"]), (&json!(3), &json!(3)), "{report}");
    let app = TestApp::on(&place.url()).await;
    assert_eq!(population(&app).await, whole, "what cannot be read is folded again");
    app.stop().await;
}

async fn whoever_is_forgotten_never_played(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let (_keep, never) = crate::harness::fresh_sqlite();
    let without = TestApp::on(&never.url()).await;
    for (game, seed) in [("a", 1), ("b", 2)] {
        // An opening keeps what bob had taught until then, and how well ann's dice fit what she says is measured by the opening.
        played_with(&app, game, &[Some("ann"), Some("bob")], seed, "shipped").await;
        played_with(&without, game, &[Some("ann"), None], seed, "shipped").await;
    }
    let both = learned(&app).await;
    assert_eq!(both[0], 2);
    app.ask(Method::DELETE, "/v1/players/bob", &[], None).await.expect(204);
    // Nor has somebody new of that name, while the log has not grown.
    app.put("/v1/players/bob", json!({})).await.expect(201);
    assert_eq!(population(&app).await["players"], 1);
    let left = learned(&app).await;
    assert_ne!(left, both);
    assert_eq!(left, learned(&without).await, "as if bob had never played");
    app.stop().await;
    without.stop().await;
}

async fn an_opening_keeps_what_it_was_opened_with(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let open = async |game: &str, parameters: Value| {
        let body = json!({"ruleset": RULESET, "seats": [{"player": "x"}, {"player": "y"}], "parameters": parameters});
        app.put(&format!("/v1/games/{game}"), body).await.expect(201);
        app.get(&format!("/v1/games/{game}/events?limit=1")).await.expect(200)["items"][0]["data"].clone()
    };
    played(&app, "a", &[Some("ann"), Some("bob")], 1).await;
    learned(&app).await;
    let opening = open("then", json!({})).await;
    assert_eq!(opening["population"]["players"], 2);
    assert_eq!(open("shipped", json!({"population": "shipped"})).await.get("population"), None);
    // To suppose that the game had read shipped numbers leaves out what was taught.
    let events = json!([
        {"type": "round", "data": {"dice": {"0": 5, "1": 5}, "starter": 0}},
        {"type": "bid", "data": {"seat": 0, "quantity": 4, "face": 3}}
    ]);
    let mut hashes = Vec::new();
    for game in ["then", "shipped"] {
        app.append(game, events.clone()).await;
        for body in [json!({}), json!({"parameters": {"population": "shipped"}})] {
            hashes.push(app.post(&format!("/v1/games/{game}/what-if"), body).await.expect(200)["hash"].clone());
        }
    }
    assert!(hashes[0] != hashes[1] && hashes[1..].iter().all(|hash| *hash == hashes[1]), "{hashes:?}");
    played(&app, "b", &[Some("cid"), Some("dan")], 2).await;
    learned(&app).await;
    app.ask(Method::DELETE, "/v1/players/bob", &[], None).await.expect(204);
    learned(&app).await;
    let still = app.get("/v1/games/then/events?limit=1").await.expect(200)["items"][0]["data"].clone();
    assert_eq!(still, opening);
    assert_eq!(open("now", json!({})).await["population"]["players"], 3, "ann, cid and dan");
    app.stop().await;
}

/// Over all situations of a behaviour, the population is taken to have met them as often as the player did; over choices apart there is nothing to be said.
async fn the_population_stands_beside_rates_that_mean_something(place: Place) {
    let app = TestApp::on(&place.url()).await;
    for (game, seed) in [("a", 1), ("b", 2), ("c", 3)] {
        played(&app, game, &[Some("ann"), Some("bob"), Some("cid")], seed).await;
    }
    learned(&app).await;
    let number = |value: &Value| value.as_f64().expect("a number");
    let mean = |prior: &Value| number(&prior["alpha"]) / (number(&prior["alpha"]) + number(&prior["beta"]));
    let ann = app.get("/v1/players/ann").await.expect(200);
    let known = ann["rulesets"].as_array().expect("rulesets").iter().find(|known| known["ruleset"] == RULESET);
    let mut compared = Vec::new();
    for tendency in known.expect("it is hosted")["tendencies"].as_array().expect("tendencies") {
        let name = tendency["tendency"].as_str().expect("a name");
        if ["dice_fit", "face_preference"].contains(&name) {
            assert!(tendency.get("learned").is_none() && tendency["opportunities"].as_f64() > Some(0.0), "{tendency}");
            continue;
        }
        let contexts = tendency.get("contexts").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let (mut done, mut met) = (0.0, 0.0);
        for context in contexts {
            let usual = context.get("learned").map_or(&context["prior"], |learned| &learned["prior"]);
            done += number(&context["opportunities"]) * mean(usual);
            met += number(&context["opportunities"]);
        }
        if met > 0.0 {
            let learned = &tendency["learned"]["prior"];
            assert!((mean(learned) - done / met).abs() < 1e-9 && learned["name"] == "population", "{tendency}");
            compared.push(name);
        }
    }
    for name in ["backed_rate", "bluff_rate", "call_threshold"] {
        assert!(compared.contains(&name), "ann did something of {name}: {compared:?}");
    }
    for ruleset in app.get("/v1/rulesets").await.expect(200)["items"].as_array().expect("rulesets") {
        for tendency in ruleset["tendencies"].as_array().expect("tendencies") {
            let description = tendency["description"].as_str().expect("a sentence");
            let is_apart = description.contains("the rate over") && description.ends_with("says nothing");
            assert_eq!(tendency.get("prior").is_none(), is_apart, "{tendency}");
        }
    }
    app.stop().await;
}

/// What is kept of a person is never past the moment that a population is folded to: so the start of a stream, which is damaged here, is not read again,
/// neither when the log has grown, nor when somebody was forgotten.
async fn a_fold_goes_on_from_what_is_kept(place: Place) {
    let mut app = TestApp::on(&place.url()).await;
    let ann = async |app: &TestApp| app.get("/v1/players/ann").await.expect(200)["revision"].as_u64().unwrap_or_default();
    let mut seed = 0;
    let mut settled = 0;
    for round in 0..3 {
        // What a reader finds worth keeping, of ann and of the others.
        let until = settled + 80;
        while settled < until {
            seed += 1;
            played_with(&app, &format!("g{seed}"), &[Some("ann"), Some("bob"), Some("cid")], seed, "shipped").await;
            settled = ann(&app).await;
        }
        assert_eq!(population(&app).await["players"], 3, "round {round}, at revision {settled}");
        app.stop().await;
        if round == 0 {
            let first = "stream LIKE 'player%' AND revision = 0";
            place.tamper(&format!("UPDATE events SET payload = {} WHERE {first}", place.bytes("7b7d"))).await;
        }
        app = TestApp::on(&place.url()).await;
    }
    app.ask(Method::DELETE, "/v1/players/bob", &[], None).await.expect(204);
    assert_eq!(population(&app).await["players"], 2, "ann and cid");
    app.stop().await;
}
