//! Sums of scored items: bits, calibration, and how far chance may have moved them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::interval::{Interval, Ratio};
use crate::belief::Method;

/// The calibration is told by tenths of the served probability.
pub const TENTHS: usize = 10;

/// Games with something in a tenth from which on the interval of its gap holds about 95 of 100: in fewer it held 40 to 70.
const FEW_GAMES: usize = 10;

/// Probabilities of the truth below this count as surprises.
const SURPRISE: f64 = 0.01;

/// The least probability that is scored: a truth that was ruled out costs 20 bits, and not all there are.
pub(super) const LEAST: f64 = 1.0 / 1_048_576.0;

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
    /// How it was worked out, so that a sampler that fails does not vanish among exact beliefs. Beliefs of another tracker have no such key.
    Method(Method),
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
pub struct Scores {
    sums: BTreeMap<Key, Tally>,
    /// Items that hard facts leave open: those of another tracker's games that it does not name are among these, and not scored.
    pub open: u64,
}

impl Scores {
    /// The sums by key, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Tally)> {
        self.sums.iter()
    }

    /// Takes in an item under these keys.
    pub fn add(&mut self, keys: &[Key], item: &Item<'_>) {
        for key in keys {
            match self.sums.get_mut(key) {
                Some(tally) => tally.add(item),
                None => self.sums.entry(key.clone()).or_default().add(item),
            }
        }
    }

    /// Takes over what other games were scored with.
    pub fn join(&mut self, other: Self) {
        self.open += other.open;
        for (key, tally) in other.sums {
            self.sums.entry(key).or_default().join(&tally);
        }
    }

    /// The game is over: its items resemble each other, so that games, and not items, are what chance draws.
    pub fn end_game(&mut self) {
        self.sums.values_mut().for_each(Tally::end_game);
    }
}

/// Sums of items.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    running: Sums,
    served: Ratio,
    hard: Ratio,
    counts: Ratio,
    above_hard: Ratio,
    surprises: u64,
    tenths: [Tenth; TENTHS],
}

/// Sums of the game that is under way.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    items: f64,
    served: f64,
    hard: f64,
    counts: f64,
}

/// Probabilities of one tenth, and how often what they were given to was true.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tenth {
    running: Sum,
    whole: Sum,
    gap: Ratio,
}

/// Probabilities that were served.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    served: u64,
    expected: f64,
    came_true: u64,
}

impl Sum {
    fn add(&mut self, other: Self) {
        self.served += other.served;
        self.expected += other.expected;
        self.came_true += other.came_true;
    }
}

impl Tenth {
    /// How many probabilities were served in this tenth.
    #[must_use]
    pub const fn served(&self) -> u64 {
        self.whole.served
    }

    /// Their sum.
    #[must_use]
    pub const fn expected(&self) -> f64 {
        self.whole.expected
    }

    /// How many of them were of the truth.
    #[must_use]
    pub const fn came_true(&self) -> u64 {
        self.whole.came_true
    }

