//! What is public: the deal, whose turn it is, and every card played.

use std::sync::Arc;

use super::Hearts;
use super::card::{Card, CardSet, DECK, Suit};
use super::conduct;
use super::event::Event;
use super::setup::{Direction, SEATS, Setup};
use crate::rulesets::{Conduct, Opening, Seat};

/// A card that was played, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who played it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// Where a deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No cards are out.
    Idle,
    /// Cards are dealt, and not all four seats have passed yet.
    Passing,
    /// The play is on, or over and not scored yet.
    Playing,
}

/// The public state of a game.
#[derive(Clone, Debug)]
pub struct Table {
    /// The table's rules.
    pub setup: Arc<Setup>,
    /// Deals begun so far.
    pub deals: u32,
    /// Where the deal stands.
    pub phase: Phase,
    /// Where cards are passed in this deal.
    pub direction: Direction,
    /// Which seats have passed.
    pub passed: [bool; SEATS],
    /// Which seats took up what was passed to them.
    pub received: [bool; SEATS],
    /// The cards played in this deal, in order; each four are a trick.
    pub plays: Vec<Played>,
    /// Who leads the trick that is on or about to begin; `None` before the first lead.
    pub leader: Option<Seat>,
    /// Whether hearts are broken.
    pub broken: bool,
}

impl Table {
    /// Before the first deal.
    pub fn new(opening: &Opening<Hearts>) -> Self {
        Self {
            setup: Arc::new(opening.setup.clone()),
            deals: 0,
            phase: Phase::Idle,
            direction: Direction::Hold,
            passed: [false; SEATS],
            received: [false; SEATS],
            plays: Vec::new(),
            leader: None,
            broken: false,
        }
    }

    /// The cards of the trick that is on; none where one is about to begin.
    #[must_use]
    pub fn trick(&self) -> &[Played] {
        &self.plays[self.plays.len() / SEATS * SEATS..]
    }

    /// All cards played in this deal.
    #[must_use]
    pub fn played(&self) -> CardSet {
        self.plays.iter().map(|played| played.card).collect()
    }

    /// Whose turn it is; `None` where nobody's: before the first lead, which the two of clubs decides, and after the last trick.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        if self.phase != Phase::Playing || self.plays.len() >= DECK {
            return None;
        }
        self.leader.map(|leader| (leader + self.trick().len() as u8) % SEATS as u8)
    }

    /// Whether the first trick is on.
    #[must_use]
    pub fn is_first_trick(&self) -> bool {
        self.plays.len() < SEATS
    }

    /// Cards left in each hand.
    #[must_use]
    pub fn left(&self) -> [u8; SEATS] {
        if self.phase == Phase::Idle {
            return [0; SEATS];
        }
        let mut left = [13_u8; SEATS];
        for played in &self.plays {
            left[usize::from(played.seat)] -= 1;
        }
        left
    }

    /// Points that each seat has taken in this deal, as the cards count.
    #[must_use]
    pub fn taken(&self) -> [i32; SEATS] {
        let mut taken = [0; SEATS];
        for trick in self.plays.chunks_exact(SEATS) {
            taken[usize::from(winner(trick).seat)] += trick.iter().map(|played| self.points(played.card)).sum::<i32>();
        }
        taken
    }

    /// Points of a card at this table.
    #[must_use]
    pub fn points(&self, card: Card) -> i32 {
        if card == Card::JACK { self.setup.jack_points() } else { card.points() }
    }

    /// The play by which a seat showed that it had no card of a suit left, as its place in [`Table::plays`].
    #[must_use]
    pub fn showed_void(&self, seat: Seat, suit: Suit) -> Option<usize> {
        let of_seat = |place: &usize| {
            let lead = self.plays[place / SEATS * SEATS].card.suit();
            self.plays[*place].seat == seat && lead == suit && self.plays[*place].card.suit() != suit
        };
        (0..self.plays.len()).find(of_seat)
    }

    /// The table after an event, and what it settled.
    pub fn advance(mut self, event: &Event) -> (Self, Vec<Conduct>) {
        match event {
            Event::Deal(deal) => {
                let next = Self {
                    deals: self.deals + 1,
                    phase: if deal.direction == Direction::Hold { Phase::Playing } else { Phase::Passing },
                    direction: deal.direction,
                    passed: [false; SEATS],
                    received: [false; SEATS],
                    plays: Vec::with_capacity(DECK),
                    leader: None,
                    broken: false,
                    setup: self.setup,
                };
                return (next, Vec::new());
            }
            Event::Pass(pass) => {
                self.passed[usize::from(pass.seat)] = true;
                if self.passed.iter().all(|passed| *passed) {
                    self.phase = Phase::Playing;
                }
            }
            Event::Receive(receive) => self.received[usize::from(receive.seat)] = true,
            Event::Play(play) => {
                self.leader.get_or_insert(play.seat);
                self.plays.push(Played { seat: play.seat, card: play.card });
                self.broken |= play.card.suit() == Suit::Hearts || (play.card == Card::QUEEN && self.setup.queen_breaks());
                if self.plays.len().is_multiple_of(SEATS) {
                    self.leader = self.plays.chunks_exact(SEATS).last().map(|trick| winner(trick).seat);
                }
            }
            Event::DealEnd(end) => {
                let settled = conduct::settled(&self, end);
                self.phase = Phase::Idle;
                return (self, settled);
            }
        }
        (self, Vec::new())
    }
}

/// The card that wins a trick so far: the highest of the suit led.
///
/// # Panics
/// On a trick without a card.
#[must_use]
pub fn winner(trick: &[Played]) -> Played {
    let lead = trick[0].card.suit();
    let follows = trick.iter().filter(|played| played.card.suit() == lead);
    *follows.max_by_key(|played| played.card.rank()).expect("the lead follows its own suit")
}
