//! How far what choices said of hands was borne out when the hands became known.
//!
//! A player's choices may say less of its hand than its tastes claim: whoever plays one of several cards that come to the same, or goes by
//! what tastes do not know of, repeats itself, and a product of what each choice says is too sure. So a finished deal is read once more as
//! somebody without cards would read it, each hand by itself and each card on its own, and before each choice what was said so far is
//! held against the hand: of what was said for and against cards, weighted by how strongly, how much was true, and how much would
//! have been, on average, had the chances that it leads to been right.

use super::card::{CardSet, DECK};
use super::event::Play;
use super::legal::{choices, shown};
use super::plays::Played;
use super::race::{Rival, first};
use super::scene::{KINDS, Scene, place_of};
use super::setup::{SEATS, Setup};
use super::taste::ByTaste;

/// What was said of the cards of one hand, summed over a deal, in nats.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said {
    /// For cards that were in the hand, and against cards that were not.
    pub right: f64,
    /// Against cards that were in the hand, and for cards that were not.
    pub wrong: f64,
    /// How much more right than wrong it would have been on average.
    pub claimed: f64,
}

/// One hand as its reader sees it.
struct Read {
    /// Cards that may be in the hand.
    open: CardSet,
    /// What choices of each kind said of each card, as logarithms of odds, up to a common summand.
    strength: [[f64; DECK]; KINDS],
}

impl Read {
    /// The chance that each card is in a hand of so many cards.
    fn chances(&self, size: usize) -> [f64; DECK] {
        let mut odds = [1.0; DECK];
        for card in self.open.iter() {
            odds[card.index()] = libm::exp(self.strength.iter().map(|strength| strength[card.index()]).sum());
        }
        let (mut scale, size) = (size as f64 / (self.open.len() - size).max(1) as f64, size as f64);
        let chance = |scale: f64, odds: f64| scale * odds / (1.0 + scale * odds);
        // Newton's steps on the logarithm of the scale.
        for _ in 0..4 {
            let (mut sum, mut slope) = (0.0, 1e-9);
            for card in self.open.iter() {
                let p = chance(scale, odds[card.index()]);
                sum += p;
                slope += p * (1.0 - p);
            }
            let step = ((size - sum) / slope).clamp(-3.0, 3.0);
            scale = (scale * libm::exp(step)).clamp(1e-12, 1e12);
            if step.abs() < 0.01 {
                break;
            }
        }
        let mut chances = [0.0; DECK];
        for card in self.open.iter() {
            chances[card.index()] = chance(scale, odds[card.index()]);
        }
        chances
    }

    /// Holds what was said against the hand.
    fn compare(&self, hand: CardSet, chances: &[f64; DECK], said: &mut [Said; KINDS]) {
        let count = self.open.len() as f64;
        let even = hand.len() as f64 / count;
        for (strength, said) in self.strength.iter().zip(said) {
            let mean = self.open.iter().map(|card| strength[card.index()]).sum::<f64>() / count;
            for card in self.open.iter() {
                let strength = strength[card.index()] - mean;
                let by = strength * (if hand.contains(card) { 1.0 } else { 0.0 } - even);
                if by > 0.0 {
                    said.right += by;
                } else {
                    said.wrong -= by;
                }
                said.claimed += strength * (chances[card.index()] - even);
            }
        }
    }
}

/// What the choices of a whole deal said of each seat's hand, whose player has these tastes.
#[must_use]
pub fn borne_out(setup: &Setup, plays: &[Played], tastes: &[ByTaste; SEATS]) -> [[Said; KINDS]; SEATS] {
    let mut hands = [CardSet::EMPTY; SEATS];
    for played in plays {
        hands[usize::from(played.seat)].insert(played.card);
    }
    let mut said = [[Said::default(); KINDS]; SEATS];
    let mut reads: [Read; SEATS] = std::array::from_fn(|_| Read { open: CardSet::FULL, strength: [[0.0; DECK]; KINDS] });
    for (place, played) in plays.iter().enumerate() {
        let (before, at, chosen) = (&plays[..place], usize::from(played.seat), played.card);
        let chances = reads[at].chances(hands[at].len());
        reads[at].compare(hands[at], &chances, &mut said[at]);
        let play = Play { seat: played.seat, card: chosen };
        for shown in shown(setup, before, &play) {
            reads[at].open = reads[at].open.without(shown.lacking());
        }
        let follows = super::plays::trick_on(before).first().is_none_or(|lead| lead.card.suit() == chosen.suit());
        let scene = Scene::of_play(setup, before, follows);
        let liked = scene.liking(&tastes[at], chosen);
        let others: Vec<_> =
            reads[at].open.and(choices(scene.led, setup, before, chosen)).without(chosen.into()).iter().collect();
        let rival = |card: &super::card::Card| Rival {
            p: chances[card.index()],
            ahead: scene.liking(&tastes[at], *card) - liked,
            factor: 1.0,
        };
        let mut rivals: Vec<Rival> = others.iter().map(rival).collect();
        first(&mut rivals);
        if let Some(place) = place_of(scene.kind) {
            for (card, rival) in others.iter().zip(&rivals) {
                reads[at].strength[place][card.index()] += libm::log(rival.factor);
            }
        }
        hands[at].remove(chosen);
        for read in &mut reads {
            read.open.remove(chosen);
        }
    }
    said
}
