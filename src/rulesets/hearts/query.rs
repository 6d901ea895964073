//! Hearts' own questions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::belief::Belief;
use super::card::{Card, CardSet, Suit};
use super::marginals::{entropy_by_suit, marginals};
use super::setup::SEATS;
use super::solved::Solved;
use super::table::Table;
use super::trick;
use crate::belief::entropy_bits;
use crate::rulesets::{Refusal, Seat, seated};

/// Probability from which a void counts as likely, where the question names none: at the odds of four to one a wrong guess costs
/// a set-based bot less than waiting for certainty.
pub const LIKELY: f64 = 0.8;

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Query {
    /// Does the seat hold the card?
    Holds {
        /// Whose hand.
        seat: Seat,
        /// Which card.
        card: Card,
    },
    /// Has the seat no card of the suit?
    Void {
        /// Whose hand.
        seat: Seat,
        /// Which suit.
        suit: Suit,
    },
    /// How many cards of the suit does the seat hold?
    SuitLength {
        /// Whose hand.
        seat: Seat,
        /// Which suit.
        suit: Suit,
    },
    /// What would the trick collect, if the seat played this card to it, and each seat after it any legal card with equal chance?
    ExpectedPoints {
        /// Who plays it: the seat whose turn it is, if absent. Before the first lead of a deal, any seat, with the two of clubs.
        #[serde(default)]
        seat: Option<Seat>,
        /// The card.
        card: Card,
    },
    /// A seat's hand as a bot that thinks in sets sees it: what it may hold, what it holds, and where it is out of a suit.
    Unseen {
        /// Whose hand.
        seat: Seat,
        /// Probability from which a void is listed, above 0.5 and at most 1; 0.8 if absent. 1 lists certain voids only.
        #[serde(default)]
        threshold: Option<f64>,
    },
    /// How much is unknown, by suit or by seat?
    Entropy {
        /// Which sums.
        by: By,
    },
    /// How much is known of all hands?
    Confidence {},
}

/// How entropies are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Over the holders of each suit's cards.
    Suit,
    /// Over the cards of a seat: for each card, whether the seat holds it.
    Seat,
}

/// An answer, tagged with the name of its question.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To [`Query::Holds`].
    Holds {
        /// Probability, in [0, 1].
        p: f64,
    },
    /// To [`Query::Void`].
    Void {
        /// Probability, in [0, 1].
        p: f64,
    },
    /// To [`Query::SuitLength`].
    SuitLength {
        /// Probability of each number of cards; those of probability 0 are left out.
        distribution: Vec<LengthChance>,
        /// Expected number.
        expected: f64,
    },
    /// To [`Query::ExpectedPoints`].
    ExpectedPoints(ExpectedPoints),
    /// To [`Query::Unseen`].
    Unseen {
        /// Cards in the hand.
        count: u8,
        /// Cards that it may hold.
        possible: CardSet,
        /// Cards that it holds for certain.
        certain: CardSet,
        /// Suits that it is out of with at least the threshold's probability.
        likely_voids: Vec<LikelyVoid>,
    },
    /// To [`Query::Entropy`].
    Entropy {
        /// Bits by suit (`C`, `D`, `H`, `S`) or by seat (`0` to `3`).
        bits: std::collections::BTreeMap<String, f64>,
    },
    /// To [`Query::Confidence`].
    Confidence {
        /// 1 - entropy / log2 of the number of values that the public counts allow, over all cards that are out. In [0, 1].
        confidence: f64,
        /// Sum of the entropies of the cards' holders, in bits.
        entropy_bits: f64,
    },
}

/// The probability of a number of cards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LengthChance {
    /// How many cards.
    pub count: u8,
    /// Probability, in (0, 1].
    pub p: f64,
}

/// A suit that a seat may be out of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LikelyVoid {
    /// The suit.
    pub suit: Suit,
    /// Probability that the seat has none of it; 1 where that is certain.
    pub p: f64,
}

