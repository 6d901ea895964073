//! Examples of questions and events.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::hands::FACES;
use crate::rulesets::Examples;

/// At a table with so many seats, of five dice each.
pub fn examples(seats: usize) -> Examples {
    let all = |dice: Value| -> BTreeMap<usize, Value> { (0..seats).map(|seat| (seat, dice.clone())).collect() };
    let of_all =
        [("round", json!({"dice": all(json!(5)), "starter": 0})), ("reveal", json!({"hands": all(json!([1, 2, 3, 4, 5]))}))];
    let faces = (1..=FACES).flat_map(of_face);
    Examples {
        queries: faces.chain((0..seats).flat_map(of_seat)).chain([json!({"type": "best_response"})]).collect(),
        events: (0..seats).flat_map(events).chain(of_all).collect(),
    }
}

/// Of all cups together.
fn of_face(face: usize) -> [Value; 3] {
    [
        json!({"type": "plausibility", "quantity": 2, "face": face}),
        json!({"type": "face_total", "face": face}),
        json!({"type": "face_popularity", "face": face, "recent_rounds": 2}),
    ]
}

/// Of one cup, and of how its owner bids.
fn of_seat(seat: usize) -> [Value; 4] {
    [
        json!({"type": "hand", "seat": seat}),
        json!({"type": "bids", "seat": seat}),
        json!({"type": "accuracy", "seat": seat}),
        json!({"type": "trust", "seat": seat}),
    ]
}

/// Of a seat.
fn events(seat: usize) -> [(&'static str, Value); 5] {
    [
        ("roll", json!({"seat": seat, "dice": [1, 1, 1, 1, 1]})),
        ("bid", json!({"seat": seat, "quantity": 6, "face": 6})),
        ("call", json!({"seat": seat})),
        ("exact", json!({"seat": seat})),
        ("dice_change", json!({"seat": seat, "delta": -1, "left": 4})),
    ]
}
