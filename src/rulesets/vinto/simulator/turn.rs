//! The course of a round: who is asked what, and the events that follow.

use super::mind::{Act, Mind, Spot};
use super::simulation::Simulation;
use crate::belief::{WorldRng, below, shuffle};
use crate::rulesets::Seat;
use crate::rulesets::vinto::event::{
    Declare, Discard, Draw, Event, ForceDraw, From, Peek, Penalty, Place, Reveal, Round, Swap, Switch, TakeDiscard, TossIn,
    TossWindow, UseAction, Vinto,
};
use crate::rulesets::vinto::rank::{Action, Rank};

/// A round being played: the players, and the game that they are in.
struct Course<'a, 'm> {
    game: &'a mut Simulation,
    minds: &'a mut [&'m mut dyn Mind],
    rng: &'a mut WorldRng,
}

/// Plays a round to its end. `None` where it could not be: no turns or no cards are left.
pub(super) fn round(game: &mut Simulation, minds: &mut [&mut dyn Mind], rng: &mut WorldRng) -> Option<()> {
    let mut course = Course { game, minds, rng };
    course.deal();
    while let Some(seat) = course.game.table.next_turn() {
        course.turn(seat)?;
    }
    let rows = course.game.world().rows;
    course.record(Event::Reveal(Reveal { hands: rows }));
    Some(())
}

impl Course<'_, '_> {
    fn record(&mut self, event: Event) {
        self.game.record(self.minds, event, &[]);
    }

