//! What folding a battle costs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use credence::belief::Draws;
use credence::rulesets::{Observer, Posterior};
use serde_json::json;

use super::battles::{BattleWatch, events, follow, opening};
use super::{Battle, battles};

/// The battle whose lines are to be nearest to so many.
const LINES: usize = 500;

fn lines(battle: &Battle) -> usize {
    battle.steps.iter().map(|step| step.spectator.len()).sum()
}

/// Prints it.
pub fn run() {
    let battles = battles();
    let battle = battles.iter().min_by_key(|battle| lines(battle).abs_diff(LINES)).expect("a battle");
    let opening = opening(json!({}));
    let events = events(battle, |step| &step.spectator, "spectator");
    let fold = || {
        let begun = Instant::now();
        let mut fold = BattleWatch::new(&opening, Observer::Public);
        let mut each = Vec::with_capacity(events.len());
        for event in &events {
            let begun = Instant::now();
            follow(&mut fold, event);
            each.push(begun.elapsed());
        }
        (begun.elapsed(), each, fold)
    };
    // The first pays for unpacking the table.
    black_box(fold());
    let runs: Vec<(Duration, Vec<Duration>)> = (0..30).map(|_| fold()).map(|(all, each, _)| (all, each)).collect();
    let least = runs.iter().map(|(all, _)| *all).min().expect("a run");
    let of_batch = |at: usize| runs.iter().map(|(_, each)| each[at]).min().expect("a run");
    let mut batches: Vec<Duration> = (0..events.len()).map(of_batch).collect();
    batches.sort_unstable();
    let (median, most) = (batches[batches.len() / 2], batches[batches.len() - 1]);
    println!(
        "a battle of {} lines in {} batches: {least:.2?}; a batch: median {median:.2?}, worst {most:.2?}; least of 30 runs each",
        lines(battle),
        events.len()
    );
    let fold = fold().2;
    let time = |work: &dyn Fn()| {
        let one = |_| {
            let begun = Instant::now();
            work();
            begun.elapsed()
        };
        (0..30).map(one).min().expect("a run")
    };
    let marginals = time(&|| {
        black_box(fold.marginals());
    });
    let worlds = time(&|| {
        black_box(fold.sample(Draws { seed: 7, count: 1_000 }).worlds.len());
    });
    println!("at its end: marginals {marginals:.2?}, 1,000 worlds {worlds:.2?}, {} bytes", fold.belief.weigh(&fold.table));
}
