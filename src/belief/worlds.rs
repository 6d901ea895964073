//! A weighted set of whole worlds, kept sorted by key.
//!
//! A world is named by a key: the world itself, or a few machine words that stand for it. Sorting by key gives three things: equal
//! worlds lie side by side, so merging is linear; sums run in an order that follows from the worlds and not from how they arose, so
//! the same belief has the same bits; and a branch that shifts every key by a constant keeps the order, so branches merge as sorted
//! lists. [`Worlds::step`] is all that a simple game needs; what shifts keys is for games whose worlds are many ([`Key`]).
//! Keys and weights are shared: a belief and its successor take little more than one of them where neither changed, or only one did.
//!
//! There may be a million of them: whatever goes through all asks its [stint](super::stint) on the way.

use std::sync::Arc;

use rand::Rng;

use super::entropy_bits;
use super::rng::unit;
use super::stint::{STRIDE, Strides, ask};

/// A key of machine words, to which a constant can be added. Order is the order of worlds.
pub trait Key: Copy + Ord {
    /// Greater than every key in use: the end of a list while lists are merged.
    const LAST: Self;

    /// The key moved by a constant. Adding the same constant to two keys keeps their order.
    #[must_use]
    fn plus(self, shift: Self) -> Self;
}

impl Key for u64 {
    const LAST: Self = Self::MAX;

    fn plus(self, shift: Self) -> Self {
        self.wrapping_add(shift)
    }
}

impl Key for u128 {
    const LAST: Self = Self::MAX;

    fn plus(self, shift: Self) -> Self {
        self.wrapping_add(shift)
    }
}

impl<const N: usize> Key for [u64; N] {
    const LAST: Self = [u64::MAX; N];

    fn plus(mut self, shift: Self) -> Self {
        self.iter_mut().zip(shift).for_each(|(word, shift)| *word = word.wrapping_add(shift));
        self
    }
}

/// Worlds in order of their keys, each once, with weights above 0 that sum to 1 (to rounding).
#[derive(Clone, Debug)]
pub struct Worlds<K> {
    keys: Arc<Vec<K>>,
    weights: Arc<Vec<f64>>,
}

/// How far from 1 rounding may carry the sum of a million weights.
const SUM_ERROR: f64 = 1e-6;

/// What a soft likelihood did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reweighed {
    /// E\[L\] before, in (0, 1].
    pub expected: f64,
    /// E\[ln L\] after, in nats; at most 0.
    pub ln_after: f64,
}

/// The most that a choice may be surprising, in nats: what is rarer is written as so rare.
const MOST_SURPRISING: f64 = 700.0;

impl Reweighed {
    /// Of a choice of this probability, in (0, 1], that moved a belief by `gain` nats, KL(after || before). What was learned is not more than
    /// what was surprising; where the probability is worked out more roughly than the belief and says so, the gain stands for both.
    #[must_use]
    pub fn by(probability: f64, gain: f64) -> Self {
        let surprisal = (-libm::log(probability)).clamp(0.0, MOST_SURPRISING).max(gain);
        Self { expected: libm::exp(-surprisal), ln_after: gain - surprisal }
    }
}

impl<K: Clone + Ord> Worlds<K> {
    /// One world, certain.
    #[must_use]
    pub fn certain(key: K) -> Self {
        Self { keys: Arc::new(vec![key]), weights: Arc::new(vec![1.0]) }
    }

    /// Worlds in any order, with any weights of at least 0; equal ones are merged in the order given. `None` where no
    /// weight is left.
    #[must_use]
    pub fn collect(worlds: Vec<(K, f64)>) -> Option<Self> {
        Self::merged(worlds).map(|(worlds, _)| worlds)
    }

    /// Worlds with their weights as [`Worlds::iter`] gave them, to the bit. `None` where it cannot have given them: keys that are out of
    /// order, weights that are not above 0 or do not sum to 1.
    #[must_use]
    pub fn restored(worlds: Vec<(K, f64)>) -> Option<Self> {
        let (keys, weights): (Vec<K>, Vec<f64>) = worlds.into_iter().unzip();
        let in_order = keys.is_sorted_by(|key, next| key < next);
        let sound = in_order && weights.iter().all(|weight| *weight > 0.0) && (sum(&weights) - 1.0).abs() < SUM_ERROR;
        sound.then(|| Self { keys: Arc::new(keys), weights: Arc::new(weights) })
    }

