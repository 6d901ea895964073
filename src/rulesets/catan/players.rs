//! How ready each seat is to play the development cards that it holds, by the games that its player has played.
//!
//! *Readiness* is P(a seat wants to play a type that it holds, in one of its turns): one for knights, one for road building, one for the other two
//! types. Players differ much in it, so that it is a distribution: a Beta of the mean
//! [`PLAYS_DEV_CARD`], spread as [`DIFFERS_IN_PLAYS`] says, moved by what is known of the player. Known is what everybody saw: of the turns in which a
//! card that was just bought could be played for the first time (the tendency [`PLAYS_NEW_CARD`]), in how many a card of each kind was played. A new
//! card is of a given kind with that kind's share s of the deck. So a seat of readiness r plays one in such a turn with probability s r. Each kind is judged by itself. Left out are the older cards
//! of the hand, which are played in such turns too: a player is taken for readier than it is, most where it is hardly ready and the kind is rare (the game's page has
//! numbers).
//!
//! A seat that is known plays as before with [`PLAYS_AS_BEFORE`], else as anybody: what guards against a player who changed, or a borrowed name.

use std::sync::{LazyLock, OnceLock};

use super::Catan;
use super::bundle::DevCard;
use super::likelihood::{DIFFERS_IN_PLAYS, KINDS, PLAYS_AS_BEFORE, PLAYS_DEV_CARD, PLAYS_NEW_CARD, PLAYS_NEW_CARD_OF};
use super::setup::MOST_SEATS;
use crate::rulesets::{Counts, Opening, Seat};

/// Kinds of development cards that players are ready to play apart from the others: the contexts of [`PLAYS_NEW_CARD`], in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Knights.
    Knight,
    /// Road building.
    RoadBuilding,
    /// Year of plenty and monopoly.
    Other,
}

impl Kind {
    /// In the order of the contexts.
    pub const ALL: [Self; 3] = [Self::Knight, Self::RoadBuilding, Self::Other];

    /// The kind of a card; victory points have none.
    pub const fn of(card: DevCard) -> Option<Self> {
        match card {
            DevCard::Knight => Some(Self::Knight),
            DevCard::RoadBuilding => Some(Self::RoadBuilding),
            DevCard::YearOfPlenty | DevCard::Monopoly => Some(Self::Other),
            DevCard::VictoryPoint => None,
        }
    }

    /// Its name, as contexts have it.
    pub const fn name(self) -> &'static str {
        KINDS[self as usize]
    }
}

/// Levels that stand for a distribution of readiness: the means of its thirds, the lowest first, each as likely as the others.
pub type Levels = [f64; 3];

/// How ready a seat is to play what it holds, by kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Readiness {
    /// As players of this log are.
    pub(super) usual: [Levels; 3],
    /// As its own games say. `None` where they say nothing.
    pub(super) own: Option<[Levels; 3]>,
    /// By kind, over its own games: in how many of its first turns with a new card it played one.
    record: [Counts; 3],
}

impl Readiness {
    /// Of a stranger, by kind.
    #[cfg(test)]
    pub(super) fn of_stranger(usual: [Levels; 3]) -> Self {
        Self { usual, own: None, record: [Counts::default(); 3] }
    }

    /// How likely each way of playing is before the game: of a seat of which nothing is known one for each combination of levels, else as many again.
    #[must_use]
    pub fn shares(&self) -> Vec<f64> {
        let usual = if self.own.is_some() { 1.0 - PLAYS_AS_BEFORE } else { 1.0 };
        let each = |share: f64| std::iter::repeat_n(share / COMBINATIONS as f64, COMBINATIONS);
        each(usual).chain(self.own.iter().flat_map(|_| each(1.0 - usual))).collect()
    }

