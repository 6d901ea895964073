//! The posterior over assignments against enumeration, by hand, and at the edge of what numbers can hold.

use std::collections::BTreeMap;

use rand::RngExt;

use super::*;
use crate::belief::seeded;

const NO: f64 = f64::NEG_INFINITY;

/// Every assignment with its ln weight.
fn enumerate(rows: &[ByHolder], capacities: [u8; HOLDERS]) -> Vec<(Vec<usize>, f64)> {
    let mut all = vec![(Vec::new(), 0.0, capacities)];
    for row in rows {
        let mut next = Vec::new();
        for (given, ln, room) in all {
            for holder in (0..HOLDERS).filter(|h| room[*h] > 0 && row[*h] > NO) {
                let (mut given, mut room) = (given.clone(), room);
                given.push(holder);
                room[holder] -= 1;
                next.push((given, ln + row[holder], room));
            }
        }
        all = next;
    }
    all.into_iter().map(|(given, ln, _)| (given, ln)).collect()
}

fn ln_sum(terms: impl Iterator<Item = f64> + Clone) -> f64 {
    let greatest = terms.clone().fold(NO, f64::max);
    greatest + libm::log(terms.map(|ln| libm::exp(ln - greatest)).sum::<f64>())
}

fn random(rng: &mut WorldRng, spread: f64) -> (Vec<ByHolder>, [u8; HOLDERS]) {
    let capacities: [u8; HOLDERS] = std::array::from_fn(|_| rng.random_range(0..=2));
    let items = capacities.iter().map(|c| usize::from(*c)).sum();
    let row = |rng: &mut WorldRng| -> ByHolder {
        std::array::from_fn(|_| if rng.random_bool(0.25) { NO } else { -spread * rng.random::<f64>() })
    };
    ((0..items).map(|_| row(rng)).collect(), capacities)
}

/// Weights over one, ten and a hundred orders of magnitude; a quarter of them zero.
#[test]
fn agrees_with_enumeration() {
    let (mut possible, mut impossible) = (0, 0);
    for seed in 0..3_000 {
        let mut rng = seeded(seed, 0);
        let (rows, capacities) = random(&mut rng, [0.0, 2.3, 23.0, 230.0][seed as usize % 4]);
        let all = enumerate(&rows, capacities);
        let Ok(assignment) = Assignment::new(rows.clone(), capacities) else {
            assert!(all.is_empty(), "seed {seed}: there are {} assignments", all.len());
            impossible += 1;
            continue;
        };
        possible += 1;
        let ln_total = ln_sum(all.iter().map(|(_, ln)| *ln));
        assert!((assignment.ln_total() - ln_total).abs() < 1e-9, "seed {seed}: {} for {ln_total}", assignment.ln_total());
        let marginals = assignment.marginals();
        for (item, row) in marginals.iter().enumerate() {
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for (holder, p) in row.iter().enumerate() {
                let with: Vec<f64> = all.iter().filter(|(given, _)| given[item] == holder).map(|(_, ln)| *ln).collect();
                assert_eq!(with.is_empty(), *p == 0.0, "seed {seed}: item {item} at {holder} has {p}");
                if !with.is_empty() {
                    let truth = libm::exp(ln_sum(with.into_iter()) - ln_total);
                    assert!(
                        (p - truth).abs() < 1e-9 * truth.max(1e-6),
                        "seed {seed}: item {item} at {holder} has {p} for {truth}"
                    );
                }
            }
        }
        let entropy: f64 = all.iter().map(|(_, ln)| -libm::exp(ln - ln_total) * (ln - ln_total)).sum();
        let bits = assignment.entropy_bits(&marginals);
        assert!((bits - entropy * std::f64::consts::LOG2_E).abs() < 1e-9, "seed {seed}: {bits} bits");
        for (given, ln) in &all {
            assert!((assignment.ln_probability(given) - (ln - ln_total)).abs() < 1e-9);
        }
        let group: Vec<usize> = (0..rows.len()).filter(|_| rng.random_bool(0.5)).collect();
        let counts = assignment.counts(&group);
        for (holder, counts) in counts.iter().enumerate() {
            assert_eq!(counts.len(), usize::from(capacities[holder]) + 1);
            for (count, p) in counts.iter().enumerate() {
                let here = |given: &[usize]| group.iter().filter(|item| given[**item] == holder).count() == count;
                let truth: f64 = all.iter().filter(|(given, _)| here(given)).map(|(_, ln)| libm::exp(ln - ln_total)).sum();
                assert!((p - truth).abs() < 1e-9, "seed {seed}: {count} of {group:?} at {holder}: {p} for {truth}");
            }
        }
    }
    assert!(possible > 500 && impossible > 500, "{possible} possible and {impossible} not");
}

