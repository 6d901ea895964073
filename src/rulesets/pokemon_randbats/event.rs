//! What is recorded of a battle, who may record it, and who sees which part of it.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rulesets::{Observer, Seat};

/// Which of the feeds of one battle a line was read from. They differ in the precision of hit points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// What the player of side p1 is sent.
    P1,
    /// What the player of side p2 is sent.
    P2,
    /// What everybody else is sent, and what a saved replay holds.
    Spectator,
}

impl Channel {
    /// Place in arrays by channel.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The player whose feed it is.
    #[must_use]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::P1 => Some(0),
            Self::P2 => Some(1),
            Self::Spectator => None,
        }
    }

    /// Its name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::P1 => "p1",
            Self::P2 => "p2",
            Self::Spectator => "spectator",
        }
    }
}

/// One of the two sides of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Seat 0.
    P1,
    /// Seat 1.
    P2,
}

impl Side {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::P1, Self::P2];

    /// Place in arrays by side.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its seat.
    #[must_use]
    pub fn seat(self) -> Seat {
        self as Seat
    }

    /// The side that a seat plays.
    #[must_use]
    pub fn of(seat: Seat) -> Option<Self> {
        match seat {
            0 => Some(Self::P1),
            1 => Some(Self::P2),
            _ => None,
        }
    }

    /// The opposing side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::P1 => Self::P2,
            Self::P2 => Self::P1,
        }
    }

    /// Its name in battle lines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::P1 => "p1",
            Self::P2 => "p2",
        }
    }
}

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Lines of the battle, as the server sent them. A player's own feed is seen by that player only.
    Protocol(Protocol),
    /// What a player is asked to choose from, with its own team in full. Seen by that player only.
    Request(Request),
    /// A side's whole team, reported for scoring. Seen by that side only.
    Team(Team),
}

/// Consecutive lines of one feed, verbatim. Lines that were sent before may be sent again, and must then be the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// Which feed. It must be one of the setup's.
    pub channel: Channel,
    /// Number of the first line in its feed, from 0. Lines that begin with `|request|` have no number.
    pub from_line: u32,
    /// The lines, at most 2,000, as the server sent them. In a player's feed a `|request|` line is read as a `request` event is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<String>>,
    /// Not to be sent. Earlier releases showed so how many lines there were, to those who did not receive them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// The server sent the battle again from its start, as it does after a rejoin, without the lines that were for one player alone. What
    /// is recorded already is compared line by line of the battle, and what follows it is new; `from_line` is 0.
    #[serde(default, skip_serializing_if = "is_false")]
    pub resync: bool,
}

/// A line of a feed.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// One that has a number.
    Line(&'a str),
    /// The text of a `|request|` line.
    Request(&'a str),
}

/// What a `|request|` line begins with.
const REQUEST: &str = "|request|";

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Protocol {
    /// The lines that have a number.
    pub fn numbered(&self) -> impl Iterator<Item = &str> {
        self.parts().filter_map(|part| if let Part::Line(line) = part { Some(line) } else { None })
    }

    /// The lines in their order, `|request|` lines that ask for nothing aside.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        self.lines.iter().flatten().filter_map(|line| match line.strip_prefix(REQUEST).map(str::trim) {
            None => Some(Part::Line(line)),
            Some("" | "null") => None,
            Some(text) => Some(Part::Request(text)),
        })
    }

    /// The text of each `|request|` line that asks for something.
    pub fn requests(&self) -> impl Iterator<Item = &str> {
        self.parts().filter_map(|part| if let Part::Request(text) = part { Some(text) } else { None })
    }
}

/// The object of a `|request|` line, as it was sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Whose choice. Left out, it is the side that the request itself names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The object that Showdown sent.
    pub request: Value,
}

impl Request {
    /// Whose choice it is; `None` where neither the event nor the request says so, which no rule lets in.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        let named = || self.request.get("side")?.get("id")?.as_str();
        self.side.or_else(|| Side::BOTH.into_iter().find(|side| named() == Some(side.name())))
    }
}

/// A team in Showdown's packed format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// Whose team.
    pub side: Side,
    /// The packed text, one to six members.
    pub packed: String,
}

/// The seat that may record it.
#[must_use]
pub fn actor(event: &Event) -> Option<Seat> {
    match event {
        Event::Protocol(protocol) => protocol.channel.seat(),
        Event::Request(request) => request.side().map(Side::seat),
        Event::Team(team) => Some(team.side.seat()),
    }
}

/// The part of an event that an observer sees: all of it, and of another's lines, request or team nothing. Even how many lines a player was
/// sent tells: one more than the other was sent is an `|error|`, after a choice that could not be made.
#[must_use]
pub fn view(event: &Event, observer: Observer) -> Option<Cow<'_, Event>> {
    let own = match event {
        // Whoever's it is, it is private.
        Event::Request(request) if request.side().is_none() => observer == Observer::Referee,
        _ => actor(event).is_none_or(|seat| observer.is_among(&[seat])),
    };
    own.then_some(Cow::Borrowed(event))
}
