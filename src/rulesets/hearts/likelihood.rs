//! The numbers of the soft evidence, with their reasons, and the behaviours that finished deals settle.

use super::scene::{KINDS, Kind};
use super::shipped::{CARELESS_RATE, RATES, SHARE, TOGETHER};
pub use super::shipped::{PER_LOGITS, TASTE};
use super::taste::Taste;
use super::ways::Way;
use crate::belief::Beta;
use crate::rulesets::{Context, Counts, Likelihood, Tendency};

/// The tendency that counts deals which look as if their cards were chosen by lot.
pub const CARELESS: &str = "careless";

/// Contexts of the tendency `borne_out`, of leads, follows and sloughs: what was true, and what was claimed to be.
pub const BORNE_OUT: [[&str; 2]; KINDS] =
    [["leads", "leads_claimed"], ["follows", "follows_claimed"], ["sloughs", "sloughs_claimed"]];

/// Contexts of the tendency `leads_spades`: with a high spade in the hand, and without.
pub const LEADS_SPADES: [&str; 2] = ["high", "safe"];

/// Exponents of what choices say of cards, by kind of choice, of a stranger who plays as the population does.
#[must_use]
pub const fn dependence(way: Way, kind: Kind) -> &'static Likelihood {
    match (kind, way) {
        (Kind::Lead, _) => &LEAD_EXPONENT,
        (Kind::Slough | Kind::Wanted { follows: false }, _) => &SLOUGH_EXPONENT,
        (Kind::Pass, _) => &PASS_EXPONENT,
        (_, Way::Coarse) => &COARSE_FOLLOW_EXPONENT,
        _ => &FOLLOW_EXPONENT,
    }
}

/// Of strangers who are not careless, how likely one has no tastes for ranks.
pub const COARSE: Likelihood = Likelihood {
    name: "coarse",
    value: 0.3,
    reason: "How likely a stranger who looks at the cards chooses between kinds of card only, and between cards of one kind by lot. Of the \
             simulated persons it is .29.",
};

/// Between persons: the Beta distributions of how much of what choices said was true, and of how much was claimed to be; of leads,
/// follows and sloughs.
const SAID: [[(f64, f64); 2]; KINDS] =
    [[(30.30, 29.70), (32.15, 27.85)], [(25.06, 14.69), (40.15, 19.85)], [(23.89, 16.14), (35.82, 24.18)]];

/// How much more of statements is right than wrong, of 1: what says nothing is right half of the time.
const fn lead(right: f64, statements: f64) -> f64 {
    2.0 * right / statements - 1.0
}

/// What is borne out of all that simulated persons claim, by kind: .14, .77 and 1.00. Cards are read one by one, each by itself, which claims too
/// much: of persons who choose exactly by the shipped tastes .36, .79 and .87 are borne out (`cargo test most_of_what_is_said`).
const fn usually_borne_out(kind: usize) -> f64 {
    let [told, claimed] = SAID[kind];
    lead(told.0, told.0 + told.1) / lead(claimed.0, claimed.0 + claimed.1)
}

/// How much of what a player's choices of a kind say is believed, as an exponent: what is borne out of it beside what is of simulated persons,
/// whose choices are best read in full. `expected` is what it is of players like this one. A player who claims little tells little of it, so that
/// this is a ridge regression through the player's statements (Hoerl and Kennard 1970): of each the truth, with variance 1, is the exponent
/// times what such a claim is usually worth, and exponents lie around `expected` with the standard deviation [`BELIEVED_SPREAD`].
#[must_use]
pub fn believed(kind: usize, expected: f64, told: Counts, claimed: Counts) -> f64 {
    if told.opportunities <= 0.0 || claimed.opportunities <= 0.0 {
        return expected;
    }
    let worth = usually_borne_out(kind) * lead(claimed.successes, claimed.opportunities);
    let truth = lead(told.successes, told.opportunities);
    let precision = 1.0 / (BELIEVED_SPREAD * BELIEVED_SPREAD);
    let sum = precision * expected + told.opportunities * worth * truth;
    (sum / (precision + told.opportunities * worth * worth)).clamp(LEAST_BELIEVED, MOST_BELIEVED)
}

/// The standard deviation of that exponent between players. Of simulated persons it is .58 of follows and .79 of sloughs, by the priors above; of
/// leads, which claim little, it cannot be told from chance. Numbers from .6 to 1 were tried on the foreign families, and differ little.
const BELIEVED_SPREAD: f64 = 0.8;

