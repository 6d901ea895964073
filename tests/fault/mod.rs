//! What breaks the server from outside, and what it answers then. `tests/fault/run` runs all of it.

mod behind;
mod damaged_events;
mod damaged_pages;
mod disk;
mod forgetting;
mod frozen;
mod frozen_proxy;
mod replaced;
mod sessions;

use serde_json::{Value, json};

use crate::harness::app::{Answered, TestApp};

/// Opens a game of Catan and posts notes and steals, so that it ends with revision `events`.
pub async fn open_with(app: &TestApp, game: &str, events: u64) {
    app.open_catan(game, 4, json!({})).await;
    let notes: Vec<Value> = (0..events).map(|number| note(&format!("n{number}"))).collect();
    for batch in notes.chunks(100) {
        app.append(game, json!(batch)).await;
    }
}

/// An event that fits every game at any time.
pub fn note(id: &str) -> Value {
    json!({"id": id, "type": "note", "data": {"text": id}})
}

/// Posts a note to a game.
pub async fn post_note(app: &TestApp, game: &str, id: &str) -> Answered {
    app.post(&format!("/v1/games/{game}/events"), note(id)).await
}