    /// A number for each type of card, by way of playing: of a type that is played, what follows from its readiness; of victory points `of_points`.
    #[must_use]
    pub fn by_way(&self, of: impl Fn(f64) -> f64, of_points: f64) -> Vec<[f64; 5]> {
        let combined = |levels: &[Levels; 3]| {
            let numbers = levels.map(|levels| levels.map(&of));
            (0..COMBINATIONS).map(move |way| {
                let level = [way % 3, way / 3 % 3, way / 9];
                DevCard::ALL.map(|card| Kind::of(card).map_or(of_points, |kind| numbers[kind as usize][level[kind as usize]]))
            })
        };
        std::iter::once(&self.usual).chain(&self.own).flat_map(combined).collect()
    }

    /// The mean readiness to play cards of a kind, before the game.
    #[must_use]
    pub fn mean(&self, kind: Kind) -> f64 {
        let mean = |levels: &[Levels; 3]| levels[kind as usize].iter().fold(0.0, |sum, level| sum + level) / 3.0;
        self.own
            .as_ref()
            .map_or_else(|| mean(&self.usual), |own| PLAYS_AS_BEFORE * mean(own) + (1.0 - PLAYS_AS_BEFORE) * mean(&self.usual))
    }

    /// What the seat's own games say of a kind: plays, and turns in which a new card could be played for the first time. Older games count less.
    #[must_use]
    pub fn record(&self, kind: Kind) -> Counts {
        self.record[kind as usize]
    }
}

/// Combinations of the levels of three kinds.
const COMBINATIONS: usize = 27;

/// What a game's opening says of its players, worked out when it is first asked for.
#[derive(Debug)]
pub struct Players {
    /// Each kind's share of the deck.
    shares: [f64; 3],
    /// Mean readiness of players like those of this log, by kind.
    usual: [f64; 3],
    records: [[Counts; 3]; MOST_SEATS],
    readiness: OnceLock<Vec<Readiness>>,
}

impl Players {
    /// The most bytes that are worked out when somebody asks.
    pub const GREATEST: usize = MOST_SEATS * size_of::<Readiness>();

    /// By the opening.
    #[must_use]
    pub fn new(opening: &Opening<Catan>) -> Self {
        let deck = opening.setup.deck();
        let cards = f64::from(deck.iter().sum::<u32>().max(1));
        let of_kind = |kind: Kind| -> u32 {
            DevCard::ALL.into_iter().filter(|card| Kind::of(*card) == Some(kind)).map(|card| deck[card as usize]).sum()
        };
        let usual = |kind: Kind| {
            let shipped = PLAYS_NEW_CARD_OF[kind as usize].mean();
            PLAYS_DEV_CARD * opening.usual(PLAYS_NEW_CARD, kind.name()).mean() / shipped
        };
        let record = |seat: usize, kind: Kind| {
            opening.seats.get(seat).map_or_else(Counts::default, |seat| seat.profile.counts(PLAYS_NEW_CARD, kind.name()))
        };
        Self {
            shares: Kind::ALL.map(|kind| f64::from(of_kind(kind)) / cards),
            usual: Kind::ALL.map(usual),
            records: std::array::from_fn(|seat| Kind::ALL.map(|kind| record(seat, kind))),
            readiness: OnceLock::new(),
        }
    }

    /// How ready a seat is to play what it holds. Of a seat that is not at the table, as of a stranger.
    #[must_use]
    pub fn readiness(&self, seat: Seat) -> &Readiness {
        &self.readiness.get_or_init(|| self.all())[usize::from(seat).min(MOST_SEATS - 1)]
    }

    fn all(&self) -> Vec<Readiness> {
        let usual: [Vec<f64>; 3] = self.usual.map(prior);
        let levels = std::array::from_fn(|kind| levels(&usual[kind]));
        let own = |record: &[Counts; 3]| {
            let of_kind = |kind: usize| levels_after(&usual[kind], self.shares[kind], record[kind]);
            record.iter().any(|counts| counts.opportunities > 0.0).then(|| std::array::from_fn(of_kind))
        };
        self.records.iter().map(|record| Readiness { usual: levels, own: own(record), record: *record }).collect()
    }
}

