//! How an event moves turns, and what is open in them.

use std::sync::Arc;

use super::{Discarded, DrawnCard, Pending, Phase, Queued, Table, Turn, Window};
use crate::rulesets::vinto::choice::Choice;
use crate::rulesets::vinto::conduct;
use crate::rulesets::vinto::event::{Declare, Event, From, Peek, Reveal, Swap, TossIn, TossWindow, UseAction};
use crate::rulesets::vinto::instance::{Instance, SeatSet};
use crate::rulesets::vinto::rank::{Action, Rank, RankSet};
use crate::rulesets::{Conduct, Seat};

impl Table {
    /// The table after an event. What the setup hides from some is not looked at, so every observer's view gives the same.
    #[must_use]
    pub fn after(&self, event: &Event) -> Self {
        self.clone().moved(event).0
    }

    /// The table after an event, and what it settled.
    pub(super) fn moved(mut self, event: &Event) -> (Self, Vec<Conduct>) {
        let settled = conduct::settled(&self, event);
        if let Some(choice) = Choice::of(&self, event) {
            Arc::make_mut(&mut self.undecided).choose(choice);
        }
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
            Event::TakeDiscard(_) => self.turn.phase = Phase::Taken,
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
        self.turn = Turn { seat, phase: Phase::Begun, number: self.turn.number.saturating_add(1) };
        self.window = None;
        self.latest_window = None;
        self.pending = None;
        self.played_from = None;
        self.queued.clear();
    }

    fn open_window(&mut self, ranks: impl IntoIterator<Item = Rank>) {
        self.opens(Window { ranks: ranks.into_iter().collect(), failed: SeatSet::NONE });
    }

    fn opens(&mut self, window: Window) {
        self.window = Some(window);
        self.latest_window = Some(window);
    }

    /// The time to toss in after a King has named a card. One who was tossed in himself may only add to it.
    fn open_after_king(&mut self, named: Option<Rank>) {
        let ranks: RankSet = [Rank::King].into_iter().chain(named).collect();
        match self.latest_window {
            Some(latest) if self.played_from == Some(From::TossIn) && self.setup.tossed_king_adds() => {
                self.opens(Window { ranks: latest.ranks.or(ranks), ..latest });
            }
            _ => self.open_window(ranks.iter()),
        }
    }

    fn peek(&mut self, peek: &Peek) {
        let Some(instance) = self.at(peek.target, peek.position) else { return };
        self.look(peek.seat, instance);
        if self.is_coalition_look(peek) {
            return;
        }
        if self.turn.number == 0 {
            if let Some(peeked) = self.peeked.get_mut(usize::from(peek.seat)) {
                *peeked = peeked.saturating_add(1);
            }
            return;
        }
        match &mut self.pending {
            Some(Pending { action: Action::PeekAndSwitch, looked, .. }) => {
                let free = usize::from(looked[0].is_some());
                looked[free] = Some((peek.target, instance));
            }
            _ => self.pending = None,
        }
    }

    fn swap(&mut self, swap: &Swap) {
        self.turn.phase = Phase::Acted;
        let Some(DrawnCard { instance, .. }) = self.drawn.take() else { return };
        let row = self.row_mut(swap.seat);
        let Some(place) = row.and_then(|row| row.get_mut(usize::from(swap.position))) else { return };
        let out = std::mem::replace(place, instance);
        if self.shown(instance).is_none() {
            Arc::make_mut(&mut self.undecided).keep(swap.seat, instance);
        }
        let rank = if self.setup.shows_discards() { swap.out } else { None };
        self.look(swap.seat, out);
        // Face down, or not: a card that all have seen before is known.
        self.lay(out, rank.or(self.shown(out)), false);
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
                if let Some(top) = self.discards_mut().last_mut() {
                    top.used = true;
                }
                self.turn.phase = Phase::Acted;
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
                if let Some(card) = self.discards_mut().iter_mut().rev().skip(usize::from(tossed)).find(unused) {
                    card.used = true;
                }
            }
        }
        self.played_from = Some(used.from);
        self.pending = used.card.action().map(|action| Pending { seat: used.seat, action, looked: [None; 2] });
    }

    fn declare(&mut self, declare: &Declare) {
        self.pending = None;
        let Some(instance) = self.at(declare.target, declare.position) else { return };
        if declare.actual == Some(declare.rank) {
            if let Some(row) = self.row_mut(declare.target) {
                row.remove(usize::from(declare.position));
            }
            self.lay(instance, declare.actual, false);
            if self.played_from == Some(From::Discard) && self.setup.king_stays_on_top() {
                let named = self.discards.len().saturating_sub(1);
                self.discards_mut().swap(named.saturating_sub(1), named);
            }
            self.queue(declare.seat, declare.rank, false);
            self.open_after_king(Some(declare.rank));
            return;
        }
        if let Some(rank) = declare.actual {
            self.show(instance, rank);
        }
        self.owe(declare.seat, 1);
        self.open_after_king(None);
    }

    fn toss_in(&mut self, toss: &TossIn) {
        let cards: Vec<Instance> = toss.positions.iter().filter_map(|position| self.at(toss.seat, *position)).collect();
        if toss.success {
            let of_worth = cards.iter().zip(&toss.cards).filter(|(_, rank)| rank.value() > 0);
            let known = of_worth.filter(|(card, _)| self.has_seen(toss.seat, **card)).count();
            if known > 0 {
                Arc::make_mut(&mut self.undecided).toss(toss.seat, known as u32);
            }
        }
        Arc::make_mut(&mut self.undecided).toss_in(toss.seat, toss.success);
        for (instance, rank) in cards.iter().zip(&toss.cards) {
            self.show(*instance, *rank);
        }
        if !toss.success {
            let ranks = self.window.map_or(RankSet::default(), |window| window.ranks);
            let wrong = toss.cards.iter().filter(|rank| !ranks.contains(**rank)).count().max(1);
            self.owe(toss.seat, self.setup.penalties(wrong));
            if let Some(Window { ranks, failed }) = self.window {
                self.opens(Window { ranks, failed: failed.with(toss.seat) });
            }
            return;
        }
        if let Some(row) = self.row_mut(toss.seat) {
            row.retain(|instance| !cards.contains(instance));
        }
        for (instance, rank) in cards.iter().zip(&toss.cards) {
            // Tossed cards go under the top of the discard pile.
            let place = self.discards.len().saturating_sub(1);
            self.discards_mut().insert(place, Discarded { instance: *instance, rank: Some(*rank), used: false });
            self.queue(toss.seat, *rank, true);
        }
    }

    fn close_window(&mut self, closed: &TossWindow) {
        let ranks: RankSet = closed.ranks.iter().copied().collect();
        for seat in &closed.eligible {
            let row = self.row(*seat).iter().copied();
            for card in row.filter(|card| self.has_seen(*seat, *card)).collect::<Vec<Instance>>() {
                Arc::make_mut(&mut self.undecided).hold_back(*seat, card, ranks);
            }
        }
        self.window = None;
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
        self.latest_window = None;
        self.played_from = None;
        self.pending = None;
        self.drawn = None;
        self.queued.clear();
        self.undecided = Arc::default();
        self.owed.fill(0);
    }
}
