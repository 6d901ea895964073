//! Examples of questions and events.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::card::Card;
use super::setup::SEATS;
use crate::rulesets::Examples;

/// At a table, which has four seats.
pub fn examples(seats: usize) -> Examples {
    let general =
        [json!({"type": "entropy", "by": "suit"}), json!({"type": "entropy", "by": "seat"}), json!({"type": "confidence"})];
    let all: BTreeMap<usize, Vec<Card>> = (0..seats).map(|seat| (seat, hand(seat).collect())).collect();
    let points: BTreeMap<usize, i32> = (0..seats).map(|seat| (seat, if seat == 0 { 26 } else { 0 })).collect();
    let of_the_deal = [
        ("deal", json!({"deal": 0, "direction": "left", "hands": all})),
        ("deal_end", json!({"points": points, "passes": {"0": passed(0)}})),
    ];
    Examples {
        queries: (0..seats).flat_map(questions).chain(general).collect(),
        events: (0..seats).flat_map(events).chain(of_the_deal).collect(),
    }
}

/// Of a seat's hand.
fn questions(seat: usize) -> [Value; 5] {
    [
        json!({"type": "holds", "seat": seat, "card": "QS"}),
        json!({"type": "void", "seat": seat, "suit": "C"}),
        json!({"type": "suit_length", "seat": seat, "suit": "H"}),
        json!({"type": "unseen", "seat": seat}),
        json!({"type": "expected_points", "seat": seat, "card": "QS"}),
    ]
}

/// Of a seat, in a deal that passes to the left.
fn events(seat: usize) -> [(&'static str, Value); 3] {
    let (to, from) = ((seat + 1) % SEATS, (seat + SEATS - 1) % SEATS);
    [
        ("pass", json!({"seat": seat, "to": to, "cards": passed(seat)})),
        ("receive", json!({"seat": seat, "from": from, "cards": passed(from)})),
        ("play", json!({"seat": seat, "card": "QS"})),
    ]
}

/// Every fourth card.
fn hand(seat: usize) -> impl Iterator<Item = Card> {
    Card::all().skip(seat).step_by(SEATS)
}

fn passed(seat: usize) -> Vec<Card> {
    hand(seat).take(3).collect()
}