/// Cells of readiness that sums go over. With 400 the means of thirds are within about .001 of the integral's, for records of up to 250 turns: those of some fifty
/// games, beyond which older ones have faded. Of a record of two thousand they are within .004.
const CELLS: usize = 400;

/// Of each cell its readiness r, 1 - r, and its width up to a factor that all share, worked out once. The cells are of equal width in t, where r is t^8 / (t^8 + (1 - t)^8): they crowd at both ends,
/// where densities of players are steep. dr / dt = 8 r (1 - r) / (t (1 - t)).
static GRID: LazyLock<[(f64, f64, f64); CELLS]> = LazyLock::new(|| {
    std::array::from_fn(|at| {
        let t = (at as f64 + 0.5) / CELLS as f64;
        let [below, above] = [t, 1.0 - t].map(|side| libm::pow(side, 8.0));
        let (ready, rest) = (below / (below + above), above / (below + above));
        (ready, rest, ready * rest / (t * (1.0 - t)))
    })
});

/// P(readiness), by cell: a Beta distribution of this mean, as far apart as players are. The mean is kept from the ends, where all players would be alike.
fn prior(mean: f64) -> Vec<f64> {
    let mean = mean.clamp(0.07, 0.93);
    let worth = 1.0 / DIFFERS_IN_PLAYS - 1.0;
    let (alpha, beta) = (worth * mean, worth * (1.0 - mean));
    let mass = |(ready, rest, width): &(f64, f64, f64)| width * libm::pow(*ready, alpha - 1.0) * libm::pow(*rest, beta - 1.0);
    GRID.iter().map(mass).collect()
}

/// The levels that stand for a distribution, moved by what a player did: plays of a kind that makes up this share of the deck.
fn levels_after(prior: &[f64], share: f64, counts: Counts) -> Levels {
    let Counts { successes, opportunities } = counts;
    let times = |count: f64, ln: f64| if count > 0.0 { count * ln } else { 0.0 };
    let ln_likelihood = |(ready, ..): &(f64, f64, f64)| {
        let plays = share * ready;
        times(successes, libm::log(plays)) + times(opportunities - successes, libm::log1p(-plays))
    };
    let ln: Vec<f64> = GRID.iter().map(ln_likelihood).collect();
    let greatest = ln.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !greatest.is_finite() {
        // There is no card of the kind in the deck.
        return levels(prior);
    }
    levels(&prior.iter().zip(ln).map(|(weight, ln)| weight * libm::exp(ln - greatest)).collect::<Vec<_>>())
}

