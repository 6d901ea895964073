//! What is published of a belief.

use std::collections::BTreeMap;

use serde_json::json;

use super::belief::Belief;
use super::card::{Card, CardSet, Suit};
use super::check::due;
use super::fold::Midway;
use super::setup::SEATS;
use super::solved::Solved;
use super::table::Table;
use super::ways::Way;
use super::world::{holder, variable};
use crate::belief::{ByHolder, Marginal, Marginals, Quality, entropy_bits};
use crate::rulesets::Seat;

/// The holder of a card, of whom the public counts allow so many.
fn marginal(card: Card, p: &ByHolder, allowed: u32) -> Marginal {
    let held = (0..).zip(p).filter(|(_, p)| **p > 0.0);
    Marginal::new(variable(card), "holder", allowed, held.map(|(seat, p)| (holder(seat), *p)))
}

/// How many seats may hold a card by what everybody saw; no fewer than by a belief that left out what everybody else saw.
fn allowed(solved: &Solved, table: &Table, card: Card) -> u32 {
    let left = table.left();
    let may_hold = |seat: &usize| table.allowed().allows(*seat as Seat, card) && left[*seat] > 0;
    let seen = (0..SEATS).filter(may_hold).count() as u32;
    seen.max(solved.whereabouts().of(card).count_ones())
}

/// What evidence can be about: the holder of every card that is out; before a deal all cards are in the deck. Pieces of evidence
/// hold distributions only, not what the public counts allow: here that stands for the seats that the observer still allows.
pub fn frame(now: &Midway) -> Vec<Marginal> {
    let solved = now.solved();
    if solved.cards.is_empty() {
        let in_deck = |card: Card| Marginal::new(variable(card), "holder", 1, [("deck", 1.0)]);
        return Card::all().map(in_deck).collect();
    }
    let allowed = |card: Card| solved.whereabouts().of(card).count_ones();
    solved.cards.iter().zip(solved.marginals()).map(|(card, p)| marginal(*card, p, allowed(*card))).collect()
}

/// Everything that is published.
pub fn marginals(belief: &Belief, table: &Table) -> Marginals {
    let solved = belief.solved(table);
    let cards = solved.cards.iter().zip(solved.marginals());
    Marginals {
        variables: cards.map(|(card, p)| marginal(*card, p, allowed(solved, table, *card))).collect(),
        joint_entropy_bits: Some(solved.assignment.entropy_bits(solved.marginals())),
        quality: Quality::EXACT,
        detail: detail(belief, solved, table),
    }
}

/// Sum of the entropies of the holders of each suit's cards, in bits.
pub fn entropy_by_suit(solved: &Solved) -> BTreeMap<Suit, f64> {
    let mut bits: BTreeMap<Suit, f64> = Suit::ALL.into_iter().map(|suit| (suit, 0.0)).collect();
    for (card, p) in solved.cards.iter().zip(solved.marginals()) {
        *bits.entry(card.suit()).or_default() += entropy_bits(*p);
    }
    bits
}

/// Suits of which a seat holds none, for certain.
fn voids(solved: &Solved, seat: Seat) -> Vec<Suit> {
    let possible = solved.possible(seat);
    Suit::ALL.into_iter().filter(|suit| possible.of(*suit).is_empty()).collect()
}

/// `hand_sizes`; `certain`: the cards that a seat holds for certain; `voids`: suits of which it holds none for certain; all by seat.
/// `entropy_bits` by suit; `ways`: by seat, how likely it plays in each way (without soft evidence, none); `due`: that only the `deal_end` is missing,
/// where it is. Empty between deals.
fn detail(belief: &Belief, solved: &Solved, table: &Table) -> serde_json::Value {
    if !table.is_dealt() {
        return json!({});
    }
    let seats = || 0..SEATS as Seat;
    let sizes: BTreeMap<Seat, u8> = seats().zip(table.left()).collect();
    let certain: BTreeMap<Seat, CardSet> = seats().map(|seat| (seat, solved.certain(seat))).collect();
    let voids: BTreeMap<Seat, Vec<Suit>> = seats().map(|seat| (seat, voids(solved, seat))).collect();
    let mut detail = json!({ "hand_sizes": sizes, "certain": certain, "voids": voids, "entropy_bits": entropy_by_suit(solved) });
    if belief.model.is_soft() && belief.model.preset.is_none() {
        let ways = |seat: Seat| Way::ALL.map(Way::name).into_iter().zip(belief.ways[usize::from(seat)].by_way()).collect();
        let ways: BTreeMap<Seat, BTreeMap<&str, f64>> = seats().map(|seat| (seat, ways(seat))).collect();
        detail["ways"] = json!(ways);
    }
    if let Some(due) = due(table) {
        detail["due"] = json!(due);
    }
    detail
}
