//! Who held each card, as the plays of a whole deal show it.

use std::collections::BTreeMap;

use super::card::Card;
use super::event::Event;
use super::world::{holder, variable};
use crate::rulesets::Seat;

/// The holder of each card after each event, from the last pass of its deal on: whoever plays a card held it since then. A deal that was
/// conceded shows nothing of the cards that were not played.
#[must_use]
pub fn hindsight(events: &[&Event]) -> Vec<BTreeMap<String, String>> {
    let mut holders: BTreeMap<Card, Seat> = BTreeMap::new();
    let mut truths = Vec::with_capacity(events.len());
    // Backwards: what is played later is held now.
    for event in events.iter().rev() {
        truths.push(holders.iter().map(|(card, seat)| (variable(*card), holder(*seat))).collect());
        match event {
            Event::Play(play) => drop(holders.insert(play.card, play.seat)),
            // Cards change hands with the last pass, before anybody looks at what was received.
            Event::Receive(_) => {}
            Event::Deal(_) | Event::Pass(_) | Event::DealEnd(_) => holders.clear(),
        }
    }
    truths.reverse();
    truths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::hearts::event::{DealEnd, Play};

    #[test]
    fn who_plays_a_card_held_it() {
        let play = |seat, card: &str| Event::Play(Play { seat, card: card.parse().expect("a card") });
        let end = Event::DealEnd(DealEnd { points: BTreeMap::new(), passes: BTreeMap::new() });
        let events = [play(0, "2C"), play(1, "QS"), end, play(2, "QS")];
        let truths = hindsight(&events.iter().collect::<Vec<_>>());
        let queen = |at: usize| truths[at].get("card:QS").map(String::as_str);
        assert_eq!([0, 1, 2, 3].map(queen), [Some("seat:1"), None, Some("seat:2"), None]);
        assert_eq!(truths[0].len(), 1, "the two of clubs is played, and later deals say nothing of this one");
    }
}
