//! The ways in which a seat may play, and how likely each is.

use serde::{Deserialize, Serialize};

use super::clue::{CLUES, Clue};
use super::setup::MOST_SEATS;
use crate::rulesets::Seat;

/// Number of ways.
pub const WAYS: usize = 3;

/// Their names, in order: by lot, as people at this server's tables, as this player has.
pub const NAMES: [&str; WAYS] = ["careless", "population", "own"];

/// Ways in which cards are looked at: all but the first.
pub const LOOKING: usize = WAYS - 1;

/// A way that is less likely than this is taken for so likely: nobody is found out for good.
const LEAST: f64 = 1e-6;

/// P(choice) where what a clue speaks of holds, and where it does not; each in (0, 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Where it holds.
    pub held: f64,
    /// Where it does not.
    pub not_held: f64,
}

impl Rates {
    /// Of a choice that says nothing of the cards.
    #[must_use]
    pub const fn flat(rate: f64) -> Self {
        Self { held: rate, not_held: rate }
    }

    /// Of the other choice.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self { held: 1.0 - self.held, not_held: 1.0 - self.not_held }
    }

    /// Of one choice among several cards, where `held` is how often a worse one than the picked one is there: it is one of the others then.
    #[must_use]
    pub fn picked(errs: f64, among: usize) -> Self {
        Self { held: errs / (among.max(2) - 1) as f64, not_held: 1.0 - errs }
    }

    /// P(choice) where it holds with this chance.
    #[must_use]
    pub fn at(self, holds: f64) -> f64 {
        self.not_held + (self.held - self.not_held) * holds
    }
}

/// The rates of one seat in a way that reads cards, by clue.
pub type Manner = [Rates; CLUES];

/// P(way) of each seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ways([[f64; WAYS]; MOST_SEATS]);

impl Ways {
    /// These.
    #[must_use]
    pub const fn new(weights: [[f64; WAYS]; MOST_SEATS]) -> Self {
        Self(weights)
    }

    /// What was stored, as far as it can be: weights of a seat that are none are replaced by those of `otherwise`.
    #[must_use]
    pub fn or(self, otherwise: Self) -> Self {
        let fits = |weights: &[f64; WAYS]| {
            let sum = weights.iter().fold(0.0, |sum, weight| sum + weight);
            weights.iter().all(|weight| (0.0..=1.0).contains(weight)) && (sum - 1.0).abs() < 1e-9
        };
        Self(std::array::from_fn(|seat| if fits(&self.0[seat]) { self.0[seat] } else { otherwise.0[seat] }))
    }

    /// P(way) of a seat, in the order of [`NAMES`].
    #[must_use]
    pub fn of(&self, seat: Seat) -> [f64; WAYS] {
        self.0.get(usize::from(seat)).copied().unwrap_or([1.0, 0.0, 0.0])
    }

    /// What a seat did had this probability in each way.
    pub fn moved(&mut self, seat: Seat, probabilities: [f64; WAYS]) {
        let Some(weights) = self.0.get_mut(usize::from(seat)) else { return };
        let weighed: [f64; WAYS] = std::array::from_fn(|way| weights[way] * probabilities[way]);
        let sum = weighed.iter().fold(0.0, |sum, weight| sum + weight);
        if !(sum > 0.0 && sum.is_finite()) {
            return;
        }
        let least: [f64; WAYS] = weighed.map(|weight| (weight / sum).max(LEAST));
        let sum = least.iter().fold(0.0, |sum, weight| sum + weight);
        *weights = least.map(|weight| weight / sum);
    }
}

/// The rates of a clue in each way, for one choice.
#[must_use]
pub fn read(by_lot: f64, manners: [&Manner; LOOKING], clue: Clue, made: bool, among: usize) -> [Rates; WAYS] {
    let of = |manner: &Manner| {
        let rates = manner[clue as usize];
        match clue {
            Clue::HoldsWorse | Clue::PointsBetter => Rates::picked(rates.held, among),
            Clue::NoTossIn => rates.opposite(),
            _ => rates,
        }
    };
    let all = [Rates::flat(by_lot), of(manners[0]), of(manners[1])];
    if made { all } else { all.map(Rates::opposite) }
}
