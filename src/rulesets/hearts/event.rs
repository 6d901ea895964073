//! What happens at the table, who did it, and who sees which part of it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::card::{Card, CardSet};
use super::setup::Direction;
use crate::rulesets::{Observer, Seat};

/// An event. Parts that only some seats see may be left out by a reporter who did not see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Thirteen cards to each seat.
    Deal(Deal),
    /// A seat laid three cards aside for another. They change hands when all four seats have done so.
    Pass(Pass),
    /// A seat took up the three cards that were passed to it.
    Receive(Receive),
    /// A card to the trick.
    Play(Play),
    /// The deal is scored, and what is left of it thrown in.
    DealEnd(DealEnd),
}

/// Thirteen cards to each seat; each sees its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// Number of the deal in this game, from 0.
    pub deal: u32,
    /// Where cards are passed in this deal: that of the table's cycle.
    pub direction: Direction,
    /// Hands as far as the reporter knows them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hands: BTreeMap<Seat, CardSet>,
}

/// Three cards laid aside for another seat; seen by the giver only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pass {
    /// Who gives.
    pub seat: Seat,
    /// Who will receive.
    pub to: Seat,
    /// The three cards. May be left out for a seat whose hand the log does not hold, and does not tell by holding the three others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<CardSet>,
}

/// Three cards taken up; seen by the receiver only. Not before all four seats have passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Receive {
    /// Who receives.
    pub seat: Seat,
    /// Who gave.
    pub from: Seat,
    /// The three cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<CardSet>,
}

/// A card to the trick. Who wins a trick follows from its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Who plays.
    pub seat: Seat,
    /// Which card.
    pub card: Card,
}

/// The deal is scored, and what it taught of its players is remembered: without this event nothing is, also where the last card was played. May
/// come before the thirteenth trick, where the rest was conceded; then the points are 26 in all too, unless the table's setup says that they
/// are not checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DealEnd {
    /// Points of the deal by seat: as taken; or, after shooting the moon, 26 for the others or -26 for the shooter.
    pub points: BTreeMap<Seat, i32>,
    /// What each seat passed, where the table shows it afterwards.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub passes: BTreeMap<Seat, CardSet>,
}

/// The seat that did it.
#[must_use]
pub const fn actor(event: &Event) -> Option<Seat> {
    match event {
        Event::Deal(_) | Event::DealEnd(_) => None,
        Event::Pass(Pass { seat, .. }) | Event::Receive(Receive { seat, .. }) | Event::Play(Play { seat, .. }) => Some(*seat),
    }
}

/// The event with what is hidden from the observer removed; the event itself where nothing is.
#[must_use]
pub fn view(event: &Event, observer: Observer) -> Cow<'_, Event> {
    let sees = |seat: Seat| observer.is_among(&[seat]);
    match event {
        Event::Deal(deal) if !deal.hands.keys().all(|seat| sees(*seat)) => {
            let hands = deal.hands.iter().filter(|(seat, _)| sees(**seat)).map(|(seat, hand)| (*seat, *hand)).collect();
            Cow::Owned(Event::Deal(Deal { hands, ..*deal }))
        }
        Event::Pass(pass) if pass.cards.is_some() && !sees(pass.seat) => Cow::Owned(Event::Pass(Pass { cards: None, ..*pass })),
        Event::Receive(receive) if receive.cards.is_some() && !sees(receive.seat) => {
            Cow::Owned(Event::Receive(Receive { cards: None, ..*receive }))
        }
        _ => Cow::Borrowed(event),
    }
}
