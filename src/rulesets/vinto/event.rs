//! What happens at the table, who did it, and who sees which part of it.
//!
//! Positions count from 0 in the row as it is when the event happens. Parts that only some seats see may be left out by a reporter
//! who did not see them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rank::Rank;
use super::setup::Setup;
use crate::rulesets::{Observer, Seat};

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A shuffled deck is dealt: a row to each seat, face down.
    Round(Round),
    /// A seat looks at a card.
    Peek(Peek),
    /// The seat to act takes the top of the draw pile.
    Draw(Draw),
    /// The drawn card goes into the own row, and the card that lay there to the discard pile.
    Swap(Swap),
    /// The drawn card goes to the discard pile.
    Discard(Discard),
    /// A card's action is played. What it does follows as `peek`, `switch`, `declare` or `force_draw`.
    UseAction(UseAction),
    /// Ace: another seat takes the top of the draw pile into its row, unseen.
    ForceDraw(ForceDraw),
    /// Instead of drawing, the seat to act takes the top of the discard pile, to play its action.
    TakeDiscard(TakeDiscard),
    /// Jack and Queen: two cards change places, or not.
    Switch(Switch),
    /// King: a seat names the rank of a card.
    Declare(Declare),
    /// A seat throws own cards after the one just discarded.
    TossIn(TossIn),
    /// The time to toss in is over.
    TossWindow(TossWindow),
    /// A seat takes the top of the draw pile into its row, unseen, for a mistake.
    Penalty(Penalty),
    /// All discards but the top are shuffled under what is left of the draw pile. A card that was taken from the discards and not played yet is in hand, and the one under it the top.
    Reshuffle(Reshuffle),
    /// A seat calls the round: every other seat has one more turn.
    Vinto(Vinto),
    /// All rows are turned up, which ends the round: after the call and the turns that follow it, or where no card is left to draw and none to
    /// shuffle.
    Reveal(Reveal),
}

/// A shuffled deck is dealt: a row to each seat, face down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Who has the first turn.
    pub first: Seat,
    /// The card that is turned up to begin the discard pile, where the table does so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<Rank>,
}

/// A seat looks at a card: its own before the first turn; by Seven or Eight; by Nine or Ten; by Queen, twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Peek {
    /// Who looks.
    pub seat: Seat,
    /// Whose row.
    pub target: Seat,
    /// Place in the row, from 0.
    pub position: u8,
    /// The card; seen by the one who looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Rank>,
}

/// The seat to act takes the top of the draw pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// Who draws.
    pub seat: Seat,
    /// The card: seen by all, or by the one who draws, as the table plays it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Rank>,
}

/// The drawn card goes into the own row, and the card that lay there to the discard pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Swap {
    /// Who swaps.
    pub seat: Seat,
    /// Place in the own row, from 0.
    pub position: u8,
    /// The card that goes in; seen as it was when it was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Rank>,
    /// The card that goes out: seen by all, or by the one who swaps, as the table plays it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<Rank>,
    /// The rank that the seat said the outgoing card has. If it is right, its action may be played; if not, a penalty follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<Rank>,
}

/// The drawn card goes to the discard pile, unplayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Discard {
    /// Who discards.
    pub seat: Seat,
    /// The card, face up.
    pub card: Rank,
}

/// A card's action is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UseAction {
    /// Who plays it.
    pub seat: Seat,
    /// The card, face up.
    pub card: Rank,
    /// Where it came from.
    pub from: From,
}

/// Where a played action card came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum From {
    /// It was just drawn.
    Drawn,
    /// It was the top of the discard pile.
    Discard,
    /// It was tossed in.
    TossIn,
    /// It was named rightly, in a swap or by a King.
    Declared,
}

/// Ace: another seat takes the top of the draw pile into its row, unseen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForceDraw {
    /// Who played the Ace.
    pub seat: Seat,
    /// Who takes the card, at the end of its row.
    pub target: Seat,
}

/// Instead of drawing, the seat to act takes the top of the discard pile, to play its action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeDiscard {
    /// Who takes it.
    pub seat: Seat,
    /// The card.
    pub card: Rank,
}

/// A place in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Whose row.
    pub seat: Seat,
    /// Place in it, from 0.
    pub position: u8,
}

