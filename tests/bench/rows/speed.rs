//! What an update with all marginals costs, over whole games.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::hint::black_box;
use std::time::Instant;

use credence::belief::{Draws, Evidence, Method, seeded};
use credence::rulesets::vinto::{Belief, Parameters, Sight, Vinto, play};
use credence::rulesets::{Observer, Posterior, Ruleset, Watch};

use super::{SEATS, SIGHTS, opening, seen, setup};

const GAMES: u64 = 200;

/// Microseconds of each event, and how many beliefs were exact.
fn measure(draws: Sight, observer: Observer) -> (Vec<f64>, usize) {
    let opening = opening(setup(draws), Parameters::default(), SEATS);
    let (mut times, mut exact) = (Vec::new(), 0);
    for seed in 0..GAMES {
        let game = play(&opening.setup, SEATS, None, &mut seeded(seed, 12));
        let mut belief = Belief::prior(&opening, observer, 1);
        for seen in seen(&opening, &game, observer) {
            let begun = Instant::now();
            belief = Vinto::update(&belief, &seen.change(), &mut Evidence::off()).expect("a true event");
            let marginals = black_box(Vinto::marginals(&belief, &seen.after));
            times.push(begun.elapsed().as_secs_f64() * 1e6);
            exact += usize::from(marginals.quality.method == Method::Exact);
        }
    }
    times.sort_by(f64::total_cmp);
    (times, exact)
}

/// Prints the table.
pub fn run() {
    println!(
        "update without evidence, then all marginals: microseconds an event over {GAMES} games of {SEATS} seats, two rounds each"
    );
    println!("draws   observer   events      p50      p90      p99       max   exact");
    for (name, draws) in SIGHTS {
        for observer in [Observer::Seat(0), Observer::Public] {
            let (times, exact) = measure(draws, observer);
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
            let share = 100.0 * exact as f64 / times.len() as f64;
            println!(
                "{name:6}  {observer:8}  {:7}  {:7.0}  {:7.0}  {:7.0}  {:8.0}  {share:5.2} %",
                times.len(),
                at(0.5),
                at(0.9),
                at(0.99),
                at(1.0)
            );
        }
    }
    worlds();
}

fn worlds() {
    let opening = opening(setup(Sight::Private), Parameters::default(), SEATS);
    let game = play(&opening.setup, SEATS, Some(30), &mut seeded(1, 12));
    let mut watch = Watch::new(&opening, Observer::Seat(0));
    for event in &game.events {
        watch.see(event, &mut Evidence::off()).expect("a true event");
    }
    black_box(watch.marginals());
    let begun = Instant::now();
    for seed in 0..10 {
        black_box(watch.sample(Draws { seed, count: 1_000 }).worlds.len());
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("worlds of one seat after 30 turns, closed draws: {:.0} a second", 10_000.0 / seconds);
}
