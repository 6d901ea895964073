//! Who may do what, as keys and roles say, over HTTP.

mod browsers;
mod encrypted;
mod keys;
mod leaks;
mod matrix;
mod rates;
mod reporters;
mod seats;
mod tenants;
mod worlds_apart;

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::TestApp;

/// A server with an admin's key, which it holds.
pub async fn guarded() -> (TestApp, String) {
    let app = TestApp::fresh().await;
    let (admin, _) = app.make_key(json!({"role": "admin"})).await;
    app.hold(Some(&admin));
    (app, admin)
}

/// A key for a seat of a game.
pub async fn seat_key(app: &TestApp, game: &str, seat: u8) -> (String, String) {
    app.make_key(json!({"role": "seat", "game": game, "seat": seat})).await
}

/// Opens a game of Catan in which seats have cards, as whoever holds the key of a referee or an admin.
pub async fn deal(app: &TestApp, game: &str) {
    app.open_catan(game, 4, json!({})).await;
    let gains = json!({"0": {"wood": 4, "brick": 4}, "1": {"wood": 1, "ore": 1, "wheat": 1}, "2": {"sheep": 2}});
    app.append(game, json!([{"id": "dealt", "type": "production", "data": {"gains": gains}}])).await;
}

/// The status of an answer whose body may never end.
pub async fn status(app: &TestApp, key: Option<&str>, method: Method, path: &str, body: Option<&Value>) -> u16 {
    let mut request = app.http.request(method, format!("{}{path}", app.base));
    if let Some(key) = key {
        request = request.header("authorization", key);
    }
    if let Some(body) = body {
        request = request.json(body);
    }
    request.send().await.expect("the server answers").status().as_u16()
}
