//! What a seat saw of an event that is reported without it.

use super::event::{Deal, Event, Pass, Receive};
use crate::rulesets::Seat;

/// The field of the event that the seat could fill, and that is left out.
#[must_use]
pub fn unsaid(event: &Event, seat: Seat) -> Option<&'static str> {
    match event {
        Event::Deal(Deal { hands, .. }) if !hands.contains_key(&seat) => Some("hands"),
        Event::Pass(Pass { seat: of, cards: None, .. }) | Event::Receive(Receive { seat: of, cards: None, .. })
            if *of == seat =>
        {
            Some("cards")
        }
        _ => None,
    }
}
