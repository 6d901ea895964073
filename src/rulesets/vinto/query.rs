//! The game's own questions.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::belief::Belief;
use super::check::placed;
use super::instance::Instance;
use super::rank::{RANKS, Rank};
use super::table::Table;
use crate::belief::{Draws, Method, Quality, RankPosterior};
use crate::rulesets::{Posterior as _, Refusal, Seat, refuse, seated};

/// Worlds that are drawn for an answer that compares totals of several rows, and their seed: the same question has the same answer.
const WORLDS: Draws = Draws { seed: 1, count: 4_000 };

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Query {
    /// The rank of a card.
    Rank(At),
    /// The total of a row.
    RowTotal(Of),
    /// Whether a seat's total would be the lowest, were all rows turned up now. A tie counts: the caller wins it.
    WinsIfCalled(Of),
    /// Whether a seat has looked at a card of its row.
    Knows(At),
    /// Whether a seat holds a card of a rank that it has looked at.
    HoldsKnown(HoldsKnown),
    /// How near a seat is to calling.
    Readiness(Of),
}

/// A card in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// Whose row.
    pub seat: Seat,
    /// Place in it, from 0.
    pub position: u8,
}

/// A seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Of {
    /// Whose.
    pub seat: Seat,
}

/// Whether a seat holds a card of a rank that it has looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HoldsKnown {
    /// Whose row.
    pub seat: Seat,
    /// The rank.
    pub rank: Rank,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To `rank`.
    Rank(RankChances),
    /// To `row_total`.
    RowTotal(RowTotal),
    /// To `wins_if_called`.
    WinsIfCalled(WinChance),
    /// To `knows`.
    Knows(Knowledge),
    /// To `holds_known`.
    HoldsKnown(Chance),
    /// To `readiness`.
    Readiness(Readiness),
}

/// How an answer was worked out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Worked {
    /// `exact`, or `sampled` where an exact sum would have taken too long.
    #[schemars(with = "String")]
    pub method: Method,
    /// Effective number of independent samples; absent where it is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effective_sample_size: Option<f64>,
}

impl From<Quality> for Worked {
    fn from(quality: Quality) -> Self {
        Self { method: quality.method, effective_sample_size: quality.effective_sample_size }
    }
}

/// The rank of a card.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RankChances {
    /// P(rank), of ranks that it may have.
    pub ranks: BTreeMap<&'static str, f64>,
    /// Its expected value in points.
    pub expected: f64,
    /// How it was worked out.
    #[serde(flatten)]
    pub worked: Worked,
}

/// The total of a row.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RowTotal {
    /// P(total), of totals that it may have.
    pub totals: BTreeMap<i32, f64>,
    /// Its expectation.
    pub expected: f64,
    /// How it was worked out.
    #[serde(flatten)]
    pub worked: Worked,
}

/// Whether a total would be the lowest.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WinChance {
    /// P(no row has a lower total).
    pub p: f64,
    /// P(every other row has a higher total).
    pub alone: f64,
    /// Standard error of `p`: it is worked out from sampled worlds, and 0 only where they all agree.
    pub standard_error: f64,
    /// How many worlds.
    pub worlds: usize,
}

/// Whether a seat has looked at a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Knowledge {
    /// Whether it has: public, because who looks where is seen.
    pub knows: bool,
    /// Whether all know the card.
    pub shown: bool,
}

/// A probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Chance {
    /// In [0, 1].
    pub p: f64,
    /// How it was worked out.
    #[serde(flatten)]
    pub worked: Worked,
}

/// How near a seat is to calling.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Readiness {
    /// E[(30 - total) / 20, kept within 0 and 1]: 0 at thirty points, 1 at ten and below.
    pub readiness: f64,
    /// P(total at most ten).
    pub at_most_ten: f64,
    /// How it was worked out.
    #[serde(flatten)]
    pub worked: Worked,
}

