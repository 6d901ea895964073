//! The game's own questions.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::belief::Belief;
use super::conduct::{BLUFF_CONTEXTS, is_true};
use super::hands::{FACES, text};
use super::likelihood as fitted;
use super::response::{self, BidChance};
use super::setup::MOST_SEATS;
use super::table::{Play, Table};
use super::{plausible, seed};
use crate::belief::Beta;
use crate::rulesets::{Refusal, Seat};

/// Most accuracies that an answer lists.
const LISTED: usize = 32;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Query {
    /// Are there at least, and exactly, so many dice of a face, wild ones counted?
    Plausibility {
        /// How many dice.
        quantity: u8,
        /// 1 to 6.
        face: u8,
    },
    /// How many dice on the table count for a face?
    FaceTotal {
        /// 1 to 6.
        face: u8,
    },
    /// Which dice does the seat hold?
    Hand {
        /// Whose dice.
        seat: Seat,
    },
    /// How often was a face bid, by all players?
    FacePopularity {
        /// 1 to 6.
        face: u8,
        /// The latest rounds that count, the one that is being played included (so 0 counts none); without it, all.
        #[serde(default)]
        recent_rounds: Option<u32>,
    },
    /// The bids of this game, in order.
    Bids {
        /// Only of this seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// Only of this face, 1 to 6.
        #[serde(default)]
        face: Option<u8>,
        /// Only of this round, from 1.
        #[serde(default)]
        round: Option<u32>,
    },
    /// How well did a player's bids fit its dice?
    Accuracy {
        /// Whose bids.
        seat: Seat,
    },
    /// How far are a player's bids to be believed, by the seed's formula?
    Trust {
        /// Whose bids.
        seat: Seat,
    },
    /// What can the seat that is to act expect of each thing that it may do?
    BestResponse {},
}

/// An answer, tagged with the name of its question.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To [`Query::Plausibility`].
    Plausibility {
        /// P(at least so many), in [0, 1].
        at_least: f64,
        /// P(exactly so many), in [0, 1].
        exactly: f64,
        /// `at_least` by both models: `bayes`, the belief, which is `at_least` again; and `seed`.
        models: Models,
        /// What the seed's figure is made of.
        seed: SeedTerms,
    },
    /// To [`Query::FaceTotal`].
    FaceTotal {
        /// Probability of each number of dice.
        distribution: Vec<CountChance>,
        /// Expected number.
        expected: f64,
    },
    /// To [`Query::Hand`].
    Hand {
        /// Dice under the cup.
        dice: u8,
        /// Probability of each hand, likeliest first; a hand is its faces in ascending order: `11346`.
        hands: Vec<HandChance>,
    },
    /// To [`Query::FacePopularity`].
    FacePopularity {
        /// Share of the bids that name the face; `null` where nobody bid.
        share: Option<f64>,
        /// Bids that name the face.
        bids: u32,
        /// All bids.
        of: u32,
    },
    /// To [`Query::Bids`].
    Bids {
        /// The bids in order.
        bids: Vec<PastBid>,
    },
    /// To [`Query::Accuracy`].
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
    /// To [`Query::Trust`].
    Trust {
        /// Trust now, in [0, 1].
        value: f64,
        /// Accuracies of the latest rounds in which the player bid, earlier games included; most recent last, at most 32.
        accuracies: Vec<f64>,
        /// All rounds that it rests on.
        rounds: u64,
    },
    /// To [`Query::BestResponse`].
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

/// Answers a question.
///
/// # Errors
/// `unknown_seat`, `face`, `unknown_round`; `not_to_act` where nobody is to act.
pub fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
    match query {
        Query::Plausibility { quantity, face } => Ok(plausible::answer(belief, table, *quantity, index(*face)?)),
        Query::FaceTotal { face } => {
            let p = plausible::total(belief, index(*face)?);
            let expected = p.iter().enumerate().map(|(count, p)| count as f64 * p).sum();
            let chances = (0..).zip(&p).filter(|(_, p)| **p > 0.0).map(|(count, p)| CountChance { count, p: *p });
            Ok(Answer::FaceTotal { distribution: chances.collect(), expected })
        }
        Query::Hand { seat } => {
            seated(table, *seat)?;
            let cup = &belief.cups[usize::from(*seat)];
            let mut hands = Vec::new();
            cup.each(|hand, p| hands.push(HandChance { hand: text(hand), p }));
            hands.retain(|chance| chance.p > 0.0);
            hands.sort_by(|a, b| b.p.total_cmp(&a.p).then_with(|| a.hand.cmp(&b.hand)));
            Ok(Answer::Hand { dice: cup.dice(), hands })
        }
        Query::FacePopularity { face, recent_rounds } => {
            let rounds = recent_rounds.map_or(usize::MAX, |rounds| rounds as usize);
            let popularity = seed::popularity(table, index(*face)?, rounds);
            let (bids, of) = popularity.map_or((0, 0), |(_, bids, of)| (bids, of));
            Ok(Answer::FacePopularity { share: popularity.map(|(share, _, _)| share), bids, of })
        }
        Query::Bids { seat, face, round } => {
            seat.map_or(Ok(()), |seat| seated(table, seat))?;
            let face = face.map(index).transpose()?;
            let known = round.is_none_or(|round| (1..=table.rounds).contains(&round));
            if !known {
                return Err(Refusal::new("unknown_round", format!("{} rounds were begun", table.rounds)));
            }
            let wanted = |bid: &PastBid| {
                seat.is_none_or(|seat| bid.seat == seat)
                    && face.is_none_or(|face| usize::from(bid.face) == face + 1)
                    && round.is_none_or(|round| bid.round == round)
            };
            Ok(Answer::Bids { bids: past(table).into_iter().filter(wanted).collect() })
        }
        Query::Accuracy { seat } => {
            seated(table, *seat)?;
            Ok(accuracy(belief, table, usize::from(*seat)))
        }
        Query::Trust { seat } => {
            seated(table, *seat)?;
            Ok(trust(belief, table, usize::from(*seat)))
        }
        Query::BestResponse {} => response::answer(belief, table),
    }
}

