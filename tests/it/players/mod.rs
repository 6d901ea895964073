//! Players who are remembered from game to game.

mod answers;
mod conduct;
mod corrections;
mod damaged;
mod forgetting;
mod killed;
mod many_games;
mod population;
mod self_play;

use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::history;

/// Seat 1 holds two wood, and offers one for ore to seats 2 and 3.
pub fn an_offer() -> Value {
    json!([
        {"id": "cards", "type": "production", "data": {"gains": {"1": {"wood": 2}, "2": {"ore": 2}, "3": {"ore": 2}}}},
        offers("offer")
    ])
}

/// Seat 1 offers that, or offers it once more.
pub fn offers(id: &str) -> Value {
    json!({"id": id, "type": "offer", "data": {"seat": 1, "give": {"wood": 1}, "get": {"ore": 1}, "to": [2, 3]}})
}

pub fn refuses(id: &str, seat: usize) -> Value {
    json!({"id": id, "type": "refuse", "data": {"seat": seat}})
}

/// A game with players p0 to p3 in which p2 turned an offer down at revision 3.
async fn with_a_refusal(app: &TestApp, game: &str) {
    app.open_catan(game, 4, json!({})).await;
    app.append(game, an_offer()).await;
    app.append(game, refuses("no", 2)).await;
}

pub fn refusal_rate(player: &Value) -> &Value {
    let catan = player["rulesets"].as_array().expect("rulesets").iter().find(|ruleset| ruleset["ruleset"] == "catan");
    let tendencies = catan.expect("Catan is hosted")["tendencies"].as_array().expect("tendencies");
    tendencies.iter().find(|tendency| tendency["tendency"] == "refuses_trades").expect("Catan settles refusals")
}

/// Times that a player turned an offer down, and could have.
pub async fn counted(app: &TestApp, player: &str) -> [f64; 2] {
    let answer = app.get(&format!("/v1/players/{player}")).await.expect(200);
    ["successes", "opportunities"].map(|field| refusal_rate(&answer)[field].as_f64().expect("a count"))
}

/// Lengths of the histories of p0 to p3.
async fn lengths(app: &TestApp) -> [usize; 4] {
    let mut lengths = [0; 4];
    for (seat, length) in lengths.iter_mut().enumerate() {
        *length = history(app, &format!("p{seat}"), 50).await.len();
    }
    lengths
}
