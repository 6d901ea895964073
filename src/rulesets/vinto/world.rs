//! One full assignment of the hidden variables: the rank of every card that is face down.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rank::Rank;
use crate::rulesets::{Columns, Seat};

/// Every card that is out, by its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// Each row in order of its places.
    pub rows: BTreeMap<Seat, Vec<Rank>>,
    /// The draw pile, top first.
    pub draw_pile: Vec<Rank>,
    /// The card that was drawn and is neither swapped nor discarded yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Rank>,
    /// Discards that not everybody saw, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub face_down: Vec<Rank>,
}

impl World {
    /// Puts the value of each variable.
    pub fn values(&self, columns: &mut Columns) {
        for (seat, row) in &self.rows {
            for (position, rank) in row.iter().enumerate() {
                put_rank(columns, *seat, position, *rank);
            }
        }
    }
}

/// Puts the value of a place's variable.
pub fn put_rank(columns: &mut Columns, seat: Seat, position: usize, rank: Rank) {
    let number = u32::from(seat) << 16 | position as u32;
    columns.put(number, rank.index() as u16, || (variable(seat, position), rank.name().to_owned()));
}

/// Id of the card that is now at a place of a row.
#[must_use]
pub fn variable(seat: Seat, position: usize) -> String {
    format!("seat:{seat}/card:{position}")
}
