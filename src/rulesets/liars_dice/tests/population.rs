//! The priors of the tendencies are those of the simulated population; but for `careless`, which nobody in it is: that prior is a guess.

use serde_json::json;

use super::opening;
use crate::belief::seeded;
use crate::rulesets::liars_dice::likelihood::TENDENCIES;
use crate::rulesets::liars_dice::simulator::{Bidder, simulate_with};
use crate::rulesets::liars_dice::tendencies::CARELESS;
use crate::rulesets::simulated_persons::SimulatedPersons;
use crate::rulesets::{Conduct, Tendency};

/// Tables of four persons each, and games that each table plays.
const TABLES: u64 = 150;
const GAMES: u64 = 10;

#[test]
fn the_priors_are_those_of_the_population() {
    let mut population = SimulatedPersons::default();
    let opening = opening(4, json!({}), json!({}));
    for table in 0..TABLES {
        let mut rng = seeded(table, 4);
        let mut bidders: Vec<Bidder> = (0..4).map(|_| Bidder::random(&mut rng)).collect();
        for _ in 0..GAMES {
            let game = simulate_with(&opening, &mut bidders, None, &mut rng);
            for conduct in &game.conduct {
                if let Conduct::Count { seat, .. } = conduct {
                    population.observe(4 * table + u64::from(*seat), conduct);
                }
            }
        }
    }
    let fitted: Vec<Tendency> = TENDENCIES.iter().filter(|tendency| tendency.name != CARELESS).copied().collect();
    population.assert_fits(&fitted);
}