    /// Replaces every world by those that it may become, each with its share of the weight. Shares are at least 0 and sum to at most 1 in
    /// each world: what is missing was ruled out. Returns the probability of what was not ruled out, `None` where that is 0; the worlds are
    /// then unchanged. Where shares sum to 1 in each world nothing is ruled out, and the result says nothing.
    pub fn step<I: IntoIterator<Item = (K, f64)>>(&mut self, mut becomes: impl FnMut(&K) -> I) -> Option<f64> {
        let mut next = Vec::with_capacity(self.len());
        let mut strides = Strides::default();
        for (key, weight) in self.iter() {
            for (moved, share) in becomes(key) {
                strides.step();
                next.push((moved, weight * share));
            }
        }
        let (worlds, mass) = Self::merged(next)?;
        *self = worlds;
        Some(mass.min(1.0))
    }

    fn merged(mut worlds: Vec<(K, f64)>) -> Option<(Self, f64)> {
        worlds.retain(|(_, weight)| *weight > 0.0);
        ask(worlds.len() as u64);
        worlds.sort_by(|(a, _), (b, _)| a.cmp(b));
        ask(worlds.len() as u64);
        worlds.dedup_by(|(key, weight), (kept, sum)| {
            let same = key == kept;
            if same {
                *sum += *weight;
            }
            same
        });
        let (keys, weights): (Vec<K>, Vec<f64>) = worlds.into_iter().unzip();
        Self::normalised(keys, weights)
    }

