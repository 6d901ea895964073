//! A round whose cups were lifted, and what it settled.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::conduct;
use super::event::Reveal;
use super::hands::{FACES, Hand, MOST_DICE, counted};
use super::reading::Ways;
use super::round::{ARC, BiddingRound};
use super::settled::SettledCount;
use super::setup::MOST_SEATS;
use super::tendencies::{FITS, fit_band};
use crate::rulesets::{Conduct, Seat};

/// What the dice of a seat, that did something in a round, said of how it plays when they were shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lifted {
    /// How well they fitted what it did: index of a band of [`FITS`].
    pub fit: u8,
    /// Whether it seemed careless.
    pub careless: bool,
}

impl Lifted {
    /// By the weights of the ways, and the likelihood ratio of the dice.
    #[must_use]
    pub fn new(ways: &Ways, ratio: f64) -> Self {
        Self { fit: fit_band(ratio) as u8, careless: ways[0] > 0.5 }
    }

    /// Whether it is one, and no damaged snapshot's.
    #[must_use]
    pub fn is_one(&self) -> bool {
        usize::from(self.fit) < FITS.len()
    }
}

/// A round whose cups were lifted.
#[derive(Clone, Debug)]
pub struct RevealedRound {
    /// How it was bid.
    pub round: Arc<BiddingRound>,
    /// What each seat held.
    pub hands: [Hand; MOST_SEATS],
    /// What those said of each seat that did anything.
    pub lifted: [Option<Lifted>; MOST_SEATS],
    /// The counts that it settled, in the order in which they are published.
    pub settled: Box<[SettledCount]>,
}

impl RevealedRound {
    /// A round as its reveal settles it.
    #[must_use]
    pub fn new(round: Arc<BiddingRound>, hands: [Hand; MOST_SEATS], lifted: [Option<Lifted>; MOST_SEATS]) -> Self {
        let settled = conduct::settled(&round, &hands, &lifted).into();
        Self { round, hands, lifted, settled }
    }

    /// What it settled: counts by seat, tendency and context, then accuracies by seat.
    #[must_use]
    pub fn conduct(&self) -> Vec<Conduct> {
        let counts = self.settled.iter().map(SettledCount::conduct);
        let accuracies = self.accuracies().map(|(seat, value)| Conduct::Accuracy { seat: seat as Seat, value });
        counts.chain(accuracies).collect()
    }

    /// Accuracy of each seat that bid.
    pub fn accuracies(&self) -> impl Iterator<Item = (usize, f64)> {
        (0..MOST_SEATS).filter_map(|seat| Some((seat, self.accuracy(seat)?)))
    }

    /// Accuracy of a seat: the mean over its bids, by the formula of the preset `seed`; `None` where it did not bid.
    #[must_use]
    pub fn accuracy(&self, seat: usize) -> Option<f64> {
        conduct::accuracy(&self.round, &self.hands, seat)
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        ARC + size_of::<Self>() + self.round.weigh() + size_of_val(&self.settled[..])
    }
}

/// The hands of a reveal. A seat that is not named has no dice; nor has one with faces that no die has, or with too many dice, which the
/// rules refuse.
#[must_use]
pub fn hands_of(reveal: &Reveal) -> [Hand; MOST_SEATS] {
    let hand = |dice: &Vec<u8>| counted(dice).filter(|_| dice.len() <= MOST_DICE);
    std::array::from_fn(|seat| reveal.hands.get(&(seat as Seat)).and_then(hand).unwrap_or([0; FACES]))
}
