//! Cards and suits.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use super::card_set::CardSet;

/// Cards in the deck.
pub const DECK: usize = 52;
/// Cards in a hand when the play begins.
pub const HAND: usize = 13;
/// Ranks from low to high, as they are written.
const RANKS: &[u8; 13] = b"23456789TJQKA";

/// A suit, in the order in which cards are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Suit {
    /// Clubs.
    #[serde(rename = "C")]
    Clubs,
    /// Diamonds.
    #[serde(rename = "D")]
    Diamonds,
    /// Hearts: a point each.
    #[serde(rename = "H")]
    Hearts,
    /// Spades; their queen is worth 13 points.
    #[serde(rename = "S")]
    Spades,
}

impl Suit {
    /// All suits in order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// All 13 cards of the suit.
    #[must_use]
    pub const fn cards(self) -> CardSet {
        CardSet::of_bits(0x1fff << (13 * self as u32))
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clubs => "clubs",
            Self::Diamonds => "diamonds",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
        }
    }

    /// Its letter in a card.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
            Self::Spades => 'S',
        }
    }
}

/// A card, written rank first: `QS`, `TC`, `2H`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(super) u8);

impl Card {
    /// The two of clubs, which leads the first trick.
    pub const TWO_OF_CLUBS: Self = Self::new(Suit::Clubs, 2);
    /// The queen of spades, worth 13 points.
    pub const QUEEN: Self = Self::new(Suit::Spades, 12);
    /// The king of spades.
    pub const KING_OF_SPADES: Self = Self::new(Suit::Spades, 13);
    /// The ace of spades.
    pub const ACE_OF_SPADES: Self = Self::new(Suit::Spades, 14);
    /// The jack of diamonds, worth -10 points where the table plays it.
    pub const JACK: Self = Self::new(Suit::Diamonds, 11);

    /// A card from its suit and its rank, 2 to 14 (ace).
    #[must_use]
    pub const fn new(suit: Suit, rank: u8) -> Self {
        debug_assert!(rank >= 2 && rank <= 14);
        Self(suit as u8 * 13 + rank - 2)
    }

    /// All cards in order: by suit, and low to high.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..DECK as u8).map(Self)
    }

    /// The card at a place in the order of [`Card::all`]; `None` from 52 on.
    #[must_use]
    pub const fn at(index: u8) -> Option<Self> {
        if (index as usize) < DECK { Some(Self(index)) } else { None }
    }

    /// Place in the order of [`Card::all`], below 52.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / 13]
    }

    /// Its rank, 2 to 14 (ace).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 13 + 2
    }

    /// Penalty points: 1 for a heart, 13 for the queen of spades. The jack of diamonds is no penalty card.
    #[must_use]
    pub const fn points(self) -> i32 {
        if self.0 == Self::QUEEN.0 {
            13
        } else if matches!(self.suit(), Suit::Hearts) {
            1
        } else {
            0
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(RANKS[usize::from(self.rank() - 2)]), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a card is a rank (2 to 9, T, J, Q, K, A) and a suit (C, D, H, S), such as QS, not {0:?}")]
pub struct NoCard(String);

impl FromStr for Card {
    type Err = NoCard;

    fn from_str(text: &str) -> Result<Self, NoCard> {
        let read = || {
            let [rank, suit] = text.as_bytes() else { return None };
            let rank = RANKS.iter().position(|letter| letter == rank)?;
            let suit = Suit::ALL.into_iter().find(|known| known.letter() == char::from(*suit))?;
            Some(Self::new(suit, rank as u8 + 2))
        };
        read().ok_or_else(|| NoCard(text.to_owned()))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = [RANKS[usize::from(self.rank() - 2)], self.suit().letter() as u8];
        serializer.serialize_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for Card {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[2-9TJQKA][CDHS]$", "description": "Rank, then suit: QS, TC, 2H." })
    }
}
