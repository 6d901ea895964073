//! Every route of the contract, asked by every kind of caller: the table says what each is answered.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::{deal, guarded, seat_key, status};
use crate::harness::app::TestApp;

/// Who asks, in the order of the columns.
const CALLERS: [&str; 12] = [
    "no key",
    "malformed",
    "wrong",
    "revoked",
    "expired",
    "other tenant",
    "reader",
    "the seat",
    "seat of another game",
    "other seat",
    "referee",
    "admin",
];

/// What the five callers are answered whose key is none, wherever a key is asked for.
const NONE: [u16; 5] = [401; 5];

/// A route, and what each caller with a good key is answered: another tenant's admin, reader, the seat, a seat of another game, another seat
/// of this one, referee, admin. Requests read as seat 0, where they read as somebody.
const TABLE: &[(&str, &str, [u16; 7])] = &[
    ("GET", "/v1/rulesets", [200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/v1/rulesets/{ruleset}", [200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/v1/games", [200, 200, 403, 403, 403, 200, 200]),
    ("POST", "/v1/games", [201, 403, 403, 403, 403, 201, 201]),
    ("GET", "/v1/games/{game}", [404, 403, 200, 403, 403, 200, 200]),
    ("PUT", "/v1/games/{game}", [201, 403, 403, 403, 403, 201, 201]),
    ("DELETE", "/v1/games/{game}", [404, 403, 403, 403, 403, 403, 204]),
    ("GET", "/v1/games/{game}/events", [404, 403, 200, 403, 403, 200, 200]),
    ("POST", "/v1/games/{game}/events", [404, 403, 201, 403, 403, 201, 201]),
    ("GET", "/v1/games/{game}/events/stream", [404, 403, 200, 403, 403, 200, 200]),
    ("POST", "/v1/games/{game}/turn", [404, 403, 201, 403, 403, 201, 201]),
    ("POST", "/v1/games/{game}/retractions", [404, 403, 403, 403, 403, 200, 200]),
    ("GET", "/v1/events", [200, 200, 403, 403, 403, 200, 200]),
    ("GET", "/v1/events/stream", [200, 200, 403, 403, 403, 200, 200]),
    ("GET", "/v1/games/{game}/belief", [404, 403, 200, 403, 403, 200, 200]),
    ("GET", "/v1/games/{game}/evidence", [404, 403, 200, 403, 403, 200, 200]),
    ("GET", "/v1/games/{game}/curve", [404, 403, 200, 403, 403, 200, 200]),
    ("GET", "/v1/games/{game}/truth", [404, 403, 403, 403, 403, 200, 200]),
    ("POST", "/v1/games/{game}/worlds", [404, 403, 200, 403, 403, 200, 200]),
    ("POST", "/v1/games/{game}/queries", [404, 403, 200, 403, 403, 200, 200]),
    ("POST", "/v1/games/{game}/what-if", [404, 403, 200, 403, 403, 200, 200]),
    ("GET", "/v1/games/{game}/audit", [404, 403, 200, 403, 403, 200, 200]),
    ("GET", "/v1/players", [200, 200, 403, 403, 403, 200, 200]),
    ("GET", "/v1/players/{player}", [404, 200, 403, 403, 403, 200, 200]),
    ("PUT", "/v1/players/{player}", [201, 403, 403, 403, 403, 201, 201]),
    ("DELETE", "/v1/players/{player}", [404, 403, 403, 403, 403, 403, 204]),
    ("GET", "/v1/players/{player}/history", [404, 200, 403, 403, 403, 200, 200]),
    ("GET", "/v1/caller", [200, 200, 200, 200, 200, 200, 200]),
    ("GET", "/v1/keys", [200, 403, 403, 403, 403, 403, 200]),
    ("POST", "/v1/keys", [201, 403, 403, 403, 403, 403, 201]),
    ("DELETE", "/v1/keys/{key}", [404, 403, 403, 403, 403, 403, 204]),
    ("POST", "/v1/games/{game}/seats/{seat}/keys", [404, 403, 403, 403, 403, 201, 201]),
    ("GET", "/v1/access", [200, 403, 403, 403, 403, 403, 200]),
    // What all tenants do together is the operator's alone: who has an admin's key of the first tenant.
    ("GET", "/metrics", [403, 403, 403, 403, 403, 403, 200]),
];

/// Routes that answer whoever asks.
const OPEN: [(&str, &str); 4] =
    [("GET", "/health/live"), ("GET", "/health/ready"), ("GET", "/problems"), ("GET", "/problems/{kind}")];

/// The routes that the contract names.
async fn routes(app: &TestApp) -> BTreeSet<(String, String)> {
    let contract = app.get("/openapi.json").await.expect(200);
    let mut routes = BTreeSet::new();
    for (path, operations) in contract["paths"].as_object().expect("paths") {
        let methods = operations.as_object().expect("operations").keys();
        routes.extend(methods.filter(|name| *name != "parameters").map(|method| (method.to_uppercase(), path.clone())));
    }
    routes
}

#[tokio::test]
async fn no_route_is_missing_from_the_table() {
    let (app, _) = guarded().await;
    let named = TABLE.iter().map(|(method, path, _)| (*method, *path)).chain(OPEN);
    let named: BTreeSet<(String, String)> = named.map(|(method, path)| (method.to_owned(), path.to_owned())).collect();
    let contract = routes(&app).await;
    let missing: Vec<_> = contract.symmetric_difference(&named).collect();
    assert!(missing.is_empty(), "in the contract or in the table, and not in both: {missing:?}");
}

/// The headers that the callers send, in the order of [`CALLERS`].
async fn callers(app: &TestApp, admin: &str) -> Vec<Option<String>> {
    let (revoked, id) = app.make_key(json!({"role": "admin"})).await;
    assert_eq!(app.ask(Method::DELETE, &format!("/v1/keys/{id}"), &[], None).await.status, 204);
    let (expired, id) = app.make_key(json!({"role": "admin"})).await;
    let file = app.database_url.trim_start_matches("sqlite://");
    let place = crate::harness::Place::Sqlite(file.into());
    place.tamper(&format!("UPDATE keys SET expires_us = 1 WHERE key_id = '{id}'")).await;
    let (other, id) = app.make_key(json!({"role": "admin"})).await;
    place.tamper("INSERT INTO tenants (log_id, name) VALUES (7, 'others')").await;
    place.tamper(&format!("UPDATE keys SET log_id = 7 WHERE key_id = '{id}'")).await;
    let (reader, _) = app.make_key(json!({"role": "reader"})).await;
    let (referee, _) = app.make_key(json!({"role": "referee"})).await;
    let (seat, _) = seat_key(app, "g1", 0).await;
    let (elsewhere, _) = seat_key(app, "g2", 0).await;
    let (beside, _) = seat_key(app, "g1", 1).await;
    let wrong = {
        let (id, _) = admin.rsplit_once('_').expect("a key has two parts");
        format!("{id}_{}", "0".repeat(64))
    };
    let keys = [&wrong, &revoked, &expired, &other, &reader, &seat, &elsewhere, &beside, &referee, admin];
    let mut headers = vec![None, Some("Bearer of good news".to_owned())];
    headers.extend(keys.map(|key| Some(format!("Bearer {key}"))));
    assert_eq!(headers.len(), CALLERS.len());
    headers
}

/// A request to a route as a caller sends it: its path, and its body. What it makes or takes away is the caller's own.
async fn request(app: &TestApp, method: &str, route: &str, caller: usize) -> (String, Option<Value>) {
    let table = json!({"ruleset": "catan", "seats": [{"player": "p0"}, {"player": "p1"}, {"player": "p2"}, {"player": "p3"}]});
    let offer = json!({"type": "offer", "data": {"seat": 0, "give": {"wood": 1}, "get": {"ore": 1}}});
    let (mut game, mut player, mut key) = ("g1".to_owned(), "guest".to_owned(), String::new());
    let body = match (method, route) {
        ("POST", "/v1/games") => Some(table),
        ("PUT", "/v1/games/{game}") => {
            game = format!("new-{caller}");
            Some(table)
        }
        ("DELETE", "/v1/games/{game}") => {
            game = format!("doomed-{caller}");
            app.open_catan(&game, 4, json!({})).await;
            None
        }
        ("DELETE", "/v1/players/{player}") => {
            player = format!("doomed-{caller}");
            app.put(&format!("/v1/players/{player}"), json!({"display_name": "Ann"})).await.expect(201);
            None
        }
        ("PUT", "/v1/players/{player}") => {
            player = format!("new-{caller}");
            Some(json!({"display_name": "Ann"}))
        }
        ("DELETE", "/v1/keys/{key}") => {
            key = app.make_key(json!({"role": "reader"})).await.1;
            None
        }
        ("POST", "/v1/keys") => Some(json!({"role": "reader"})),
        ("POST", "/v1/games/{game}/seats/{seat}/keys") => Some(json!({})),
        ("POST", "/v1/games/{game}/events") => Some(offer),
        ("POST", "/v1/games/{game}/turn") => Some(json!({"observer": "seat:0", "events": [offer]})),
        ("POST", "/v1/games/{game}/retractions") => Some(json!({"reporter": taken_back(app).await, "reason": "it was drunk"})),
        ("POST", "/v1/games/{game}/worlds") => Some(json!({"observer": "seat:0", "count": 1})),
        ("POST", "/v1/games/{game}/queries") => Some(json!({"observer": "seat:0", "queries": []})),
        ("POST", "/v1/games/{game}/what-if") => Some(json!({"observer": "seat:0"})),
        _ => None,
    };
    let reads_as = method != "PUT" && method != "DELETE" && body.as_ref().is_none_or(|body| body["type"] == "offer");
    // What was true is the referee's to know, and nobody is named.
    let in_game = route.starts_with("/v1/games/{game}") && route != "/v1/games/{game}/truth";
    let observer = if reads_as && in_game { "?observer=seat:0" } else { "" };
    let path = route.replace("{game}", &game).replace("{player}", &player).replace("{key}", &key).replace("{seat}", "0");
    (path.replace("{ruleset}", "catan").replace("{kind}", "refusal") + observer, body)
}

/// A key whose only event of g1 was taken back before.
async fn taken_back(app: &TestApp) -> String {
    let log = app.get("/v1/games/g1/events?observer=referee&limit=1000").await.expect(200);
    let note = log["items"].as_array().expect("a list").iter().find(|event| event["id"] == "wrong note");
    note.expect("there is one")["reporter"].as_str().expect("a key reported it").to_owned()
}

#[tokio::test]
async fn every_caller_is_answered_as_the_table_says() {
    let (app, admin) = guarded().await;
    deal(&app, "g1").await;
    deal(&app, "g2").await;
    app.put("/v1/players/guest", json!({"display_name": "Guest"})).await.expect(201);
    let (drunk, id) = app.make_key(json!({"role": "referee"})).await;
    app.hold(Some(&drunk));
    app.append("g1", json!({"id": "wrong note", "type": "note", "data": {"text": "hic"}})).await;
    app.hold(Some(&admin));
    app.post("/v1/games/g1/retractions", json!({"reporter": id, "reason": "it was drunk"})).await.expect(201);
    let callers = callers(&app, &admin).await;
    let mut wrong = Vec::new();
    for (method, route, expected) in TABLE {
        let expected = NONE.into_iter().chain(*expected);
        for (caller, (key, expected)) in callers.iter().zip(expected).enumerate() {
            let (path, body) = Box::pin(request(&app, method, route, caller)).await;
            let method = method.parse().expect("a method");
            let answered = status(&app, key.as_deref(), method, &path, body.as_ref()).await;
            if answered != expected {
                wrong.push(format!("{} asks {route}: {answered}, and not {expected}", CALLERS[caller]));
            }
        }
    }
    for (method, route) in OPEN {
        for (caller, key) in callers.iter().enumerate() {
            let (path, _) = Box::pin(request(&app, method, route, caller)).await;
            let answered = status(&app, key.as_deref(), method.parse().expect("a method"), &path, None).await;
            assert_eq!(answered, 200, "{} asks {route}", CALLERS[caller]);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn no_spelling_of_a_path_gets_round_the_key() {
    let (app, _) = guarded().await;
    deal(&app, "g1").await;
    app.hold(None);
    let address = app.base.trim_start_matches("http://").to_owned();
    for path in [
        "//v1/games",
        "/v1//games",
        "/./v1/games",
        "/docs/../v1/games",
        "/docs/..%2fv1/games",
        "/docs/%2e%2e/v1/games",
        "/docs/..;/v1/games",
        "/health/live/../../v1/games",
        "/health/..%5cv1/games",
        "/problems/../v1/games",
        "/openapi.json/../v1/games",
        "/openapi.json;/v1/games",
        "/%76%31/games",
        "/v1/games%3fx",
        "/v1/games/",
        "/V1/games",
    ] {
        // As it is written: a client of the usual kind would tidy it up.
        let answer = raw(&address, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).await;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let refused = head.starts_with("HTTP/1.1 401") || head.starts_with("HTTP/1.1 404") || head.starts_with("HTTP/1.1 400");
        assert!(refused && !body.contains("\"g1\""), "{path}: {head}");
    }
}

async fn raw(address: &str, request: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("answered");
    String::from_utf8_lossy(&answer).into_owned()
}