/// The means of the thirds of a distribution over cells, whose weights need not sum to 1.
fn levels(weights: &[f64]) -> Levels {
    let third = weights.iter().fold(0.0, |sum, weight| sum + weight) / 3.0;
    let (mut levels, mut below) = ([0.0; 3], 0.0);
    for (weight, (ready, ..)) in weights.iter().zip(GRID.iter()) {
        for (at, level) in (0..).zip(&mut levels) {
            let (least, most) = (f64::from(at) * third, f64::from(at + 1) * third);
            let part = (below + weight).min(most) - below.max(least);
            *level += part.max(0.0) * ready / third;
        }
        below += weight;
    }
    // Never 0 or 1: nobody is so sure of anybody.
    levels.map(|level| level.clamp(0.001, 0.99))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::rulesets::catan::tests::opening;

    fn close(levels: Levels, expected: Levels, within: f64) {
        let apart = levels.iter().zip(expected).map(|(level, expected)| (level - expected).abs()).fold(0.0, f64::max);
        assert!(apart < within, "{levels:?}, by hand {expected:?}");
    }

    #[test]
    fn the_thirds_of_a_distribution_by_hand() {
        let uniform: Vec<f64> = GRID.iter().map(|(_, _, width)| *width).collect();
        close(levels(&uniform), [1.0 / 6.0, 0.5, 5.0 / 6.0], 1e-3);
        // Two of two: the density 3 r^2, whose thirds end at the cube roots of 1/3 and 2/3; 3 times the integral of 3 r^3 between them.
        let ends = [0.0, 0.693_361, 0.873_580, 1.0_f64];
        let fourth = ends.map(|end| end * end * end * end);
        let means = std::array::from_fn(|third| 9.0 / 4.0 * (fourth[third + 1] - fourth[third]));
        close(levels_after(&uniform, 1.0, Counts { successes: 2.0, opportunities: 2.0 }), means, 1e-3);
    }

    #[test]
    fn a_stranger_is_anybody() {
        let shipped = levels(&prior(PLAYS_DEV_CARD));
        // Beta(.375, 1.125), by numerical integration elsewhere.
        close(shipped, [0.01254, 0.14905, 0.58841], 1e-3);
        assert!((shipped.iter().sum::<f64>() / 3.0 - PLAYS_DEV_CARD).abs() < 1e-3, "{shipped:?}");
        assert_eq!(levels_after(&prior(PLAYS_DEV_CARD), 0.56, Counts::default()), shipped);
        assert_eq!(
            levels_after(&prior(PLAYS_DEV_CARD), 0.0, Counts { successes: 3.0, opportunities: 9.0 }),
            shipped,
            "no such card"
        );
    }

    /// Against integrals of two million cells, made elsewhere.
    #[test]
    fn levels_are_those_of_the_integral() {
        let of = |mean: f64, share: f64, successes: f64, opportunities: f64| {
            levels_after(&prior(mean), share, Counts { successes, opportunities })
        };
        close(of(0.07, 0.56, 0.0, 0.0), [0.001, 0.00248, 0.20752], 1e-3);
        close(of(0.6, 0.56, 0.0, 0.0), [0.22138, 0.64618, 0.93244], 1e-3);
        close(of(0.93, 0.56, 0.0, 0.0), [0.79248, 0.99, 0.99], 1e-3);
        close(of(0.25, 0.56, 11.0, 30.0), [0.47695, 0.63101, 0.79164], 1e-3);
        close(of(0.93, 0.08, 0.0, 30.0), [0.44752, 0.9615, 0.99], 1e-3);
        close(of(0.25, 0.56, 60.0, 170.0), [0.55739, 0.62668, 0.69881], 1e-3);
    }

    #[test]
    fn what_the_log_taught_moves_strangers() {
        let counts = json!({"successes": 10.0, "opportunities": 50.0});
        let mut opening = opening(2, json!({}), json!({}));
        let taught = json!({"players": 9, "tendencies": {"plays_new_card": {"knight": counts}}});
        opening.population = serde_json::from_value(taught).unwrap();
        let players = Players::new(&opening);
        let [knight, road, _] = Kind::ALL.map(|kind| players.readiness(0).mean(kind));
        // The rate is (50 x .14 + 10) / (50 + 50) = .17 in place of .14.
        let expected = 0.25 * 0.17 / 0.14;
        assert!((knight - expected).abs() < 1e-3 && (road - 0.25).abs() < 1e-3, "{knight}, by hand {expected}; {road}");
    }

    #[test]
    fn whoever_played_often_is_readier() {
        // Half of the cards are of the kind, and in 40 of 100 turns one was played: readiness .8.
        let after = |successes| levels_after(&prior(PLAYS_DEV_CARD), 0.5, Counts { successes, opportunities: 100.0 });
        close(after(40.0), [0.69, 0.78, 0.88], 0.02);
        assert!(after(0.0)[2] < 0.06, "{:?}", after(0.0));
        assert!((0..50).all(|plays| after(f64::from(plays))[1] < after(f64::from(plays + 1))[1]));
    }

    #[test]
    fn counts_that_no_game_can_have_made_leave_numbers() {
        for counts in [
            Counts { successes: 1e12, opportunities: 1e12 },
            Counts { successes: 5.0, opportunities: 0.0 },
            Counts { successes: 0.0, opportunities: 1e12 },
        ] {
            assert!(levels_after(&prior(1e9), 1.0, counts).iter().all(|level| (0.001..=0.99).contains(level)), "{counts:?}");
        }
    }
}
