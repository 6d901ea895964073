//! Unplayed development cards: an exact hypergeometric.
//!
//! The unseen cards, in the deck and in hands, lie in uniformly random order. *Model of play:* which of its cards a seat
//! turns up does not depend on what the cards are; so a card turned up is a draw from the unseen, and what stays hidden
//! is still in uniformly random order. Under that model everything has a closed form. (Players do keep victory points
//! and play knights; what that would say is left out rather than guessed.) A seat that plays a type that it is known to
//! hold plays the known card.
//!
//! The table knows how many cards each seat holds and which were played ([`PublicDevCards`]); the observer knows the types
//! of those that it saw ([`DevCards`]); everything else follows from the two ([`Holdings`]).

use super::bundle::DevCard;
use super::event::Start;
use super::setup::{MOST_SEATS, Setup};
use crate::belief::{deal, dealt_entropy_bits, hypergeometric, ln_hand};
use crate::rulesets::Seat;

/// Development cards by type, in the order of [`DevCard::ALL`].
pub type Cards = [u32; 5];

/// What everyone knows of the development cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicDevCards {
    /// All cards that there are, by type.
    pub deck: Cards,
    /// Numbers of unplayed cards, by seat.
    pub held: [u32; MOST_SEATS],
    /// Cards played, by type.
    pub played: Cards,
}

impl PublicDevCards {
    /// A full deck.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        Self { deck: setup.deck(), held: [0; MOST_SEATS], played: [0; 5] }
    }

    /// The table stands with these cards held and played.
    pub fn join(&mut self, start: &Start) {
        self.held = std::array::from_fn(|seat| start.dev_cards_of(seat as Seat));
        self.played = [0; 5];
        for (card, count) in &start.dev_cards_played {
            self.played[*card as usize] = u32::from(*count);
        }
    }

    /// A seat buys a card.
    pub fn buy(&mut self, seat: Seat) {
        self.held[usize::from(seat)] += 1;
    }

    /// A seat turns a card up.
    pub fn play(&mut self, seat: Seat, card: DevCard) {
        let held = &mut self.held[usize::from(seat)];
        *held = held.saturating_sub(1);
        self.played[card as usize] += 1;
    }

    /// Cards that nobody bought yet.
    #[must_use]
    pub fn stock(&self) -> u32 {
        let gone: u32 = self.held.iter().sum::<u32>() + self.played.iter().sum::<u32>();
        self.deck.iter().sum::<u32>().saturating_sub(gone)
    }

    /// Cards of a type that were not played yet.
    #[must_use]
    pub fn unplayed(&self, card: DevCard) -> u32 {
        self.deck[card as usize].saturating_sub(self.played[card as usize])
    }

    /// How many values the public counts allow for a seat's cards of a type.
    #[must_use]
    pub fn allowed(&self, seat: Seat, card: DevCard) -> u32 {
        self.held[usize::from(seat)].min(self.unplayed(card)) + 1
    }
}

/// The unplayed cards that one observer saw, by seat and type.
#[derive(Clone, Copy, Debug, Default)]
pub struct DevCards {
    known: [Cards; MOST_SEATS],
}

/// All unplayed cards, as one observer knows them: some by type, others by number alone.
#[derive(Clone, Copy, Debug)]
pub struct Holdings {
    /// Cards that the observer saw, by seat.
    known: [Cards; MOST_SEATS],
    /// Numbers of cards that it did not see, by seat.
    unknown: [u32; MOST_SEATS],
    /// Cards that it has not seen, in deck and hands.
    unseen: Cards,
}

impl DevCards {
    /// What a snapshot holds. No deck has more than 100 cards of a type.
    pub fn freeze(&self) -> [[u8; 5]; MOST_SEATS] {
        self.known.map(|cards| cards.map(|count| u8::try_from(count).unwrap_or(u8::MAX)))
    }

    /// The cards that were frozen.
    pub fn thaw(frozen: [[u8; 5]; MOST_SEATS]) -> Self {
        Self { known: frozen.map(|cards| cards.map(u32::from)) }
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

    /// All unplayed cards: those that the observer saw, and the numbers of the others, which the table says.
    pub fn holdings(mut self, public: &PublicDevCards) -> Holdings {
        self.keep_within(public);
        let known = self.known;
        let unknown = std::array::from_fn(|seat| public.held[seat] - known[seat].iter().sum::<u32>());
        let unseen = DevCard::ALL.map(|card| public.unplayed(card) - known.iter().map(|known| known[card as usize]).sum::<u32>());
        Holdings { known, unknown, unseen }
    }

    /// The table stands with these cards held and played; `public` is what the table says after it. `None` where there
    /// are not so many.
    pub fn join(&mut self, start: &Start, public: &PublicDevCards) -> Option<()> {
        let mut named = Self::default();
        for (seat, cards) in start.dev_cards_held.iter().filter(|(seat, _)| usize::from(**seat) < MOST_SEATS) {
            for (card, count) in cards {
                named.known[usize::from(*seat)][*card as usize] = u32::from(*count);
            }
        }
        *self = named;
        self.keep_within(public);
        let gone: u32 = public.held.iter().chain(&public.played).sum();
        let fits = gone <= public.deck.iter().sum()
            && DevCard::ALL.iter().all(|card| public.played[*card as usize] <= public.deck[*card as usize]);
        (fits && self.known == named.known).then_some(())
    }

    /// The card that the seat just bought is seen; `public` counts it already. Returns the probability of that type, `None`
    /// where it is 0.
    pub fn see(&mut self, seat: Seat, card: DevCard, public: &PublicDevCards) -> Option<f64> {
        let p = self.holdings(public).turns_up(seat, card)?;
        self.known[usize::from(seat)][card as usize] += 1;
        Some(p)
    }

    /// The seat plays a card, which `public` still counts as unplayed. Returns the probability that a card it plays is of
    /// this type, 1 where the card was known; `None` where it cannot be.
    pub fn play(&mut self, seat: Seat, card: DevCard, public: &PublicDevCards) -> Option<f64> {
        let known = &mut self.known[usize::from(seat)][card as usize];
        if *known > 0 {
            *known -= 1;
            return Some(1.0);
        }
        self.holdings(public).turns_up(seat, card)
    }
}

impl Holdings {
    /// The probability that an unseen card of a seat is of this type; `None` where it cannot be.
    fn turns_up(&self, seat: Seat, card: DevCard) -> Option<f64> {
        let (unknown, unseen) = (self.unknown[usize::from(seat)], self.unseen[card as usize]);
        (unknown > 0 && unseen > 0).then(|| f64::from(unseen) / f64::from(self.unseen.iter().sum::<u32>()))
    }

