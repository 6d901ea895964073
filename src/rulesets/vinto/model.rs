//! The soft likelihoods of one game: the numbers of `likelihood`, moved by what is known of each player and of all players.

use super::Vinto;
use super::clue::{CLUES, Clue};
use super::likelihood::{ACTION_EXPONENT, CALLS_BLINDLY, CALLS_BY_LOT, FLOOR, OWN, SWAP_EXPONENT, TOSS_EXPONENT, WAYS_EXPONENT};
use super::setup::{MOST_SEATS, Parameters};
use super::ways::{LOOKING, Manner, Rates, WAYS, Ways};
use crate::belief::{Beta, Effort, Leaning};
use crate::rulesets::{Opening, Seat};

/// What evidence weighs in this game.
#[derive(Clone, Debug)]
pub struct Model {
    /// The switches.
    pub parameters: Parameters,
    /// The least that soft evidence may leave of a weight.
    pub floor: Leaning,
    /// P(way) of each seat before the first choice.
    pub ways: Ways,
    /// Exponent of what a choice says of the way.
    pub ways_exponent: f64,
    population: Manner,
    own: [Manner; MOST_SEATS],
    /// Opportunities that own rates rest on, by seat and clue.
    rests_on: [[f64; CLUES]; MOST_SEATS],
    /// P(a toss-in is wrong): of the population, then of each seat.
    errs: (f64, [f64; MOST_SEATS]),
    exponents: [f64; 3],
    call: Call,
}

/// What a call says.
#[derive(Clone, Copy, Debug)]
struct Call {
    rate: f64,
    by_lot: f64,
    blindly: f64,
}

/// Numbers in place of those that ship, for fitting them.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Exponents of `swap_behavior`, `action_usage`, `no_toss_in`.
    pub exponents: [f64; 3],
    /// Exponent of what a choice says of the way.
    pub ways: f64,
    /// Rate of the call's likelihood, and the share of calls that say nothing.
    pub call: [f64; 2],
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            exponents: [SWAP_EXPONENT.value, ACTION_EXPONENT.value, TOSS_EXPONENT.value],
            ways: WAYS_EXPONENT.value,
            call: [Clue::Call.likelihood().value, CALLS_BLINDLY.value],
        }
    }
}

impl Model {
    /// The model of a game, from its parameters, its players' profiles and what all players taught.
    #[must_use]
    pub fn new(opening: &Opening<Vinto>) -> Self {
        Self::with(opening, &Numbers::default())
    }

    /// The same with other numbers.
    #[must_use]
    pub fn with(opening: &Opening<Vinto>, numbers: &Numbers) -> Self {
        let rates = |of: &dyn Fn(&'static str, &'static str) -> Beta| -> Manner {
            Clue::ALL.map(|clue| match clue.tendency() {
                Some([held, not_held]) => Rates { held: of(held.0, held.1).mean(), not_held: of(not_held.0, not_held.1).mean() },
                None => Rates::flat(clue.likelihood().value),
            })
        };
        let seated = |seat: usize| seat < opening.seats.len();
        let counted = |seat: usize, clue: Clue| -> f64 {
            let Some(profile) = opening.seats.get(seat).map(|seat| &seat.profile) else { return 0.0 };
            let [held, not_held] = clue.tendency().unwrap_or([("", ""); 2]);
            let of = |(tendency, context)| profile.counts(tendency, context).opportunities;
            if held == not_held { of(held) } else { of(held) + of(not_held) }
        };
        let population = rates(&|tendency, context| opening.usual(tendency, context));
        let own = std::array::from_fn(|seat| {
            if seated(seat) { rates(&|tendency, context| opening.own(seat as Seat, tendency, context)) } else { population }
        });
        let careless = |seat: usize| opening.own(seat as Seat, "careless", "").mean();
        let ways = |seat: usize| -> [f64; WAYS] {
            let careless = careless(seat);
            [careless, (1.0 - careless) * (1.0 - OWN), (1.0 - careless) * OWN]
        };
        let softness = opening.parameters.softness();
        Self {
            parameters: opening.parameters.clone(),
            floor: Leaning::of(libm::log(FLOOR) * softness),
            ways: Ways::new(std::array::from_fn(ways)),
            ways_exponent: numbers.ways,
            population,
            own,
            rests_on: std::array::from_fn(|seat| Clue::ALL.map(|clue| counted(seat, clue))),
            errs: (
                opening.usual("toss_errors", "").mean(),
                std::array::from_fn(|seat| opening.own(seat as Seat, "toss_errors", "").mean()),
            ),
            exponents: numbers.exponents,
            call: Call { rate: numbers.call[0] * softness, by_lot: CALLS_BY_LOT.value, blindly: numbers.call[1] },
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
        let wanted = clue == Clue::Call || clue.is_seed() == parameters.preset.is_some();
        parameters.softness() > 0.0 && kind != Some(false) && wanted
    }

    /// The rates of a seat: the population's, then its own.
    #[must_use]
    pub fn manners(&self, seat: Seat) -> [&Manner; LOOKING] {
        [&self.population, self.own.get(usize::from(seat)).unwrap_or(&self.population)]
    }

    /// Opportunities that a seat's own rates of a clue rest on.
    #[must_use]
    pub fn rests_on(&self, seat: Seat, clue: Clue) -> f64 {
        self.rests_on.get(usize::from(seat)).map_or(0.0, |clues| clues[clue as usize])
    }

    /// P(a toss-in is wrong) of a seat: as the population, and as its own.
    #[must_use]
    pub fn errs(&self, seat: Seat) -> [f64; 2] {
        [self.errs.0, self.errs.1.get(usize::from(seat)).copied().unwrap_or(self.errs.0)]
    }

    /// Exponent of a clue's likelihood.
    #[must_use]
    pub fn exponent(&self, clue: Clue) -> f64 {
        let of_kind = match clue {
            _ if clue.is_seed() => 1.0,
            Clue::NoTossIn => self.exponents[2],
            _ if clue.kind() == "action_usage" => self.exponents[1],
            _ => self.exponents[0],
        };
        of_kind * self.parameters.softness()
    }

    /// Rate of the call's likelihood.
    #[must_use]
    pub fn call_rate(&self) -> f64 {
        self.call.rate
    }

    /// P(a call says nothing of the total | it was made), of one who is careless with this probability.
    #[must_use]
    pub fn blind_call(&self, careless: f64) -> f64 {
        let Call { by_lot, blindly, .. } = self.call;
        let blind = careless * by_lot;
        let blind = blind / (blind + 1.0 - careless);
        blind + (1.0 - blind) * blindly
    }

    /// How much work a posterior may be.
    #[must_use]
    pub fn effort(&self) -> Effort {
        Effort { states: 1 << self.parameters.exact_cards(), samples: self.parameters.samples() }
    }
}
