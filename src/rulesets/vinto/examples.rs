//! Examples of questions and events.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::rank::Rank;
use crate::rulesets::Examples;

/// At a table with so many seats, of five cards each.
pub fn examples(seats: usize) -> Examples {
    // Of each rank there are four: thirty cards in the order of thirteen ranks are in the deck.
    let row = |seat: usize| std::array::from_fn(|position| Rank::ALL[(5 * seat + position) % 13]);
    let rows: BTreeMap<usize, [Rank; 5]> = (0..seats).map(|seat| (seat, row(seat))).collect();
    let all: Vec<usize> = (0..seats).collect();
    let of_all = [
        ("round", json!({"first": 0})),
        ("toss_window", json!({"ranks": ["Q"], "eligible": all})),
        ("reshuffle", json!({"kept": 0})),
        ("reveal", json!({"hands": rows})),
    ];
    let events = |seat: usize| turns(seat).into_iter().chain(actions(seat, (seat + 1) % seats));
    Examples {
        queries: (0..seats).flat_map(questions).collect(),
        events: (0..seats.min(2)).flat_map(events).chain(of_all).collect(),
    }
}

/// Of a seat's row.
fn questions(seat: usize) -> [Value; 6] {
    [
        json!({"type": "rank", "seat": seat, "position": 0}),
        json!({"type": "row_total", "seat": seat}),
        json!({"type": "wins_if_called", "seat": seat}),
        json!({"type": "knows", "seat": seat, "position": 1}),
        json!({"type": "holds_known", "seat": seat, "rank": "7"}),
        json!({"type": "readiness", "seat": seat}),
    ]
}

/// What a seat does in its turn.
fn turns(seat: usize) -> [(&'static str, Value); 6] {
    [
        ("draw", json!({"seat": seat, "card": "Q"})),
        ("swap", json!({"seat": seat, "position": 0, "out": "7"})),
        ("discard", json!({"seat": seat, "card": "Q"})),
        ("take_discard", json!({"seat": seat, "card": "Q"})),
        ("vinto", json!({"seat": seat})),
        ("use_action", json!({"seat": seat, "card": "Q", "from": "drawn"})),
    ]
}

/// What cards let a seat do, to its own row and to another.
fn actions(seat: usize, other: usize) -> [(&'static str, Value); 6] {
    let (own, theirs) = (json!({"seat": seat, "position": 1}), json!({"seat": other, "position": 2}));
    [
        ("peek", json!({"seat": seat, "target": seat, "position": 0, "card": "Joker"})),
        ("switch", json!({"seat": seat, "a": own, "b": theirs, "executed": true})),
        ("declare", json!({"seat": seat, "target": other, "position": 0, "rank": "K", "actual": "K"})),
        ("force_draw", json!({"seat": seat, "target": other})),
        ("toss_in", json!({"seat": seat, "positions": [0], "cards": ["Q"], "success": true})),
        ("penalty", json!({"seat": seat})),
    ]
}
