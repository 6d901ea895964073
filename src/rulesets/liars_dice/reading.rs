//! What everyone reads off the actions of a seat in one round: the exact joint distribution of its way of playing and its hand.
//!
//! A seat plays in one of three ways: `careless`, any legal move with equal chance; `population`, as players of this log do; `own`, as
//! this player does. In the last two it looks at its dice or, with the player's share of such rounds, plays as if it had others: then
//! what it says fits dice that it does not have, and tells nothing of those that it has (bluffers tell such stories, and whoever bids
//! by the table alone looks like one). How often that is so is learned from what reveals show, which bounds what a wrong reading costs.

use std::sync::Arc;

use super::bidding::Said;
use super::cup::Unseen;
use super::hands::{Hand, Hands};
use super::likelihood::SWITCH;
use super::round::ARC;

/// The names of the ways, in the order of their weights.
pub const WAYS: [&str; 3] = ["careless", "population", "own"];

/// A weight for each way; they sum to 1.
pub type Ways = [f64; WAYS.len()];

/// What is read off the actions of a seat in a round.
#[derive(Clone, Debug)]
pub struct Reading {
    /// P(way), after what the seat did in this round.
    pub ways: Ways,
    /// P(hand), if the seat looks at its dice, of `population` and of `own`.
    pub looking: [Arc<Vec<f64>>; 2],
    /// P(it does not look), of `population` and of `own`.
    pub blind: [f64; 2],
    /// Whether it did anything yet.
    pub acted: bool,
    /// The distribution of the hand, over all ways.
    pub cup: Arc<Unseen>,
}

impl Reading {
    /// Dice that were just rolled, at least one, under a cup of a seat with these weights and shares.
    #[must_use]
    pub fn rolled(dice: u8, ways: Ways, blind: [f64; 2]) -> Self {
        let prior = Arc::new(Hands::of(dice).prior.clone());
        let cup = Unseen::new(dice, prior.to_vec());
        Self { ways, looking: [Arc::clone(&prior), prior], blind, acted: false, cup }
    }

    /// After an action.
    #[must_use]
    pub fn after(&self, said: &Said) -> Self {
        if said.looking.iter().any(|likelihood| likelihood.len() != self.looking[0].len()) {
            return self.clone();
        }
        let population = weighed(&self.looking[0], &said.looking[0]);
        let same = Arc::ptr_eq(&self.looking[0], &self.looking[1]) && Arc::ptr_eq(&said.looking[0], &said.looking[1]);
        let own = if same { population.clone() } else { weighed(&self.looking[1], &said.looking[1]) };
        // An action that no hand explains says nothing.
        let (Some(population), Some(own)) = (population, own) else { return self.clone() };
        let [careless, usual, known] = self.ways;
        let ways = normalised([careless * said.careless, usual * population.1, known * own.1], self.ways);
        let looking = [population.0, own.0];
        let cup = Unseen::new(self.cup.dice, mixture(self.cup.dice, &ways, &looking, &self.blind));
        Self { ways, looking, blind: self.blind, acted: true, cup }
    }

    /// P(what it says has nothing to do with its dice), a careless player's moves included.
    #[must_use]
    pub fn unrelated(&self) -> f64 {
        self.ways[0] + self.ways[1] * self.blind[0] + self.ways[2] * self.blind[1]
    }

    /// By what it was read, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let [careless, population, own] = self.ways;
        format!(
            "It plays by its own habits with probability {:.0} %, as players in general do with {:.0} %, carelessly with {:.0} %; what it \
             says has nothing to do with its dice with {:.0} %.",
            100.0 * own,
            100.0 * population,
            100.0 * careless,
            100.0 * self.unrelated()
        )
    }

    /// Approximate memory in bytes, with what will be worked out when it is read.
    #[must_use]
    pub fn weigh(&self) -> usize {
        let shared = Arc::ptr_eq(&self.looking[0], &self.looking[1]);
        let hands = self.looking[0].capacity() * size_of::<f64>() * if shared { 1 } else { 2 };
        ARC + size_of::<Self>() + 2 * ARC + hands + self.cup.weigh()
    }

    /// What the cup says of the ways when it is lifted: their weights, and how much likelier the hand was to a player who looks, in the way
    /// `own`, than it was when it was rolled. `None` where no cup of so many dice holds it.
    #[must_use]
    pub fn lifted(&self, hand: &Hand) -> Option<(Ways, f64)> {
        let hands = Hands::of(self.cup.dice);
        let place = hands.place(hand)?;
        let by_chance = hands.prior[place];
        let ratio = |way: usize| self.looking[way][place] / by_chance;
        let fits = |way: usize| (1.0 - self.blind[way]) * ratio(way) + self.blind[way];
        let ways = [self.ways[0], self.ways[1] * fits(0), self.ways[2] * fits(1)];
        Some((normalised(ways, self.ways), ratio(1)))
    }
}

/// How far frozen weights may sum to something else than 1: far more than rounding, and far less than damage.
const FROZEN_SUM: f64 = 1e-6;

/// Whether these are weights of the ways.
#[must_use]
pub fn are_ways(weights: &Ways) -> bool {
    let sum = weights.iter().fold(0.0, |sum, weight| sum + weight);
    weights.iter().all(|weight| *weight >= 0.0) && (sum - 1.0).abs() < FROZEN_SUM
}

/// Weights for the next round: those after this one, and a little of those that the game began with, because people change.
#[must_use]
pub fn carried(after: &Ways, first: &Ways) -> Ways {
    std::array::from_fn(|way| (1.0 - SWITCH) * after[way] + SWITCH * first[way])
}

/// The distribution times the likelihood, and its sum before it was normalised; `None` where nothing is left.
fn weighed(p: &[f64], likelihood: &[f64]) -> Option<(Arc<Vec<f64>>, f64)> {
    let mut next: Vec<f64> = p.iter().zip(likelihood).map(|(p, l)| p * l).collect();
    let sum: f64 = next.iter().sum();
    next.iter_mut().for_each(|p| *p /= sum);
    (sum > 0.0).then(|| (Arc::new(next), sum))
}

/// P(hand) over all ways.
fn mixture(dice: u8, ways: &Ways, looking: &[Arc<Vec<f64>>; 2], blind: &[f64; 2]) -> Vec<f64> {
    let (usual, own) = (ways[1] * (1.0 - blind[0]), ways[2] * (1.0 - blind[1]));
    let by_chance = ways[0] + ways[1] * blind[0] + ways[2] * blind[1];
    let [population, known] = looking;
    let prior = &Hands::of(dice).prior;
    prior.iter().zip(&**population).zip(&**known).map(|((prior, a), b)| by_chance * prior + usual * a + own * b).collect()
}

fn normalised(weights: Ways, otherwise: Ways) -> Ways {
    let sum = weights.iter().fold(0.0, |sum, weight| sum + weight);
    if sum > 0.0 { weights.map(|weight| weight / sum) } else { otherwise }
}
