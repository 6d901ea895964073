//! What each event does to a belief.
//!
//! A round rolls all dice anew, whatever was known of them. An action of a seat weighs that seat's hands alone: it was chosen from
//! its own dice and from what is public. A roll and a reveal show hands. Dice that are lost or won lie still until the next round.

use super::LiarsDice;
use super::belief::Belief;
use super::bidding::Choice;
use super::cup::Cup;
use super::event::{self, Bid, Event, Reveal, Round};
use super::fold::{Updating, no_seat};
use super::hands::{FACES, counted, words};
use super::marginals::variables;
use super::order::Claim;
use super::revealed::hands_of;
use super::round::dice_of;
use super::seed;
use super::setup::Weighing;
use crate::belief::{Contradiction, Evidence, EvidenceRecorder, Parameter, Source};
use crate::rulesets::Change;

/// The belief after an event.
///
/// # Errors
/// Where a hand is shown that cannot be, or a seat is named that is not at the table.
pub fn update(belief: &Belief, change: &Change<'_, LiarsDice>, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
    let event = change.view;
    if let Some(seat) = event::named(event).find(|seat| usize::from(*seat) >= belief.cups.len()) {
        return Err(no_seat(seat));
    }
    let source = event::actor(event).map_or(Source::Game, Source::Seat);
    let recorder = EvidenceRecorder::new(evidence, belief, variables, "", source);
    let mut updating = Updating { belief: belief.clone(), table: change.before, after: change.after, recorder };
    match event {
        Event::Round(round) => updating.rolls(round, change.after.rounds),
        Event::Roll(roll) => {
            let hand = counted(&roll.dice).unwrap_or_default();
            let p = updating.shows(roll.seat, &hand)?;
            updating.learned("roll", p, || format!("Seat {} rolled {}.", roll.seat, words(&hand)));
        }
        Event::Bid(bid) => updating.bid(bid),
        Event::Call(call) => updating.acts(call.seat, Choice::Call),
        Event::Exact(exact) => updating.acts(exact.seat, Choice::Exact),
        Event::Reveal(reveal) => updating.reveals(reveal)?,
        Event::DiceChange(_) => {}
    }
    Ok(updating.belief)
}

impl Updating<'_> {
    fn rolls(&mut self, round: &Round, number: u32) {
        let dice = dice_of(round);
        let cups = (0..self.belief.cups.len()).map(|seat| self.rolled(seat, dice[seat]));
        self.belief.cups = cups.collect();
        self.recorder.turn_to("round");
        self.recorder.moved(&self.belief, || format!("Round {number}: all dice are rolled anew."));
    }

    fn rolled(&self, seat: usize, dice: u8) -> Cup {
        match self.belief.terms.parameters.weighing() {
            Weighing::Seed => {
                // The table is the one before the round, so that its last round is one round ago.
                let bids = self.seed_bids(seat).into_iter().map(|(rounds, face)| (rounds.saturating_add(1), face));
                Cup::weighed(dice, &seed::face_weights(&bids.collect::<Vec<_>>(), self.seed_trust(seat)))
            }
            Weighing::Bids | Weighing::Uniform => Cup::rolled(dice),
        }
    }

    fn bid(&mut self, bid: &Bid) {
        if self.table.round.is_none() {
            return;
        }
        let claim = Claim { quantity: bid.quantity, face: usize::from(bid.face.saturating_sub(1)).min(FACES - 1) };
        match self.belief.terms.parameters.weighing() {
            Weighing::Uniform => {}
            Weighing::Seed => self.weighs_as_the_seed(bid, claim),
            Weighing::Bids => self.acts(bid.seat, Choice::Bid(claim)),
        }
    }

    fn weighs_as_the_seed(&mut self, bid: &Bid, claim: Claim) {
        let seat = usize::from(bid.seat);
        let trust = self.seed_trust(seat);
        let mut bids = self.seed_bids(seat);
        bids.push((0, claim.face));
        let Cup::Unseen(before) = &self.belief.cups[seat] else { return };
        let Cup::Unseen(after) = Cup::weighed(before.dice, &seed::face_weights(&bids, trust)) else { return };
        let Bid { seat, quantity, face } = bid;
        self.leans(
            *seat,
            &after,
            "bid",
            |_| Parameter { name: "seed_trust", value: trust },
            || format!("Seat {seat} bids {quantity} x {face}: by the formula of the preset `seed` it has more of that face."),
        );
    }

    fn reveals(&mut self, reveal: &Reveal) -> Result<(), Contradiction> {
        let hands = hands_of(reveal);
        let mut p = 1.0;
        for seat in reveal.hands.keys() {
            p *= self.shows(*seat, hands.get(usize::from(*seat)).unwrap_or(&[0; FACES]))?;
        }
        self.learned("reveal", p, || {
            let shown: Vec<String> =
                reveal.hands.keys().map(|seat| format!("seat {seat} {}", words(&hands[usize::from(*seat)]))).collect();
            format!("All cups are lifted: {}.", shown.join("; "))
        });
        Ok(())
    }
}
