//! Time of an update, of the table and a belief together, at the largest table: eight seats with five dice each, evidence off.

use std::hint::black_box;
use std::time::{Duration, Instant};

use credence::belief::{Evidence, seeded};
use credence::rulesets::Change;
use credence::rulesets::liars_dice::{Bidder, Event, LiarsDice, Parameters, simulate_with};
use credence::rulesets::{Observer, Profile, PublicTable, Ruleset, Watch};

use super::{follow, opening};

/// Games that are folded.
const GAMES: u64 = 200;

/// Runs of each event, of which the fastest counts: others share the machine.
const RUNS: usize = 5;

/// Time of one update of table and belief, and of the same with everything that is published read off it.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn run_once(watch: &Watch<'_, LiarsDice>, event: &Event) -> [Duration; 2] {
    let table = watch.table.clone();
    let begun = Instant::now();
    let after = table.advance(event).0;
    let change = Change { view: event, at: watch.at + 1, before: &watch.table, after: &after };
    let next = LiarsDice::update(&watch.belief, &change, &mut Evidence::off()).expect("a true event");
    let alone = begun.elapsed();
    drop(black_box(LiarsDice::marginals(&next, &after)));
    [alone, begun.elapsed()]
}

/// Prints the times by type of event.
pub fn run() {
    let opening = opening(8, Parameters::default(), |_| Profile::default());
    let mut times: std::collections::BTreeMap<&str, [Vec<Duration>; 2]> = Default::default();
    for seed in 0..GAMES {
        let mut rng = seeded(seed, 6);
        let mut bidders: Vec<Bidder> = (0..8).map(|_| Bidder::random(&mut rng)).collect();
        let game = simulate_with(&opening, &mut bidders, Some(60), &mut rng);
        let mut watch = Watch::<LiarsDice>::new(&opening, Observer::Public);
        for event in &game.events {
            let kind = match event {
                Event::Round(_) => "round",
                Event::Bid(_) => "bid",
                Event::Call(_) | Event::Exact(_) => "call",
                Event::Reveal(_) => "reveal",
                Event::Roll(_) | Event::DiceChange(_) => "",
            };
            if !kind.is_empty() {
                let runs: Vec<[Duration; 2]> = (0..RUNS).map(|_| run_once(&watch, event)).collect();
                let entry = times.entry(kind).or_default();
                for (which, list) in entry.iter_mut().enumerate() {
                    list.extend(runs.iter().map(|run| run[which]).min());
                }
            }
            follow(&mut watch, event);
            // What a server read off this belief is there when the next is read.
            drop(black_box(watch.marginals()));
        }
    }
    println!(
        "update at 8 seats, evidence off, the fastest of {RUNS} runs of each event of {GAMES} games; microseconds\n                  alone: p50, p99, worst    with all marginals"
    );
    for (kind, [alone, both]) in &mut times {
        let show = |list: &mut Vec<Duration>| {
            list.sort_unstable();
            let at = |part: f64| list[((list.len() - 1) as f64 * part).round() as usize].as_secs_f64() * 1e6;
            format!("{:>7.1} {:>7.1} {:>7.1}", at(0.5), at(0.99), at(1.0))
        };
        println!("{kind:<8} {:>6} {}   {}", alone.len(), show(alone), show(both));
    }
}
