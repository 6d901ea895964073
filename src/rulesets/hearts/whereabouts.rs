//! For each card, the seats that may hold it.

use super::card::{Card, CardSet, DECK};
use super::setup::SEATS;
use crate::belief::{Holders, Overfull, narrow};
use crate::rulesets::Seat;

/// Any seat may hold it.
pub const ANYBODY: Holders = 0b1111;

/// For each card the seats that may hold it; no seat for a card that is played or not dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whereabouts([Holders; DECK]);

impl Whereabouts {
    /// No card is in a hand.
    pub const NOWHERE: Self = Self([0; DECK]);
    /// Each card may be in any hand.
    pub const ANYWHERE: Self = Self([ANYBODY; DECK]);

    /// These cards may be in any hand, and no other card is in a hand.
    #[must_use]
    pub fn anywhere(cards: CardSet) -> Self {
        let mut anywhere = Self::NOWHERE;
        for card in cards.iter() {
            anywhere.set(card, ANYBODY);
        }
        anywhere
    }

    /// The seats that may hold a card.
    #[must_use]
    pub const fn of(&self, card: Card) -> Holders {
        self.0[card.index()]
    }

    /// Lets only these seats hold a card.
    pub const fn set(&mut self, card: Card, holders: Holders) {
        self.0[card.index()] = holders & ANYBODY;
    }

    /// Whether the seat may hold the card.
    #[must_use]
    pub const fn allows(&self, seat: Seat, card: Card) -> bool {
        self.of(card) & 1 << seat != 0
    }

    /// Whether more than one seat may hold the card.
    #[must_use]
    pub const fn is_open(&self, card: Card) -> bool {
        let holders = self.of(card);
        holders & holders.wrapping_sub(1) != 0
    }

    /// The seats that may hold a card by both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|card| self.0[card] & other.0[card]))
    }

    /// What this knows of the cards that are in some hand by the other. What the other says of their holders does not count.
    #[must_use]
    pub fn still_out(&self, other: &Self) -> Self {
        self.and(&Self::anywhere(other.out()))
    }

    /// The seats that may hold a card by the other, but for a card of which this knows the holder, who holds it still. Of a seat that is known to hold more
    /// cards than it has left, one or more have gone, and nobody knows which: each may be with it or with whom the other says, and it holds no others.
    #[must_use]
    pub fn known_over(&self, other: &Self, left: [u8; SEATS]) -> Self {
        let still = self.still_out(other);
        let is_full = |seat: usize| still.certain(seat as Seat).len() > usize::from(left[seat]);
        let full = (0..SEATS).filter(|seat| is_full(*seat)).fold(0, |full: Holders, seat| full | 1 << seat);
        let of = |card: usize| match still.0[card] {
            open if !open.is_power_of_two() => other.0[card] & !full,
            known if known & full != 0 => known | other.0[card],
            known => known,
        };
        Self(std::array::from_fn(of))
    }

    /// Strikes what the sizes of the hands rule out.
    ///
    /// # Errors
    /// Where they rule out every deal; nothing is struck then.
    pub fn narrow(&mut self, left: [u8; SEATS]) -> Result<(), Overfull> {
        narrow(&mut self.0, left)
    }

    /// The cards that a seat may hold.
    #[must_use]
    pub fn possible(&self, seat: Seat) -> CardSet {
        self.where_holders(|holders| holders & 1 << seat != 0)
    }

    /// The cards that a seat holds for certain.
    #[must_use]
    pub fn certain(&self, seat: Seat) -> CardSet {
        self.where_holders(|holders| holders == 1 << seat)
    }

    /// The cards that somebody holds.
    #[must_use]
    pub fn out(&self) -> CardSet {
        self.where_holders(|holders| holders != 0)
    }

    /// The cards that more than one seat may hold.
    #[must_use]
    pub fn open(&self) -> CardSet {
        Card::all().filter(|card| self.is_open(*card)).collect()
    }

    fn where_holders(&self, fits: impl Fn(Holders) -> bool) -> CardSet {
        Card::all().filter(|card| fits(self.of(*card))).collect()
    }
}

/// Who may hold a card, in words.
#[must_use]
pub fn in_words(holders: Holders) -> String {
    let seats: Vec<String> = (0..SEATS).filter(|seat| holders & 1 << seat != 0).map(|seat| seat.to_string()).collect();
    match &seats[..] {
        [] => "it is not out".to_owned(),
        [seat] => format!("it is in seat {seat}'s hand"),
        _ => format!("only seats {} can", seats.join(" and ")),
    }
}
