//! What a reveal settles about how players behave: every bid and call of the round gets its label at once.
//!
//! Nothing is learned from a round that was not revealed, and nothing from dice that only some saw.

use super::hands::{FACES, Hand};
use super::order::{Claim, Spot};
use super::revealed::Lifted;
use super::round::BiddingRound;
use super::settled::SettledCount;
use super::setup::MOST_SEATS;
use super::tendencies::{Behaviour, FITS, band, bid_context, exact_band, is_backed};
use super::trust;
use crate::rulesets::{Seat, Tally};

/// The counts that a revealed round settles, ordered by seat and by the names of tendency and context. `lifted` is what the cups said of
/// the ways in which their seats play.
#[must_use]
pub fn settled(round: &BiddingRound, hands: &[Hand; MOST_SEATS], lifted: &[Option<Lifted>; MOST_SEATS]) -> Vec<SettledCount> {
    let mut counts = Tally::default();
    let mut last = None;
    for (seat, claim) in &round.bids {
        let spot = round.spot(*seat, last);
        bid(&mut counts, *seat, &spot, &hands[usize::from(*seat)], *claim);
        last = Some(*claim);
    }
    if let (Some(ending), Some(claim)) = (round.ending, last) {
        let spot = round.spot(ending.seat, last);
        // Of who calls out of turn it is not known how often it might have.
        if round.turn() == ending.seat {
            exact_call(&mut counts, ending.seat, &spot, &hands[usize::from(ending.seat)], claim, ending.exact);
        }
        if ending.exact {
            let right = round.count(hands, claim.face) == claim.quantity;
            counts.add(ending.seat, (Behaviour::Exact, 0), right);
        } else if spot.legal_faces() > 0 {
            counts.add(ending.seat, (Behaviour::Call, answered(&spot, &hands[usize::from(ending.seat)], claim)), true);
        }
    }
    let count = |(seat, (behaviour, context), successes, opportunities)| SettledCount {
        seat,
        behaviour,
        context: context as u8,
        successes,
        opportunities,
    };
    let mut list: Vec<SettledCount> = counts.counts().map(count).collect();
    for (seat, lifted) in (0..).zip(lifted) {
        let Some(lifted) = lifted else { continue };
        let once = |behaviour, context: u8, done: bool| SettledCount {
            seat,
            behaviour,
            context,
            successes: u32::from(done),
            opportunities: 1,
        };
        list.push(once(Behaviour::Careless, 0, lifted.careless));
        list.extend((0..FITS.len() as u8).map(|band| once(Behaviour::Fit, band, band == lifted.fit)));
    }
    list.sort_unstable_by_key(|count| (count.seat, count.behaviour.rank(usize::from(count.context))));
    list
}

fn bid(counts: &mut Tally<(Behaviour, usize)>, seat: Seat, spot: &Spot, hand: &Hand, claim: Claim) {
    let support = |face| spot.rules.support(hand, face);
    if let Some(last) = spot.last {
        exact_call(counts, seat, spot, hand, last, false);
        counts.add(seat, (Behaviour::Call, answered(spot, hand, last)), false);
    }
    let situation = spot.situation();
    let honest = |face: usize| spot.least[face].is_some_and(|least| least <= spot.honest(face, support(face)));
    // Whoever had no honest bid had no choice: that says nothing of honesty.
    if (0..FACES).any(honest) {
        let bluff = spot.is_bluff(claim.quantity, claim.face, support(claim.face));
        counts.add(seat, (Behaviour::Bluff, bid_context(situation, spot.own)), bluff);
    }
    if spot.legal_faces() > 1 {
        let value = spot.value(claim.face, support(claim.face)).unwrap_or(0.0);
        counts.add(seat, (Behaviour::Backed, bid_context(situation, spot.own)), is_backed(value, spot.best(hand)));
        for face in (0..FACES).filter(|face| spot.least[*face].is_some()) {
            if let Some(counted) = spot.rules.face_with_ones_wild(face) {
                counts.add(seat, (Behaviour::Face, counted), face == claim.face);
            }
        }
    }
}

fn exact_call(counts: &mut Tally<(Behaviour, usize)>, seat: Seat, spot: &Spot, hand: &Hand, standing: Claim, done: bool) {
    if spot.exact {
        let needed = i32::from(standing.quantity) - i32::from(spot.rules.support(hand, standing.face));
        counts.add(seat, (Behaviour::ExactCall, exact_band(spot.others(standing.face).point(needed))), done);
    }
}

/// Index of the context in which a standing bid is answered.
fn answered(spot: &Spot, hand: &Hand, claim: Claim) -> usize {
    band(spot.truth(claim.quantity, claim.face, spot.rules.support(hand, claim.face)))
}

/// Whether a claim was true of these hands.
#[must_use]
pub fn is_true(round: &BiddingRound, hands: &[Hand; MOST_SEATS], claim: Claim) -> bool {
    round.count(hands, claim.face) >= claim.quantity
}

/// Accuracy of a seat: the mean over its bids, by the formula of the preset `seed`; `None` where it did not bid. It measures hand luck as well as
/// honesty.
#[must_use]
pub fn accuracy(round: &BiddingRound, hands: &[Hand; MOST_SEATS], seat: usize) -> Option<f64> {
    let bids = round.bids.iter().filter(|(bidder, _)| usize::from(*bidder) == seat);
    let count = bids.clone().count();
    let sum: f64 = bids.map(|(_, claim)| trust::accuracy(&hands[seat], claim.face)).sum();
    (count > 0).then(|| sum / count as f64)
}
