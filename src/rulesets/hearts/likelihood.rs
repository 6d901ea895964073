//! Every guessed number of the model, with its reason.
//!
//! Each soft likelihood says how much less likely a choice is from a hand that holds a certain card than from one that does not:
//! f = P(choice | holds it) / P(choice | does not), in (0, 1]. A choice's likelihood given a hand is the product over the hand's
//! cards, which keeps the posterior over deals exact. That cards speak independently is the model's assumption; `FLOOR` bounds
//! what it can do.

use super::card::{Card, Suit};
use crate::belief::Beta;
use crate::rulesets::{Context, Likelihood, Tendency};

/// The least that all soft evidence together may leave of a card's weight in a hand: clues about one card repeat each other, and a
/// product of dependent clues is too sure of itself.
pub const FLOOR: f64 = 1e-4;

/// Settled observations that the default of a likelihood is worth, where a player's own rate replaces it.
pub const DEFAULT_WORTH: f64 = 8.0;

/// A kind of soft evidence: in which situation it speaks, of which cards, stands in `clue.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clue {
    /// Ducked, though a card between its own and the winning one would have lost too.
    DucksHigh,
    /// Last to play, no points: ducked, though a winning card would have been free.
    LeavesTrick,
    /// Went over a trick with points, though a lower card would have lost.
    TakesPoints,
    /// Went over a trick without points before the last play, though a lower card would have lost.
    TakesEarly,
    /// Last to play and winning: a higher card would have won too.
    TakesHigh,
    /// Spades led, king or ace winning: the queen would have gone for nothing.
    FreesQueen,
    /// Out of the suit led: threw something else than the queen.
    SloughsQueen,
    /// Out of the suit led, the queen out: threw something else than king or ace of spades.
    SloughsHighSpade,
    /// Out of the suit led: threw no heart, though a high heart was held.
    SloughsHighHeart,
    /// Led a spade below the queen while she is out: the queen.
    LeadsUnderQueen,
    /// Led a spade below the queen while she is out: king and ace.
    LeadsUnderHigh,
    /// Led a card, though a lower one of its suit was held.
    LeadsLow,
    /// Kept the queen when three cards were passed on.
    KeepsQueen,
    /// Kept king or ace of spades when three cards were passed on.
    KeepsHighSpade,
    /// Kept a high heart when three cards were passed on.
    KeepsHighHeart,
    /// Kept an ace, king or queen of clubs or diamonds when three cards were passed on.
    KeepsHighSide,
    /// Kept a more dangerous card than the least dangerous of the three it passed here.
    KeepsDanger,
    /// Passed cards of this side suit here, and kept others of it.
    KeepsSuit,
    /// The design's own: a spade below the queen on a spade lead.
    SeedQueen,
    /// The design's own: a penalty card of this suit thrown off suit. Read as speaking of the other seats.
    SeedSlough,
}

/// Number of clues.
pub const CLUES: usize = 20;

/// Floor of the design's own likelihoods.
pub const SEED_FLOOR: f64 = 0.1;

impl Clue {
    /// All clues in order.
    pub const ALL: [Self; CLUES] = [
        Self::DucksHigh,
        Self::LeavesTrick,
        Self::TakesPoints,
        Self::TakesEarly,
        Self::TakesHigh,
        Self::FreesQueen,
        Self::SloughsQueen,
        Self::SloughsHighSpade,
        Self::SloughsHighHeart,
        Self::LeadsUnderQueen,
        Self::LeadsUnderHigh,
        Self::LeadsLow,
        Self::KeepsQueen,
        Self::KeepsHighSpade,
        Self::KeepsHighHeart,
        Self::KeepsHighSide,
        Self::KeepsDanger,
        Self::KeepsSuit,
        Self::SeedQueen,
        Self::SeedSlough,
    ];

    /// Why the choice speaks against a card, for people.
    #[must_use]
    pub const fn says(self) -> &'static str {
        match self {
            Self::DucksHigh => "with a higher card that loses too it would mostly have played that",
            Self::LeavesTrick => "with a card that wins this harmless trick it would mostly have taken it",
            Self::TakesPoints => "with a card that loses it would mostly have left the points to others",
            Self::TakesEarly => "with a lower card it would mostly have stayed below",
            Self::TakesHigh => "with a higher card it would mostly have got rid of that",
            Self::FreesQueen => "with the queen it would mostly have thrown her under king or ace",
            Self::SloughsQueen => "with the queen it would mostly have thrown her",
            Self::SloughsHighSpade => "with king or ace of spades it would mostly have thrown one",
            Self::SloughsHighHeart => "with a high heart it would mostly have thrown one",
            Self::LeadsUnderQueen => "with the queen it would rather have kept spades back",
            Self::LeadsUnderHigh => "with king or ace it would rather have kept spades back",
            Self::LeadsLow => "with a lower card it would rather have led that",
            Self::KeepsQueen => "dealt the queen, it has likely passed her on",
            Self::KeepsHighSpade => "dealt king or ace of spades, it has likely passed them on",
            Self::KeepsHighHeart => "dealt a high heart, it has likely passed it on",
            Self::KeepsHighSide => "dealt high clubs or diamonds, it has likely passed them on",
            Self::KeepsDanger => "it would rather have passed a more dangerous card",
            Self::KeepsSuit => "whoever passes clubs or diamonds mostly empties the suit",
            Self::SeedQueen => "preset seed: it ducked below the queen",
            Self::SeedSlough => "preset seed: it threw a penalty card",
        }
    }

    /// What the API says of it.
    #[must_use]
    pub const fn likelihood(self) -> &'static Likelihood {
        &LIKELIHOODS[self as usize]
    }
}

