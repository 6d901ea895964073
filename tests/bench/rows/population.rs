//! Beta priors of the tendencies, fitted to the simulated population by the method of moments.

use std::collections::BTreeMap;

use credence::belief::seeded;
use credence::rulesets::vinto::{Mind, Parameters, Person, Sight, Style, Vinto, play_with};
use credence::rulesets::{Conduct, Ruleset};

use super::{SEATS, opening, setup};

/// Tables of persons, and games that each table plays.
const TABLES: u64 = 120;
const GAMES: u64 = 24;

/// Prints the table.
pub fn run() {
    println!("rates of {} persons in {GAMES} games of two rounds each, draws in sight", TABLES * SEATS as u64);
    println!("tendency        mean      sd between   alpha    beta   stands");
    let setup = opening(setup(Sight::Public), Parameters::default(), SEATS).setup;
    let mut persons: Vec<BTreeMap<&'static str, (f64, f64)>> = Vec::new();
    for table in 0..TABLES {
        let mut rng = seeded(table, 14);
        let styles: Vec<Style> = (0..SEATS).map(|_| Style::draw(&mut rng)).collect();
        let mut counts = vec![BTreeMap::<&'static str, (f64, f64)>::new(); SEATS];
        for _ in 0..GAMES {
            let mut seated: Vec<Person> = styles.iter().map(|style| Person::new(*style)).collect();
            let mut minds: Vec<&mut dyn Mind> = seated.iter_mut().map(|person| person as &mut dyn Mind).collect();
            for conduct in play_with(&setup, &mut minds, None, &mut rng).conduct {
                let Conduct::Count { seat, tendency, successes, opportunities, .. } = conduct else { continue };
                let count = counts[usize::from(seat)].entry(tendency).or_default();
                *count = (count.0 + f64::from(successes), count.1 + f64::from(opportunities));
            }
        }
        persons.extend(counts);
    }
    for tendency in Vinto::TENDENCIES {
        let counts: Vec<(f64, f64)> =
            persons.iter().filter_map(|person| person.get(tendency.name)).filter(|count| count.1 >= 4.0).copied().collect();
        let n = counts.len() as f64;
        let mean = counts.iter().map(|(done, of)| done / of).sum::<f64>() / n;
        let variance = counts.iter().map(|(done, of)| (done / of - mean).powi(2)).sum::<f64>() / (n - 1.0);
        // Of the variance of observed rates, what chance alone gives is left out.
        let chance = counts.iter().map(|(_, of)| mean * (1.0 - mean) / of).sum::<f64>() / n;
        let between = (variance - chance).max(1e-4);
        let worth = (mean * (1.0 - mean) / between - 1.0).max(0.2);
        println!(
            "{:14}  {mean:6.3}  {:10.3}  {:8.2}  {:6.2}   {} {}",
            tendency.name,
            between.sqrt(),
            mean * worth,
            (1.0 - mean) * worth,
            tendency.prior_alpha,
            tendency.prior_beta
        );
    }
}
