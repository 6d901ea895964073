//! Sums of scored items: bits, calibration, and how far chance may have moved them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::belief::Beta;

/// Bins of the calibration: tenths of the served probability.
pub const BINS: usize = 10;

/// Probabilities of the truth below this count as surprises.
const SURPRISE: f64 = 0.01;

/// The least probability that is scored: a truth that was ruled out costs 20 bits, and not all there are.
pub(super) const LEAST: f64 = 1.0 / 1_048_576.0;

/// Standard errors in an interval that holds 95 of 100: the quantile of Student's t with so many degrees of freedom, by the incomplete beta
/// function (DLMF 8.17.22): P(|T| > t) = I_x(n/2, 1/2) at x = n / (n + t^2).
fn student_95(degrees: f64) -> f64 {
    let x = Beta { alpha: degrees / 2.0, beta: 0.5 }.quantile(0.05);
    libm::sqrt(degrees * (1.0 - x) / x)
}

/// What items are summed by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case", tag = "by", content = "value")]
pub enum Key {
    /// All of them.
    All,
    /// Whose belief it was.
    Observer(String),
    /// Which third of the game's events it was after: 1, 2 or 3.
    Third(u8),
    /// Who held what was believed in.
    Player(String),
    /// How many games had settled something of the player with the fewest before: 0, from 1, from 5, from 20, or from 50 on.
    History(u32),
}

/// Numbers of games from which histories are told apart.
const HISTORIES: [u32; 5] = [0, 1, 5, 20, 50];

impl Key {
    /// The history of so many games.
    #[must_use]
    pub fn after(games: u32) -> Self {
        Self::History(HISTORIES.into_iter().rev().find(|from| *from <= games).unwrap_or(0))
    }
}

/// A scored item: one hidden variable, as one observer believed it after one event.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// The probability of each value, the truth first.
    pub served: &'a [f64],
    /// Probability of the truth by hard facts alone.
    pub hard: f64,
    /// How many values public counts allow.
    pub allowed: u32,
}

/// Sums over games.
#[derive(Clone, Debug, Default)]
pub struct Scores(BTreeMap<Key, Tally>);

impl Scores {
    /// The sums by key, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Tally)> {
        self.0.iter()
    }

    /// Takes in an item under these keys.
    pub fn add(&mut self, keys: &[Key], item: &Item<'_>) {
        for key in keys {
            match self.0.get_mut(key) {
                Some(tally) => tally.add(item),
                None => self.0.entry(key.clone()).or_default().add(item),
            }
        }
    }

    /// Takes over what other games were scored with.
    pub fn join(&mut self, other: Self) {
        for (key, tally) in other.0 {
            self.0.entry(key).or_default().join(tally);
        }
    }

    /// The game is over: its items resemble each other, so that games, and not items, are what chance draws.
    pub fn end_game(&mut self) {
        self.0.values_mut().for_each(Tally::end_game);
    }
}

/// Sums of items.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    games: Vec<Sums>,
    running: Sums,
    surprises: u64,
    bins: [Bin; BINS],
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    items: f64,
    served: f64,
    hard: f64,
    counts: f64,
}

/// Probabilities of one tenth, and how often what they were given to was true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bin {
    /// How many probabilities were served in this tenth.
    pub served: u64,
    /// Their sum.
    pub expected: f64,
    /// How many of them were of the truth.
    pub came_true: u64,
}

/// A mean with its interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The mean over all items.
    pub mean: f64,
    /// Half of the interval's width, from how the means of games differ; null for fewer than two games.
    pub within: Option<f64>,
}

/// Bits that the truth cost at probability `p`.
fn bits(p: f64) -> f64 {
    -libm::log2(p.max(LEAST))
}

impl Tally {
    fn add(&mut self, item: &Item<'_>) {
        let truth = item.served.first().copied().unwrap_or(0.0);
        self.running.items += 1.0;
        self.running.served += bits(truth);
        self.running.hard += bits(item.hard);
        self.running.counts += libm::log2(f64::from(item.allowed.max(1)));
        self.surprises += u64::from(truth < SURPRISE);
        for (place, p) in item.served.iter().enumerate() {
            let bin = &mut self.bins[((p * BINS as f64) as usize).min(BINS - 1)];
            bin.served += 1;
            bin.expected += p;
            bin.came_true += u64::from(place == 0);
        }
    }

    fn join(&mut self, other: Self) {
        self.games.extend(other.games);
        self.surprises += other.surprises;
        for (bin, other) in self.bins.iter_mut().zip(other.bins) {
            bin.served += other.served;
            bin.expected += other.expected;
            bin.came_true += other.came_true;
        }
    }

