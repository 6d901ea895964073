//! The soft likelihoods of one game: the numbers of `likelihood`, moved by what is known of each player.

use super::Hearts;
use super::likelihood::{CLUES, Clue, DEFAULT_WORTH, FLOOR, LIKELIHOODS, SEED_FLOOR};
use super::setup::{Preset, SEATS};
use crate::belief::Leaning;
use crate::rulesets::{Opening, Profile, Seat};

/// What soft evidence weighs in this game.
#[derive(Clone, Debug)]
pub struct Model {
    /// Whether the design's own two clues replace the others.
    pub preset: Option<Preset>,
    /// Whether soft evidence counts at all.
    pub is_soft: bool,
    /// The least that soft evidence may leave of a weight.
    pub floor: Leaning,
    /// Value of each clue for each seat, before the exponent, in (0, 1].
    values: [[f64; CLUES]; SEATS],
    leanings: [[Leaning; CLUES]; SEATS],
}

impl Model {
    /// The model of a game, from its parameters and its players' profiles.
    #[must_use]
    pub fn new(opening: &Opening<Hearts>) -> Self {
        let softness = opening.parameters.softness();
        let preset = opening.parameters.preset;
        let values: [[f64; CLUES]; SEATS] = std::array::from_fn(|seat| {
            let profile = opening.seats.get(seat).map(|seat| &seat.profile);
            std::array::from_fn(|clue| value(Clue::ALL[clue], profile))
        });
        let floor = if preset.is_some() { SEED_FLOOR } else { FLOOR };
        Self {
            preset,
            is_soft: softness > 0.0,
            floor: Leaning::of(libm::log(floor) * softness),
            values,
            leanings: values.map(|values| values.map(|value| Leaning::of(libm::log(value) * softness))),
        }
    }

    /// What a clue says against a card in the seat's hand, in nats; at most 0.
    #[must_use]
    pub fn leaning(&self, seat: Seat, clue: Clue) -> Leaning {
        self.leanings[usize::from(seat)][clue as usize]
    }

    /// The clue's value for the seat, before the exponent.
    #[must_use]
    pub fn value(&self, seat: Seat, clue: Clue) -> f64 {
        self.values[usize::from(seat)][clue as usize]
    }
}

/// A clue's value for a player. Where finished deals show how the player behaves in just this situation, the default is a prior worth
/// [`DEFAULT_WORTH`] observations.
fn value(clue: Clue, profile: Option<&Profile>) -> f64 {
    let default = LIKELIHOODS[clue as usize].value;
    let Some(profile) = profile else { return default };
    // Posterior mean of a rate whose prior mean is the default.
    let rate = |mean: f64, tendency: &str, contexts: &[&str]| {
        let counts = contexts.iter().filter_map(|context| profile.tendencies.get(tendency)?.get(*context));
        let (successes, opportunities) =
            counts.fold((0.0, 0.0), |(s, n), counts| (s + counts.successes, n + counts.opportunities));
        (mean * DEFAULT_WORTH + successes) / (DEFAULT_WORTH + opportunities)
    };
    let value = match clue {
        Clue::FreesQueen => rate(default, "ducks_queen", &["covered"]),
        Clue::SloughsQueen => 1.0 - rate(1.0 - default, "sloughs_queen", &[""]),
        Clue::KeepsQueen => 1.0 - rate(1.0 - default, "passes_queen", &["guarded", "thin"]),
        _ => default,
    };
    value.clamp(LEAST, 1.0)
}

/// A likelihood is never below this: nobody is so regular that one choice settles a card.
const LEAST: f64 = 0.01;
