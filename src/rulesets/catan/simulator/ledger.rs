//! The true hands of a simulated game: every event is played out on them.

use super::Simulation;
use crate::belief::chance;
use crate::rulesets::Seat;
use crate::rulesets::catan::bundle::{Amounts, Bundle, DevCard, RESOURCES};
use crate::rulesets::catan::event::{Event, Start};
use crate::rulesets::catan::lanes::{LANES, Row};
use crate::rulesets::catan::world::World;

impl Simulation<'_> {
    pub(super) fn holds_card(&self, seat: Seat, card: DevCard) -> bool {
        self.dev_cards[usize::from(seat)][card as usize] > 0
    }

    pub(super) fn affords(&self, seat: Seat, cost: &Amounts) -> bool {
        self.hands[usize::from(seat)].iter().zip(cost).all(|(held, cost)| held >= cost)
    }

    pub(super) fn chance(&mut self, p: f64) -> bool {
        chance(p, self.rng)
    }

    pub(super) fn witness(&mut self) {
        let mut row: Row = [0; LANES];
        for (lane, count) in row.iter_mut().enumerate() {
            *count = self.hands[lane / RESOURCES][lane % RESOURCES];
        }
        self.truth.push(World::of(self.seats, &row, &self.dev_cards));
    }

    /// Plays an event out on the true hands.
    pub(super) fn record(&mut self, event: Event) {
        match &event {
            Event::Production(production) => {
                production.gains.iter().for_each(|(seat, gains)| self.take(*seat, &gains.counts()));
            }
            Event::Build(build) => {
                if !build.free {
                    self.give(build.seat, &build.piece.cost());
                }
                if let Some(card) = build.card {
                    self.dev_cards[usize::from(build.seat)][card as usize] += 1;
                }
            }
            Event::BankTrade(trade) => {
                self.give(trade.seat, &trade.give.counts());
                self.take(trade.seat, &trade.get.counts());
            }
            Event::PlayerTrade(trade) => {
                self.hand_over(trade.seat, trade.partner, &trade.give.counts());
                self.hand_over(trade.partner, trade.seat, &trade.get.counts());
            }
            Event::Steal(steal) => {
                if let Some(resource) = steal.resource {
                    self.hand_over(steal.victim, steal.thief, &Bundle::one(resource).counts());
                }
            }
            Event::Discard(discard) => {
                if let Some(cards) = &discard.cards {
                    self.give(discard.seat, &cards.counts());
                }
            }
            Event::Monopoly(monopoly) => {
                self.dev_cards[usize::from(monopoly.seat)][DevCard::Monopoly as usize] -= 1;
                for (other, count) in monopoly.taken.iter().flatten() {
                    let mut cards = [0; RESOURCES];
                    cards[monopoly.resource as usize] = i32::from(*count);
                    self.hand_over(*other, monopoly.seat, &cards);
                }
            }
            Event::YearOfPlenty(year) => {
                self.dev_cards[usize::from(year.seat)][DevCard::YearOfPlenty as usize] -= 1;
                self.take(year.seat, &year.resources.counts());
            }
            Event::PlayDevCard(play) => self.dev_cards[usize::from(play.seat)][play.card as usize] -= 1,
            Event::Start(Start { .. }) | Event::Turn(_) | Event::HandSize(_) | Event::BankStock(_) => {}
            Event::Hand(_) | Event::Offer(_) | Event::Refuse(_) => {}
        }
        self.events.push(event);
        self.witness();
    }

    fn take(&mut self, seat: Seat, cards: &Amounts) {
        for (kind, count) in cards.iter().enumerate() {
            self.hands[usize::from(seat)][kind] += count;
            if let Some(bank) = &mut self.bank {
                bank[kind] -= count;
            }
        }
    }

    fn give(&mut self, seat: Seat, cards: &Amounts) {
        self.take(seat, &cards.map(|count| -count));
    }

    fn hand_over(&mut self, from: Seat, to: Seat, cards: &Amounts) {
        for (kind, count) in cards.iter().enumerate() {
            self.hands[usize::from(from)][kind] -= count;
            self.hands[usize::from(to)][kind] += count;
        }
    }
}
