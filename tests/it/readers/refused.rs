//! What a server that only reads refuses: every way in which anything could be written, and databases that it cannot read.

use std::collections::BTreeSet;

use credence::config::Config;
use reqwest::Method;
use serde_json::{Value, json};

use super::{note, reading};
use crate::harness::app::TestApp;
use crate::harness::{fresh_sqlite, on_postgres};

/// Every request that would write, by its route.
fn writes() -> Vec<(Method, &'static str, &'static str, Option<Value>)> {
    let open = json!({"ruleset": "catan", "seats": [{"player": "a"}, {"player": "b"}]});
    vec![
        (Method::POST, "/v1/games", "/v1/games", Some(open.clone())),
        (Method::PUT, "/v1/games/{game}", "/v1/games/new", Some(open)),
        (Method::DELETE, "/v1/games/{game}", "/v1/games/g", None),
        (Method::POST, "/v1/games/{game}/events", "/v1/games/g/events", Some(note("new"))),
        (Method::POST, "/v1/games/{game}/turn", "/v1/games/g/turn", Some(json!({"observer": "public", "events": [note("new")]}))),
        (
            Method::POST,
            "/v1/games/{game}/retractions",
            "/v1/games/g/retractions",
            Some(json!({"reporter": "k", "reason": "wrong"})),
        ),
        (Method::PUT, "/v1/players/{player}", "/v1/players/new", Some(json!({"display_name": "New"}))),
        (Method::DELETE, "/v1/players/{player}", "/v1/players/p1", None),
        (Method::POST, "/v1/keys", "/v1/keys", Some(json!({"role": "reader"}))),
        (Method::POST, "/v1/games/{game}/seats/{seat}/keys", "/v1/games/g/seats/1/keys", Some(json!({}))),
        (Method::DELETE, "/v1/keys/{key}", "/v1/keys/0192f0c12d3e7f008a4b5c6d7e8f9a0b", None),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_request_that_would_write_names_the_server_that_does() {
    on_postgres(|place| async move {
        let writer = TestApp::on(&place.url()).await;
        writer.open_catan("g", 4, json!({})).await;
        writer.append("g", note("a")).await;
        let reader = reading(&place.url(), &writer.base, Default::default()).await;
        let mut tried = BTreeSet::new();
        for (method, route, path, body) in writes() {
            tried.insert((route.to_owned(), method.as_str().to_lowercase()));
            let problem = reader.ask(method.clone(), path, &[], body).await.problem(421, "read-only-server");
            assert_eq!(problem["primary"], writer.base, "{method} {path}");
        }
        // What the contract says of it is what was tried: a route that is new is missed here.
        let contract = reader.get("/openapi.json").await.expect(200);
        let mut documented = BTreeSet::new();
        for (route, operations) in contract["paths"].as_object().expect("paths") {
            for (method, operation) in operations.as_object().expect("operations") {
                let reads = method == "get" || ["worlds", "queries", "what-if"].iter().any(|end| route.ends_with(end));
                let refused = operation["responses"].get("421").is_some();
                assert!(method == "parameters" || refused != reads, "{method} {route}");
                if refused {
                    documented.insert((route.clone(), method.clone()));
                }
            }
        }
        assert_eq!(tried, documented);
        assert_eq!(writer.revision("g").await, 1);
        writer.get("/v1/games/new").await.problem(404, "not-found");
        // A turn without events only asks.
        reader.post("/v1/games/g/turn", json!({"observer": "public"})).await.expect(200);
        reader.stop().await;
        writer.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_cannot_be_read_is_refused_in_words() {
    let refused = async |database_url: String| {
        let config = Config { database_url, read_only: true, ..Config::default() };
        let error = TestApp::configured(config).await.err().expect("no server starts");
        format!("{error:#}")
    };
    let (_folder, file) = fresh_sqlite();
    let sqlite = refused(file.url()).await;
    assert!(sqlite.contains("needs Postgres"), "{sqlite}");
    on_postgres(|place| async move {
        let empty = refused(place.url()).await;
        assert!(empty.contains("holds no log yet"), "{empty}");
        place.open().await.close().await;
        place.tamper("DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)").await;
        let older = refused(place.url()).await;
        assert!(older.contains("it is older") && older.contains("`credence serve` brings it up to date"), "{older}");
    })
    .await;
}
