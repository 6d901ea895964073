//! Reading: beliefs at any revision, evidence, worlds, questions, what-if, lists, and what every read has in common.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::{Answered, TestApp, first_session};
use crate::harness::{Place, on_postgres, on_sqlite};

async fn with_first_session() -> TestApp {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", first_session()).await;
    app
}

async fn belief(app: &TestApp, query: &str) -> Value {
    app.get(&format!("/v1/games/g1/belief?{query}")).await.expect(200)
}

#[tokio::test]
async fn a_belief_can_be_read_as_of_any_revision() {
    let app = with_first_session().await;
    for revision in 0..=4 {
        let then = belief(&app, &format!("revision={revision}")).await;
        assert_eq!(then["revision"], revision);
        assert_eq!(then["variables"].as_array().map(Vec::len), Some(30));
    }
    // After the robbery: one of six cards, 3 wood, 2 brick, 1 ore.
    let then = belief(&app, "revision=2&variables=seat:2/wood,seat:2/ore").await;
    let p = |index: usize| then["variables"][index]["distribution"][1]["p"].as_f64().expect("a probability");
    assert!((p(0) - 0.5).abs() < 1e-12 && (p(1) - 1.0 / 6.0).abs() < 1e-12, "{then}");
    assert_eq!(belief(&app, "variables=seat:1/*").await["variables"].as_array().map(Vec::len), Some(10));
    app.get("/v1/games/g1/belief?variables=seat:9/*").await.problem(400, "parameter");
    app.get("/v1/games/g1/belief?revision=5").await.problem(404, "not-found");
    app.get("/v1/games/g1/belief?observer=seat:3").await.problem(400, "parameter");
    for (query, parameter) in [
        ("observer=me", "observer"),
        ("revision=-1", "revision"),
        ("observer=public&observer=public", "observer"),
        ("who=me", "who"),
    ] {
        let problem = app.get(&format!("/v1/games/g1/belief?{query}")).await.problem(400, "parameter");
        assert_eq!(problem["parameter"], parameter, "{problem}");
    }
}

#[tokio::test]
async fn what_the_client_holds_is_not_sent_again() {
    let app = with_first_session().await;
    for path in ["/v1/games/g1", "/v1/games/g1/events", "/v1/games/g1/belief", "/v1/games/g1/evidence"] {
        let tag = app.get(path).await.headers["etag"].to_str().expect("text").to_owned();
        let again = app.ask(Method::GET, path, &[("if-none-match", &format!("\"x\", {tag}"))], None).await;
        assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0), "{path}");
        assert_eq!(again.headers["etag"], tag);
        let other = app.ask(Method::GET, path, &[("if-none-match", "\"x\"")], None).await;
        assert_eq!(other.status, 200);
    }
    assert_eq!(app.get("/v1/games/g1").await.headers["etag"], "\"4\"");
}

#[tokio::test]
async fn evidence_explains_every_step() {
    let app = with_first_session().await;
    let timeline = app.get("/v1/games/g1/evidence?observer=seat:0&variable=seat:2/wood").await.expect(200);
    let pieces = timeline["items"].as_array().expect("pieces");
    assert_eq!(pieces.iter().map(|piece| &piece["revision"]).collect::<Vec<_>>(), [2, 4]);
    assert_eq!((&pieces[0]["type"], &pieces[0]["strength"]), (&json!("steal"), &json!("transition")));
    assert_eq!(pieces[1]["before"]["seat:2/wood"], json!({"0": 0.5, "1": 0.5}));
    assert_eq!(pieces[1]["after"]["seat:2/wood"], json!({"0": 0.25, "1": 0.75}));
    // Two bricks were gone from two in 4 of 6 worlds: -log2(4/6) bits of surprise, and as much learned.
    let bits = -libm::log2(4.0 / 6.0);
    for field in ["surprisal_bits", "information_gain_bits"] {
        assert!((pieces[1][field].as_f64().expect("bits") - bits).abs() < 1e-12, "{}", pieces[1]);
    }
    let of_seat = app.get("/v1/games/g1/evidence?seat=2&from=2&to=2").await.json();
    assert!(of_seat["items"].as_array().expect("pieces").iter().all(|piece| piece["revision"] == 2));
    assert_eq!(app.get("/v1/games/g1/evidence?type=monopoly").await.json()["items"], json!([]));
    // Catan has no such type: a list of it would be empty for ever.
    let unknown = app.get("/v1/games/g1/evidence?type=monopolly").await.expect(400);
    assert!(
        unknown["detail"].as_str().is_some_and(|detail| detail.contains("\"monopolly\"") && detail.contains("monopoly,")),
        "{unknown}"
    );
    let reversed = app.get("/v1/games/g1/evidence?from=4&to=2").await.expect(400);
    assert_eq!(
        (&reversed["parameter"], &reversed["detail"]),
        (&json!("to"), &json!("to is 2 and from is 4: no event lies between them"))
    );
    let catan = app.get("/v1/rulesets/catan").await.json();
    assert!(catan["evidence"].as_array().is_some_and(|types| types.iter().any(|known| known["name"] == "steal")), "{catan}");

    let whole = app.get("/v1/games/g1/evidence").await.json()["items"].clone();
    let mut pages = Vec::new();
    let mut path = "/v1/games/g1/evidence?limit=2".to_owned();
    loop {
        let page = app.get(&path).await;
        pages.extend(page.json()["items"].as_array().expect("a page").clone());
        let Some(link) = page.headers.get("link") else { break };
        let link = link.to_str().expect("text");
        assert!(link.ends_with(">; rel=\"next\"") && page.json()["next"].is_string());
        path = link[1..link.find('>').expect("a link")].to_owned();
    }
    assert_eq!(Value::Array(pages), whole);
}

