//! Games to abuse.

use serde_json::{Value, json};

use crate::server::Server;

/// Opens a Catan game of six with a bank without end, in which everybody holds some of everything.
pub fn open_hands(server: &Server, id: &str, parameters: &Value) {
    let seats: Vec<Value> = (0..6).map(|_| json!({})).collect();
    let body = json!({"ruleset": "catan", "seats": seats, "setup": {"bank": "unlimited"}, "parameters": parameters});
    server.ask("PUT", &format!("/v1/games/{id}"), &body.to_string()).expect(201);
    let hand = json!({"wood": 4, "brick": 4, "sheep": 4, "wheat": 4, "ore": 4});
    let gains: serde_json::Map<String, Value> = (0..6).map(|seat| (seat.to_string(), hand.clone())).collect();
    append(server, id, &[json!({"type": "production", "data": {"gains": gains}})]);
}

/// Steals that nobody saw the card of.
pub fn steals(count: usize) -> Vec<Value> {
    let steal = |at: usize| json!({"type": "steal", "data": {"thief": at % 6, "victim": (at + 1 + at / 6 % 5) % 6}});
    (0..count).map(steal).collect()
}

/// Cards from the bank and the roads that they pay, in turns: a game that can go on for ever.
pub fn roads(count: usize) -> Vec<Value> {
    let production = |seat: usize| json!({"type": "production", "data": {"gains": {seat.to_string(): {"wood": 1, "brick": 1}}}});
    let road = |seat: usize| json!({"type": "build", "data": {"seat": seat, "piece": "road"}});
    (0..count).map(|at| if at % 2 == 0 { production(at / 2 % 6) } else { road(at / 2 % 6) }).collect()
}

/// Appends events, a thousand a request.
pub fn append(server: &Server, id: &str, events: &[Value]) {
    for batch in events.chunks(1_000) {
        let body = serde_json::to_string(batch).expect("JSON");
        server.ask("POST", &format!("/v1/games/{id}/events"), &body).expect(201);
    }
}
