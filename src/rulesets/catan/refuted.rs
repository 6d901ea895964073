//! What the public counts alone rule out.
//!
//! A belief that lost worlds does not refuse an event because none of those that are left agrees with it: the true one may be among the
//! lost. But the counts lose nothing. What they rule out is false in every world, and is told nobody who did not know it.

use super::bundle::{Amounts, Bundle, RESOURCES, Resource};
use super::counts::PublicCounts;
use super::event::{BankStock, Discard, Event, Monopoly};
use super::setup::{MOST_SEATS, Setup};
use crate::rulesets::Seat;

impl PublicCounts {
    /// Whether no hands of these sizes and totals could have led to the event.
    pub fn refute(&self, setup: &Setup, event: &Event) -> bool {
        let possible = match event {
            Event::Production(production) => self.bank_has(setup, &production.total()),
            Event::Build(build) => build.free || self.allows(build.seat, &build.piece.cost()),
            Event::BankTrade(trade) => self.allows(trade.seat, &trade.give.counts()) && self.bank_has(setup, &trade.get.counts()),
            Event::PlayerTrade(trade) => {
                self.allows(trade.seat, &trade.give.counts()) && self.allows(trade.partner, &trade.get.counts())
            }
            Event::Steal(steal) => {
                steal.resource.is_none_or(|resource| self.allows(steal.victim, &Bundle::one(resource).counts()))
            }
            Event::Discard(discard) => self.allows_discard(setup, discard),
            Event::Monopoly(monopoly) => self.allows_monopoly(monopoly),
            Event::YearOfPlenty(year) => self.bank_has(setup, &year.resources.counts()),
            Event::HandSize(asserted) => self.allows_size(asserted.seat, i32::from(asserted.count)),
            Event::BankStock(stock) => self.allows_stock(setup, stock),
            Event::Hand(hand) => self.allows(hand.seat, &hand.bundle.counts()) && self.allows_size(hand.seat, hand.bundle.size()),
            Event::Start(_) | Event::Turn(_) | Event::PlayDevCard(_) | Event::Offer(_) | Event::Refuse(_) => true,
        };
        !possible
    }

    /// Whether a seat may hold these cards: there is room in its hand, and in all hands beside what must be among the others.
    fn allows(&self, seat: Seat, cards: &Amounts) -> bool {
        let count = cards.iter().sum::<i32>();
        let others = (0..RESOURCES).map(|resource| (self.at_least[resource] - cards[resource]).max(0)).sum::<i32>();
        count <= self.sizes[usize::from(seat)].most
            && others <= self.all - count
            && (0..RESOURCES).all(|resource| cards[resource] <= self.bound(seat, resource))
    }

    /// Whether a hand may hold so many cards.
    pub fn allows_size(&self, seat: Seat, count: i32) -> bool {
        let size = self.sizes[usize::from(seat)];
        let others = self.sizes.iter().map(|size| size.most).sum::<i32>() - size.most;
        let least = if size.vague { self.all - others } else { size.most };
        (least..=size.most).contains(&count)
    }

    fn bank_has(&self, setup: &Setup, gains: &Amounts) -> bool {
        let Some(supply) = setup.supply() else { return true };
        // Most cards that hands hold of each resource, where the bank has those that it pays.
        let most: Amounts = std::array::from_fn(|resource| self.at_most[resource].min(supply - gains[resource]));
        (0..RESOURCES).all(|resource| self.at_least[resource] <= most[resource]) && self.all <= most.iter().sum()
    }

    fn allows_discard(&self, setup: &Setup, discard: &Discard) -> bool {
        let most = self.sizes[usize::from(discard.seat)].most;
        most > setup.limit()
            && 2 * i32::from(discard.count) <= most
            && discard.cards.as_ref().is_none_or(|cards| self.allows(discard.seat, &cards.counts()))
    }

    /// The others gave all that they held, so what is left of the resource is in the hand of who played it.
    fn allows_monopoly(&self, monopoly: &Monopoly) -> bool {
        let kind = monopoly.resource as usize;
        let taken = || monopoly.taken.iter().flatten().map(|(seat, count)| (*seat, i32::from(*count)));
        let given = monopoly.total.map_or_else(|| taken().map(|(_, count)| count).sum(), i32::from);
        let (own, all) =
            (self.bound(monopoly.seat, kind), (0..MOST_SEATS as Seat).map(|seat| self.bound(seat, kind)).sum::<i32>());
        let range = self.at_least[kind] - own..=self.at_most[kind].min(all - own);
        range.contains(&given) && taken().all(|(seat, count)| count <= self.bound(seat, kind))
    }

    fn allows_stock(&self, setup: &Setup, stock: &BankStock) -> bool {
        let supply = setup.supply().unwrap_or(0);
        let (mut least, mut most) = (0, 0);
        for resource in Resource::ALL {
            let mut range = (self.at_least[resource as usize], self.at_most[resource as usize]);
            if let Some(count) = stock.bundle.get(&resource) {
                let held = supply - i32::from(*count);
                if !(range.0..=range.1).contains(&held) {
                    return false;
                }
                range = (held, held);
            }
            (least, most) = (least + range.0, most + range.1);
        }
        (least..=most).contains(&self.all)
    }
}
