//! What a seat saw of its own cards, and did not report.

use super::belief::Belief;
use super::event::{Deal, Event, Pass, Receive};
use super::table::Table;
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

/// That a seat which has played in this deal does not know its own hand: it was left out of the deal, or a `receive` was.
#[must_use]
pub fn unknown_own(belief: &Belief, table: &Table, seat: Seat) -> Option<String> {
    let left = usize::from(*table.left().get(usize::from(seat))?);
    let unknown = left.saturating_sub(belief.reconciled(table).certain(seat).len());
    let has_played = table.plays.iter().any(|played| played.seat == seat);
    (has_played && unknown > 0).then(|| {
        format!(
            "seat {seat} plays, and {unknown} of the {left} cards of its own hand are unknown to it: what it was dealt belongs into the `hands` of the `deal`, and what it \
             was passed into a `receive` before its first play. To add it, retract the plays since, or the `deal` with the whole one as `instead`"
        )
    })
}
