//! Draws come as often as they are likely; beyond the budget, weighted ones agree with what is exact.

use std::collections::BTreeMap;

use super::*;
use crate::belief::{Method, seeded};

/// Ranks of the slots, and of what is left of each pool.
type Dealt = (Vec<usize>, Vec<Vec<usize>>);

/// Whole worlds, deck order included, with and without factors on sums.
#[test]
fn draws_follow_the_posterior() {
    const DRAWS: u32 = 40_000;
    let mut compared = 0;
    for seed in 0..40 {
        let mut rng = seeded(seed, 3);
        let mut unseen = random::<3>(&mut rng, 2.0, 4);
        unseen.pools.iter_mut().flatten().for_each(|cards| *cards = (*cards).min(2));
        let Ok(posterior) = RankPosterior::new(unseen.clone(), LARGE) else { continue };
        let mut seen: BTreeMap<Dealt, (u32, f64)> = BTreeMap::new();
        for _ in 0..DRAWS {
            let drawn = posterior.draw(&mut rng);
            let entry = seen.entry((drawn.ranks, drawn.decks)).or_insert((0, drawn.ln));
            entry.0 += 1;
        }
        let (mut chi, mut classes, mut mass) = (0.0, 0.0, 0.0);
        for ((ranks, decks), (count, ln)) in &seen {
            assert!((posterior.ln_probability(ranks, decks) - ln).abs() < 1e-12);
            let expected = libm::exp(*ln) * f64::from(DRAWS);
            mass += libm::exp(*ln);
            if expected >= 5.0 {
                chi += (f64::from(*count) - expected) * (f64::from(*count) - expected) / expected;
                classes += 1.0;
            }
        }
        assert!(mass < 1.0 + 1e-9, "probabilities of worlds sum to {mass}");
        if classes > 5.0 {
            // Mean k - 1 and variance 2 (k - 1): six standard deviations.
            assert!((chi - classes + 1.0).abs() < 6.0 * libm::sqrt(2.0 * classes), "seed {seed}: {chi} of {classes}");
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared} compared");
}

/// The same questions exactly and by weighted draws: within five standard errors, as the effective sample size states them.
#[test]
fn weighted_draws_agree_with_the_exact_posterior() {
    let mut compared = 0;
    for seed in 0..60 {
        let mut rng = seeded(seed, 4);
        let mut unseen = random::<6>(&mut rng, 2.0, 8);
        unseen.pools.iter_mut().flatten().for_each(|cards| *cards += 1);
        let Ok(exact) = RankPosterior::new(unseen.clone(), LARGE) else { continue };
        let sampled = RankPosterior::new(unseen, Effort { states: 0, samples: 4_000 }).expect("possible");
        let quality = sampled.quality();
        assert_eq!((quality.method, exact.quality().method), (Method::Sampled, Method::Exact));
        let worth = quality.effective_sample_size.expect("stated");
        assert!(worth > 100.0 && worth <= 4_000.0 + 1e-6, "seed {seed}: {worth} of 4000");
        assert!((sampled.ln_total() - exact.ln_total()).abs() < 5.0 / libm::sqrt(worth), "seed {seed}");
        for (row, truth) in sampled.marginals().iter().zip(exact.marginals()) {
            for (p, truth) in row.iter().zip(truth) {
                assert!((p - truth).abs() < 5.0 * libm::sqrt(0.25 / worth), "seed {seed}: {p} for {truth}");
                compared += 1;
            }
        }
        // Draws with their weights average to the same marginals.
        let (mut sum, mut weighted) = (0.0, vec![0.0; 6]);
        for _ in 0..2_000 {
            let drawn = sampled.draw(&mut rng);
            if let Some(rank) = drawn.ranks.first() {
                weighted[*rank] += libm::exp(drawn.ln);
            }
            sum += libm::exp(drawn.ln);
        }
        if let Some(row) = exact.marginals().first() {
            for (weight, p) in weighted.iter().zip(row) {
                assert!((weight / sum - p).abs() < 0.12, "seed {seed}: {} for {p}", weight / sum);
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

/// A factor that is nearly an exponential for small totals and a constant for large ones, as that of a player who may call blindly: draws that
/// heed the exponential alone leave the bulk of the posterior to a few of them with great weights.
#[test]
fn a_factor_with_a_constant_keeps_its_draws() {
    let slots = vec![Slot { pool: 0, ln_weights: [0.0; 6] }; 12];
    let mut sum = SumFactor::at_least((0..6).collect(), 0.0, 0.0, 0.35, 3);
    sum.terms.iter_mut().for_each(|(coefficient, _)| *coefficient *= 0.95);
    sum.terms.push((0.05, 0.0));
    let unseen = Unseen { pools: vec![[5; 6]], slots, values: [0, 2, 4, 6, 8, 10], sums: vec![sum] };
    let exact = RankPosterior::new(unseen.clone(), LARGE).expect("possible");
    let sampled = RankPosterior::new(unseen, Effort { states: 0, samples: 4_000 }).expect("possible");
    let worth = sampled.quality().effective_sample_size.expect("stated");
    assert!(worth > 1_500.0, "{worth} of 4000");
    assert!((sampled.ln_total() - exact.ln_total()).abs() < 5.0 / libm::sqrt(worth));
    let mean = |posterior: &RankPosterior<6>| {
        let row = |row: &[f64; 6]| (0..6).map(|rank| row[rank] * 2.0 * rank as f64).sum::<f64>();
        posterior.marginals()[..6].iter().map(row).sum::<f64>()
    };
    let (mean, truth) = (mean(&sampled), mean(&exact));
    // A total of six cards spreads by about eight points.
    assert!((mean - truth).abs() < 5.0 * 8.0 / libm::sqrt(worth), "{mean} for {truth}");
    // Drawn worlds weigh evenly enough, too.
    let mut rng = seeded(1, 5);
    let weights: Vec<f64> = (0..2_000).map(|_| libm::exp(sampled.draw(&mut rng).ln)).collect();
    let (all, squares): (f64, f64) =
        weights.iter().fold((0.0, 0.0), |(all, squares), weight| (all + weight, squares + weight * weight));
    assert!(all * all / squares > 750.0, "{}", all * all / squares);
}

/// One card of rank 0 among twenty slots and no deck: P(slot i has it) = w_i / (w_1 + .. + w_20), as the other ranks weigh 1 everywhere. Twelve
/// draws have it in twelve slots at most; the others are reached by exchanges, and none is ruled out.
#[test]
fn what_no_draw_has_is_possible() {
    let weights: Vec<f64> = (1..=20).map(|slot| 1.0 + f64::from(slot) / 10.0).collect();
    let slots = weights.iter().map(|weight| Slot { pool: 0, ln_weights: [libm::log(*weight), 0.0, 0.0] }).collect();
    let unseen = Unseen { pools: vec![[1, 10, 9]], slots, values: [0, 1, 2], sums: Vec::new() };
    let all: f64 = weights.iter().sum();
    for (samples, within) in [(12, 0.5), (4_000, 0.03)] {
        let sampled = RankPosterior::new(unseen.clone(), Effort { states: 0, samples }).expect("possible");
        for (row, weight) in sampled.marginals().iter().zip(&weights) {
            let error = libm::fabs(row[0] * all / weight - 1.0) * weight / all;
            assert!(row[0] > 0.0 && error < within, "{samples} draws: {} for {}", row[0], weight / all);
        }
    }
}
