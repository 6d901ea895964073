//! What is public: which card instance lies where, who has looked at it, what all have seen of it, and whose turn it is.
//!
//! # For a belief
//!
//! An update is handed the table before the event and the one after it. Both follow from any observer's view of the event: hidden
//! parts are not looked at.
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
//! | `toss_in` | [`Table::at`]`(seat, positions)` | on the discards if all matched; the cards after them move up |
//! | `reshuffle` | [`Table::under_top`] | a new pool of fresh instances under the pile |
//!
//! An unseen instance's rank is one of its pool's. Ranks laid on the instances of one pool are exchangeable, and pools are independent
//! of each other; a pool's instances that are in the pile are the deck. What is hidden in a draw is only its rank: so who has seen
//! which instance is public, and stands here; what they saw stands in each observer's belief.
//!
//! # Memory
//!
//! Rows, piles and pools are shared from one table to the next: a clone copies some pointers, and an event copies the parts that it
//! changes. None of rows, piles and discards is longer than a deck, and neither are there more pools than cards: one of which no card lies
//! anywhere is dropped. What the reveal will settle has bounds of its own (`Undecided`).

mod advance;
mod cards;
mod parts;

pub use parts::{Discarded, DrawnCard, Pending, Phase, Queued, Turn, Window};

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::event::{Event, From, Peek};
use super::instance::{Card, Instance, Pool};
use super::rank::{Action, Rank, RankCounts};
use super::setup::{MOST_SEATS, Setup};
use super::{Opening, Vinto};
use crate::rulesets::{Conduct, PublicTable, Seat};
use parts::Undecided;

/// Which of some pools, in order of their instances, a card is of.
fn place_in(pools: &[Arc<Pool>], instance: Instance) -> Option<usize> {
    let place = pools.partition_point(|pool| pool.instances().end <= instance.0);
    pools.get(place).filter(|pool| pool.instances().contains(&instance.0)).map(|_| place)
}

/// A seat's cards, in order of their places.
type Row = Arc<Vec<Instance>>;

/// The public state of a game. It is also what a snapshot holds, but for what the opening says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The table's rules.
    #[serde(skip)]
    pub setup: Arc<Setup>,
    /// Number of seats.
    #[serde(skip)]
    pub seats: u8,
    /// Rounds begun so far.
    pub rounds: u32,
    /// Whether a round is on.
    pub playing: bool,
    /// The rows by seat: instances in order of their places.
    rows: Arc<Vec<Row>>,
    /// The draw pile, bottom first.
    pile: Arc<Vec<Instance>>,
    /// The discard pile, oldest first.
    discards: Arc<Vec<Discarded>>,
    /// The card that was drawn and is neither swapped nor discarded yet.
    pub drawn: Option<DrawnCard>,
    /// Cards of this round that were shuffled together, in order of their instances.
    pools: Arc<Vec<Arc<Pool>>>,
    /// Whose turn it is, and how far it is.
    pub turn: Turn,
    /// What may be tossed in now.
    pub window: Option<Window>,
    /// The action that was played, as far as it is not done.
    pub pending: Option<Pending>,
    /// Action cards that were tossed in or declared and may be played.
    pub queued: Vec<Queued>,
    /// Penalties that each seat has still to take.
    pub owed: [u8; MOST_SEATS],
    /// Own cards that each seat looked at before the first turn.
    pub peeked: [u8; MOST_SEATS],
    /// Who called the round.
    pub caller: Option<Seat>,
    /// What the reveal will settle.
    pub(super) undecided: Arc<Undecided>,
    /// The latest time to toss in of this turn, whether or not it is over: what a tossed-in King may add his ranks to.
    latest_window: Option<Window>,
    /// Where the card came from whose action was played last.
    played_from: Option<From>,
}

impl PublicTable<Vinto> for Table {
    type Frozen = Self;

    fn new(opening: &Opening<Vinto>) -> Self {
        Self::of(Arc::new(opening.setup.clone()), opening.seats.len())
    }

