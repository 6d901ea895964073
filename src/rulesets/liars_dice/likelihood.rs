//! Every guessed number of the model, with its reason.
//!
//! *Counted* numbers are rates on 1,500 simulated tables of mixed bidders; `cargo bench --bench liars_dice -- fit` counts them again.
//! *Fitted* ones are the most likely on 21,718 bids of the same tables: the shares of slips and of bluffs by expectation and
//! maximisation, the rest by a search along each number in turn. Rates *over all persons of the population*, and what they are worth,
//! are those of 600 persons in 10 games each, by the method of moments; `tests/population.rs` holds them to it.

use super::hands::FACES;
use super::tendencies::{
    BACKED_RATE, BANDS, BID_CONTEXTS, BLUFF_RATE, CALL_THRESHOLD, CARELESS, DICE_FIT, EXACT_BANDS, EXACT_SUCCESS,
    EXACT_THRESHOLD, FACE_NAMES, FACE_PREFERENCE, FITS,
};
use crate::belief::Beta;
use crate::rulesets::{Context, Likelihood, Tendency};

/// P(bluff | a bid, and an honest one was there), by context: over all persons of the population.
pub const BLUFF: [f64; 9] = [0.31, 0.07, 0.028, 0.28, 0.25, 0.16, 0.49, 0.45, 0.40];
/// The same among bids that have nothing to do with the dice. Fitted.
pub const BLUFF_UNRELATED: [f64; 9] = [0.33, 0.10, 0.035, 0.44, 0.36, 0.25, 0.90, 0.73, 0.69];
/// How many observations each of those rates is worth: little where persons differ much.
pub const BLUFF_WORTH: [f64; 9] = [7.0, 24.0, 21.0, 7.0, 9.4, 21.0, 5.0, 5.0, 6.9];
/// Bounds of the bluff rate of bids that are drawn from the hand, so that neither a bluff nor an honest bid is ever impossible.
pub const BLUFF_BOUNDS: (f64, f64) = (0.002, 0.9);

/// P(a bid is on the face that the hand makes most likely), by context: over all persons of the population.
pub const BACKED: [f64; 9] = [0.445, 0.704, 0.842, 0.50, 0.497, 0.52, 0.454, 0.48, 0.484];
/// How many observations each is worth.
pub const BACKED_WORTH: [f64; 9] = [5.5, 36.0, 36.0, 10.0, 15.0, 22.0, 14.7, 12.0, 15.8];
/// The same by context of slips: bids that depend on the table and not on the dice, in a round in which the player looks at them. Fitted by
/// situation; but for an opening with one die, which makes one face in six most likely, and a wild one all others.
pub const BACKED_SLIP: [f64; 9] = [0.30, 0.54, 0.54, 0.31, 0.31, 0.31, 0.18, 0.18, 0.18];
/// The same of bids drawn from the hand: what is left of the rates over all persons beside the share of slips.
pub const BACKED_DRAWN: [f64; 9] = [0.49, 0.756, 0.937, 0.574, 0.57, 0.60, 0.52, 0.56, 0.56];
/// Bounds of the rate at which a player's bids that are drawn from the hand are on that face, so that none is ever impossible.
pub const BACKED_BOUNDS: (f64, f64) = (0.02, 0.998);
/// The share of slips, by situation, over all bidders. Fitted.
pub const SLIPS: [f64; 3] = [0.24, 0.28, 0.2];
/// How many bids, each known to be a slip or not, that share is worth: few, because it runs from 0 to nearly 1 among bidders.
pub const SLIPS_WORTH: f64 = 1.5;
/// Shares of slips that a player may have: so many. None slips always, nor never: a soft likelihood is never zero.
pub const SLIP_PARTS: usize = 16;

/// P(what a player says in a round has nothing to do with its dice): what the population's share is worth against what revealed dice
/// say of a player. Little, because it runs from 0 to nearly 1. Fitted.
pub const BLIND_WORTH: f64 = 1.5;
/// The share of persons who never look at their dice, besides. One in five simulated persons, and more than that on the safe side, because what a
/// stranger says is worth little where it is wrong, and whoever looks at its dice is found out by a few reveals. Even odds would cost simulated
/// strangers .022 bits a cup more, and save players that nobody here wrote, who never look, .001 bits a die.
pub const NEVER_LOOKS: f64 = 0.3;
/// Shares of such rounds that a player may have: so many.
pub const BLIND_PARTS: usize = 20;
/// How well revealed dice fitted what was said with them: the likelihood ratio that stands for each band.
pub const FIT_RATIOS: [f64; FITS.len()] = [0.05, 0.17, 0.36, 0.6, 0.86, 1.18, 1.68, 2.75, 6.0];
/// How often each band is met: counted over all bidders.
pub const FIT_SHARE: [f64; FITS.len()] = [0.009, 0.037, 0.078, 0.073, 0.174, 0.223, 0.151, 0.159, 0.096];
/// How many observations each is worth.
pub const FITS_WORTH: [f64; FITS.len()] = [55.0; FITS.len()];

