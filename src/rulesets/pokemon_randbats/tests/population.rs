//! The priors of the tendencies are those of the simulated population.

use super::opening;
use crate::belief::seeded;
use crate::rulesets::pokemon_randbats::likelihood::TENDENCIES;
use crate::rulesets::pokemon_randbats::simulator::{Style, simulate_between};
use crate::rulesets::pokemon_randbats::{Channel, PokemonRandbats, Table};
use crate::rulesets::simulated_persons::SimulatedPersons;
use crate::rulesets::{Conduct, Observer, PublicTable, Ruleset};

/// Pairs of persons, and battles that each pair plays.
const PAIRS: u64 = 300;
const BATTLES: u64 = 12;

#[test]
fn the_priors_are_those_of_the_population() {
    let mut population = SimulatedPersons::default();
    let opening = opening(&[Channel::Spectator]);
    for pair in 0..PAIRS {
        let mut rng = seeded(pair, 3);
        let players = [Style::draw(&mut rng), Style::draw(&mut rng)];
        for _ in 0..BATTLES {
            let transcript = simulate_between(&opening, None, players, &mut rng);
            let mut table = Table::new(&opening);
            for event in &transcript.events {
                let Some(view) = PokemonRandbats::view(&opening, event, Observer::Public) else { continue };
                let (next, settled) = table.advance(&view);
                table = next;
                for conduct in settled {
                    if let Conduct::Count { seat, .. } = &conduct {
                        population.observe(2 * pair + u64::from(*seat), &conduct);
                    }
                }
            }
        }
    }
    population.assert_fits(TENDENCIES);
}