/// What is left after narrowing is exactly what some assignment has.
#[test]
fn narrowing_strikes_what_no_assignment_has() {
    let mut struck = 0;
    for seed in 0..3_000 {
        let mut rng = seeded(seed, 1);
        let (rows, capacities) = random(&mut rng, 0.0);
        let all = enumerate(&rows, capacities);
        let before: Vec<Holders> =
            rows.iter().map(|row| (0..HOLDERS).filter(|h| row[*h] > NO).fold(0, |set, h| set | 1 << h)).collect();
        let mut items = before.clone();
        if before.contains(&0) {
            continue;
        }
        let narrowed = narrow(&mut items, capacities);
        assert_eq!(narrowed.is_err(), all.is_empty(), "seed {seed}");
        if narrowed.is_ok() {
            let seen = |item: usize| all.iter().fold(0, |set, (given, _)| set | 1 << given[item]);
            assert_eq!(items, (0..rows.len()).map(seen).collect::<Vec<_>>(), "seed {seed}: {before:?} into {capacities:?}");
            struck += usize::from(items != before);
        } else {
            assert_eq!(items, before, "an error changes nothing");
        }
    }
    assert!(struck > 200, "{struck} times something was struck");
}

/// Unseen 2H 3H 2C 3C; A holds two and has no heart, B and C hold one each: A has both clubs. Column by column, A would have
/// each club with 1/3.
#[test]
fn four_cards_by_hand() {
    let (heart, club) = ([NO, 0.0, 0.0, NO], [0.0, 0.0, 0.0, NO]);
    let assignment = Assignment::new(vec![heart, heart, club, club], [2, 1, 1, 0]).expect("possible");
    let marginals = assignment.marginals();
    assert_eq!(marginals[2], [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(marginals[3], [1.0, 0.0, 0.0, 0.0]);
    assert!((marginals[0][1] - 0.5).abs() < 1e-15 && (marginals[0][2] - 0.5).abs() < 1e-15);
    // Two ways: 2H to B and 3H to C, or the other way round.
    assert!((assignment.ln_total() - libm::log(2.0)).abs() < 1e-15);
    assert!((assignment.entropy_bits(&marginals) - 1.0).abs() < 1e-12);
}

/// Three items, of which one is twice as likely with the first holder: room for one at the first and two at the second leaves
/// three ways of weights 2, 1, 1.
#[test]
fn weights_by_hand() {
    let rows = vec![[libm::log(2.0), 0.0, NO, NO], [0.0, 0.0, NO, NO], [0.0, 0.0, NO, NO]];
    let assignment = Assignment::new(rows, [1, 2, 0, 0]).expect("possible");
    let marginals = assignment.marginals();
    for (item, p) in [0.5, 0.25, 0.25].into_iter().enumerate() {
        assert!((marginals[item][0] - p).abs() < 1e-15, "{marginals:?}");
    }
    assert!((assignment.ln_total() - libm::log(4.0)).abs() < 1e-15);
}

/// Weights from 1 down to e^-600 each: their products cannot be written as numbers, the posterior can.
#[test]
fn nothing_that_matters_underflows() {
    // Item i is e^-600 times as likely with the second holder as with the first. Everybody pays for one of two items, and for
    // nothing else: the first holder has room for all but two.
    let rows: Vec<ByHolder> = (0..39).map(|item| [0.0, -600.0 - f64::from(item), NO, NO]).collect();
    let assignment = Assignment::new(rows, [37, 2, 0, 0]).expect("possible");
    let marginals = assignment.marginals();
    // Two different items i < j go to the second, with weight e^-(1200 + i + j): P(item 0 is one of them) is the share of pairs
    // with i = 0.
    let pair = |i: i32, j: i32| libm::exp(-f64::from(i + j));
    let all: f64 = (0..39).flat_map(|i| (i + 1..39).map(move |j| pair(i, j))).sum();
    let with: f64 = (1..39).map(|j| pair(0, j)).sum();
    assert!((marginals[0][1] - with / all).abs() < 1e-12, "{} for {}", marginals[0][1], with / all);
    assert!((assignment.ln_total() - (libm::log(all) - 1200.0)).abs() < 1e-9, "{}", assignment.ln_total());
}

/// Draws come as often as they are likely, whole assignments included.
#[test]
fn draws_follow_the_posterior() {
    let mut rng = seeded(5, 0);
    let rows: Vec<ByHolder> =
        (0..6).map(|item| std::array::from_fn(|h| if (item + h) % 5 == 0 { NO } else { -rng.random::<f64>() * 2.0 })).collect();
    let capacities = [2, 2, 1, 1];
    let all = enumerate(&rows, capacities);
    let assignment = Assignment::new(rows, capacities).expect("possible");
    let mut seen: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
    const DRAWS: u32 = 200_000;
    for _ in 0..DRAWS {
        let mut holders = vec![HOLDERS; 6];
        for (item, holder) in assignment.fixed() {
            holders[*item] = *holder;
        }
        let ln = assignment.draw(&mut rng, |item, holder| holders[item] = holder);
        assert!((ln - assignment.ln_probability(&holders)).abs() < 1e-12);
        *seen.entry(holders).or_default() += 1;
    }
    let chi: f64 = all
        .iter()
        .map(|(given, _)| {
            let expected = libm::exp(assignment.ln_probability(given)) * f64::from(DRAWS);
            let seen = f64::from(seen.get(given).copied().unwrap_or(0));
            (seen - expected) * (seen - expected) / expected
        })
        .sum();
    let freedom = all.len() as f64 - 1.0;
    // Mean k and variance 2k: six standard deviations.
    assert!(all.len() > 20 && (chi - freedom).abs() < 6.0 * (2.0 * freedom).sqrt(), "chi-squared {chi} of {freedom}");
    assert!(seen.keys().all(|given| all.iter().any(|(known, _)| known == given)), "an assignment that there is not");
}