/// The share of players who move by lot, worth one round of a player's own. A guess.
const CARELESS_SHARE: f64 = 0.05;
/// The share of the ways' weights that is drawn anew after each round: people change.
pub const SWITCH: f64 = 0.02;
/// The share of the way `own` among players who are not careless, at the beginning of a game; the rest is the population's. Fitted.
pub const OWN_SHARE: f64 = 0.9;

/// P(call | how likely the standing bid is to the own hand), by band: over all persons of the population.
pub const CALLS: [f64; 6] = [0.90, 0.74, 0.48, 0.085, 0.03, 0.03];
/// How many observations each is worth.
pub const CALLS_WORTH: [f64; 6] = [1.2, 2.0, 1.8, 10.0, 4.0, 6.3];

/// What the API calls each of those rates.
pub const CALL_NAMES: [&str; 6] = ["call_0_10", "call_10_25", "call_25_40", "call_40_60", "call_60_80", "call_80_100"];

/// The middles of those bands.
pub const CALL_KNOTS: [f64; 6] = [0.05, 0.175, 0.325, 0.5, 0.7, 0.9];

/// P(exact call | how likely the standing bid is exactly right), by band: over all persons of the population.
pub const EXACTS: [f64; 4] = [0.003, 0.004, 0.055, 0.17];
/// How many observations each is worth.
pub const EXACTS_WORTH: [f64; 4] = [55.0; 4];
/// What the API calls each of those rates.
pub const EXACT_NAMES: [&str; 4] = ["exact_0_10", "exact_10_20", "exact_20_30", "exact_30_100"];
/// The least that such a rate counts as, and the least that is left to its opposite: no answer is ever impossible.
pub const LEAST_RATE: f64 = 1e-6;
/// The middles of those bands; of the last, where most of it lies.
pub const EXACT_KNOTS: [f64; 4] = [0.05, 0.15, 0.25, 0.35];

/// What the usual rate of contexts that resemble each other is worth, in opportunities, beside a player's own over all of them. From 4 to 30 were tried
/// on the foreign families, and differ little.
pub const TOGETHER_WORTH: f64 = 10.0;

/// How often a face is bid where it may be: counted over all bidders. Ones are wild, and bid less.
pub const FACE_SHARE: [f64; FACES] = [0.118, 0.157, 0.166, 0.169, 0.186, 0.204];
/// How many observations each is worth.
pub const FACES_WORTH: [f64; FACES] = [5.4, 8.9, 9.1, 5.7, 7.8, 6.1];
/// How much the wild face is liked, where others are 1. Fitted.
pub const WILD_LIKING: f64 = 0.6;

/// Weight of a slip for each die above the least legal one. Fitted.
pub const SLIP_RAISE: f64 = 0.38;
/// Power of P(true | own hand) that honest bids are weighed by. Fitted.
pub const HONEST_TRUTH_POWER: f64 = 3.3;
/// The same for bluffs. Fitted.
pub const BLUFF_TRUTH_POWER: f64 = 3.9;
/// The least that such a power counts as, so that no bid is impossible.
pub const LEAST_TRUTH: f64 = 1e-9;

/// How a bid's height is chosen, besides by how likely it is true.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Weight of an honest bid for each die above the least legal one of its face.
    pub honest_raise: f64,
    /// The same for a bluff.
    pub bluff_raise: f64,
}

/// Heights by situation. Fitted.
pub const SHAPES: [Shape; 3] = [
    Shape { honest_raise: 0.83, bluff_raise: 0.51 },
    Shape { honest_raise: 0.93, bluff_raise: 1.0 },
    Shape { honest_raise: 1.0, bluff_raise: 1.0 },
];

/// What a bid counts for with each round that has passed, as a share of the round before, in the formula of the preset `seed`. That formula leaves the number open.
pub const SEED_RECENCY: f64 = 0.9;
/// The least that such a bid counts.
pub const SEED_LEAST_RECENCY: f64 = 0.1;