    /// P(the seat holds n of a type) for n = 0, 1, 2, ...
    pub fn marginal(&self, seat: Seat, card: DevCard) -> Vec<f64> {
        let known = self.known[usize::from(seat)][card as usize] as usize;
        let pool = self.unseen.iter().sum();
        let mut p = hypergeometric(pool, self.unseen[card as usize], self.unknown[usize::from(seat)]);
        p.splice(..0, std::iter::repeat_n(0.0, known));
        p
    }

    /// Entropy of all seats' cards together, in bits.
    pub fn entropy_bits(&self) -> f64 {
        dealt_entropy_bits(&self.unseen, &self.unknown)
    }

    /// Draws the cards of every seat.
    pub fn sample(&self, rng: &mut impl rand::Rng) -> [Cards; MOST_SEATS] {
        let mut unseen = self.unseen;
        std::array::from_fn(|seat| {
            let drawn = deal(&mut unseen, self.unknown[seat], rng);
            std::array::from_fn(|card| drawn[card] + self.known[seat][card])
        })
    }

    /// ln P(every seat holds exactly these), in nats; -inf where that is ruled out.
    pub fn ln_probability(&self, held: &[Cards; MOST_SEATS]) -> f64 {
        let (mut unseen, mut ln) = (self.unseen, 0.0);
        for (seat, cards) in held.iter().enumerate() {
            let mut drawn = [0; 5];
            for card in 0..5 {
                let Some(unknown) = cards[card].checked_sub(self.known[seat][card]) else { return f64::NEG_INFINITY };
                drawn[card] = unknown;
                if unknown > unseen[card] {
                    return f64::NEG_INFINITY;
                }
            }
            if drawn.iter().sum::<u32>() != self.unknown[seat] {
                return f64::NEG_INFINITY;
            }
            ln += ln_hand(&unseen, &drawn);
            for card in 0..5 {
                unseen[card] -= drawn[card];
            }
        }
        ln
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck() -> PublicDevCards {
        PublicDevCards { deck: [14, 5, 2, 2, 2], held: [0; MOST_SEATS], played: [0; 5] }
    }

    #[test]
    fn a_purchase_and_a_knight_by_hand() {
        // One unseen card of 25, 14 of them knights: P(knight) = 14/25. A second seat buys: each is 14/25 still.
        let (mut cards, mut public) = (DevCards::default(), deck());
        public.buy(0);
        public.buy(1);
        assert!((cards.holdings(&public).marginal(1, DevCard::Knight)[1] - 14.0 / 25.0).abs() < 1e-12);
        // Seat 0 turns a knight up: 13 knights of 24 unseen.
        assert!((cards.play(0, DevCard::Knight, &public).unwrap() - 14.0 / 25.0).abs() < 1e-15);
        public.play(0, DevCard::Knight);
        assert!((cards.holdings(&public).marginal(1, DevCard::Knight)[1] - 13.0 / 24.0).abs() < 1e-12);
        assert!(cards.play(0, DevCard::Knight, &public).is_none(), "it has none left");
    }

    #[test]
    fn the_one_who_sees_a_card_knows_it() {
        let (mut cards, mut public) = (DevCards::default(), deck());
        public.buy(0);
        assert!((cards.see(0, DevCard::Monopoly, &public).unwrap() - 2.0 / 25.0).abs() < 1e-15);
        assert_eq!(cards.holdings(&public).marginal(0, DevCard::Monopoly), [0.0, 1.0]);
        assert_eq!(cards.play(0, DevCard::Monopoly, &public), Some(1.0));
    }

    #[test]
    fn what_the_table_rules_out_is_forgotten() {
        let (mut cards, mut public) = (DevCards::default(), deck());
        public.buy(0);
        cards.see(0, DevCard::Monopoly, &public).unwrap();
        // The table took a knight as the seat's card, which the observer could not: the monopoly it saw is no longer known.
        public.play(0, DevCard::Knight);
        public.buy(0);
        assert!((cards.holdings(&public).marginal(0, DevCard::Monopoly)[0] - 0.0).abs() < 1e-15, "one card held, one card known");
        public.play(0, DevCard::Knight);
        assert_eq!(cards.holdings(&public).marginal(0, DevCard::Monopoly), [1.0], "none held, none known");
    }
}
