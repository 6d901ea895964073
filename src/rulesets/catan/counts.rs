//! What the public events say about numbers of cards, without any inference.

use serde::{Deserialize, Serialize};

use super::bundle::{Amounts, Bundle, RESOURCES, negative, plus};
use super::event::Event;
use super::likelihood::ENDLESS_POOL;
use super::setup::{MOST_SEATS, Setup};

/// More cards than a hand comes to at any table that keeps the rules: a size read from a snapshot is brought within it.
pub const GREATEST_HAND: i32 = 1 << 13;

/// The same for cards in all hands together.
pub const GREATEST_TOTAL: i32 = 1 << 20;

/// The number of cards in a hand, as the public events give it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Not more than this.
    pub most: i32,
    /// It may be less: of a monopoly only the total was reported.
    pub vague: bool,
}

impl Size {
    /// The number where it is known.
    pub fn exact(self) -> Option<i32> {
        (!self.vague).then_some(self.most)
    }
}

/// Sizes of hands, and how many cards of each resource all hands together hold. The same for every observer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicCounts {
    /// By seat.
    pub sizes: [Size; MOST_SEATS],
    /// Cards in all hands together: no event leaves that open.
    pub all: i32,
    /// Cards of each resource in all hands together: not fewer than these.
    pub at_least: Amounts,
    /// Not more than these.
    pub at_most: Amounts,
    /// Cards of each resource of which nobody knows whether they are in hands: each as likely as another.
    pub pool: Amounts,
    /// Cards that each seat was seen to get from the bank since, less those that it was seen to give it: hands hold these and some of the pool.
    pub moved: [Amounts; MOST_SEATS],
}

impl PublicCounts {
    /// Takes the public part of an event into account.
    pub fn apply(&mut self, setup: &Setup, event: &Event) {
        match event {
            Event::Start(start) => {
                *self = Self::default();
                for (seat, hand) in &start.hands {
                    self.resize(*seat, hand.size());
                }
                for (seat, size) in &start.hand_sizes {
                    self.resize(*seat, i32::from(*size));
                }
                self.all = self.sizes.iter().map(|size| size.most).sum();
                self.at_most = [self.all; RESOURCES];
                self.pool = [setup.supply().unwrap_or(ENDLESS_POOL as i32); RESOURCES];
                if let (Some(bank), Some(supply)) = (start.bank, setup.supply()) {
                    self.at_most = bank.counts().map(|count| (supply - count).clamp(0, self.all));
                    self.at_least = self.at_most;
                }
            }
            Event::Production(production) => {
                for (seat, gains) in &production.gains {
                    self.gain(*seat, gains);
                }
            }
            Event::Build(build) if !build.free => self.lose(build.seat, &Bundle::of(build.piece.cost())),
            Event::BankTrade(trade) => {
                self.lose(trade.seat, &trade.give);
                self.gain(trade.seat, &trade.get);
            }
            Event::PlayerTrade(trade) => {
                self.grow(trade.seat, trade.get.size() - trade.give.size());
                self.grow(trade.partner, trade.give.size() - trade.get.size());
            }
            Event::Steal(steal) => {
                self.grow(steal.victim, -1);
                self.grow(steal.thief, 1);
            }
            Event::Discard(discard) => match &discard.cards {
                Some(cards) if setup.discards_are_public() => self.lose(discard.seat, cards),
                _ => {
                    let count = i32::from(discard.count);
                    self.grow(discard.seat, -count);
                    self.all -= count;
                    self.at_least = self.at_least.map(|least| least - count);
                    // Whatever came to hands may have left them.
                    self.pool = plus(self.pool, self.moved_by_all()).map(|pool| pool.max(0));
                    self.moved = Default::default();
                }
            },
            Event::Monopoly(monopoly) => {
                if let Some(taken) = &monopoly.taken {
                    for (seat, count) in taken {
                        self.grow(*seat, -i32::from(*count));
                        self.grow(monopoly.seat, i32::from(*count));
                    }
                } else if let Some(total) = monopoly.total.filter(|total| *total > 0) {
                    self.lose_together(monopoly.seat, i32::from(total));
                }
            }
            Event::YearOfPlenty(year) => self.gain(year.seat, &year.resources),
            Event::HandSize(size) => self.resize(size.seat, i32::from(size.count)),
            Event::BankStock(stock) => {
                for (resource, count) in &stock.bundle {
                    let held = (setup.supply().unwrap_or(0) - i32::from(*count)).max(0);
                    (self.at_least[*resource as usize], self.at_most[*resource as usize]) = (held, held);
                }
            }
            _ => {}
        }
        self.narrow(setup);
        for resource in (0..RESOURCES).filter(|resource| self.at_least[*resource] == self.at_most[*resource]) {
            self.pool[resource] = self.at_most[resource];
            self.moved.iter_mut().for_each(|moved| moved[resource] = 0);
        }
    }

