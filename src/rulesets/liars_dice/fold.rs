//! What updates share: each changes the belief, and records what it did.

use std::cell::Cell;
use std::sync::Arc;

use super::behaviour::Rates;
use super::belief::Belief;
use super::bidding::Choice;
use super::cup::{Cup, Unseen};
use super::hands::{FACES, Hand, words};
use super::likelihood::{BLUFF_BOUNDS, CALL_NAMES, EXACT_NAMES};
use super::order::{Claim, Situation, Spot};
use super::reading::Reading;
use super::seed;
use super::setup::Weighing;
use super::shares;
use super::table::Table;
use super::tendencies::{band, bid_context, exact_band};
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
    /// The public table after it.
    pub after: &'a Table,
    /// The record of what was done.
    pub recorder: EvidenceRecorder<'a, Belief>,
}

impl Updating<'_> {
    /// A hand is shown; gives how likely it was. Nothing is recorded.
    pub fn shows(&mut self, seat: Seat, hand: &Hand) -> Result<f64, Contradiction> {
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

    /// An action moves the distribution of a seat's hand to this one. `parameter` names a number that it was made from.
    pub fn leans(
        &mut self,
        seat: Seat,
        next: &Arc<Unseen>,
        kind: &'static str,
        parameter: impl FnOnce(&Cup) -> Parameter,
        summary: impl FnOnce() -> String,
    ) {
        let cup = &mut self.belief.cups[usize::from(seat)];
        if !self.recorder.is_on() {
            if matches!(cup, Cup::Unseen(unseen) if unseen.weights.len() == next.weights.len()) {
                *cup = Cup::Unseen(Arc::clone(next));
            }
            return;
        }
        let Some((moved, reweighed)) = cup.moved_to(next) else { return };
        *cup = moved;
        let parameter = parameter(cup);
        self.recorder.turn_to(kind);
        self.recorder.leaned(&self.belief, &[], reweighed, parameter, summary);
    }

    /// What a seat did in its turn says how likely it thought the standing bid, and what it may hold.
    pub fn acts(&mut self, seat: Seat, choice: Choice) {
        if self.belief.terms.parameters.weighing() != Weighing::Bids {
            return;
        }
        let (Some(round), Some(read)) = (&self.table.round, self.after.readings.of(seat)) else { return };
        if round.turn() != seat {
            return;
        }
        let standing = round.standing().map(|(_, claim)| claim);
        let spot = round.spot(seat, standing);
        match (choice, standing) {
            (Choice::Bid(claim), None) => self.bids(seat, &spot, claim, read),
            (Choice::Bid(claim), Some(standing)) => {
                // That it did not call, and what it bid, are two pieces of evidence; whoever asks for none needs one step.
                if self.recorder.is_on() && spot.allows(claim) {
                    let readings = &self.table.readings;
                    let said = readings.said(seat, &spot, Choice::Raise, &self.table.history);
                    if let (Some(before), Some(said)) = (readings.of(seat), said) {
                        self.answers(seat, &spot, standing, Choice::Raise, &before.after(&said));
                    }
                }
                self.bids(seat, &spot, claim, read);
            }
            (_, Some(standing)) => self.answers(seat, &spot, standing, choice, read),
            (_, None) => {}
        }
    }

    fn bids(&mut self, seat: Seat, spot: &Spot, claim: Claim, read: &Reading) {
        let context = bid_context(spot.situation(), spot.own);
        let (value, seen) = self.own(seat).map_or((0.0, 0.0), |rates| (rates.bluff[context], rates.rests_on.bluff[context]));
        let name = match spot.situation() {
            Situation::Opening => "bluff_opening",
            Situation::Raise => "bluff_raise",
            Situation::Cornered => "bluff_cornered",
        };
        let face = claim.face + 1;
        self.leans(
            seat,
            &read.cup,
            "bid",
            |_| Parameter { name, value },
            || {
                format!(
                    "Seat {seat} bids {} x {face}. Of such bids that it makes by its dice, {:.0} % are believed to be bluffs{}; {}. {}",
                    claim.quantity,
                    100.0 * value,
                    bound(value),
                    on_record(seen),
                    read.words()
                )
            },
        );
    }

    /// How a seat answered the standing bid says how likely it thought that.
    fn answers(&mut self, seat: Seat, spot: &Spot, standing: Claim, choice: Choice, read: &Reading) {
        // A call that could not be avoided says only that it was no exact call.
        let forced = choice == Choice::Call && spot.legal_faces() == 0;
        let (kind, verb, rest, said) = match choice {
            Choice::Call if forced => ("call", "can only call", ", and does not say that it is exactly right", "say so of"),
            Choice::Call => ("call", "calls", "", "call"),
            Choice::Exact => ("exact", "says that there are exactly", "", "say so of"),
            Choice::Raise | Choice::Bid(_) => ("no_call", "does not call", "", "call"),
        };
        let Some((calls, exacts, rests_on)) = self.own(seat).map(|rates| (rates.calls, rates.exacts, rates.rests_on)) else {
            return;
        };
        let named = Cell::new((0.0, 0.0));
        // Of the numbers that weighed its hands, the one of those that it most likely holds now.
        let parameter = |cup: &Cup| {
            let supports = cup.distribution(|hand| spot.rules.support(hand, standing.face));
            let likeliest = (0..).zip(&supports).max_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(support, _)| support);
            let needed = i32::from(standing.quantity) - likeliest;
            let others = spot.others(standing.face);
            let (right, truth) = (others.point(needed), others.tail(needed));
            let (name, value, seen) = if choice == Choice::Exact || forced {
                let band = exact_band(right);
                (EXACT_NAMES[band], shares::exact_call(&exacts, right), rests_on.exacts[band])
            } else {
                let band = band(truth);
                (CALL_NAMES[band], shares::call(&calls, truth), rests_on.calls[band])
            };
            named.set((value, seen));
            Parameter { name, value }
        };
        self.leans(seat, &read.cup, kind, parameter, || {
            let (value, seen) = named.get();
            format!(
                "Seat {seat} {verb} {} x {}{rest}. Of bids that are as likely, it is believed to {said} {:.0} %; {}. {}",
                standing.quantity,
                standing.face + 1,
                100.0 * value,
                on_record(seen),
                read.words()
            )
        });
    }

    fn own(&self, seat: Seat) -> Option<&Rates> {
        self.table.own_rates().get(usize::from(seat))
    }

    /// A seat's bids of this round, and of those that the parameters let be used, as (rounds ago, face), oldest first.
    pub fn seed_bids(&self, seat: usize) -> Vec<(u32, usize)> {
        let parameters = &self.belief.terms.parameters;
        seed::bids_of(self.table, if parameters.history() { parameters.memory() } else { 0 }, seat)
    }

    /// Trust in a seat, where the parameters let it be used.
    pub fn seed_trust(&self, seat: usize) -> f64 {
        if self.belief.terms.parameters.trust() { self.table.trust.of(seat) } else { START }
    }
}

/// How many bids of the seat's own record, where it is used, count towards a rate; older ones count less, and others move the rate too.
fn on_record(seen: f64) -> String {
    match format!("{seen:.0}").as_str() {
        "0" => "no such bid of its own is on record, or used".to_owned(),
        "1" => "1 such bid of its own is on record".to_owned(),
        bids => format!("{bids} such bids of its own are on record"),
    }
}

/// That a rate of bluffs is as far as it is believed of anybody, where it is.
fn bound(rate: f64) -> &'static str {
    let (least, most) = BLUFF_BOUNDS;
    if rate <= least {
        ", the least that is believed of anybody"
    } else if rate >= most {
        ", the most that is believed of anybody"
    } else {
        ""
    }
}

/// The event names a seat that is not at the table.
pub fn no_seat(seat: Seat) -> Contradiction {
    contradiction(seat, format!("there is no seat {seat}"))
}

fn contradiction(seat: Seat, detail: String) -> Contradiction {
    Contradiction { detail, variables: (0..FACES).map(|face| variable(seat, face)).collect(), certain: true }
}
