//! Every guessed number of the model, with its reason. Numbers marked *fitted* were counted or searched on simulated tables of
//! mixed bidders; `cargo bench --bench liars_dice -- fit` counts them again beside the values that stand here.

use super::conduct::{
    BACKED_RATE, BANDS, BLUFF_CONTEXTS, BLUFF_RATE, CALL_THRESHOLD, EXACT_SUCCESS, FACE_NAMES, FACE_PREFERENCE, SITUATIONS,
};
use super::hands::FACES;
use crate::rulesets::{Likelihood, Tendency};

/// P(bluff | a bid, and an honest one was there), by context: counted over all bidders.
pub const BLUFF: [f64; 9] = [0.22, 0.05, 0.024, 0.23, 0.20, 0.14, 0.49, 0.45, 0.45];
/// The same among bids made without looking at the dice. Fitted.
const BLUFF_BLIND: [f64; 9] = [0.33, 0.10, 0.035, 0.44, 0.36, 0.25, 0.90, 0.73, 0.69];
/// How many observations the population's bluff rate is worth: little, because players differ much.
pub const BLUFF_STRENGTH: f64 = 3.0;
/// Bounds of the bluff rate of bids that are drawn from the hand, so that neither a bluff nor an honest bid is ever impossible.
const BLUFF_BOUNDS: (f64, f64) = (0.01, 0.9);

/// P(a bid is on the face that the hand makes most likely), by situation: counted over all bidders.
pub const BACKED: [f64; 3] = [0.65, 0.46, 0.47];
/// How many observations it is worth: more than others, because the two kinds of bids differ by little in it.
pub const BACKED_STRENGTH: f64 = 6.0;
/// The same for bids made without looking at the dice. Fitted.
const BACKED_BLIND: [f64; 3] = [0.54, 0.31, 0.18];
/// The same for bids drawn from the hand. Fitted.
const BACKED_DRAWN: [f64; 3] = [0.71, 0.56, 0.59];
/// No player is taken to be wholly blind, nor never so: slips happen, and a soft likelihood is never zero.
const LEAST_BLINDNESS: f64 = 0.03;

/// P(call | how likely the standing bid is to the own hand), by band: counted over all bidders.
pub const CALLS: [f64; 6] = [0.92, 0.75, 0.47, 0.07, 0.03, 0.03];
/// How many observations it is worth.
pub const CALLS_STRENGTH: f64 = 2.5;

/// P(exact call | how likely the standing bid is exactly right): the rate below 0.1, 0.2, 0.3, and above. Counted.
pub const EXACTS: [f64; 4] = [0.01, 0.02, 0.05, 0.1];

/// How often a face is bid where it may be: counted over all bidders. Ones are wild, and bid less.
pub const FACE_SHARE: [f64; FACES] = [0.118, 0.157, 0.166, 0.169, 0.186, 0.204];
/// How many observations it is worth.
pub const FACES_STRENGTH: f64 = 12.0;
/// How much the wild face is liked, where others are 1. Fitted.
pub const WILD_LIKING: f64 = 0.6;

/// Weight of a blind bid for each die above the least legal one. Fitted.
pub const BLIND_RAISE: f64 = 0.38;
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

/// The share of bids made without looking that explains how often a player's bids are backed.
#[must_use]
pub fn blindness(backed: f64, situation: usize) -> f64 {
    let (blind, drawn) = (BACKED_BLIND[situation], BACKED_DRAWN[situation]);
    ((drawn - backed) / (drawn - blind)).clamp(LEAST_BLINDNESS, 1.0 - LEAST_BLINDNESS)
}

/// The bluff rate of a player's bids that are drawn from the hand, where all its bids bluff at this rate, and so many are blind.
#[must_use]
pub fn drawn_bluffs(rate: f64, blind: f64, context: usize) -> f64 {
    ((rate - blind * BLUFF_BLIND[context]) / (1.0 - blind)).clamp(BLUFF_BOUNDS.0, BLUFF_BOUNDS.1)
}

/// How much a player likes a face that it bids at this rate: the ratio of its odds to the population's.
#[must_use]
pub fn liking(rate: f64, face: usize) -> f64 {
    let odds = |p: f64| p / (1.0 - p);
    odds(rate) / odds(FACE_SHARE[face])
}

/// P(exact call) where the standing bid is exactly right with this probability, to the hand.
#[must_use]
pub fn exact_rate(exactly: f64) -> f64 {
    EXACTS[[0.1, 0.2, 0.3].iter().take_while(|end| exactly >= **end).count()]
}

/// The list that the API shows.
pub const LIKELIHOODS: &[Likelihood] = &[];

/// Behaviours that reveals settle.
pub const TENDENCIES: &[Tendency] = &[
    Tendency {
        name: BLUFF_RATE,
        description: "bids more than the own dice and the expected dice of others support, where a bid that is not so was legal",
        contexts: &BLUFF_CONTEXTS,
        prior_alpha: 0.9,
        prior_beta: 2.1,
    },
    Tendency {
        name: BACKED_RATE,
        description: "bids the face that the own dice make most likely to hold at its least legal quantity, where several faces may be bid",
        contexts: &SITUATIONS,
        prior_alpha: 2.0,
        prior_beta: 2.0,
    },
    Tendency {
        name: CALL_THRESHOLD,
        description: "calls a standing bid, of those that it called or raised, by how likely it was true to the own dice (percent)",
        contexts: &BANDS,
        prior_alpha: 1.0,
        prior_beta: 3.0,
    },
    Tendency {
        name: EXACT_SUCCESS,
        description: "is right in saying that a bid is exactly right",
        contexts: &[],
        prior_alpha: 0.5,
        prior_beta: 1.5,
    },
    Tendency {
        name: FACE_PREFERENCE,
        description: "bids a face, of the bids where it and another could be bid",
        contexts: &FACE_NAMES,
        prior_alpha: 1.0,
        prior_beta: 5.0,
    },
];
