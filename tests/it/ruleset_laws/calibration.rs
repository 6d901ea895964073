//! Calibration: what a spectator gives ten percent happens one time in ten, and its beliefs beat no belief at all.

use std::collections::BTreeMap;

use credence::rulesets::{ALL, AnyRuleset, Observer};

use super::{looks, truth};
use crate::harness::{Played, tables};

/// Games of each ruleset.
const GAMES: u64 = 300;
/// Turns of each, where it does not end by itself: short games are as good, and quicker.
const TURNS: Option<u32> = Some(25);
/// How far frequencies may be from probabilities in a ruleset that reads how people play.
const ROOM: f64 = 0.03;

/// Greatest distance of what was observed from what was predicted, in standard errors. With ten bins a ruleset, a calibrated
/// model exceeds it once in 1,500 sets of seeds; these are fixed.
const GREATEST_Z: f64 = 4.0;
/// A bin with predictions from fewer games than this is too thin for a standard error: it is judged together with the one below.
const FEWEST_GAMES: usize = 30;

/// Predictions of one bin, or of some that lie side by side.
#[derive(Clone, Debug, Default)]
struct Bin {
    /// Sum over a game of (happened - predicted), for each game that predicted here, by its seed.
    misses: BTreeMap<u64, f64>,
    predictions: usize,
    predicted: f64,
    happened: f64,
}

impl Bin {
    /// Predictions within a game depend on each other, through the deal and over time; games do not. So games are the
    /// units: the variance of the sum is estimated by the sum of squares over games, which holds under any dependence within.
    fn z(&self) -> f64 {
        let sum: f64 = self.misses.values().sum();
        let squares: f64 = self.misses.values().map(|miss| miss * miss).sum();
        if squares > 0.0 { sum / squares.sqrt() } else { 0.0 }
    }

    fn predict(&mut self, seed: u64, p: f64, happened: f64) {
        *self.misses.entry(seed).or_default() += happened - p;
        self.predictions += 1;
        self.predicted += p;
        self.happened += happened;
    }

    fn join(&mut self, other: Self) {
        other.misses.into_iter().for_each(|(seed, miss)| *self.misses.entry(seed).or_default() += miss);
        self.predictions += other.predictions;
        self.predicted += other.predicted;
        self.happened += other.happened;
    }
}

/// The bins, from the one of the surest predictions down, each thin one joined with those below: so that every prediction is judged.
fn thick(bins: &[Bin]) -> Vec<Bin> {
    let (mut thick, mut open): (Vec<Bin>, Bin) = Default::default();
    for bin in bins.iter().rev() {
        open.join(bin.clone());
        if open.misses.len() >= FEWEST_GAMES {
            thick.push(std::mem::take(&mut open));
        }
    }
    if let Some(last) = thick.last_mut() {
        last.join(open);
    }
    thick
}

/// What the games of one ruleset say.
#[derive(Default)]
struct Tally {
    bins: [Bin; 10],
    /// Mean log loss in bits of the truth, and of the same truth under no belief.
    loss: f64,
    baseline: f64,
    variables: usize,
}

fn tally(ruleset: &'static dyn AnyRuleset) -> Tally {
    let tables = tables(ruleset);
    let mut tally = Tally::default();
    for seed in 0..GAMES {
        let game = Played::simulate(ruleset, tables[seed as usize % tables.len()], TURNS, 1_000 + seed);
        let mut fold = game.begin(Observer::Public);
        let (middle, end) = (game.events.len() / 2, game.events.len());
        for index in 0..end {
            fold = game.step(&fold, index, game.event(index));
            if index + 1 != middle && index + 1 != end {
                continue;
            }
            let values = truth(&game, index + 1);
            for variable in fold.marginals().variables.iter().filter(|variable| !variable.known() && !variable.derived) {
                let value = &values[&variable.id];
                for outcome in &variable.distribution {
                    let bin = ((outcome.p * 10.0) as usize).min(9);
                    tally.bins[bin].predict(seed, outcome.p, f64::from(u8::from(outcome.value == *value)));
                }
                tally.loss -= libm::log2(variable.p(value));
                tally.baseline += libm::log2(f64::from(variable.allowed));
                tally.variables += 1;
            }
        }
    }
    tally
}

#[test]
fn predictions_are_calibrated_and_beat_no_belief() {
    for ruleset in ALL {
        let tally = tally(*ruleset);
        let key = ruleset.key();
        let mut report = format!("{key}: predictions, games, predicted, observed, z\n");
        let mut worst: f64 = 0.0;
        let reads_ways = ruleset.describe().schemas["parameters"]["properties"].get("population").is_some();
        let bins = thick(&tally.bins);
        for bin in &bins {
            let n = bin.predictions as f64;
            let (predicted, observed, games) = (bin.predicted / n, bin.happened / n, bin.misses.len());
            report += &format!("{n} {games} {predicted:.4} {observed:.4} {:+.2}\n", bin.z());
            // Where the model leaves room for other ways of playing than the simulator's, it may be off by so much.
            if !reads_ways || (observed - predicted).abs() > ROOM {
                worst = worst.max(bin.z().abs());
            }
        }
        // Of fourteen ranks one is seldom more than half sure: five bins of ten are as many as some rulesets fill.
        assert!(bins.len() >= 5, "{} bins can be judged:\n{report}", bins.len());
        assert!(worst < GREATEST_Z, "{report}");
        let count = tally.variables as f64;
        let (loss, baseline) = (tally.loss / count, tally.baseline / count);
        assert!(loss < baseline, "{key}: {loss} bits a variable, and {baseline} without a belief");
    }
}

/// Places to look at are in order and end with the game: the laws beside this one rest on them.
#[test]
fn looks_end_with_the_game() {
    for game in Played::of_all(0..2, TURNS) {
        let looks = looks(&game);
        assert!(looks.is_sorted() && looks.last() == Some(&game.events.len()), "{looks:?}");
    }
}

/// Thin bins are judged with those below, and what is left at the bottom with the last; no prediction is left out.
#[test]
fn thin_bins_are_joined() {
    let bin = |games: std::ops::Range<u64>| {
        let mut bin = Bin::default();
        games.for_each(|seed| bin.predict(seed, 0.25, 1.0));
        bin
    };
    let bins = [bin(0..5), bin(0..40), bin(0..20), bin(15..35), bin(0..3)];
    let thick = thick(&bins);
    // From the top: 3 and 20 games are 23, with 20 more, 12 of them new, 35; then 40, and the 5 that are left are among them.
    assert_eq!(thick.iter().map(|bin| bin.misses.len()).collect::<Vec<_>>(), [35, 40]);
    assert_eq!(thick.iter().map(|bin| bin.predictions).sum::<usize>(), 88);
    assert!((thick[1].misses[&0] - 1.5).abs() < 1e-12, "{:?}", thick[1].misses);
}
