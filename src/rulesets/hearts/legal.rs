//! Which cards a hand may play: what the public rules leave to the hand alone.

use super::card::{Card, CardSet, Suit};
use super::setup::{SEATS, Setup};
use super::table::Played;

/// The cards of the trick that the next play belongs to; none where it leads.
pub fn trick_on(before: &[Played]) -> &[Played] {
    &before[before.len() / SEATS * SEATS..]
}

/// Whether hearts may be led after these plays, by a hand that holds something else too.
pub fn hearts_are_free(setup: &Setup, before: &[Played]) -> bool {
    let breaks = |card: Card| card.suit() == Suit::Hearts || (card == Card::QUEEN && setup.queen_breaks());
    !setup.breaking_matters() || before.iter().any(|played| breaks(played.card))
}

/// What a hand may play after `before`, the plays of this deal so far, when its turn has come. Not empty unless the hand is.
pub fn legal(setup: &Setup, before: &[Played], hand: CardSet) -> CardSet {
    let or_all = |cards: CardSet| if cards.is_empty() { hand } else { cards };
    let Some(lead) = trick_on(before).first() else {
        if before.is_empty() {
            return or_all(hand.and(Card::TWO_OF_CLUBS.into()));
        }
        return if hearts_are_free(setup, before) { hand } else { or_all(hand.without(Suit::Hearts.cards())) };
    };
    let follows = hand.of(lead.card.suit());
    if !follows.is_empty() {
        return follows;
    }
    if before.len() < SEATS && setup.first_trick_is_free() { or_all(hand.without(CardSet::PENALTY)) } else { hand }
}
