//! What an action says about a hand: P(action | own hand, what is public, how the player behaves).
//!
//! A seat that answers a standing bid first says whether it is exactly right, then calls it or not, by how likely it is true
//! given its own dice. A bid is blind, with the player's blindness: drawn without looking at the dice. Otherwise it is a bluff
//! or not, with the player's bluff rate; and within its class, weighed by how likely it is true given the own hand, by how far
//! above the least legal bid it is, and by the player's liking for the face. Each term depends on the hand through its support of one
//! face, so one table a face serves all hands.

use std::sync::LazyLock;

use super::behaviour::Rates;
use super::hands::{Counts, FACES, Hands, MOST_DICE};
use super::likelihood as fitted;
use super::odds::{Binomial, MOST_TOTAL};
use super::order::{Claim, Spot};
use super::tendencies::{band, bluff_context};

/// How a standing bid was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Called.
    Call,
    /// Said to be exactly right.
    Exact,
    /// Raised.
    Bid,
}

/// The bands that a standing bid falls in for a hand with this support of its face: how likely it is true, of six; and how likely
/// it is exactly right, of three.
#[must_use]
pub fn bands(spot: &Spot, standing: Claim, support: u8) -> (usize, usize) {
    let exactly = spot.others(standing.face).point(i32::from(standing.quantity) - i32::from(support));
    (band(spot.truth(standing.quantity, standing.face, support)), fitted::exact_band(exactly))
}

/// P(reply | support of the standing bid's face), for each support from 0 to the own dice. 1 where nothing stands.
#[must_use]
pub fn reply_by_support(spot: &Spot, rates: &Rates, reply: Reply) -> Vec<f64> {
    let Some(last) = spot.last else { return vec![1.0; usize::from(spot.own) + 1] };
    let of_support = |support: u8| {
        let (true_band, exact_band) = bands(spot, last, support);
        let exact = if spot.exact { fitted::EXACTS[exact_band] } else { 0.0 };
        let call = if spot.legal_faces() == 0 { 1.0 } else { rates.calls[true_band] };
        match reply {
            Reply::Exact => exact,
            Reply::Call => (1.0 - exact) * call,
            Reply::Bid => (1.0 - exact) * (1.0 - call),
        }
    };
    (0..=spot.own).map(of_support).collect()
}

/// P(reply | hand) for each hand.
#[must_use]
pub fn replies(spot: &Spot, rates: &Rates, reply: Reply) -> Vec<f64> {
    let by_support = reply_by_support(spot, rates, reply);
    let face = spot.last.map_or(0, |last| last.face);
    let of = |hand: &Counts| by_support[usize::from(spot.rules.support(hand, face))];
    Hands::of(spot.own).list.iter().map(of).collect()
}

/// Weights of the legal bids of one face, summed over quantities, for one number of supporting dice.
#[derive(Clone, Copy, Default)]
struct Sums {
    honest: f64,
    bluff: f64,
}

/// Weights of all legal bids, and of the one that was made, by face and by the number of dice that support the face.
struct Weights {
    sums: [[Sums; MOST_DICE + 1]; FACES],
    this: [f64; MOST_DICE + 1],
    /// The share of this bid among bids that are drawn without looking.
    by_chance: f64,
}

impl Weights {
    fn new(spot: &Spot, rates: &Rates, claim: Claim) -> Self {
        let mut weights = Self { sums: [[Sums::default(); MOST_DICE + 1]; FACES], this: [0.0; MOST_DICE + 1], by_chance: 1.0 };
        let (mut blind_all, mut blind_this) = (0.0, 0.0);
        for face in 0..FACES {
            let Some(least) = spot.least[face] else { continue };
            let liking = liking(spot, rates, face);
            for support in 0..=spot.own {
                weights.face(spot, claim, (face, least), support, liking);
            }
            let mut blind = liking;
            for quantity in least..=spot.total() {
                blind_all += blind;
                if claim == (Claim { quantity, face }) {
                    blind_this = blind;
                }
                blind *= fitted::BLIND_RAISE;
            }
        }
        if blind_all > 0.0 {
            weights.by_chance = blind_this / blind_all;
        }
        weights
    }

