//! Time of an update at the largest table: eight seats with five dice each, evidence off.

use std::hint::black_box;
use std::time::{Duration, Instant};

use credence::belief::{Evidence, seeded};
use credence::rulesets::liars_dice::{Bidder, Event, LiarsDice, Parameters, simulate_with};
use credence::rulesets::{Observer, Profile, Ruleset};

use super::{Fold, opening};

/// Updates behind each median.
const GAMES: u64 = 20;
const REPEATS: u32 = 20;

/// Prints the times by type of event.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
pub fn run() {
    let opening = opening(8, Parameters::default(), |_| Profile::default());
    let mut times: std::collections::BTreeMap<&str, [Vec<Duration>; 2]> = Default::default();
    for seed in 0..GAMES {
        let mut rng = seeded(seed, 6);
        let mut bidders: Vec<Bidder> = (0..8).map(|_| Bidder::random(&mut rng)).collect();
        let game = simulate_with(&opening, &mut bidders, Some(60), &mut rng);
        let mut fold = Fold::new(opening.clone(), Observer::Public);
        for event in &game.events {
            let kind = match event {
                Event::Round(_) => "round",
                Event::Bid(_) => "bid",
                Event::Call(_) | Event::Exact(_) => "call",
                Event::Reveal(_) => "reveal",
                Event::Roll(_) | Event::DiceChange(_) => {
                    fold.follow(event);
                    continue;
                }
            };
            let update = || LiarsDice::update(&fold.belief, &fold.table, event, 1, &mut Evidence::off()).expect("a true event");
            let entry = times.entry(kind).or_default();
            let begun = Instant::now();
            (0..REPEATS).for_each(|_| drop(black_box(update())));
            entry[0].push(begun.elapsed() / REPEATS);
            let begun = Instant::now();
            (0..REPEATS).for_each(|_| drop(black_box(LiarsDice::marginals(&update()))));
            entry[1].push(begun.elapsed() / REPEATS);
            fold.follow(event);
        }
    }
    println!("update at 8 seats, evidence off; microseconds, median and worst\n              alone            and all marginals");
    for (kind, [alone, both]) in &mut times {
        let show = |list: &mut Vec<Duration>| {
            list.sort_unstable();
            let micros = |time: Duration| time.as_secs_f64() * 1e6;
            format!("{:>7.1} {:>7.1}", micros(list[list.len() / 2]), micros(list[list.len() - 1]))
        };
        println!("{kind:<10} {}  {}", show(alone), show(both));
    }
}
