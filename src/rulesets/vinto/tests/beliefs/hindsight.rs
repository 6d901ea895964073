//! What lay where, as a whole log says it in the end.

use serde_json::json;

use super::*;

fn in_the_end(opening: &Opening<Vinto>, events: &[(&str, Value)], card: &str) -> Vec<Option<String>> {
    let events: Vec<Event> = events.iter().map(|(kind, data)| event(kind, data.clone())).collect();
    let events: Vec<&Event> = events.iter().collect();
    Vinto::hindsight(opening, &events).iter().map(|truth| truth.get(card).cloned()).collect()
}

/// Seat 0 draws a fifth King, which the referee leaves out, and swaps the card in for a 5. What it drew lies there from then on, and turns out to
/// be a 9.
#[test]
fn a_card_lies_where_it_went_though_the_event_was_left_out() {
    let peek = |seat: u8, position: u8| ("peek", json!({"seat": seat, "target": seat, "position": position, "card": "K"}));
    let events = [
        ("round", json!({"first": 0})),
        peek(0, 0),
        peek(0, 1),
        peek(1, 0),
        peek(1, 1),
        ("draw", json!({"seat": 0, "card": "K"})),
        ("swap", json!({"seat": 0, "position": 2, "out": "5"})),
        ("vinto", json!({"seat": 0})),
        ("draw", json!({"seat": 1, "card": "2"})),
        ("discard", json!({"seat": 1, "card": "2"})),
        ("reveal", json!({"hands": {"0": ["K", "K", "9", "3", "4"], "1": ["K", "K", "6", "7", "8"]}})),
    ];
    let opening = opening(json!({"draws": "private"}), json!({}), 2);
    let card = |id: &str| in_the_end(&opening, &events, id);
    let named = |rank: &str| Some(rank.to_owned());
    let swapped = [vec![named("5"); 6], vec![named("9"); 5]].concat();
    assert_eq!(card("seat:0/card:2"), swapped);
    for (id, rank) in [("seat:0/card:0", "K"), ("seat:0/card:4", "4"), ("seat:1/card:1", "K"), ("seat:1/card:2", "6")] {
        assert_eq!(card(id), vec![named(rank); 11], "{id}");
    }
}

/// What is true does not depend on what the game's beliefs use.
#[test]
fn a_card_that_was_seen_is_true_whatever_is_switched_off() {
    let events = [("round", json!({"first": 0})), ("peek", json!({"seat": 0, "target": 0, "position": 0, "card": "4"}))];
    let opening = opening(json!({}), json!({"direct_observation": false}), 2);
    assert_eq!(in_the_end(&opening, &events, "seat:0/card:0"), [Some("4".to_owned()), Some("4".to_owned())]);
}
