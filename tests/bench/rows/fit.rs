//! The soft likelihoods as they would be fitted today, beside those that stand.

use std::collections::BTreeMap;

use credence::belief::{Evidence, seeded};
use credence::rulesets::vinto::{Belief, Instance, Parameters, Rank, Reading, Setup, Sight, Vinto, World, play, readings};
use credence::rulesets::{Observer, Posterior, Ruleset};

use super::{SEATS, opening, seen};

const GAMES: u64 = 400;

/// Tables that differ in who sees what: both kinds of draws, and draws in sight with discards that are not, where alone it is not seen
/// what was given up for a known card.
fn tables() -> [(&'static str, Setup); 3] {
    let table = |draws, discards| Setup { draws: Some(draws), discards: Some(discards), ..Setup::default() };
    [
        ("open", table(Sight::Public, Sight::Public)),
        ("closed", table(Sight::Private, Sight::Public)),
        ("face down", table(Sight::Public, Sight::Private)),
    ]
}

/// What was predicted before a clue, and whether it was so.
type Samples = BTreeMap<&'static str, Vec<(f64, bool)>>;

/// A call: what was predicted of the total, what it was, and what the cards that the caller did not know counted.
struct Called {
    totals: Vec<(i32, f64)>,
    total: i32,
    others: f64,
}

fn gather(table: Setup, samples: &mut Samples, calls: &mut Vec<Called>) {
    let opening = opening(table, Parameters::default(), SEATS);
    for seed in 0..GAMES {
        let game = play(&opening.setup, SEATS, None, &mut seeded(seed, 13));
        let observer = if seed % 2 == 0 { Observer::Public } else { Observer::Seat((seed % 5) as u8) };
        let mut belief = Belief::prior(&opening, observer, 1);
        let mut before = &game.truth[0];
        for seen in seen(&opening, &game, observer) {
            let (change, truth) = (seen.change(), seen.truth);
            // A card lies in a row before the event or after it.
            let rank = |card: Instance| {
                let within = |world: &World, place: Option<(u8, u8)>| {
                    place.map(|(seat, position)| world.rows[&seat][usize::from(position)])
                };
                within(truth, change.after.place(card)).or_else(|| within(before, change.before.place(card)))
            };
            for reading in readings(&belief, &change) {
                match reading {
                    Reading::Ranks { name, card, ranks, p } => {
                        if let Some(rank) = rank(card) {
                            samples.entry(name).or_default().push((p, ranks.contains(rank)));
                        }
                    }
                    Reading::Total { cards, others, totals } => {
                        let total = cards.iter().filter_map(|card| rank(*card)).map(Rank::value).sum();
                        calls.push(Called { totals, total, others });
                    }
                }
            }
            belief = Vinto::update(&belief, &change, &mut Evidence::off()).expect("a true event");
            before = truth;
        }
    }
}

/// The value f that makes what was predicted, with odds times f, as frequent as what was observed.
fn fitted(samples: &[(f64, bool)]) -> f64 {
    let excess = |ln: f64| -> f64 {
        let f = libm::exp(ln);
        samples.iter().map(|(p, held)| f64::from(u8::from(*held)) - f * p / (1.0 - p + f * p)).sum()
    };
    let (mut low, mut high) = (-8.0, 3.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    libm::exp(f64::midpoint(low, high))
}

/// Mean bits that a rate of the call's likelihood gains.
fn gain(rate: f64, calls: &[Called]) -> f64 {
    let factor = |total: f64| 1.0 - libm::pow(1.0 - libm::exp(-rate * (total + 2.0).max(0.0)), 3.0);
    let of = |call: &Called| {
        let weighed: f64 = call.totals.iter().map(|(total, p)| p * factor(f64::from(*total) + call.others)).sum();
        libm::log2(factor(f64::from(call.total) + call.others) / weighed)
    };
    calls.iter().map(of).sum::<f64>() / calls.len().max(1) as f64
}

/// Prints the table.
pub fn run() {
    println!("soft likelihoods fitted on {GAMES} games of {SEATS} seats at each table, beside those that stand");
    println!("likelihood            stands     open  samples   closed  samples  face down  samples      all");
    let mut fits: Vec<(Samples, Vec<Called>)> = Vec::new();
    for (_, table) in tables() {
        let (mut samples, mut calls) = (Samples::new(), Vec::new());
        gather(table, &mut samples, &mut calls);
        fits.push((samples, calls));
    }
    for likelihood in Vinto::LIKELIHOODS.iter().filter(|likelihood| likelihood.name != "vinto_call") {
        let of = |table: usize| fits[table].0.get(likelihood.name).map_or(&[][..], |samples| samples);
        let all: Vec<_> = (0..fits.len()).flat_map(|table| of(table).iter().copied()).collect();
        print!("{:20}  {:6.3}", likelihood.name, likelihood.value);
        (0..fits.len()).for_each(|table| print!("   {:6.3}  {:7}", fitted(of(table)), of(table).len()));
        println!("   {:6.3}", fitted(&all));
    }
    let names: Vec<&str> = tables().iter().map(|(name, _)| *name).collect();
    println!("rate of the call: bits gained a call, {}", names.join(", "));
    for rate in [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6] {
        let gains: Vec<String> = fits.iter().map(|(_, calls)| format!("{:+.4}", gain(rate, calls))).collect();
        println!("{rate:5.2}   {}", gains.join("   "));
    }
}
