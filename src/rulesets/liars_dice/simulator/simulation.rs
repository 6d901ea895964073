//! A simulated game on its way: dice, turns, and the events that they make.

use std::collections::BTreeMap;

use crate::belief::{WorldRng, below};
use crate::rulesets::liars_dice::LiarsDice;
use crate::rulesets::liars_dice::event::{Bid, Call, DiceChange, Event, Exact, Reveal, Roll, Round};
use crate::rulesets::liars_dice::hands::{FACES, Hand, faces};
use crate::rulesets::liars_dice::order::{Claim, Spot};
use crate::rulesets::liars_dice::setup::MOST_SEATS;
use crate::rulesets::liars_dice::table::Table;
use crate::rulesets::liars_dice::world::World;
use crate::rulesets::{Conduct, Opening, PublicTable, Seat, Transcript};

/// What a player does when it is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Bids.
    Bid(Claim),
    /// Calls the standing bid.
    Call,
    /// Says that the standing bid is exactly right.
    Exact,
}

/// A game with its truth.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// What is public.
    pub table: Table,
    /// What each seat holds.
    pub hands: [Hand; MOST_SEATS],
    /// What happened, as the referee sees it.
    pub events: Vec<Event>,
    /// The true world before the first event and after each.
    pub truth: Vec<World>,
    /// What was settled so far.
    pub conduct: Vec<Conduct>,
    starter: Seat,
}

impl Simulation {
    /// A table before the first round, which a random seat begins.
    #[must_use]
    pub fn new(opening: &Opening<LiarsDice>, rng: &mut WorldRng) -> Self {
        let starter = below(opening.seats.len(), rng) as Seat;
        Self {
            table: Table::new(opening),
            hands: [[0; FACES]; MOST_SEATS],
            events: Vec::new(),
            truth: vec![World::of(&vec![[0; FACES]; opening.seats.len()])],
            conduct: Vec::new(),
            starter,
        }
    }

    /// The seat that won; `None` while two or more are in.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        let mut seats = (0..self.table.seats).filter(|seat| self.table.dice[usize::from(*seat)] > 0);
        let first = seats.next();
        if seats.next().is_none() { first } else { None }
    }

    /// Who is to act, and what it sees; rolls the dice of a new round first where one is due. `None` after the last round,
    /// which is the first where no dice are lost.
    pub fn turn(&mut self, rng: &mut WorldRng) -> Option<(Seat, Spot)> {
        let over = !self.table.setup.loses_dice() && !self.table.history.is_empty() && self.table.round.is_none();
        if over || self.winner().is_some() {
            return None;
        }
        if self.table.round.is_none() {
            self.roll(rng);
        }
        let round = self.table.round.as_ref()?;
        let seat = round.turn();
        Some((seat, round.spot(seat, round.standing().map(|(_, claim)| claim))))
    }

    fn roll(&mut self, rng: &mut WorldRng) {
        let dice = self.table.dice;
        if dice[usize::from(self.starter)] == 0 {
            let next = (0..self.table.seats).map(|step| (self.starter + step) % self.table.seats);
            self.starter = next.into_iter().find(|seat| dice[usize::from(*seat)] > 0).unwrap_or(0);
        }
        let inside: Vec<Seat> = (0..self.table.seats).filter(|seat| dice[usize::from(*seat)] > 0).collect();
        for (hand, dice) in self.hands.iter_mut().zip(dice) {
            *hand = [0; FACES];
            (0..dice).for_each(|_| hand[below(FACES, rng)] += 1);
        }
        let listed = inside.iter().map(|seat| (*seat, dice[usize::from(*seat)])).collect();
        self.record(Event::Round(Round { dice: listed, starter: self.starter }));
        for seat in inside {
            self.record(Event::Roll(Roll { seat, dice: faces(&self.hands[usize::from(seat)]) }));
        }
    }

    /// The seat to act does this; a call is followed by the reveal and what it costs.
    pub fn act(&mut self, action: Action) {
        let Some(round) = &self.table.round else { return };
        let seat = round.turn();
        match action {
            Action::Bid(Claim { quantity, face }) => {
                return self.record(Event::Bid(Bid { seat, quantity, face: face as u8 + 1 }));
            }
            Action::Call => self.record(Event::Call(Call { seat })),
            Action::Exact => self.record(Event::Exact(Exact { seat })),
        }
        let hands: BTreeMap<Seat, Vec<u8>> = (0..self.table.seats)
            .filter(|seat| self.table.dice[usize::from(*seat)] > 0)
            .map(|seat| (seat, faces(&self.hands[usize::from(seat)])))
            .collect();
        self.record(Event::Reveal(Reveal { hands }));
        // Whoever loses dice begins the next round.
        if let Some((loser, _)) = self.table.owed.iter().find(|(_, delta)| *delta < 0) {
            self.starter = *loser;
        }
        for (seat, delta) in self.table.owed.clone() {
            let left = self.table.dice[usize::from(seat)].saturating_add_signed(delta);
            self.record(Event::DiceChange(DiceChange { seat, delta, left }));
        }
    }

    fn record(&mut self, event: Event) {
        let table = self.table.clone();
        if !matches!(event, Event::Roll(_)) {
            let (table, conduct) = table.advance(&event);
            self.table = table;
            self.conduct.extend(conduct);
        }
        self.events.push(event);
        self.truth.push(World::of(&self.hands[..usize::from(self.table.seats)]));
    }

    /// The events with their truth.
    #[must_use]
    pub fn transcript(self) -> Transcript<LiarsDice> {
        Transcript { events: self.events, truth: self.truth }
    }
}
