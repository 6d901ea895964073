//! What is public: the deal, whose turn it is, every card played, and what the plays show that hands lack.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Hearts;
use super::card::{Card, CardSet, DECK, HAND, Suit};
use super::conduct::settled;
use super::event::{Event, Play};
use super::legal::shown;
use super::model::Model;
use super::plays::{Played, Plays, winner};
use super::setup::{Direction, SEATS, Setup};
use super::taste::ByTaste;
use super::whereabouts::Whereabouts;
use crate::rulesets::{Conduct, Opening, PublicTable, Seat};

/// Where a deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// No cards are out.
    Idle,
    /// Cards are dealt, and not all four seats have passed yet.
    Passing,
    /// The play is on, or over and not scored yet.
    Playing,
}

/// The public state of a game. All of it but the rules stands in place, so that a clone allocates nothing.
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
    pub plays: Plays,
    /// Who leads the trick that is on or about to begin; `None` before the first lead.
    pub leader: Option<Seat>,
    /// The cards played in this deal, as a set.
    pub(super) played: CardSet,
    /// Cards left in each hand.
    pub(super) left: [u8; SEATS],
    /// Seats that may hold a card by the rules and the plays, the sizes of the hands aside.
    pub(super) allowed: Whereabouts,
    /// Tastes of each seat's player, by the opening.
    tastes: Arc<[ByTaste; SEATS]>,
}

impl Table {
    /// The cards of the trick that is on; none where one is about to begin.
    #[must_use]
    pub fn trick(&self) -> &[Played] {
        self.plays.trick()
    }

    /// All cards played in this deal.
    #[must_use]
    pub const fn played(&self) -> CardSet {
        self.played
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

    /// Whether a deal is on: from its cards being dealt to its end, also once all of them are played.
    #[must_use]
    pub fn is_dealt(&self) -> bool {
        self.phase != Phase::Idle
    }

    /// Cards left in each hand.
    #[must_use]
    pub const fn left(&self) -> [u8; SEATS] {
        self.left
    }

    /// For each card the seats that may hold it by the rules and the plays, which everybody saw; the sizes of the hands aside.
    #[must_use]
    pub const fn allowed(&self) -> &Whereabouts {
        &self.allowed
    }

    /// For each card the seats that may hold it by all that everybody saw, the sizes of the hands included. Where the plays
    /// contradict each other only the sizes count.
    #[must_use]
    pub fn whereabouts(&self) -> Whereabouts {
        let mut seen = self.allowed;
        match seen.narrow(self.left) {
            Ok(()) => seen,
            Err(_) => Whereabouts::anywhere(CardSet::FULL.without(self.played)),
        }
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

    /// Thirteen cards in each hand, of which nothing is seen.
    fn deal(&mut self) {
        self.plays = Plays::NONE;
        self.leader = None;
        self.played = CardSet::EMPTY;
        self.left = [HAND as u8; SEATS];
        self.allowed = Whereabouts::ANYWHERE;
    }

    /// A card leaves its hand for the trick. A play that cannot be (no such seat, a card twice, a fourteenth card), which the rules
    /// refuse, changes nothing: false.
    fn play(&mut self, play: &Play) -> bool {
        match self.left.get_mut(usize::from(play.seat)) {
            Some(left) if *left > 0 && !self.played.contains(play.card) => *left -= 1,
            _ => return false,
        }
        for shown in shown(&self.setup, &self.plays, play) {
            for card in shown.lacking().iter() {
                self.allowed.set(card, self.allowed.of(card) & !(1 << play.seat));
            }
        }
        self.allowed.set(play.card, 0);
        self.played.insert(play.card);
        self.leader.get_or_insert(play.seat);
        self.plays.push(Played { seat: play.seat, card: play.card });
        if self.plays.len().is_multiple_of(SEATS) {
            self.leader = self.plays.chunks_exact(SEATS).last().map(|trick| winner(trick).seat);
        }
        true
    }

    /// What is left in the hands is thrown in. The plays stand until the next deal.
    fn end(&mut self) {
        self.phase = Phase::Idle;
        self.left = [0; SEATS];
        self.allowed = Whereabouts::NOWHERE;
    }
}

fn note(done: &mut [bool; SEATS], seat: Seat) {
    if let Some(done) = done.get_mut(usize::from(seat)) {
        *done = true;
    }
}

/// What a snapshot holds of a table. All else follows from the plays.
#[derive(Debug, Serialize, Deserialize)]
pub struct FrozenTable {
    deals: u32,
    phase: Phase,
    direction: Direction,
    passed: [bool; SEATS],
    received: [bool; SEATS],
    /// Seat, and the card's place in the deck.
    plays: Vec<(Seat, u8)>,
}

impl PublicTable<Hearts> for Table {
    type Frozen = FrozenTable;

    fn new(opening: &Opening<Hearts>) -> Self {
        Self {
            setup: Arc::new(opening.setup.clone()),
            deals: 0,
            phase: Phase::Idle,
            direction: Direction::Hold,
            passed: [false; SEATS],
            received: [false; SEATS],
            plays: Plays::NONE,
            leader: None,
            played: CardSet::EMPTY,
            left: [0; SEATS],
            allowed: Whereabouts::NOWHERE,
            tastes: Arc::new(*Model::new(opening).own()),
        }
    }

    fn advance(mut self, public_view: &Event) -> (Self, Vec<Conduct>) {
        match public_view {
            Event::Deal(deal) => {
                self.deals = self.deals.saturating_add(1);
                self.phase = if deal.direction == Direction::Hold { Phase::Playing } else { Phase::Passing };
                self.direction = deal.direction;
                self.passed = [false; SEATS];
                self.received = [false; SEATS];
                self.deal();
            }
            Event::Pass(pass) => {
                note(&mut self.passed, pass.seat);
                if self.phase == Phase::Passing && self.passed.iter().all(|passed| *passed) {
                    self.phase = Phase::Playing;
                }
            }
            Event::Receive(receive) => note(&mut self.received, receive.seat),
            Event::Play(play) => {
                self.play(play);
            }
            Event::DealEnd(end) => {
                let settled = settled(&self.setup, self.direction, &self.plays, end, &self.tastes);
                self.end();
                return (self, settled);
            }
        }
        (self, Vec::new())
    }

    fn freeze(&self) -> FrozenTable {
        FrozenTable {
            deals: self.deals,
            phase: self.phase,
            direction: self.direction,
            passed: self.passed,
            received: self.received,
            plays: self.plays.iter().map(|played| (played.seat, played.card.index() as u8)).collect(),
        }
    }

    /// The plays are made again. The first that cannot be (no such seat or card, a card twice, a fourteenth card) is dropped, with all
    /// after it.
    fn thaw(opening: &Opening<Hearts>, frozen: FrozenTable) -> Self {
        let FrozenTable { deals, phase, direction, passed, received, plays } = frozen;
        let mut table = Self { deals, phase, direction, passed, received, ..Self::new(opening) };
        table.deal();
        for (seat, card) in plays {
            let made = Card::at(card).is_some_and(|card| table.play(&Play { seat, card }));
            if !made {
                break;
            }
        }
        if phase == Phase::Idle {
            table.end();
        }
        table
    }

    fn weigh(&self) -> usize {
        let pass = self.setup.pass.as_ref().map_or(0, Vec::capacity);
        // The counts of an `Arc` are two words.
        let tastes = size_of::<[usize; 2]>() + size_of::<[ByTaste; SEATS]>();
        size_of::<Self>() + tastes + size_of::<[usize; 2]>() + size_of::<Setup>() + pass * size_of::<Direction>()
    }
}
