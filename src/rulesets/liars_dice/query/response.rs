//! What the seat to act can expect of each thing that it may do: the figures that a player decides by.

use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Answer;
use super::next::{Called, NextSeat};
use crate::rulesets::Refusal;
use crate::rulesets::liars_dice::belief::Belief;
use crate::rulesets::liars_dice::hands::FACES;
use crate::rulesets::liars_dice::odds::{chances, convolve};
use crate::rulesets::liars_dice::order::Claim;
use crate::rulesets::liars_dice::round::BiddingRound;
use crate::rulesets::liars_dice::table::Table;

/// What is to be expected of a bid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BidChance {
    /// At least so many dice.
    pub quantity: u8,
    /// 1 to 6.
    pub face: u8,
    /// P(it is true).
    pub p_true: f64,
    /// P(it is exactly right).
    pub p_exactly: f64,
    /// P(the next seat calls it), as that seat is believed to behave.
    pub p_called: f64,
    /// P(the next seat calls it, and it is false).
    pub p_caught: f64,
}

/// The answer to `best_response`.
///
/// # Errors
/// `not_to_act` where no seat is to act.
pub fn answer(belief: &Belief, table: &Table) -> Result<Answer, Refusal> {
    let round = table.round.as_deref().filter(|round| round.ending.is_none());
    let round = round.ok_or_else(|| Refusal::new("not_to_act", "no seat is to bid or call now"))?;
    let seat = round.turn();
    let standing = round.standing().map(|(_, claim)| claim);
    let spot = round.spot(seat, standing);
    let faces: Vec<Face> = (0..FACES).map(|face| Face::new(belief, round, face)).collect();
    let of_standing = |p: fn(&Face) -> &[f64]| {
        standing.map(|claim| p(&faces[claim.face]).get(usize::from(claim.quantity)).copied().unwrap_or(0.0))
    };
    let next = NextSeat::new(belief, table, round);
    let mut bids = Vec::new();
    for (face, known) in faces.iter().enumerate() {
        for quantity in spot.least[face].into_iter().flat_map(|least| least..=spot.total()) {
            bids.push(known.chance(&next.called(round, Claim { quantity, face }, &known.rest), Claim { quantity, face }));
        }
    }
    let call = of_standing(|face| &face.at_least).map(|p| 1.0 - p);
    let exact = of_standing(|face| &face.exactly).filter(|_| spot.exact).map(|p| p.min(1.0));
    Ok(Answer::BestResponse { seat, call, exact, bids })
}

/// What is believed of the dice that count for one face.
struct Face {
    exactly: Vec<f64>,
    at_least: Vec<f64>,
    /// P(at least k) of all seats but the one that acts next.
    rest: Vec<f64>,
}

impl Face {
    fn new(belief: &Belief, round: &BiddingRound, face: usize) -> Self {
        let after = usize::from(round.after(round.turn()));
        let (mut next, mut rest) = (vec![1.0], vec![1.0]);
        for (seat, cup) in belief.cups.iter().enumerate() {
            let support = cup.distribution(|hand| round.rules.support(hand, face));
            if seat == after {
                next = support;
            } else {
                rest = convolve(&rest, &support);
            }
        }
        let exactly = convolve(&next, &rest);
        Self { at_least: chances(&exactly), exactly, rest: chances(&rest) }
    }

    fn chance(&self, called: &Called, claim: Claim) -> BidChance {
        let at = |p: &[f64]| p.get(usize::from(claim.quantity)).copied().unwrap_or(0.0);
        BidChance {
            quantity: claim.quantity,
            face: claim.face as u8 + 1,
            p_true: at(&self.at_least),
            p_exactly: at(&self.exactly).min(1.0),
            p_called: called.called,
            p_caught: called.caught,
        }
    }
}
