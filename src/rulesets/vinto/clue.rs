//! The soft clues: each is a choice that a seat made where it could have made another, and something that may hold of its cards.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::likelihood::{LIKELIHOODS, MEAN_VALUE, SCALE};
use super::rank::{Action, RANKS, Rank, RankSet};
use crate::rulesets::Likelihood;

/// A kind of soft evidence: which choice is made in which situation, and what may hold, stands in `choice`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clue {
    /// Drew, not knowing its whole row, and gave up a card that it knew. Holds: that one is worse than the drawn one.
    GivesKnown,
    /// Drew, knowing its whole row, and gave up a card. Holds: that one is worse than the drawn one.
    GivesFromKnownRow,
    /// Drew, and gave up a card that it did not know. Holds: it knows one that is worse than the mean.
    GivesUnknown,
    /// Gave up a card that it knew. Holds: it knows another that is worse.
    HoldsWorse,
    /// Drew, and gave up a card that it did not know. Holds: the drawn one is worse than the mean.
    KeepsHigh,
    /// Drew, and put the card into its row. Holds: people rather play that card.
    KeepsAction,
    /// Threw a drawn card away that has no action. Holds: it knows one that is worse.
    DiscardsBetter,
    /// The same of a card that is better than the mean, with a card in the row that it did not know: to give that one up would have been better.
    DiscardsLow,
    /// Threw a drawn card away that has an action and is worse than the mean. Holds: it knows one that is worse.
    DiscardsAction,
    /// The same of one that is better than the mean: an Ace or a King.
    DiscardsLowAction,
    /// Played the drawn card, which is worse than the mean. Holds: it knows one that is worse.
    PlaysBetter,
    /// The same of one that is better than the mean. Who plays a King names its own worst card with it.
    PlaysLow,
    /// Pointed at a card that it knew, to switch it. Holds: it knows another that is worse.
    PointsBetter,
    /// Switched a card that it knew, after it had the choice. Holds: the card is worse than what it got.
    SwitchesWorse,
    /// Did not toss in a card that it knew. Holds: the card matched.
    NoTossIn,
    /// Called the round.
    Call,
    /// The design's own: gave up a card for one of the same value.
    SeedEqual,
    /// The design's own: gave up a card for a higher one.
    SeedLower,
    /// The design's own: did not toss in.
    SeedNoTossIn,
}

/// Number of clues.
pub const CLUES: usize = 19;

impl Clue {
    /// All clues in order.
    pub const ALL: [Self; CLUES] = [
        Self::GivesKnown,
        Self::GivesFromKnownRow,
        Self::GivesUnknown,
        Self::HoldsWorse,
        Self::KeepsHigh,
        Self::KeepsAction,
        Self::DiscardsBetter,
        Self::DiscardsLow,
        Self::DiscardsAction,
        Self::DiscardsLowAction,
        Self::PlaysBetter,
        Self::PlaysLow,
        Self::PointsBetter,
        Self::SwitchesWorse,
        Self::NoTossIn,
        Self::Call,
        Self::SeedEqual,
        Self::SeedLower,
        Self::SeedNoTossIn,
    ];

