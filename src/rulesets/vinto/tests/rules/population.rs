//! The priors of the tendencies are those of the simulated population.

use crate::belief::seeded;
use crate::rulesets::Conduct;
use crate::rulesets::population::Population;
use crate::rulesets::vinto::likelihood::TENDENCIES;
use crate::rulesets::vinto::setup::{Parameters, resolve};
use crate::rulesets::vinto::simulator::{Mind, Person, Style, play_with};

/// Tables of four persons each, and games that each table plays.
const TABLES: u64 = 120;
const GAMES: u64 = 12;

#[test]
fn the_priors_are_those_of_the_population() {
    let mut population = Population::default();
    let (setup, _) = resolve(crate::rulesets::vinto::Setup::default(), Parameters::default(), 4).expect("a playable table");
    for table in 0..TABLES {
        let mut rng = seeded(table, 14);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw(&mut rng));
        for _ in 0..GAMES {
            let mut seated = styles.map(Person::new);
            let mut minds: Vec<&mut dyn Mind> = seated.iter_mut().map(|person| person as &mut dyn Mind).collect();
            for conduct in play_with(&setup, &mut minds, None, &mut rng).conduct {
                if let Conduct::Count { seat, .. } = &conduct {
                    population.observe(4 * table + u64::from(*seat), &conduct);
                }
            }
        }
    }
    population.assert_fits(TENDENCIES);
}
