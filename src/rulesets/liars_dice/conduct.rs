//! What a reveal settles about how players behave: every bid and call of the round gets its label at once.
//!
//! Nothing is learned from a round that was not revealed, and nothing from dice that only some saw.

use std::collections::BTreeMap;

use super::hands::{Counts, FACES};
use super::order::{Claim, Situation, Spot};
use super::seed;
use super::setup::MOST_SEATS;
use super::table::Play;
use crate::rulesets::{Conduct, Seat};

/// Bids that were bluffs.
pub const BLUFF_RATE: &str = "bluff_rate";
/// Bids on the face that the own hand made most likely.
pub const BACKED_RATE: &str = "backed_rate";
/// Standing bids that were called.
pub const CALL_THRESHOLD: &str = "call_threshold";
/// Exact calls that were right.
pub const EXACT_SUCCESS: &str = "exact_success";
/// Faces bid.
pub const FACE_PREFERENCE: &str = "face_preference";

/// Contexts of [`BLUFF_RATE`]: the situation and the dice left.
pub const BLUFF_CONTEXTS: [&str; 9] =
    ["opening/1", "opening/2-3", "opening/4+", "raise/1", "raise/2-3", "raise/4+", "cornered/1", "cornered/2-3", "cornered/4+"];
/// Contexts of [`BACKED_RATE`].
pub const SITUATIONS: [&str; 3] = ["opening", "raise", "cornered"];
/// Contexts of [`CALL_THRESHOLD`]: how likely the standing bid was true, in percent, given the own hand.
pub const BANDS: [&str; 6] = ["0-10", "10-25", "25-40", "40-60", "60-80", "80-100"];
/// Upper ends of the bands but the last.
const BAND_ENDS: [f64; 5] = [0.1, 0.25, 0.4, 0.6, 0.8];
/// Contexts of [`FACE_PREFERENCE`].
pub const FACE_NAMES: [&str; FACES] = ["1", "2", "3", "4", "5", "6"];

/// Values of faces that differ by less are equal.
const TIE: f64 = 1e-12;

/// The band of a probability.
#[must_use]
pub fn band(p: f64) -> usize {
    BAND_ENDS.iter().take_while(|end| p >= **end).count()
}

/// Index of the context of a bluff: situation, and 1, 2 to 3 or more dice left.
#[must_use]
pub fn bluff_context(situation: Situation, dice: u8) -> usize {
    let left = match dice {
        0 | 1 => 0,
        2 | 3 => 1,
        _ => 2,
    };
    situation as usize * 3 + left
}

/// Whether a face is one of those that are worth most to a hand.
#[must_use]
pub fn is_backed(value: f64, best: f64) -> bool {
    value >= best - TIE
}

/// The observations that a revealed round settles: counts by seat, tendency and context, then accuracies by seat.
#[must_use]
pub fn settled(play: &Play, hands: &[Counts; MOST_SEATS]) -> Vec<Conduct> {
    let mut counts = Tallies::default();
    let mut last = None;
    for (seat, claim) in &play.bids {
        let spot = play.spot(*seat, last);
        bid(&mut counts, *seat, &spot, &hands[usize::from(*seat)], *claim);
        last = Some(*claim);
    }
    if let (Some(ending), Some(claim)) = (play.ending, last) {
        let spot = play.spot(ending.seat, last);
        if ending.exact {
            let right = play.count(hands, claim.face) == claim.quantity;
            counts.add(ending.seat, EXACT_SUCCESS, "", right);
        } else if spot.legal_faces() > 0 {
            counts.add(ending.seat, CALL_THRESHOLD, answered(&spot, &hands[usize::from(ending.seat)], claim), true);
        }
    }
    let mut list: Vec<Conduct> = counts
        .0
        .into_iter()
        .map(|((seat, tendency, context), (successes, opportunities))| Conduct::Count {
            seat,
            tendency,
            context: context.to_owned(),
            successes,
            opportunities,
        })
        .collect();
    list.extend(accuracies(play, hands));
    list
}

fn bid(counts: &mut Tallies, seat: Seat, spot: &Spot, hand: &Counts, claim: Claim) {
    let support = |face| spot.rules.support(hand, face);
    if let Some(last) = spot.last {
        counts.add(seat, CALL_THRESHOLD, answered(spot, hand, last), false);
    }
    let situation = spot.situation();
    let honest = |face: usize| spot.least[face].is_some_and(|least| least <= spot.honest(face, support(face)));
    // Whoever had no honest bid had no choice: that says nothing of honesty.
    if (0..FACES).any(honest) {
        let bluff = spot.is_bluff(claim.quantity, claim.face, support(claim.face));
        counts.add(seat, BLUFF_RATE, BLUFF_CONTEXTS[bluff_context(situation, spot.own)], bluff);
    }
    if spot.legal_faces() > 1 {
        let value = spot.value(claim.face, support(claim.face)).unwrap_or(0.0);
        counts.add(seat, BACKED_RATE, SITUATIONS[situation as usize], is_backed(value, spot.best(hand)));
        for face in (0..FACES).filter(|face| spot.least[*face].is_some()) {
            counts.add(seat, FACE_PREFERENCE, FACE_NAMES[face], face == claim.face);
        }
    }
}

/// The context in which a standing bid is answered.
fn answered(spot: &Spot, hand: &Counts, claim: Claim) -> &'static str {
    BANDS[band(spot.truth(claim.quantity, claim.face, spot.rules.support(hand, claim.face)))]
}

/// Whether a claim was true of these hands.
#[must_use]
pub fn is_true(play: &Play, hands: &[Counts; MOST_SEATS], claim: Claim) -> bool {
    play.count(hands, claim.face) >= claim.quantity
}

/// Accuracy of each seat that bid: the mean over its bids, by the seed's formula. It measures hand luck as well as honesty.
fn accuracies(play: &Play, hands: &[Counts; MOST_SEATS]) -> Vec<Conduct> {
    let of_seat = |seat: usize| {
        let of_seat = play.bids.iter().filter(|(bidder, _)| usize::from(*bidder) == seat);
        let bids: Vec<f64> = of_seat.map(|(_, claim)| seed::accuracy(&hands[seat], claim.face)).collect();
        let value = bids.iter().sum::<f64>() / bids.len() as f64;
        (!bids.is_empty()).then_some(Conduct::Accuracy { seat: seat as Seat, value })
    };
    (0..MOST_SEATS).filter_map(of_seat).collect()
}

/// (successes, opportunities) by seat, tendency and context.
#[derive(Default)]
struct Tallies(BTreeMap<(Seat, &'static str, &'static str), (u32, u32)>);

impl Tallies {
    fn add(&mut self, seat: Seat, tendency: &'static str, context: &'static str, done: bool) {
        let entry = self.0.entry((seat, tendency, context)).or_default();
        entry.0 += u32::from(done);
        entry.1 += 1;
    }
}