/// What is rare in a long game is found page by page: one that looked at ten thousand events without finding it says where to go on.
#[tokio::test]
async fn rare_evidence_of_a_long_game_is_found_page_by_page() {
    let app = with_first_session().await;
    for batch in 0..11 {
        let note = |number| json!({"id": format!("{batch}-{number}"), "type": "note", "data": {"text": ""}});
        app.append("g1", (0..1_000).map(note).collect()).await;
    }
    app.append("g1", json!({"type": "production", "data": {"gains": {"1": {"wood": 1}}}})).await;
    let path = "/v1/games/g1/evidence?variable=seat:1/wood&from=5";
    let first = app.get(path).await.expect(200);
    assert_eq!(first["items"], json!([]));
    let next = first["next"].as_str().expect("there is more to look at");
    let second = app.get(&format!("{path}&cursor={next}")).await.expect(200);
    assert_eq!((second["items"].as_array().expect("pieces").len(), &second["items"][0]["revision"]), (1, &json!(11_005)));
    assert_eq!(second["next"], Value::Null);
}

#[tokio::test]
async fn worlds_come_from_seed_and_index_alone() {
    let app = with_first_session().await;
    let ask = |body: Value| app.post("/v1/games/g1/worlds", body);
    let few = ask(json!({"observer": "seat:0", "count": 10, "seed": 7})).await.expect(200);
    let many = ask(json!({"observer": "seat:0", "count": 200, "seed": 7})).await.expect(200);
    assert_eq!(few["worlds"].as_array().expect("worlds")[..], many["worlds"].as_array().expect("worlds")[..10]);
    assert_eq!((&many["method"], &many["count"], &many["rejected"]), (&json!("exact"), &json!(200), &json!(0)));
    for world in many["worlds"].as_array().expect("worlds") {
        let stolen = &world["world"]["hands"]["2"];
        let p: f64 = if *stolen == json!({"wood": 1}) { 0.75 } else { 0.25 };
        assert!(*stolen == json!({"wood": 1}) || *stolen == json!({"ore": 1}), "{stolen}");
        assert!((world["ln_probability"].as_f64().expect("a logarithm") - libm::log(p)).abs() < 1e-12);
        assert_eq!(world.get("importance"), Some(&Value::Null), "draws of an exact belief count alike");
    }
    let chosen = ask(json!({"count": 3})).await.expect(200);
    let again = ask(json!({"count": 3, "seed": chosen["seed"]})).await.expect(200);
    assert_eq!(chosen, again);
    let then = ask(json!({"count": 3, "seed": 7, "revision": 0})).await.expect(200);
    assert_eq!(then["worlds"][0]["world"]["hands"]["1"], json!({}));

    let accept = [("accept", "application/x-ndjson")];
    let lines =
        app.ask(Method::POST, "/v1/games/g1/worlds", &accept, Some(json!({"observer": "seat:0", "count": 10, "seed": 7}))).await;
    assert_eq!(lines.headers["content-type"], "application/x-ndjson");
    let text = String::from_utf8(lines.bytes).expect("text");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a line")).collect();
    assert_eq!((&lines[0]["seed"], &lines[0]["worlds"]), (&json!(7), &Value::Null));
    assert_eq!(Value::Array(lines[1..].to_vec()), few["worlds"]);

    assert_eq!(ask(json!({"count": 10_001})).await.problem(422, "over-limit")["limit"], "worlds");
    ask(json!(["public", 3, 7, null])).await.problem(422, "malformed");
    ask(json!({"count": 0})).await.problem(422, "malformed");
    ask(json!({"count": 1, "seed": 9_007_199_254_740_991_u64})).await.expect(200);
    let problem = ask(json!({"count": 1, "observer": "seat:9"})).await.problem(422, "malformed");
    assert_eq!(problem["pointer"], "/observer");
}