/// The list that the API shows.
pub const LIKELIHOODS: &[Likelihood] = &[
    Likelihood {
        name: "bluff_opening",
        value: BLUFF[1],
        reason: "P(bluff | an opening bid with 2 or 3 dice, an honest one was there), over the population; evidence gives the player's own \
                 rate of bids drawn from its hand. Counted over 1,500 simulated games of mixed bidders; no published count is known to us.",
    },
    Likelihood { name: "bluff_raise", value: BLUFF[4], reason: "The same for a raise." },
    Likelihood {
        name: "bluff_cornered",
        value: BLUFF[7],
        reason: "The same where every legal bid is above what all dice on the table are expected to show.",
    },
    Likelihood {
        name: "slip_share",
        value: SLIPS[1],
        reason: "Share of raises that depend on the table and not on the dice, of players who otherwise look at them: most likely share on \
                 simulated bidders. A player's own follows from how often its bids are backed.",
    },
    Likelihood {
        name: "slip_step",
        value: SLIP_RAISE,
        reason: "How much less likely a slip is for each die above the least legal one. Most likely value likewise.",
    },
    Likelihood {
        name: "careless",
        value: CARELESS_SHARE,
        reason: "Share of players who move by lot, before anything is known of one. A guess, worth one round: nobody among the simulated \
                 persons is careless, and whoever is betrays it by the first bid that nobody would make.",
    },
    Likelihood {
        name: "never_looks",
        value: NEVER_LOOKS,
        reason: "Share of persons whose words have nothing to do with their dice in any round: one in five simulated persons, and more on the safe \
                 side, until reveals tell. Others do so in a share of rounds that revealed dice tell of.",
    },
    Likelihood {
        name: "switch",
        value: SWITCH,
        reason: "Share of the weights of the ways of playing that is drawn anew after each round, so that no way is ever given up: players \
                 tire, learn and change. A guess.",
    },
    Likelihood {
        name: "own_share",
        value: OWN_SHARE,
        reason: "Share of the way `own` among players who are not careless when a game begins; the rest is the population's. The own \
                 numbers are drawn to the population's where little is known, so that the two are alike then. Most likely value on simulated \
                 bidders, not quite 1.",
    },
    Likelihood {
        name: "honest_truth_power",
        value: HONEST_TRUTH_POWER,
        reason: "Honest bids are weighed by this power of P(true | own hand). Most likely value likewise.",
    },
    Likelihood { name: "bluff_truth_power", value: BLUFF_TRUTH_POWER, reason: "The same for bluffs." },
    Likelihood {
        name: CALL_NAMES[0],
        value: CALLS[0],
        reason: "P(call | the standing bid is true with probability 0 to 0.1 to the own hand), over the population: at the middle of the band; \
                 between middles log odds run straight. Evidence gives the player's own rate at the probability used. Counted likewise.",
    },
    Likelihood { name: CALL_NAMES[1], value: CALLS[1], reason: "The same for 0.1 to 0.25." },
    Likelihood { name: CALL_NAMES[2], value: CALLS[2], reason: "The same for 0.25 to 0.4." },
    Likelihood {
        name: CALL_NAMES[3],
        value: CALLS[3],
        reason: "The same for 0.4 to 0.6: low, because most have a better bid to make.",
    },
    Likelihood { name: CALL_NAMES[4], value: CALLS[4], reason: "The same for 0.6 to 0.8." },
    Likelihood { name: CALL_NAMES[5], value: CALLS[5], reason: "The same for 0.8 to 1." },
    Likelihood {
        name: EXACT_NAMES[0],
        value: EXACTS[0],
        reason: "P(exact call | the standing bid is exactly right with probability below 0.1 to the own hand), over the population: at 0.05, \
                 the next at 0.15, 0.25 and 0.35, and between them as calls. Counted likewise.",
    },
    Likelihood { name: EXACT_NAMES[1], value: EXACTS[1], reason: "The same for 0.1 to 0.2." },
    Likelihood { name: EXACT_NAMES[2], value: EXACTS[2], reason: "The same for 0.2 to 0.3." },
    Likelihood { name: EXACT_NAMES[3], value: EXACTS[3], reason: "The same above 0.3." },
    Likelihood {
        name: "wild_liking",
        value: WILD_LIKING,
        reason: "How much the wild face is bid, where an equally likely other face is bid once. Most likely value on simulated bidders.",
    },
    Likelihood {
        name: "seed_trust",
        value: 0.5,
        reason: "Trust in a player never seen, by the formula of the preset `seed`; only preset `seed` weighs dice by it.",
    },
    Likelihood {
        name: "seed_recency",
        value: SEED_RECENCY,
        reason: "How much less a bid counts for each round that has passed, in the seed's weighing of dice, which leaves the number open: \
                 half after seven rounds, and never below 0.1, so that all of its five last bids count.",
    },
];

