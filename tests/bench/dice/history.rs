//! What remembering pays: the agent with 20 games of history of its opponents against the same agent without.

use credence::rulesets::liars_dice::{LiarsDice, Parameters};
use credence::rulesets::{Population, Profile, Ruleset, find};

use super::wins::{gain, won};
use super::{Person, interval, persons};

/// Games of each agent: three times those of `wins`, because the gain is a few points.
const GAMES: u64 = 6_000;

/// Prints the win rates.
pub fn run() {
    let persons = persons(31);
    let profiles: Vec<Profile> = persons.iter().map(Person::profile).collect();
    let taught = Population::of(&find(LiarsDice::KEY).expect("it is hosted").teaching(), &profiles);
    println!(
        "win rate of an agent that plays by best_response, {GAMES} games against 3 mixed opponents; gains paired by game, over the first line"
    );
    let arms = [
        ("no history", false, Population::default()),
        ("20 games", true, Population::default()),
        ("and their population", true, taught),
    ];
    let mut first: Vec<f64> = Vec::new();
    for (name, past, population) in arms {
        let wins: Vec<f64> = (0..GAMES)
            .map(|game| f64::from(u8::from(won(&persons, Parameters::default(), past, population.clone(), game))))
            .collect();
        let (rate, half) = interval(&wins);
        if first.is_empty() {
            first.clone_from(&wins);
        }
        println!("{name:<26} {:.1} % +- {:.1}   {}", 100.0 * rate, 100.0 * half, gain(&wins, &first));
    }
}
