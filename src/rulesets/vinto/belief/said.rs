//! What soft evidence says of a card, by the way in which a seat plays.
//!
//! For each way that reads cards it is kept by itself, and mixed by the weights of the moment when somebody asks: where a seat is found out
//! as careless, all that its choices seemed to say fades.

use serde::{Deserialize, Serialize};

use super::{Belief, Hint};
use crate::belief::Leaning;
use crate::rulesets::Seat;
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::likelihood::{FLOOR, PARTS};
use crate::rulesets::vinto::rank::{RANKS, Rank, RankCounts};
use crate::rulesets::vinto::ways::{LOOKING, WAYS};

/// The least that the product of likelihoods is kept as, beside that of the rank that they speak for most: what speaks for it later can
/// still lift it.
const LEAST: f64 = 1e-30;

/// What is said of one card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// Against each rank, whatever the ways of playing turn out to be, in nats; at most 0.
    pub told: [Leaning; RANKS],
    /// Whose choices speak of it besides.
    pub by: Seat,
    /// Their likelihood of each rank in the ways that look at cards, the population's first, then its own; the greatest is 1.
    pub likelihoods: [[f64; RANKS]; LOOKING],
}

impl Default for Said {
    fn default() -> Self {
        Self { told: Default::default(), by: 0, likelihoods: [[1.0; RANKS]; LOOKING] }
    }
}

impl Said {
    /// Whether choices of the seat say anything.
    #[must_use]
    pub fn speaks(&self) -> bool {
        self.likelihoods != [[1.0; RANKS]; LOOKING]
    }

    /// One more choice has these likelihoods; of the ranks only those count that are `there`.
    pub fn hear(&mut self, likelihoods: &[[f64; RANKS]; LOOKING], there: impl Fn(usize) -> bool) {
        for (said, more) in self.likelihoods.iter_mut().zip(likelihoods) {
            let product: [f64; RANKS] = std::array::from_fn(|rank| said[rank] * more[rank]);
            let most = (0..RANKS).filter(|rank| there(*rank)).map(|rank| product[rank]).fold(0.0, f64::max);
            if most > 0.0 {
                *said = product.map(|product| (product / most).clamp(LEAST, 1.0));
            }
        }
    }
}

/// The least that soft evidence leaves of a weight.
fn floored(likelihood: f64, floor: f64) -> f64 {
    likelihood.max(floor).min(1.0)
}

fn sum(terms: impl Iterator<Item = f64>) -> f64 {
    terms.fold(0.0, |sum, term| sum + term)
}

/// What is read off a hint: the cards that it may be, each weighed by what is told whatever the ways are, and the likelihood of each rank in each
/// way, by a seat's choices.
struct Weights {
    fair: [f64; RANKS],
    by_way: [[f64; RANKS]; WAYS],
}

impl Weights {
    fn of(hint: &Hint, left: &RankCounts, floor: Leaning) -> Self {
        let cards = Rank::ALL.map(|rank| if hint.excluded.contains(rank) { 0.0 } else { f64::from(left[rank.index()]) });
        let flat = [1.0; RANKS];
        let Some(said) = hint.said.as_deref() else { return Self { fair: cards, by_way: [flat; WAYS] } };
        let told = said.told.map(|told| if told == Leaning::default() { 1.0 } else { libm::exp(told.max(floor).nats()) });
        let least = if floor == Leaning::of(libm::log(FLOOR)) { FLOOR } else { libm::exp(floor.nats()) };
        let [population, own] = said.likelihoods.map(|likelihoods| likelihoods.map(|likelihood| floored(likelihood, least)));
        Self { fair: std::array::from_fn(|rank| cards[rank] * told[rank]), by_way: [flat, population, own] }
    }
}

impl Belief {
    /// P(rank) of a card in each way of the seat that spoke of it, by what is left of its pool and by its own evidence: the other hidden cards
    /// of the pool would shift that a little.
    pub(in crate::rulesets::vinto) fn guesses(&self, card: Instance, left: Option<&RankCounts>) -> [[f64; RANKS]; WAYS] {
        let unheard = Hint::default();
        let hint = self.hints.get(&card).unwrap_or(&unheard);
        if let Some(known) = hint.rank {
            return [Rank::ALL.map(|rank| if rank == known { 1.0 } else { 0.0 }); WAYS];
        }
        let flat = [1.0 / RANKS as f64; RANKS];
        let Some(left) = left else { return [flat; WAYS] };
        let Weights { fair, by_way } = Weights::of(hint, left, self.model.floor);
        by_way.map(|said| {
            let weights: [f64; RANKS] = std::array::from_fn(|rank| fair[rank] * said[rank]);
            let all = sum(weights.iter().copied());
            if all > 0.0 { weights.map(|weight| weight / all) } else { flat }
        })
    }

    /// What soft evidence says against each rank of a card, in nats: at most 0, and not below the floor. Each way's likelihood is taken beside
    /// its mean over the ranks, because the weight of the way has that already.
    pub(in crate::rulesets::vinto) fn leanings(&self, hint: &Hint, left: &RankCounts) -> [f64; RANKS] {
        let Some(said) = hint.said.as_deref() else { return [0.0; RANKS] };
        let floor = self.model.floor;
        let told = said.told.map(|leaning| leaning.max(floor).nats());
        if !said.speaks() {
            return told;
        }
        let (Weights { fair, by_way }, ways) = (Weights::of(hint, left, floor), self.ways.of(said.by));
        let all = sum(fair.iter().copied());
        if all <= 0.0 {
            return told;
        }
        let shares: [f64; WAYS] =
            std::array::from_fn(|way| ways[way] * all / sum((0..RANKS).map(|rank| fair[rank] * by_way[way][rank])));
        let ln: [f64; RANKS] =
            std::array::from_fn(|rank| told[rank] + libm::log(sum((0..WAYS).map(|way| shares[way] * by_way[way][rank]))));
        let most = (0..RANKS).filter(|rank| fair[*rank] > 0.0).map(|rank| ln[rank]).fold(f64::NEG_INFINITY, f64::max);
        ln.map(|ln| libm::round((ln - most).clamp(floor.nats(), 0.0) * PARTS) / PARTS)
    }
}