/// Jack and Queen: two cards change places, or not. A Queen's looks are two `peek` events before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Switch {
    /// Who played the card.
    pub seat: Seat,
    /// One of the two.
    pub a: Place,
    /// The other.
    pub b: Place,
    /// Whether they changed places.
    pub executed: bool,
}

/// King: a seat names the rank of a card. If it is right, the card leaves the row, and its action may be played; if not, it stays, and
/// a penalty follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declare {
    /// Who played the King.
    pub seat: Seat,
    /// Whose card.
    pub target: Seat,
    /// Place in the row, from 0.
    pub position: u8,
    /// The rank that was named.
    pub rank: Rank,
    /// The card's rank, where it was shown: always if it was right; if not, as the table plays it. Left out: it was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<Rank>,
}

/// A seat throws own cards after the one just discarded. If all match, they leave the row, and the cards after them move up; if one does
/// not, none leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TossIn {
    /// Who tosses in.
    pub seat: Seat,
    /// Places in the row before it, from 0.
    pub positions: Vec<u8>,
    /// The cards at these places, in the same order. Left out where a wrong toss-in is not shown: then it is only known that they do not all
    /// match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Rank>,
    /// Whether all matched.
    pub success: bool,
}

/// The time to toss in is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TossWindow {
    /// The ranks that could be tossed in.
    pub ranks: Vec<Rank>,
    /// Seats that were free to toss in until the end. Those that the rules kept from it are left out.
    pub eligible: Vec<Seat>,
}

/// A seat takes the top of the draw pile into its row, unseen, for a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Penalty {
    /// Who takes the card, at the end of its row.
    pub seat: Seat,
}

/// All discards but the top are shuffled under what is left of the draw pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reshuffle {
    /// Cards of the draw pile that stayed on top.
    pub kept: u8,
}

/// A seat calls the round: every other seat has one more turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Vinto {
    /// Who calls.
    pub seat: Seat,
}

/// All rows are turned up, which ends the round: after the call and the turns that follow it, or where no card is left to draw and none to
/// shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// Every row, in order of its places.
    pub hands: BTreeMap<Seat, Vec<Rank>>,
}

/// The seat that did it.
#[must_use]
pub const fn actor(event: &Event) -> Option<Seat> {
    match event {
        Event::Round(_) | Event::TossWindow(_) | Event::Reshuffle(_) | Event::Reveal(_) => None,
        Event::Peek(Peek { seat, .. })
        | Event::Draw(Draw { seat, .. })
        | Event::Swap(Swap { seat, .. })
        | Event::Discard(Discard { seat, .. })
        | Event::UseAction(UseAction { seat, .. })
        | Event::ForceDraw(ForceDraw { seat, .. })
        | Event::TakeDiscard(TakeDiscard { seat, .. })
        | Event::Switch(Switch { seat, .. })
        | Event::Declare(Declare { seat, .. })
        | Event::TossIn(TossIn { seat, .. })
        | Event::Penalty(Penalty { seat })
        | Event::Vinto(Vinto { seat }) => Some(*seat),
    }
}

/// The event with what is hidden from the observer removed.
#[must_use]
pub fn view<'a>(setup: &Setup, event: &'a Event, observer: Observer) -> Cow<'a, Event> {
    match event {
        Event::Peek(peek) if peek.card.is_some() && !observer.is_among(&[peek.seat]) => {
            Cow::Owned(Event::Peek(Peek { card: None, ..peek.clone() }))
        }
        Event::Draw(Draw { seat, card: Some(_) }) if !setup.shows_draws() && !observer.is_among(&[*seat]) => {
            Cow::Owned(Event::Draw(Draw { seat: *seat, card: None }))
        }
        Event::Swap(swap) if !observer.is_among(&[swap.seat]) => {
            let drawn = swap.drawn.filter(|_| setup.shows_draws());
            let out = swap.out.filter(|_| setup.shows_discards());
            if (drawn, out) == (swap.drawn, swap.out) {
                return Cow::Borrowed(event);
            }
            Cow::Owned(Event::Swap(Swap { drawn, out, ..swap.clone() }))
        }
        _ => Cow::Borrowed(event),
    }
}
