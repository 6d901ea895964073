//! What a table is made of besides its cards: the turn, and what is open in it.

use serde::{Deserialize, Serialize};

use crate::rulesets::Seat;
use crate::rulesets::vinto::instance::{Instance, SeatSet};
use crate::rulesets::vinto::rank::{Action, RANKS, Rank, RankSet};
use crate::rulesets::vinto::setup::MOST_SEATS;

/// A card on the discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discarded {
    /// The card.
    pub instance: Instance,
    /// Its rank, where all have seen it.
    pub rank: Option<Rank>,
    /// Whether its action was played.
    pub used: bool,
}

/// A card in somebody's hand, between draw and swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnCard {
    /// Who drew it.
    pub seat: Seat,
    /// The card.
    pub instance: Instance,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Who acts.
    pub seat: Seat,
    /// What was done of it.
    pub phase: Phase,
    /// Turns begun in this round.
    pub number: u32,
}

/// How far a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Nothing is drawn yet.
    Begun,
    /// A card was drawn.
    Drawn,
    /// The top discard was taken.
    Taken,
    /// The card went where it goes: the next seat may begin.
    Acted,
}

/// What may be tossed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The ranks that match.
    pub ranks: RankSet,
    /// Seats that tossed in wrongly.
    pub failed: SeatSet,
}

/// An action that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Who played it.
    pub seat: Seat,
    /// What it lets the seat do.
    pub action: Action,
    /// What a Queen has looked at.
    pub looked: [Option<(Seat, Instance)>; 2],
}

/// An action card that may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queued {
    /// By whom.
    pub seat: Seat,
    /// Its rank.
    pub rank: Rank,
    /// Whether it was tossed in, and not declared.
    pub tossed: bool,
}

/// Decisions whose occasions are known when the cards are turned up: counts, so that a long round holds no more than its cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::rulesets::vinto) struct Undecided {
    /// How often a seat was free to toss in each rank, knew this card of its row, and left it there; in order of seats and cards.
    pub held_back: Vec<((Seat, Instance), [u32; RANKS])>,
    /// Cards that each seat tossed in and knew.
    pub tossed: [u32; MOST_SEATS],
    /// Cards that a seat drew unseen by others, and kept in its row.
    pub kept: Vec<(Seat, Instance)>,
}

impl Undecided {
    /// A seat that knew this card of its row was free to toss in these ranks, and left it there.
    pub fn hold_back(&mut self, seat: Seat, card: Instance, ranks: RankSet) {
        let place = match self.held_back.binary_search_by_key(&(seat, card), |(held, _)| *held) {
            Ok(place) => place,
            Err(place) => {
                self.held_back.insert(place, ((seat, card), [0; RANKS]));
                place
            }
        };
        let counts = &mut self.held_back[place].1;
        ranks.iter().for_each(|rank| counts[rank.index()] = counts[rank.index()].saturating_add(1));
    }

    /// A seat tossed in so many cards that it knew.
    pub fn toss(&mut self, seat: Seat, cards: u32) {
        if let Some(tossed) = self.tossed.get_mut(usize::from(seat)) {
            *tossed = tossed.saturating_add(cards);
        }
    }

    /// Memory on the heap, in bytes.
    pub fn heap(&self) -> usize {
        self.held_back.capacity() * size_of::<((Seat, Instance), [u32; RANKS])>()
            + self.kept.capacity() * size_of::<(Seat, Instance)>()
    }
}
