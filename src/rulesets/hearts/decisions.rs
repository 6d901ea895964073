//! What the choices of a finished deal show of its players' tastes, and whether they looked careless.

use super::card::{Card, CardSet};
use super::event::DealEnd;
use super::legal::legal;
use super::plays::Played;
use super::scene::Scene;
use super::setup::{Direction, SEATS, Setup};
use super::taste::ByTaste;
use crate::rulesets::Seat;

/// A choice whose hand is known.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Whose.
    pub seat: Seat,
    /// What everybody saw.
    pub scene: Scene,
    /// The cards that the rules allowed, at least two.
    pub choices: CardSet,
    /// The one that was chosen.
    pub chosen: Card,
}

/// The choices of a deal, from the hands that were played out: those of the pass as far as it was shown, then those of the play. A pass is three
/// choices, each of one card before all that were kept.
#[must_use]
pub fn decisions(setup: &Setup, direction: Direction, plays: &[Played], end: &DealEnd) -> Vec<Decision> {
    let mut hands = [CardSet::EMPTY; SEATS];
    for played in plays {
        hands[usize::from(played.seat)].insert(played.card);
    }
    let mut decisions = Vec::new();
    for (seat, hand) in (0..).zip(&hands) {
        let received = direction.from(seat).and_then(|from| end.passes.get(&from));
        let (Some(given), Some(received)) = (end.passes.get(&seat), received) else { continue };
        let kept = hand.without(*received);
        for chosen in given.iter() {
            decisions.push(Decision { seat, scene: Scene::PASS, choices: kept.or(chosen.into()), chosen });
        }
    }
    for (place, played) in plays.iter().enumerate() {
        let (before, hand) = (&plays[..place], &mut hands[usize::from(played.seat)]);
        let choices = legal(setup, before, *hand);
        // Where the rules forbade the card, the report was wrong: it shows no choice.
        if choices.len() > 1 && choices.contains(played.card) {
            let follows = super::plays::trick_on(before).first().is_none_or(|lead| lead.card.suit() == played.card.suit());
            let scene = Scene::of_play(setup, before, follows);
            decisions.push(Decision { seat: played.seat, scene, choices, chosen: played.card });
        }
        hand.remove(played.card);
    }
    decisions
}

impl Decision {
    /// How much likelier the choice was with these tastes than by lot, in nats.
    #[must_use]
    pub fn sense(&self, tastes: &ByTaste) -> f64 {
        let liked = |card: Card| self.scene.liking(tastes, card);
        let sum: f64 = self.choices.iter().map(|card| libm::exp(liked(card))).sum();
        liked(self.chosen) - libm::log(sum) + libm::log(self.choices.len() as f64)
    }
}