    /// The worlds with their weights, in order. Asks the stint once: a million are gone through in some milliseconds, and whoever does more
    /// than a few additions with each asks again.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&K, f64)> + '_ {
        ask(self.len() as u64);
        self.keys.iter().zip(self.weights.iter().copied())
    }

    /// The keys in order.
    #[must_use]
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// The weights, in the order of the keys.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// How many worlds there are. At least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Probability of one world, 0 where it is ruled out.
    #[must_use]
    pub fn weight(&self, key: &K) -> f64 {
        self.keys.binary_search(key).map_or(0.0, |at| self.weights[at])
    }

    /// Probability of a fact: the weight of the worlds in which it holds, in [0, 1].
    pub fn probability(&self, holds: impl Fn(&K) -> bool) -> f64 {
        // Begun at 0: the sum of nothing is -0.
        self.iter().filter(|(key, _)| holds(key)).fold(0.0, |sum, (_, weight)| sum + weight).min(1.0)
    }

    /// The same worlds under other keys, which must keep their order.
    #[must_use]
    pub fn rekeyed<L: Clone + Ord>(&self, key: impl Fn(&K) -> L) -> Worlds<L> {
        ask(self.len() as u64);
        let keys: Vec<L> = self.keys.iter().map(key).collect();
        debug_assert!(keys.is_sorted(), "new keys keep the order");
        Worlds { keys: Arc::new(keys), weights: Arc::clone(&self.weights) }
    }

    /// Keeps the worlds in which a fact holds. Returns the fact's probability, `None` where it holds in no world; the worlds
    /// are then unchanged.
    #[must_use]
    pub fn strike(&mut self, holds: impl Fn(&K) -> bool) -> Option<f64> {
        let Some(first) = self.keys.iter().position(|key| !holds(key)) else { return Some(1.0) };
        let mut keys = Vec::with_capacity(self.len());
        let mut weights = Vec::with_capacity(self.len());
        keys.extend_from_slice(&self.keys[..first]);
        weights.extend_from_slice(&self.weights[..first]);
        for (key, weight) in self.iter().skip(first + 1) {
            if holds(key) {
                keys.push(key.clone());
                weights.push(weight);
            }
        }
        let (worlds, mass) = Self::normalised(keys, weights)?;
        *self = worlds;
        Some(mass.min(1.0))
    }

    /// Weighs each world by a factor in [0, 1] and drops those of factor 0. Returns the expected factor, `None` where it
    /// is 0; the worlds are then unchanged.
    #[must_use]
    pub fn weigh(&mut self, factor: impl Fn(&K) -> f64) -> Option<f64> {
        let weighed = self.iter().map(|(key, weight)| (key, weight * factor(key)));
        let (keys, weights) = weighed.filter(|(_, weight)| *weight > 0.0).map(|(key, weight)| (key.clone(), weight)).unzip();
        let (worlds, mass) = Self::normalised(keys, weights)?;
        *self = worlds;
        Some(mass.min(1.0))
    }

    /// Shifts weight by a likelihood in (0, 1]. No world is dropped.
    pub fn reweigh(&mut self, likelihood: impl Fn(&K) -> f64) -> Reweighed {
        let mut factors = Vec::with_capacity(self.len());
        for keys in self.keys.chunks(STRIDE) {
            ask(keys.len() as u64);
            factors.extend(keys.iter().map(&likelihood));
        }
        let mut weights: Vec<f64> = self.weights.iter().zip(&factors).map(|(weight, factor)| weight * factor).collect();
        let expected = sum(&weights);
        let scale = 1.0 / expected;
        // However often a world is leaned against, it stays possible.
        weights.iter_mut().for_each(|weight| *weight = (*weight * scale).max(f64::MIN_POSITIVE));
        ask(weights.len() as u64);
        let ln_after: f64 = weights.iter().zip(&factors).map(|(weight, factor)| weight * libm::log(*factor)).sum();
        self.weights = Arc::new(weights);
        Reweighed { expected: expected.min(1.0), ln_after: ln_after.min(0.0) }
    }

    /// Drops worlds lighter than `threshold`, never the heaviest. Returns the mass that was dropped.
    pub fn prune(&mut self, threshold: f64) -> f64 {
        let least = threshold.min(self.weights.iter().copied().fold(0.0, f64::max));
        if self.weights.iter().all(|weight| *weight >= least) {
            return 0.0;
        }
        self.keep(|_, weight| weight >= least)
    }

    /// Keeps the `most` heaviest worlds (at least 1), of equal ones the first. Returns the mass that was dropped.
    pub fn cap(&mut self, most: usize) -> f64 {
        if self.len() <= most.max(1) {
            return 0.0;
        }
        ask(self.len() as u64);
        let mut order: Vec<usize> = (0..self.len()).collect();
        let heavier = |a: &usize, b: &usize| self.weights[*b].total_cmp(&self.weights[*a]).then(a.cmp(b));
        let (_, &mut last, _) = order.select_nth_unstable_by(most.max(1) - 1, heavier);
        let least = self.weights[last];
        self.keep(|at, weight| weight > least || (weight == least && at <= last))
    }

    /// Entropy of the set in bits.
    #[must_use]
    pub fn entropy_bits(&self) -> f64 {
        entropy_bits(self.weights.iter().copied())
    }

    /// Running sums of the weights, for [`pick`]: make them once for many draws.
    #[must_use]
    pub fn cumulative(&self) -> Vec<f64> {
        let mut sum = 0.0;
        self.weights
            .iter()
            .map(|weight| {
                sum += weight;
                sum
            })
            .collect()
    }

    /// Memory in bytes, without what keys hold on the heap.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.len() * (size_of::<K>() + size_of::<f64>())
    }

    fn keep(&mut self, keep: impl Fn(usize, f64) -> bool) -> f64 {
        let whole = sum(&self.weights);
        let (keys, weights) = self
            .iter()
            .enumerate()
            .filter(|(at, (_, weight))| keep(*at, *weight))
            .map(|(_, (key, weight))| (key.clone(), weight))
            .unzip();
        match Self::normalised(keys, weights) {
            Some((worlds, mass)) => {
                *self = worlds;
                ((whole - mass) / whole).clamp(0.0, 1.0)
            }
            None => 0.0,
        }
    }

    fn normalised(keys: Vec<K>, mut weights: Vec<f64>) -> Option<(Self, f64)> {
        let mass = sum(&weights);
        if mass <= 0.0 {
            return None;
        }
        let scale = 1.0 / mass;
        if scale.is_finite() {
            weights.iter_mut().for_each(|weight| *weight *= scale);
        } else {
            weights.iter_mut().for_each(|weight| *weight /= mass);
        }
        Some((Self { keys: Arc::new(keys), weights: Arc::new(weights) }, mass))
    }
}

