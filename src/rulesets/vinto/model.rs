//! The soft likelihoods of one game: the numbers of `likelihood`, moved by what is known of each player.

use super::Vinto;
use super::likelihood::{CLUES, Clue, DEFAULT_WORTH, FLOOR};
use super::setup::{MOST_SEATS, Parameters};
use crate::belief::{Effort, Leaning};
use crate::rulesets::{Opening, Profile, Seat};

/// What evidence weighs in this game.
#[derive(Clone, Debug)]
pub struct Model {
    /// The switches.
    pub parameters: Parameters,
    /// The least that soft evidence may leave of a weight.
    pub floor: Leaning,
    values: [[f64; CLUES]; MOST_SEATS],
    leanings: [[Leaning; CLUES]; MOST_SEATS],
}

impl Model {
    /// The model of a game, from its parameters and its players' profiles.
    #[must_use]
    pub fn new(opening: &Opening<Vinto>) -> Self {
        Self::with(opening, &Clue::ALL.map(|clue| clue.likelihood().value))
    }

    /// The same with other numbers, in the order of [`Clue::ALL`].
    #[must_use]
    pub fn with(opening: &Opening<Vinto>, numbers: &[f64; CLUES]) -> Self {
        let softness = opening.parameters.softness();
        let values: [[f64; CLUES]; MOST_SEATS] = std::array::from_fn(|seat| {
            let profile = opening.seats.get(seat).map(|seat| &seat.profile);
            std::array::from_fn(|clue| value(Clue::ALL[clue], numbers[clue], profile))
        });
        Self {
            parameters: opening.parameters.clone(),
            floor: Leaning::of(libm::log(FLOOR) * softness),
            values,
            leanings: values.map(|values| values.map(|value| Leaning::of(libm::log(value) * softness))),
        }
    }

    /// Whether a kind of soft evidence counts.
    #[must_use]
    pub fn reads(&self, clue: Clue) -> bool {
        let parameters = &self.parameters;
        let kind = match clue.kind() {
            "swap_behavior" => parameters.swap_behavior,
            "action_usage" => parameters.action_usage,
            "no_toss_in" => parameters.no_toss_in,
            _ => parameters.vinto_call,
        };
        let of_seed = matches!(clue, Clue::SeedEqual | Clue::SeedLower | Clue::SeedNoTossIn);
        parameters.softness() > 0.0 && kind != Some(false) && of_seed == parameters.preset.is_some()
    }

    /// What a clue says against a rank, in nats; at most 0.
    #[must_use]
    pub fn leaning(&self, seat: Seat, clue: Clue) -> Leaning {
        self.leanings.get(usize::from(seat)).map_or(Leaning::default(), |leanings| leanings[clue as usize])
    }

    /// The clue's value for the seat, before the exponent.
    #[must_use]
    pub fn value(&self, seat: Seat, clue: Clue) -> f64 {
        self.values.get(usize::from(seat)).map_or(1.0, |values| values[clue as usize])
    }

    /// How much work a posterior may be.
    #[must_use]
    pub fn effort(&self) -> Effort {
        Effort { states: 1 << self.parameters.exact_cards(), samples: self.parameters.samples() }
    }
}

/// A clue's value for a player. Where finished rounds show how the player behaves in just this situation, the default is a prior worth
/// [`DEFAULT_WORTH`] observations.
fn value(clue: Clue, default: f64, profile: Option<&Profile>) -> f64 {
    let Some(profile) = profile else { return default };
    if clue != Clue::NoTossIn {
        return default;
    }
    let counts = profile.tendencies.get("tosses_known").and_then(|contexts| contexts.get(""));
    let (tossed, of) = counts.map_or((0.0, 0.0), |counts| (counts.successes, counts.opportunities));
    ((default * DEFAULT_WORTH + of - tossed) / (DEFAULT_WORTH + of)).clamp(LEAST, 1.0)
}

/// A likelihood is never below this: nobody is so regular that one choice settles a card.
const LEAST: f64 = 0.01;