#[tokio::test]
async fn questions_are_answered_in_order() {
    let app = with_first_session().await;
    let ask = |queries: Value| app.post("/v1/games/g1/queries", json!({"observer": "seat:0", "queries": queries}));
    let answer = ask(json!([
        {"type": "at_least", "seat": 2, "resource": "wood", "count": 1},
        {"type": "can_afford", "seat": 1, "piece": "road"}
    ]))
    .await
    .expect(200);
    assert_eq!((&answer["revision"], &answer["answers"][0]["type"]), (&json!(4), &json!("at_least")));
    assert_eq!(answer["answers"][1]["type"], "can_afford");
    let problem = ask(json!([{"type": "can_fly", "seat": 2}])).await.problem(422, "malformed");
    assert_eq!(problem["pointer"], "/queries/0/type");
    let problem = ask(json!([{"type": "at_least", "seat": 2, "resource": "gold", "count": 1}])).await.problem(422, "malformed");
    assert_eq!(problem["pointer"], "/queries/0/resource");
    ask(json!([{"type": "at_least", "seat": 8, "resource": "ore", "count": 1}])).await.problem(422, "refusal");
    ask(json!([7])).await.problem(422, "malformed");
}

#[tokio::test]
async fn what_if_changes_nothing() {
    let app = with_first_session().await;
    let suppose = |body: Value| app.post("/v1/games/g1/what-if", body);
    let long = json!({"id": "x".repeat(129), "type": "build", "data": {"seat": 1, "piece": "road"}});
    let refused = suppose(json!({"with": [long]})).await.problem(422, "malformed");
    assert_eq!(refused["pointer"], "/with/0/id", "what cannot be recorded is not supposed");
    let now = belief(&app, "observer=seat:0").await;
    assert_eq!(suppose(json!({"observer": "seat:0"})).await.expect(200), now);
    // Without the roads the robbery says what it said then.
    let then = belief(&app, "observer=seat:0&revision=2").await;
    let without = suppose(json!({"observer": "seat:0", "without": [3, 4]})).await.expect(200);
    let thief = |belief: &Value| belief["variables"].as_array().expect("variables")[20..25].to_vec();
    assert_eq!(thief(&without), thief(&then));
    let more = json!([{"type": "production", "data": {"gains": {"0": {"ore": 2}}}}]);
    let with = suppose(json!({"observer": "seat:0", "with": more})).await.expect(200);
    assert_eq!(with["variables"][4]["expected"], 2.0);
    let city = json!([{"type": "build", "data": {"seat": 2, "piece": "city"}}]);
    assert_eq!(suppose(json!({"with": city})).await.expect(200)["quarantined"][0]["revision"], 5);
    // Nothing was produced, so nothing behind it fits.
    let without = suppose(json!({"without": [1]})).await.expect(200);
    assert_eq!(without["quarantined"].as_array().map(Vec::len), Some(3));
    let detail = without["quarantined"][0]["detail"].as_str().expect("text");
    assert!(detail.starts_with("seat 1 holds no card, and cannot be robbed"), "the rule is named: {detail}");
    let seed = suppose(json!({"parameters": {"preset": "seed"}})).await.expect(200);
    assert_eq!(seed["variables"], belief(&app, "").await["variables"]);
    let wrong = json!([{"type": "steal", "data": {"thief": 1, "victim": 1}}]);
    assert_eq!(suppose(json!({"with": wrong})).await.problem(422, "refusal")["pointer"], "/with/0");
    suppose(json!({"without": [0]})).await.problem(422, "malformed");
    suppose(json!({"without": [9]})).await.problem(422, "malformed");
    suppose(json!({"parameters": {"caps": 1}})).await.problem(422, "malformed");
    assert_eq!((app.revision("g1").await, belief(&app, "observer=seat:0").await), (4, now));
}

