//! The posterior over deals, worked out.

use std::sync::OnceLock;

use super::card::{Card, CardSet, Suit};
use super::setup::SEATS;
use super::whereabouts::Whereabouts;
use super::world::World;
use crate::belief::{Assignment, ByHolder, Overfull};
use crate::rulesets::Seat;

/// The posterior over assignments of the cards that are out.
#[derive(Debug)]
pub struct Solved {
    /// The cards, in order; items of the assignment.
    pub cards: Vec<Card>,
    /// Who has which.
    pub assignment: Assignment,
    /// For each card the seats that may hold it.
    whereabouts: Whereabouts,
    /// The cards that are certain, by hand.
    certain: World,
    marginals: OnceLock<Vec<ByHolder>>,
}

impl Solved {
    /// The posterior for the seats that may hold each card, what a card weighs in each hand (natural logarithm), and the sizes of
    /// the hands.
    ///
    /// # Errors
    /// Where no deal is left.
    pub fn new(whereabouts: Whereabouts, ln_weight: impl Fn(Card, Seat) -> f64, left: [u8; SEATS]) -> Result<Self, Overfull> {
        let weight = |card: Card, seat: Seat| {
            if whereabouts.allows(seat, card) { ln_weight(card, seat) } else { f64::NEG_INFINITY }
        };
        let cards: Vec<Card> = whereabouts.out().iter().collect();
        let rows = cards.iter().map(|card| std::array::from_fn(|seat| weight(*card, seat as Seat))).collect();
        let assignment = Assignment::new(rows, left)?;
        let mut certain = World::default();
        for (item, holder) in assignment.fixed() {
            certain.hands[*holder].insert(cards[*item]);
        }
        Ok(Self { cards, assignment, whereabouts, certain, marginals: OnceLock::new() })
    }

    /// No card is out.
    pub fn none() -> Self {
        match Self::new(Whereabouts::NOWHERE, |_, _| 0.0, [0; SEATS]) {
            Ok(solved) => solved,
            Err(overfull) => unreachable!("no card in hands without room is a deal: {overfull:?}"),
        }
    }

    /// P(seat holds card), in the order of `cards`. Worked out once.
    pub fn marginals(&self) -> &[ByHolder] {
        self.marginals.get_or_init(|| self.assignment.marginals())
    }

    /// P(the seat holds the card), in [0, 1]; 0 for a card that is not out.
    pub fn holds(&self, seat: Seat, card: Card) -> f64 {
        let place = self.cards.binary_search(&card).ok();
        place.map_or(0.0, |place| self.marginals()[place][usize::from(seat)])
    }

    /// For each card the seats that may hold it.
    pub const fn whereabouts(&self) -> &Whereabouts {
        &self.whereabouts
    }

    /// The cards that a seat may hold.
    pub fn possible(&self, seat: Seat) -> CardSet {
        self.whereabouts.possible(seat)
    }

    /// The cards that a seat holds for certain.
    pub fn certain(&self, seat: Seat) -> CardSet {
        self.whereabouts.certain(seat)
    }

    /// The cards that are certain, by hand, and to fill up by a draw.
    pub const fn begun(&self) -> World {
        self.certain
    }

    /// Probability of each number of cards of a suit in a seat's hand, from 0.
    pub fn suit_length(&self, seat: Seat, suit: Suit) -> Vec<f64> {
        let of_suit = |item: &usize| self.cards[*item].suit() == suit;
        let group: Vec<usize> = (0..self.cards.len()).filter(of_suit).collect();
        let [a, b, c, d] = self.assignment.counts(&group);
        match seat {
            0 => a,
            1 => b,
            2 => c,
            _ => d,
        }
    }

    /// What the posterior weighs in bytes, worked out with its marginals, where the cards that are `open` have a holder to find among
    /// hands with `room` for them, and `out` cards are out in all: above all, a partial sum for each state of the assignment.
    pub fn weigh(out: usize, open: usize, mut room: [usize; SEATS]) -> usize {
        room.sort_unstable();
        let layer = (room[0] + 1) * (room[1] + 1) * (room[2] + 3);
        let sums = (open + 1) * layer * size_of::<f64>();
        let each = size_of::<Card>() + 2 * size_of::<ByHolder>() + size_of::<usize>();
        let closed = (out - open.min(out)).next_power_of_two() * size_of::<(usize, usize)>();
        let balanced = open.next_power_of_two() * size_of::<ByHolder>();
        size_of::<[usize; 2]>() + size_of::<Self>() + out * each + closed + balanced + sums
    }
}
