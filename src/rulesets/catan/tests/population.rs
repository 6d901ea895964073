//! The priors of the tendencies are those of the simulated population.

use serde_json::json;

use super::opening;
use crate::belief::seeded;
use crate::rulesets::catan::likelihood::{PLAYS_NEW_CARD, TENDENCIES};
use crate::rulesets::catan::{Catan, Manners, Style, Table, simulate_among};
use crate::rulesets::simulated_persons::SimulatedPersons;
use crate::rulesets::{Conduct, Observer, PublicTable, Ruleset, Tendency};

/// Tables of four persons each, and games that each table plays.
const TABLES: u64 = 200;
const GAMES: u64 = 12;

#[test]
fn the_priors_are_those_of_the_population() {
    let mut population = SimulatedPersons::default();
    let opening = opening(4, json!({}), json!({}));
    for table in 0..TABLES {
        let mut rng = seeded(table, 3);
        let manners: [Manners; 4] = std::array::from_fn(|_| Manners::draw(&mut rng));
        for _ in 0..GAMES {
            let transcript = simulate_among(&opening, None, Style::Usual, &manners, &mut rng);
            let mut at = Table::new(&opening);
            for event in &transcript.events {
                let Some(view) = Catan::view(&opening, event, Observer::Public) else { continue };
                let (next, settled) = at.advance(&view);
                at = next;
                for conduct in settled {
                    if let Conduct::Count { seat, .. } = &conduct {
                        population.observe(4 * table + u64::from(*seat), &conduct);
                    }
                }
            }
        }
    }
    // Simulated persons do not differ in how ready they are to play development cards.
    let fitted: Vec<Tendency> = TENDENCIES.iter().filter(|tendency| tendency.name != PLAYS_NEW_CARD).copied().collect();
    population.assert_fits(&fitted);
}