impl<K: Key> Worlds<K> {
    /// Splits every world into `B` branches: branch `b` moves the key by `shifts[b]` and takes the share `shares(key)[b]`
    /// of the weight. Shares are at least 0 and sum to 1 in each world; worlds that become equal are merged.
    ///
    /// Linear: the branches are `B` sorted lists, whose heads are compared. Equal keys are added in the order of branches.
    #[must_use]
    pub fn branch<const B: usize>(&self, shifts: [K; B], mut shares: impl FnMut(K) -> [f64; B]) -> Self {
        let count = self.len();
        let split: Vec<[f64; B]> = self.iter().map(|(key, weight)| shares(*key).map(|share| share * weight)).collect();
        let mut keys = Vec::with_capacity(2 * count + B);
        let mut weights = Vec::with_capacity(2 * count + B);
        let mut at = [0_usize; B];
        let mut heads = shifts.map(|shift| self.keys[0].plus(shift));
        let mut strides = Strides::default();
        loop {
            strides.step();
            let mut least = heads[0];
            for head in &heads[1..] {
                least = least.min(*head);
            }
            if least == K::LAST {
                break;
            }
            let mut sum = 0.0;
            for branch in 0..B {
                if heads[branch] == least {
                    let place = at[branch];
                    sum += split[place][branch];
                    at[branch] = place + 1;
                    heads[branch] = self.keys.get(place + 1).map_or(K::LAST, |key| key.plus(shifts[branch]));
                }
            }
            if sum > 0.0 {
                keys.push(least);
                weights.push(sum);
            }
        }
        Self { keys: Arc::new(keys), weights: Arc::new(weights) }
    }
}

/// Draws the place of a world with the probability of its weight, by [`Worlds::cumulative`] sums, which are not empty.
#[must_use]
pub fn pick(cumulative: &[f64], rng: &mut impl Rng) -> usize {
    let total = cumulative.last().copied().unwrap_or(1.0);
    let point = unit(rng) * total;
    cumulative.partition_point(|sum| *sum <= point).min(cumulative.len().saturating_sub(1))
}

