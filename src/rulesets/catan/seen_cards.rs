//! Unplayed development cards that one observer saw.
//!
//! The unseen cards, in the deck and in hands, lie in uniformly random order. By hard facts alone a seat that turns a card up turns up any of its
//! cards, whatever they are; what stays hidden is then still in uniformly random order. That players do play knights and keep victory points
//! is soft evidence, which their turns give ([`kept`]). A seat that plays a type that it is known to hold plays the known card.

use serde::{Deserialize, Serialize};

use super::bundle::{Cards, DevCard};
use super::dev_cards::PublicDevCards;
use super::event::Start;
use super::holdings::Holdings;
use super::kept;
use super::players::Players;
use super::setup::MOST_SEATS;
use crate::rulesets::Seat;

/// The unplayed cards that one observer saw, by seat and type.
#[derive(Clone, Copy, Debug, Default)]
pub struct DevCards {
    known: [Cards; MOST_SEATS],
    /// It has seen cards of this seat. What the seat's turns say of its other cards is then left out, and what was read of them before is dropped.
    seen: [bool; MOST_SEATS],
}

/// What a snapshot holds of them.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct FrozenDevCards {
    known: [[u8; 5]; MOST_SEATS],
    seen: [bool; MOST_SEATS],
}

impl DevCards {
    /// What a snapshot holds. No deck has more than 100 cards of a type.
    pub fn freeze(&self) -> FrozenDevCards {
        let known = self.known.map(|cards| cards.map(|count| u8::try_from(count).unwrap_or(u8::MAX)));
        FrozenDevCards { known, seen: self.seen }
    }

    /// The cards that were frozen.
    pub fn thaw(frozen: FrozenDevCards) -> Self {
        Self { known: frozen.known.map(|cards| cards.map(u32::from)), seen: frozen.seen }
    }

    /// Forgets what the table rules out. That happens only where the table took an event that the observer could not: until
    /// then the two agree.
    pub fn keep_within(&mut self, public: &PublicDevCards) {
        for (known, held) in self.known.iter_mut().zip(public.held) {
            if known.iter().sum::<u32>() > held {
                *known = [0; 5];
            }
        }
        for card in DevCard::ALL {
            let kind = card as usize;
            if self.known.iter().map(|known| known[kind]).sum::<u32>() > public.unplayed(card) {
                self.known.iter_mut().for_each(|known| known[kind] = 0);
            }
        }
    }

    /// All unplayed cards: those that the observer saw, and the numbers of the others, which the table says, with what turns say of them;
    /// `softness`, from 0 to 4, is the exponent of that.
    pub fn holdings(mut self, public: &PublicDevCards, softness: f64, players: &Players) -> Holdings {
        self.keep_within(public);
        let known = self.known;
        let unknown = std::array::from_fn(|seat| public.held[seat] - known[seat].iter().sum::<u32>());
        let unseen = DevCard::ALL.map(|card| public.unplayed(card) - known.iter().map(|known| known[card as usize]).sum::<u32>());
        let readings = std::array::from_fn(|seat| {
            let is_read = softness > 0.0 && unknown[seat] > 0 && !self.seen[seat];
            let read = || {
                let readiness = players.readiness(seat as Seat);
                kept::reading(&public.steps[seat], public.unread[seat], &public.deck, softness, readiness)
            };
            is_read.then(read).flatten()
        });
        Holdings::new(known, unknown, unseen, readings)
    }

    /// The table stands with these cards held and played; `public` is what the table says after it. `None` where there
    /// are not so many.
    pub fn join(&mut self, start: &Start, public: &PublicDevCards) -> Option<()> {
        let mut named = Self::default();
        for (seat, cards) in start.dev_cards_held.iter().filter(|(seat, _)| usize::from(**seat) < MOST_SEATS) {
            for (card, count) in cards {
                named.known[usize::from(*seat)][*card as usize] = u32::from(*count);
            }
            named.seen[usize::from(*seat)] = !cards.is_empty();
        }
        *self = named;
        self.keep_within(public);
        let gone: u32 = public.held.iter().chain(&public.played).sum();
        let fits = gone <= public.deck.iter().sum()
            && DevCard::ALL.iter().all(|card| public.played[*card as usize] <= public.deck[*card as usize]);
        (fits && self.known == named.known).then_some(())
    }

