//! A tenant with partitions, as an operator makes one: its log goes into an archive and into another database, and is the same there.

use credence::store::LogId;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::{Place, fresh_sqlite, history};
use crate::operations::{run, verify};
use crate::players::{an_offer, refuses};

crate::store_contract::laws! { a_tenant_with_partitions_moves_as_it_is, a_tenant_whose_first_partition_is_empty_moves_too }

/// A server over a place, asked with an admin's key of the tenant `league`.
async fn of_league(place: &Place) -> TestApp {
    let made = run(place, &["keys", "create", "--role", "admin", "--tenant", "league", "--json"]).await;
    let made: Value = serde_json::from_slice(&made.printed).unwrap_or_else(|error| panic!("{error}: {}", made.complaint));
    let app = TestApp::on(&place.url()).await;
    app.hold(made["key"].as_str());
    app
}

async fn served(app: &TestApp) -> (Vec<Value>, Vec<Vec<Value>>) {
    let games = app.get("/v1/games?limit=100").await.expect(200)["items"].as_array().expect("games").clone();
    let mut histories = Vec::new();
    for player in ["ann", "bob", "dan"] {
        histories.push(history(app, player, 5).await);
    }
    (games, histories)
}

async fn a_tenant_with_partitions_moves_as_it_is(place: Place) {
    let create = |partitions: &'static str| ["tenants", "create", "league", "--partitions", partitions];
    for _ in 0..2 {
        assert_eq!(run(&place, &create("4")).await.code, Some(0), "made, and there already");
    }
    let other = run(&place, &create("8")).await;
    assert!(other.code == Some(1) && other.complaint.contains("cannot change"), "{}", other.complaint);
    assert_eq!(run(&place, &create("0")).await.code, Some(2));
    let app = of_league(&place).await;
    for game in 0..9 {
        let game = format!("g{game}");
        let seats: Vec<Value> = ["ann", "bob", "cid", "dan"].iter().map(|player| json!({"player": player})).collect();
        app.put(&format!("/v1/games/{game}"), json!({"ruleset": "catan", "seats": seats})).await.expect(201);
        app.append(&game, an_offer()).await;
        app.append(&game, json!([refuses("no", 2), refuses("no too", 3)])).await;
    }
    app.ask(Method::DELETE, "/v1/players/cid", &[], None).await.expect(204);
    let before = served(&app).await;
    assert_eq!((before.0.len(), before.1[2].len()), (9, 9));
    app.stop().await;
    let (folder, other) = fresh_sqlite();
    let file = |name: &str| folder.path().join(name).display().to_string();
    run(&place, &["export", "--json", &file("first")]).await.json(0);
    run(&other, &["import", "--json", &file("first")]).await.json(0);
    let verified = verify(&other).await.json(0);
    assert!(verified["damages"] == json!([]) && verified["verified"]["logs"].as_u64() >= Some(4), "{verified}");
    run(&other, &["export", "--json", &file("second")]).await.json(0);
    let archive = |name: &str| std::fs::read(file(name)).expect("an archive");
    assert!(archive("first") == archive("second"), "the same log, byte for byte");
    let app = of_league(&other).await;
    assert_eq!(served(&app).await, before);
    app.stop().await;
    let listed = run(&other, &["tenants", "list", "--json"]).await;
    let tenants: Vec<Value> =
        String::from_utf8(listed.printed).expect("text").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let league = tenants.iter().find(|tenant| tenant["tenant"] == "league").expect("the tenant came along");
    assert_eq!((&league["partitions"], tenants.len()), (&json!(4), 2));
}

/// Who its players are stands in the first partition, and whose it is.
async fn a_tenant_whose_first_partition_is_empty_moves_too(place: Place) {
    run(&place, &["tenants", "create", "league", "--partitions", "4"]).await;
    run(&place, &["tenants", "create", "later"]).await;
    let app = of_league(&place).await;
    app.put("/v1/players/walter", json!({"display_name": "Walter"})).await.expect(201);
    let home = LogId::of_tenant(2, 4);
    let elsewhere = (0..).map(|number| format!("g{number}")).filter(|game| home.of_game(game).partition() == 1);
    let games: Vec<String> = elsewhere.take(2).collect();
    for game in &games {
        app.put(&format!("/v1/games/{game}"), json!({"ruleset": "catan", "seats": [{}, {}, {}]})).await.expect(201);
    }
    app.stop().await;
    let (folder, other) = fresh_sqlite();
    let file = folder.path().join("archive").display().to_string();
    let exported = run(&place, &["export", "--json", &file]).await.json(0);
    assert_eq!((&exported["exported"]["games"], &exported["exported"]["players"]), (&json!(2), &json!(1)), "{exported}");
    run(&other, &["import", "--json", &file]).await.json(0);
    verify(&other).await.json(0);
    let app = of_league(&other).await;
    let listed = app.get("/v1/games").await.expect(200);
    assert_eq!(listed["items"].as_array().map(Vec::len), Some(games.len()), "{listed}");
    assert_eq!(app.get("/v1/players/walter").await.expect(200)["display_name"], "Walter");
    app.stop().await;
    let listed = String::from_utf8(run(&other, &["tenants", "list", "--json"]).await.printed).expect("text");
    assert!(listed.contains(r#""later""#) && listed.lines().count() == 3, "those without games came along: {listed}");
}
