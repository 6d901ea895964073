//! One full assignment of what is hidden.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bundle::{Bundle, DevCard, RESOURCES, Resource};
use super::dev_cards::Cards;
use super::lanes::{LANES, Row, first_lane, of_seat};
use super::setup::MOST_SEATS;
use super::variables::{dev_variable, variable};

/// One full assignment of what is hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct World {
    /// Every seat's hand.
    pub hands: BTreeMap<u8, Bundle>,
    /// Every seat's unplayed development cards by type; types left out are none.
    pub dev_cards: BTreeMap<u8, BTreeMap<DevCard, u16>>,
}

impl World {
    /// From the counts that beliefs work with.
    pub fn of(seats: u8, row: &Row, cards: &[Cards; MOST_SEATS]) -> Self {
        let held = |seat: u8| {
            let counts = DevCard::ALL.into_iter().map(|card| (card, cards[usize::from(seat)][card as usize] as u16));
            counts.filter(|(_, count)| *count > 0).collect()
        };
        Self {
            hands: (0..seats).map(|seat| (seat, Bundle::of(of_seat(row, seat)))).collect(),
            dev_cards: (0..seats).map(|seat| (seat, held(seat))).collect(),
        }
    }

    /// The count that each variable has.
    #[must_use]
    pub fn values(&self) -> BTreeMap<String, String> {
        let hands = self.hands.iter().flat_map(|(seat, hand)| {
            let counts = Resource::ALL.into_iter().zip(hand.counts());
            counts.map(|(resource, count)| (variable(*seat, resource), count.to_string()))
        });
        let cards = self.dev_cards.iter().flat_map(|(seat, cards)| {
            let count = |card| cards.get(&card).copied().unwrap_or(0).to_string();
            DevCard::ALL.into_iter().map(move |card| (dev_variable(*seat, card), count(card)))
        });
        hands.chain(cards).collect()
    }

    /// The counts that beliefs work with; seats not named hold nothing. `None` where a seat is not at the table.
    pub(super) fn counts(&self, seats: u8) -> Option<(Row, [Cards; MOST_SEATS])> {
        if self.hands.keys().chain(self.dev_cards.keys()).any(|seat| *seat >= seats) {
            return None;
        }
        let mut row: Row = [0; LANES];
        for (seat, hand) in &self.hands {
            row[first_lane(*seat)..first_lane(*seat) + RESOURCES].copy_from_slice(&hand.counts());
        }
        let mut cards = [[0; 5]; MOST_SEATS];
        for (seat, held) in &self.dev_cards {
            for (card, count) in held {
                cards[usize::from(*seat)][*card as usize] = u32::from(*count);
            }
        }
        Some((row, cards))
    }
}
