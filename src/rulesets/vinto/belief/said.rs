//! What a seat's choices say of a card, by the way in which the seat plays.
//!
//! For each way that reads cards it is kept by itself, and mixed by the weights of the moment when somebody asks: where a seat is found out
//! as careless, all that its choices seemed to say fades.

use serde::{Deserialize, Serialize};

use super::{Belief, Hint};
use crate::belief::Leaning;
use crate::rulesets::Seat;
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::rank::{RANKS, Rank, RankCounts};
use crate::rulesets::vinto::ways::WAYS;

/// Mixed leanings are rounded to such parts of a nat, which moves odds by 3 % at most: cards and ranks of which nearly the same is said are
/// summed over together. That costs .0002 bits a card on simulated games, and saves a little time.
const PARTS: f64 = 16.0;

/// What one seat's choices say against each rank of a card, in the ways that read cards: the population's, then its own. At most 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// Whose choices.
    pub by: Seat,
    /// In each way.
    pub leanings: [[Leaning; RANKS]; WAYS - 1],
}

impl Said {
    /// Whether it says anything.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.leanings == [[Leaning::default(); RANKS]; WAYS - 1]
    }
}

impl Hint {
    /// Cards that a card may be, each weighed by what is said whatever the ways are.
    fn fair(&self, left: &RankCounts, floor: Leaning) -> [f64; RANKS] {
        Rank::ALL.map(|rank| {
            let cards = if self.excluded.contains(rank) { 0.0 } else { f64::from(left[rank.index()]) };
            cards * weight(self.told[rank.index()], floor)
        })
    }

    /// Likelihood of each rank in each way, by the seat's choices.
    fn by_way(&self, floor: Leaning) -> [[f64; RANKS]; WAYS] {
        let [population, own] = self.said.leanings.map(|said| said.map(|leaning| weight(leaning, floor)));
        [[1.0; RANKS], population, own]
    }
}

fn weight(leaning: Leaning, floor: Leaning) -> f64 {
    if leaning == Leaning::default() { 1.0 } else { libm::exp(leaning.max(floor).nats()) }
}

fn sum(terms: impl Iterator<Item = f64>) -> f64 {
    terms.fold(0.0, |sum, term| sum + term)
}

impl Belief {
    /// P(rank) of a card in each way of the seat that spoke of it, by what is left of its pool and by its own evidence: the other hidden cards
    /// of the pool would shift that a little.
    pub(in crate::rulesets::vinto) fn guesses(&self, card: Instance, left: Option<&RankCounts>) -> [[f64; RANKS]; WAYS] {
        let hint = self.hints.get(&card).copied().unwrap_or_default();
        if let Some(known) = hint.rank {
            return [Rank::ALL.map(|rank| if rank == known { 1.0 } else { 0.0 }); WAYS];
        }
        let flat = [1.0 / RANKS as f64; RANKS];
        let Some(left) = left else { return [flat; WAYS] };
        let (fair, said) = (hint.fair(left, self.model.floor), hint.by_way(self.model.floor));
        said.map(|said| {
            let weights: [f64; RANKS] = std::array::from_fn(|rank| fair[rank] * said[rank]);
            let all = sum(weights.iter().copied());
            if all > 0.0 { weights.map(|weight| weight / all) } else { flat }
        })
    }

    /// What soft evidence says against each rank of a card, in nats: at most 0, and not below the floor. Each way's likelihood is taken beside
    /// its mean over the ranks, because the weight of the way has that already.
    pub(in crate::rulesets::vinto) fn leanings(&self, hint: &Hint, left: &RankCounts) -> [f64; RANKS] {
        let floor = self.model.floor;
        let told = hint.told.map(|leaning| leaning.max(floor).nats());
        if hint.said.is_nothing() {
            return told;
        }
        let (fair, said, ways) = (hint.fair(left, floor), hint.by_way(floor), self.ways.of(hint.said.by));
        let all = sum(fair.iter().copied());
        if all <= 0.0 {
            return told;
        }
        let shares: [f64; WAYS] =
            std::array::from_fn(|way| ways[way] * all / sum((0..RANKS).map(|rank| fair[rank] * said[way][rank])));
        let ln: [f64; RANKS] =
            std::array::from_fn(|rank| told[rank] + libm::log(sum((0..WAYS).map(|way| shares[way] * said[way][rank]))));
        let most = (0..RANKS).filter(|rank| fair[*rank] > 0.0).map(|rank| ln[rank]).fold(f64::NEG_INFINITY, f64::max);
        ln.map(|ln| libm::round((ln - most).clamp(floor.nats(), 0.0) * PARTS) / PARTS)
    }
}
