//! What is published of a belief.

use std::collections::BTreeMap;

use serde_json::json;

use super::belief::Belief;
use super::card::{Card, CardSet, Suit};
use super::setup::SEATS;
use super::world::{holder, variable};
use crate::belief::{ByHolder, Marginal, Marginals, Outcome, entropy_bits};
use crate::rulesets::Seat;

/// The holder of a card.
fn marginal(belief: &Belief, card: Card, p: &ByHolder) -> Marginal {
    let may_hold = |seat: &usize| belief.allowed[card.index()] & 1 << seat != 0 && belief.left[*seat] > 0;
    let allowed = (0..SEATS).filter(may_hold).count().max(1) as u32;
    let distribution = (0..SEATS as Seat).filter(|seat| p[usize::from(*seat)] > 0.0);
    let outcome = |seat: Seat| Outcome { value: holder(seat), p: p[usize::from(seat)] };
    Marginal {
        id: variable(card),
        seat: None,
        instance: None,
        domain: "holder",
        derived: false,
        allowed,
        distribution: distribution.map(outcome).collect(),
    }
}

/// The holder of every card that is out.
fn holders(belief: &Belief) -> Vec<Marginal> {
    let solved = belief.solved();
    solved.cards.iter().zip(solved.marginals()).map(|(card, p)| marginal(belief, *card, p)).collect()
}

/// What evidence can be about: the holder of every card that is out; before a deal all cards are in the deck.
pub fn frame(belief: &Belief) -> Vec<Marginal> {
    if belief.dealt {
        return holders(belief);
    }
    let in_deck = |card: Card| Marginal {
        id: variable(card),
        seat: None,
        instance: None,
        domain: "holder",
        derived: false,
        allowed: 1,
        distribution: vec![Outcome { value: "deck".to_owned(), p: 1.0 }],
    };
    Card::all().map(in_deck).collect()
}

/// Everything that is published.
pub fn marginals(belief: &Belief) -> Marginals {
    let solved = belief.solved();
    Marginals {
        variables: holders(belief),
        joint_entropy_bits: Some(solved.assignment.entropy_bits(solved.marginals())),
        quality: belief.quality(),
        detail: detail(belief),
    }
}

/// Sum of the entropies of the holders of each suit's cards, in bits.
pub fn entropy_by_suit(belief: &Belief) -> BTreeMap<Suit, f64> {
    let solved = belief.solved();
    let mut bits: BTreeMap<Suit, f64> = Suit::ALL.into_iter().map(|suit| (suit, 0.0)).collect();
    for (card, p) in solved.cards.iter().zip(solved.marginals()) {
        *bits.entry(card.suit()).or_default() += entropy_bits(*p);
    }
    bits
}

/// Suits of which a seat holds none, for certain.
pub fn voids(belief: &Belief, seat: Seat) -> Vec<Suit> {
    let possible = belief.possible(seat);
    Suit::ALL.into_iter().filter(|suit| possible.of(*suit).is_empty()).collect()
}

/// `hand_sizes`; `certain`: the cards that a seat holds for certain; `voids`: suits of which it holds none for certain; all by seat.
/// `entropy_bits` by suit. Empty between deals.
fn detail(belief: &Belief) -> serde_json::Value {
    if !belief.dealt {
        return json!({});
    }
    let seats = || 0..SEATS as Seat;
    let sizes: BTreeMap<Seat, u8> = seats().map(|seat| (seat, belief.left[usize::from(seat)])).collect();
    let certain: BTreeMap<Seat, CardSet> = seats().map(|seat| (seat, belief.certain(seat))).collect();
    let voids: BTreeMap<Seat, Vec<Suit>> = seats().map(|seat| (seat, voids(belief, seat))).collect();
    json!({ "hand_sizes": sizes, "certain": certain, "voids": voids, "entropy_bits": entropy_by_suit(belief) })
}