    fn advance(self, public_view: &Event) -> (Self, Vec<Conduct>) {
        self.moved(public_view)
    }

    fn freeze(&self) -> Self {
        self.clone()
    }

    fn thaw(opening: &Opening<Vinto>, frozen: Self) -> Self {
        let Self { setup, seats, .. } = Self::new(opening);
        frozen.seated(setup, seats)
    }

    fn weigh(&self) -> usize {
        const ARC: usize = 2 * size_of::<usize>();
        const LIST: usize = ARC + size_of::<Vec<Row>>();
        let row = |row: &Row| size_of::<Row>() + LIST + row.capacity() * size_of::<Instance>();
        let pool =
            |pool: &Arc<Pool>| size_of::<Arc<Pool>>() + ARC + size_of::<Pool>() + pool.cards.capacity() * size_of::<Card>();
        size_of::<Self>()
            + ARC
            + size_of::<Setup>()
            + LIST
            + self.rows.iter().map(row).sum::<usize>()
            + LIST
            + self.pile.capacity() * size_of::<Instance>()
            + LIST
            + self.discards.capacity() * size_of::<Discarded>()
            + LIST
            + self.pools.iter().map(pool).sum::<usize>()
            + self.queued.capacity() * size_of::<Queued>()
            + ARC
            + size_of::<Undecided>()
            + self.undecided.heap()
    }
}

impl Table {
    /// Before the first round, with these rules.
    #[must_use]
    pub fn of(setup: Arc<Setup>, seats: usize) -> Self {
        let seats = u8::try_from(seats).unwrap_or(u8::MAX);
        Self {
            setup,
            seats,
            rounds: 0,
            playing: false,
            rows: Arc::new(vec![Row::default(); usize::from(seats)]),
            pile: Arc::default(),
            discards: Arc::default(),
            drawn: None,
            pools: Arc::default(),
            turn: Turn { seat: 0, phase: Phase::Begun, number: 0 },
            window: None,
            pending: None,
            queued: Vec::new(),
            owed: [0; MOST_SEATS],
            peeked: [0; MOST_SEATS],
            caller: None,
            undecided: Arc::default(),
            latest_window: None,
            played_from: None,
        }
    }

    /// A table from a snapshot, with what the opening says. Whatever was stored, it is one that can be played on: there is a row for each
    /// seat, a seat of the table has the turn, and no pool has more cards of a rank than the deck.
    fn seated(mut self, setup: Arc<Setup>, seats: u8) -> Self {
        self.setup = setup;
        self.seats = seats;
        if self.rows.len() != usize::from(seats) {
            Arc::make_mut(&mut self.rows).resize(usize::from(seats), Row::default());
        }
        self.turn.seat = self.turn.seat.min(seats.saturating_sub(1));
        let most = |ranks: &RankCounts| ranks.iter().zip(&Rank::IN_DECK).all(|(cards, most)| cards <= most);
        if !self.pools.iter().all(|pool| most(&pool.ranks)) {
            for pool in Arc::make_mut(&mut self.pools) {
                let ranks = &mut Arc::make_mut(pool).ranks;
                ranks.iter_mut().zip(Rank::IN_DECK).for_each(|(cards, most)| *cards = most.min(*cards));
            }
        }
        self
    }

    /// A seat's row: instances in order of their places. Empty for a seat that is not at the table.
    #[must_use]
    pub fn row(&self, seat: Seat) -> &[Instance] {
        self.rows.get(usize::from(seat)).map_or(&[], |row| row.as_slice())
    }

