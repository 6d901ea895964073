//! How far posteriors are apart, and what is left once cards are seen, against every assignment one by one.

use super::brute::{enumerate, ln_sum};
use super::*;
use crate::belief::{SeenCard, seeded};

/// P(assignment), by assignment.
fn laid<const R: usize>(unseen: &Unseen<R>) -> Vec<(Vec<usize>, f64)> {
    let all = enumerate(unseen);
    let total = ln_sum(all.iter().map(|(_, ln)| *ln));
    all.into_iter().map(|(given, ln)| (given, libm::exp(ln - total))).collect()
}

/// Two cards of a rank 0 and two of a rank 1, one slot. It has either rank with one half, and after a clue of likelihoods 1 and 1/3 with 3/4
/// and 1/4: 3/4 ln(3/2) + 1/4 ln(1/2) = .13081 nats.
#[test]
fn a_clue_by_hand() {
    let of = |ln: f64| Unseen {
        pools: vec![[2, 2]],
        slots: vec![Slot { pool: 0, ln_weights: [0.0, ln] }],
        values: [0, 1],
        sums: Vec::new(),
    };
    let [before, after] = [0.0, libm::log(1.0 / 3.0)].map(|ln| RankPosterior::new(of(ln), LARGE).expect("possible"));
    assert!((after.divergence(&before) - 0.130_812).abs() < 1e-6, "{}", after.divergence(&before));
    assert_eq!(after.divergence(&after), 0.0);
    // Seen to be of rank 1: ln 1/4. A card of the deck is of rank 1 with (3/4 x 2 + 1/4 x 1) / 3 = 7/12.
    let seen = |slot: Option<usize>| after.given(&[SeenCard { slot, pool: 0, rank: 1 }], LARGE).expect("possible");
    assert!((seen(Some(0)).1 - libm::log(0.25)).abs() < 1e-12);
    let (left, ln) = seen(None);
    assert!((ln - libm::log(7.0 / 12.0)).abs() < 1e-12);
    // Then the slot has rank 0 with 3/4 x 2/3 of 7/12.
    assert!((left.marginals()[0][0] - 0.5 / (7.0 / 12.0)).abs() < 1e-12);
}

/// Weights and factors that change, in any way that leaves the same assignments possible.
#[test]
fn divergence_is_that_of_the_assignments() {
    let mut compared = 0;
    for seed in 0..400 {
        let mut rng = seeded(seed, 31);
        let before: Unseen<4> = random(&mut rng, 2.0, 4);
        let mut after = before.clone();
        for slot in &mut after.slots {
            slot.ln_weights.iter_mut().for_each(|ln| *ln -= rng.random::<f64>());
        }
        if rng.random_bool(0.3) {
            after.sums.clear();
        }
        let (Ok(was), Ok(now)) = (RankPosterior::new(before.clone(), LARGE), RankPosterior::new(after.clone(), LARGE)) else {
            continue;
        };
        let (p, q) = (laid(&after), laid(&before));
        let truth: f64 = p.iter().zip(&q).map(|((_, p), (_, q))| p * libm::log(p / q)).sum();
        assert!((now.divergence(&was) - truth).abs() < 1e-9, "seed {seed}: {} for {truth}", now.divergence(&was));
        compared += usize::from(truth > 1e-6);
    }
    assert!(compared > 150, "{compared}");
}

/// Cards of slots and of the deck are seen together, as one of all assignments has them.
#[test]
fn what_is_left_of_seen_cards_is_that_of_the_assignments() {
    let mut compared = 0;
    for seed in 0..400 {
        let mut rng = seeded(seed, 32);
        let unseen: Unseen<4> = random(&mut rng, 2.0, 4);
        let Ok(posterior) = RankPosterior::new(unseen.clone(), LARGE) else { continue };
        let all = laid(&unseen);
        let (truth, _) = &all[rng.random_range(0..all.len())];
        let mut seen: Vec<SeenCard> = (0..truth.len())
            .filter(|_| rng.random_bool(0.5))
            .map(|slot| SeenCard { slot: Some(slot), pool: unseen.slots[slot].pool, rank: truth[slot] })
            .collect();
        let pool = rng.random_range(0..unseen.pools.len());
        let deck = |given: &[usize], rank: usize| {
            let slots = given.iter().zip(&unseen.slots).filter(|(_, slot)| slot.pool == pool);
            let cards = |of: &dyn Fn(usize) -> bool| slots.clone().filter(|(rank, _)| of(**rank)).count() as f64;
            let all = unseen.pools[pool].iter().map(|cards| f64::from(*cards)).sum::<f64>();
            (f64::from(unseen.pools[pool][rank]) - cards(&|other| other == rank)) / (all - cards(&|_| true))
        };
        let drawn = (0..4).find(|rank| deck(truth, *rank) > 0.0).filter(|_| rng.random_bool(0.5));
        seen.extend(drawn.map(|rank| SeenCard { slot: None, pool, rank }));
        let fits = |given: &[usize]| {
            let slots = seen.iter().all(|card| card.slot.is_none_or(|slot| given[slot] == card.rank));
            if slots { drawn.map_or(1.0, |rank| deck(given, rank)) } else { 0.0 }
        };
        let p: f64 = all.iter().map(|(given, p)| p * fits(given)).sum();
        let (left, ln) = posterior.given(&seen, LARGE).expect("one assignment is so");
        assert!((ln - libm::log(p)).abs() < 1e-9, "seed {seed}: {ln} for {}", libm::log(p));
        let open: Vec<usize> = (0..truth.len()).filter(|slot| seen.iter().all(|card| card.slot != Some(*slot))).collect();
        for (row, slot) in left.marginals().iter().zip(&open) {
            for (rank, got) in row.iter().enumerate() {
                let with =
                    all.iter().filter(|(given, _)| given[*slot] == rank).map(|(given, p)| p * fits(given)).sum::<f64>() / p;
                assert!((got - with).abs() < 1e-9, "seed {seed}: slot {slot} has {rank} with {got} for {with}");
            }
        }
        compared += usize::from(seen.len() > 1);
    }
    assert!(compared > 80, "{compared}");
}

/// A slot that has none of some ranks.
#[test]
fn what_is_left_of_excluded_ranks_is_that_of_the_assignments() {
    let mut compared = 0;
    for seed in 0..200 {
        let mut rng = seeded(seed, 33);
        let unseen: Unseen<4> = random(&mut rng, 2.0, 4);
        let Ok(posterior) = RankPosterior::new(unseen.clone(), LARGE) else { continue };
        if unseen.slots.is_empty() {
            continue;
        }
        let slot = rng.random_range(0..unseen.slots.len());
        let all = laid(&unseen);
        let p: f64 = all.iter().filter(|(given, _)| given[slot] > 1).map(|(_, p)| p).sum();
        match posterior.given_none(slot, &[0, 1], LARGE) {
            Err(_) => assert!(p < 1e-12, "seed {seed}: {p}"),
            Ok(left) => {
                for (at, row) in left.marginals().iter().enumerate() {
                    for (rank, got) in row.iter().enumerate() {
                        let fits = |given: &[usize]| given[slot] > 1 && given[at] == rank;
                        let with = all.iter().filter(|(given, _)| fits(given)).map(|(_, p)| p).sum::<f64>() / p;
                        assert!((got - with).abs() < 1e-9, "seed {seed}: slot {at} has {rank} with {got} for {with}");
                    }
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 80, "{compared}");
}
