//! Laws of sampled worlds: whose they may be, how likely they are, and that they follow the marginals.

use std::collections::BTreeMap;

use credence::belief::{Draws, Marginal, Method, WeightKind};
use credence::rulesets::{ALL, Observer};
use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{TURNS, looks, place};
use crate::harness::{Played, world, worlds_of};

/// Draws behind each comparison with the marginals.
const DRAWS: usize = 2_000;
/// All comparisons together reject a right sampler with this probability (Bonferroni). Seeds are fixed, so they do or do not.
const SIGNIFICANCE: f64 = 1e-4;
/// Values expected less often than this are counted as one, as the chi-squared approximation asks.
const LEAST_EXPECTED: f64 = 5.0;

/// Whoever sees more rules out no less: referee within every seat, seat within the spectator.
#[test]
fn supports_nest() {
    let mut asked = ALL.iter().map(|ruleset| (ruleset.key(), 0)).collect::<BTreeMap<_, _>>();
    for game in Played::of_all(0..12, TURNS) {
        for end in looks(&game) {
            let public = game.fold(Observer::Public, end);
            let referee = game.fold(Observer::Referee, end);
            for seat in (0..game.game.seats()).map(|seat| Observer::Seat(seat as u8)) {
                let seated = game.fold(seat, end);
                if [&public, &referee, &seated].iter().any(|fold| fold.quality().method != Method::Exact) {
                    continue;
                }
                for (inner, outer, who) in [(&referee, &seated, "the referee"), (&seated, &public, "the seat")] {
                    for (_, text) in worlds_of(inner, 11, 20) {
                        let ln = outer.ln_probability(world(&text)).expect("its own world");
                        assert!(ln > f64::NEG_INFINITY, "{}: {who} thinks {text} possible", place(&game, seat, end));
                        *asked.entry(game.ruleset.key()).or_default() += 1;
                    }
                }
            }
        }
    }
    assert!(
        asked.values().all(|asked| *asked > 0),
        "no belief of a ruleset was exact, so this law says nothing of it: {asked:?}"
    );
}

/// World i depends on seed and i alone; its weight is its probability; another seed draws others.
#[test]
fn a_world_is_its_seed_and_index() {
    for game in Played::of_all(0..4, TURNS) {
        for end in looks(&game) {
            for observer in game.observers() {
                let place = place(&game, observer, end);
                let fold = game.fold(observer, end);
                let (few, many) = (worlds_of(&fold, 9, 7), worlds_of(&fold, 9, 40));
                assert_eq!(few[..], many[..7], "{place}: a prefix");
                let sampled = fold.sample(Draws { seed: 9, count: 40 });
                assert_eq!(sampled.quality, fold.quality(), "{place}: quality");
                let exact = fold.quality().method == Method::Exact;
                assert!(!exact || sampled.rejected == 0, "{place}: an exact sampler rejects nothing");
                if sampled.weight_kind == WeightKind::LogProbability {
                    for (weight, text) in &sampled.worlds {
                        let ln = fold.ln_probability(world(text.get())).expect("its own world");
                        assert!((weight - ln).abs() < 1e-9, "{place}: weight {weight} of a world of ln p {ln}");
                    }
                }
                if fold.marginals().entropy_bits() > 2.0 {
                    assert_ne!(many, worlds_of(&fold, 10, 40), "{place}: another seed");
                }
            }
        }
    }
}

/// P(chi-squared at least as great) for draws of one variable; `None` where its values are too rare to compare.
fn p_value(variable: &Marginal, drawn: &[String]) -> Option<f64> {
    let (mut chi, mut classes, mut rare) = (0.0, 0, (0.0, 0.0));
    let mut add = |expected: f64, seen: f64| {
        chi += (seen - expected) * (seen - expected) / expected;
        classes += 1;
    };
    for outcome in &variable.distribution {
        let seen = drawn.iter().filter(|value| **value == outcome.value).count() as f64;
        let expected = outcome.p * drawn.len() as f64;
        if expected < LEAST_EXPECTED {
            rare = (rare.0 + expected, rare.1 + seen);
        } else {
            add(expected, seen);
        }
    }
    if rare.0 >= LEAST_EXPECTED {
        add(rare.0, rare.1);
    }
    let freedom = ChiSquared::new(f64::from(classes - 1)).ok()?;
    (classes > 1).then(|| 1.0 - freedom.cdf(chi))
}

/// How often a value is drawn agrees with its probability, and nothing is drawn that has none.
#[test]
fn draws_follow_the_marginals() {
    let mut tests = Vec::new();
    let mut compared = ALL.iter().map(|ruleset| (ruleset.key(), 0)).collect::<BTreeMap<_, _>>();
    for game in Played::of_all(0..6, TURNS) {
        for end in [game.events.len() / 2, game.events.len()] {
            for observer in game.observers() {
                let place = place(&game, observer, end);
                let fold = game.fold(observer, end);
                let sampled = fold.sample(Draws { seed: 17, count: DRAWS });
                if sampled.weight_kind != WeightKind::LogProbability || sampled.quality.method != Method::Exact {
                    continue;
                }
                let values = |text: &str| game.game.values(world(text)).expect("a drawn world is a world");
                let drawn: Vec<_> = sampled.worlds.iter().map(|(_, text)| values(text.get())).collect();
                for variable in fold.marginals().variables {
                    let values: Vec<String> = drawn.iter().map(|world| world[&variable.id].clone()).collect();
                    let possible = values.iter().all(|value| variable.p(value) > 0.0);
                    assert!(possible, "{place}: a value of {} is drawn that has probability 0", variable.id);
                    if let Some(p) = p_value(&variable, &values) {
                        tests.push((p, format!("{place}: {}", variable.id)));
                        *compared.entry(game.ruleset.key()).or_default() += 1;
                    }
                }
            }
        }
    }
    assert!(compared.values().all(|compared| *compared > 10), "too few comparisons of a ruleset: {compared:?}");
    let bound = SIGNIFICANCE / tests.len() as f64;
    for (p, name) in &tests {
        assert!(*p > bound, "{name}: chi-squared has p {p}, below {bound}");
    }
    // Draws that follow the marginals too well would be no draws: p is uniform, so half of them are below a half.
    let low = tests.iter().filter(|(p, _)| *p < 0.5).count() as f64 / tests.len() as f64;
    assert!((0.25..0.75).contains(&low), "{low} of the p values are below a half");
}
