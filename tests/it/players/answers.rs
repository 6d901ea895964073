//! What is answered about players: names, lists, rates with their intervals, histories, and what was known at an earlier time.

use credence::store::{Expected, NewEvent, Part};
use reqwest::Method;
use serde_json::{Value, json};

use super::{counted, offers, refusal_rate, refuses, with_a_refusal};
use crate::harness::app::TestApp;
use crate::harness::{Place, append, event, history, player};

crate::store_contract::laws! {
    a_new_player_starts_from_the_population,
    players_are_named_and_listed,
    a_history_tells_where_and_goes_in_pages,
    what_was_known_then_can_be_asked_for,
    an_opening_holds_profiles_by_value,
    settled_rounds_move_trust,
}

fn close(value: &Value, expected: f64) {
    let value = value.as_f64().expect("a number");
    assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
}

async fn a_new_player_starts_from_the_population(place: Place) {
    let app = TestApp::on(&place.url()).await;
    app.get("/v1/players/p2").await.problem(404, "not-found");
    app.open_catan("g0", 4, json!({})).await;
    let new = app.get("/v1/players/p2").await.expect(200);
    assert_eq!((new["revision"].as_u64(), new["rulesets"].as_array().map(Vec::len)), (None, Some(credence::rulesets::ALL.len())));
    let rate = refusal_rate(&new);
    assert_eq!(rate["prior"], json!({"name": "shipped", "alpha": 2.6, "beta": 1.8}));
    close(&rate["mean"], 2.6 / 4.4);
    with_a_refusal(&app, "g1").await;
    // Beta(2.6 + 1, 1.8 + 0): mean 3.6 / 5.4.
    let one = app.get("/v1/players/p2").await.expect(200);
    let rate = refusal_rate(&one);
    assert_eq!((&rate["successes"], &rate["opportunities"]), (&json!(1.0), &json!(1.0)));
    close(&rate["mean"], 2.0 / 3.0);
    let [low, high] = [0, 1].map(|end| rate["interval_90"][end].as_f64().expect("a number"));
    let beta = credence::belief::Beta { alpha: 3.6, beta: 1.8 };
    assert!((beta.cdf(high) - beta.cdf(low) - 0.9).abs() < 1e-9 && low < 0.6 && 0.7 < high, "{low} {high}");
    // A second game: the first weighs 0.98. Beta(2.6 + 1.98, 1.8).
    with_a_refusal(&app, "g2").await;
    let two = app.get("/v1/players/p2").await.expect(200);
    close(&refusal_rate(&two)["successes"], 1.98);
    close(&refusal_rate(&two)["mean"], 4.58 / 6.38);
    let decay = &app.get("/v1/rulesets/catan").await.expect(200)["memory"][0];
    assert_eq!((&decay["name"], &decay["value"]), (&json!("profile_decay"), &json!(0.98)));
    app.stop().await;
}

async fn players_are_named_and_listed(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let made = app.put("/v1/players/zoe", json!({"display_name": "Zoë"})).await;
    assert_eq!((made.status.as_u16(), &made.headers["location"]), (201, &"/v1/players/zoe".parse().expect("a header")));
    assert_eq!(app.put("/v1/players/zoe", json!({"display_name": "Zoë K."})).await.expect(200)["display_name"], "Zoë K.");
    app.open_catan("g1", 4, json!({})).await;
    app.put("/v1/players/p1", json!({"display_name": "One"})).await.expect(200);
    let first = app.get("/v1/players?limit=3").await;
    let link = first.headers["link"].to_str().expect("text").to_owned();
    let first = first.expect(200);
    assert_eq!(first["items"], json!([{"player": "p0"}, {"player": "p1", "display_name": "One"}, {"player": "p2"}]));
    let rest = app.get(&link[1..link.find('>').expect("a link")]).await.expect(200);
    assert_eq!(rest, json!({"items": [{"player": "p3"}, {"player": "zoe", "display_name": "Zoë K."}]}));
    assert_eq!(app.put("/v1/players/zoe", json!({})).await.expect(200).get("display_name"), None, "PUT replaces");
    assert_eq!(app.put("/v1/players/-x", json!({})).await.problem(400, "parameter")["parameter"], "player");
    for name in ["", "a\nb", "evil\u{202e}exe.png", "\u{2066}Zoë"] {
        let problem = app.put("/v1/players/zoe", json!({"display_name": name})).await.problem(422, "malformed");
        assert_eq!(problem["pointer"], "/display_name");
    }
    app.put("/v1/players/zoe", json!({"name": "Zoë"})).await.problem(422, "malformed");
    app.get("/v1/players?cursor=%20").await.problem(400, "parameter");
    app.get("/v1/players?limit=0").await.problem(400, "parameter");
    app.get("/v1/players/zoe?as_of=g1").await.problem(400, "parameter");
    app.get("/v1/players/nobody/history").await.problem(404, "not-found");
    app.ask(Method::DELETE, "/v1/players/nobody", &[], None).await.problem(404, "not-found");
    app.stop().await;
}

