//! What an action says about a hand: P(the whole choice | own hand, what is public, how the player behaves).
//!
//! A seat that answers a standing bid first says whether it is exactly right, then calls it or not, by how likely that is given its own
//! dice: curves through the learned rates. Otherwise it bids. A bid is a bluff or not, with the player's bluff rate; and within its class,
//! weighed by how likely it is true given the own hand, by how far above the least legal bid it is, and by the player's liking for the
//! face. A share of bids are slips, which depend on the table and not on the dice. Each term depends on the hand through its support of
//! one face, so one table a face serves all hands. That a whole round has nothing to do with the dice, calls and exact calls
//! included, is `reading`'s to say.

use std::sync::{Arc, LazyLock};

use super::behaviour::Rates;
use super::hands::{FACES, Hand, Hands, MOST_DICE};
use super::likelihood as fitted;
use super::odds::{Binomial, MOST_TOTAL};
use super::order::{Claim, Spot};
use super::shares;
use super::tendencies::{bid_context, is_backed};

/// What a seat did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Called the standing bid.
    Call,
    /// Said that it is exactly right.
    Exact,
    /// Did neither, and bid something: a part of a choice.
    Raise,
    /// Bid this, and did not call.
    Bid(Claim),
}

/// The probability of an action, by each way of playing.
#[derive(Clone, Debug)]
pub struct Said {
    /// If any legal action is as likely as any other.
    pub careless: f64,
    /// For each hand, if the player looks at it: as the population does, and as this player does.
    pub looking: [Arc<Vec<f64>>; 2],
}

/// What an action says, by the rates of the population and of the player. `None` where the rules do not allow it.
#[must_use]
pub fn said(spot: &Spot, [usual, own]: [&Rates; 2], choice: Choice) -> Option<Said> {
    let possible = match choice {
        Choice::Call => spot.last.is_some(),
        Choice::Exact => spot.exact,
        Choice::Raise => spot.legal_faces() > 0,
        Choice::Bid(claim) => spot.allows(claim),
    };
    if !possible {
        return None;
    }
    let weights = if let Choice::Bid(claim) = choice { Some(Weights::new(spot, claim)) } else { None };
    let of = |rates: &Rates| {
        let mut p = replies(spot, rates, choice);
        if let Some(weights) = &weights {
            p.iter_mut().zip(weights.bids(spot, rates)).for_each(|(p, bid)| *p *= bid);
        }
        Arc::new(p)
    };
    let population = of(usual);
    let known = if usual == own { Arc::clone(&population) } else { of(own) };
    let actions = if choice == Choice::Raise { spot.bids() } else { 1 };
    let careless = f64::from(actions) / f64::from(spot.actions());
    Some(Said { careless, looking: [population, known] })
}

/// P(the answer to the standing bid | support of its face), for each support from 0 to the own dice. 1 where nothing stands.
#[must_use]
pub fn reply_by_support(spot: &Spot, rates: &Rates, choice: Choice) -> Vec<f64> {
    let Some(last) = spot.last else { return vec![1.0; usize::from(spot.own) + 1] };
    let of_support = |support: u8| {
        let needed = i32::from(last.quantity) - i32::from(support);
        let exact = if spot.exact { shares::exact_call(&rates.exacts, spot.others(last.face).point(needed)) } else { 0.0 };
        let call = if spot.legal_faces() == 0 { 1.0 } else { shares::call(&rates.calls, spot.others(last.face).tail(needed)) };
        match choice {
            Choice::Exact => exact,
            Choice::Call => (1.0 - exact) * call,
            Choice::Raise | Choice::Bid(_) => (1.0 - exact) * (1.0 - call),
        }
    };
    (0..=spot.own).map(of_support).collect()
}

/// P(the answer to the standing bid | hand) for each hand.
#[must_use]
pub fn replies(spot: &Spot, rates: &Rates, choice: Choice) -> Vec<f64> {
    let by_support = reply_by_support(spot, rates, choice);
    let face = spot.last.map_or(0, |last| last.face);
    let of = |hand: &Hand| by_support[usize::from(spot.rules.support(hand, face))];
    Hands::of(spot.own).list.iter().map(of).collect()
}

/// Weights of the legal bids of one face, summed over quantities, for one number of supporting dice.
#[derive(Clone, Copy, Default)]
struct Sums {
    honest: f64,
    bluff: f64,
}

/// Weights of all legal bids, and of the one that was made, by face and by the number of dice that support the face; of a player that
/// likes all faces alike.
struct Weights {
    claim: Claim,
    sums: [[Sums; MOST_DICE + 1]; FACES],
    this: [f64; MOST_DICE + 1],
    /// What each face is worth to a hand: see [`Spot::value`]; below 0 where it may not be bid.
    values: [[f64; MOST_DICE + 1]; FACES],
    /// Weights of slips: of all bids of each face, and of this one.
    slips: [f64; FACES],
    slip: f64,
}

