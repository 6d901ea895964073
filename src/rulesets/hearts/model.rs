//! What soft evidence rests on in one game: the tastes of each seat in each way of playing, and how likely each way is.

use super::Hearts;
use super::likelihood::{CARELESS, LEADS_SPADES, PER_LOGITS, TASTE, dependence};
use super::setup::{Preset, SEATS};
use super::scene::Kind;
use super::taste::{ByTaste, TASTES, Taste};
use super::ways::{ByWay, Way, Weights};
use crate::belief::Beta;
use crate::rulesets::{Opening, Ruleset, Seat, Tendency};

/// What soft evidence weighs in this game.
#[derive(Clone, Debug)]
pub struct Model {
    /// Whether the design's own two clues replace the tastes.
    pub preset: Option<Preset>,
    /// Exponent of soft evidence; 0: it does not count.
    pub softness: f64,
    /// Tastes of the population.
    population: ByTaste,
    /// Tastes of each seat's player.
    own: [ByTaste; SEATS],
    /// Rates of leading a low spade with and without a high one: of the population, and of each seat's player.
    spades: [[[f64; 2]; 2]; SEATS],
    /// How likely each seat plays in each way, before the first choice.
    pub ways: [Weights; SEATS],
}

/// Effective games from which on a player's own numbers are as likely as the population's to be the better ones.
const OWN_GAMES: f64 = 2.0;

impl Model {
    /// The model of a game, from its parameters, its players' profiles and what was learned of the population.
    #[must_use]
    pub fn new(opening: &Opening<Hearts>) -> Self {
        let learned = opening.parameters.learned();
        let tendency = |name: &str| Hearts::TENDENCIES.iter().find(|tendency| tendency.name == name);
        let prior = |tendency: &Tendency, context: &str| {
            if learned { opening.population.prior(tendency, context) } else { tendency.prior_in(context) }
        };
        let counts = |seat: usize, name: &str, context: &str| {
            opening.seats.get(seat).map(|seat| seat.profile.counts(name, context)).unwrap_or_default()
        };
        let rates = |seat: Option<usize>| -> [Moved; TASTES] {
            Taste::ALL.map(|taste| {
                let (name, context) = taste.label();
                let Some(tendency) = tendency(name) else { return Moved::default() };
                let (shipped, usual) = (tendency.prior_in(context), prior(tendency, context));
                let rate = seat.map_or(usual, |seat| counts(seat, name, context).after(usual));
                Moved { logits: logit(rate.mean()) - logit(shipped.mean()) }
            })
        };
        let population = tastes(&rates(None));
        let own = std::array::from_fn(|seat| tastes(&rates(Some(seat))));
        let rate = |seat: Option<usize>, name: &str, context: &str| {
            let usual = tendency(name).map_or(Beta { alpha: 1.0, beta: 1.0 }, |tendency| prior(tendency, context));
            seat.map_or(usual, |seat| counts(seat, name, context).after(usual)).mean()
        };
        let led = |seat: Option<usize>| LEADS_SPADES.map(|context| rate(seat, "leads_spades", context));
        let ways = std::array::from_fn(|seat| {
            let careless = rate(Some(seat), CARELESS, "");
            let games = opening.seats.get(seat).map_or(0.0, |seat| f64::from(seat.profile.games));
            let own = games / (games + OWN_GAMES);
            Weights::of([careless, (1.0 - careless) * (1.0 - own), (1.0 - careless) * own])
        });
        Self {
            preset: opening.parameters.preset,
            softness: opening.parameters.softness(),
            population,
            own,
            spades: std::array::from_fn(|seat| [led(None), led(Some(seat))]),
            ways,
        }
    }

    /// Whether soft evidence counts at all.
    #[must_use]
    pub fn is_soft(&self) -> bool {
        self.softness > 0.0
    }

    /// Tastes of a seat that plays in a way; `None` where it has none.
    #[must_use]
    pub fn tastes(&self, seat: Seat, way: Way) -> Option<&ByTaste> {
        match way {
            Way::Careless => None,
            Way::Population => Some(&self.population),
            Way::Own => self.own.get(usize::from(seat)),
        }
    }

    /// Rates of leading a low spade with a high one in the hand, and without, of a seat that plays in a way.
    #[must_use]
    pub fn leads_spades(&self, seat: Seat, way: Way) -> Option<[f64; 2]> {
        let rates = self.spades.get(usize::from(seat))?;
        match way {
            Way::Careless => None,
            Way::Population => Some(rates[0]),
            Way::Own => Some(rates[1]),
        }
    }

    /// The exponent of what a choice of a kind says of cards.
    #[must_use]
    pub fn exponent(&self, kind: Kind) -> f64 {
        self.softness * dependence(kind)
    }
}

/// How far a rate is from the shipped one.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    logits: f64,
}

fn logit(rate: f64) -> f64 {
    libm::log(rate / (1.0 - rate))
}

/// The tastes of somebody whose rates are so far from the shipped ones: to first order, those under which choices from the same hands have
/// these rates.
fn tastes(moved: &[Moved; TASTES]) -> ByTaste {
    std::array::from_fn(|taste| {
        let by: f64 = PER_LOGITS[taste].iter().zip(moved).map(|(per, moved)| per * moved.logits).sum();
        (TASTE[taste] + by).clamp(-MOST, MOST)
    })
}

/// Tastes are no stronger than this, in nats: nobody is so regular that one choice settles a card.
const MOST: f64 = 25.0;

const _: () = assert!(TASTES == TASTE.len(), "a shipped number for each taste");

/// How likely each way is, as one number a way.
#[must_use]
pub fn named(weights: ByWay) -> impl Iterator<Item = (&'static str, f64)> {
    Way::ALL.into_iter().map(Way::name).zip(weights)
}
