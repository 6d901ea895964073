//! Cards, and sets of them.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
        CardSet(0x1fff << (13 * self as u32))
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
pub struct Card(u8);

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

/// A set of cards; in JSON a list in the order of [`Card::all`], in which no card may stand twice.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 52.
    pub const FULL: Self = Self((1 << DECK) - 1);
    /// Hearts and the queen of spades.
    pub const PENALTY: Self = Self(Suit::Hearts.cards().0 | 1 << Card::QUEEN.0);

    /// One bit for each card, at its place in the order of [`Card::all`].
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of these bits; bits from 52 on are no cards and are dropped.
    #[must_use]
    pub const fn of_bits(bits: u64) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// Whether the card is in it.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & 1 << card.0 != 0
    }

    /// Puts a card in.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card out.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// Number of cards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Cards in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Cards in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Cards that the other has not.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Its cards of a suit.
    #[must_use]
    pub const fn of(self, suit: Suit) -> Self {
        self.and(suit.cards())
    }

    /// Its cards in order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let card = Card(left.trailing_zeros() as u8);
                left &= left - 1;
                card
            })
        })
    }

    /// The lowest in order.
    #[must_use]
    pub fn first(self) -> Option<Card> {
        self.iter().next()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> Self {
        Self(1 << card.0)
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if place > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Cards;
        impl<'de> Visitor<'de> for Cards {
            type Value = CardSet;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of cards")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<CardSet, A::Error> {
                let mut set = CardSet::EMPTY;
                while let Some(card) = list.next_element::<Card>()? {
                    if set.contains(card) {
                        return Err(A::Error::custom(format_args!("{card} is listed twice")));
                    }
                    set.insert(card);
                }
                Ok(set)
            }
        }
        deserializer.deserialize_seq(Cards)
    }
}

impl JsonSchema for CardSet {
    fn schema_name() -> Cow<'static, str> {
        "Cards".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": generator.subschema_for::<Card>(), "uniqueItems": true })
    }
}