/// Something of what choices say is always believed, so that their reading can be borne out again.
const LEAST_BELIEVED: f64 = 0.1;

/// A regular player's numbers stay too close to the population's, so that its choices may say more than they claim; at most twice as much.
const MOST_BELIEVED: f64 = 2.0;

/// What is known of a player explains a deal better than lot does where it makes the choices likelier by so many nats. Players differ from what
/// is known of them, and of one who chooses by lot that is chance, which would explain half of the deals better. A guess: from 1 to 3 were tried.
pub const KNOWN_SENSE: f64 = 2.0;

const fn of_kind(name: &'static str, value: f64) -> Likelihood {
    Likelihood {
        name,
        value,
        reason: "Exponent of what choices of this kind say of cards, of a stranger. The best of a grid for families of players that no taste was \
                 fitted on; nearly the same is the best where any one family is left out of the choice. Of a player it is times a learned \
                 number, from .1 to 2: how much of what its choices claimed was borne out when hands became known, beside simulated persons \
                 (tendency borne_out); in its own way that number alone.",
    }
}

const LEAD_EXPONENT: Likelihood = of_kind("lead_exponent", 1.5);
const FOLLOW_EXPONENT: Likelihood = of_kind("follow_exponent", 0.7);
const SLOUGH_EXPONENT: Likelihood = of_kind("slough_exponent", 1.0);
const COARSE_FOLLOW_EXPONENT: Likelihood = Likelihood {
    name: "coarse_follow_exponent",
    value: 0.1,
    reason: "The same of a stranger who chooses between kinds of card only: that it goes over a trick or stays below says next to nothing of its \
             other cards. Chosen likewise.",
};
const PASS_EXPONENT: Likelihood = Likelihood {
    name: "pass_exponent",
    value: 1.0,
    reason: "Exponent of what passes say of cards: the best of a grid up to 1 for the log loss of simulated deals.",
};

/// The earlier tracker's number: the queen, where a spade below her follows a spade lead.
pub const SEED_QUEEN: Likelihood = Likelihood {
    name: "seed_queen",
    value: 0.65,
    reason: "Preset seed: the queen, where a spade below her follows a spade lead; applied every time, without context.",
};

/// The earlier tracker's number: a suit of which a penalty card was thrown.
pub const SEED_SLOUGH: Likelihood = Likelihood {
    name: "seed_slough",
    value: 1.0 / 1.15,
    reason: "Preset seed: 1.15 for a suit of which a penalty card is thrown off suit; as its inverse for the other seats, because \
             a likelihood is at most 1.",
};

/// Floor of the earlier tracker's likelihoods.
pub const SEED_FLOOR: f64 = 0.1;

macro_rules! tastes {
    ($(($taste:ident, $name:literal, $what:literal)),* $(,)?) => {
        /// The list that the API shows: one number a taste, in their order, then the exponents and the preset's.
        pub const LIKELIHOODS: &[Likelihood] = &[
            $(Likelihood {
                name: $name,
                value: SHARE[Taste::$taste as usize],
                reason: concat!(
                    "The chance that the card is chosen which has the feature, before one that does not: ",
                    $what,
                    ". Fitted to simulated play, by the likelihood of every choice given its hand; as a rank goes from the lowest to the highest."
                ),
            },)*
            COARSE,
            LEAD_EXPONENT,
            FOLLOW_EXPONENT,
            COARSE_FOLLOW_EXPONENT,
            SLOUGH_EXPONENT,
            PASS_EXPONENT,
            SEED_QUEEN,
            SEED_SLOUGH,
        ];
    };
}

