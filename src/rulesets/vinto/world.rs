//! One full assignment of the hidden variables: the rank of every card that is face down.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rank::Rank;
use crate::rulesets::Seat;

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
    /// The value of each variable, by its id.
    #[must_use]
    pub fn values(&self) -> BTreeMap<String, String> {
        let row = |(seat, row): (&Seat, &Vec<Rank>)| {
            let seat = *seat;
            let value = move |(position, rank): (usize, &Rank)| (variable(seat, position), rank.name().to_owned());
            row.iter().enumerate().map(value).collect::<Vec<_>>()
        };
        self.rows.iter().flat_map(row).collect()
    }
}

/// Id of the card that is now at a place of a row.
#[must_use]
pub fn variable(seat: Seat, position: usize) -> String {
    format!("seat:{seat}/card:{position}")
}
