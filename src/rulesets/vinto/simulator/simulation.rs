//! A game in play: where every card really is, and the events that follow.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::mind::Mind;
use crate::belief::{WorldRng, shuffle};
use crate::rulesets::vinto::event::{Event, Reshuffle, view};
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::rank::Rank;
use crate::rulesets::vinto::setup::Setup;
use crate::rulesets::vinto::table::Table;
use crate::rulesets::vinto::world::World;
use crate::rulesets::{Change, Conduct, Observer, PublicTable as _, Revision, Seat};

/// A game with its truth.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// What is public.
    pub table: Table,
    /// The rank of each instance of this round.
    ranks: BTreeMap<Instance, Rank>,
    /// Cards that their owners swapped in.
    pub kept: BTreeSet<Instance>,
    /// Turns that are left to be played.
    pub left: u32,
    /// What happened, as the referee sees it.
    pub events: Vec<Event>,
    /// The true world before the first event and after each.
    pub truth: Vec<World>,
    /// What was settled so far.
    pub conduct: Vec<Conduct>,
}

impl Simulation {
    /// A table before the first round.
    #[must_use]
    pub fn new(setup: &Setup, seats: usize, turns: u32) -> Self {
        let mut game = Self {
            table: Table::of(Arc::new(setup.clone()), seats),
            ranks: BTreeMap::new(),
            kept: BTreeSet::new(),
            left: turns,
            events: Vec::new(),
            truth: Vec::new(),
            conduct: Vec::new(),
        };
        game.truth.push(game.world());
        game
    }

    /// The rank of a card.
    #[must_use]
    pub fn rank(&self, instance: Instance) -> Option<Rank> {
        self.ranks.get(&instance).copied()
    }

    /// Where every hidden card is.
    #[must_use]
    pub fn world(&self) -> World {
        let rank = |instance: Instance| self.rank(instance);
        let row = |(seat, row): (Seat, &[Instance])| (seat, row.iter().copied().filter_map(rank).collect());
        let unseen = self.table.discards().iter().filter(|card| card.rank.is_none());
        World {
            rows: self.table.rows().map(row).collect(),
            draw_pile: self.table.pile().filter_map(rank).collect(),
            drawn: self.table.drawn.and_then(|drawn| self.rank(drawn.instance)),
            face_down: unseen.filter_map(|card| self.rank(card.instance)).collect(),
        }
    }

    /// What each seat's row costs.
    #[must_use]
    pub fn totals(&self) -> Vec<i32> {
        let total = |row: &[Instance]| row.iter().filter_map(|card| self.rank(*card)).map(Rank::value).sum();
        self.table.rows().map(|(_, row)| total(row)).collect()
    }

    /// Lays a shuffled deck on the instances that a round will give out, and gives the order.
    pub(super) fn shuffled(rng: &mut WorldRng) -> Vec<Rank> {
        let copies = |rank: Rank| std::iter::repeat_n(rank, usize::from(Rank::IN_DECK[rank.index()]));
        let mut deck: Vec<Rank> = Rank::ALL.into_iter().flat_map(copies).collect();
        shuffle(&mut deck, rng);
        deck
    }

    /// Records an event; `fresh` are the ranks of the instances that it makes, in their order.
    pub(super) fn record(&mut self, minds: &mut [&mut dyn Mind], event: Event, fresh: &[Rank]) {
        let setup = Arc::clone(&self.table.setup);
        let (after, conduct) = self.table.clone().advance(&view(&setup, &event, Observer::Public));
        let at = self.events.len() as Revision + 1;
        for (seat, mind) in (0..).zip(minds.iter_mut()) {
            let view = view(&setup, &event, Observer::Seat(seat));
            mind.watch(&Change { view: &*view, at, before: &self.table, after: &after });
        }
        if matches!(event, Event::Round(_)) {
            self.ranks.clear();
            self.kept.clear();
        }
        self.table = after;
        self.conduct.extend(conduct);
        if let Some(pool) = self.table.pools().last().filter(|_| !fresh.is_empty()) {
            self.ranks.extend(pool.instances().map(Instance).zip(fresh.iter().copied()));
        }
        self.events.push(event);
        self.truth.push(self.world());
    }

    /// Makes sure that a card can be drawn: shuffles the discards under a pile of at most `low` cards. `None` where that cannot be.
    pub(super) fn refill(&mut self, low: usize, minds: &mut [&mut dyn Mind], rng: &mut WorldRng) -> Option<()> {
        let pile = self.table.pile().len();
        if pile > low {
            return Some(());
        }
        let under = self.table.under_top();
        let ranks: Option<Vec<Rank>> = under.iter().map(|card| card.rank).collect();
        match ranks {
            Some(mut ranks) if !ranks.is_empty() => {
                shuffle(&mut ranks, rng);
                self.record(minds, Event::Reshuffle(Reshuffle { kept: u8::try_from(pile).ok()? }), &ranks);
                Some(())
            }
            _ => (pile > 0).then_some(()),
        }
    }
}
