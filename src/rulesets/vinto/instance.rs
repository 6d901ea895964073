//! Cards that keep their identity while they move, and what the table shows of each.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::rank::{Rank, RankCounts};
use crate::rulesets::Seat;

/// A card as a thing, whatever its rank: the one dealt third, the one on top of the draw pile. Keeps its number wherever it goes,
/// until it is shuffled: then nobody can follow it, and the shuffled cards get new numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Instance(pub u32);

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card:{}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const NONE: Self = Self(0);
    /// Every seat of any table.
    pub const ALL: Self = Self(u8::MAX);

    /// Whether a seat is in it.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat < 8 && self.0 >> seat & 1 == 1
    }

    /// The set with one seat more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        if seat < 8 { Self(self.0 | 1 << seat) } else { self }
    }
}

/// What everybody knows of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Seats that looked at it. Public: who looks where is seen, only the card is not.
    pub seen: SeatSet,
    /// Its rank, where all have seen it.
    pub shown: Option<Rank>,
}

/// Cards that were shuffled together: their ranks are known as a whole, and every way to lay them on the instances was as likely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pool {
    /// Number of the first instance.
    pub(super) first: u32,
    /// What is public of each instance, in order.
    pub(super) cards: Vec<Card>,
    /// How many cards of each rank are among them.
    pub ranks: RankCounts,
}

impl Pool {
    /// The instances, by number.
    #[must_use]
    pub fn instances(&self) -> Range<u32> {
        self.first..self.first.saturating_add(u32::try_from(self.cards.len()).unwrap_or(u32::MAX))
    }

    /// Place of an instance among the pool's cards.
    pub(super) fn index(&self, instance: Instance) -> Option<usize> {
        self.instances().contains(&instance.0).then(|| (instance.0 - self.first) as usize)
    }

    /// Its instances whose rank all have seen, in order.
    pub fn shown(&self) -> impl Iterator<Item = (Instance, Rank)> {
        self.instances().zip(&self.cards).filter_map(|(number, card)| card.shown.map(|rank| (Instance(number), rank)))
    }
}
