//! Every guessed number of the model, with its reason.

use crate::belief::Beta;
use crate::rulesets::{Likelihood, Tendency};

/// P(an offer is made | its maker lacks the cards), relative to P(it is made | the maker holds them).
pub const BLUFFED_OFFER: f64 = 0.05;

/// P(an offer is refused | the cards asked for are held), relative to P(it is refused | they are not) = 1.
pub const REFUSED_THOUGH_HELD: f64 = 0.7;

/// P(a seat wants to play a development card that it holds, in one turn): the lowest of three levels of readiness.
pub const PLAYS_SELDOM: f64 = 0.02;

/// The second level.
pub const PLAYS_AT_TIMES: f64 = 0.15;

/// The third.
pub const PLAYS_SOON: f64 = 0.6;

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
    Likelihood {
        name: "plays_seldom",
        value: PLAYS_SELDOM,
        reason: "P(a seat wants to play a development card of a type that it holds, in one of its turns), where it saves that type for later: \
                 the first of three levels, equally likely at first, for knights, for road building and for the other two apart. Which \
                 of them a seat has, its own turns say. Three guesses that lie far apart, so that any player is near one of them.",
    },
    Likelihood {
        name: "plays_at_times",
        value: PLAYS_AT_TIMES,
        reason: "The same of a seat that waits for an occasion: nearly half of such cards are played within four turns. Evidence that all \
                 three levels make together names this one.",
    },
    Likelihood {
        name: "plays_soon",
        value: PLAYS_SOON,
        reason: "The same of a seat that plays what it has. Victory points are never played before the end, so that a card that such a \
                 seat keeps is soon taken for one.",
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
