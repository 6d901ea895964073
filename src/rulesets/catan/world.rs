//! One full assignment of what is hidden.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bundle::{Amounts, Bundle, Cards, DevCard, RESOURCES, Resource};
use super::lanes::{LANES, Row, first_lane, of_seat};
use super::setup::MOST_SEATS;
use super::variables::{dev_variable, variable};
use crate::rulesets::Columns;

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

    /// Puts the count that each variable has.
    pub fn values(&self, columns: &mut Columns) {
        for (seat, hand) in &self.hands {
            put_hand(columns, *seat, &hand.counts());
        }
        for (seat, cards) in &self.dev_cards {
            put_cards(columns, *seat, |card| cards.get(&card).copied().unwrap_or(0));
        }
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

/// Puts what a world holds that is given by the counts that beliefs work with.
pub fn put_counts(columns: &mut Columns, seats: u8, row: &Row, cards: &[Cards; MOST_SEATS]) {
    for seat in 0..seats {
        put_hand(columns, seat, &of_seat(row, seat));
    }
    for (seat, held) in (0..seats).zip(cards) {
        put_cards(columns, seat, |card| held[card as usize] as u16);
    }
}

/// Variables of a seat: a count for each resource, then one for each development card.
const VARIABLES: u32 = (RESOURCES + DevCard::ALL.len()) as u32;

fn put_hand(columns: &mut Columns, seat: u8, counts: &Amounts) {
    for (resource, count) in Resource::ALL.into_iter().zip(counts) {
        let number = VARIABLES * u32::from(seat) + resource as u32;
        columns.put(number, *count as u16, || (variable(seat, resource), count.to_string()));
    }
}

fn put_cards(columns: &mut Columns, seat: u8, count: impl Fn(DevCard) -> u16) {
    for card in DevCard::ALL {
        let (number, count) = (VARIABLES * u32::from(seat) + RESOURCES as u32 + card as u32, count(card));
        columns.put(number, count, || (dev_variable(seat, card), count.to_string()));
    }
}
