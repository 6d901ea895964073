//! What updates share: each changes the belief, and records what it did.

use super::belief::Belief;
use super::bidding::{self, Reply};
use super::cup::Cup;
use super::hands::{Counts, FACES, words};
use super::likelihood::{CALL_NAMES, EXACT_NAMES, EXACTS};
use super::seed;
use super::setup::Weighing;
use super::table::Table;
use super::trust::START;
use super::world::variable;
use crate::belief::{Contradiction, EvidenceRecorder, Parameter};
use crate::rulesets::Seat;

/// A belief on its way through one event.
pub struct Updating<'a> {
    /// What is believed so far.
    pub belief: Belief,
    /// The public table before the event.
    pub table: &'a Table,
    /// The record of what was done.
    pub recorder: EvidenceRecorder<'a, Belief>,
}

impl Updating<'_> {
    /// A hand is shown; gives how likely it was. Nothing is recorded.
    pub fn shows(&mut self, seat: Seat, hand: &Counts) -> Result<f64, Contradiction> {
        let Some(cup) = self.belief.cups.get_mut(usize::from(seat)) else {
            return Err(no_seat(seat));
        };
        let p = cup.p(hand);
        if p <= 0.0 {
            let held = match cup {
                Cup::Known(known) => format!("it holds {}", words(known)),
                Cup::Unseen(unseen) => format!("it has {} dice", unseen.dice),
            };
            return Err(contradiction(seat, format!("seat {seat} cannot hold {}: {held}", words(hand))));
        }
        *cup = Cup::Known(*hand);
        Ok(p)
    }

    /// Records that a fact of this probability was seen.
    pub fn learned(&mut self, kind: &'static str, probability: f64, summary: impl FnOnce() -> String) {
        self.recorder.turn_to(kind);
        self.recorder.learned(&self.belief, &[], probability, summary);
    }

    /// An action weighs the hands of a seat by these likelihoods. `parameter` names a number that they were made from.
    pub fn leans(
        &mut self,
        seat: Seat,
        likelihood: &[f64],
        kind: &'static str,
        parameter: impl FnOnce(&Cup) -> Parameter,
        summary: impl FnOnce() -> String,
    ) {
        // An action that no hand explains says nothing of the hand.
        if likelihood.iter().any(|l| *l <= 0.0) {
            return;
        }
        let cup = &mut self.belief.cups[usize::from(seat)];
        let Some((next, reweighed)) = cup.reweighed(likelihood) else { return };
        *cup = next;
        if self.recorder.is_on() {
            let parameter = parameter(cup);
            self.recorder.turn_to(kind);
            self.recorder.leaned(&self.belief, &[], reweighed, parameter, summary);
        }
    }

    /// How a seat answered the standing bid says how likely it thought that.
    pub fn answers(&mut self, seat: Seat, reply: Reply) {
        let Some(round) = &self.table.round else { return };
        let Some((_, standing)) = round.standing() else { return };
        if self.belief.terms.parameters.weighing() != Weighing::Bids {
            return;
        }
        let spot = round.spot(seat, Some(standing));
        let rates = &self.belief.rates(self.table)[usize::from(seat)];
        let likelihood = bidding::replies(&spot, rates, reply);
        let (kind, verb) = match reply {
            Reply::Call => ("call", "calls"),
            Reply::Exact => ("exact", "says that there are exactly"),
            Reply::Bid => ("no_call", "does not call"),
        };
        let calls = rates.calls;
        // Of the rates that weighed its hands, the one of those that it most likely holds now.
        let parameter = |cup: &Cup| {
            let supports = cup.distribution(|hand| spot.rules.support(hand, standing.face));
            let likeliest = (0..).zip(&supports).max_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(support, _)| support);
            let (true_band, exact_band) = bidding::bands(&spot, standing, likeliest);
            match reply {
                Reply::Exact => Parameter { name: EXACT_NAMES[exact_band], value: EXACTS[exact_band] },
                Reply::Call | Reply::Bid => Parameter { name: CALL_NAMES[true_band], value: calls[true_band] },
            }
        };
        self.leans(seat, &likelihood, kind, parameter, || {
            format!("Seat {seat} {verb} {} x {}.", standing.quantity, standing.face + 1)
        });
    }

    /// A seat's bids by the seed's memory, as (rounds ago, face), oldest first.
    pub fn seed_bids(&self, seat: usize) -> Vec<(u32, usize)> {
        let parameters = &self.belief.terms.parameters;
        if parameters.history() { seed::bids_of(self.table, parameters.memory(), seat) } else { Vec::new() }
    }

    /// Trust in a seat, where the parameters let it be used.
    pub fn seed_trust(&self, seat: usize) -> f64 {
        if self.belief.terms.parameters.trust() { self.table.trust.of(seat) } else { START }
    }
}

/// The event names a seat that is not at the table.
pub fn no_seat(seat: Seat) -> Contradiction {
    contradiction(seat, format!("there is no seat {seat}"))
}

fn contradiction(seat: Seat, detail: String) -> Contradiction {
    Contradiction { detail, variables: (0..FACES).map(|face| variable(seat, face)).collect(), certain: true }
}
