//! What every cup held, as the reveal at the end of the round shows it.

use std::collections::BTreeMap;

use super::event::Event;
use super::hands::{FACES, counted};
use super::world::variable;

/// The dice of every seat after each event of a round that was revealed, from its beginning on.
#[must_use]
pub fn hindsight(events: &[&Event]) -> Vec<BTreeMap<String, String>> {
    let mut dice: BTreeMap<String, String> = BTreeMap::new();
    let mut truths = Vec::with_capacity(events.len());
    for event in events.iter().rev() {
        if let Event::Reveal(reveal) = event {
            let seats = reveal.hands.iter().filter_map(|(seat, hand)| Some((*seat, counted(hand)?)));
            let counts =
                seats.flat_map(|(seat, hand)| (0..FACES).map(move |face| (variable(seat, face), hand[face].to_string())));
            dice = counts.collect();
        }
        truths.push(dice.clone());
        if matches!(event, Event::Round(_)) {
            dice.clear();
        }
    }
    truths.reverse();
    truths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::liars_dice::event::{Call, Reveal, Round};

    #[test]
    fn a_reveal_says_what_the_cups_held_since_the_round_began() {
        let round = || Event::Round(Round { dice: BTreeMap::from([(0, 2), (1, 1)]), starter: 0 });
        let reveal = Event::Reveal(Reveal { hands: BTreeMap::from([(0, vec![3, 3]), (1, vec![6])]) });
        let events = [round(), Event::Call(Call { seat: 1 }), reveal, round()];
        let truths = hindsight(&events.iter().collect::<Vec<_>>());
        let threes = |at: usize| truths[at].get("seat:0/face:3").map(String::as_str);
        assert_eq!([0, 1, 2, 3].map(threes), [Some("2"), Some("2"), Some("2"), None]);
    }
}