    /// Games in which any was served.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.gap.games() as usize
    }

    /// Whether they are too few for the interval of the gap to be evidence: in two of them, nearly any gap may look certain.
    #[must_use]
    pub const fn is_of_few_games(&self) -> bool {
        self.games() < FEW_GAMES
    }

    /// How much more of what was served in this tenth came true than its mean probability said: below 0, it came true less often.
    #[must_use]
    pub fn gap(&self) -> Interval {
        self.gap.interval()
    }

    fn end_game(&mut self) {
        let game = std::mem::take(&mut self.running);
        self.whole.add(game);
        self.gap.add(game.came_true as f64 - game.expected, game.served as f64);
    }

    fn join(&mut self, other: &Self) {
        self.whole.add(other.whole);
        self.gap.join(other.gap);
    }
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
            let tenth = &mut self.tenths[((p * TENTHS as f64) as usize).min(TENTHS - 1)];
            tenth.running.add(Sum { served: 1, expected: *p, came_true: u64::from(place == 0) });
        }
    }

    fn join(&mut self, other: &Self) {
        self.served.join(other.served);
        self.hard.join(other.hard);
        self.counts.join(other.counts);
        self.above_hard.join(other.above_hard);
        self.surprises += other.surprises;
        for (tenth, other) in self.tenths.iter_mut().zip(&other.tenths) {
            tenth.join(other);
        }
    }

    fn end_game(&mut self) {
        let game = std::mem::take(&mut self.running);
        self.served.add(game.served, game.items);
        self.hard.add(game.hard, game.items);
        self.counts.add(game.counts, game.items);
        self.above_hard.add(game.served - game.hard, game.items);
        self.tenths.iter_mut().for_each(Tenth::end_game);
    }

    /// Items that were scored.
    #[must_use]
    pub const fn items(&self) -> f64 {
        self.served.items()
    }

    /// Games that they are of.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.served.games() as usize
    }

    /// Bits an item.
    #[must_use]
    pub fn bits(&self) -> Interval {
        self.served.interval()
    }

    /// Bits an item by hard facts alone.
    #[must_use]
    pub fn hard_bits(&self) -> Interval {
        self.hard.interval()
    }

    /// Bits an item where all values that public counts allow are equally likely.
    #[must_use]
    pub fn count_bits(&self) -> Interval {
        self.counts.interval()
    }

    /// Bits an item above those of hard facts alone: below 0 where soft evidence gained.
    #[must_use]
    pub fn above_hard(&self) -> Interval {
        self.above_hard.interval()
    }

    /// Share of truths that were given less than 1 %.
    #[must_use]
    pub fn surprises(&self) -> f64 {
        self.surprises as f64 / self.items().max(1.0)
    }

    /// The tenths, from the least probability up.
    #[must_use]
    pub const fn tenths(&self) -> &[Tenth; TENTHS] {
        &self.tenths
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
        scores.sums.remove(&Key::All).expect("items were added")
    }

    #[test]
    fn bits_by_hand() {
        // Two items of 1 and 2 bits, beside 1 bit each by hard facts and 2 by counts; then one of 3 bits beside 1.
        let tally = tally(&[&[(0.5, 0.5), (0.25, 0.5)], &[(0.125, 0.5)]]);
        assert_eq!((tally.items(), tally.games()), (3.0, 2));
        assert!((tally.bits().mean - 2.0).abs() < 1e-12 && (tally.count_bits().mean - 2.0).abs() < 1e-12);
        assert!((tally.above_hard().mean - 1.0).abs() < 1e-12 && (tally.hard_bits().mean - 1.0).abs() < 1e-12);
        assert_eq!(tally.hard_bits().within.map(|within| within < 1e-12), Some(true), "they do not differ");
    }

    #[test]
    fn gaps_of_games_by_hand() {
        // Truths at .75 in both games, twice in the second, and one at .25, whose other value was served .75.
        let tally = tally(&[&[(0.75, 0.5), (0.25, 0.5)], &[(0.75, 0.5), (0.75, 0.5)]]);
        let tenth = &tally.tenths()[7];
        assert_eq!((tenth.games(), tenth.served(), tenth.came_true(), tenth.expected()), (2, 4, 3, 3.0));
        let of_few = |games: usize| self::tally(&vec![&[(0.75, 0.5)][..]; games]).tenths()[7].is_of_few_games();
        assert_eq!([of_few(2), of_few(9), of_few(10)], [true, true, false]);
        // The games' gaps are -.5 and +.5 of two probabilities each; so sqrt(.5 x 2 / 1) / 4 standard errors, 12.706 to a half interval.
        let gap = tenth.gap();
        assert!(gap.mean.abs() < 1e-12 && (gap.within.expect("two games") - 12.706_204_736 / 4.0).abs() < 1e-6, "{gap:?}");
    }

    #[test]
    fn probabilities_are_counted_in_tenths() {
        let tally = tally(&[&[(0.05, 0.5), (0.005, 0.5), (1.0, 0.5)]]);
        let [first, .., last] = tally.tenths();
        assert_eq!((first.served(), first.came_true()), (3, 2), "two truths, and the rest of the third item");
        assert_eq!((last.served(), last.came_true()), (3, 1));
        assert!((last.expected() - 2.945).abs() < 1e-12 && (last.gap().mean - (1.0 - 2.945) / 3.0).abs() < 1e-12);
        assert!((tally.surprises() - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!((tally.bits().within, last.gap().within), (None, None), "one game says nothing of how games differ");
        let ruled_out = self::tally(&[&[(0.0, 0.5)]]);
        assert_eq!(ruled_out.bits().mean, 20.0);
    }
}
