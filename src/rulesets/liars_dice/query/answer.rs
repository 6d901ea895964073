//! The answers to the game's own questions.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::response::BidChance;
use crate::rulesets::Seat;

/// An answer, tagged with the name of its question.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To [`super::Query::Plausibility`].
    Plausibility {
        /// P(at least so many), in [0, 1].
        at_least: f64,
        /// P(exactly so many), in [0, 1].
        exactly: f64,
        /// `at_least` by both models: `bayes`, the belief, which is `at_least` again; and `seed`.
        models: Models,
        /// What the figure `seed` is made of.
        seed: SeedTerms,
    },
    /// To [`super::Query::FaceTotal`].
    FaceTotal {
        /// Probability of each number of dice.
        distribution: Vec<CountChance>,
        /// Expected number.
        expected: f64,
    },
    /// To [`super::Query::Hand`].
    Hand {
        /// Dice under the cup.
        dice: u8,
        /// Probability of each hand, likeliest first; a hand is its faces in ascending order: `11346`.
        hands: Vec<HandChance>,
    },
    /// To [`super::Query::FacePopularity`].
    FacePopularity {
        /// Share of the bids that name the face; `null` where nobody bid.
        share: Option<f64>,
        /// Bids that name the face.
        bids: u32,
        /// All bids.
        of: u32,
    },
    /// To [`super::Query::Bids`].
    Bids {
        /// The bids in order.
        bids: Vec<PastBid>,
    },
    /// To [`super::Query::Accuracy`].
    Accuracy {
        /// Mean over the seat's revealed bids in this game of min(1, 2 x own dice that show the face / own dice); `null` before the first.
        accuracy: Option<f64>,
        /// Share of those bids that were true; `null` before the first.
        truthful: Option<f64>,
        /// How many revealed bids.
        bids: u32,
        /// How often the player bluffs, by situation and dice left: earlier games as the opening holds them, and every revealed round
        /// of this one. What was counted, whatever the parameters let the belief use of it.
        bluff_rate: BTreeMap<String, Rate>,
    },
    /// To [`super::Query::Trust`].
    Trust {
        /// Trust now, in [0, 1].
        value: f64,
        /// Accuracies of the latest rounds in which the player bid, earlier games included; most recent last, at most 32.
        accuracies: Vec<f64>,
        /// All rounds that it rests on.
        rounds: u64,
    },
    /// To [`super::Query::BestResponse`].
    BestResponse {
        /// Who is to act.
        seat: Seat,
        /// P(the standing bid is false): how likely a call wins. `null` where nothing stands.
        call: Option<f64>,
        /// P(the standing bid is exactly right). `null` where that may not be called.
        exact: Option<f64>,
        /// Every legal bid, by face and quantity.
        bids: Vec<BidChance>,
    },
}

/// One probability by two models.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Models {
    /// The belief.
    pub bayes: f64,
    /// The seed's collective plausibility. A score in [0, 1], not a probability.
    pub seed: f64,
}

/// What the seed's collective plausibility is made of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SeedTerms {
    /// P(at least so many), where unseen dice are uniform.
    pub base: f64,
    /// Share of the face among the bids of the last three rounds; `null` where nobody bid or history is off.
    pub popularity: Option<f64>,
    /// Trust-weighted accuracy of the remembered bids on the face; `null` where there is none or history is off.
    pub accuracy: Option<f64>,
}

/// The probability of a number of dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CountChance {
    /// How many.
    pub count: u32,
    /// Probability, in (0, 1].
    pub p: f64,
}

/// The probability of a hand.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct HandChance {
    /// Faces in ascending order.
    pub hand: String,
    /// Probability, in (0, 1].
    pub p: f64,
}

/// A bid of this game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PastBid {
    /// The round, from 1.
    pub round: u32,
    /// Who.
    pub seat: Seat,
    /// At least so many dice.
    pub quantity: u8,
    /// 1 to 6.
    pub face: u8,
    /// Dice that the seat had.
    pub dice: u8,
    /// What it held; `null` before the reveal.
    pub hand: Option<String>,
    /// Whether the bid was true; `null` before the reveal.
    pub truth: Option<bool>,
}

/// A rate with what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Rate {
    /// Expected rate.
    pub mean: f64,
    /// The rate is above this with probability 0.95.
    pub low: f64,
    /// The rate is below this with probability 0.95.
    pub high: f64,
    /// How often it was done.
    pub successes: f64,
    /// How often it could have been done.
    pub opportunities: f64,
}
