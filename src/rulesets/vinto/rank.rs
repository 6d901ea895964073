//! Ranks: what a card is worth, what it lets its player do, and how many there are.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Number of ranks.
pub const RANKS: usize = 14;
/// Cards in the deck: four of each rank, and two jokers.
pub const DECK: usize = 54;

/// How many cards there are of each rank, in the order of [`Rank::ALL`].
pub type RankCounts = [u8; RANKS];

/// A rank. Suits do not matter, so a card is its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Rank {
    /// Worth 1.
    #[serde(rename = "A")]
    Ace,
    /// Worth 2.
    #[serde(rename = "2")]
    Two,
    /// Worth 3.
    #[serde(rename = "3")]
    Three,
    /// Worth 4.
    #[serde(rename = "4")]
    Four,
    /// Worth 5.
    #[serde(rename = "5")]
    Five,
    /// Worth 6.
    #[serde(rename = "6")]
    Six,
    /// Worth 7.
    #[serde(rename = "7")]
    Seven,
    /// Worth 8.
    #[serde(rename = "8")]
    Eight,
    /// Worth 9.
    #[serde(rename = "9")]
    Nine,
    /// Worth 10.
    #[serde(rename = "10")]
    Ten,
    /// Worth 10.
    #[serde(rename = "J")]
    Jack,
    /// Worth 10.
    #[serde(rename = "Q")]
    Queen,
    /// Worth 0.
    #[serde(rename = "K")]
    King,
    /// Worth -1.
    Joker,
}

/// What a played card lets its player do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// Ace: another seat takes a card from the draw pile, face down.
    ForceDraw,
    /// Seven and eight: look at one of the own cards.
    PeekOwn,
    /// Nine and ten: look at one card of another seat.
    PeekOther,
    /// Jack: two cards change places, unseen.
    Switch,
    /// Queen: look at two cards, which may then change places.
    PeekAndSwitch,
    /// King: name the rank of any card.
    Declare,
}

impl Rank {
    /// All ranks in order.
    pub const ALL: [Self; RANKS] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Joker,
    ];

    /// How many there are of each in the deck.
    pub const IN_DECK: RankCounts = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2];

    /// Place in [`Rank::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Points that it costs in a row. The lowest total wins.
    #[must_use]
    pub const fn value(self) -> i32 {
        match self {
            Self::Joker => -1,
            Self::King => 0,
            Self::Jack | Self::Queen => 10,
            _ => self as i32 + 1,
        }
    }

    /// What it lets its player do; nothing, for two to six and the joker.
    #[must_use]
    pub const fn action(self) -> Option<Action> {
        match self {
            Self::Ace => Some(Action::ForceDraw),
            Self::Seven | Self::Eight => Some(Action::PeekOwn),
            Self::Nine | Self::Ten => Some(Action::PeekOther),
            Self::Jack => Some(Action::Switch),
            Self::Queen => Some(Action::PeekAndSwitch),
            Self::King => Some(Action::Declare),
            _ => None,
        }
    }

    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker"][self as usize]
    }

    /// The rank written so.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| rank.name() == name)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankSet(u16);

impl RankSet {
    /// Whether a rank is in it.
    #[must_use]
    pub const fn contains(self, rank: Rank) -> bool {
        self.0 >> (rank as u16) & 1 == 1
    }

    /// The ranks in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The ranks in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Its ranks in order.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        Rank::ALL.into_iter().filter(move |rank| self.contains(*rank))
    }
}

impl FromIterator<Rank> for RankSet {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> Self {
        Self(ranks.into_iter().fold(0, |set, rank| set | 1 << (rank as u16)))
    }
}

impl fmt::Display for RankSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, rank) in self.iter().enumerate() {
            let before = if place == 0 { "" } else { " or " };
            write!(f, "{before}{rank}")?;
        }
        Ok(())
    }
}
