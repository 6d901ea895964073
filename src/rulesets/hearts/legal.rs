//! Which cards a hand may play, and what a play therefore shows of the hand that it came from.

use super::card::{Card, CardSet, Suit};
use super::event::Play;
use super::plays::{Played, trick_on};
use super::setup::{SEATS, Setup};

/// Whether hearts may be led after these plays, by a hand that holds something else too.
pub fn hearts_are_free(setup: &Setup, before: &[Played]) -> bool {
    let breaks = |card: Card| card.suit() == Suit::Hearts || (card == Card::QUEEN && setup.queen_breaks());
    !setup.breaking_matters() || before.iter().any(|played| breaks(played.card))
}

/// Cards that could have been chosen instead, as far as everybody sees: those of the led suit, or all; hearts may have to be broken first, and on
/// the first trick penalty cards are kept back.
pub fn choices(led: Option<Suit>, setup: &Setup, before: &[Played], chosen: Card) -> CardSet {
    let penalty = CardSet::PENALTY.contains(chosen);
    match led {
        Some(led) if led == chosen.suit() => led.cards(),
        Some(_) if before.len() < SEATS && setup.first_trick_is_free() && !penalty => CardSet::FULL.without(CardSet::PENALTY),
        Some(_) => CardSet::FULL,
        // The two of clubs opens.
        None if before.is_empty() => CardSet::EMPTY,
        None if hearts_are_free(setup, before) => CardSet::FULL,
        // It holds nothing else then.
        None if chosen.suit() == Suit::Hearts => Suit::Hearts.cards(),
        None => CardSet::FULL.without(Suit::Hearts.cards()),
    }
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

/// What a play shows, by the rules, of the hand that it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Led a heart before hearts were broken: it holds nothing but hearts.
    OnlyHearts,
    /// Did not follow: it holds none of the suit led.
    Void(Suit),
    /// Threw a penalty card on the first trick: it holds nothing but penalty cards.
    OnlyPenaltyCards,
}

impl Shown {
    /// The cards that the hand lacks.
    #[must_use]
    pub const fn lacking(self) -> CardSet {
        match self {
            Self::OnlyHearts => CardSet::FULL.without(Suit::Hearts.cards()),
            Self::Void(suit) => suit.cards(),
            Self::OnlyPenaltyCards => CardSet::FULL.without(CardSet::PENALTY),
        }
    }
}

/// What a play after `before`, the plays of this deal so far, shows of the rest of its hand.
pub fn shown(setup: &Setup, before: &[Played], play: &Play) -> impl Iterator<Item = Shown> + use<> {
    let shown = match trick_on(before).first().map(|lead| lead.card.suit()) {
        None if play.card.suit() == Suit::Hearts && !hearts_are_free(setup, before) => [Some(Shown::OnlyHearts), None],
        Some(lead) if lead != play.card.suit() => {
            let free = before.len() < SEATS && setup.first_trick_is_free();
            [Some(Shown::Void(lead)), (free && CardSet::PENALTY.contains(play.card)).then_some(Shown::OnlyPenaltyCards)]
        }
        _ => [None, None],
    };
    shown.into_iter().flatten()
}
