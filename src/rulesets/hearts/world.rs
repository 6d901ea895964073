//! One full assignment of the hidden variables: every hand.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::card::{Card, CardSet};
use super::setup::SEATS;
use crate::rulesets::{Columns, Seat};

/// The cards in each hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
pub struct World {
    /// By seat, in order.
    #[schemars(with = "BTreeMap<Seat, CardSet>")]
    pub hands: [CardSet; SEATS],
}

impl World {
    /// The holder of each card that somebody holds.
    pub fn holders(&self) -> impl Iterator<Item = (Card, Seat)> {
        (0..SEATS as Seat).flat_map(|seat| self.hands[usize::from(seat)].iter().map(move |card| (card, seat)))
    }

    /// Puts the value of each variable.
    pub fn values(&self, columns: &mut Columns) {
        for (card, seat) in self.holders() {
            put_holder(columns, card, seat);
        }
    }
}

/// Puts the value of a card's variable.
pub fn put_holder(columns: &mut Columns, card: Card, seat: Seat) {
    columns.put(card.index() as u32, u16::from(seat), || (variable(card), holder(seat)));
}

/// Id of a card's variable: its holder.
#[must_use]
pub fn variable(card: Card) -> String {
    format!("card:{card}")
}

/// The value of a card's variable where the seat holds it.
#[must_use]
pub fn holder(seat: Seat) -> String {
    format!("seat:{seat}")
}

/// How a world is written: hands by seat.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    hands: BTreeMap<Seat, CardSet>,
}

impl Serialize for World {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written { hands: (0..).zip(self.hands).collect() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for World {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let mut hands = [CardSet::EMPTY; SEATS];
        let mut all = CardSet::EMPTY;
        for (seat, cards) in written.hands {
            let Some(hand) = hands.get_mut(usize::from(seat)) else {
                return Err(serde::de::Error::custom(format_args!(
                    "there is no seat {seat}: the table has 4, and they count from 0"
                )));
            };
            if let Some(card) = all.and(cards).first() {
                return Err(serde::de::Error::custom(format_args!("{card} is in two hands")));
            }
            *hand = cards;
            all = all.or(cards);
        }
        Ok(Self { hands })
    }
}
