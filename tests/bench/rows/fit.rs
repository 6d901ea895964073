//! The priors of the tendencies as they would be fitted today: what simulated persons' own rates are spread like, by the method of moments.

use std::collections::BTreeMap;

use credence::belief::seeded;
use credence::rulesets::Conduct;
use credence::rulesets::vinto::{Mind, Parameters, Person, Style, play_with};

use super::{SIGHTS, opening, setup};

/// Tables of four persons each, and games that each table plays.
const TABLES: u64 = 160;
const GAMES: u64 = 12;

/// (done, could have been done) by person, by tendency and context; the empty context is all of them together.
type Rates = BTreeMap<(&'static str, String), BTreeMap<u64, (f64, f64)>>;

fn gather() -> Rates {
    let mut rates = Rates::new();
    for table in 0..TABLES {
        let (_, draws) = SIGHTS[(table % 2) as usize];
        let opening = opening(setup(draws), Parameters::default(), 4);
        let mut rng = seeded(table, 14);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw_any(&mut rng));
        let mut seated = styles.map(Person::new);
        for _ in 0..GAMES {
            let mut minds: Vec<&mut dyn Mind> = seated.iter_mut().map(|person| person as &mut dyn Mind).collect();
            for conduct in play_with(&opening.setup, &mut minds, None, &mut rng).conduct {
                let Conduct::Count { seat, tendency, context, successes, opportunities } = conduct else { continue };
                // To move by lot is a way of its own.
                if styles[usize::from(seat)].slips == 1.0 {
                    continue;
                }
                let all = if context.is_empty() { vec![context] } else { vec![String::new(), context] };
                for context in all {
                    let cell = rates.entry((tendency, context)).or_default().entry(4 * table + u64::from(seat)).or_default();
                    *cell = (cell.0 + f64::from(successes), cell.1 + f64::from(opportunities));
                }
            }
        }
    }
    rates
}

/// Prints the table.
pub fn run() {
    println!("rates of {TABLES} tables of simulated persons of any sort but careless ones, {GAMES} games each");
    println!("tendency          context      mean    worth   occasions");
    for ((name, context), persons) in &gather() {
        let sum = |value: &dyn Fn(f64, f64) -> f64| persons.values().fold(0.0, |sum, (k, n)| sum + value(*k, *n));
        let p = sum(&|k, _| k) / sum(&|_, n| n);
        let chance = sum(&|_, n| n * p * (1.0 - p));
        let variance = (sum(&|k, n| (k - n * p) * (k - n * p)) - chance) / sum(&|_, n| n * (n - 1.0));
        println!("{name:16}  {context:9}  {p:7.3}  {:7.2}  {:10.0}", p * (1.0 - p) / variance - 1.0, sum(&|_, n| n));
    }
}