    /// What the numbers say of each other: every card is in one hand, and of one resource.
    fn narrow(&mut self, setup: &Setup) {
        self.all = self.all.max(0);
        let most = self.at_most.map(|most| setup.supply().map_or(most, |supply| most.min(supply)));
        let least = self.at_least;
        for resource in 0..RESOURCES {
            let others = |counts: &Amounts| counts.iter().sum::<i32>() - counts[resource];
            self.at_least[resource] = least[resource].max(self.all - others(&most)).max(0);
            self.at_most[resource] = most[resource].min(self.all - others(&least.map(|least| least.max(0)))).max(0);
        }
        let together = |vague: bool| self.sizes.iter().filter(|size| size.vague == vague).map(|size| size.most).sum::<i32>();
        let (open, room) = (together(true), self.all - together(false));
        for size in self.sizes.iter_mut().filter(|size| size.vague) {
            let least = room - (open - size.most);
            size.most = size.most.min(room).max(0);
            size.vague = least.max(0) < size.most;
        }
    }

    /// Brings counts read from a snapshot within what further events can be added to.
    pub fn bounded(mut self) -> Self {
        self.sizes.iter_mut().for_each(|size| size.most = size.most.clamp(0, GREATEST_HAND));
        self.all = self.all.clamp(0, GREATEST_TOTAL);
        self.at_least = self.at_least.map(|least| least.clamp(0, GREATEST_TOTAL));
        self.at_most = self.at_most.map(|most| most.clamp(0, GREATEST_TOTAL));
        self.pool = self.pool.map(|pool| pool.clamp(0, GREATEST_TOTAL));
        self.moved = self.moved.map(|moved| moved.map(|moved| moved.clamp(-GREATEST_TOTAL, GREATEST_TOTAL)));
        self
    }

    /// What all seats were seen to get from the bank since, less what they were seen to give it.
    pub fn moved_by_all(&self) -> Amounts {
        self.moved.iter().fold([0; RESOURCES], |sum, moved| plus(sum, *moved))
    }

    /// Greatest number of a resource that the public counts allow a seat.
    pub fn bound(&self, seat: u8, resource: usize) -> i32 {
        self.sizes[usize::from(seat)].most.min(self.at_most[resource]).max(0)
    }

    /// A monopoly took so many from the others together.
    fn lose_together(&mut self, taker: u8, total: i32) {
        self.grow(taker, total);
        let others: Vec<u8> =
            (0..MOST_SEATS as u8).filter(|seat| *seat != taker && self.sizes[*seat as usize].most > 0).collect();
        if let [only] = others[..] {
            self.grow(only, -total);
        } else {
            others.iter().for_each(|seat| self.sizes[*seat as usize].vague = true);
        }
    }

    fn gain(&mut self, seat: u8, cards: &Bundle) {
        self.take(seat, cards.counts());
    }

    fn lose(&mut self, seat: u8, cards: &Bundle) {
        self.take(seat, negative(cards));
    }

    /// Cards come to a hand, or leave it where they are below 0.
    fn take(&mut self, seat: u8, cards: Amounts) {
        let size: i32 = cards.iter().sum();
        self.grow(seat, size);
        self.all += size;
        self.at_least = plus(self.at_least, cards);
        self.at_most = plus(self.at_most, cards);
        if let Some(moved) = self.moved.get_mut(usize::from(seat)) {
            *moved = plus(*moved, cards);
        }
    }

    fn grow(&mut self, seat: u8, by: i32) {
        if let Some(size) = self.sizes.get_mut(usize::from(seat)) {
            size.most = (size.most + by).max(0);
        }
    }

    fn resize(&mut self, seat: u8, count: i32) {
        if let Some(size) = self.sizes.get_mut(usize::from(seat)) {
            *size = Size { most: count, vague: false };
        }
    }
}
