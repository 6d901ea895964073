//! Examples of questions and events.

use serde_json::{Value, json};

use crate::rulesets::Examples;

/// At a table with so many seats.
pub fn examples(seats: usize) -> Examples {
    let mut events = from_the_bank();
    events.extend(between_seats());
    events.extend(asserted());
    Examples { queries: (0..seats).flat_map(|seat| questions(seat, (seat + 1) % seats)).collect(), events }
}

/// Of a seat's cards.
fn questions(seat: usize, other: usize) -> [Value; 7] {
    [
        json!({"type": "can_afford", "seat": seat, "piece": "city"}),
        json!({"type": "can_afford", "seat": seat, "bundle": {"wood": 1, "sheep": 1}}),
        json!({"type": "at_least", "seat": seat, "resource": "ore", "count": 1}),
        json!({"type": "monopoly_haul", "seat": seat, "resource": "wheat"}),
        json!({"type": "steal_outcome", "thief": seat, "victim": other}),
        json!({"type": "dev_cards", "seat": seat}),
        json!({"type": "confidence", "seat": seat}),
    ]
}

/// Cards come from the bank, or go there.
fn from_the_bank() -> Vec<(&'static str, Value)> {
    vec![
        ("turn", json!({"seat": 0, "dice": 8})),
        ("production", json!({"gains": {"0": {"wood": 2}, "1": {"wheat": 1, "ore": 1}}})),
        ("build", json!({"seat": 0, "piece": "city"})),
        ("build", json!({"seat": 1, "piece": "dev_card", "card": "knight"})),
        ("bank_trade", json!({"seat": 0, "give": {"wood": 4}, "get": {"ore": 1}})),
        ("discard", json!({"seat": 0, "cards": {"wood": 2, "sheep": 2}, "count": 4})),
        ("year_of_plenty", json!({"seat": 0, "resources": {"wheat": 1, "ore": 1}})),
        ("play_dev_card", json!({"seat": 0, "card": "knight"})),
    ]
}

/// Cards go from one seat to another, or might.
fn between_seats() -> Vec<(&'static str, Value)> {
    vec![
        ("player_trade", json!({"seat": 0, "give": {"wood": 1}, "partner": 1, "get": {"sheep": 1}})),
        ("steal", json!({"thief": 0, "victim": 1, "resource": "wheat"})),
        ("monopoly", json!({"seat": 0, "resource": "ore", "total": 0})),
        ("offer", json!({"seat": 0, "give": {"wood": 1}, "get": {"ore": 1}, "to": [1]})),
        ("refuse", json!({"seat": 1})),
    ]
}

/// Somebody says what is held.
fn asserted() -> Vec<(&'static str, Value)> {
    let dev_cards = json!({"1": {"knight": 1}});
    vec![
        ("start", json!({"hands": {"0": {"wood": 1, "ore": 2}}, "hand_sizes": {"1": 2}, "dev_cards_held": dev_cards})),
        ("hand_size", json!({"seat": 1, "count": 3})),
        ("bank_stock", json!({"bundle": {"ore": 17}})),
        ("hand", json!({"seat": 1, "bundle": {"wood": 1}})),
    ]
}
