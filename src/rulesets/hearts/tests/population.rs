//! The priors of the tendencies are those of the simulated population.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Style, game, settled_in};
use crate::belief::seeded;
use crate::rulesets::Conduct;
use crate::rulesets::hearts::likelihood::TENDENCIES;

/// Persons in tables of four, and games (of four deals) that each table plays.
const TABLES: u64 = 200;
const GAMES: u64 = 12;

/// A tendency and a context.
type Cell = (&'static str, String);

/// By tendency: what each person did in each context, as (successes, opportunities).
fn persons() -> BTreeMap<Cell, Vec<(f64, f64)>> {
    let mut cells: BTreeMap<Cell, BTreeMap<u64, (f64, f64)>> = BTreeMap::new();
    for table in 0..TABLES {
        let mut rng = seeded(table, 2);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw(&mut rng));
        for round in 0..GAMES {
            let transcript = game(json!({}), None, &styles, 100_000 + 1_000 * table + round);
            for conduct in settled_in(json!({}), &transcript) {
                let Conduct::Count { seat, tendency, context, successes, opportunities } = conduct else { continue };
                let cell = cells.entry((tendency, context)).or_default().entry(4 * table + u64::from(seat)).or_default();
                *cell = (cell.0 + f64::from(successes), cell.1 + f64::from(opportunities));
            }
        }
    }
    cells.into_iter().map(|(key, persons)| (key, persons.into_values().collect())).collect()
}

/// Mean over contexts of the rate in each.
fn mean(rates: &[f64]) -> f64 {
    rates.iter().sum::<f64>() / rates.len() as f64
}

/// Of binomial counts with persons' own rates: their mean, and the variance of the rates less what chance adds to it.
/// With `p` the pooled rate, the sum over persons of (k - n p)^2 has the mean sum of n p (1 - p) + n (n - 1) variance.
fn moments(counts: &[(f64, f64)]) -> (f64, f64) {
    let sum = |value: fn(f64, f64, f64) -> f64, p: f64| counts.iter().map(|(k, n)| value(*k, *n, p)).sum::<f64>();
    let p = sum(|k, _, _| k, 0.0) / sum(|_, n, _| n, 0.0);
    let chance = sum(|_, n, p| n * p * (1.0 - p), p);
    let variance = (sum(|k, n, p| (k - n * p) * (k - n * p), p) - chance) / sum(|_, n, _| n * (n - 1.0), 0.0);
    (p, variance)
}

#[test]
fn the_priors_are_those_of_the_population() {
    let persons = persons();
    for tendency in TENDENCIES {
        let contexts = if tendency.contexts.is_empty() { &[""][..] } else { tendency.contexts };
        let cells = contexts.iter().map(|context| &persons[&(tendency.name, (*context).to_owned())]);
        let (rates, variances): (Vec<f64>, Vec<f64>) = cells.map(|counts| moments(counts)).unzip();
        let rate = mean(&rates);
        // Contexts count alike: one prior serves them all, so that their distance is spread too.
        let variance = mean(&variances) + mean(&rates.iter().map(|own| (own - rate) * (own - rate)).collect::<Vec<_>>());
        let strength = rate * (1.0 - rate) / variance - 1.0;
        let (prior, sum) =
            (tendency.prior_alpha / (tendency.prior_alpha + tendency.prior_beta), tendency.prior_alpha + tendency.prior_beta);
        assert!((prior - rate).abs() < 0.03, "{}: the prior's mean is {prior}, the population's {rate}", tendency.name);
        assert!(sum > 0.8 * strength && sum < 1.25 * strength, "{}: {sum} for a strength of {strength}", tendency.name);
    }
}