/// What a trick would bring, over sampled deals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExpectedPoints {
    /// Expected points in the trick, whoever wins it.
    pub points: f64,
    /// P(the card wins the trick), in [0, 1].
    pub wins: f64,
    /// Expected points that the seat takes: those of the trick where the card wins it.
    pub takes: f64,
    /// Standard error of `takes`: it is a mean over sampled deals.
    pub standard_error: f64,
    /// How many deals were drawn. The draws are the same each time.
    pub worlds: u32,
}

/// Answers a question.
///
/// # Errors
/// `unknown_seat`; `no_deal` where no cards are out; `threshold` out of range; `passes_missing`, `turn`, `played_twice`,
/// `first_lead` and `cannot_play` where the seat cannot play the card.
pub fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
    if !table.is_dealt() {
        return Err(Refusal::new("no_deal", "no cards are out: the next deal has not been posted"));
    }
    let solved = belief.solved(table);
    match query {
        Query::Holds { seat, card } => {
            seated(*seat, SEATS as u8)?;
            Ok(Answer::Holds { p: solved.holds(*seat, *card) })
        }
        Query::Void { seat, suit } => {
            seated(*seat, SEATS as u8)?;
            Ok(Answer::Void { p: void(solved, *seat, *suit) })
        }
        Query::SuitLength { seat, suit } => {
            seated(*seat, SEATS as u8)?;
            let p = solved.suit_length(*seat, *suit);
            let expected = (0..).zip(&p).map(|(count, p)| f64::from(count) * p).fold(0.0, |sum, term| sum + term);
            let chances = (0..).zip(p).filter(|(_, p)| *p > 0.0);
            Ok(Answer::SuitLength { distribution: chances.map(|(count, p)| LengthChance { count, p }).collect(), expected })
        }
        Query::ExpectedPoints { seat, card } => {
            seat.map_or(Ok(()), |seat| seated(seat, SEATS as u8))?;
            trick::expected_points(belief, table, *seat, *card).map(Answer::ExpectedPoints)
        }
        Query::Unseen { seat, threshold } => {
            seated(*seat, SEATS as u8)?;
            let threshold = threshold.unwrap_or(LIKELY);
            if !(threshold > 0.5 && threshold <= 1.0) {
                return Err(Refusal::new("threshold", "threshold must be above 0.5 and at most 1"));
            }
            let voids = Suit::ALL.into_iter().map(|suit| LikelyVoid { suit, p: void(solved, *seat, suit) });
            Ok(Answer::Unseen {
                count: table.left()[usize::from(*seat)],
                possible: solved.possible(*seat),
                certain: solved.certain(*seat),
                likely_voids: voids.filter(|void| void.p >= threshold).collect(),
            })
        }
        Query::Entropy { by: By::Suit } => {
            let bits = entropy_by_suit(solved).into_iter();
            let letter = |suit: Suit| suit.letter().to_string();
            Ok(Answer::Entropy { bits: bits.map(|(suit, bits)| (letter(suit), bits)).collect() })
        }
        Query::Entropy { by: By::Seat } => {
            let rows = solved.marginals();
            let of = |seat: usize| rows.iter().map(|row| entropy_bits([row[seat], 1.0 - row[seat]])).sum();
            Ok(Answer::Entropy { bits: (0..SEATS).map(|seat| (seat.to_string(), of(seat))).collect() })
        }
        Query::Confidence {} => {
            let all = marginals(belief, table);
            Ok(Answer::Confidence { confidence: all.confidence(), entropy_bits: all.entropy_bits() })
        }
    }
}

/// P(the seat holds no card of the suit); exactly 1 where none can be there.
fn void(solved: &Solved, seat: Seat, suit: Suit) -> f64 {
    if solved.possible(seat).of(suit).is_empty() { 1.0 } else { solved.suit_length(seat, suit)[0] }
}
