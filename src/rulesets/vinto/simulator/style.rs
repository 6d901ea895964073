//! Who plays: a simulated person, and the population that persons are drawn from.

use crate::belief::{WorldRng, below, unit};

/// A person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// How likely a card is tossed in that it knows to match.
    pub tosses_known: f64,
    /// How likely it tosses in a card that it does not know, or remembers wrongly, in a window.
    pub toss_errors: f64,
    /// Points by which it would rather swap out a card that it has not seen than one that it has.
    pub swaps_unseen: f64,
    /// Factor on what an action seems to be worth to it.
    pub uses_actions: f64,
    /// How likely it names a card that it swaps out, to play its action.
    pub declares: f64,
    /// How likely it names a card that it does not know.
    pub gambles: f64,
    /// Total of the own row, as far as it can tell, at which it calls the round.
    pub calls_at: f64,
    /// What it takes an unseen own card to be worth.
    pub unseen: f64,
    /// Points of noise in what moves seem to be worth.
    pub noise: f64,
    /// How often it moves by lot, whatever it knows: 1 is a careless person.
    pub slips: f64,
    /// How often it puts a drawn card below ten into its row out of habit, place after place, whatever lies there.
    pub habit: f64,
}

/// Three kinds of players, from careful to wild. Guesses: no games between people are recorded anywhere we know of.
const KINDS: [Style; 3] = [
    Style {
        tosses_known: 0.97,
        toss_errors: 0.005,
        swaps_unseen: 0.8,
        uses_actions: 1.0,
        declares: 0.8,
        gambles: 0.02,
        calls_at: 5.0,
        unseen: 5.5,
        noise: 0.4,
        slips: 0.0,
        habit: 0.0,
    },
    Style {
        tosses_known: 0.85,
        toss_errors: 0.02,
        swaps_unseen: 0.0,
        uses_actions: 0.7,
        declares: 0.4,
        gambles: 0.08,
        calls_at: 8.0,
        unseen: 5.0,
        noise: 1.2,
        slips: 0.0,
        habit: 0.0,
    },
    Style {
        tosses_known: 0.7,
        toss_errors: 0.06,
        swaps_unseen: -0.8,
        uses_actions: 1.4,
        declares: 0.5,
        gambles: 0.3,
        calls_at: 11.0,
        unseen: 6.0,
        noise: 2.0,
        slips: 0.0,
        habit: 0.0,
    },
];

impl Style {
    /// A careful player.
    #[must_use]
    pub const fn careful() -> Self {
        KINDS[0]
    }

    /// A person drawn from the population: one of the kinds, with habits of its own.
    #[must_use]
    pub fn draw(rng: &mut WorldRng) -> Self {
        let kind = KINDS[below(KINDS.len(), rng)];
        let mut near = |mean: f64, within: f64| mean + within * (2.0 * unit(rng) - 1.0);
        Self {
            tosses_known: near(kind.tosses_known, 0.03),
            toss_errors: near(kind.toss_errors, kind.toss_errors / 2.0),
            swaps_unseen: near(kind.swaps_unseen, 0.6),
            uses_actions: near(kind.uses_actions, 0.3),
            declares: near(kind.declares, 0.2),
            gambles: near(kind.gambles, kind.gambles / 2.0),
            calls_at: near(kind.calls_at, 2.0),
            unseen: near(kind.unseen, 0.5),
            noise: near(kind.noise, kind.noise / 2.0),
            slips: 0.0,
            habit: 0.0,
        }
    }

    /// A person who moves by lot.
    #[must_use]
    pub const fn careless() -> Self {
        Self { slips: 1.0, ..KINDS[1] }
    }

    /// A person of any sort that one may meet at a table, in tenths: one careless, one who is so in part, one who swaps by habit, one who never
    /// plays a card, and six as of [`Style::draw`] of whom each slips now and then. Guesses: the sorts are those that people complain of.
    #[must_use]
    pub fn draw_any(rng: &mut WorldRng) -> Self {
        let sort = below(10, rng);
        let usual = Self::draw(rng);
        let share = unit(rng);
        match sort {
            0 => Self::careless(),
            1 => Self { slips: 0.15 + 0.35 * share, ..usual },
            2 => Self { habit: 0.5 + 0.5 * share, ..usual },
            3 => Self { uses_actions: 0.0, ..usual },
            _ => Self { slips: 0.1 * share, ..usual },
        }
    }
}