    /// Asks a seat.
    fn ask<T>(&mut self, seat: Seat, what: impl FnOnce(&mut dyn Mind, Spot<'_>, &mut WorldRng) -> T) -> Option<T> {
        let spot = Spot::new(self.game, seat);
        let mind = self.minds.get_mut(usize::from(seat))?;
        Some(what(&mut **mind, spot, self.rng))
    }

    fn deal(&mut self) {
        let deck = Simulation::shuffled(self.rng);
        let table = &self.game.table;
        let seats = usize::from(table.seats);
        let first = below(seats, self.rng) as Seat;
        let turned_up = table.setup.turns_up().then(|| deck.get(seats * usize::from(table.setup.row())).copied()).flatten();
        let looks = usize::from(table.setup.peeks());
        self.game.record(self.minds, Event::Round(Round { first, discard: turned_up }), &deck);
        for seat in 0..self.game.table.seats {
            let mut positions: Vec<u8> = (0..).zip(self.game.table.row(seat)).map(|(position, _)| position).collect();
            shuffle(&mut positions, self.rng);
            for position in positions.into_iter().take(looks) {
                self.peek(seat, Place { seat, position });
            }
        }
    }

    fn peek(&mut self, seat: Seat, place: Place) {
        let card = self.game.table.at(place.seat, place.position).and_then(|card| self.game.rank(card));
        self.record(Event::Peek(Peek { seat, target: place.seat, position: place.position, card }));
    }

    fn turn(&mut self, seat: Seat) -> Option<()> {
        if self.game.left == 0 {
            return None;
        }
        self.game.left -= 1;
        let top = self.game.table.discards().last().copied();
        let takeable = top.filter(|top| !top.used).and_then(|top| top.rank).filter(|rank| rank.action().is_some());
        match takeable {
            Some(card) if self.ask(seat, |mind, spot, rng| mind.takes(spot, card, rng))? => {
                self.record(Event::TakeDiscard(TakeDiscard { seat, card }));
                self.play(seat, card, From::Discard)?;
            }
            _ => self.draw(seat)?,
        }
        self.declared(seat)?;
        self.window(0)?;
        // A pile of one card is filled up at the end of the turn, as the game's engine does.
        self.game.refill(1, self.minds, self.rng)?;
        if self.game.table.caller.is_none() && self.ask(seat, |mind, spot, rng| mind.calls(spot, rng))? {
            self.record(Event::Vinto(Vinto { seat }));
        }
        Some(())
    }

    fn draw(&mut self, seat: Seat) -> Option<()> {
        self.game.refill(0, self.minds, self.rng)?;
        let drawn = self.game.table.next_draw().and_then(|card| self.game.rank(card))?;
        self.record(Event::Draw(Draw { seat, card: Some(drawn) }));
        match self.ask(seat, |mind, spot, rng| mind.act(spot, drawn, rng))? {
            Act::Discard => self.record(Event::Discard(Discard { seat, card: drawn })),
            Act::Use => self.play(seat, drawn, From::Drawn)?,
            Act::Swap { position, declared } => {
                let table = &self.game.table;
                let (kept, out) = (table.drawn?.instance, table.at(seat, position).and_then(|card| self.game.rank(card)));
                let declared = declared.filter(|_| table.setup.shows_discards());
                self.record(Event::Swap(Swap { seat, position, drawn: Some(drawn), out, declared }));
                self.game.kept.insert(kept);
                if declared.is_some() && declared != out {
                    self.penalty(seat)?;
                }
            }
        }
        Some(())
    }

    fn penalty(&mut self, seat: Seat) -> Option<()> {
        if !self.game.table.has_cards() {
            return Some(());
        }
        self.game.refill(0, self.minds, self.rng)?;
        self.record(Event::Penalty(Penalty { seat }));
        Some(())
    }

    /// Plays the named cards whose actions are due.
    fn declared(&mut self, seat: Seat) -> Option<()> {
        while let Some(queued) = self.game.table.queued.iter().find(|queued| queued.seat == seat && !queued.tossed).copied() {
            if !self.ask(seat, |mind, spot, rng| mind.plays(spot, queued.rank, rng))? {
                break;
            }
            self.play(seat, queued.rank, From::Declared)?;
        }
        Some(())
    }

    /// Plays a card and carries out what it does.
    fn play(&mut self, seat: Seat, card: Rank, from: From) -> Option<()> {
        self.record(Event::UseAction(UseAction { seat, card, from }));
        match card.action()? {
            Action::PeekOwn => {
                if let Some(position) = self.ask(seat, |mind, spot, rng| mind.looks_own(spot, rng))? {
                    self.peek(seat, Place { seat, position });
                }
            }
            Action::PeekOther => {
                if let Some(place) = self.ask(seat, |mind, spot, rng| mind.looks_other(spot, rng))? {
                    self.peek(seat, place);
                }
            }
            Action::Switch => self.switch(seat, false)?,
            Action::PeekAndSwitch => self.switch(seat, true)?,
            Action::Declare => {
                if let Some((place, rank)) = self.ask(seat, |mind, spot, rng| mind.declares(spot, rng))? {
                    self.declare(seat, place, rank)?;
                }
            }
            Action::ForceDraw => {
                self.game.refill(0, self.minds, self.rng)?;
                if let Some(target) = self.ask(seat, |mind, spot, rng| mind.forces(spot, rng))? {
                    self.record(Event::ForceDraw(ForceDraw { seat, target }));
                }
            }
        }
        Some(())
    }

    fn switch(&mut self, seat: Seat, looks: bool) -> Option<()> {
        let Some((a, b)) = self.ask(seat, |mind, spot, rng| mind.pair(spot, rng))? else { return Some(()) };
        if looks {
            self.peek(seat, a);
            self.peek(seat, b);
        }
        let executed = self.ask(seat, |mind, spot, rng| mind.switches(spot, a, b, rng))?;
        self.record(Event::Switch(Switch { seat, a, b, executed }));
        Some(())
    }

    fn declare(&mut self, seat: Seat, place: Place, rank: Rank) -> Option<()> {
        let truth = self.game.table.at(place.seat, place.position).and_then(|card| self.game.rank(card))?;
        let right = truth == rank;
        let actual = (right || self.game.table.setup.shows_failures()).then_some(truth);
        self.record(Event::Declare(Declare { seat, target: place.seat, position: place.position, rank, actual }));
        if !right {
            self.penalty(seat)?;
        }
        self.declared(seat)
    }

    /// Everybody may toss in; then the cards that were tossed in are played. A King among them opens another window.
    fn window(&mut self, depth: u8) -> Option<()> {
        let Some(window) = self.game.table.window else { return Some(()) };
        let mut seats: Vec<Seat> = (0..self.game.table.seats).filter(|seat| self.game.table.caller != Some(*seat)).collect();
        shuffle(&mut seats, self.rng);
        for seat in &seats {
            let positions = self.ask(*seat, |mind, spot, rng| mind.tosses(spot, window.ranks, rng))?;
            self.toss(*seat, positions)?;
        }
        let failed = self.game.table.window.map(|window| window.failed)?;
        seats.retain(|seat| !failed.contains(*seat));
        seats.sort_unstable();
        self.record(Event::TossWindow(TossWindow { ranks: window.ranks.iter().collect(), eligible: seats }));
        let queued: Vec<_> = self.game.table.queued.iter().filter(|queued| queued.tossed).copied().collect();
        for card in queued {
            if self.ask(card.seat, |mind, spot, rng| mind.plays(spot, card.rank, rng))? {
                self.play(card.seat, card.rank, From::TossIn)?;
                self.declared(card.seat)?;
            }
        }
        // After so many Kings nobody follows any more.
        if depth < 3 { self.window(depth + 1) } else { Some(()) }
    }

    fn toss(&mut self, seat: Seat, mut positions: Vec<u8>) -> Option<()> {
        if positions.is_empty() {
            return Some(());
        }
        let table = &self.game.table;
        let ranks = table.window?.ranks;
        if !table.setup.shows_failures() {
            // What was wrong of several could not be told: these persons throw one.
            positions.truncate(1);
        }
        let truth = |position: &u8| table.at(seat, *position).and_then(|card| self.game.rank(card));
        let cards: Vec<Rank> = positions.iter().filter_map(truth).collect();
        let wrong = cards.iter().filter(|rank| !ranks.contains(**rank)).count();
        let (success, shown) = (wrong == 0, wrong == 0 || table.setup.shows_failures());
        let owed = if success { 0 } else { table.setup.penalties(wrong) };
        self.record(Event::TossIn(TossIn { seat, positions, cards: if shown { cards } else { Vec::new() }, success }));
        for _ in 0..owed {
            self.penalty(seat)?;
        }
        Some(())
    }
}
