//! Every guessed number of the model, with its reason.

use crate::belief::Beta;
use crate::rulesets::{Likelihood, Tendency};

/// P(an offer is made | its maker lacks the cards), relative to P(it is made | the maker holds them).
pub const BLUFFED_OFFER: f64 = 0.05;

/// P(an offer is refused | the cards asked for are held), relative to P(it is refused | they are not) = 1.
pub const REFUSED_THOUGH_HELD: f64 = 0.7;

/// Cards of each resource in the pool that unknown hands are dealt from where the bank has no end: many, so that one card
/// says next to nothing of the next, but not more than the table's limit.
pub const ENDLESS_POOL: u32 = 1_000;

/// The list that the API shows.
pub const LIKELIHOODS: &[Likelihood] = &[
    Likelihood {
        name: "bluffed_offer",
        value: BLUFFED_OFFER,
        reason: "P(offer | its cards are not held) / P(offer | they are). Most clients (colonist.io, JSettlers) let a player offer \
                 only cards it holds; at a table a bluff shows at once when someone accepts. Not zero, because counter-offers \
                 and chat make exceptions. A guess: no published count of bluffed offers is known to us.",
    },
    Likelihood {
        name: "refused_though_held",
        value: REFUSED_THOUGH_HELD,
        reason: "P(refuse | the cards asked for are held) / P(refuse | they are not). Players without the cards must refuse; \
                 those with them mostly refuse too, because offers favour who makes them: weak evidence. A guess, for the same reason.",
    },
];

/// Behaviours that the table settles observations of. The priors are those of the simulated population: robbers of three habits and
/// traders of three, by the method of moments over 800 persons in 12 games each (`tests/population.rs`).
pub const TENDENCIES: &[Tendency] = &[
    Tendency {
        name: "robs_largest_hand",
        description: "steals from a largest hand, where at least two others hold cards and their hands are not all of one size",
        prior: Beta { alpha: 1.2, beta: 0.8 },
        contexts: &[],
    },
    Tendency {
        name: "refuses_trades",
        description: "turns an open offer down, of the offers that it refused or accepted",
        prior: Beta { alpha: 2.6, beta: 1.8 },
        contexts: &[],
    },
    Tendency {
        name: "robs_same_victim",
        description: "steals from the seat that it stole from last, where that seat and another hold cards",
        prior: Beta { alpha: 0.9, beta: 0.7 },
        contexts: &[],
    },
];
