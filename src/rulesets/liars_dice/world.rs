//! One full assignment of what is hidden, and the ids of the variables that it gives values to.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hands::{Counts, FACES, counted, faces};

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
    pub fn of(hands: &[Counts]) -> Self {
        Self { dice: (0..).zip(hands).map(|(seat, hand)| (seat, faces(hand))).collect() }
    }

    /// The count that each variable has.
    #[must_use]
    pub fn values(&self) -> BTreeMap<String, String> {
        let hands: Vec<(u8, Counts)> = self.dice.iter().map(|(seat, dice)| (*seat, counted(dice).unwrap_or_default())).collect();
        let mut values = BTreeMap::new();
        for face in 0..FACES {
            let all: u32 = hands.iter().map(|(_, hand)| u32::from(hand[face])).sum();
            values.insert(total(face), all.to_string());
            values.extend(hands.iter().map(|(seat, hand)| (variable(*seat, face), hand[face].to_string())));
        }
        values
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
