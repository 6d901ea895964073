//! The priors of the tendencies are those of the simulated population: of the wider one, whose persons differ more than those who play.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Event, Hearts, Style, opening, settled_in, simulate};
use crate::belief::seeded;
use crate::rulesets::hearts::likelihood::{CARELESS, TENDENCIES};
use crate::rulesets::simulated_persons::SimulatedPersons;
use crate::rulesets::{Conduct, Transcript};

/// Persons in tables of four, and games (of four deals) that each table plays.
const TABLES: u64 = 300;
const GAMES: u64 = 6;

/// The games that the priors were fitted on (`fit` of the benchmark), so that only a change of the simulator or of what is counted differs. Rates are those of persons who look at their cards; how often a deal looks careless is that of all.
#[test]
fn the_priors_are_those_of_the_population() {
    let opening = opening(json!({}));
    let mut population = SimulatedPersons::default();
    for table in 0..TABLES {
        let mut rng = seeded(table, 77);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw_any(&mut rng));
        for round in 0..GAMES {
            let transcript = shown(simulate(&opening, None, &styles, &mut seeded(table, 1_000 + round)));
            for conduct in settled_in(json!({}), &transcript) {
                let Conduct::Count { seat, tendency, .. } = &conduct else { continue };
                if *tendency == CARELESS || !styles[usize::from(*seat)].has_a_way() {
                    population.observe(4 * table + u64::from(*seat), &conduct);
                }
            }
        }
    }
    population.assert_fits(TENDENCIES);
}

/// The same game at a table that shows the passes.
fn shown(mut transcript: Transcript<Hearts>) -> Transcript<Hearts> {
    let mut passes = BTreeMap::new();
    for event in &mut transcript.events {
        match event {
            Event::Deal(_) => passes.clear(),
            Event::Pass(pass) => passes.extend(pass.cards.map(|cards| (pass.seat, cards))),
            Event::DealEnd(end) => end.passes = passes.clone(),
            Event::Receive(_) | Event::Play(_) => {}
        }
    }
    transcript
}
