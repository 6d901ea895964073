//! What is published of a belief: every variable's distribution, and the details that only this game has.

use std::collections::BTreeMap;

use serde_json::json;

use super::belief::Belief;
use super::cup::Cup;
use super::hands::FACES;
use super::odds::convolve;
use super::table::Table;
use super::world::{total, variable};
use crate::belief::{Marginal, Marginals, Quality};

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
pub fn marginals(belief: &Belief, table: &Table) -> Marginals {
    Marginals {
        variables: variables(belief),
        joint_entropy_bits: Some(belief.cups.iter().map(Cup::entropy_bits).fold(0.0, |sum, bits| sum + bits)),
        quality: Quality::EXACT,
        detail: detail(belief, table),
    }
}

/// `round` (0 before the first), `dice` by seat, `wild` (the face that counts as every other in this round, or null), `maputa`, and `ways`:
/// by seat, the weights of the ways in which it plays, as everyone may see them, and under `unrelated` how likely what it says in this
/// round has nothing to do with its dice.
fn detail(belief: &Belief, table: &Table) -> serde_json::Value {
    let dice: BTreeMap<String, u8> = belief.cups.iter().enumerate().map(|(seat, cup)| (seat.to_string(), cup.dice())).collect();
    let rules = table.rules();
    json!({
        "round": table.rounds,
        "dice": dice,
        "wild": rules.wild.map(|face| face + 1),
        "maputa": rules.maputa,
        "ways": (0..table.seats).map(|seat| (seat.to_string(), table.readings.shown(seat))).collect::<BTreeMap<_, _>>(),
    })
}
