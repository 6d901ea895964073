//! What is published of a belief: every variable's distribution, whole worlds, and the details that only this game has.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::belief::Belief;
use super::cup::Cup;
use super::hands::{Counts, FACES, counted, faces};
use super::odds::convolve;
use crate::belief::{Marginal, Marginals, Quality};

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
pub fn variable(seat: u8, face: usize) -> String {
    format!("seat:{seat}/face:{}", face + 1)
}

/// Id of the number of all dice that show a face.
fn total(face: usize) -> String {
    format!("total/face:{}", face + 1)
}

/// Distributions of all variables: by seat and face, then the totals.
pub fn variables(belief: &Belief) -> Vec<Marginal> {
    let mut list = Vec::with_capacity((belief.cups.len() + 1) * FACES);
    let mut totals: [Vec<f64>; FACES] = std::array::from_fn(|_| vec![1.0]);
    for (seat, cup) in (0..).zip(&belief.cups) {
        cup.faces(|face, p| {
            totals[face] = convolve(&totals[face], p);
            list.push(Marginal::count(variable(seat, face), seat, u32::from(cup.dice()) + 1, p));
        });
    }
    for (face, p) in totals.iter().enumerate() {
        let all = Marginal::count(total(face), 0, p.len() as u32, p);
        list.push(Marginal { seat: None, derived: true, ..all });
    }
    list
}

/// Everything that is published.
pub fn marginals(belief: &Belief) -> Marginals {
    Marginals {
        variables: variables(belief),
        joint_entropy_bits: Some(belief.cups.iter().map(Cup::entropy_bits).fold(0.0, |sum, bits| sum + bits)),
        quality: Quality::EXACT,
        detail: detail(belief),
    }
}

/// `round` (0 before the first), `dice` by seat, `wild` (the face that counts as every other in this round, or null) and `maputa`.
fn detail(belief: &Belief) -> serde_json::Value {
    let dice: BTreeMap<String, u8> = belief.cups.iter().enumerate().map(|(seat, cup)| (seat.to_string(), cup.dice())).collect();
    json!({
        "round": belief.round,
        "dice": dice,
        "wild": belief.rules.wild.map(|face| face + 1),
        "maputa": belief.rules.maputa,
    })
}
