//! What a table is made of besides its cards: the turn, and what is open in it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::place_in;
use crate::rulesets::Seat;
use crate::rulesets::vinto::choice::Choice;
use crate::rulesets::vinto::instance::{Card, Instance, Pool, SeatSet};
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

/// Most choices of one round that are settled, and most cards of each other kind whose occasions are: a round of sensible players has a tenth of
/// them. Those after are not counted.
const MOST_CHOICES: usize = 1_000;

/// How often a seat left a card of its row that it knew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::rulesets::vinto) struct HeldBack {
    /// In windows where this rank could be tossed in.
    pub by_rank: [u32; RANKS],
    /// In all windows.
    pub windows: u32,
}

/// Decisions whose occasions are known when the cards are turned up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::rulesets::vinto) struct Undecided {
    /// How often a seat was free to toss in, knew this card of its row, and left it there; in order of seats and cards.
    pub held_back: Vec<((Seat, Instance), HeldBack)>,
    /// Cards that each seat tossed in and knew.
    pub tossed: [u32; MOST_SEATS],
    /// Toss-ins of each seat that were wrong, and that were right.
    pub toss_ins: [[u32; 2]; MOST_SEATS],
    /// Cards that a seat drew unseen by others, and kept in its row.
    pub kept: Vec<(Seat, Instance)>,
    /// What seats did with drawn cards, and with the choice to switch.
    pub choices: Vec<Arc<Choice>>,
    /// Cards that all this may rest on and that lie nowhere any more: the pools of which none does, in order of their instances.
    pub gone: Vec<Arc<Pool>>,
}

impl Undecided {
    /// A seat that knew this card of its row was free to toss in these ranks, and left it there.
    pub fn hold_back(&mut self, seat: Seat, card: Instance, ranks: RankSet) {
        let place = match self.held_back.binary_search_by_key(&(seat, card), |(held, _)| *held) {
            Ok(place) => place,
            Err(_) if self.held_back.len() >= MOST_CHOICES => return,
            Err(place) => {
                self.held_back.insert(place, ((seat, card), HeldBack::default()));
                place
            }
        };
        let held = &mut self.held_back[place].1;
        held.windows = held.windows.saturating_add(1);
        ranks.iter().for_each(|rank| held.by_rank[rank.index()] = held.by_rank[rank.index()].saturating_add(1));
    }

    /// A seat put a card into its row that it drew unseen by others.
    pub fn keep(&mut self, seat: Seat, card: Instance) {
        if self.kept.len() < MOST_CHOICES {
            self.kept.push((seat, card));
        }
    }

    /// No card of a pool lies anywhere any more.
    pub fn leave(&mut self, pool: Arc<Pool>) {
        if self.gone.len() < MOST_CHOICES {
            let place = self.gone.partition_point(|other| other.first < pool.first);
            self.gone.insert(place, pool);
        }
    }

    /// The rank of a card that lies nowhere any more, where all had seen it.
    pub fn shown(&self, card: Instance) -> Option<Rank> {
        let pool = &self.gone[place_in(&self.gone, card)?];
        pool.cards.get(pool.index(card)?)?.shown
    }

    /// A seat tossed in so many cards that it knew.
    pub fn toss(&mut self, seat: Seat, cards: u32) {
        if let Some(tossed) = self.tossed.get_mut(usize::from(seat)) {
            *tossed = tossed.saturating_add(cards);
        }
    }

    /// A seat tossed in, rightly or not.
    pub fn toss_in(&mut self, seat: Seat, success: bool) {
        if let Some(counts) = self.toss_ins.get_mut(usize::from(seat)) {
            let count = &mut counts[usize::from(success)];
            *count = count.saturating_add(1);
        }
    }

    /// A seat made a choice.
    pub fn choose(&mut self, choice: Choice) {
        if self.choices.len() < MOST_CHOICES {
            self.choices.push(Arc::new(choice));
        }
    }

    /// Memory on the heap, in bytes.
    pub fn heap(&self) -> usize {
        let cards: usize = self.choices.iter().map(|choice| size_of::<Choice>() + choice.heap()).sum();
        self.held_back.capacity() * size_of::<((Seat, Instance), HeldBack)>()
            + self.kept.capacity() * size_of::<(Seat, Instance)>()
            + self.choices.capacity() * size_of::<Arc<Choice>>()
            + self.gone.iter().map(|pool| size_of::<Pool>() + pool.cards.capacity() * size_of::<Card>()).sum::<usize>()
            + cards
    }
}
