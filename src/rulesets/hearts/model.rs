//! What soft evidence rests on in one game: the tastes of each seat in each way of playing, and how likely each way is.

use super::Hearts;
use super::likelihood::{BORNE_OUT, CARELESS, COARSE, LEADS_SPADES, LIKELIHOODS, PER_LOGITS, TASTE, believed, dependence};
use super::scene::{KINDS, Kind, place_of};
use super::setup::{Preset, SEATS};
use super::taste::{ByTaste, TASTES, Taste, coarse};
use super::ways::{Way, Weights};
use crate::rulesets::{Counts, Opening, Population, Seat};

/// What soft evidence weighs in this game.
#[derive(Clone, Debug)]
pub struct Model {
    /// Whether the two clues of an earlier tracker replace the tastes.
    pub preset: Option<Preset>,
    /// Exponent of soft evidence; 0: it does not count.
    pub softness: f64,
    /// Tastes of the population.
    population: ByTaste,
    /// The same without those for ranks.
    coarse: ByTaste,
    /// Tastes of each seat's player.
    own: [ByTaste; SEATS],
    /// Rates of leading a low spade with and without a high one: of the population, and of each seat's player.
    spades: [[[f64; 2]; 2]; SEATS],
    /// How much of what each seat's choices say is believed, beside those of a stranger: of leads, follows and sloughs.
    believed: [[f64; KINDS]; SEATS],
    /// What the population's tastes were counted from, and each seat's.
    counts: [[Counts; TASTES]; SEATS + 1],
    /// How likely each seat plays in each way, before the first choice.
    pub ways: [Weights; SEATS],
}

/// Effective games from which on a player's own numbers are as likely as the population's to be the better ones.
const OWN_GAMES: f64 = 2.0;

impl Model {
    /// The model of a game, from its parameters, its players' profiles and what was learned of the population.
    #[must_use]
    pub fn new(opening: &Opening<Hearts>) -> Self {
        let shipped = Opening { seats: Vec::new(), population: Population::default(), ..opening.clone() };
        let rate = |seat: Option<usize>, name: &str, context: &str| {
            seat.map_or_else(|| opening.usual(name, context), |seat| opening.own(seat as Seat, name, context)).mean()
        };
        let moved = |seat: Option<usize>| -> [f64; TASTES] {
            Taste::ALL.map(|taste| {
                let (name, context) = taste.label();
                logit(rate(seat, name, context)) - logit(shipped.usual(name, context).mean())
            })
        };
        let counts = |seat: usize, name: &str, context: &str| {
            opening.seats.get(seat).map(|seat| seat.profile.counts(name, context)).unwrap_or_default()
        };
        let population = tastes(&moved(None));
        let own = std::array::from_fn(|seat| tastes(&moved(Some(seat))));
        let counted = |seat: usize| {
            Taste::ALL.map(|taste| {
                let (name, context) = taste.label();
                match seat.checked_sub(1) {
                    Some(seat) => counts(seat, name, context),
                    None => opening.population.counts(name, context),
                }
            })
        };
        let led = |seat: Option<usize>| LEADS_SPADES.map(|context| rate(seat, "leads_spades", context));
        let believed = std::array::from_fn(|seat| {
            std::array::from_fn(|kind| {
                let [told, claimed] = BORNE_OUT[kind].map(|context| opening.population.counts("borne_out", context));
                let expected = believed(kind, 1.0, told, claimed);
                let [told, claimed] = BORNE_OUT[kind].map(|context| counts(seat, "borne_out", context));
                believed(kind, expected, told, claimed)
            })
        });
        let ways = std::array::from_fn(|seat| {
            let careless = rate(Some(seat), CARELESS, "");
            let games = opening.seats.get(seat).map_or(0.0, |seat| f64::from(seat.profile.games));
            let own = games / (games + OWN_GAMES);
            let usual = (1.0 - careless) * (1.0 - own);
            Weights::of([careless, usual * COARSE.value, usual * (1.0 - COARSE.value), (1.0 - careless) * own])
        });
        Self {
            preset: opening.parameters.preset,
            softness: opening.parameters.softness(),
            population,
            coarse: coarse(&population),
            own,
            spades: std::array::from_fn(|seat| [led(None), led(Some(seat))]),
            believed,
            counts: std::array::from_fn(counted),
            ways,
        }
    }

