//! How cards move: from the deck to rows and piles, and from place to place. What changes is copied first where another table shares it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Discarded, DrawnCard, Phase, Table};
use crate::rulesets::Seat;
use crate::rulesets::vinto::event::{Round, Switch};
use crate::rulesets::vinto::instance::{Card, Instance, Pool, SeatSet};
use crate::rulesets::vinto::rank::{DECK, RANKS, Rank, RankCounts};

impl Table {
    pub(super) fn deal(&mut self, round: &Round) {
        let mut fresh = Self::of(Arc::clone(&self.setup), usize::from(self.seats));
        fresh.rounds = self.rounds.saturating_add(1);
        fresh.playing = true;
        fresh.turn.seat = round.first;
        let mut deck = fresh.shuffle(self.next_instance(), Rank::IN_DECK, DECK);
        for row in Arc::make_mut(&mut fresh.rows) {
            *row = Arc::new(deck.by_ref().take(usize::from(self.setup.row())).collect());
        }
        if let Some(rank) = round.discard
            && let Some(instance) = deck.next()
        {
            fresh.show(instance, rank);
            Arc::make_mut(&mut fresh.discards).push(Discarded { instance, rank: Some(rank), used: true });
        }
        let mut pile: Vec<Instance> = deck.collect();
        pile.reverse();
        fresh.pile = Arc::new(pile);
        *self = fresh;
    }

    /// Number of the first instance that no card has had yet.
    fn next_instance(&self) -> u32 {
        self.pools.last().map_or(0, |pool| pool.instances().end)
    }

    /// Fresh instances for cards that were shuffled together.
    fn shuffle(&mut self, first: u32, ranks: RankCounts, count: usize) -> impl Iterator<Item = Instance> + use<> {
        let pool = Pool { first, cards: vec![Card::default(); count], ranks };
        let instances = pool.instances();
        Arc::make_mut(&mut self.pools).push(Arc::new(pool));
        instances.map(Instance)
    }

    /// A row that is about to change.
    pub(super) fn row_mut(&mut self, seat: Seat) -> Option<&mut Vec<Instance>> {
        Arc::make_mut(&mut self.rows).get_mut(usize::from(seat)).map(Arc::make_mut)
    }

    /// The discard pile, which is about to change.
    pub(super) fn discards_mut(&mut self) -> &mut Vec<Discarded> {
        Arc::make_mut(&mut self.discards)
    }

    /// Changes what is public of a card, where anything does change.
    fn set_card(&mut self, instance: Instance, set: impl FnOnce(Card) -> Card) {
        let stands = self.card(instance);
        let card = set(stands);
        let Some(place) = self.pool_of(instance).filter(|_| card != stands) else { return };
        let pool = Arc::make_mut(&mut Arc::make_mut(&mut self.pools)[place]);
        if let Some(index) = pool.index(instance) {
            pool.cards[index] = card;
        }
    }

    pub(super) fn look(&mut self, seat: Seat, instance: Instance) {
        self.set_card(instance, |card| Card { seen: card.seen.with(seat), ..card });
    }

    pub(super) fn show(&mut self, instance: Instance, rank: Rank) {
        self.set_card(instance, |_| Card { seen: SeatSet::ALL, shown: Some(rank) });
    }

    pub(super) fn lay(&mut self, instance: Instance, rank: Option<Rank>, used: bool) {
        if let Some(rank) = rank {
            self.show(instance, rank);
        }
        self.discards_mut().push(Discarded { instance, rank, used });
    }

    pub(super) fn lay_drawn(&mut self, rank: Rank, used: bool) {
        if let Some(drawn) = self.drawn.take() {
            self.lay(drawn.instance, Some(rank), used);
        }
        self.turn.phase = Phase::Acted;
    }

    fn take_top(&mut self) -> Option<Instance> {
        if self.pile.is_empty() { None } else { Arc::make_mut(&mut self.pile).pop() }
    }

    pub(super) fn draw(&mut self, seat: Seat, card: Option<Rank>) {
        let Some(instance) = self.take_top() else { return };
        match card {
            Some(rank) if self.setup.shows_draws() => self.show(instance, rank),
            _ => self.look(seat, instance),
        }
        self.drawn = Some(DrawnCard { seat, instance });
        self.turn.phase = Phase::Drawn;
    }

    pub(super) fn take_unseen(&mut self, seat: Seat) {
        if usize::from(seat) >= self.rows.len() {
            return;
        }
        let top = self.take_top();
        if let Some(row) = self.row_mut(seat) {
            row.extend(top);
        }
    }

    pub(super) fn switch(&mut self, switch: &Switch) {
        self.pending = None;
        if !switch.executed {
            return;
        }
        let (a, b) = (switch.a, switch.b);
        let (Some(first), Some(second)) = (self.at(a.seat, a.position), self.at(b.seat, b.position)) else { return };
        for (place, card) in [(a, second), (b, first)] {
            if let Some(row) = self.row_mut(place.seat) {
                row[usize::from(place.position)] = card;
            }
        }
    }

    pub(super) fn reshuffle(&mut self) {
        let count = self.under_top().len();
        let (shuffled, left) = self.discards.split_at(count);
        let left = left.to_vec();
        let mut ranks: RankCounts = [0; RANKS];
        for rank in shuffled.iter().filter_map(|card| card.rank) {
            ranks[rank.index()] = ranks[rank.index()].saturating_add(1);
        }
        let mut pile: Vec<Instance> = self.shuffle(self.next_instance(), ranks, count).collect();
        pile.reverse();
        pile.extend_from_slice(&self.pile);
        self.pile = Arc::new(pile);
        self.discards = Arc::new(left);
        self.drop_pools();
    }

    /// Pools of which no card lies anywhere any more are left to what is undecided of them. The last one, just shuffled, is not among them.
    fn drop_pools(&mut self) {
        let rows = self.rows().flat_map(|(_, row)| row.iter().copied());
        let discards = self.discards.iter().map(|card| card.instance);
        let lie = rows.chain(self.pile()).chain(discards).chain(self.drawn.map(|drawn| drawn.instance));
        let used: BTreeSet<usize> = lie.filter_map(|card| self.pool_of(card)).collect();
        if used.len() < self.pools.len() {
            let all = self.pools.iter().enumerate();
            let (used, gone): (Vec<_>, Vec<_>) = all.partition(|(place, _)| used.contains(place));
            let [used, gone] = [used, gone].map(|pools| pools.into_iter().map(|(_, pool)| Arc::clone(pool)).collect::<Vec<_>>());
            self.pools = Arc::new(used);
            gone.into_iter().for_each(|pool| Arc::make_mut(&mut self.undecided).leave(pool));
        }
    }
}