#[tokio::test]
async fn games_are_listed_newest_first() {
    let app = TestApp::fresh().await;
    for game in 0..5 {
        app.open_catan(&format!("g{game}"), 2 + game % 2, json!({})).await;
    }
    let ids = |answer: &Answered| -> Vec<String> {
        let items = answer.json()["items"].as_array().expect("games").clone();
        items.iter().map(|game| game["game"].as_str().expect("an id").to_owned()).collect()
    };
    assert_eq!(ids(&app.get("/v1/games").await), ["g4", "g3", "g2", "g1", "g0"]);
    assert_eq!(ids(&app.get("/v1/games?player=p2").await), ["g3", "g1"]);
    assert_eq!(ids(&app.get("/v1/games?player=nobody").await), Vec::<String>::new());
    let page = app.get("/v1/games?limit=2").await;
    let link = page.headers["link"].to_str().expect("text").to_owned();
    assert_eq!(ids(&page), ["g4", "g3"]);
    assert_eq!(ids(&app.get(&link[1..link.find('>').expect("a link")]).await)[0], "g2");
    assert_eq!(ids(&app.get("/v1/games?since=2999-01-01T00:00:00Z").await), Vec::<String>::new());
    app.get("/v1/games?since=yesterday").await.problem(400, "parameter");
    app.get("/v1/games?status=lost").await.problem(400, "parameter");
    app.get("/v1/games?limit=0").await.problem(400, "parameter");
    app.get("/v1/games?limit=1001").await.problem(422, "over-limit");
    app.get("/v1/games?cursor=x").await.problem(400, "parameter");
    app.get("/v1/games?player=nobody&cursor=x").await.problem(400, "parameter");
    app.get("/v1/games?limit=9007199254740992").await.problem(400, "parameter");
    app.get("/v1/games?ruleset=chess").await.problem(404, "not-found");
}

/// One damaged game hides no other from a list; asked for itself, it says what is wrong with it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_game_is_left_out_of_lists() {
    let test = async |place: Place| {
        let app = TestApp::on(&place.url()).await;
        for game in 0..5 {
            app.open_catan(&format!("g{game}"), 3, json!({})).await;
        }
        app.stop().await;
        place.tamper("DELETE FROM streams WHERE stream = 'game/g1'").await;
        place.tamper("UPDATE games SET position = -position WHERE game = 'g4'").await;
        place.tamper(&format!("UPDATE games SET opened_us = {} WHERE game = 'g2'", i64::MAX)).await;
        let app = TestApp::on(&place.url()).await;
        let (mut listed, mut path) = (Vec::new(), "/v1/games?limit=2".to_owned());
        loop {
            let page = app.get(&path).await.expect(200);
            listed.extend(page["items"].as_array().expect("games").iter().map(|game| game["game"].clone()));
            let Some(next) = page["next"].as_str() else { break };
            path = format!("/v1/games?limit=2&cursor={next}");
        }
        assert_eq!(listed, ["g3", "g0"]);
        app.stop().await;
    };
    on_sqlite(test).await;
    on_postgres(test).await;
}

