//! How an event moves cards, turns and what is public.

use super::{Discarded, Drawn, Pending, Queued, Step, Table, Turn, Undecided, Window};
use crate::rulesets::vinto::conduct;
use crate::rulesets::vinto::event::{Declare, Event, From, Peek, Reveal, Round, Swap, Switch, TossIn, TossWindow, UseAction};
use crate::rulesets::vinto::instance::{Card, Instance, Pool, SeatSet};
use crate::rulesets::vinto::rank::{DECK, Rank, RankSet};
use crate::rulesets::{Conduct, Seat};

impl Table {
    /// The table after an event. What the setup hides from some is not looked at, so every observer's view gives the same.
    #[must_use]
    pub fn after(&self, event: &Event) -> Self {
        self.clone().advance(event).0
    }

    /// The table after an event, and what it settled.
    #[must_use]
    pub fn advance(mut self, event: &Event) -> (Self, Vec<Conduct>) {
        let settled = conduct::settled(&self, event);
        self.begin_turn(event);
        match event {
            Event::Round(round) => self.deal(round),
            Event::Peek(peek) => self.peek(peek),
            Event::Draw(draw) => self.draw(draw.seat, draw.card),
            Event::Swap(swap) => self.swap(swap),
            Event::Discard(discard) => {
                self.lay_drawn(discard.card, false);
                self.open_window([discard.card]);
            }
            Event::UseAction(used) => self.use_action(used),
            Event::ForceDraw(force) => {
                self.take_unseen(force.target);
                self.pending = None;
            }
            Event::TakeDiscard(_) => self.turn.step = Step::Taken,
            Event::Switch(switch) => self.switch(switch),
            Event::Declare(declare) => self.declare(declare),
            Event::TossIn(toss) => self.toss_in(toss),
            Event::TossWindow(window) => self.close_window(window),
            Event::Penalty(penalty) => {
                self.take_unseen(penalty.seat);
                if let Some(owed) = self.owed.get_mut(usize::from(penalty.seat)) {
                    *owed = owed.saturating_sub(1);
                }
            }
            Event::Reshuffle(_) => self.reshuffle(),
            Event::Vinto(vinto) => self.caller = Some(vinto.seat),
            Event::Reveal(reveal) => self.reveal(reveal),
        }
        (self, settled)
    }

    /// The next turn begins with the first card that is taken in it, or with the call of the round.
    fn begin_turn(&mut self, event: &Event) {
        let seat = match event {
            Event::Draw(draw) => draw.seat,
            Event::TakeDiscard(take) => take.seat,
            Event::Vinto(vinto) if vinto.seat != self.turn.seat || self.turn.number == 0 => vinto.seat,
            _ => return,
        };
        self.turn = Turn { seat, step: Step::Begun, number: self.turn.number.saturating_add(1) };
        self.window = None;
        self.pending = None;
        self.queued.clear();
    }

    fn deal(&mut self, round: &Round) {
        let mut fresh = Self::new(&self.setup, usize::from(self.seats));
        fresh.setup = std::sync::Arc::clone(&self.setup);
        fresh.rounds = self.rounds.saturating_add(1);
        fresh.playing = true;
        fresh.base = self.base.saturating_add(self.cards.len() as u32);
        fresh.turn.seat = round.first;
        let mut deck = fresh.shuffle(Rank::IN_DECK, DECK);
        for row in &mut fresh.rows {
            row.extend(deck.by_ref().take(usize::from(self.setup.row())));
        }
        if let Some(rank) = round.discard
            && let Some(instance) = deck.next()
        {
            fresh.show(instance, rank);
            fresh.discards.push(Discarded { instance, rank: Some(rank), used: true });
        }
        fresh.pile = deck.collect();
        fresh.pile.reverse();
        *self = fresh;
    }

    /// Fresh instances for cards that were shuffled together.
    fn shuffle(&mut self, ranks: [u8; 14], count: usize) -> impl Iterator<Item = Instance> + use<> {
        let start = self.base.saturating_add(self.cards.len() as u32);
        let end = start.saturating_add(count as u32);
        self.cards.resize(self.cards.len() + count, Card::default());
        self.pools.push(Pool { instances: start..end, ranks });
        (start..end).map(Instance)
    }

    fn card_mut(&mut self, instance: Instance) -> Option<&mut Card> {
        let index = instance.0.checked_sub(self.base)?;
        self.cards.get_mut(index as usize)
    }

