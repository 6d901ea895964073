//! How likely a player goes by tastes, by what its games settled: the population's numbers are of those who do, and for the others the model has ways of their
//! own.

use super::Hearts;
use super::likelihood::{CARELESS, COARSE};
use super::taste::Taste;
use crate::belief::Beta;
use crate::rulesets::{Counts, Profile, Ruleset, Tendency};

/// How often who chooses between cards of one kind by lot takes one above their middle: about half of the time, for half of them lie there.
const BY_LOT: f64 = 0.5;

/// In [0, 1].
pub fn goes_by_tastes(profile: &Profile) -> f64 {
    (1.0 - careless(profile)) * (1.0 - coarse(profile))
}

fn prior(tendency: &str, context: &str) -> Option<Beta> {
    let known: Option<&Tendency> = Hearts::TENDENCIES.iter().find(|known| known.name == tendency);
    known.map(|known| known.prior_in(context))
}

fn careless(profile: &Profile) -> f64 {
    prior(CARELESS, "").map_or(0.0, |usual| profile.counts(CARELESS, "").after(usual).mean())
}

/// By Bayes' rule from what a stranger is: choices by rank are made by lot, or by a rate of the player's own, of which the shipped prior says how players
/// differ.
fn coarse(profile: &Profile) -> f64 {
    let mut nats = libm::log(COARSE.value / (1.0 - COARSE.value));
    for taste in Taste::ALL.into_iter().filter(|taste| taste.is_by_rank()) {
        let (tendency, context) = taste.label();
        let seen = profile.counts(tendency, context);
        let Some(usual) = prior(tendency, context).filter(|_| seen.opportunities > 0.0) else { continue };
        nats += seen.opportunities * libm::log(BY_LOT) - log_chance(seen, usual);
    }
    1.0 / (1.0 + libm::exp(-nats))
}

/// The logarithm of how likely these counts are in one order, where the rate is drawn from a Beta distribution: B(a + k, b + n - k) / B(a, b).
fn log_chance(seen: Counts, usual: Beta) -> f64 {
    let log_beta = |beta: Beta| libm::lgamma(beta.alpha) + libm::lgamma(beta.beta) - libm::lgamma(beta.alpha + beta.beta);
    log_beta(seen.after(usual)) - log_beta(usual)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn profile(counts: &[(&str, &str, f64, f64)]) -> Profile {
        let mut profile = Profile { games: 5, ..Profile::default() };
        for (tendency, context, successes, opportunities) in counts {
            let contexts: &mut BTreeMap<String, Counts> = profile.tendencies.entry((*tendency).to_owned()).or_default();
            contexts.insert((*context).to_owned(), Counts { successes: *successes, opportunities: *opportunities });
        }
        profile
    }

    #[test]
    fn counts_of_a_known_rate_are_as_likely_as_by_hand() {
        // The mean of p^2 (1 - p) over Beta(2, 3): 2 x 3 x 3 / (5 x 6 x 7).
        let chance = libm::exp(log_chance(Counts { successes: 2.0, opportunities: 3.0 }, Beta { alpha: 2.0, beta: 3.0 }));
        assert!((chance - 18.0 / 210.0).abs() < 1e-12, "{chance}");
    }

    #[test]
    fn who_chooses_by_lot_teaches_next_to_nothing_and_who_looks_teaches_all() {
        let stranger = goes_by_tastes(&Profile::default());
        let careless = profile(&[(CARELESS, "", 19.0, 20.0)]);
        let sensible =
            profile(&[(CARELESS, "", 0.0, 20.0), ("ducks_by_rank", "safe", 19.0, 20.0), ("takes_by_rank", "safe", 19.0, 20.0)]);
        let coarse =
            profile(&[(CARELESS, "", 0.0, 20.0), ("ducks_by_rank", "safe", 10.0, 20.0), ("takes_by_rank", "safe", 9.0, 20.0)]);
        assert!((0.3..0.5).contains(&stranger), "{stranger}");
        assert!(goes_by_tastes(&careless) < 0.06);
        assert!(goes_by_tastes(&sensible) > 0.95);
        assert!(goes_by_tastes(&coarse) < 0.06);
    }
}
