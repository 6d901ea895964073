//! Every guessed number of the model, with its reason.
//!
//! Each soft likelihood says how much less likely a choice is where a card is of certain ranks than where it is not: f = P(choice | one
//! of them) / P(choice | none of them), in (0, 1]. A choice's likelihood is the product over the cards that it speaks of, and the call of the
//! round weighs the total of a row; both keep the posterior exact. That cards speak independently is the model's assumption; `FLOOR`
//! bounds what it can do.

use super::rank::{Action, Rank, RankSet};
use crate::belief::Beta;
use crate::rulesets::{Likelihood, Tendency};

/// The least that all soft evidence together may leave of a rank's weight for a card: clues repeat each other, and a product of
/// dependent clues is too sure of itself.
pub const FLOOR: f64 = 1e-3;

/// Settled observations that the default of a likelihood is worth, where a player's own rate replaces it.
pub const DEFAULT_WORTH: f64 = 8.0;

/// What a card that nobody knows counts where a player guesses the total of its row: the mean of the deck, 298 points on 54 cards.
pub const UNKNOWN_VALUE: f64 = 298.0 / 54.0;

/// From which value on a card is bad to hold: above the mean of the deck.
const BAD: i32 = 6;
/// Up to which value it is good.
const GOOD: i32 = 3;

/// Exponent of the call's likelihood in the total, and how flat it is at low totals.
pub const CALL_ORDER: u32 = 3;
/// The least total there can be: two Jokers.
pub const CALL_LEAST: f64 = -2.0;

/// Total of the caller's row from which on a call counts as early: two cards of mean value, as a row of five (mean 27.6) is seldom brought
/// below. A boundary for counting, which no belief rests on; by it, between a fifth and a quarter of the simulated calls are early.
pub const EARLY: i32 = 10;

/// A kind of soft evidence: in which situation it speaks, and of which cards, stands in `evidence`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clue {
    /// Put an unseen card in for one of the same value that it knew.
    KeepsEqual,
    /// Put an unseen card in for a lower one that it knew.
    KeepsHigher,
    /// Put an unseen bad card in for one that it did not know.
    KeepsHigh,
    /// Put an unseen Seven to Queen in, instead of playing it.
    KeepsAction,
    /// Put an unseen King in, instead of playing it.
    KeepsKing,
    /// Gave up an unseen card that it knew for one of the same value.
    GivesEqual,
    /// Gave up an unseen card that it knew for a higher one.
    GivesLower,
    /// Gave up a card that it knew, and holds a worse one that it knows.
    HoldsWorse,
    /// Gave up a card that it did not know, and holds a bad one that it knows.
    HoldsBad,
    /// Threw the drawn card away, and holds a worse one that it knows.
    DiscardsBetter,
    /// Played the drawn card, and holds a worse one that it knows.
    PlaysBetter,
    /// Switched a good own card away.
    SwitchesGood,
    /// Switched a bad card into its row, after a look.
    SwitchesBadIn,
    /// Held on to a bad own card after a look at another.
    DeclinesBad,
    /// Did not toss in a card that it knew to match.
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
        Self::KeepsEqual,
        Self::KeepsHigher,
        Self::KeepsHigh,
        Self::KeepsAction,
        Self::KeepsKing,
        Self::GivesEqual,
        Self::GivesLower,
        Self::HoldsWorse,
        Self::HoldsBad,
        Self::DiscardsBetter,
        Self::PlaysBetter,
        Self::SwitchesGood,
        Self::SwitchesBadIn,
        Self::DeclinesBad,
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
            Self::KeepsEqual
            | Self::KeepsHigher
            | Self::KeepsHigh
            | Self::KeepsAction
            | Self::KeepsKing
            | Self::GivesEqual
            | Self::GivesLower
            | Self::HoldsWorse
            | Self::HoldsBad
            | Self::DiscardsBetter
            | Self::SeedEqual
            | Self::SeedLower => "swap_behavior",
            Self::PlaysBetter | Self::SwitchesGood | Self::SwitchesBadIn | Self::DeclinesBad => "action_usage",
            Self::NoTossIn | Self::SeedNoTossIn => "no_toss_in",
            Self::Call => "vinto_call",
        }
    }

    /// What the API says of it.
    #[must_use]
    pub const fn likelihood(self) -> &'static Likelihood {
        &LIKELIHOODS[self as usize]
    }
}

/// Ranks of which the value is of a kind.
pub fn ranks_where(holds: impl Fn(i32) -> bool) -> RankSet {
    Rank::ALL.into_iter().filter(|rank| holds(rank.value())).collect()
}

/// Ranks that are bad to hold.
pub fn bad() -> RankSet {
    ranks_where(|value| value > BAD)
}

/// Ranks that are good to hold.
pub fn good() -> RankSet {
    ranks_where(|value| value <= GOOD)
}

/// Ranks that people rather play than keep: a look or a switch is worth more than their points.
pub fn rather_played() -> RankSet {
    let played = |rank: &Rank| rank.action().is_some_and(|action| !matches!(action, Action::ForceDraw | Action::Declare));
    Rank::ALL.into_iter().filter(played).collect()
}

