//! The priors of the tendencies are those of the simulated population.

use serde_json::json;

use super::{Style, game, settled_in};
use crate::belief::seeded;
use crate::rulesets::Conduct;
use crate::rulesets::hearts::likelihood::TENDENCIES;
use crate::rulesets::population::Population;

/// Persons in tables of four, and games (of four deals) that each table plays.
const TABLES: u64 = 200;
const GAMES: u64 = 12;

#[test]
fn the_priors_are_those_of_the_population() {
    let mut population = Population::default();
    for table in 0..TABLES {
        let mut rng = seeded(table, 2);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw(&mut rng));
        for round in 0..GAMES {
            let transcript = game(json!({}), None, &styles, 100_000 + 1_000 * table + round);
            for conduct in settled_in(json!({}), &transcript) {
                if let Conduct::Count { seat, .. } = &conduct {
                    population.observe(4 * table + u64::from(*seat), &conduct);
                }
            }
        }
    }
    population.assert_fits(TENDENCIES);
}
