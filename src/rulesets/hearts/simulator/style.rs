//! Who plays: a simulated person, and the population that persons are drawn from.

use crate::belief::{WorldRng, chance, unit};
use crate::rulesets::hearts::conduct::Habit;
use crate::rulesets::hearts::likelihood::COARSE as COARSE_ODDS;
use crate::rulesets::hearts::shipped::{CARELESS_RATE, TASTE};
use crate::rulesets::hearts::taste::{ByTaste, TASTES, Taste, coarse};

/// A person: how likely it is to do what each tendency names, in [0, 1]. Pairs stand in the order of the tendency's contexts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Keeps the queen of spades back: covered, open.
    pub ducks_queen: [f64; 2],
    /// Throws the queen when it may.
    pub sloughs_queen: f64,
    /// Passes the queen on: guarded, thin.
    pub passes_queen: [f64; 2],
    /// Empties clubs or diamonds by the pass, where the queen leaves room for it.
    pub passes_to_void: f64,
    /// Leads a spade below the queen: high, safe.
    pub leads_spades: [f64; 2],
    /// Goes for all points with a strong hand; it does not always get them.
    pub tries_moon: f64,
    /// Passes or plays any legal cards at random instead, at a decision.
    pub noise: f64,
    /// Chooses by these tastes alone, where there are some.
    pub tastes: Option<ByTaste>,
}

/// A and B of a Beta distribution over persons. Small ones spread widely: then it helps to know the person.
type Spread = (usize, usize);

/// The population. Guesses: what most books of advice say is common, and people differ most in when they part with the queen.
const DUCKS_QUEEN: [Spread; 2] = [(1, 11), (11, 1)];
const SLOUGHS_QUEEN: Spread = (4, 1);
const PASSES_QUEEN: [Spread; 2] = [(1, 2), (3, 1)];
const PASSES_TO_VOID: Spread = (2, 3);
const LEADS_SPADES: [Spread; 2] = [(1, 4), (2, 2)];
const TRIES_MOON: Spread = (1, 3);
const NOISE: Spread = (1, 29);

/// Of the wider population, the share of persons who choose by lot, and of those with tastes of their own.
const CARELESS: f64 = 0.15;
const STRANGE: f64 = 0.5;
/// Of those, the share who have none for ranks: who look only to what the trick will bring.
const COARSE: f64 = 0.5;
/// Standard deviation of those tastes, in nats, around a share of what is sensible that is between none and all of it.
const SPREAD: f64 = 1.5;
/// Tastes of the sensible persons, fitted, and rounded.
const SENSE: ByTaste = [
    -1.0, -3.0, -3.0, 0.0, -2.5, -2.0, -1.0, 0.5, 0.0, -6.5, 8.5, 8.5, 6.0, 6.0, 11.0, -4.5, -2.5, 6.0, 8.0, -2.5, 1.0, 5.0, 4.0,
    0.0, 0.0, 2.5, 2.0, 3.5, 3.5, -1.5, -2.0, 6.0, 3.5,
];

/// A standard normal draw, to the fourth moment: the sum of twelve uniform ones.
fn normal(rng: &mut WorldRng) -> f64 {
    (0..12).map(|_| unit(rng)).sum::<f64>() - 6.0
}

impl Style {
    /// The mean of the population.
    #[must_use]
    pub fn usual() -> Self {
        Self::of(|(a, b)| a as f64 / (a + b) as f64)
    }

    /// A person drawn from the population.
    pub fn draw(rng: &mut WorldRng) -> Self {
        Self::of(|(a, b)| {
            // The a-th smallest of a + b - 1 uniform draws is Beta(a, b).
            let mut draws: Vec<f64> = (1..a + b).map(|_| unit(rng)).collect();
            draws.sort_by(f64::total_cmp);
            draws[a - 1]
        })
    }

    /// A person drawn from a wider population, which shipped numbers are fitted on, so that they promise no more of strangers than is
    /// due: sensible persons as [`Style::draw`] makes them, persons with tastes of their own, and careless ones.
    pub fn draw_any(rng: &mut WorldRng) -> Self {
        let kind = unit(rng);
        if kind < CARELESS {
            return Self::random();
        }
        if kind >= CARELESS + STRANGE {
            return Self::draw(rng);
        }
        let sense = unit(rng);
        let is_coarse = chance(COARSE, rng);
        let mut tastes = [0.0; TASTES];
        for (taste, sensible) in Taste::ALL.into_iter().zip(SENSE) {
            let by = sense * sensible + SPREAD * normal(rng);
            tastes[taste as usize] = if is_coarse && taste.is_by_rank() { 0.0 } else { by };
        }
        Self { tastes: Some(tastes), ..Self::usual() }
    }

    /// A person as the shipped numbers expect a stranger to be: the games of such persons are those on which default beliefs are calibrated.
    pub fn draw_expected(rng: &mut WorldRng) -> Self {
        let (careless, sensible) = CARELESS_RATE;
        if chance(careless / (careless + sensible), rng) {
            return Self::random();
        }
        let tastes = if chance(COARSE_ODDS.value, rng) { coarse(&TASTE) } else { TASTE };
        Self { tastes: Some(tastes), ..Self::usual() }
    }

    /// Whether the person is one of those for whom the model has a way of its own: careless, or without tastes for ranks.
    #[must_use]
    pub fn has_a_way(&self) -> bool {
        let ranks = |tastes: ByTaste| Taste::ALL.into_iter().any(|taste| taste.is_by_rank() && tastes[taste as usize] != 0.0);
        self.noise >= 1.0 || self.tastes.is_some_and(|tastes| !ranks(tastes))
    }

    /// Legal cards at random, without a thought.
    #[must_use]
    pub fn random() -> Self {
        Self { noise: 1.0, ..Self::usual() }
    }

    fn of(mut draw: impl FnMut(Spread) -> f64) -> Self {
        Self {
            ducks_queen: DUCKS_QUEEN.map(&mut draw),
            sloughs_queen: draw(SLOUGHS_QUEEN),
            passes_queen: PASSES_QUEEN.map(&mut draw),
            passes_to_void: draw(PASSES_TO_VOID),
            leads_spades: LEADS_SPADES.map(&mut draw),
            tries_moon: draw(TRIES_MOON),
            noise: draw(NOISE),
            tastes: None,
        }
    }

    /// How likely the person follows a habit when there is an occasion.
    #[must_use]
    pub const fn rate(&self, habit: Habit) -> f64 {
        match habit {
            Habit::DucksCovered => self.ducks_queen[0],
            Habit::DucksOpen => self.ducks_queen[1],
            Habit::Sloughs => self.sloughs_queen,
            Habit::PassesGuarded => self.passes_queen[0],
            Habit::PassesThin => self.passes_queen[1],
            Habit::PassesToVoid => self.passes_to_void,
            Habit::LeadsHigh => self.leads_spades[0],
            Habit::LeadsSafe => self.leads_spades[1],
            Habit::TriesMoon => self.tries_moon,
        }
    }

    pub(super) fn does(&self, habit: Habit, rng: &mut WorldRng) -> bool {
        chance(self.rate(habit), rng)
    }
}