tastes![
    (LeadsSpade, "leads_low_spade", "leads a spade below the queen while she is out"),
    (LeadsHighSpade, "leads_high_spade", "leads king or ace of spades while the queen is out"),
    (LeadsQueen, "leads_queen", "leads the queen of spades"),
    (LeadsHeart, "leads_heart", "leads a heart, and a low one"),
    (LeadsHighHeart, "leads_heart_by_rank", "of hearts, leads a high one"),
    (LeadsHigh, "leads_by_rank", "of other suits, leads a high card"),
    (TakesSafe, "takes_safe", "goes over a trick that cannot hurt"),
    (TakesEarly, "takes_early", "goes over a trick without points that others play to yet"),
    (TakesHot, "takes_hot", "goes over a trick with points that others play to yet"),
    (TakesPoints, "takes_points", "goes over a trick with points, last to play"),
    (UnderSafe, "ducks_by_rank_safe", "plays a high one of the cards below, where the trick cannot hurt"),
    (UnderEarly, "ducks_by_rank_early", "plays a high one of the cards below, in a trick without points that others play to yet"),
    (UnderHot, "ducks_by_rank_hot", "plays a high one of the cards below, in a trick with points that others play to yet"),
    (UnderPoints, "ducks_by_rank_points", "plays a high one of the cards below, in a trick with points, last to play"),
    (OverSafe, "takes_by_rank_safe", "plays a high one of the cards above, where the trick cannot hurt"),
    (OverEarly, "takes_by_rank_early", "plays a high one of the cards above, in a trick without points that others play to yet"),
    (OverHot, "takes_by_rank_hot", "plays a high one of the cards above, in a trick with points that others play to yet"),
    (OverPoints, "takes_by_rank_points", "plays a high one of the cards above, in a trick with points, last to play"),
    (FollowsQueenUnder, "follows_queen_under", "plays the queen of spades under king or ace"),
    (FollowsQueenOver, "follows_queen_over", "plays the queen of spades where nothing higher is in the trick"),
    (
        FollowsHighSpade,
        "follows_high_spade",
        "goes over a spade trick with king or ace while the queen is out and others play to it yet"
    ),
    (SloughsQueen, "sloughs_queen", "throws the queen of spades, out of the suit led"),
    (SloughsHighSpade, "sloughs_high_spade", "throws king or ace of spades while the queen is out"),
    (SloughsLowSpade, "sloughs_low_spade", "throws a spade below the queen while she is out"),
    (SloughsHeart, "sloughs_heart", "throws a heart, and a low one"),
    (SloughsHighHeart, "sloughs_heart_by_rank", "of hearts, throws a high one"),
    (SloughsHigh, "sloughs_by_rank", "of other suits, throws a high card"),
    (PassesQueen, "passes_queen_on", "passes the queen of spades on"),
    (PassesHighSpade, "passes_high_spade", "passes king or ace of spades on"),
    (PassesLowSpade, "passes_low_spade", "passes a spade below the queen on"),
    (PassesHeart, "passes_heart", "passes a heart on, and a low one"),
    (PassesHighHeart, "passes_heart_by_rank", "of hearts, passes a high one on"),
    (PassesHigh, "passes_by_rank", "of clubs and diamonds, passes a high one on"),
];

const fn beta(rate: (f64, f64)) -> Beta {
    Beta { alpha: rate.0, beta: rate.1 }
}

const fn said(kind: usize, claimed: usize) -> Context {
    let rate = SAID[kind][claimed];
    Context::new(BORNE_OUT[kind][claimed], rate.0, rate.1)
}

const fn of(taste: Taste) -> Context {
    let rate = RATES[taste as usize];
    Context::new(taste.label().1, rate.0, rate.1)
}

