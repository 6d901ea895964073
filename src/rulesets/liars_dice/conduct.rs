//! What a reveal settles about how players behave: every bid and call of the round gets its label at once.
//!
//! Nothing is learned from a round that was not revealed, and nothing from dice that only some saw.

use std::collections::BTreeMap;

use super::hands::{Counts, FACES};
use super::order::{Claim, Situation, Spot};
use super::round::BiddingRound;
use super::seed;
use super::setup::MOST_SEATS;
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

/// A behaviour that reveals settle observations of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Behaviour {
    /// [`BACKED_RATE`].
    Backed,
    /// [`BLUFF_RATE`].
    Bluff,
    /// [`CALL_THRESHOLD`].
    Call,
    /// [`EXACT_SUCCESS`].
    Exact,
    /// [`FACE_PREFERENCE`].
    Face,
}

impl Behaviour {
    /// All of them.
    const ALL: [Self; 5] = [Self::Backed, Self::Bluff, Self::Call, Self::Exact, Self::Face];

    /// The name of its tendency.
    #[must_use]
    pub const fn tendency(self) -> &'static str {
        match self {
            Self::Backed => BACKED_RATE,
            Self::Bluff => BLUFF_RATE,
            Self::Call => CALL_THRESHOLD,
            Self::Exact => EXACT_SUCCESS,
            Self::Face => FACE_PREFERENCE,
        }
    }

    /// The names of its contexts.
    #[must_use]
    pub const fn contexts(self) -> &'static [&'static str] {
        match self {
            Self::Backed => &SITUATIONS,
            Self::Bluff => &BLUFF_CONTEXTS,
            Self::Call => &BANDS,
            Self::Exact => &[""],
            Self::Face => &FACE_NAMES,
        }
    }

    /// The behaviour and the index of its context that have these names; `None` where this release knows none.
    #[must_use]
    pub fn named(tendency: &str, context: &str) -> Option<(Self, usize)> {
        let behaviour = Self::ALL.into_iter().find(|behaviour| behaviour.tendency() == tendency)?;
        let at = behaviour.contexts().iter().position(|name| *name == context)?;
        Some((behaviour, at))
    }
}

/// One count that a revealed round settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Whose behaviour.
    pub seat: Seat,
    /// Which.
    pub behaviour: Behaviour,
    /// Index of its context.
    pub context: u8,
    /// How often it was done.
    pub successes: u32,
    /// How often it could have been done.
    pub opportunities: u32,
}

impl Tally {
    fn context(&self) -> &'static str {
        self.behaviour.contexts().get(usize::from(self.context)).copied().unwrap_or_default()
    }

    /// What is published of it.
    #[must_use]
    pub fn conduct(&self) -> Conduct {
        Conduct::Count {
            seat: self.seat,
            tendency: self.behaviour.tendency(),
            context: self.context().to_owned(),
            successes: self.successes,
            opportunities: self.opportunities,
        }
    }
}

/// The counts that a revealed round settles, ordered by seat and by the names of tendency and context.
#[must_use]
pub fn tallies(round: &BiddingRound, hands: &[Counts; MOST_SEATS]) -> Vec<Tally> {
    let mut counts = Tallies::default();
    let mut last = None;
    for (seat, claim) in &round.bids {
        let spot = round.spot(*seat, last);
        bid(&mut counts, *seat, &spot, &hands[usize::from(*seat)], *claim);
        last = Some(*claim);
    }
    if let (Some(ending), Some(claim)) = (round.ending, last) {
        let spot = round.spot(ending.seat, last);
        if ending.exact {
            let right = round.count(hands, claim.face) == claim.quantity;
            counts.add(ending.seat, Behaviour::Exact, 0, right);
        } else if spot.legal_faces() > 0 {
            counts.add(ending.seat, Behaviour::Call, answered(&spot, &hands[usize::from(ending.seat)], claim), true);
        }
    }
    counts.in_order()
}

fn bid(counts: &mut Tallies, seat: Seat, spot: &Spot, hand: &Counts, claim: Claim) {
    let support = |face| spot.rules.support(hand, face);
    if let Some(last) = spot.last {
        counts.add(seat, Behaviour::Call, answered(spot, hand, last), false);
    }
    let situation = spot.situation();
    let honest = |face: usize| spot.least[face].is_some_and(|least| least <= spot.honest(face, support(face)));
    // Whoever had no honest bid had no choice: that says nothing of honesty.
    if (0..FACES).any(honest) {
        let bluff = spot.is_bluff(claim.quantity, claim.face, support(claim.face));
        counts.add(seat, Behaviour::Bluff, bluff_context(situation, spot.own), bluff);
    }
    if spot.legal_faces() > 1 {
        let value = spot.value(claim.face, support(claim.face)).unwrap_or(0.0);
        counts.add(seat, Behaviour::Backed, situation as usize, is_backed(value, spot.best(hand)));
        for face in (0..FACES).filter(|face| spot.least[*face].is_some()) {
            counts.add(seat, Behaviour::Face, face, face == claim.face);
        }
    }
}

/// Index of the context in which a standing bid is answered.
fn answered(spot: &Spot, hand: &Counts, claim: Claim) -> usize {
    band(spot.truth(claim.quantity, claim.face, spot.rules.support(hand, claim.face)))
}

/// Whether a claim was true of these hands.
#[must_use]
pub fn is_true(round: &BiddingRound, hands: &[Counts; MOST_SEATS], claim: Claim) -> bool {
    round.count(hands, claim.face) >= claim.quantity
}

/// Accuracy of a seat: the mean over its bids, by the seed's formula; `None` where it did not bid. It measures hand luck as well as
/// honesty.
#[must_use]
pub fn accuracy(round: &BiddingRound, hands: &[Counts; MOST_SEATS], seat: usize) -> Option<f64> {
    let bids = round.bids.iter().filter(|(bidder, _)| usize::from(*bidder) == seat);
    let count = bids.clone().count();
    let sum: f64 = bids.map(|(_, claim)| seed::accuracy(&hands[seat], claim.face)).sum();
    (count > 0).then(|| sum / count as f64)
}

/// (successes, opportunities) by seat, behaviour and context.
#[derive(Default)]
struct Tallies(BTreeMap<(Seat, Behaviour, usize), (u32, u32)>);

impl Tallies {
    fn add(&mut self, seat: Seat, behaviour: Behaviour, context: usize, done: bool) {
        let entry = self.0.entry((seat, behaviour, context)).or_default();
        entry.0 += u32::from(done);
        entry.1 += 1;
    }

    fn in_order(self) -> Vec<Tally> {
        let tally = |((seat, behaviour, context), (successes, opportunities))| Tally {
            seat,
            behaviour,
            context: context as u8,
            successes,
            opportunities,
        };
        let mut list: Vec<Tally> = self.0.into_iter().map(tally).collect();
        list.sort_by_key(|tally| (tally.seat, tally.behaviour.tendency(), tally.context()));
        list
    }
}