/// Answers a question.
///
/// # Errors
/// `no_round`: no card lies anywhere yet. `unknown_seat`, `unknown_position`: nothing at this table.
pub fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
    if table.rounds == 0 {
        return refuse("no_round", "no card is dealt yet: post a round first");
    }
    match query {
        Query::Rank(at) => {
            let p = belief.ranks(table, placed(table, at.seat, at.position)?);
            let there = Rank::ALL.into_iter().filter(|rank| p[rank.index()] > 0.0);
            let expected = Rank::ALL.into_iter().map(|rank| p[rank.index()] * f64::from(rank.value()));
            Ok(Answer::Rank(RankChances {
                ranks: there.map(|rank| (rank.name(), p[rank.index()])).collect(),
                expected: expected.fold(0.0, |sum, term| sum + term),
                worked: belief.quality(table).into(),
            }))
        }
        Query::RowTotal(of) => {
            let row = row(table, of.seat)?;
            let (totals, worked) = (belief.total_of(table, row), belief.quality_of_total(table, row).into());
            let expected = totals.iter().map(|(total, p)| f64::from(*total) * p).fold(0.0, |sum, term| sum + term);
            Ok(Answer::RowTotal(RowTotal { totals: totals.into_iter().collect(), expected, worked }))
        }
        Query::WinsIfCalled(of) => {
            seated(of.seat, table.seats)?;
            Ok(Answer::WinsIfCalled(wins(belief, table, of.seat)))
        }
        Query::Knows(at) => {
            let card = placed(table, at.seat, at.position)?;
            Ok(Answer::Knows(Knowledge { knows: table.has_seen(at.seat, card), shown: table.shown(card).is_some() }))
        }
        Query::HoldsKnown(of) => {
            let row = row(table, of.seat)?;
            let seen: Vec<Instance> = row.iter().copied().filter(|card| table.has_seen(of.seat, *card)).collect();
            let (p, quality) = holds(belief, table, &seen, of.rank);
            Ok(Answer::HoldsKnown(Chance { p, worked: quality.into() }))
        }
        Query::Readiness(of) => {
            let row = row(table, of.seat)?;
            let (totals, worked) = (belief.total_of(table, row), belief.quality_of_total(table, row).into());
            let near = |total: i32| ((30.0 - f64::from(total)) / 20.0).clamp(0.0, 1.0);
            Ok(Answer::Readiness(Readiness {
                readiness: totals.iter().map(|(total, p)| near(*total) * p).fold(0.0, |sum, term| sum + term),
                at_most_ten: totals.iter().filter(|(total, _)| *total <= 10).map(|(_, p)| p).fold(0.0, |sum, p| sum + p),
                worked,
            }))
        }
    }
}

/// A seat's row.
fn row(table: &Table, seat: Seat) -> Result<&[Instance], Refusal> {
    seated(seat, table.seats)?;
    Ok(table.row(seat))
}

/// P(one of the cards has the rank): 1 less what is left of the sum over worlds where none may have it.
fn holds(belief: &Belief, table: &Table, cards: &[Instance], rank: Rank) -> (f64, Quality) {
    if cards.iter().any(|card| belief.known(*card) == Some(rank)) {
        return (1.0, Quality::EXACT);
    }
    let slots = belief.places(table, cards);
    if slots.is_empty() {
        return (0.0, Quality::EXACT);
    }
    let posterior = &belief.solved(table).posterior;
    let mut without = posterior.unseen().clone();
    for slot in &slots {
        without.slots[*slot].ln_weights[rank.index()] = f64::NEG_INFINITY;
    }
    // Where no world is left without it, it is certain.
    let Ok(none) = RankPosterior::<RANKS>::new(without, belief.model.effort()) else { return (1.0, posterior.quality()) };
    let p = (1.0 - libm::exp(none.ln_total() - posterior.ln_total())).clamp(0.0, 1.0);
    let (quality, other) = (posterior.quality(), none.quality());
    let worth = |quality: &Quality| quality.effective_sample_size.unwrap_or(f64::INFINITY);
    (p, if worth(&other) < worth(&quality) { other } else { quality })
}

fn wins(belief: &Belief, table: &Table, seat: Seat) -> WinChance {
    let sampled = belief.sample(table, WORLDS);
    let weighted = sampled.quality.is_lossy();
    let (mut sum, mut squares, mut tied, mut alone) = (0.0, 0.0, 0.0, 0.0);
    for (ln, world) in &sampled.worlds {
        let weight = if weighted { libm::exp(*ln) } else { 1.0 };
        let total = |row: &Vec<Rank>| row.iter().map(|rank| rank.value()).sum::<i32>();
        let own = world.rows.get(&seat).map_or(0, total);
        let least = world.rows.iter().filter(|(other, _)| **other != seat).map(|(_, row)| total(row)).min();
        sum += weight;
        squares += weight * weight;
        tied += if least.is_none_or(|least| own <= least) { weight } else { 0.0 };
        alone += if least.is_none_or(|least| own < least) { weight } else { 0.0 };
    }
    let (p, worth) = (tied / sum, sum * sum / squares);
    WinChance { p, alone: alone / sum, standard_error: libm::sqrt(p * (1.0 - p) / worth), worlds: sampled.worlds.len() }
}
