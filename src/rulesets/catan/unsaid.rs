//! What a seat saw of an event that is reported without it.

use super::event::{Build, BuildPiece, Discard, Event, Steal};
use crate::rulesets::Seat;

/// The field of the event that the seat could fill, and that is left out.
#[must_use]
pub fn unsaid(event: &Event, seat: Seat) -> Option<&'static str> {
    match event {
        Event::Start(start) if start.hand_sizes.get(&seat).is_some_and(|size| *size > 0) && !start.hands.contains_key(&seat) => {
            Some("hands")
        }
        Event::Start(start) if start.dev_cards_of(seat) > 0 && !start.dev_cards_held.contains_key(&seat) => {
            Some("dev_cards_held")
        }
        Event::Steal(Steal { thief, victim, resource: None }) if [thief, victim].contains(&&seat) => Some("resource"),
        Event::Discard(Discard { seat: of, cards: None, .. }) if *of == seat => Some("cards"),
        Event::Build(Build { seat: of, piece: BuildPiece::DevCard, card: None, .. }) if *of == seat => Some("card"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_start_names_what_the_seat_holds() {
        let start = |more: serde_json::Value| {
            let mut data = json!({"hand_sizes": {"0": 0}, "dev_cards": {"0": 2}});
            data.as_object_mut().unwrap().append(more.as_object().cloned().as_mut().unwrap());
            unsaid(&Event::Start(serde_json::from_value(data).unwrap()), 0)
        };
        assert_eq!(start(json!({})), Some("dev_cards_held"));
        assert_eq!(start(json!({"dev_cards_held": {"0": {"knight": 2}}})), None);
        assert_eq!(start(json!({"dev_cards": {"1": 2}})), None, "another's");
        assert_eq!(start(json!({"hand_sizes": {"0": 3}})), Some("hands"));
    }
}
