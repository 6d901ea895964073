//! The game's own questions.

mod answer;
mod next;
mod past;
mod plausible;
mod response;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use answer::{Answer, CountChance, HandChance, Models, PastBid, Rate, SeedTerms};
pub use response::BidChance;

use super::belief::Belief;
use super::hands::{FACES, text};
use super::seed;
use super::table::Table;
use crate::rulesets::{Refusal, Seat, seated};

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
    /// How far are a player's bids to be believed, by the formula of the preset `seed`?
    Trust {
        /// Whose bids.
        seat: Seat,
    },
    /// What can the seat that is to act expect of each thing that it may do?
    BestResponse {},
}

/// Answers a question.
///
/// # Errors
/// `unknown_seat`, `face`, `unknown_round`; `not_to_act` where nobody is to act.
pub fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
    match query {
        Query::Plausibility { quantity, face } => Ok(plausible::answer(belief, table, *quantity, index(*face)?)),
        Query::FaceTotal { face } => {
            let p = plausible::total(belief, table, index(*face)?);
            let expected = p.iter().enumerate().map(|(count, p)| count as f64 * p).sum();
            let chances = (0..).zip(&p).filter(|(_, p)| **p > 0.0).map(|(count, p)| CountChance { count, p: *p });
            Ok(Answer::FaceTotal { distribution: chances.collect(), expected })
        }
        Query::Hand { seat } => {
            seated(*seat, table.seats)?;
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
            seat.map_or(Ok(()), |seat| seated(seat, table.seats))?;
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
            Ok(Answer::Bids { bids: past::bids(table).into_iter().filter(wanted).collect() })
        }
        Query::Accuracy { seat } => {
            seated(*seat, table.seats)?;
            Ok(past::accuracy(table, usize::from(*seat)))
        }
        Query::Trust { seat } => {
            seated(*seat, table.seats)?;
            Ok(past::trust(belief, table, usize::from(*seat)))
        }
        Query::BestResponse {} => response::answer(belief, table),
    }
}

/// Index of a face.
fn index(face: u8) -> Result<usize, Refusal> {
    let refusal = || Refusal::new("face", format!("a die has faces 1 to 6, not {face}"));
    if (1..=FACES as u8).contains(&face) { Ok(usize::from(face) - 1) } else { Err(refusal()) }
}
