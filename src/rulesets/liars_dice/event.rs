//! What happens at the table, who did it, and who sees which part of it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rulesets::{Observer, Seat};

/// An event. A roll is seen by its own seat only; everything else by all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round begins: all dice are rolled anew.
    Round(Round),
    /// The dice of one seat; seen by it only.
    Roll(Roll),
    /// A bid.
    Bid(Bid),
    /// The standing bid is called a lie.
    Call(Call),
    /// The standing bid is said to be exactly right.
    Exact(Exact),
    /// All cups are lifted, which ends the round.
    Reveal(Reveal),
    /// Dice are lost or won.
    DiceChange(DiceChange),
}

/// A round begins, and all dice are rolled anew. Only seats still in are listed. The first round of the log may be in the middle of
/// a game; every later one must say what the dice changes left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Dice of each seat that is in.
    pub dice: BTreeMap<Seat, u8>,
    /// Who bids first: any seat that is in. Tables differ in who begins after a call (its loser, its winner, the next seat where the
    /// loser is out), so nothing else is checked.
    pub starter: Seat,
}

/// The dice under a seat's cup in this round. Only that seat sees it; others' rolls need no event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// Whose cup.
    pub seat: Seat,
    /// Faces, 1 to 6, in any order.
    pub dice: Vec<u8>,
}

/// A bid: all cups together hold at least `quantity` dice of `face`, wild ones counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    /// Who bids.
    pub seat: Seat,
    /// At least so many dice.
    pub quantity: u8,
    /// 1 to 6.
    pub face: u8,
}

/// The seat does not believe the standing bid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// Who calls.
    pub seat: Seat,
}

/// The seat says that the standing bid is exactly right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exact {
    /// Who calls.
    pub seat: Seat,
}

/// All cups are lifted after a call: the dice of every seat that is in. It ends the round and settles what each player's bids were
/// worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// Faces, 1 to 6, by seat.
    pub hands: BTreeMap<Seat, Vec<u8>>,
}

/// Dice that the call cost or won: `delta` of them, after which the seat has `left`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceChange {
    /// Whose dice.
    pub seat: Seat,
    /// How many more; below 0 where they are lost.
    pub delta: i8,
    /// Dice that the seat then has; 0 is out.
    pub left: u8,
}

/// The seat that did it.
#[must_use]
pub const fn actor(event: &Event) -> Option<Seat> {
    match event {
        Event::Round(_) | Event::Reveal(_) | Event::DiceChange(_) => None,
        Event::Roll(Roll { seat, .. })
        | Event::Bid(Bid { seat, .. })
        | Event::Call(Call { seat })
        | Event::Exact(Exact { seat }) => Some(*seat),
    }
}

/// Every seat that the event names.
pub fn named(event: &Event) -> impl Iterator<Item = Seat> + '_ {
    let (lists, one) = match event {
        Event::Round(round) => ((Some(round.dice.keys()), None), Some(round.starter)),
        Event::Reveal(reveal) => ((None, Some(reveal.hands.keys())), None),
        Event::DiceChange(change) => ((None, None), Some(change.seat)),
        Event::Roll(_) | Event::Bid(_) | Event::Call(_) | Event::Exact(_) => ((None, None), actor(event)),
    };
    lists.0.into_iter().flatten().chain(lists.1.into_iter().flatten()).copied().chain(one)
}

/// What the observer sees; `None` where that is nothing.
#[must_use]
pub fn view(event: &Event, observer: Observer) -> Option<Cow<'_, Event>> {
    match event {
        Event::Roll(roll) if !observer.is_among(&[roll.seat]) => None,
        _ => Some(Cow::Borrowed(event)),
    }
}
