//! The formulas of the agent that asked for this, exactly as written: trust, its weighing of dice, collective plausibility.
//!
//! Kept so that its users can compare; the belief does not rest on them unless the preset says so. Trust measures hand luck and the
//! number of dice as well as honesty, and its dice speak of earlier rolls.

use super::LiarsDice;
use super::hands::{Counts, FACES};
use super::likelihood::{SEED_LEAST_RECENCY, SEED_RECENCY};
use super::round::RevealedRound;
use super::setup::MOST_SEATS;
use super::table::Table;
use crate::rulesets::Opening;

/// Trust in a player never seen.
pub const START: f64 = 0.5;
/// The share of bids that a face would have by chance, as the seed rounds it.
const SHARE: f64 = 0.167;
/// Bids of a player that its dice are weighed by.
const BIDS: usize = 5;
/// How far one bid moves the probability of its face, at full trust, in this round.
const ADJUSTMENT: f64 = 0.1;

/// Trust in each seat: each revealed round in which it bid adds rate x (accuracy - 0.5); kept in [0, 1].
#[derive(Clone, Debug, PartialEq)]
pub struct Trusts {
    rate: f64,
    values: [f64; MOST_SEATS],
}

impl Trusts {
    /// Trust when the game opens: that of each profile.
    #[must_use]
    pub fn new(opening: &Opening<LiarsDice>) -> Self {
        let rate = opening.parameters.rate();
        let profile = |seat: usize| opening.seats.get(seat).and_then(|seat| seat.profile.trust.as_ref());
        Self { rate, values: std::array::from_fn(|seat| profile(seat).map_or(START, |trust| trust.at_rate(rate))) }
    }

    /// Trust in a seat.
    #[must_use]
    pub fn of(&self, seat: usize) -> f64 {
        self.values.get(seat).copied().unwrap_or(START)
    }

    /// A round was revealed, in which these seats bid with these accuracies.
    pub fn learn(&mut self, accuracies: impl Iterator<Item = (usize, f64)>) {
        for (seat, accuracy) in accuracies {
            if let Some(trust) = self.values.get_mut(seat) {
                *trust = (*trust + self.rate * (accuracy - 0.5)).clamp(0.0, 1.0);
            }
        }
    }
}

/// Accuracy of one bid: min(1, 2 x own dice that show the face / own dice). Wild dice do not count.
pub fn accuracy(hand: &Counts, face: usize) -> f64 {
    let dice: u8 = hand.iter().sum();
    (2.0 * f64::from(hand[face]) / f64::from(dice.max(1))).min(1.0)
}

/// How much a bid of an earlier round counts.
pub fn recency(rounds: u32) -> f64 {
    (0..rounds.min(100)).fold(1.0, |weight, _| weight * SEED_RECENCY).max(SEED_LEAST_RECENCY)
}

/// The probability of each face for one die of a player: 1/6, moved by its last five bids, each given as (rounds ago, face).
pub fn face_weights(bids: &[(u32, usize)], trust: f64) -> [f64; FACES] {
    let mut p = [1.0 / 6.0; FACES];
    for (rounds, face) in &bids[bids.len().saturating_sub(BIDS)..] {
        let adjustment = ADJUSTMENT * trust * recency(*rounds);
        for (other, p) in p.iter_mut().enumerate() {
            *p += if other == *face { adjustment } else { -adjustment / 5.0 };
        }
    }
    // Five bids take at most 0.1 from a face: none falls to 0.
    let all: f64 = p.iter().sum();
    p.map(|p| p / all)
}

/// A seat's bids in the remembered rounds and in this one, as (rounds ago, face), oldest first.
pub fn bids_of(table: &Table, memory: usize, seat: usize) -> Vec<(u32, usize)> {
    let now = table.rounds;
    let rounds = table.history.recent(memory).map(|revealed| &revealed.round).chain(&table.round);
    rounds
        .flat_map(|round| round.bids.iter().map(move |bid| (round.number, bid)))
        .filter(|(_, (bidder, _))| usize::from(*bidder) == seat)
        .map(|(round, (_, claim))| (now.saturating_sub(round), claim.face))
        .collect()
}

/// The share of a face among the bids of the latest `rounds` rounds, the one that is being played included; `None` where nobody bid.
pub fn popularity(table: &Table, face: usize, rounds: usize) -> Option<(f64, u32, u32)> {
    if rounds == 0 {
        return None;
    }
    let revealed = table.history.recent(rounds.saturating_sub(usize::from(table.round.is_some())));
    let (mut on_face, mut all) = (0, 0);
    for (_, claim) in revealed.map(|revealed| &revealed.round).chain(&table.round).flat_map(|round| &round.bids) {
        all += 1;
        on_face += u32::from(claim.face == face);
    }
    (all > 0).then(|| (f64::from(on_face) / f64::from(all), on_face, all))
}

/// Accuracy of the bids of these rounds on a face, weighted by trust in who bid; `None` where there is none.
pub fn face_accuracy<'a>(
    rounds: impl Iterator<Item = &'a RevealedRound>,
    face: usize,
    trust: impl Fn(usize) -> f64,
) -> Option<f64> {
    let (mut sum, mut weights) = (0.0, 0.0);
    for revealed in rounds {
        for (seat, claim) in revealed.round.bids.iter().filter(|(_, claim)| claim.face == face) {
            let seat = usize::from(*seat);
            sum += trust(seat) * accuracy(&revealed.hands[seat], claim.face);
            weights += trust(seat);
        }
    }
    (weights > 0.0).then(|| sum / weights)
}

/// base x (1 + (popularity - 0.167) x 0.5) x (0.8 + accuracy x 0.4), in [0, 1]. What is not known changes nothing.
pub fn plausibility(base: f64, popularity: Option<f64>, accuracy: Option<f64>) -> f64 {
    let popular = popularity.map_or(1.0, |share| 1.0 + (share - SHARE) * 0.5);
    let accurate = accuracy.map_or(1.0, |accuracy| 0.8 + accuracy * 0.4);
    (base * popular * accurate).clamp(0.0, 1.0)
}
