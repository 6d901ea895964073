//! One full assignment of what is hidden, and the ids of the variables that it gives values to.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hands::{FACES, Hand, counted, faces};
use crate::rulesets::Columns;

/// One full assignment of what is hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct World {
    /// Faces of every seat's dice, ascending; none for a seat that is out.
    pub dice: BTreeMap<u8, Vec<u8>>,
}

impl World {
    /// From the counts that beliefs work with, one a seat.
    #[must_use]
    pub fn of(hands: &[Hand]) -> Self {
        Self { dice: (0..).zip(hands).map(|(seat, hand)| (seat, faces(hand))).collect() }
    }

    /// Puts the count that each variable has.
    pub fn values(&self, columns: &mut Columns) {
        put_hands(columns, self.dice.iter().map(|(seat, dice)| (*seat, counted(dice).unwrap_or_default())));
    }
}

/// Puts the counts of these hands, and of all of them together.
pub fn put_hands(columns: &mut Columns, hands: impl Iterator<Item = (u8, Hand)>) {
    let mut totals = [0_u16; FACES];
    for (seat, hand) in hands {
        for (face, count) in hand.into_iter().enumerate() {
            totals[face] += u16::from(count);
            let number = (FACES * (usize::from(seat) + 1) + face) as u32;
            columns.put(number, u16::from(count), || (variable(seat, face), count.to_string()));
        }
    }
    for (face, count) in totals.into_iter().enumerate() {
        columns.put(face as u32, count, || (total(face), count.to_string()));
    }
}

/// Id of the number of dice of a seat that show a face.
#[must_use]
pub fn variable(seat: u8, face: usize) -> String {
    format!("seat:{seat}/face:{}", face + 1)
}

/// Id of the number of all dice that show a face.
#[must_use]
pub fn total(face: usize) -> String {
    format!("total/face:{}", face + 1)
}