/// Behaviours that finished deals settle observations of.
///
/// The priors are fitted to a simulated population that is wider than the one that plays (`simulator/style.rs`): mean and variance of the rates that persons show,
/// by the method of moments, in each context and over all.
pub const TENDENCIES: &[Tendency] = &[
    Tendency {
        name: CARELESS,
        description: "plays a deal as if its cards were chosen by lot: neither the shipped tastes nor what was known of it before \
                      explain all its choices together better",
        prior: beta(CARELESS_RATE),
        contexts: &[],
    },
    Tendency {
        name: "borne_out",
        description: "what its choices said of its cards, in statements, was true when the hands became known; claimed: would have been true on \
                      average, had every chance been right that it led to; the rate over both says nothing",
        prior: Beta { alpha: 37.62, beta: 22.38 },
        contexts: &[said(0, 0), said(0, 1), said(1, 0), said(1, 1), said(2, 0), said(2, 1)],
    },
    Tendency {
        name: "leads",
        description: "leads such a card where it could also lead another kind; by rank: of cards of one kind, leads one above their middle; \
                      these are choices apart, so that the rate over all of them says nothing",
        prior: beta(TOGETHER[0]),
        contexts: &[
            of(Taste::LeadsSpade),
            of(Taste::LeadsHighSpade),
            of(Taste::LeadsQueen),
            of(Taste::LeadsHeart),
            of(Taste::LeadsHighHeart),
            of(Taste::LeadsHigh),
        ],
    },
    Tendency {
        name: "takes",
        description: "goes over the trick where it could stay below; safe: it cannot hurt; early: others play yet, no points so far; hot: \
                      others play yet, points so far; points: last to play, with points",
        prior: beta(TOGETHER[1]),
        contexts: &[of(Taste::TakesSafe), of(Taste::TakesEarly), of(Taste::TakesHot), of(Taste::TakesPoints)],
    },
    Tendency {
        name: "ducks_by_rank",
        description: "stays below with a card above the middle of those that it could stay below with; contexts as of takes",
        prior: beta(TOGETHER[2]),
        contexts: &[of(Taste::UnderSafe), of(Taste::UnderEarly), of(Taste::UnderHot), of(Taste::UnderPoints)],
    },
    Tendency {
        name: "takes_by_rank",
        description: "goes over with a card above the middle of those that it could go over with; contexts as of takes",
        prior: beta(TOGETHER[3]),
        contexts: &[of(Taste::OverSafe), of(Taste::OverEarly), of(Taste::OverHot), of(Taste::OverPoints)],
    },
    Tendency {
        name: "follows",
        description: "follows suit with such a card where it could follow with another: the queen of spades under king or ace, or over the trick; \
                      king or ace over a trick that others play to, while the queen is out; these are choices apart, so that the rate over all of \
                      them says nothing",
        prior: beta(TOGETHER[4]),
        contexts: &[of(Taste::FollowsQueenUnder), of(Taste::FollowsQueenOver), of(Taste::FollowsHighSpade)],
    },
    Tendency {
        name: "sloughs",
        description: "out of the suit led, throws such a card where it could throw another kind; by rank: of cards of one kind, one above their middle; \
                      these are choices apart, so that the rate over all of them says nothing",
        prior: beta(TOGETHER[5]),
        contexts: &[
            of(Taste::SloughsQueen),
            of(Taste::SloughsHighSpade),
            of(Taste::SloughsLowSpade),
            of(Taste::SloughsHeart),
            of(Taste::SloughsHighHeart),
            of(Taste::SloughsHigh),
        ],
    },
    Tendency {
        name: "passes",
        description: "passes such a card before each other that it kept; by rank: of cards of one kind, one above their middle; these are choices \
                      apart, so that the rate over all of them says nothing",
        prior: beta(TOGETHER[6]),
        contexts: &[
            of(Taste::PassesQueen),
            of(Taste::PassesHighSpade),
            of(Taste::PassesLowSpade),
            of(Taste::PassesHeart),
            of(Taste::PassesHighHeart),
            of(Taste::PassesHigh),
        ],
    },
    Tendency {
        name: "ducks_queen",
        description: "keeps the queen of spades back when it follows a spade lead holding it and another spade; covered: the king \
                      or ace is winning, so that the queen would go for nothing; open: it would be the highest so far",
        prior: Beta { alpha: 10.34, beta: 3.69 },
        contexts: &[Context::new("covered", 0.53, 1.63), Context::new("open", 6.02, 0.96)],
    },
    Tendency {
        name: "sloughs_queen",
        description: "throws the queen of spades when it holds it, is out of the suit led, and may throw it or another card",
        prior: Beta { alpha: 1.14, beta: 0.72 },
        contexts: &[],
    },
    Tendency {
        name: "passes_queen",
        description: "passes the queen of spades on when it was dealt it; guarded: with at least four other spades; thin: with fewer",
        prior: Beta { alpha: 2.00, beta: 1.59 },
        contexts: &[Context::new("guarded", 0.71, 1.10), Context::new("thin", 1.41, 0.84)],
    },
    Tendency {
        name: "passes_to_void",
        description: "passes all its clubs, or all its diamonds, when it was dealt one to three of them",
        prior: Beta { alpha: 0.96, beta: 2.78 },
        contexts: &[],
    },
    Tendency {
        name: "leads_spades",
        description: "leads a spade below the queen while she is out, when it holds one and could lead another suit; high: it holds \
                      queen, king or ace of spades; safe: it holds none of them",
        prior: Beta { alpha: 2.05, beta: 3.93 },
        contexts: &[Context::new("high", 0.97, 2.81), Context::new("safe", 1.67, 2.19)],
    },
    Tendency {
        name: "tries_moon",
        description: "takes all of the first 14 points of a deal alone, with a strong hand after the pass: at least four aces and \
                      kings, one of them a heart",
        prior: Beta { alpha: 1.74, beta: 5.60 },
        contexts: &[],
    },
];
