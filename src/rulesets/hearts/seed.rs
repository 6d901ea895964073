//! The two clues of an earlier tracker, for the preset `seed`.

use super::card::{Card, CardSet};
use super::event::Play;
use super::likelihood::{SEED_QUEEN, SEED_SLOUGH};
use super::table::Table;
use crate::rulesets::Likelihood;

/// A number of the preset, and the cards that it speaks against: in the hand that the play came from, or in the others.
#[derive(Clone, Copy, Debug)]
pub struct Clue {
    /// The number.
    pub likelihood: &'static Likelihood,
    /// The cards.
    pub cards: CardSet,
    /// Whether it speaks of the other hands.
    pub others: bool,
}

/// What a play says.
pub fn of_play(table: &Table, play: &Play) -> Vec<Clue> {
    let mut clues = Vec::new();
    let Some(lead) = table.trick().first() else { return clues };
    let unplayed = CardSet::FULL.without(table.played()).without(play.card.into());
    let spades = super::card::Suit::Spades;
    if lead.card.suit() == spades && play.card.suit() == spades && play.card.rank() < 12 {
        clues.push(Clue { likelihood: &SEED_QUEEN, cards: CardSet::from(Card::QUEEN).and(unplayed), others: false });
    }
    if play.card.suit() != lead.card.suit() && CardSet::PENALTY.contains(play.card) {
        clues.push(Clue { likelihood: &SEED_SLOUGH, cards: unplayed.of(play.card.suit()), others: true });
    }
    clues
}