    /// The kind of evidence that it belongs to.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::GivesKnown
            | Self::GivesFromKnownRow
            | Self::GivesUnknown
            | Self::HoldsWorse
            | Self::KeepsHigh
            | Self::KeepsAction
            | Self::DiscardsBetter
            | Self::DiscardsLow
            | Self::DiscardsAction
            | Self::DiscardsLowAction
            | Self::SeedEqual
            | Self::SeedLower => "swap_behavior",
            Self::PlaysBetter | Self::PlaysLow | Self::PointsBetter | Self::SwitchesWorse => "action_usage",
            Self::NoTossIn | Self::SeedNoTossIn => "no_toss_in",
            Self::Call => "vinto_call",
        }
    }

    /// What the API says of it.
    #[must_use]
    pub const fn likelihood(self) -> &'static Likelihood {
        &LIKELIHOODS[self as usize]
    }

    /// Whether it is one of the preset's.
    #[must_use]
    pub const fn is_seed(self) -> bool {
        matches!(self, Self::SeedEqual | Self::SeedLower | Self::SeedNoTossIn)
    }

    /// The tendency that its rates are learned from, with the contexts for where it holds and where not; `None` where it has no rates.
    #[must_use]
    pub const fn tendency(self) -> Option<[(&'static str, &'static str); 2]> {
        Some(match self {
            Self::GivesKnown => [("gives_known", HELD), ("gives_known", NOT_HELD)],
            Self::GivesFromKnownRow => [("gives_from_known_row", HELD), ("gives_from_known_row", NOT_HELD)],
            Self::GivesUnknown => [("gives_unknown", HELD), ("gives_unknown", NOT_HELD)],
            Self::HoldsWorse => [("holds_worse", ""), ("holds_worse", "")],
            Self::KeepsHigh => [("keeps_high", HELD), ("keeps_high", NOT_HELD)],
            Self::KeepsAction => [("keeps_action", HELD), ("keeps_action", NOT_HELD)],
            Self::DiscardsBetter => [("discards_better", HELD), ("discards_better", NOT_HELD)],
            Self::DiscardsLow => [("discards_low", HELD), ("discards_low", NOT_HELD)],
            Self::DiscardsAction => [("discards_action", HELD), ("discards_action", NOT_HELD)],
            Self::DiscardsLowAction => [("discards_low_action", HELD), ("discards_low_action", NOT_HELD)],
            Self::PlaysBetter => [("plays_better", HELD), ("plays_better", NOT_HELD)],
            Self::PlaysLow => [("plays_low", HELD), ("plays_low", NOT_HELD)],
            Self::PointsBetter => [("points_better", ""), ("points_better", "")],
            Self::SwitchesWorse => [("switches_worse", HELD), ("switches_worse", NOT_HELD)],
            Self::NoTossIn => [("tosses_known", ""), ("tosses_unfit", "")],
            _ => return None,
        })
    }

    /// Whether this clue moves the weights of the ways. Where one choice gives several clues, only one of them may, or the choice would count more than
    /// once.
    #[must_use]
    pub const fn moves_ways(self) -> bool {
        !matches!(self, Self::GivesUnknown | Self::KeepsAction)
    }
}

/// Context of choices where what the clue speaks of was so.
pub const HELD: &str = "held";
/// Context of choices where it was not.
pub const NOT_HELD: &str = "not_held";

/// How far something holds of a card, by its rank and, where it is compared with another, by that one's: 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Feature {
    /// It is worse to hold than the other: from nothing where it is not, to 1 where it is much worse, without a jump.
    Worse,
    /// It is worse to hold than a card that nobody knows.
    WorseThanMean,
    /// It is better to hold than a card that nobody knows.
    BetterThanMean,
    /// It has one of these ranks.
    OneOf(RankSet),
}

impl Feature {
    /// How far it holds of a card of this rank beside one of that rank.
    #[must_use]
    pub fn holds(self, rank: Rank, beside: Rank) -> f64 {
        let value = f64::from(rank.value());
        match self {
            Self::Worse => by_gap(value - f64::from(beside.value())),
            Self::WorseThanMean => by_gap(value - MEAN_VALUE),
            Self::BetterThanMean => by_gap(MEAN_VALUE - value),
            Self::OneOf(ranks) => f64::from(u8::from(ranks.contains(rank))),
        }
    }

    /// The same of every pair of ranks, in the order of ranks: first of the card, then of what it lies beside.
    #[must_use]
    pub fn table(self) -> Cow<'static, [[f64; RANKS]; RANKS]> {
        static TABLES: LazyLock<[[[f64; RANKS]; RANKS]; 3]> =
            LazyLock::new(|| [Feature::Worse, Feature::WorseThanMean, Feature::BetterThanMean].map(Feature::pairs));
        match self {
            Self::Worse => Cow::Borrowed(&TABLES[0]),
            Self::WorseThanMean => Cow::Borrowed(&TABLES[1]),
            Self::BetterThanMean => Cow::Borrowed(&TABLES[2]),
            Self::OneOf(_) => Cow::Owned(self.pairs()),
        }
    }

    fn pairs(self) -> [[f64; RANKS]; RANKS] {
        Rank::ALL.map(|rank| Rank::ALL.map(|beside| self.holds(rank, beside)))
    }
}

/// How sure it is that somebody takes a card for worse that costs so many points more.
fn by_gap(points: f64) -> f64 {
    if points <= 0.0 { 0.0 } else { 1.0 - libm::exp(-points / SCALE) }
}

/// Ranks of which the value is of a kind.
pub fn ranks_where(holds: impl Fn(i32) -> bool) -> RankSet {
    Rank::ALL.into_iter().filter(|rank| holds(rank.value())).collect()
}

/// Ranks that people rather play than keep: a look or a switch is worth more than their points.
pub fn rather_played() -> RankSet {
    let played = |rank: &Rank| rank.action().is_some_and(|action| !matches!(action, Action::ForceDraw | Action::Declare));
    Rank::ALL.into_iter().filter(played).collect()
}
