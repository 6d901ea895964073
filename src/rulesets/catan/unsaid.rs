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
        Event::Steal(Steal { thief, victim, resource: None }) if [thief, victim].contains(&&seat) => Some("resource"),
        Event::Discard(Discard { seat: of, cards: None, .. }) if *of == seat => Some("cards"),
        Event::Build(Build { seat: of, piece: BuildPiece::DevCard, card: None, .. }) if *of == seat => Some("card"),
        _ => None,
    }
}