/// Four running sums, added at the end: an order that is fixed, and that does not wait for each addition.
fn sum(weights: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let chunks = weights.chunks_exact(4);
    let rest: f64 = chunks.remainder().iter().sum();
    for chunk in chunks {
        for (lane, weight) in lanes.iter_mut().zip(chunk) {
            *lane += weight;
        }
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::seeded;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    fn worlds(list: &[(u64, f64)]) -> Worlds<u64> {
        Worlds::collect(list.to_vec()).unwrap()
    }

    fn listed(set: &Worlds<u64>) -> Vec<(u64, f64)> {
        set.iter().map(|(key, weight)| (*key, weight)).collect()
    }

    #[test]
    fn a_step_by_hand() {
        // 1 and 2 in halves. 1 becomes 3 or 4, evenly; 2 becomes 4 with 1/2, and is ruled out with 1/2:
        // 3: 1/4, 4: 1/4 + 1/4, of 3/4 that are left.
        let mut set = worlds(&[(1, 0.5), (2, 0.5)]);
        let left = set.step(|key| if *key == 1 { vec![(4, 0.5), (3, 0.5)] } else { vec![(4, 0.5)] });
        assert!(close(left.unwrap(), 0.75));
        assert!(close(set.weight(&3), 1.0 / 3.0) && close(set.weight(&4), 2.0 / 3.0));
        assert!(close(set.probability(|key| *key > 3), 2.0 / 3.0) && set.probability(|_| false).to_bits() == 0);
        assert!(set.step(|_| [(0, 0.0)]).is_none());
        assert_eq!(set.keys(), [3, 4], "a contradiction leaves the worlds as they were");
    }

    #[test]
    fn worlds_are_restored_to_the_bit_and_others_are_not() {
        let set = worlds(&[(1, 0.1), (2, 0.2), (7, 0.4)]);
        let bits = |set: &Worlds<u64>| listed(set).into_iter().map(|(key, weight)| (key, weight.to_bits())).collect::<Vec<_>>();
        assert_eq!(Worlds::restored(listed(&set)).map(|restored| bits(&restored)), Some(bits(&set)));
        for damaged in
            [&[(2, 0.5), (1, 0.5)][..], &[(1, 0.5), (1, 0.5)], &[(1, 1.5), (2, -0.5)], &[(1, 0.5)], &[(1, f64::NAN)], &[]]
        {
            assert!(Worlds::restored(damaged.to_vec()).is_none(), "{damaged:?}");
        }
    }

    #[test]
    fn collecting_sorts_merges_and_normalises() {
        let set = worlds(&[(5, 1.0), (2, 2.0), (5, 1.0), (9, 0.0)]);
        assert_eq!(listed(&set), [(2, 0.5), (5, 0.5)]);
        assert!(Worlds::<u64>::collect(vec![(1, 0.0)]).is_none());
    }

    #[test]
    fn striking_by_hand() {
        // 1/4 + 1/4 of 1/4, 1/2, 1/4 survive: mass 1/2, then 1/2 each.
        let mut set = worlds(&[(1, 0.25), (2, 0.5), (3, 0.25)]);
        assert!(close(set.strike(|key| *key != 2).unwrap(), 0.5));
        assert_eq!(listed(&set), [(1, 0.5), (3, 0.5)]);
        assert!(set.strike(|_| false).is_none());
        assert_eq!(set.len(), 2, "a contradiction leaves the worlds as they were");
    }

    #[test]
    fn reweighing_by_hand() {
        // Halves with L = 1 and 1/2: E[L] = 3/4, after 2/3 and 1/3, E_after[ln L] = -ln 2 / 3.
        let mut set = worlds(&[(1, 0.5), (2, 0.5)]);
        let shifted = set.reweigh(|key| 1.0 / *key as f64);
        assert!(close(shifted.expected, 0.75) && close(shifted.ln_after, -std::f64::consts::LN_2 / 3.0));
        assert!(close(set.weight(&1), 2.0 / 3.0) && close(set.weight(&2), 1.0 / 3.0));
    }

    #[test]
    fn branches_merge_where_worlds_become_equal() {
        // 10 and 11 in halves; one quarter stays, three quarters move on by 1:
        // 10: 1/8, 11: 3/8 + 1/8, 12: 3/8.
        let set = worlds(&[(10, 0.5), (11, 0.5)]).branch([0, 1], |_| [0.25, 0.75]);
        assert_eq!(listed(&set), [(10, 0.125), (11, 0.5), (12, 0.375)]);
        let none = worlds(&[(10, 1.0)]).branch([0, 1], |_| [0.0, 1.0]);
        assert_eq!(listed(&none), [(11, 1.0)], "a branch without weight makes no world");
    }

    #[test]
    fn caps_and_thresholds_say_what_they_dropped() {
        let set = worlds(&[(1, 0.4), (2, 0.1), (3, 0.4), (4, 0.1)]);
        let mut capped = set.clone();
        assert!(close(capped.cap(3), 0.1));
        assert_eq!(capped.keys(), [1, 2, 3], "of equal weights the first stays");
        let mut pruned = set.clone();
        assert!(close(pruned.prune(0.2), 0.2));
        assert_eq!(pruned.keys(), [1, 3]);
        let mut kept = set;
        assert!(close(kept.prune(0.9), 0.2), "the heaviest stay");
        assert_eq!(kept.len(), 2);
    }

    #[test]
    fn picks_follow_the_weights() {
        let sums = worlds(&[(1, 0.25), (2, 0.75)]).cumulative();
        let mut rng = seeded(1, 0);
        let first = (0..4000).filter(|_| pick(&sums, &mut rng) == 0).count();
        // Binomial(4000, 1/4): mean 1000, standard deviation 27.4.
        assert!((890..1110).contains(&first), "{first}");
    }
}