macro_rules! fitted {
    ($name:literal, $value:literal, $what:literal) => {
        Likelihood {
            name: $name,
            value: $value,
            reason: concat!(
                "P(choice | the card is one of these) / P(choice | it is not), for ",
                $what,
                ". Fitted on 400 simulated games of five seats at each of three kinds of tables (-- fit); 0.05 where the fit was lower, \
                 because people are less regular than the simulation."
            ),
        }
    };
}

/// The list that the API shows, in the order of [`Clue::ALL`].
pub const LIKELIHOODS: &[Likelihood] = &[
    fitted!("keeps_equal", 0.10, "an unseen drawn card of the same value as the known one given up for it"),
    fitted!("keeps_higher", 0.05, "an unseen drawn card of higher value than the known one given up for it"),
    fitted!(
        "keeps_high",
        0.05,
        "an unseen drawn card worth seven or more, where one that its owner did not know was given up for it"
    ),
    fitted!("keeps_action", 0.36, "an unseen drawn Seven to Queen that was put into the row and not played"),
    fitted!("keeps_king", 0.84, "an unseen drawn King that was put into the row and not played"),
    Likelihood {
        name: "gives_equal",
        value: 0.27,
        reason: "P(choice | the card is one of these) / P(choice | it is not), for an unseen card that its owner knew, given up for one of the \
                 same value. Only where draws are public and discards private; fitted on 400 simulated games of five seats there (-- fit).",
    },
    Likelihood {
        name: "gives_lower",
        value: 0.05,
        reason: "P(choice | the card is one of these) / P(choice | it is not), for an unseen card that its owner knew, given up for one of higher \
                 value. Fitted as gives_equal, at 0.005; 0.05 because people are less regular than the simulation.",
    },
    fitted!("holds_worse", 0.06, "a card that its owner knows and that is worth more than the known one that it gave up"),
    fitted!("holds_bad", 0.05, "a card worth seven or more that its owner knows, where it gave up one that it did not know"),
    fitted!("discards_better", 0.095, "a card that its owner knows and that is worth more than the drawn one that it threw away"),
    fitted!("plays_better", 0.48, "a card that its owner knows and that is worth more than the drawn one that it played"),
    fitted!("switches_good", 0.05, "an own card worth three or less that its owner knows and switched away"),
    fitted!("switches_bad_in", 0.38, "a card worth seven or more that its new owner looked at and switched into its row"),
    fitted!(
        "declines_bad",
        0.41,
        "an own card worth seven or more that its owner looked at with a Queen and did not switch away"
    ),
    fitted!("no_toss_in", 0.16, "a card that its owner knows, was free to toss in, and did not"),
    Likelihood {
        name: "vinto_call",
        value: 0.35,
        reason: "Rate r of the factor 1 - (1 - exp(-r (total + 2)))^3 on the total of the caller's row, cards that the caller does not know \
                 counted as the mean of the deck. Fitted on 1,200 simulated games of five seats (-- fit).",
    },
    Likelihood {
        name: "seed_equal",
        value: 0.375,
        reason: "Preset seed: 0.3 against 0.8, for a card given up for one of the same value.",
    },
    Likelihood {
        name: "seed_lower",
        value: 0.125,
        reason: "Preset seed: 0.1 against 0.8, for a card given up for one of higher value.",
    },
    Likelihood {
        name: "seed_no_toss_in",
        value: 0.5,
        reason: "Preset seed: any hidden card of a seat that was free to toss in, whether or not the seat knows it.",
    },
];

/// Behaviours that rounds settle observations of.
///
/// The priors are fitted to the simulated population: mean and variance between 480 persons in 12 games each, by the method of moments
/// (`tests/rules/population.rs`).
pub const TENDENCIES: &[Tendency] = &[
    Tendency {
        name: "swaps_unseen",
        description: "swaps out a card of its row that it has not seen, when it has seen some of the row and not all",
        prior: Beta { alpha: 16.9, beta: 10.7 },
        contexts: &[],
    },
    Tendency {
        name: "tosses_known",
        description: "tosses in a card of its row that it has seen and that matches, Kings and Jokers aside, when it is free to; settled by the reveal",
        prior: Beta { alpha: 8.1, beta: 1.8 },
        contexts: &[],
    },
    Tendency {
        name: "toss_errors",
        description: "tosses in wrongly, of all its toss-ins",
        prior: Beta { alpha: 1.3, beta: 2.9 },
        contexts: &[],
    },
    Tendency {
        name: "uses_actions",
        description: "plays the action of a card that it drew, instead of keeping it or throwing it away",
        prior: Beta { alpha: 23.6, beta: 15.3 },
        contexts: &[],
    },
    Tendency {
        name: "calls_early",
        description: "has ten points or more in its row when the round that it called is revealed",
        prior: Beta { alpha: 1.0, beta: 3.5 },
        contexts: &[],
    },
];
