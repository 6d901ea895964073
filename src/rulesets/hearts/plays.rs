//! The cards played in one deal.

use std::ops::Deref;

use super::card::{Card, DECK};
use super::setup::SEATS;
use crate::rulesets::Seat;

/// A card that was played, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who played it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// The cards played in one deal, in order; each four are a trick. They stand in place, so that a clone allocates nothing.
#[derive(Clone, Copy, Debug)]
pub struct Plays {
    plays: [Played; DECK],
    count: u8,
}

impl Plays {
    /// No card was played.
    pub const NONE: Self = Self { plays: [Played { seat: 0, card: Card::TWO_OF_CLUBS }; DECK], count: 0 };

    /// Adds a play. A deal has no 53rd card: it would be dropped.
    pub fn push(&mut self, played: Played) {
        if let Some(place) = self.plays.get_mut(usize::from(self.count)) {
            *place = played;
            self.count += 1;
        }
    }

    /// The cards of the trick that is on; none where one is about to begin.
    #[must_use]
    pub fn trick(&self) -> &[Played] {
        trick_on(self)
    }
}

impl Deref for Plays {
    type Target = [Played];

    fn deref(&self) -> &[Played] {
        &self.plays[..usize::from(self.count)]
    }
}

/// The cards of the trick that the next play belongs to; none where it leads.
#[must_use]
pub fn trick_on(before: &[Played]) -> &[Played] {
    &before[before.len() / SEATS * SEATS..]
}

/// The card that wins a trick so far: the highest of the suit led.
///
/// # Panics
/// On a trick without a card.
#[must_use]
pub fn winner(trick: &[Played]) -> Played {
    let lead = trick[0];
    let follows = trick.iter().filter(|played| played.card.suit() == lead.card.suit());
    follows.copied().max_by_key(|played| played.card.rank()).unwrap_or(lead)
}