async fn a_history_tells_where_and_goes_in_pages(place: Place) {
    let app = TestApp::on(&place.url()).await;
    for game in 0..5 {
        with_a_refusal(&app, &format!("g{game}")).await;
    }
    let whole = history(&app, "p2", 100).await;
    assert_eq!(whole.len(), 5);
    let newest = &whole[0];
    assert_eq!(
        newest["observed"],
        json!({"count": {"tendency": "refuses_trades", "context": "", "successes": 1, "opportunities": 1}})
    );
    assert_eq!(
        [&newest["game"], &newest["revision"], &newest["seat"], &newest["ruleset"]],
        [&json!("g4"), &json!(3), &json!(2), &json!("catan")]
    );
    let event = app.get(newest["links"]["event"].as_str().expect("a link")).await.expect(200);
    assert_eq!((&event["items"][0]["revision"], &event["items"][0]["type"]), (&json!(3), &json!("refuse")));
    assert_eq!(app.get(newest["links"]["game"].as_str().expect("a link")).await.expect(200)["game"], "g4");
    let revisions: Vec<_> = whole.iter().map(|item| item["player_revision"].as_u64().expect("a revision")).collect();
    assert_eq!(revisions, [4, 3, 2, 1, 0], "newest first");
    for limit in 1..6 {
        assert_eq!(history(&app, "p2", limit).await, whole, "in pages of {limit}");
    }
    assert_eq!(history(&app, "p0", 10).await, [Value::Null; 0]);
    let path = |query: &str| format!("/v1/players/p2/history?{query}");
    for (wanted, revisions) in [
        ("game=g3", vec![3]),
        ("ruleset=catan&tendency=refuses_trades&context=", vec![4, 3, 2, 1, 0]),
        ("tendency=refuses_trades&context=late", vec![]),
        ("tendency=robs_largest_hand", vec![]),
        ("ruleset=hearts", vec![]),
    ] {
        let found = app.get(&path(wanted)).await.expect(200)["items"].as_array().expect("a list").clone();
        let found: Vec<_> = found.iter().map(|item| item["player_revision"].as_u64().expect("a revision")).collect();
        assert_eq!(found, revisions, "{wanted}");
    }
    let two = app.get(&path("tendency=refuses_trades&limit=2")).await.expect(200);
    let next = two["next"].as_str().expect("more").to_owned();
    let rest = app.get(&path(&format!("tendency=refuses_trades&cursor={next}"))).await.expect(200);
    assert_eq!((two["items"][1]["player_revision"].as_u64(), rest["items"].as_array().map(Vec::len)), (Some(3), Some(3)));
    app.get(&path("ruleset=chess")).await.problem(404, "not-found");
    let strange = app.get(&path("ruleset=catan&tendency=bluff_rate")).await.problem(400, "parameter");
    assert!(strange["detail"].as_str().expect("text").contains("robs_largest_hand"), "{strange}");
    let lines = app.ask(Method::GET, &path("limit=2"), &[("accept", "application/x-ndjson")], None).await;
    let lines: Vec<Value> =
        lines.bytes.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    assert_eq!((&lines[0]["next"], &lines[1]), (&json!("3"), newest));
    for cursor in ["99", "x", "-1"] {
        app.get(&format!("/v1/players/p2/history?cursor={cursor}")).await.problem(400, "parameter");
    }
    app.stop().await;
}

/// An answer without what all players taught, which is told of now alone.
fn as_of_then(mut answer: Value) -> Value {
    for ruleset in answer["rulesets"].as_array_mut().expect("rulesets") {
        for tendency in ruleset["tendencies"].as_array_mut().expect("tendencies") {
            let tendency = tendency.as_object_mut().expect("a tendency");
            tendency.remove("learned");
            for context in tendency.get_mut("contexts").and_then(Value::as_array_mut).into_iter().flatten() {
                context.as_object_mut().expect("a context").remove("learned");
            }
        }
    }
    answer
}

async fn what_was_known_then_can_be_asked_for(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let mut then = Vec::new();
    // More than are worth keeping, so that earlier states are behind the kept one.
    for game in 0..70 {
        with_a_refusal(&app, &format!("g{game}")).await;
        then.push(as_of_then(app.get("/v1/players/p2").await.expect(200)));
    }
    let app = app.restart().await;
    for (revision, known) in then.iter().enumerate() {
        assert_eq!(&app.get(&format!("/v1/players/p2?revision={revision}")).await.expect(200), known);
    }
    assert_eq!(as_of_then(app.get("/v1/players/p2").await.expect(200)), then[69]);
    for beyond in [70, (1_u64 << 53) - 1] {
        let problem = app.get(&format!("/v1/players/p2?revision={beyond}")).await.problem(404, "not-found");
        assert_eq!(problem["revision"], 69);
    }
    for too_large in [1_u64 << 53, u64::MAX / 2, u64::MAX - 1, u64::MAX] {
        app.get(&format!("/v1/players/p2?revision={too_large}")).await.problem(400, "parameter");
    }
    assert_eq!(app.get("/v1/players/p0?revision=0").await.problem(404, "not-found").get("revision"), None);
    app.stop().await;
}