/// How dangerous a card is to hold, as passers see it: the queen, then what draws her, then by rank, hearts before the rest.
#[must_use]
pub fn danger(card: Card) -> u8 {
    match card.suit() {
        _ if card == Card::QUEEN => 40,
        Suit::Spades if card.rank() > 12 => 24 + card.rank(),
        Suit::Spades => card.rank() / 2,
        Suit::Hearts => card.rank() + 3,
        Suit::Clubs | Suit::Diamonds => card.rank(),
    }
}

macro_rules! fitted {
    ($name:literal, $value:literal, $what:literal) => {
        Likelihood {
            name: $name,
            value: $value,
            reason: concat!(
                "P(choice | the hand holds it) / P(choice | it does not), for ",
                $what,
                ". Fitted on 4,000 simulated deals; 0.1 where the fit was lower, because people are less regular than the simulation."
            ),
        }
    };
}

/// The list that the API shows, in the order of [`Clue::ALL`]. `cargo bench --bench hearts -- fit` fits them again.
pub const LIKELIHOODS: &[Likelihood] = &[
    fitted!("ducks_high", 0.1, "a card that would have lost too, and is higher than the one played under the winner"),
    fitted!("leaves_trick", 0.1, "a card that would have won a trick without points, last to play"),
    fitted!("takes_points", 0.47, "a card that would have lost a trick with points, which was taken"),
    fitted!("takes_early", 0.43, "a card that would have stayed below, in a trick without points yet, which was gone over"),
    fitted!("takes_high", 0.1, "a higher card of the suit, last to play and winning"),
    fitted!("frees_queen", 0.1, "the queen of spades, though king or ace was winning a spade trick"),
    fitted!("sloughs_queen", 0.27, "the queen of spades, out of the suit led, where another card was thrown"),
    fitted!("sloughs_high_spade", 0.31, "king or ace of spades while the queen is out, where another card was thrown"),
    fitted!("sloughs_high_heart", 0.51, "a heart from the ten up, where no heart was thrown"),
    fitted!("leads_under_queen", 0.71, "the queen of spades, where a spade below her was led"),
    fitted!("leads_under_high", 0.71, "king or ace of spades, where a spade below the queen was led while she is out"),
    fitted!("leads_low", 0.82, "a lower card of the suit led"),
    fitted!("keeps_queen", 0.41, "the queen of spades after three unknown cards were passed on"),
    fitted!("keeps_high_spade", 0.41, "king or ace of spades after three unknown cards were passed on"),
    fitted!("keeps_high_heart", 0.32, "a heart from the queen up after three unknown cards were passed on"),
    fitted!("keeps_high_side", 0.44, "queen, king or ace of clubs or diamonds after three unknown cards were passed on"),
    fitted!("keeps_danger", 0.9, "a card more dangerous than the least dangerous of three that were passed here"),
    fitted!("keeps_suit", 0.86, "another club or diamond, where one was passed here"),
    Likelihood {
        name: "seed_queen",
        value: 0.65,
        reason: "Preset seed: the queen, where a spade below her follows a spade lead; applied every time, without context.",
    },
    Likelihood {
        name: "seed_slough",
        value: 1.0 / 1.15,
        reason: "Preset seed: 1.15 for a suit of which a penalty card is thrown off suit; as its inverse for the other seats, because \
                 a likelihood is at most 1.",
    },
];

/// Behaviours that finished deals settle observations of.
///
/// The priors are fitted to the simulated population: mean and variance of the rates that 800 persons show in 48 deals each, by
/// the method of moments (`tests/population.rs`), in each context and over all.
pub const TENDENCIES: &[Tendency] = &[
    Tendency {
        name: "ducks_queen",
        description: "keeps the queen of spades back when it follows a spade lead holding it and another spade; covered: the king \
                      or ace is winning, so that the queen would go for nothing; open: it would be the highest so far",
        prior: Beta { alpha: 23.2, beta: 4.4 },
        contexts: &[Context::new("covered", 2.2, 15.0), Context::new("open", 13.0, 1.4)],
    },
    Tendency {
        name: "sloughs_queen",
        description: "throws the queen of spades when it holds it, is out of the suit led, and may throw it",
        prior: Beta { alpha: 3.2, beta: 1.0 },
        contexts: &[],
    },
    Tendency {
        name: "passes_queen",
        description: "passes the queen of spades on when it was dealt it; guarded: with at least four other spades; thin: with fewer",
        prior: Beta { alpha: 5.3, beta: 3.2 },
        contexts: &[Context::new("guarded", 1.3, 2.4), Context::new("thin", 2.9, 1.1)],
    },
    Tendency {
        name: "passes_to_void",
        description: "passes all its clubs, or all its diamonds, when it was dealt one to three of them",
        prior: Beta { alpha: 2.1, beta: 3.5 },
        contexts: &[],
    },
    Tendency {
        name: "leads_spades",
        description: "leads a spade below the queen while she is out, when it holds one and could lead another suit; high: it holds \
                      queen, king or ace of spades; safe: it holds none of them",
        prior: Beta { alpha: 4.6, beta: 9.7 },
        contexts: &[Context::new("high", 1.4, 6.3), Context::new("safe", 2.2, 2.4)],
    },
    Tendency {
        name: "tries_moon",
        description: "takes all of the first 14 points of a deal alone, with a strong hand after the pass: at least four aces and \
                      kings, one of them a heart",
        prior: Beta { alpha: 1.8, beta: 4.2 },
        contexts: &[],
    },
];
