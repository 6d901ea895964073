//! What is public: which card instance lies where, who has looked at it, what all have seen of it, and whose turn it is.
//!
//! # For a belief
//!
//! [`Ruleset::update`](crate::rulesets::Ruleset::update) is given the table *before* the event; [`Table::after`] gives the one after
//! it. Both work from any observer's view of the event: hidden parts are not looked at.
//!
//! | event | before it | after it |
//! | --- | --- | --- |
//! | `round` | | rows are the instances of the last [`Table::pools`] in order of the seats, then the first discard, then the pile from the top |
//! | `peek` | [`Table::at`]`(target, position)` | the same instance, and [`Table::has_seen`] of it for `seat` |
//! | `draw` | [`Table::next_draw`] | [`Table::drawn`] |
//! | `swap` | in: [`Table::drawn`]; out: [`Table::at`]`(seat, position)` | in lies at the place, out on [`Table::discards`] |
//! | `discard`, `use_action` from `drawn` | [`Table::drawn`] | on the discards |
//! | `force_draw`, `penalty` | [`Table::next_draw`] | at the end of the row of `target`, or of `seat` |
//! | `switch` | [`Table::at`] both places | each at the other's place, where `executed` |
//! | `declare` | [`Table::at`]`(target, position)` | on the discards if it was right |
//! | `toss_in` | [`Table::at`]`(seat, positions)` | on the discards if all matched; places behind them move up |
//! | `reshuffle` | all [`Table::discards`] but the last | a new pool of fresh instances under the pile |
//!
//! An unseen instance's rank is one of its pool's. Ranks laid on the instances of one pool are exchangeable, and pools are independent
//! of each other; a pool's instances that are in the pile are the deck. What is hidden in a draw is only its rank: so who has seen
//! which instance is public, and stands here; what they saw stands in each observer's belief.

mod advance;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::instance::{Card, Instance, Pool, SeatSet};
use super::rank::{Action, RANKS, Rank, RankSet};
use super::setup::Setup;
use crate::rulesets::Seat;

/// The public state of a game.
#[derive(Clone, Debug)]
pub struct Table {
    /// The table's rules.
    pub setup: Arc<Setup>,
    /// Number of seats.
    pub seats: u8,
    /// Rounds begun so far.
    pub rounds: u32,
    /// Whether a round is on.
    pub playing: bool,
    /// The rows by seat: instances in order of their places.
    rows: Vec<Vec<Instance>>,
    /// The draw pile, bottom first.
    pile: Vec<Instance>,
    /// The discard pile, oldest first.
    discards: Vec<Discarded>,
    /// The card that was drawn and is neither swapped nor discarded yet.
    pub drawn: Option<Drawn>,
    /// Number of the first instance of this round.
    base: u32,
    /// What is public of each instance of this round.
    cards: Vec<Card>,
    /// Cards that were shuffled together, in order of their instances.
    pools: Vec<Pool>,
    /// Whose turn it is, and how far it is.
    pub turn: Turn,
    /// What may be tossed in now.
    pub window: Option<Window>,
    /// The action that was played, as far as it is not done.
    pub pending: Option<Pending>,
    /// Action cards that were tossed in or declared and may be played.
    pub queued: Vec<Queued>,
    /// Penalties that each seat has still to take.
    pub owed: Vec<u8>,
    /// Own cards that each seat looked at before the first turn.
    pub peeked: Vec<u8>,
    /// Who called the round.
    pub caller: Option<Seat>,
    /// What the reveal will settle.
    pub(super) undecided: Undecided,
}

/// A card on the discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discarded {
    /// The card.
    pub instance: Instance,
    /// Its rank, where all have seen it.
    pub rank: Option<Rank>,
    /// Whether its action was played.
    pub used: bool,
}

/// A card in somebody's hand, between draw and swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Who drew it.
    pub seat: Seat,
    /// The card.
    pub instance: Instance,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who acts.
    pub seat: Seat,
    /// What was done of it.
    pub step: Step,
    /// Turns begun in this round.
    pub number: u32,
}

/// How far a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The ranks that match.
    pub ranks: RankSet,
    /// Seats that tossed in wrongly.
    pub failed: SeatSet,
}

/// An action that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Who played it.
    pub seat: Seat,
    /// What it lets the seat do.
    pub action: Action,
    /// What a Queen has looked at.
    pub looked: [Option<(Seat, Instance)>; 2],
}

/// An action card that may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queued {
    /// By whom.
    pub seat: Seat,
    /// Its rank.
    pub rank: Rank,
    /// Whether it was tossed in, and not declared.
    pub tossed: bool,
}

/// Decisions whose occasions are known when the cards are turned up: counts, so that a long round holds no more than its cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Undecided {
    /// How often a seat was free to toss in each rank, knew this card of its row, and left it there.
    pub held_back: BTreeMap<(Seat, Instance), [u32; RANKS]>,
    /// Cards that a seat tossed in and knew.
    pub tossed: BTreeMap<Seat, u32>,
    /// Cards that a seat drew unseen by others, and kept in its row.
    pub kept: Vec<(Seat, Instance)>,
}

