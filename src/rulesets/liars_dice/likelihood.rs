//! Every guessed number of the model, with its reason. Numbers marked *fitted* were counted or searched on simulated tables of
//! mixed bidders; `cargo bench --bench liars_dice -- fit` counts them again beside the values that stand here.

use super::conduct::{
    BACKED_RATE, BANDS, BLUFF_CONTEXTS, BLUFF_RATE, CALL_THRESHOLD, EXACT_SUCCESS, FACE_NAMES, FACE_PREFERENCE, SITUATIONS,
};
use super::hands::FACES;
use crate::rulesets::{Likelihood, Tendency};

/// P(bluff | a bid, and an honest one was there), by context. Fitted.
pub const BLUFF: [f64; 9] = [0.2, 0.2, 0.2, 0.4, 0.4, 0.4, 0.6, 0.6, 0.6];
/// How many observations the population's bluff rate is worth.
pub const BLUFF_STRENGTH: f64 = 3.0;

/// P(a bid is on the face that the hand makes most likely), by situation. Fitted.
pub const BACKED: [f64; 3] = [0.6, 0.5, 0.5];
/// How many observations it is worth.
pub const BACKED_STRENGTH: f64 = 4.0;
/// The same for a bid made without looking at the dice. Fitted.
pub const BACKED_BLIND: [f64; 3] = [0.3, 0.3, 0.3];
/// The same for a bid drawn from the hand. Fitted.
pub const BACKED_DRAWN: [f64; 3] = [0.9, 0.85, 0.8];

/// P(call | how likely the standing bid is to the own hand), by band. Fitted.
pub const CALLS: [f64; 6] = [0.8, 0.6, 0.4, 0.2, 0.08, 0.05];
/// How many observations it is worth.
pub const CALLS_STRENGTH: f64 = 4.0;

/// P(exact call | how likely the standing bid is exactly right): the rate below 0.1, 0.2, 0.3, and above. Fitted.
pub const EXACTS: [f64; 4] = [0.01, 0.02, 0.05, 0.1];

/// How often a face is bid where it may be. Fitted: ones are wild, and bid less.
pub const FACE_SHARE: [f64; FACES] = [0.1, 0.17, 0.17, 0.18, 0.19, 0.2];
/// How many observations it is worth.
pub const FACES_STRENGTH: f64 = 12.0;
/// How much the wild face is liked, where others are 1. Fitted.
pub const WILD_LIKING: f64 = 0.6;

/// How much more a bid on the face that the hand makes most likely weighs. Fitted.
pub const BACKING: f64 = 5.0;
/// Weight of a blind bid for each die above the least legal one. Fitted.
pub const BLIND_RAISE: f64 = 0.4;
/// Powers of P(true | own hand) that honest bids and bluffs are weighed by. Fitted.
pub const HONEST_TRUTH_POWER: f64 = 1.0;
/// See [`HONEST_TRUTH_POWER`].
pub const BLUFF_TRUTH_POWER: f64 = 1.0;
/// The least that such a power counts as, so that no bid is impossible.
pub const LEAST_TRUTH: f64 = 1e-9;

/// How a bid's height is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Weight of an honest bid for each die above the least legal one of its face.
    pub honest_raise: f64,
    /// The same for a bluff.
    pub bluff_raise: f64,
}

/// Heights by situation. Fitted.
pub const SHAPES: [Shape; 3] = [
    Shape { honest_raise: 1.0, bluff_raise: 0.5 },
    Shape { honest_raise: 0.6, bluff_raise: 0.4 },
    Shape { honest_raise: 0.5, bluff_raise: 0.3 },
];

/// P(exact call) where the standing bid is exactly right with this probability, to the hand.
#[must_use]
pub fn exact_rate(exactly: f64) -> f64 {
    EXACTS[[0.1, 0.2, 0.3].iter().take_while(|end| exactly >= **end).count()]
}

/// The share of blind bids that explains how often a player's bids are backed.
#[must_use]
pub fn blindness(backed: f64, situation: usize) -> f64 {
    let (blind, drawn) = (BACKED_BLIND[situation], BACKED_DRAWN[situation]);
    ((drawn - backed) / (drawn - blind)).clamp(LEAST_BLINDNESS, 1.0 - LEAST_BLINDNESS)
}

/// No player is taken to be wholly blind, nor never so: a slip of the finger is possible, and a soft likelihood is never zero.
pub const LEAST_BLINDNESS: f64 = 0.03;

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
