//! A world as it was dealt: the hands before anything was passed or played, from which an engine can play the deal again.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::belief::Belief;
use super::card::{Card, CardSet};
use super::check::PASSED;
use super::plays::Played;
use super::setup::{Direction, SEATS};
use super::table::{Phase, Table};
use super::world::World;
use crate::belief::{WorldRng, shuffle};
use crate::rulesets::Seat;

/// A whole deal that leads to the world: dealing these hands, passing these cards and playing what was played leaves the hands of now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Dealt {
    /// Number of the deal in this game, from 0.
    pub deal: u32,
    /// Where cards are passed in it.
    pub direction: Direction,
    /// The thirteen cards that each seat was dealt.
    pub hands: BTreeMap<Seat, CardSet>,
    /// The three cards that each seat passed; empty where none are passed, or a seat has not passed yet. What the observer did not see is
    /// drawn, each three cards of those that may have been passed being equally likely.
    pub passes: BTreeMap<Seat, CardSet>,
    /// Cards played since, in order.
    pub plays: Vec<Card>,
}

/// The deal that a world came from. Where no deal is on, its hands are empty.
#[must_use]
pub fn dealt(belief: &Belief, table: &Table, world: &World, rng: &mut WorldRng) -> Dealt {
    let plays: &[Played] = if table.is_dealt() { &table.plays } else { &[] };
    let mut hands = world.hands;
    for played in plays {
        if let Some(hand) = hands.get_mut(usize::from(played.seat)) {
            hand.insert(played.card);
        }
    }
    let changed_hands = table.phase == Phase::Playing;
    let mut passes = BTreeMap::new();
    for seat in 0..SEATS as Seat {
        let to = table.direction.to(seat).filter(|_| changed_hands);
        // A pass that is not in the hand is one that the belief had before it left an event out.
        let held = hands[usize::from(to.unwrap_or(seat))];
        let known = belief.passed[usize::from(seat)].filter(|cards| cards.without(held).is_empty());
        if let Some(cards) = known.or_else(|| Some(drawn(belief, to?, held, rng))) {
            passes.insert(seat, cards);
        }
    }
    // What was passed goes back to who gave it: all at once, as it came.
    for (seat, cards) in &passes {
        if let Some(to) = table.direction.to(*seat).filter(|_| changed_hands) {
            hands[usize::from(to)] = hands[usize::from(to)].without(*cards);
        }
    }
    for (seat, cards) in &passes {
        hands[usize::from(*seat)] = hands[usize::from(*seat)].or(*cards);
    }
    Dealt {
        deal: table.deals.saturating_sub(1),
        direction: table.direction,
        hands: (0..).zip(hands).collect(),
        passes,
        plays: plays.iter().map(|played| played.card).collect(),
    }
}

/// The same as JSON.
pub fn write(belief: &Belief, table: &Table, world: &World, rng: &mut WorldRng) -> Value {
    serde_json::to_value(dealt(belief, table, world, rng)).unwrap_or_default()
}

/// Three of the cards that a seat held after passing, each three equally likely. What it is known to have kept did not come to it.
fn drawn(belief: &Belief, seat: Seat, held: CardSet, rng: &mut WorldRng) -> CardSet {
    let strange = held.without(belief.kept[usize::from(seat)].unwrap_or_default());
    // Fewer only in a belief that left out a pass.
    let mut cards: Vec<Card> = if strange.len() < PASSED { held.iter().collect() } else { strange.iter().collect() };
    shuffle(&mut cards, rng);
    cards.into_iter().take(PASSED).collect()
}
