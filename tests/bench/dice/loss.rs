//! Log loss of the true hands, just before the cups are lifted: no inference, the seed's formula, and ours with more and more history.

use credence::belief::seeded;
use credence::rulesets::liars_dice::{Bidder, Event, LiarsDice, Parameters, simulate_with};
use credence::rulesets::{Observer, Profile, Watch};

use super::{all_off, draw, follow, interval, opening, persons, population, seed_on};

/// Rounds that are scored.
const ROUNDS: usize = 2_000;
const MODELS: [&str; 6] = [
    "uniform dice",
    "seed's formula, 10 rounds",
    "seed's formula, this round",
    "population's habits",
    "and this game's reveals",
    "and 20 games before it",
];

/// Prints the table.
pub fn run() {
    let persons = persons(11);
    let mut rng = seeded(12, 2);
    // Bits a cup of each game, by model.
    let mut losses: [Vec<f64>; 6] = Default::default();
    let mut rounds = 0;
    while rounds < ROUNDS {
        let seats = draw(&mut rng, 4);
        let mut bidders: Vec<Bidder> = seats.iter().map(|at| persons[*at].bidder).collect();
        let known = |seat: usize| persons[seats[seat]].profile();
        let empty = |_| Profile::default();
        let openings = [
            opening(4, all_off(), empty),
            opening(4, seed_on(), known),
            opening(4, Parameters { history_memory_rounds: Some(0), ..seed_on() }, known),
            opening(4, population(), empty),
            opening(4, Parameters::default(), empty),
            opening(4, Parameters::default(), known),
        ];
        let game = simulate_with(&openings[0], &mut bidders, None, &mut rng);
        for (opening, losses) in openings.iter().zip(&mut losses) {
            let mut watch = Watch::<LiarsDice>::new(opening, Observer::Public);
            let (mut bits, mut cups) = (0.0, 0);
            for (event, truth) in game.events.iter().zip(&game.truth[1..]) {
                if let Event::Reveal(reveal) = event {
                    bits -= watch.ln_probability(truth) * std::f64::consts::LOG2_E;
                    cups += reveal.hands.len();
                }
                follow(&mut watch, event);
            }
            losses.push(bits / cups as f64);
        }
        rounds += game.table.history.len();
    }
    println!(
        "log loss of true hands, bits a cup, spectator's view before the reveal; {rounds} rounds of {} games of\n\
         4 mixed bidders; how much better than the first line, and than the line above",
        losses[0].len()
    );
    for (at, (name, values)) in MODELS.iter().zip(&losses).enumerate() {
        let (mean, half) = interval(values);
        let over = |other: &Vec<f64>| {
            let gains: Vec<f64> = other.iter().zip(values).map(|(other, own)| other - own).collect();
            let (gain, half) = interval(&gains);
            format!("   {gain:+.4} +- {half:.4}")
        };
        let better = if at == 0 { String::new() } else { over(&losses[0]) + &over(&losses[at - 1]) };
        println!("{name:<26} {mean:.4} +- {half:.4}{better}");
    }
}
