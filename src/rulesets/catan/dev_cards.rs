//! Unplayed development cards: an exact hypergeometric.
//!
//! The unseen cards, in the deck and in hands, lie in uniformly random order. *Model of play:* which of its cards a seat
//! turns up does not depend on what the cards are; so a card turned up is a draw from the unseen, and what stays hidden
//! is still in uniformly random order. Under that model everything has a closed form. (Players do keep victory points
//! and play knights; what that would tell is left out rather than guessed.) A seat that plays a type that it is known to
//! hold plays the known card.

use super::bundle::DevCard;
use super::event::Start;
use super::setup::MOST_SEATS;
use crate::belief::{deal, dealt_entropy_bits, hypergeometric, ln_hand};

/// Development cards by type, in the order of [`DevCard::ALL`].
pub type Cards = [u32; 5];

/// What one observer knows of the development cards.
#[derive(Clone, Debug)]
pub struct DevCards {
    /// Unplayed cards that the observer saw, by seat.
    known: [Cards; MOST_SEATS],
    /// Numbers of unplayed cards that it did not see, by seat.
    unknown: [u32; MOST_SEATS],
    /// Cards that it has not seen, in deck and hands.
    unseen: Cards,
    /// Cards not yet played, seen or not: public.
    unplayed: Cards,
}

impl DevCards {
    /// A full deck.
    pub const fn new(deck: Cards) -> Self {
        Self { known: [[0; 5]; MOST_SEATS], unknown: [0; MOST_SEATS], unseen: deck, unplayed: deck }
    }

    /// The game is joined with these cards held and played. `None` where there are not so many.
    pub fn join(&mut self, start: &Start) -> Option<()> {
        for (card, count) in &start.dev_cards_played {
            let (unseen, unplayed) = (&mut self.unseen[*card as usize], &mut self.unplayed[*card as usize]);
            *unseen = unseen.checked_sub(u32::from(*count))?;
            *unplayed = unplayed.checked_sub(u32::from(*count))?;
        }
        for seat in 0..MOST_SEATS as u8 {
            for (card, count) in start.dev_cards_held.get(&seat).into_iter().flatten() {
                let (unseen, known) = (&mut self.unseen[*card as usize], &mut self.known[usize::from(seat)][*card as usize]);
                *unseen = unseen.checked_sub(u32::from(*count))?;
                *known = u32::from(*count);
            }
            let known: u32 = self.known[usize::from(seat)].iter().sum();
            self.unknown[usize::from(seat)] = start.dev_cards_of(seat).checked_sub(known)?;
        }
        let (hidden, unseen): (u32, u32) = (self.unknown.iter().sum(), self.unseen.iter().sum());
        (hidden <= unseen).then_some(())
    }

    /// Cards in the deck.
    fn stock(&self) -> u32 {
        self.unseen.iter().sum::<u32>().saturating_sub(self.unknown.iter().sum())
    }

    /// The seat buys a card whose type the observer does not see. `None` where the deck is empty.
    pub fn buy(&mut self, seat: u8) -> Option<()> {
        (self.stock() > 0).then(|| self.unknown[seat as usize] += 1)
    }

    /// The card that the seat just bought is seen. Returns the probability of that type, `None` where it is 0.
    pub fn see(&mut self, seat: u8, card: DevCard) -> Option<f64> {
        let p = self.reveal(seat, card)?;
        self.known[seat as usize][card as usize] += 1;
        Some(p)
    }

    /// The seat plays a card. Returns the probability that a card it plays is of this type, 1 where the card was known;
    /// `None` where it cannot be.
    pub fn play(&mut self, seat: u8, card: DevCard) -> Option<f64> {
        let known = &mut self.known[seat as usize][card as usize];
        let p = if *known > 0 {
            *known -= 1;
            1.0
        } else {
            self.reveal(seat, card)?
        };
        self.unplayed[card as usize] -= 1;
        Some(p)
    }

    fn reveal(&mut self, seat: u8, card: DevCard) -> Option<f64> {
        let (unknown, unseen) = (&mut self.unknown[seat as usize], &mut self.unseen[card as usize]);
        if *unknown == 0 || *unseen == 0 {
            return None;
        }
        *unknown -= 1;
        *unseen -= 1;
        let left: u32 = self.unseen.iter().sum();
        Some(f64::from(self.unseen[card as usize] + 1) / f64::from(left + 1))
    }

    /// Number of unplayed cards of a seat.
    pub fn held(&self, seat: u8) -> u32 {
        self.unknown[seat as usize] + self.known[seat as usize].iter().sum::<u32>()
    }

    /// How many values the public counts allow for a seat's cards of a type.
    pub fn allowed(&self, seat: u8, card: DevCard) -> u32 {
        self.held(seat).min(self.unplayed[card as usize]) + 1
    }

    /// P(the seat holds n of a type) for n = 0, 1, 2, ...
    pub fn marginal(&self, seat: u8, card: DevCard) -> Vec<f64> {
        let known = self.known[seat as usize][card as usize] as usize;
        let pool = self.unseen.iter().sum();
        let mut p = vec![0.0; known];
        p.extend(hypergeometric(pool, self.unseen[card as usize], self.unknown[seat as usize]));
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

    #[test]
    fn a_purchase_and_a_knight_by_hand() {
        // One unseen card of 25, 14 of them knights: P(knight) = 14/25. A second seat buys: each is 14/25 still.
        let mut cards = DevCards::new([14, 5, 2, 2, 2]);
        cards.buy(0).unwrap();
        cards.buy(1).unwrap();
        assert!((cards.marginal(1, DevCard::Knight)[1] - 14.0 / 25.0).abs() < 1e-12);
        // Seat 0 turns a knight up: 13 knights of 24 unseen.
        assert!((cards.play(0, DevCard::Knight).unwrap() - 14.0 / 25.0).abs() < 1e-15);
        assert!((cards.marginal(1, DevCard::Knight)[1] - 13.0 / 24.0).abs() < 1e-12);
        assert!(cards.play(0, DevCard::Knight).is_none(), "it has none left");
    }

    #[test]
    fn the_one_who_sees_a_card_knows_it() {
        let mut cards = DevCards::new([14, 5, 2, 2, 2]);
        cards.buy(0).unwrap();
        assert!((cards.see(0, DevCard::Monopoly).unwrap() - 2.0 / 25.0).abs() < 1e-15);
        assert_eq!(cards.marginal(0, DevCard::Monopoly), [0.0, 1.0]);
        assert_eq!(cards.play(0, DevCard::Monopoly), Some(1.0));
    }
}
