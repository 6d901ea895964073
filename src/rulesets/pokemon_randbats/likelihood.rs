//! Every guessed number of the model, with its reason.

use crate::belief::Beta;
use crate::rulesets::{Context, Likelihood, Tendency};

/// A set that is in no table.
pub const UNLISTED: Likelihood = Likelihood {
    name: "unlisted",
    value: 1e-4,
    reason: "P(a member's set, or its species, is in no table), of a table that is less than a month old. A table of 600,000 generated sets misses 1 in 9,000.",
};

/// What a table misses more of with each month.
pub const UNLISTED_A_MONTH: Likelihood = Likelihood {
    name: "unlisted_a_month",
    value: 3.7e-3,
    reason: "P(a member's set is in no table), more with each month from the table's date to the battle's, as its `|t:|` line gives it. Of the sets that \
             pkmn/randbats published between October 2025 and January 2026 so many for each month were not in tables that were half a month to a year older, in 54 \
             pairs; of those of February to August 2026 .0039 (`data/pokemon_randbats/ageing.py`).",
};

/// A tera type that was never counted.
pub const OUTSIDE_TERA: Likelihood = Likelihood {
    name: "outside_tera",
    value: 0.28,
    reason: "P(a tera type that was never counted for the species | its set is of a newer generator than the table), all such types but Stellar alike. Counted with unlisted_a_month; .35 of the later sets.",
};

/// An ability that was never counted.
pub const OUTSIDE_ABILITY: Likelihood = Likelihood {
    name: "outside_ability",
    value: 0.06,
    reason: "P(an ability that the species has and that was never counted for it | its set is of a newer generator than the table), all such alike. Counted with \
             unlisted_a_month; .04 of the later sets.",
};

/// A value that was never counted.
pub const OUTSIDE: Likelihood = Likelihood {
    name: "outside",
    value: 1e-3,
    reason: "P(this item, this move, or another thing that was never counted for the species | its set is in no table). A third of the sets of newer generators have a move that is new to \
             their species, one of some three hundred that the table knows (`data/pokemon_randbats/ageing.py`).",
};

/// Counts of sets in the other place of a team.
pub const BORROWED: Likelihood = Likelihood {
    name: "borrowed",
    value: 0.01,
    reason: "Share with which a set that was counted for leads counts for the other members of a team, and the other way round: no set that was made is \
             impossible in either place. A guess.",
};

/// A member that the generator's limits rule out.
pub const LIMIT_BROKEN: Likelihood = Likelihood {
    name: "limit_broken",
    value: 1e-4,
    reason: "Weight of a species that the generator's limits on types and weaknesses rule out in a team with those shown. Not zero, because the limits \
             are taken over in a simpler form, and change.",
};

/// No effect on who takes it.
pub const ODD_IMMUNITY: Likelihood = Likelihood {
    name: "odd_immunity",
    value: 0.05,
    reason: "P(a line says that a move has no effect, and names no ability or item, where its type does something to its target's): types that an ability of the attacker changes, effects that are not modelled. A guess, and so large that it only leans.",
};

/// Hit points changed on the bench.
pub const BENCH_CHANGE: Likelihood = Likelihood {
    name: "bench_change",
    value: 1e-3,
    reason: "P(who comes out has other hit points or another status than it left with, or than full, where it never was out), for a reason that no line gives. \
             Also P(Regenerator did not heal), and P(something else healed just a third).",
};

/// Order of two moves against the speeds.
pub const ORDER_SLIP: Likelihood = Likelihood {
    name: "order_slip",
    value: 1e-4,
    reason: "P(the slower goes first): effects on the order that are not modelled.",
};

/// A thing that always shows itself did not.
pub const SILENT: Likelihood = Likelihood {
    name: "silent",
    value: 1e-3,
    reason: "P(Leftovers do not heal, Life Orb or Rocky Helmet does not hurt, a Sitrus Berry is not eaten, an orb does not burn or poison, a Balloon or ability is not announced, where it \
             is held and works): effects that are not modelled. Never zero.",
};

