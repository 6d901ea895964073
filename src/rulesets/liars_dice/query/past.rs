//! Answers that look back: bids, how well they fitted the dice, and trust.

use super::answer::{Answer, PastBid, Rate};
use crate::rulesets::Seat;
use crate::rulesets::liars_dice::belief::Belief;
use crate::rulesets::liars_dice::conduct::is_true;
use crate::rulesets::liars_dice::hands::{Hand, text};
use crate::rulesets::liars_dice::order::Claim;
use crate::rulesets::liars_dice::round::BiddingRound;
use crate::rulesets::liars_dice::setup::MOST_SEATS;
use crate::rulesets::liars_dice::table::Table;
use crate::rulesets::liars_dice::tendencies::BID_CONTEXTS;
use crate::rulesets::liars_dice::trust;

/// Most accuracies that an answer lists.
const LISTED: usize = 32;

/// Every bid of the game.
pub fn bids(table: &Table) -> Vec<PastBid> {
    let bids = |round: &BiddingRound, hands: Option<&[Hand; MOST_SEATS]>| -> Vec<PastBid> {
        let of = |(seat, claim): &(Seat, Claim)| PastBid {
            round: round.number,
            seat: *seat,
            quantity: claim.quantity,
            face: claim.face as u8 + 1,
            dice: round.dice[usize::from(*seat)],
            hand: hands.map(|hands| text(&hands[usize::from(*seat)])),
            truth: hands.map(|hands| is_true(round, hands, *claim)),
        };
        round.bids.iter().map(of).collect()
    };
    let revealed = table.history.iter().flat_map(|revealed| bids(&revealed.round, Some(&revealed.hands)));
    revealed.chain(table.round.iter().flat_map(|round| bids(round, None))).collect()
}

/// The answer to `accuracy`.
pub fn accuracy(table: &Table, seat: usize) -> Answer {
    let (mut fits, mut truths, mut count) = (0.0, 0, 0);
    for revealed in table.history.iter() {
        for (_, claim) in revealed.round.bids.iter().filter(|(bidder, _)| usize::from(*bidder) == seat) {
            fits += trust::accuracy(&revealed.hands[seat], claim.face);
            truths += u32::from(is_true(&revealed.round, &revealed.hands, *claim));
            count += 1;
        }
    }
    let mean = |sum: f64| (count > 0).then(|| sum / f64::from(count));
    let players = table.readings.players();
    let mut record = players.records.get(seat).cloned().unwrap_or_default();
    table.history.iter().for_each(|revealed| record.learn(seat, &revealed.settled));
    let rate = |at: usize| {
        let counts = record.bluff[at];
        let beta = counts.after(players.usual.bluff[at]);
        let (low, high) = beta.interval_90();
        Rate { mean: beta.mean(), low, high, successes: counts.successes, opportunities: counts.opportunities }
    };
    let bluff_rate = BID_CONTEXTS.iter().enumerate().map(|(at, context)| ((*context).to_owned(), rate(at))).collect();
    Answer::Accuracy { accuracy: mean(fits), truthful: mean(f64::from(truths)), bids: count, bluff_rate }
}

/// The answer to `trust`.
pub fn trust(belief: &Belief, table: &Table, seat: usize) -> Answer {
    let before = belief.terms.trust[seat].as_ref();
    let mut accuracies: Vec<f64> = before.map(|trust| trust.recent.clone()).unwrap_or_default();
    // Where no round of the game is remembered, the value rests on none.
    let here = table.history.iter().filter(|_| table.readings.remember()).filter_map(|revealed| revealed.accuracy(seat));
    let here: Vec<f64> = here.collect();
    let rounds = before.map_or(0, |trust| u64::from(trust.rounds)) + here.len() as u64;
    accuracies.extend(here);
    let accuracies = accuracies.split_off(accuracies.len().saturating_sub(LISTED));
    Answer::Trust { value: table.trust.of(seat), accuracies, rounds }
}