    fn face(&mut self, spot: &Spot, claim: Claim, (face, least): (usize, u8), support: u8, liking: f64) {
        let shape = &fitted::SHAPES[spot.situation() as usize];
        let honest = spot.honest(face, support);
        let [honest_truth, bluff_truth] = &Powers::of(spot.others, spot.rules.doubled(face)).0;
        let sums = &mut self.sums[face][usize::from(support)];
        let (mut honest_step, mut bluff_step) = (liking, liking);
        for quantity in least..=spot.total() {
            let needed = usize::from(quantity.saturating_sub(support));
            let bluff = quantity > honest;
            let (truth, step) = if bluff { (bluff_truth, bluff_step) } else { (honest_truth, honest_step) };
            let weight = step * truth.get(needed).copied().unwrap_or(fitted::LEAST_TRUTH);
            *(if bluff { &mut sums.bluff } else { &mut sums.honest }) += weight;
            if claim == (Claim { quantity, face }) {
                self.this[usize::from(support)] = weight;
            }
            honest_step *= shape.honest_raise;
            bluff_step *= shape.bluff_raise;
        }
    }
}

/// P(this bid | hand), of all bids, for each hand. The claim must be legal in the spot.
#[must_use]
pub fn bids(spot: &Spot, rates: &Rates, claim: Claim) -> Vec<f64> {
    let weights = Weights::new(spot, rates, claim);
    let situation = spot.situation();
    let blind = rates.blind[situation as usize];
    let bluff = rates.bluff[bluff_context(situation, spot.own)];
    let of = |hand: &Counts| {
        let own: [&Sums; FACES] = std::array::from_fn(|face| &weights.sums[face][usize::from(spot.rules.support(hand, face))]);
        let (mut honest_all, mut bluff_all) = (0.0, 0.0);
        for sums in own {
            honest_all += sums.honest;
            bluff_all += sums.bluff;
        }
        let support = spot.rules.support(hand, claim.face);
        let this = weights.this[usize::from(support)];
        let bluffs = spot.is_bluff(claim.quantity, claim.face, support);
        let class = match (bluffs, honest_all > 0.0, bluff_all > 0.0) {
            (true, true, _) => bluff,
            (false, _, true) => 1.0 - bluff,
            _ => 1.0,
        };
        let all = if bluffs { bluff_all } else { honest_all };
        let drawn = if all > 0.0 { class * this / all } else { 0.0 };
        blind * weights.by_chance + (1.0 - blind) * drawn
    };
    Hands::of(spot.own).list.iter().map(of).collect()
}

/// How much a face is liked, by the population and by the player.
fn liking(spot: &Spot, rates: &Rates, face: usize) -> f64 {
    let usual = if spot.rules.wild == Some(face) { fitted::WILD_LIKING } else { 1.0 };
    usual * rates.faces[face]
}

/// P(at least k others' dice) to the powers that honest bids and bluffs are weighed by; at least [`fitted::LEAST_TRUTH`].
struct Powers([Vec<f64>; 2]);

impl Powers {
    fn of(others: u8, doubled: bool) -> &'static Self {
        static TABLES: LazyLock<[Vec<Powers>; 2]> = LazyLock::new(|| {
            [false, true].map(|doubled| (0..=MOST_TOTAL as u8).map(|others| Powers::new(others, doubled)).collect())
        });
        &TABLES[usize::from(doubled)][usize::from(others).min(MOST_TOTAL)]
    }

    fn new(others: u8, doubled: bool) -> Self {
        let tails = &Binomial::of(others, doubled).at_least;
        let raised = |power: f64| tails.iter().map(|p| libm::pow(*p, power).max(fitted::LEAST_TRUTH)).collect();
        Self([raised(fitted::HONEST_TRUTH_POWER), raised(fitted::BLUFF_TRUTH_POWER)])
    }
}