    fn look(&mut self, seat: Seat, instance: Instance) {
        if let Some(card) = self.card_mut(instance) {
            card.seen = card.seen.with(seat);
        }
    }

    fn show(&mut self, instance: Instance, rank: Rank) {
        if let Some(card) = self.card_mut(instance) {
            *card = Card { seen: SeatSet::ALL, shown: Some(rank) };
        }
    }

    fn lay(&mut self, instance: Instance, rank: Option<Rank>, used: bool) {
        if let Some(rank) = rank {
            self.show(instance, rank);
        }
        self.discards.push(Discarded { instance, rank, used });
    }

    fn lay_drawn(&mut self, rank: Rank, used: bool) {
        if let Some(drawn) = self.drawn.take() {
            self.lay(drawn.instance, Some(rank), used);
        }
        self.turn.step = Step::Acted;
    }

    fn open_window(&mut self, ranks: impl IntoIterator<Item = Rank>) {
        self.window = Some(Window { ranks: ranks.into_iter().collect(), failed: SeatSet::NONE });
    }

    fn peek(&mut self, peek: &Peek) {
        let Some(instance) = self.at(peek.target, peek.position) else { return };
        self.look(peek.seat, instance);
        if self.turn.number == 0 {
            if let Some(peeked) = self.peeked.get_mut(usize::from(peek.seat)) {
                *peeked = peeked.saturating_add(1);
            }
            return;
        }
        match &mut self.pending {
            Some(Pending { action: super::Action::PeekAndSwitch, looked, .. }) => {
                let free = usize::from(looked[0].is_some());
                looked[free] = Some((peek.target, instance));
            }
            _ => self.pending = None,
        }
    }

    fn draw(&mut self, seat: Seat, card: Option<Rank>) {
        let Some(instance) = self.pile.pop() else { return };
        match card {
            Some(rank) if self.setup.shows_draws() => self.show(instance, rank),
            _ => self.look(seat, instance),
        }
        self.drawn = Some(Drawn { seat, instance });
        self.turn.step = Step::Drawn;
    }

    fn swap(&mut self, swap: &Swap) {
        self.turn.step = Step::Acted;
        let Some(Drawn { instance, .. }) = self.drawn.take() else { return };
        let row = self.rows.get_mut(usize::from(swap.seat));
        let Some(place) = row.and_then(|row| row.get_mut(usize::from(swap.position))) else { return };
        let out = std::mem::replace(place, instance);
        if self.shown(instance).is_none() {
            self.undecided.kept.push((swap.seat, instance));
        }
        let rank = if self.setup.shows_discards() { swap.out } else { None };
        self.look(swap.seat, out);
        self.lay(out, rank, false);
        self.window = None;
        if let Some(rank) = rank {
            self.open_window([rank]);
        }
        if let Some(declared) = swap.declared {
            if rank == Some(declared) {
                self.queue(swap.seat, declared, false);
            } else if rank.is_some() {
                self.owe(swap.seat, 1);
            }
        }
    }

    fn queue(&mut self, seat: Seat, rank: Rank, tossed: bool) {
        if rank.action().is_some() {
            self.queued.push(Queued { seat, rank, tossed });
        }
    }

    fn owe(&mut self, seat: Seat, cards: u8) {
        if let Some(owed) = self.owed.get_mut(usize::from(seat)) {
            *owed = owed.saturating_add(cards);
        }
    }

    fn use_action(&mut self, used: &UseAction) {
        match used.from {
            From::Drawn => {
                self.lay_drawn(used.card, true);
                self.open_window([used.card]);
            }
            From::Discard => {
                if let Some(top) = self.discards.last_mut() {
                    top.used = true;
                }
                self.turn.step = Step::Acted;
                self.open_window([used.card]);
            }
            From::TossIn | From::Declared => {
                let tossed = used.from == From::TossIn;
                let wanted = Queued { seat: used.seat, rank: used.card, tossed };
                if let Some(place) = self.queued.iter().position(|queued| *queued == wanted) {
                    self.queued.remove(place);
                }
                // A tossed card lies under the top, which may be another of its rank that nobody has played yet.
                let unused = |card: &&mut Discarded| card.rank == Some(used.card) && !card.used;
                if let Some(card) = self.discards.iter_mut().rev().skip(usize::from(tossed)).find(unused) {
                    card.used = true;
                }
            }
        }
        self.pending = used.card.action().map(|action| Pending { seat: used.seat, action, looked: [None; 2] });
    }