    /// The card that the seat just bought is seen; `public` counts it already. `None` where it cannot be.
    pub fn see(&mut self, seat: Seat, card: DevCard, public: &PublicDevCards) -> Option<()> {
        if !self.may_hold_unseen(seat, card, public) {
            return None;
        }
        self.known[usize::from(seat)][card as usize] += 1;
        self.seen[usize::from(seat)] = true;
        Some(())
    }

    /// The seat plays a card, which `public` still counts as unplayed: a known one, where it has one of the type. `None` where it cannot have one.
    pub fn play(&mut self, seat: Seat, card: DevCard, public: &PublicDevCards) -> Option<()> {
        let known = &mut self.known[usize::from(seat)][card as usize];
        if *known > 0 {
            *known -= 1;
            return Some(());
        }
        self.may_hold_unseen(seat, card, public).then_some(())
    }

    /// Whether the observer knows that the seat holds a card of this type.
    pub fn is_known(&self, seat: Seat, card: DevCard) -> bool {
        self.known[usize::from(seat)][card as usize] > 0
    }

    fn may_hold_unseen(mut self, seat: Seat, card: DevCard, public: &PublicDevCards) -> bool {
        self.keep_within(public);
        let unknown = public.held[usize::from(seat)] - self.known[usize::from(seat)].iter().sum::<u32>();
        unknown > 0 && public.unplayed(card) > self.known.iter().map(|known| known[card as usize]).sum::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::rulesets::catan::tests::opening;

    fn deck() -> PublicDevCards {
        PublicDevCards::new(&opening(4, json!({}), json!({})).setup)
    }

    fn holdings(cards: &DevCards, public: &PublicDevCards, softness: f64) -> Holdings {
        cards.holdings(public, softness, &Players::new(&opening(4, json!({}), json!({}))))
    }

    fn marginal(cards: &DevCards, public: &PublicDevCards, seat: Seat, card: DevCard) -> Vec<f64> {
        holdings(cards, public, 0.0).marginal(seat, card)
    }

    #[test]
    fn a_purchase_and_a_knight_by_hand() {
        // One unseen card of 25, 14 of them knights: P(knight) = 14/25. A second seat buys: each is 14/25 still.
        let (mut cards, mut public) = (DevCards::default(), deck());
        public.buy(0);
        public.buy(1);
        assert!((marginal(&cards, &public, 1, DevCard::Knight)[1] - 14.0 / 25.0).abs() < 1e-12);
        // Seat 0 turns a knight up: 13 knights of 24 unseen.
        assert!((holdings(&cards, &public, 0.0).turns_up(0, DevCard::Knight).unwrap() - 14.0 / 25.0).abs() < 1e-15);
        cards.play(0, DevCard::Knight, &public).unwrap();
        public.play(0, DevCard::Knight);
        assert!((marginal(&cards, &public, 1, DevCard::Knight)[1] - 13.0 / 24.0).abs() < 1e-12);
        assert!(cards.play(0, DevCard::Knight, &public).is_none(), "it has none left");
    }

    #[test]
    fn the_one_who_sees_a_card_knows_it() {
        let (mut cards, mut public) = (DevCards::default(), deck());
        public.buy(0);
        assert!((holdings(&cards, &public, 1.0).turns_up(0, DevCard::Monopoly).unwrap() - 2.0 / 25.0).abs() < 1e-12);
        cards.see(0, DevCard::Monopoly, &public).unwrap();
        assert_eq!(marginal(&cards, &public, 0, DevCard::Monopoly), [0.0, 1.0]);
        assert!(cards.is_known(0, DevCard::Monopoly));
        cards.play(0, DevCard::Monopoly, &public).unwrap();
        assert!(!cards.is_known(0, DevCard::Monopoly));
    }

    #[test]
    fn what_the_table_rules_out_is_forgotten() {
        let (mut cards, mut public) = (DevCards::default(), deck());
        public.buy(0);
        cards.see(0, DevCard::Monopoly, &public).unwrap();
        // The table took a knight as the seat's card, which the observer could not: the monopoly it saw is no longer known.
        public.play(0, DevCard::Knight);
        public.buy(0);
        assert!((marginal(&cards, &public, 0, DevCard::Monopoly)[0] - 0.0).abs() < 1e-15, "one card held, one card known");
        public.play(0, DevCard::Knight);
        assert_eq!(marginal(&cards, &public, 0, DevCard::Monopoly), [1.0], "none held, none known");
    }
}
