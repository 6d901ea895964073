//! What a seat saw of an event that is reported without it.

use super::event::{Draw, Event, Peek, Swap};
use crate::rulesets::Seat;

/// The field of the event that the seat could fill, and that is left out. A card that goes into a row was named when it was drawn.
#[must_use]
pub fn unsaid(event: &Event, seat: Seat) -> Option<&'static str> {
    match event {
        Event::Peek(Peek { seat: of, card: None, .. }) | Event::Draw(Draw { seat: of, card: None }) if *of == seat => {
            Some("card")
        }
        Event::Swap(Swap { seat: of, out: None, .. }) if *of == seat => Some("out"),
        _ => None,
    }
}