    fn take_unseen(&mut self, seat: Seat) {
        let Some(row) = self.rows.get_mut(usize::from(seat)) else { return };
        row.extend(self.pile.pop());
    }

    fn switch(&mut self, switch: &Switch) {
        self.pending = None;
        if !switch.executed {
            return;
        }
        let (a, b) = (switch.a, switch.b);
        let (Some(first), Some(second)) = (self.at(a.seat, a.position), self.at(b.seat, b.position)) else { return };
        self.rows[usize::from(a.seat)][usize::from(a.position)] = second;
        self.rows[usize::from(b.seat)][usize::from(b.position)] = first;
    }

    fn declare(&mut self, declare: &Declare) {
        self.pending = None;
        let Some(instance) = self.at(declare.target, declare.position) else { return };
        if declare.actual == Some(declare.rank) {
            self.rows[usize::from(declare.target)].remove(usize::from(declare.position));
            self.lay(instance, declare.actual, false);
            self.queue(declare.seat, declare.rank, false);
            self.open_window([Rank::King, declare.rank]);
            return;
        }
        if let Some(rank) = declare.actual {
            self.show(instance, rank);
        }
        self.owe(declare.seat, 1);
        self.open_window([Rank::King]);
    }

    fn toss_in(&mut self, toss: &TossIn) {
        let cards: Vec<Instance> = toss.positions.iter().filter_map(|position| self.at(toss.seat, *position)).collect();
        if toss.success {
            let of_worth = cards.iter().zip(&toss.cards).filter(|(_, rank)| rank.value() > 0);
            let known = of_worth.filter(|(card, _)| self.has_seen(toss.seat, **card)).count();
            if known > 0 {
                *self.undecided.tossed.entry(toss.seat).or_default() += known as u32;
            }
        }
        for (instance, rank) in cards.iter().zip(&toss.cards) {
            self.show(*instance, *rank);
        }
        if !toss.success {
            let ranks = self.window.map_or(RankSet::default(), |window| window.ranks);
            let wrong = toss.cards.iter().filter(|rank| !ranks.contains(**rank)).count().max(1);
            self.owe(toss.seat, self.setup.penalties(wrong));
            if let Some(window) = &mut self.window {
                window.failed = window.failed.with(toss.seat);
            }
            return;
        }
        if let Some(row) = self.rows.get_mut(usize::from(toss.seat)) {
            row.retain(|instance| !cards.contains(instance));
        }
        for (instance, rank) in cards.iter().zip(&toss.cards) {
            // Tossed cards go under the top of the discard pile.
            let place = self.discards.len().saturating_sub(1);
            self.discards.insert(place, Discarded { instance: *instance, rank: Some(*rank), used: false });
            self.queue(toss.seat, *rank, true);
        }
    }

    fn close_window(&mut self, closed: &TossWindow) {
        let ranks: RankSet = closed.ranks.iter().copied().collect();
        for seat in &closed.eligible {
            let known: Vec<Instance> =
                self.row(*seat).iter().copied().filter(|instance| self.has_seen(*seat, *instance)).collect();
            for card in known {
                let counts = self.undecided.held_back.entry((*seat, card)).or_default();
                ranks.iter().for_each(|rank| counts[rank.index()] += 1);
            }
        }
        self.window = None;
    }

    fn reshuffle(&mut self) {
        let Some(top) = self.discards.pop() else { return };
        let mut ranks = [0; 14];
        let shuffled = std::mem::replace(&mut self.discards, vec![top]);
        for rank in shuffled.iter().filter_map(|card| card.rank) {
            ranks[rank.index()] += 1;
        }
        let mut pile: Vec<Instance> = self.shuffle(ranks, shuffled.len()).collect();
        pile.reverse();
        pile.append(&mut self.pile);
        self.pile = pile;
    }

    fn reveal(&mut self, reveal: &Reveal) {
        for (seat, hand) in &reveal.hands {
            for (position, rank) in (0..).zip(hand) {
                if let Some(instance) = self.at(*seat, position) {
                    self.show(instance, *rank);
                }
            }
        }
        self.playing = false;
        self.window = None;
        self.pending = None;
        self.drawn = None;
        self.queued.clear();
        self.undecided = Undecided::default();
        self.owed.fill(0);
    }
}
