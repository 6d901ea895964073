//! What is published of a belief.

use std::collections::BTreeMap;

use serde_json::json;

use super::belief::Belief;
use super::fold::Situation;
use super::instance::Instance;
use super::rank::{RANKS, Rank};
use super::table::Table;
use super::ways::NAMES;
use super::world::variable;
use crate::belief::{Marginal, Marginals};
use crate::rulesets::{Posterior as _, Seat};

/// The rank of a card in a row.
fn marginal(table: &Table, seat: Seat, position: usize, card: Instance, p: &[f64; RANKS]) -> Marginal {
    let open = match table.shown(card) {
        Some(_) => 1,
        None => Rank::ALL.into_iter().filter(|rank| !table.is_exhausted(card, *rank)).count(),
    };
    let possible = p.iter().filter(|p| **p > 0.0).count();
    // With a hard kind of evidence switched off, what all have seen is not believed.
    let allowed = open.max(possible) as u32;
    let ranks = Rank::ALL.into_iter().map(|rank| (rank.name(), p[rank.index()]));
    Marginal {
        seat: Some(seat),
        instance: Some(card.to_string()),
        ..Marginal::new(variable(seat, position), "rank", allowed, ranks)
    }
}

/// What evidence can be about: the rank of every card in a row, and the places where a card may come next, which hold none.
pub fn frame(now: &Situation<'_>) -> Vec<Marginal> {
    let Situation { belief, table } = now;
    let mut frame = rows(belief, table);
    for (seat, row) in table.rows() {
        let empty = |position: usize| {
            let none = Marginal::new(variable(seat, position), "rank", 1, [("none", 1.0)]);
            Marginal { seat: Some(seat), ..none }
        };
        let most = usize::from(table.setup.row()).max(row.len() + 1);
        frame.extend((row.len()..most).map(empty));
    }
    frame
}

/// The rank of every card in a row.
fn rows(belief: &Belief, table: &Table) -> Vec<Marginal> {
    let cards = |(seat, row): (Seat, &[Instance])| -> Vec<Marginal> {
        row.iter().enumerate().map(|(at, card)| marginal(table, seat, at, *card, &belief.ranks(table, *card))).collect()
    };
    table.rows().flat_map(cards).collect()
}

/// Everything that is published.
pub fn marginals(belief: &Belief, table: &Table) -> Marginals {
    Marginals {
        variables: rows(belief, table),
        joint_entropy_bits: belief.joint_entropy_bits(table),
        quality: belief.quality(table),
        detail: detail(belief, table),
    }
}

/// `ways`: how likely it is that each seat moves by lot, as the population does, or as it did in its own games; filtered, not exact.
/// `expected_totals`: of each row, in points, by seat. `next_draw`: P(rank) of the top of the draw pile. `knows`: positions of the cards that each
/// seat has looked at, in its own row. `caller`: who called the round. `states`: size of the exact sum that was worked out.
fn detail(belief: &Belief, table: &Table) -> serde_json::Value {
    let expected = |card: &Instance| -> f64 {
        let p = belief.ranks(table, *card);
        Rank::ALL.into_iter().map(|rank| p[rank.index()] * f64::from(rank.value())).fold(0.0, |sum, term| sum + term)
    };
    let totals: BTreeMap<Seat, f64> =
        table.rows().map(|(seat, row)| (seat, row.iter().map(expected).fold(0.0, |sum, value| sum + value))).collect();
    let knows: BTreeMap<Seat, Vec<usize>> =
        table.rows().map(|(seat, row)| (seat, (0..row.len()).filter(|at| table.has_seen(seat, row[*at])).collect())).collect();
    let next_draw: BTreeMap<&str, f64> = table.next_draw().map_or_else(BTreeMap::new, |card| {
        let p = belief.ranks(table, card);
        Rank::ALL.into_iter().filter(|rank| p[rank.index()] > 0.0).map(|rank| (rank.name(), p[rank.index()])).collect()
    });
    let ways: BTreeMap<Seat, BTreeMap<&str, f64>> =
        table.rows().map(|(seat, _)| (seat, NAMES.into_iter().zip(belief.ways.of(seat)).collect())).collect();
    json!({
        "ways": ways,
        "expected_totals": totals,
        "next_draw": next_draw,
        "knows": knows,
        "caller": table.caller,
        "states": belief.solved(table).posterior.states(),
    })
}