async fn an_opening_holds_profiles_by_value(place: Place) {
    let app = TestApp::on(&place.url()).await;
    with_a_refusal(&app, "g1").await;
    let seats: Vec<Value> = (0..4).map(|seat| json!({"player": format!("p{seat}")})).collect();
    let open = json!({"ruleset": "catan", "seats": seats});
    let opened = app.put("/v1/games/g2", open.clone()).await.expect(201);
    let profile = &opened["profiles"][2]["profile"];
    let counts = json!({"refuses_trades": {"": {"successes": 1.0, "opportunities": 1.0}}});
    assert_eq!([&profile["games"], &profile["tendencies"], &profile["as_of"]], [&json!(1), &counts, &json!(0)]);
    assert_eq!(opened["profiles"][1]["profile"], json!({"games": 0, "tendencies": {}}));
    app.append("g2", super::an_offer()).await;
    let paths = ["/v1/games/g2/belief", "/v1/games/g2/events?limit=1", "/v1/games/g2/audit?observer=referee"];
    let mut before = Vec::new();
    for path in paths {
        before.push(app.get(path).await.bytes);
    }
    // The same person goes on in the other game.
    for number in 0..3 {
        let (offer, refusal) = (offers(&format!("offer-{number}")), refuses(&format!("again-{number}"), 2));
        app.append("g1", json!([offer, refusal])).await;
    }
    assert_eq!(counted(&app, "p2").await, [4.0, 4.0]);
    let app = app.restart().await;
    for (path, before) in paths.iter().zip(before) {
        assert_eq!(app.get(path).await.bytes, before, "{path}");
    }
    assert_eq!(app.put("/v1/games/g2", open.clone()).await.expect(200), opened, "opened again, it is what it was");
    assert_eq!(app.put("/v1/games/g3", open).await.expect(201)["profiles"][2]["profile"]["as_of"], 3);
    app.stop().await;
}

/// An event of a player's stream, as a game of statements settles it.
fn accuracy(number: usize, what: &Value) -> NewEvent {
    let mut entry = json!({"ruleset": "catan", "game": "g1", "revision": number, "seat": 2});
    entry.as_object_mut().expect("an object").extend(what.as_object().expect("an object").clone());
    let kind = if what.get("was").is_some() { "conduct_corrected" } else { "conduct" };
    let payload = serde_json::to_vec(&entry).expect("JSON");
    NewEvent { kind: kind.to_owned(), payload, ..event(&format!("round-{number}")) }
}

async fn settled_rounds_move_trust(place: Place) {
    let app = TestApp::on(&place.url()).await;
    app.open_catan("g1", 4, json!({})).await;
    let opening = app.get("/v1/games/g1/events?limit=1").await.expect(200);
    let person = opening["items"][0]["data"]["seats"][2]["person"].as_str().expect("a person").to_owned();
    app.stop().await;
    // Accuracies 1, 1, 0, 0.5; then the third was 1 after all.
    let mut events: Vec<NewEvent> = [1.0, 1.0, 0.0, 0.5]
        .iter()
        .enumerate()
        .map(|(number, value)| accuracy(number, &json!({"observed": {"accuracy": {"value": value}}})))
        .collect();
    let one = |value: f64| json!([{"accuracy": {"value": value}}]);
    events.push(accuracy(4, &json!({"corrects": 2, "was": one(0.0), "now": one(1.0)})));
    let store = place.open().await;
    let part = Part { stream: player(&person), expected: Expected::Any, events };
    store.append(vec![append(vec![part])]).await.expect("the group is taken").remove(0).expect("taken");
    store.close().await;
    let app = TestApp::on(&place.url()).await;
    let curve: Vec<f64> =
        history(&app, "p2", 2).await.iter().rev().map(|item| item["trust"].as_f64().expect("it moved trust")).collect();
    for (trust, expected) in curve.iter().zip([0.55, 0.6, 0.55, 0.55, 0.65]) {
        assert!((trust - expected).abs() < 1e-12, "{curve:?}");
    }
    let now = app.get("/v1/players/p2").await.expect(200)["rulesets"][0]["trust"].clone();
    assert_eq!(
        (&now["rounds"], &now["recent"], now["value"].as_f64()),
        (&json!(4), &json!([1.0, 1.0, 1.0, 0.5]), curve.last().copied())
    );
    assert_eq!(app.get("/v1/players/p1").await.expect(200)["rulesets"][0].get("trust"), None, "nothing was settled yet");
    app.open_catan("g2", 4, json!({})).await;
    let opening = app.get("/v1/games/g2/events?limit=1").await.expect(200);
    assert_eq!(opening["items"][0]["data"]["seats"][2]["profile"]["trust"]["value"], now["value"]);
    app.stop().await;
}
