//! Every assignment, one by one: normaliser, marginals, entropy, totals.

use std::collections::BTreeMap;

use super::*;
use crate::belief::seeded;

/// Every assignment of ranks to slots with its weight, times the ways to deal it.
pub fn enumerate<const R: usize>(unseen: &Unseen<R>) -> Vec<(Vec<usize>, f64)> {
    let mut all = Vec::new();
    deal(unseen, &mut unseen.pools.clone(), &mut Vec::new(), 0.0, &mut all);
    all
}

fn deal<const R: usize>(
    unseen: &Unseen<R>,
    left: &mut Vec<[u8; R]>,
    given: &mut Vec<usize>,
    ln: f64,
    all: &mut Vec<(Vec<usize>, f64)>,
) {
    let Some(slot) = unseen.slots.get(given.len()) else {
        let total = |sum: &SumFactor| sum.slots.iter().map(|slot| f64::from(unseen.values[given[*slot]])).sum::<f64>();
        // By the closed form, not by its terms.
        let factor: f64 = unseen.sums.iter().map(|sum| libm::log(plateau(sum, total(sum)))).sum();
        all.push((given.clone(), ln + factor));
        return;
    };
    for rank in (0..R).filter(|rank| slot.ln_weights[*rank] > NO) {
        let cards = left[slot.pool][rank];
        if cards == 0 {
            continue;
        }
        left[slot.pool][rank] -= 1;
        given.push(rank);
        deal(unseen, left, given, ln + slot.ln_weights[rank] + libm::log(f64::from(cards)), all);
        given.pop();
        left[slot.pool][rank] += 1;
    }
}

/// 1 - (1 - exp(-rate (total - least)))^order, with order, rate and least read back from the terms.
fn plateau(sum: &SumFactor, total: f64) -> f64 {
    let (order, rate) = (sum.terms.len() as f64, sum.terms[0].1);
    let least = libm::log(sum.terms[0].0 / order) / rate;
    1.0 - libm::pow(1.0 - libm::exp(-rate * (total + sum.known - least)), order)
}

pub fn ln_sum(terms: impl Iterator<Item = f64> + Clone) -> f64 {
    let greatest = terms.clone().fold(NO, f64::max);
    greatest + libm::log(terms.map(|ln| libm::exp(ln - greatest)).sum::<f64>())
}

/// Returns whether there was anything to compare.
fn compare<const R: usize>(unseen: &Unseen<R>, name: &str) -> bool {
    let all = enumerate(unseen);
    let Ok(posterior) = RankPosterior::new(unseen.clone(), LARGE) else {
        assert!(all.is_empty(), "{name}: there are {} assignments", all.len());
        return false;
    };
    assert!(!all.is_empty(), "{name}: nothing is possible");
    let ln_total = ln_sum(all.iter().map(|(_, ln)| *ln));
    assert!((posterior.ln_total() - ln_total).abs() < 1e-9, "{name}: {} for {ln_total}", posterior.ln_total());
    for (slot, row) in posterior.marginals().iter().enumerate() {
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for (rank, p) in row.iter().enumerate() {
            let with: Vec<f64> = all.iter().filter(|(given, _)| given[slot] == rank).map(|(_, ln)| *ln).collect();
            if with.is_empty() {
                assert_eq!(*p, 0.0, "{name}: slot {slot} has {rank}");
            } else {
                let truth = libm::exp(ln_sum(with.into_iter()) - ln_total);
                assert!((p - truth).abs() < 1e-9 * truth.max(1e-3), "{name}: slot {slot} has {rank} with {p} for {truth}");
            }
        }
    }
    for (pool, counts) in unseen.pools.iter().enumerate() {
        let slots: Vec<usize> = (0..unseen.slots.len()).filter(|slot| unseen.slots[*slot].pool == pool).collect();
        let cards: u8 = counts.iter().sum();
        let deck = f64::from(cards) - slots.len() as f64;
        for (rank, count) in counts.iter().enumerate() {
            let taken: f64 = slots.iter().map(|slot| posterior.marginals()[*slot][rank]).sum();
            let truth = if deck > 0.0 { (f64::from(*count) - taken) / deck } else { 0.0 };
            assert!((posterior.deck(pool)[rank] - truth).abs() < 1e-9, "{name}: deck {pool} has {rank}");
        }
    }
    let entropy: f64 = all.iter().map(|(_, ln)| -libm::exp(ln - ln_total) * (ln - ln_total)).sum();
    let bits = posterior.entropy_bits();
    assert!(bits.is_some() || !unseen.sums.is_empty(), "{name}: it is known exactly");
    if let Some(bits) = bits {
        let truth = entropy.max(0.0) * std::f64::consts::LOG2_E;
        assert!((bits - truth).abs() < 1e-8, "{name}: {bits} bits for {truth}");
    }
    let group: Vec<usize> = (0..unseen.slots.len()).filter(|slot| slot % 2 == 0).collect();
    let mut totals: BTreeMap<i32, f64> = BTreeMap::new();
    for (given, ln) in &all {
        *totals.entry(group.iter().map(|slot| unseen.values[given[*slot]]).sum()).or_default() += libm::exp(ln - ln_total);
    }
    let found: BTreeMap<i32, f64> = posterior.total_of(&group).into_iter().collect();
    for total in totals.keys().chain(found.keys()) {
        let (p, truth) = (found.get(total).unwrap_or(&0.0), totals.get(total).unwrap_or(&0.0));
        assert!((p - truth).abs() < 1e-9, "{name}: total {total} has {p} for {truth}");
    }
    true
}

/// Weights over one, ten and a hundred orders of magnitude, zeros, one and two pools, none to two factors on sums.
#[test]
fn agrees_with_enumeration() {
    let (mut possible, mut impossible) = (0, 0);
    for seed in 0..3_000 {
        let mut rng = seeded(seed, 0);
        let spread = [2.3, 23.0, 230.0][seed as usize % 3];
        let found = if seed % 2 == 0 {
            compare(&random::<3>(&mut rng, spread, 8), &format!("seed {seed}"))
        } else {
            compare(&random::<6>(&mut rng, spread, 5), &format!("seed {seed}"))
        };
        if found {
            possible += 1;
        } else {
            impossible += 1;
        }
    }
    assert!(possible > 1_500 && impossible > 150, "{possible} possible and {impossible} not");
}

/// Fourteen ranks, as many slots as enumeration can bear.
#[test]
fn agrees_with_enumeration_for_a_whole_deck() {
    let mut rng = seeded(1, 1);
    for index in 0..20 {
        let mut unseen = random::<14>(&mut rng, 5.0, 4);
        unseen.pools[0] = [4; 14];
        assert!(compare(&unseen, &format!("deck {index}")));
    }
}