    /// All rows with their seats.
    pub fn rows(&self) -> impl Iterator<Item = (Seat, &[Instance])> {
        (0..).zip(self.rows.iter().map(|row| row.as_slice()))
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

    /// The discards under the top, which a reshuffle takes. A card that was taken from the discards and not played yet is in hand, and the one under it is
    /// the top.
    #[must_use]
    pub fn under_top(&self) -> &[Discarded] {
        let over = 1 + usize::from(self.turn.phase == Phase::Taken);
        &self.discards[..self.discards.len().saturating_sub(over)]
    }

    /// Cards that were shuffled together, the deck first, then each reshuffle; those alone of which a card lies anywhere. Empty before the first
    /// round.
    #[must_use]
    pub fn pools(&self) -> &[Arc<Pool>] {
        &self.pools
    }

    /// Which of the [`pools`](Self::pools) a card is of.
    #[must_use]
    pub fn pool_of(&self, instance: Instance) -> Option<usize> {
        place_in(&self.pools, instance)
    }

    /// What is public of a card. Nothing is, of one that is not of this round.
    #[must_use]
    pub fn card(&self, instance: Instance) -> Card {
        let pool = self.pool_of(instance).and_then(|pool| self.pools.get(pool));
        pool.and_then(|pool| pool.cards.get(pool.index(instance)?)).copied().unwrap_or_default()
    }

    /// Whether a seat has looked at a card.
    #[must_use]
    pub fn has_seen(&self, seat: Seat, instance: Instance) -> bool {
        self.card(instance).seen.contains(seat)
    }

    /// The rank of a card of this round that all have seen, wherever it lies or lay: of one that was shuffled again nothing is known but what is
    /// undecided of it.
    pub(super) fn once_shown(&self, instance: Instance) -> Option<Rank> {
        self.shown(instance).or_else(|| self.undecided.shown(instance))
    }

    /// A card's rank, where all have seen it.
    #[must_use]
    pub fn shown(&self, instance: Instance) -> Option<Rank> {
        self.card(instance).shown
    }

    /// Whether all copies of a rank that this card could be are shown elsewhere.
    #[must_use]
    pub fn is_exhausted(&self, instance: Instance, rank: Rank) -> bool {
        let Some(pool) = self.pool_of(instance).and_then(|pool| self.pools.get(pool)) else { return false };
        let others = pool.shown().filter(|(other, shown)| *shown == rank && *other != instance);
        others.count() >= usize::from(pool.ranks[rank.index()])
    }

    /// The seat after another.
    #[must_use]
    pub fn next(&self, seat: Seat) -> Seat {
        seat.saturating_add(1) % self.seats.max(1)
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

    /// Whether a seat looks at another's card as one of those who did not call the round, where the table lets them, and not by an action
    /// that it has played.
    #[must_use]
    pub fn is_coalition_look(&self, peek: &Peek) -> bool {
        self.setup.coalition_may_look() && self.is_look_of_allies(peek)
    }

    /// The same, whether or not the table lets them.
    #[must_use]
    pub fn is_look_of_allies(&self, peek: &Peek) -> bool {
        let by_action = self.pending.filter(|pending| pending.seat == peek.seat).is_some_and(|pending| match pending.action {
            Action::PeekOther => true,
            Action::PeekAndSwitch => pending.looked[1].is_none(),
            _ => false,
        });
        let allies = |caller: Seat| caller != peek.seat && caller != peek.target && peek.seat != peek.target;
        self.turn.number > 0 && self.caller.is_some_and(allies) && !by_action
    }

    /// Whether there are discards to shuffle, and all of them are known to all.
    #[must_use]
    pub fn can_reshuffle(&self) -> bool {
        !self.under_top().is_empty() && self.under_top().iter().all(|card| card.rank.is_some())
    }

    /// Whether a card can be had from the draw pile, now or after a reshuffle.
    #[must_use]
    pub fn has_cards(&self) -> bool {
        !self.pile.is_empty() || self.can_reshuffle()
    }

    /// Ranks in the rows as all have seen them, in the order of the rows: for people and for tests.
    #[must_use]
    pub fn shown_rows(&self) -> BTreeMap<Seat, Vec<Option<Rank>>> {
        self.rows().map(|(seat, row)| (seat, row.iter().map(|card| self.shown(*card)).collect())).collect()
    }
}