impl Table {
    /// Before the first round.
    #[must_use]
    pub fn new(setup: &Setup, seats: usize) -> Self {
        Self {
            setup: Arc::new(setup.clone()),
            seats: u8::try_from(seats).unwrap_or(u8::MAX),
            rounds: 0,
            playing: false,
            rows: vec![Vec::new(); seats],
            pile: Vec::new(),
            discards: Vec::new(),
            drawn: None,
            base: 0,
            cards: Vec::new(),
            pools: Vec::new(),
            turn: Turn { seat: 0, step: Step::Begun, number: 0 },
            window: None,
            pending: None,
            queued: Vec::new(),
            owed: vec![0; seats],
            peeked: vec![0; seats],
            caller: None,
            undecided: Undecided::default(),
        }
    }

    /// A seat's row: instances in order of their places. Empty for a seat that is not at the table.
    #[must_use]
    pub fn row(&self, seat: Seat) -> &[Instance] {
        self.rows.get(usize::from(seat)).map_or(&[], |row| row)
    }

    /// All rows with their seats.
    pub fn rows(&self) -> impl Iterator<Item = (Seat, &[Instance])> {
        (0..).zip(self.rows.iter().map(Vec::as_slice))
    }

    /// The card at a place of a row.
    #[must_use]
    pub fn at(&self, seat: Seat, position: u8) -> Option<Instance> {
        self.row(seat).get(usize::from(position)).copied()
    }

    /// Where a card lies in the rows.
    #[must_use]
    pub fn place(&self, instance: Instance) -> Option<(Seat, u8)> {
        let within = |row: &[Instance]| row.iter().position(|other| *other == instance);
        self.rows().find_map(|(seat, row)| within(row).map(|position| (seat, position as u8)))
    }

    /// The top of the draw pile.
    #[must_use]
    pub fn next_draw(&self) -> Option<Instance> {
        self.pile.last().copied()
    }

    /// The draw pile, top first.
    pub fn pile(&self) -> impl ExactSizeIterator<Item = Instance> + DoubleEndedIterator + '_ {
        self.pile.iter().rev().copied()
    }

    /// The discard pile, oldest first; its top is the last.
    #[must_use]
    pub fn discards(&self) -> &[Discarded] {
        &self.discards
    }

    /// Cards that were shuffled together, the deck first, then each reshuffle. Empty before the first round.
    #[must_use]
    pub fn pools(&self) -> &[Pool] {
        &self.pools
    }

    /// Which of the [`pools`](Self::pools) a card is of.
    #[must_use]
    pub fn pool_of(&self, instance: Instance) -> Option<usize> {
        self.pools.iter().position(|pool| pool.instances.contains(&instance.0))
    }

    /// What is public of a card. Nothing is, of one that is not of this round.
    #[must_use]
    pub fn card(&self, instance: Instance) -> Card {
        let index = instance.0.checked_sub(self.base).map(|index| index as usize);
        index.and_then(|index| self.cards.get(index)).copied().unwrap_or_default()
    }

    /// Whether a seat has looked at a card.
    #[must_use]
    pub fn has_seen(&self, seat: Seat, instance: Instance) -> bool {
        self.card(instance).seen.contains(seat)
    }

    /// A card's rank, where all have seen it.
    #[must_use]
    pub fn shown(&self, instance: Instance) -> Option<Rank> {
        self.card(instance).shown
    }

    /// All instances of this round whose rank all have seen, in order.
    pub fn shown_cards(&self) -> impl Iterator<Item = (Instance, Rank)> {
        (self.base..).zip(&self.cards).filter_map(|(number, card)| card.shown.map(|rank| (Instance(number), rank)))
    }

    /// Whether all copies of a rank that this card could be are shown elsewhere.
    #[must_use]
    pub fn is_exhausted(&self, instance: Instance, rank: Rank) -> bool {
        let Some(pool) = self.pool_of(instance).and_then(|pool| self.pools.get(pool)) else { return false };
        let of_pool =
            |(other, shown): &(Instance, Rank)| *shown == rank && *other != instance && pool.instances.contains(&other.0);
        self.shown_cards().filter(of_pool).count() >= usize::from(pool.ranks[rank.index()])
    }

    /// The seat after another.
    #[must_use]
    pub fn next(&self, seat: Seat) -> Seat {
        (seat + 1) % self.seats.max(1)
    }

    /// Whose turn comes when this one is over; `None` where the round was called and comes back to its caller.
    #[must_use]
    pub fn next_turn(&self) -> Option<Seat> {
        let next = if self.turn.number == 0 { self.turn.seat } else { self.next(self.turn.seat) };
        (self.caller != Some(next)).then_some(next)
    }

    /// Whether a seat's row is out of another's reach: the caller's, once the round is called.
    #[must_use]
    pub fn is_protected(&self, target: Seat, from: Seat) -> bool {
        self.caller == Some(target) && target != from
    }

    /// Whether a card can be had from the draw pile, now or after a reshuffle.
    #[must_use]
    pub fn has_cards(&self) -> bool {
        !self.pile.is_empty() || self.discards.len() > 1
    }

    /// Ranks in the rows as all have seen them, in the order of the rows: for people and for tests.
    #[must_use]
    pub fn shown_rows(&self) -> BTreeMap<Seat, Vec<Option<Rank>>> {
        self.rows().map(|(seat, row)| (seat, row.iter().map(|card| self.shown(*card)).collect())).collect()
    }
}
