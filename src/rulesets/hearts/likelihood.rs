//! Every guessed number of the model, with its reason.

use crate::rulesets::{Likelihood, Tendency};

/// The list that the API shows.
pub const LIKELIHOODS: &[Likelihood] = &[];

/// Behaviours that finished deals settle observations of.
///
/// The priors are fitted to the simulated population: mean and variance, between persons and contexts, of the rates that 800
/// persons show in 48 deals each, by the method of moments (`tests/population.rs`). Contexts count alike. Where they differ
/// much, as under the king and under a low spade, the one prior that serves both is wide: a few observations overrule it.
pub const TENDENCIES: &[Tendency] = &[
    Tendency {
        name: "ducks_queen",
        description: "keeps the queen of spades back when it follows a spade lead holding it and another spade; covered: the king \
                      or ace is winning, so that the queen would go for nothing; open: it would be the highest so far",
        contexts: &["covered", "open"],
        prior_alpha: 0.3,
        prior_beta: 0.3,
    },
    Tendency {
        name: "sloughs_queen",
        description: "throws the queen of spades when it holds it, is out of the suit led, and may throw it",
        contexts: &[],
        prior_alpha: 3.2,
        prior_beta: 1.0,
    },
    Tendency {
        name: "passes_queen",
        description: "passes the queen of spades on when it was dealt it; guarded: with at least four other spades; thin: with fewer",
        contexts: &["guarded", "thin"],
        prior_alpha: 1.2,
        prior_beta: 1.0,
    },
    Tendency {
        name: "passes_to_void",
        description: "passes all its clubs, or all its diamonds, when it was dealt one to three of them",
        contexts: &[],
        prior_alpha: 2.1,
        prior_beta: 3.5,
    },
    Tendency {
        name: "leads_spades",
        description: "leads a spade below the queen while she is out, when it holds one and could lead another suit; high: it holds \
                      queen, king or ace of spades; safe: it holds none of them",
        contexts: &["high", "safe"],
        prior_alpha: 1.1,
        prior_beta: 2.1,
    },
    Tendency {
        name: "tries_moon",
        description: "takes all of the first 14 points of a deal alone, with a strong hand after the pass: at least four aces and \
                      kings, one of them a heart",
        contexts: &[],
        prior_alpha: 1.8,
        prior_beta: 4.2,
    },
];