/// Hazards against boots.
pub const BOOTS_FAIL: Likelihood = Likelihood {
    name: "boots_fail",
    value: 1e-3,
    reason: "P(hazards strike through Heavy-Duty Boots, do not strike without them, reach whom they do not reach, or take another share than they take from its types): boots \
             that were just lost, effects not modelled.",
};

/// A Choice item that lets its holder choose.
pub const LOCK_SLIP: Likelihood = Likelihood {
    name: "lock_slip",
    value: 1e-5,
    reason: "P(a holder of a Choice item makes another move without having left): lines that were lost.",
};

/// A move made again.
pub const REPEATS: Likelihood = Likelihood {
    name: "repeats",
    value: 0.28,
    reason: "P(a Pokemon that may choose makes the move it made last, the first time that it could make another); with a Choice item it is 1. Of 22,000 \
             such choices of people in each half of 7,995 battles of June 2026, rated 1000 to 2434, .280 and .286. Who has repeated it k times does so again \
             with (.28 x 2.7 + k) / (2.7 + k), which is .48, .59, .66 and .71 for 1 to 4; in the same battles it was .46, .58, .71 and .78 (`data/pokemon_randbats/repeats.py`).",
};

/// Choices that [`REPEATS`] is worth beside those of this time on the field.
pub const REPEATS_WORTH: f64 = 2.7;

/// Damage that no roll explains.
pub const ODD_DAMAGE: Likelihood = Likelihood {
    name: "odd_damage",
    value: 0.02,
    reason: "P(damage is not what the formula says): effects that are not modelled. A twentieth of it is the chance of whatever was seen then, as if some \
             twenty values could be, so that a set is doubted and never ruled out.",
};

/// What soft evidence leaves.
pub const SOFT_FLOOR: Likelihood = Likelihood {
    name: "soft_floor",
    value: 1e-9,
    reason: "Probability that soft evidence pushes no set below: turn after turn without Leftovers doubts them, and never rules them out, \
             because what is not modelled may hold for a whole battle.",
};

/// The list that the API shows.
pub const LIKELIHOODS: &[Likelihood] = &[
    UNLISTED,
    UNLISTED_A_MONTH,
    OUTSIDE,
    OUTSIDE_TERA,
    OUTSIDE_ABILITY,
    BORROWED,
    LIMIT_BROKEN,
    ODD_IMMUNITY,
    BENCH_CHANGE,
    ORDER_SLIP,
    SILENT,
    BOOTS_FAIL,
    LOCK_SLIP,
    REPEATS,
    ODD_DAMAGE,
    SOFT_FLOOR,
];

/// Leaves in the face of a threat.
pub const SWITCHES_OUT: &str = "switches_out";
/// Terastallizes in the first turns.
pub const TERA_EARLY: &str = "terastallizes_early";
/// Protects twice in a row.
pub const PROTECTS_TWICE: &str = "protects_twice";
/// Stays in the face of a threat.
pub const STAYS: &str = "stays_in_threatened";

/// Behaviours that a battle settles. The priors are those of the simulated population (`tests/population.rs`), which is guessed.
pub const TENDENCIES: &[Tendency] = &[
    Tendency {
        name: SWITCHES_OUT,
        description: "switches by choice, of the turns in which it did act and another member lived, healthy or hurt (half of its hit points or less) as the turn began; that it may be trapped is not seen",
        prior: Beta { alpha: 4.2, beta: 25.3 },
        contexts: &[Context::new("healthy", 2.3, 15.0), Context::new("hurt", 2.5, 9.3)],
    },
    Tendency {
        name: TERA_EARLY,
        description: "terastallizes within the first ten turns, of the battles in which it did or that lasted so long",
        prior: Beta { alpha: 1.1, beta: 1.5 },
        contexts: &[],
    },
    Tendency {
        name: PROTECTS_TWICE,
        description: "protects itself again in the turn after it did, of the turns that followed one and in which it moved",
        prior: Beta { alpha: 0.96, beta: 3.75 },
        contexts: &[],
    },
    Tendency {
        name: STAYS,
        description: "stays in and moves in the turn after a super effective hit that it survived, where another member lives",
        prior: Beta { alpha: 3.0, beta: 2.3 },
        contexts: &[],
    },
];
