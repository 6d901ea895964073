//! One round while it is being bid.

use serde::{Deserialize, Serialize};

use super::event::Round;
use super::hands::{FACES, Hand, MOST_DICE};
use super::order::{Claim, Rules, Spot};
use super::setup::{ExactBy, MOST_SEATS, Setup};
use crate::rulesets::Seat;

/// The two counts of references that stand before what an `Arc` points to.
pub const ARC: usize = 2 * size_of::<usize>();

/// A round from its roll to its reveal.
#[derive(Clone, Debug)]
pub struct BiddingRound {
    /// The number of the round, from 1.
    pub number: u32,
    /// Its rules.
    pub rules: Rules,
    /// Who bids first.
    pub starter: Seat,
    /// Dice of each seat.
    pub dice: [u8; MOST_SEATS],
    /// Whether the seat to act may call exactly.
    pub exact: bool,
    /// The bids so far.
    pub bids: Vec<(Seat, Claim)>,
    /// What ended the bidding.
    pub ending: Option<Ending>,
}

/// What ended the bidding of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who called.
    pub seat: Seat,
    /// Whether the standing bid was said to be exactly right, and not too high.
    pub exact: bool,
}

impl BiddingRound {
    /// A round before its first bid; `before` are the dice of the round before it.
    #[must_use]
    pub fn new(setup: &Setup, number: u32, dice: [u8; MOST_SEATS], starter: Seat, before: Option<&[u8; MOST_SEATS]>) -> Self {
        let rules = Rules::of(setup, setup.is_maputa(&dice, starter, before));
        Self {
            number,
            rules,
            starter,
            dice,
            exact: setup.exact() && setup.exact_by() != ExactBy::Others,
            bids: Vec::new(),
            ending: None,
        }
    }

    /// All dice at the table.
    #[must_use]
    pub fn total(&self) -> u8 {
        self.dice.iter().fold(0, |sum, dice| sum.saturating_add(*dice))
    }

    /// The standing bid, and whose it is.
    #[must_use]
    pub fn standing(&self) -> Option<(Seat, Claim)> {
        self.bids.last().copied()
    }

    /// The seat that is to act.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.standing().map_or(self.starter, |(bidder, _)| self.after(bidder))
    }

    /// The next seat that is in.
    #[must_use]
    pub fn after(&self, seat: Seat) -> Seat {
        let next = (1..=MOST_SEATS).map(|step| (usize::from(seat) + step) % MOST_SEATS).find(|next| self.dice[*next] > 0);
        next.unwrap_or_default() as Seat
    }

    /// What a seat would see if it had to act after the bid `last`.
    #[must_use]
    pub fn spot(&self, seat: Seat, last: Option<Claim>) -> Spot {
        let own = self.dice.get(usize::from(seat)).copied().unwrap_or(0);
        Spot::new(self.rules, own, self.total().saturating_sub(own), last, self.exact)
    }

    /// How many dice count for a face.
    #[must_use]
    pub fn count(&self, hands: &[Hand; MOST_SEATS], face: usize) -> u8 {
        hands.iter().fold(0, |sum, hand| sum.saturating_add(self.rules.support(hand, face)))
    }

    /// What a snapshot holds of it.
    #[must_use]
    pub fn freeze(&self) -> FrozenRound {
        FrozenRound {
            number: self.number,
            starter: self.starter,
            dice: self.dice,
            bids: self.bids.iter().map(|(seat, claim)| (*seat, claim.quantity, claim.face as u8)).collect(),
            ending: self.ending.map(|ending| (ending.seat, ending.exact)),
        }
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self) -> usize {
        ARC + size_of::<Self>() + self.bids.capacity() * size_of::<(Seat, Claim)>()
    }
}

/// What a snapshot holds of a round: its rules follow from the setup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrozenRound {
    number: u32,
    starter: Seat,
    dice: [u8; MOST_SEATS],
    /// Who bid, how many dice, and the index of the face.
    bids: Vec<(Seat, u8, u8)>,
    /// Who called, and whether the call was an exact one.
    ending: Option<(Seat, bool)>,
}

impl FrozenRound {
    /// The round that was frozen; `before` are the dice of the round before it. Numbers that no table of so many seats has are brought into its bounds.
    #[must_use]
    pub fn thaw(self, setup: &Setup, seats: u8, before: Option<&[u8; MOST_SEATS]>) -> BiddingRound {
        let starter = self.starter.min(seats.saturating_sub(1));
        let bids = self.bids.into_iter().filter(|(seat, _, _)| *seat < seats);
        let claim = |(seat, quantity, face)| (seat, Claim { quantity, face: usize::from(face).min(FACES - 1) });
        let ending = self.ending.filter(|(seat, _)| *seat < seats).map(|(seat, exact)| Ending { seat, exact });
        let round = BiddingRound::new(setup, self.number, within(self.dice, seats), starter, before);
        BiddingRound { bids: bids.map(claim).collect(), ending, ..round }
    }
}

/// Dice by seat, none for seats that are not there, and never more than any rule allows.
#[must_use]
pub fn within(dice: [u8; MOST_SEATS], seats: u8) -> [u8; MOST_SEATS] {
    std::array::from_fn(|seat| if seat < usize::from(seats) { dice[seat].min(MOST_DICE as u8) } else { 0 })
}

/// Dice by seat, as a round lists them; never more than any rule allows.
#[must_use]
pub fn dice_of(round: &Round) -> [u8; MOST_SEATS] {
    std::array::from_fn(|seat| round.dice.get(&(seat as Seat)).copied().unwrap_or(0).min(MOST_DICE as u8))
}