fn seated(table: &Table, seat: Seat) -> Result<(), Refusal> {
    let detail = || format!("there is no seat {seat}: the table has {}", table.seats);
    if seat < table.seats { Ok(()) } else { Err(Refusal::new("unknown_seat", detail())) }
}

/// Index of a face.
fn index(face: u8) -> Result<usize, Refusal> {
    let refusal = || Refusal::new("face", format!("a die has faces 1 to 6, not {face}"));
    if (1..=FACES as u8).contains(&face) { Ok(usize::from(face) - 1) } else { Err(refusal()) }
}

/// Every bid of the game.
fn past(table: &Table) -> Vec<PastBid> {
    let bids = |play: &Play, hands: Option<&[super::hands::Counts; MOST_SEATS]>| -> Vec<PastBid> {
        let of = |(seat, claim): &(Seat, super::order::Claim)| PastBid {
            round: play.number,
            seat: *seat,
            quantity: claim.quantity,
            face: claim.face as u8 + 1,
            dice: play.dice[usize::from(*seat)],
            hand: hands.map(|hands| text(&hands[usize::from(*seat)])),
            truth: hands.map(|hands| is_true(play, hands, *claim)),
        };
        play.bids.iter().map(of).collect()
    };
    let revealed = table.history.iter().flat_map(|round| bids(&round.play, Some(&round.hands)));
    revealed.chain(table.play.iter().flat_map(|play| bids(play, None))).collect()
}

fn accuracy(belief: &Belief, table: &Table, seat: usize) -> Answer {
    let (mut fits, mut truths, mut count) = (0.0, 0, 0);
    for round in table.history.iter() {
        for (_, claim) in round.play.bids.iter().filter(|(bidder, _)| usize::from(*bidder) == seat) {
            fits += seed::accuracy(&round.hands[seat], claim.face);
            truths += u32::from(is_true(&round.play, &round.hands, *claim));
            count += 1;
        }
    }
    let mean = |sum: f64| (count > 0).then(|| sum / f64::from(count));
    let mut record = belief.terms.records[seat].clone();
    table.history.iter().for_each(|round| record.learn(seat as u8, &round.conduct));
    let rate = |at: usize| {
        let (counts, strength) = (record.bluff[at], fitted::BLUFF_WORTH[at]);
        let (alpha, beta) = (fitted::BLUFF[at] * strength, (1.0 - fitted::BLUFF[at]) * strength);
        let beta = Beta::posterior(alpha, beta, counts.successes, counts.opportunities);
        let (low, high) = beta.interval_90();
        Rate { mean: beta.mean(), low, high, successes: counts.successes, opportunities: counts.opportunities }
    };
    let bluff_rate = BLUFF_CONTEXTS.iter().enumerate().map(|(at, context)| ((*context).to_owned(), rate(at))).collect();
    Answer::Accuracy { accuracy: mean(fits), truthful: mean(f64::from(truths)), bids: count, bluff_rate }
}

fn trust(belief: &Belief, table: &Table, seat: usize) -> Answer {
    let before = belief.terms.trust[seat].as_ref();
    let mut accuracies: Vec<f64> = before.map(|trust| trust.recent.clone()).unwrap_or_default();
    let here: Vec<f64> = seed::accuracies(table, seat).collect();
    let rounds = before.map_or(0, |trust| u64::from(trust.rounds)) + here.len() as u64;
    accuracies.extend(here);
    let accuracies = accuracies.split_off(accuracies.len().saturating_sub(LISTED));
    Answer::Trust { value: belief.trust(table, seat), accuracies, rounds }
}