#[tokio::test]
async fn the_log_shows_each_observer_its_view() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    let mut events = first_session();
    events[1]["data"]["resource"] = json!("wood");
    app.append("g1", events).await;
    for (observer, sees) in [("public", false), ("seat:0", false), ("seat:1", true), ("seat:2", true), ("referee", true)] {
        let log = app.get(&format!("/v1/games/g1/events?observer={observer}")).await.json();
        let steal = &log["items"][2]["data"];
        assert_eq!(steal.get("resource").is_some(), sees, "{observer}: {steal}");
    }
    let lines = app.ask(Method::GET, "/v1/games/g1/events?limit=2", &[("accept", "application/x-ndjson")], None).await;
    let text = String::from_utf8(lines.bytes).expect("text");
    assert_eq!((text.lines().count(), text.lines().next()), (3, Some(r#"{"next":"2"}"#)));
    let audit = app.get("/v1/games/g1/audit").await.expect(200);
    assert_eq!((&audit["chain"]["verified"], &audit["chain"]["head"]), (&json!(true), &Value::Null));
    let audit = app.get("/v1/games/g1/audit?observer=referee").await.expect(200);
    let game = app.get("/v1/games/g1?observer=referee").await.expect(200);
    assert!(audit["chain"]["head"].is_string() && audit["chain"]["head"] == game["chain_head"]);
}

#[tokio::test]
async fn every_wrong_turn_is_a_problem_answer() {
    let app = with_first_session().await;
    app.get("/v2").await.problem(404, "not-found");
    app.get("/v1/games/none/belief").await.problem(404, "not-found");
    app.get("/v1/rulesets/chess").await.problem(404, "not-found");
    let wrong = app.ask(Method::PATCH, "/v1/games/g1", &[], None).await;
    wrong.problem(405, "method-not-allowed");
    assert!(wrong.headers["allow"].to_str().expect("text").contains("PUT"));
    app.ask(Method::GET, "/v1/games/g1/belief", &[("accept", "text/html")], None).await.problem(406, "not-acceptable");
    let away = app.ask(Method::GET, "/v1/games", &[("host", "evil.example")], None).await;
    assert_eq!(away.problem(403, "host")["parameter"], "Host");
    for path in ["/v1/games/%ff/belief", "/v1/games/..%2f/belief", "/v1/games/%00", "//v1/games", "/v1/games/g1/belief/"] {
        app.get(path).await.problem(404, "not-found");
    }
    for kind in app.get("/problems").await.expect(200)["items"].as_array().expect("kinds") {
        let explained = app.get(kind["type"].as_str().expect("a path")).await.expect(200);
        assert_eq!(&explained, kind);
    }
    app.get("/problems/none").await.problem(404, "not-found");
    let id = app.ask(Method::GET, "/health/live", &[("x-request-id", "abc")], None).await;
    assert_eq!(id.headers["x-request-id"], "abc");
    assert_eq!(app.get("/health/ready").await.expect(200)["synced"], true);
    let metrics = String::from_utf8(app.get("/metrics").await.bytes).expect("text");
    assert!(metrics.contains("credence_requests_total"));
    let zipped = app.ask(Method::GET, "/v1/games/g1/belief", &[("accept-encoding", "gzip")], None).await;
    assert_eq!(zipped.headers["content-encoding"], "gzip");
}

#[tokio::test]
async fn the_contract_documents_itself_without_the_network() {
    let app = TestApp::fresh().await;
    let contract = app.get("/openapi.json").await.expect(200);
    assert!(contract["openapi"].as_str().expect("a version").starts_with("3.1"));
    let paths = contract["paths"].as_object().expect("paths");
    for (path, methods) in [
        ("/v1/rulesets", vec!["get"]),
        ("/v1/rulesets/{ruleset}", vec!["get"]),
        ("/v1/games", vec!["get", "post"]),
        ("/v1/games/{game}", vec!["delete", "get", "put"]),
        ("/v1/games/{game}/events", vec!["get", "post"]),
        ("/v1/games/{game}/events/stream", vec!["get"]),
        ("/v1/games/{game}/belief", vec!["get"]),
        ("/v1/games/{game}/evidence", vec!["get"]),
        ("/v1/games/{game}/worlds", vec!["post"]),
        ("/v1/games/{game}/turn", vec!["post"]),
        ("/v1/games/{game}/queries", vec!["post"]),
        ("/v1/games/{game}/what-if", vec!["post"]),
        ("/v1/games/{game}/audit", vec!["get"]),
        ("/health/live", vec!["get"]),
        ("/health/ready", vec!["get"]),
        ("/metrics", vec!["get"]),
    ] {
        let known: Vec<&String> = paths[path].as_object().unwrap_or_else(|| panic!("{path}")).keys().collect();
        assert_eq!(known, methods, "{path}");
        for method in methods {
            let operation = &paths[path][method];
            assert!(operation["summary"].as_str().is_some_and(|text| !text.is_empty()), "{method} {path} says what it does");
            if path.starts_with("/v1") {
                assert!(operation["responses"]["404"].is_object(), "{method} {path} names its errors");
            }
        }
    }
    // Every schema that is named is there, and every field of ours says what it is.
    let text = contract.to_string();
    for reference in text.split("\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().expect("a name");
        assert!(contract["components"]["schemas"][name].is_object(), "{name}");
    }
    let ruleset = app.get("/v1/rulesets/catan").await.expect(200);
    for part in ["setup", "parameters", "event", "query", "answer", "world"] {
        assert!(ruleset["schemas"][part].is_object(), "{part}");
    }
    let steal = ruleset["schemas"]["event"]["oneOf"]
        .as_array()
        .expect("variants")
        .iter()
        .find(|v| v["properties"]["type"]["const"] == "steal");
    assert!(steal.is_some(), "{}", ruleset["schemas"]["event"]);
}