/// Priors of the contexts, as the belief takes them: each with its rate and what that is worth.
const fn contexts<const N: usize>(names: [&'static str; N], rates: [f64; N], worth: [f64; N]) -> [Context; N] {
    let mut contexts = [Context::new("", 1.0, 1.0); N];
    let mut at = 0;
    while at < N {
        contexts[at] = Context::new(names[at], rates[at] * worth[at], (1.0 - rates[at]) * worth[at]);
        at += 1;
    }
    contexts
}

static BLUFF_RATES: [Context; BID_CONTEXTS.len()] = contexts(BID_CONTEXTS, BLUFF, BLUFF_WORTH);
static BACKED_RATES: [Context; BID_CONTEXTS.len()] = contexts(BID_CONTEXTS, BACKED, BACKED_WORTH);
static CALL_RATES: [Context; BANDS.len()] = contexts(BANDS, CALLS, CALLS_WORTH);
static EXACT_RATES: [Context; EXACT_BANDS.len()] = contexts(EXACT_BANDS, EXACTS, EXACTS_WORTH);
static FIT_RATES: [Context; FITS.len()] = contexts(FITS, FIT_SHARE, FITS_WORTH);
static CARELESS_RATES: [Context; 1] = [Context::new("", CARELESS_SHARE, 1.0 - CARELESS_SHARE)];
static FACE_RATES: [Context; FACES] = contexts(FACE_NAMES, FACE_SHARE, FACES_WORTH);

/// Behaviours that reveals settle. The priors of contexts are what the belief takes a stranger for; of backed bids, which it reads as a
/// mixture of slips and drawn ones, those of the population.
pub const TENDENCIES: &[Tendency] = &[
    Tendency {
        name: BLUFF_RATE,
        description: "bids more than the own dice and the expected dice of others support, where a bid that is not so was legal",
        prior: Beta { alpha: 3.2, beta: 14.1 },
        contexts: &BLUFF_RATES,
    },
    Tendency {
        name: BACKED_RATE,
        description: "bids the face that the own dice make most likely to hold at its least legal quantity, where several faces may be bid",
        prior: Beta { alpha: 12.8, beta: 10.0 },
        contexts: &BACKED_RATES,
    },
    Tendency {
        name: CALL_THRESHOLD,
        description: "calls a standing bid, of those that it called or raised, by how likely it was true to the own dice (percent)",
        prior: Beta { alpha: 7.7, beta: 23.3 },
        contexts: &CALL_RATES,
    },
    Tendency {
        name: CARELESS,
        description: "moves as one would who plays by lot, of the revealed rounds in which it did anything: the way `careless` has more than \
                      half of the weight then",
        prior: Beta { alpha: CARELESS_SHARE, beta: 1.0 - CARELESS_SHARE },
        contexts: &CARELESS_RATES,
    },
    Tendency {
        name: DICE_FIT,
        description: "holds dice, of the revealed rounds in which it did anything, that were this likely after what it did, in percent of how \
                      likely they were before it; each such round is in one of the bands, so that the rate over all of them says nothing",
        prior: Beta { alpha: 6.0, beta: 48.0 },
        contexts: &FIT_RATES,
    },
    Tendency {
        name: EXACT_THRESHOLD,
        description: "says that a standing bid is exactly right, where it may, by how likely that was to the own dice (percent)",
        prior: Beta { alpha: 2.5, beta: 57.5 },
        contexts: &EXACT_RATES,
    },
    Tendency {
        name: EXACT_SUCCESS,
        description: "is right in saying that a bid is exactly right",
        prior: Beta { alpha: 40.0, beta: 60.0 },
        contexts: &[],
    },
    Tendency {
        name: FACE_PREFERENCE,
        description: "bids a face, of the bids where it and another could be bid; each bid is of one face, so that the rate over all of them says nothing",
        prior: Beta { alpha: 20.0, beta: 100.0 },
        contexts: &FACE_RATES,
    },
];