    fn end_game(&mut self) {
        let game = std::mem::take(&mut self.running);
        if game.items > 0.0 {
            self.games.push(game);
        }
    }

    /// Items that were scored.
    #[must_use]
    pub fn items(&self) -> f64 {
        self.games.iter().fold(0.0, |sum, game| sum + game.items)
    }

    /// Games that they are of.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Bits an item.
    #[must_use]
    pub fn bits(&self) -> Interval {
        self.mean(|game| game.served)
    }

    /// Bits an item by hard facts alone.
    #[must_use]
    pub fn hard_bits(&self) -> Interval {
        self.mean(|game| game.hard)
    }

    /// Bits an item where all values that public counts allow are equally likely.
    #[must_use]
    pub fn count_bits(&self) -> Interval {
        self.mean(|game| game.counts)
    }

    /// Bits an item above those of hard facts alone: below 0 where soft evidence gained.
    #[must_use]
    pub fn above_hard(&self) -> Interval {
        self.mean(|game| game.served - game.hard)
    }

    /// Share of truths that were given less than 1 %.
    #[must_use]
    pub fn surprises(&self) -> f64 {
        self.surprises as f64 / self.items().max(1.0)
    }

    /// The tenths, from the least probability up.
    #[must_use]
    pub const fn bins(&self) -> &[Bin; BINS] {
        &self.bins
    }

    /// A mean over items, with the interval of a ratio of sums over games (Cochran 1977, section 6.4): games are drawn, their items are not.
    fn mean(&self, value: impl Fn(&Sums) -> f64) -> Interval {
        let (items, games) = (self.items(), self.games.len() as f64);
        let mean = self.games.iter().fold(0.0, |sum, game| sum + value(game)) / items.max(1.0);
        let squares = self.games.iter().fold(0.0, |sum, game| {
            let residual = value(game) - mean * game.items;
            sum + residual * residual
        });
        let within = (games > 1.0).then(|| student_95(games - 1.0) * libm::sqrt(squares * games / (games - 1.0)) / items);
        Interval { mean, within }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(games: &[&[(f64, f64)]]) -> Tally {
        let mut scores = Scores::default();
        for game in games {
            for (served, hard) in *game {
                scores.add(&[Key::All], &Item { served: &[*served, 1.0 - served], hard: *hard, allowed: 4 });
            }
            scores.end_game();
        }
        scores.0.remove(&Key::All).expect("items were added")
    }

    #[test]
    fn bits_by_hand() {
        // Two items of 1 and 2 bits, beside 1 bit each by hard facts and 2 by counts; then one of 3 bits beside 1.
        let tally = tally(&[&[(0.5, 0.5), (0.25, 0.5)], &[(0.125, 0.5)]]);
        assert_eq!((tally.items(), tally.games()), (3.0, 2));
        assert!((tally.bits().mean - 2.0).abs() < 1e-12 && (tally.count_bits().mean - 2.0).abs() < 1e-12);
        assert!((tally.above_hard().mean - 1.0).abs() < 1e-12 && (tally.hard_bits().mean - 1.0).abs() < 1e-12);
        // Residuals of the games: 3 - 2 x 2 = -1 and 3 - 2 = 1; so sqrt(2 x 2 / 1) / 3 standard errors.
        let within = tally.bits().within.expect("two games");
        assert!((within - student_95(1.0) * 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(tally.hard_bits().within.map(|within| within < 1e-12), Some(true), "they do not differ");
    }

    #[test]
    fn quantiles_of_student_by_the_tables() {
        for (degrees, t) in [(1.0, 12.706_204_736), (4.0, 2.776_445_105), (79.0, 1.990_450_210), (1e6, 1.959_966_4)] {
            assert!((student_95(degrees) - t).abs() < 1e-6, "{degrees}");
        }
    }

    #[test]
    fn probabilities_are_counted_in_tenths() {
        let tally = tally(&[&[(0.05, 0.5), (0.005, 0.5), (1.0, 0.5)]]);
        let bins = tally.bins();
        assert_eq!((bins[0].served, bins[0].came_true), (3, 2), "two truths, and the rest of the third item");
        assert_eq!((bins[9].served, bins[9].came_true), (3, 1));
        assert!((bins[9].expected - 2.945).abs() < 1e-12);
        assert!((tally.surprises() - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(tally.bits().within, None, "one game says nothing of how games differ");
        let ruled_out = self::tally(&[&[(0.0, 0.5)]]);
        assert_eq!(ruled_out.bits().mean, 20.0);
    }
}
