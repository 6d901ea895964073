//! Priors against the simulated population: what persons' own rates are spread like, by the method of moments.

use std::collections::BTreeMap;

use super::{Conduct, Tendency};
use crate::belief::Beta;

/// What each person did of what it could have done, by tendency and context; the empty context is all of them together.
#[derive(Default)]
pub struct SimulatedPersons(BTreeMap<(&'static str, String), Persons>);

/// (done, could have been done) by person.
type Persons = BTreeMap<u64, (f64, f64)>;

impl SimulatedPersons {
    /// Takes in what one of a person's games settled about it.
    pub fn observe(&mut self, person: u64, conduct: &Conduct) {
        let Conduct::Count { tendency, context, successes, opportunities, .. } = conduct else { return };
        let mut add = |context: &str| {
            let cell = self.0.entry((*tendency, context.to_owned())).or_default().entry(person).or_default();
            *cell = (cell.0 + f64::from(*successes), cell.1 + f64::from(*opportunities));
        };
        add("");
        if !context.is_empty() {
            add(context);
        }
    }

    /// The Beta distribution whose mean and variance are those of the persons' own rates, less the variance that chance adds.
    ///
    /// With `p` the pooled rate, the sum over persons of (k - n p)^2 has the mean sum of n p (1 - p) + n (n - 1) variance.
    fn rate(&self, tendency: &'static str, context: &str) -> Beta {
        let persons = self.0.get(&(tendency, context.to_owned())).unwrap_or_else(|| panic!("{tendency} {context} was settled"));
        let sum = |value: &dyn Fn(f64, f64) -> f64| persons.values().fold(0.0, |sum, (k, n)| sum + value(*k, *n));
        let p = sum(&|k, _| k) / sum(&|_, n| n);
        let chance = sum(&|_, n| n * p * (1.0 - p));
        let variance = (sum(&|k, n| (k - n * p) * (k - n * p)) - chance) / sum(&|_, n| n * (n - 1.0));
        let strength = p * (1.0 - p) / variance - 1.0;
        Beta { alpha: p * strength, beta: (1.0 - p) * strength }
    }

    /// Panics, with all that differ, unless the mean of each prior is within 0.03 of the population's, and what it is worth within a
    /// quarter. Where persons differ so little that it is worth 50 observations or more, how much more is chance.
    pub fn assert_fits(&self, tendencies: &[Tendency]) {
        let mut wrong = Vec::new();
        for tendency in tendencies {
            let contexts = tendency.contexts.iter().map(|context| (context.name, context.prior));
            for (context, prior) in std::iter::once(("", tendency.prior)).chain(contexts) {
                let rate = self.rate(tendency.name, context);
                let (worth, due) = (prior.alpha + prior.beta, rate.alpha + rate.beta);
                let alike = if (0.0..50.0).contains(&due) { (worth - due).abs() < 0.25 * due } else { worth >= 50.0 };
                let fits = (prior.mean() - rate.mean()).abs() <= 0.03 && alike;
                if !fits {
                    let (name, Beta { alpha, beta }) = (tendency.name, rate);
                    wrong.push(format!(
                        "{name} {context:?}: {prior:?}, of the population Beta {{ alpha: {alpha:.2}, beta: {beta:.2} }}"
                    ));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