impl Weights {
    fn new(spot: &Spot, claim: Claim) -> Self {
        let sums = [[Sums::default(); MOST_DICE + 1]; FACES];
        let values = [[-1.0; MOST_DICE + 1]; FACES];
        let mut weights = Self { claim, sums, this: [0.0; MOST_DICE + 1], values, slips: [0.0; FACES], slip: 0.0 };
        for face in 0..FACES {
            let Some(least) = spot.least[face] else { continue };
            for support in 0..=spot.own {
                weights.face(spot, (face, least), support);
                weights.values[face][usize::from(support)] = spot.truth(least, face, support);
            }
            let mut slip = 1.0;
            for quantity in least..=spot.total() {
                weights.slips[face] += slip;
                if claim == (Claim { quantity, face }) {
                    weights.slip = slip;
                }
                slip *= fitted::SLIP_RAISE;
            }
        }
        weights
    }

    fn face(&mut self, spot: &Spot, (face, least): (usize, u8), support: u8) {
        let shape = &fitted::SHAPES[spot.situation() as usize];
        let honest = spot.honest(face, support);
        let [honest_truth, bluff_truth] = &Powers::of(spot.others, spot.rules.doubled(face)).0;
        let sums = &mut self.sums[face][usize::from(support)];
        let (mut honest_step, mut bluff_step) = (1.0, 1.0);
        for quantity in least..=spot.total() {
            let needed = usize::from(quantity.saturating_sub(support));
            let bluff = quantity > honest;
            let (truth, step) = if bluff { (bluff_truth, bluff_step) } else { (honest_truth, honest_step) };
            let weight = step * truth.get(needed).copied().unwrap_or(fitted::LEAST_TRUTH);
            *(if bluff { &mut sums.bluff } else { &mut sums.honest }) += weight;
            if self.claim == (Claim { quantity, face }) {
                self.this[usize::from(support)] = weight;
            }
            honest_step *= shape.honest_raise;
            bluff_step *= shape.bluff_raise;
        }
    }

    /// P(this bid | hand), of all bids, for each hand.
    fn bids(&self, spot: &Spot, rates: &Rates) -> Vec<f64> {
        let context = bid_context(spot.situation(), spot.own);
        let bluff = rates.bluff[context];
        let liking: [f64; FACES] = std::array::from_fn(|face| liking(spot, rates, face));
        let liked = liking[self.claim.face];
        let slips = liking.iter().zip(&self.slips).fold(0.0, |sum, (liking, slips)| sum + liking * slips);
        let backing = rates.backing[context];
        let share = rates.slips[context];
        let by_chance = share * liked * self.slip / slips;
        let of = |hand: &Hand| {
            let liking = self.backed(spot, hand, backing, &liking);
            let (mut honest_all, mut bluff_all) = (0.0, 0.0);
            for (face, liking) in liking.iter().enumerate() {
                let own = &self.sums[face][usize::from(spot.rules.support(hand, face))];
                honest_all += liking * own.honest;
                bluff_all += liking * own.bluff;
            }
            let support = spot.rules.support(hand, self.claim.face);
            let bluffs = spot.is_bluff(self.claim.quantity, self.claim.face, support);
            let class = match (bluffs, honest_all > 0.0, bluff_all > 0.0) {
                (true, true, _) => bluff,
                (false, _, true) => 1.0 - bluff,
                _ => 1.0,
            };
            let all = if bluffs { bluff_all } else { honest_all };
            let drawn = if all > 0.0 { class * liking[self.claim.face] * self.this[usize::from(support)] / all } else { 0.0 };
            by_chance + (1.0 - share) * drawn
        };
        Hands::of(spot.own).list.iter().map(of).collect()
    }
}

impl Weights {
    /// How much each face is liked, by a player who backs its bids: those that the hand makes most likely are liked this much more.
    fn backed(&self, spot: &Spot, hand: &Hand, backing: f64, liking: &[f64; FACES]) -> [f64; FACES] {
        // Most players back their bids as the model has it.
        if backing <= 1.0 {
            return *liking;
        }
        let values: [f64; FACES] = std::array::from_fn(|face| self.values[face][usize::from(spot.rules.support(hand, face))]);
        let best = values.iter().copied().fold(0.0, f64::max);
        std::array::from_fn(|face| liking[face] * if is_backed(values[face], best) { backing } else { 1.0 })
    }
}

/// How much a face is liked, by all players and by this one.
fn liking(spot: &Spot, rates: &Rates, face: usize) -> f64 {
    let usual = if spot.rules.wild == Some(face) { fitted::WILD_LIKING } else { 1.0 };
    usual * spot.rules.face_with_ones_wild(face).map_or(1.0, |face| rates.faces[face])
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
