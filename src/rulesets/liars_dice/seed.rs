//! The formulas of the tracker that the preset `seed` stands for, exactly as written: its weighing of dice, collective plausibility. How
//! it trusts players stands in `trust`.
//!
//! Kept so that its users can compare; the belief does not rest on them unless the preset says so. Its weighing counts bids of earlier
//! rounds, which were made with other dice.

use super::hands::FACES;
use super::likelihood::{SEED_LEAST_RECENCY, SEED_RECENCY};
use super::revealed::RevealedRound;
use super::table::Table;
use super::trust::accuracy;

/// The share of bids that a face would have by chance, as the seed rounds it.
const SHARE: f64 = 0.167;
/// How many of a player's latest bids its dice are weighed by.
const BIDS: usize = 5;
/// How far one bid moves the probability of its face, at full trust, in this round.
const ADJUSTMENT: f64 = 0.1;

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