    /// The number that a taste of a seat is in a way, and what it rests on.
    #[must_use]
    pub fn number(&self, seat: Seat, way: Way, taste: Taste) -> Number {
        let at = taste as usize;
        let liked = self.tastes(seat, way).map_or(0.0, |tastes| tastes[at]);
        // A player of whom nothing is known has the population's numbers for its own.
        let is_known = |counts: &&[Counts; TASTES]| counts.iter().any(|counts| counts.opportunities > 0.0);
        let own = self.counts.get(usize::from(seat) + 1).filter(|_| way == Way::Own).filter(is_known);
        let Counts { successes, opportunities } = own.unwrap_or(&self.counts[0])[at];
        let value = 1.0 / (1.0 + libm::exp(-liked));
        // Numbers are fitted together: choices of other kinds move one too, and by itself its count is not its rate.
        // The list of likelihoods has it rounded.
        let shipped = if way == Way::Coarse { coarse(&TASTE)[at] } else { TASTE[at] };
        let whose = if own.is_some() { "own games" } else { "population" };
        let rests_on = if opportunities > 0.0 {
            format!("{whose}: {successes:.1} of {opportunities:.1} such choices, and others")
        } else if (liked - shipped).abs() > 1e-6 {
            format!("{whose}: other choices alone")
        } else {
            "shipped".to_owned()
        };
        Number { name: LIKELIHOODS[at].name, value, rests_on }
    }

    /// The exponent of what a choice of a kind, made by a seat that plays in a way, says of cards: the number where no taste tells cards apart.
    #[must_use]
    pub fn exponent_of(&self, seat: Seat, way: Way, kind: Kind) -> Number {
        let rests_on = if self.believed(seat, kind) == 1.0 { "shipped" } else { "games" }.to_owned();
        Number { name: dependence(way, kind).name, value: self.exponent(seat, way, kind), rests_on }
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
            Way::Coarse => Some(&self.coarse),
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
            Way::Coarse | Way::Population => Some(rates[0]),
            Way::Own => Some(rates[1]),
        }
    }

    /// The tastes of each seat's player.
    #[must_use]
    pub const fn own(&self) -> &[ByTaste; SEATS] {
        &self.own
    }

    /// The exponent of what a choice of a kind, made by a seat that plays in a way, says of cards.
    #[must_use]
    pub fn exponent(&self, seat: Seat, way: Way, kind: Kind) -> f64 {
        let of_way = match way {
            // What lot says follows from the rules: it is what it is, whoever plays.
            Way::Careless => 1.0,
            // What an own way says is weighed by what was borne out of it.
            Way::Own => self.believed(seat, kind),
            Way::Coarse | Way::Population => dependence(way, kind).value * self.believed(seat, kind),
        };
        self.softness * of_way
    }

    /// How much of what a seat's choices of a kind say is believed, beside that of a stranger.
    fn believed(&self, seat: Seat, kind: Kind) -> f64 {
        let learned = place_of(kind).and_then(|place| Some(self.believed.get(usize::from(seat))?[place]));
        learned.unwrap_or(1.0)
    }
}

/// A number that evidence rests on.
#[derive(Clone, Debug)]
pub struct Number {
    /// Its name in the list of likelihoods.
    pub name: &'static str,
    /// Its value here, above 0.
    pub value: f64,
    /// What it was learned from, in words.
    pub rests_on: String,
}

fn logit(rate: f64) -> f64 {
    libm::log(rate / (1.0 - rate))
}

/// The tastes of somebody whose rates are so far from the shipped ones, in logits: to first order, those under which choices from the same
/// hands have these rates.
fn tastes(moved: &[f64; TASTES]) -> ByTaste {
    std::array::from_fn(|taste| {
        let by: f64 = PER_LOGITS[taste].iter().zip(moved).map(|(per, moved)| per * moved).sum();
        (TASTE[taste] + by).clamp(-MOST, MOST)
    })
}

/// Tastes are no stronger than this, in nats: nobody is so regular that one choice settles a card.
const MOST: f64 = 25.0;

const _: () = assert!(TASTES == TASTE.len(), "a shipped number for each taste");
