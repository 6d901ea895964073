//! The priors of the tendencies are those of the simulated population.

use std::collections::BTreeMap;

use crate::belief::seeded;
use crate::rulesets::Conduct;
use crate::rulesets::vinto::likelihood::TENDENCIES;
use crate::rulesets::vinto::setup::{Parameters, Setup, Sight, resolve};
use crate::rulesets::vinto::simulator::{Mind, Person, Style, play_with};

/// Tables of four persons each, and games that each table plays.
const TABLES: u64 = 100;
const GAMES: u64 = 6;

/// Persons of any sort but those who move by lot, whose way is one of its own. That what priors are worth is capped, because people differ
/// more than simulated ones, so that only means are compared. How many seem careless is no rate of theirs.
#[test]
fn the_priors_are_those_of_the_population() {
    let mut rates: BTreeMap<(&str, String), (f64, f64)> = BTreeMap::new();
    for table in 0..TABLES {
        let draws = if table % 2 == 0 { Sight::Public } else { Sight::Private };
        let setup = Setup { draws: Some(draws), ..Setup::default() };
        let (setup, _) = resolve(setup, Parameters::default(), 4).expect("a playable table");
        let mut rng = seeded(table, 14);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw_any(&mut rng));
        let mut seated = styles.map(Person::new);
        for _ in 0..GAMES {
            let mut minds: Vec<&mut dyn Mind> = seated.iter_mut().map(|person| person as &mut dyn Mind).collect();
            for conduct in play_with(&setup, &mut minds, None, &mut rng).conduct {
                let Conduct::Count { seat, tendency, context, successes, opportunities } = conduct else { continue };
                if styles[usize::from(seat)].slips < 1.0 {
                    let sum = rates.entry((tendency, context)).or_default();
                    *sum = (sum.0 + f64::from(successes), sum.1 + f64::from(opportunities));
                }
            }
        }
    }
    for tendency in TENDENCIES.iter().filter(|tendency| tendency.name != "careless") {
        let contexts: Vec<&str> = tendency.contexts.iter().map(|context| context.name).collect();
        for context in if contexts.is_empty() { vec![""] } else { contexts } {
            let (done, of) = rates[&(tendency.name, context.to_owned())];
            let (prior, due) = (tendency.prior_in(context).mean(), done / of);
            assert!((prior - due).abs() < 0.04, "{} {context}: {prior} for {due} of {of}", tendency.name);
        }
    }
}
