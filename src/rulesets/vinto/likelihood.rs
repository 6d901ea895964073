//! Every guessed number of the model, with its reason.
//!
//! A clue's two rates, P(choice | it holds) and P(choice | it does not), are tendencies: of a player never seen before they are the priors
//! in `TENDENCIES`, fitted on the simulator, and they are learned from there. What is no rate of a player stands in `LIKELIHOODS`.

use crate::belief::Beta;
use crate::rulesets::{Context, Likelihood, Tendency};

/// The least that all soft evidence together may leave of a rank's weight for a card: clues repeat each other, and a product of
/// dependent clues is too sure of itself.
pub const FLOOR: f64 = 1e-3;

/// What soft evidence says of a card is rounded to such parts of a nat: cards and ranks of which the same is said keep equal weights, in
/// whatever order their factors were multiplied, and are summed over together.
pub const PARTS: f64 = 16_777_216.0;

/// What a card that nobody knows counts: the mean of the deck, 298 points on 54 cards.
pub const MEAN_VALUE: f64 = 298.0 / 54.0;

/// Points by which a card is worse than another until it is taken for worse with probability 1 - 1/e.
pub const SCALE: f64 = 1.0;

/// Share of what is not careless that a player's own rates have before the first choice of a game; the rest is the population's. Own rates
/// are drawn towards the population's already, so that the rest only guards against a player who changed.
pub const OWN: f64 = 0.8;

/// Exponent of the call's likelihood in the total, and how flat it is at low totals.
pub const CALL_ORDER: u32 = 3;
/// The least total there can be: two Jokers.
pub const CALL_LEAST: f64 = -2.0;

/// Total of the caller's row from which on a call counts as early: two cards of mean value, as a row of five (mean 27.6) is seldom brought
/// below. A boundary for counting, which no belief rests on; by it, between a fifth and a quarter of the simulated calls are early.
pub const EARLY: i32 = 10;

/// How often somebody who moves by lot switches two cards.
pub const SWITCHES_BY_LOT: Likelihood =
    Likelihood { name: "switches_by_lot", value: 0.5, reason: "P(a switch is carried out | careless): one of two moves." };

/// How often somebody who moves by lot tosses in a card that it knows.
pub const TOSSES_BY_LOT: Likelihood = Likelihood {
    name: "tosses_by_lot",
    value: 0.02,
    reason: "P(a card that the seat knows is tossed in, in one window | careless). A guess: who tossed in any card in any window with equal chance \
             would hold a row of penalties within a round, so that nobody plays so; one card of five in a tenth of the windows.",
};

/// How often a toss-in of somebody who moves by lot fits.
pub const FITS_BY_LOT: Likelihood = Likelihood {
    name: "fits_by_lot",
    value: 0.07,
    reason: "P(a toss-in matches | careless): four of 54 cards have the rank of the one on the pile, less that one.",
};

/// How often somebody who moves by lot calls, beside one whose total is the least there can be.
pub const CALLS_BY_LOT: Likelihood = Likelihood {
    name: "calls_by_lot",
    value: 0.1,
    reason: "P(call | careless) / P(call | another way, total -2). A guess: a careless player who called in every second turn would end all rounds at \
             once; one in twenty against one in two.",
};

/// How often a call says nothing of the total, whoever makes it.
pub const CALLS_BLINDLY: Likelihood = Likelihood {
    name: "calls_blindly",
    value: 0.05,
    reason: "Share of calls that do not depend on the total: because others seem slow, or the cards were forgotten. It keeps a call from ruling any \
             total out.",
};

const fn exponent(name: &'static str, value: f64, reason: &'static str) -> Likelihood {
    Likelihood { name, value, reason }
}

const DEPENDENCE: &str = "Exponent of the likelihoods of this kind: clues about one card repeat each other, and their product is too sure. The \
                          best of a grid by the log loss of simulated games.";

/// Exponent of what swaps say.
pub const SWAP_EXPONENT: Likelihood = exponent("swap_exponent", 1.0, DEPENDENCE);
/// Exponent of what played cards and switches say.
pub const ACTION_EXPONENT: Likelihood = exponent("action_exponent", 1.0, DEPENDENCE);
/// Exponent of what is said by cards that were not tossed in.
pub const TOSS_EXPONENT: Likelihood = exponent("toss_exponent", 1.0, DEPENDENCE);
/// Exponent of what a choice says of the way of playing.
pub const WAYS_EXPONENT: Likelihood = exponent("ways_exponent", 1.0, DEPENDENCE);

