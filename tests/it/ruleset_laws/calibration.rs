//! Calibration: what a spectator gives ten percent happens one time in ten, and its beliefs beat no belief at all.

use credence::rulesets::{ALL, AnyRuleset, Observer};

use super::{looks, truth};
use crate::harness::{Played, tables};

/// Games of each ruleset.
const GAMES: u64 = 300;
/// Turns of each, where it does not end by itself: short games are as good, and quicker.
const TURNS: Option<u32> = Some(25);
/// Greatest distance of what was observed from what was predicted, in standard errors. With ten bins a ruleset, a calibrated
/// model exceeds it once in 1,500 sets of seeds; these are fixed.
const GREATEST_Z: f64 = 4.0;
/// A bin with predictions from fewer games than this is too thin for a standard error.
const FEWEST_GAMES: usize = 30;

/// Predictions of one bin.
#[derive(Clone, Debug, Default)]
struct Bin {
    /// Sum over a game of (happened - predicted), for each game that predicted here.
    misses: Vec<f64>,
    predictions: usize,
    predicted: f64,
    happened: f64,
}

impl Bin {
    /// Predictions within a game depend on each other, through the deal and over time; games do not. So games are the
    /// units: the variance of the sum is estimated by the sum of squares over games, which holds under any dependence within.
    fn z(&self) -> f64 {
        let sum: f64 = self.misses.iter().sum();
        let squares: f64 = self.misses.iter().map(|miss| miss * miss).sum();
        if squares > 0.0 { sum / squares.sqrt() } else { 0.0 }
    }
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
        let mut sums: [Option<f64>; 10] = [None; 10];
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
                    let happened = f64::from(u8::from(outcome.value == *value));
                    *sums[bin].get_or_insert(0.0) += happened - outcome.p;
                    let bin = &mut tally.bins[bin];
                    (bin.predictions, bin.predicted, bin.happened) =
                        (bin.predictions + 1, bin.predicted + outcome.p, bin.happened + happened);
                }
                tally.loss -= libm::log2(variable.p(value));
                tally.baseline += libm::log2(f64::from(variable.allowed));
                tally.variables += 1;
            }
        }
        for (bin, sum) in tally.bins.iter_mut().zip(sums) {
            bin.misses.extend(sum);
        }
    }
    tally
}

#[test]
fn predictions_are_calibrated_and_beat_no_belief() {
    for ruleset in ALL {
        let tally = tally(*ruleset);
        let key = ruleset.key();
        let mut tested = 0;
        let mut report = format!("{key}: bin, predictions, games, predicted, observed, z\n");
        let mut worst: f64 = 0.0;
        for (index, bin) in tally.bins.iter().enumerate().filter(|(_, bin)| bin.misses.len() >= FEWEST_GAMES) {
            let n = bin.predictions as f64;
            let (predicted, observed, games) = (bin.predicted / n, bin.happened / n, bin.misses.len());
            report += &format!("{index} {n} {games} {predicted:.4} {observed:.4} {:+.2}\n", bin.z());
            worst = worst.max(bin.z().abs());
            tested += 1;
        }
        // A variable of fourteen values is seldom more than half known: its upper bins stay thin.
        assert!(tested >= 4, "{tested} bins are thick enough to be tested:\n{report}");
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