macro_rules! clue {
    ($name:literal, $value:literal, $what:literal) => {
        Likelihood {
            name: $name,
            value: $value,
            reason: concat!(
                "P(choice | it holds) / P(choice | it does not), the lesser of this and its inverse, where ",
                $what,
                ". This is that of the shipped rates, the tendency of this name; evidence has it over the ways in which the seat may play, of which the \
                 careless one says nothing."
            ),
        }
    };
}

/// The list that the API shows: the clues in their order, and what else is no rate of a player.
pub const LIKELIHOODS: &[Likelihood] = &[
    clue!("gives_known", 0.139, "a known card of a row that is not all known is given up for a drawn one: it is worse than that"),
    clue!("gives_from_known_row", 0.176, "a card of a row that is all known is given up for a drawn one: it is worse than that"),
    clue!("gives_unknown", 0.237, "an unknown card is given up for a drawn one: one that is known is worse than the mean"),
    clue!("holds_worse", 0.166, "one of the known cards is given up: another one is worse"),
    clue!("keeps_high", 0.1, "a drawn card is put in for an unknown one: it is worse than the mean"),
    clue!("keeps_action", 0.17, "a drawn card is put into the row: it is a Seven to Queen, which people rather play"),
    clue!("discards_better", 0.044, "a drawn card without an action is thrown away: a known one is worse"),
    clue!(
        "discards_low",
        0.146,
        "a drawn card without an action, better than an unknown one of the row, is thrown away: a known one is worse"
    ),
    clue!("discards_action", 0.165, "a drawn Seven to Queen is thrown away: a known card is worse"),
    clue!("discards_low_action", 0.609, "a drawn Ace or King is thrown away: a known card is worse"),
    clue!("plays_better", 0.395, "a drawn Seven to Queen is played: a known card is worse"),
    clue!("plays_low", 0.156, "a drawn Ace or King is played: a known card is worse"),
    clue!("points_better", 0.094, "one of the known cards is chosen to be switched: another one is worse"),
    clue!("switches_worse", 0.341, "two cards are switched, or not: the own one is worse than the other"),
    Likelihood {
        name: "no_toss_in",
        value: 0.239,
        reason: "P(choice | it holds) / P(choice | it does not), the lesser of this and its inverse, where a known card is not tossed in: it \
                 matches. This is that of the shipped rates, one less the tendencies `tosses_known` and `tosses_unfit`; evidence has it over the ways \
                 in which the seat may play, of which the careless one says nothing.",
    },
    Likelihood {
        name: "vinto_call",
        value: 0.35,
        reason: "Rate r of the factor 1 - (1 - exp(-r (total + 2)))^3 on the total of the caller's row, cards that the caller does not know \
                 counted as the mean of the deck. Fitted on 1,200 simulated games of five seats.",
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
    SWITCHES_BY_LOT,
    TOSSES_BY_LOT,
    FITS_BY_LOT,
    CALLS_BY_LOT,
    CALLS_BLINDLY,
    SWAP_EXPONENT,
    ACTION_EXPONENT,
    TOSS_EXPONENT,
    WAYS_EXPONENT,
];

/// A tendency that a clue's rates are.
macro_rules! rates {
    ($name:literal, $description:literal, $pooled:expr, $held:expr, $not_held:expr) => {
        Tendency {
            name: $name,
            description: $description,
            prior: Beta { alpha: $pooled.0, beta: $pooled.1 },
            contexts: &[Context::new("held", $held.0, $held.1), Context::new("not_held", $not_held.0, $not_held.1)],
        }
    };
}

/// Behaviours that rounds settle observations of.
///
/// The priors are fitted to simulated persons of any sort but those who move by lot: mean and variance between persons, by the method of
/// moments (`tests/rules/population.rs`). Those of clues are worth at most 20 occasions: people differ more than simulated ones.
/// That of `careless` is a choice, and no fit: a tenth of the simulated persons are, but a table of them has to be found out within its
/// first round, and a sensible player is cleared by a few choices. One in five costs simulated tables whose draws are unseen less than .02 bits a
/// card; each twentieth more would cost them .002, and save tables of careless strangers .004 in their first round.
pub const TENDENCIES: &[Tendency] = &[
    Tendency {
        name: "swaps_unseen",
        description: "swaps out a card of its row that it has not seen, when it has seen some of the row and not all",
        prior: Beta { alpha: 20.19, beta: 14.87 },
        contexts: &[],
    },
    Tendency {
        name: "tosses_known",
        description: "tosses in a card of its row that it has seen and that matches, Kings and Jokers aside, when it is free to; settled by the reveal",
        prior: Beta { alpha: 6.46, beta: 2.01 },
        contexts: &[],
    },
    Tendency {
        name: "toss_errors",
        description: "tosses in wrongly, of all its toss-ins",
        prior: Beta { alpha: 1.93, beta: 3.94 },
        contexts: &[],
    },
    Tendency {
        name: "uses_actions",
        description: "plays the action of a card that it drew, instead of keeping it or throwing it away",
        prior: Beta { alpha: 4.81, beta: 5.05 },
        contexts: &[],
    },
    Tendency {
        name: "calls_early",
        description: "has ten points or more in its row when the round that it called is revealed",
        prior: Beta { alpha: 1.55, beta: 5.21 },
        contexts: &[],
    },
    Tendency {
        name: "tosses_unfit",
        description: "tosses in a card of its row that it has seen and that does not match, when it is free to",
        prior: Beta { alpha: 0.14, beta: 19.86 },
        contexts: &[],
    },
    Tendency {
        name: "holds_worse",
        description: "gives up one of the cards that it knows for a drawn one, and knows another that is worse",
        prior: Beta { alpha: 0.55, beta: 3.32 },
        contexts: &[],
    },
    Tendency {
        name: "points_better",
        description: "plays a Jack or a Queen with one of the cards that it knows, and knows another that is worse",
        prior: Beta { alpha: 1.72, beta: 18.28 },
        contexts: &[],
    },
    rates!(
        "gives_known",
        "gives up a card that it knows for the drawn one, when it knows one and not all; held: it knows a worse one",
        (4.68, 15.32),
        (9.6, 10.4),
        (0.67, 9.35)
    ),
    rates!(
        "gives_from_known_row",
        "gives up a card for the drawn one, when it knows its whole row; held: it knows a worse one",
        (6.09, 7.65),
        (11.62, 1.52),
        (0.64, 3.47)
    ),
    rates!(
        "gives_unknown",
        "gives up a card that it does not know for the drawn one, when it also knows one; held: it knows one that is worse than the mean",
        (6.36, 13.64),
        (0.5, 4.56),
        (8.34, 11.66)
    ),
    rates!(
        "keeps_high",
        "gives up a card that it does not know for the drawn one; held: the drawn one is worse than the mean",
        (6.5, 13.5),
        (0.47, 8.1),
        (10.92, 9.08)
    ),
    rates!(
        "keeps_action",
        "puts the drawn card into its row; held: it is a Seven to Queen",
        (10.92, 9.08),
        (1.27, 7.32),
        (17.44, 2.56)
    ),
    rates!(
        "discards_better",
        "throws a drawn card without an action away, when that is worse than the mean or it knows its whole row; held: it knows a worse one",
        (1.93, 2.97),
        (0.54, 19.46),
        (1.42, 0.91)
    ),
    rates!(
        "discards_low",
        "throws a drawn card without an action away that is better than the mean, when it knows a card of its row and not all; held: it knows a worse one",
        (1.1, 18.9),
        (0.36, 19.64),
        (0.94, 6.68)
    ),
    rates!(
        "discards_action",
        "throws a drawn Seven to Queen away, when it knows a card of its row; held: it knows a worse one",
        (1.03, 3.36),
        (0.84, 19.16),
        (0.99, 2.9)
    ),
    rates!(
        "discards_low_action",
        "throws a drawn Ace or King away, when it knows a card of its row; held: it knows a worse one",
        (0.22, 19.78),
        (0.22, 19.78),
        (0.31, 16.84)
    ),
    rates!(
        "plays_better",
        "plays a drawn Seven to Queen, when it knows a card of its row; held: it knows a worse one",
        (3.87, 2.41),
        (1.89, 5.46),
        (3.53, 1.89)
    ),
    rates!(
        "plays_low",
        "plays a drawn Ace or King, when it knows a card of its row; held: it knows a worse one",
        (0.57, 4.65),
        (0.55, 4.17),
        (0.11, 5.94)
    ),
    rates!(
        "switches_worse",
        "switches two cards of which it knows one, when it may; held: what it gives is worse than what it gets",
        (15.56, 4.44),
        (18.88, 0.79),
        (4.2, 8.62)
    ),
    Tendency {
        name: "careless",
        description: "seemed to move by lot in a round, by all choices whose cards were known at its end",
        prior: Beta { alpha: 0.2, beta: 0.8 },
        contexts: &[],
    },
];
