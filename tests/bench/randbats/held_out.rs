//! Log loss of each field of held-out sets after 0 to 4 moves, revealed in random order.

use credence::belief::seeded;
use credence::rulesets::Ruleset;
use credence::rulesets::pokemon_randbats::PokemonRandbats;
use credence::rulesets::pokemon_randbats::prior::{Fields, embedded};
use rand::seq::SliceRandom;

use super::models::{Counting, FIELDS, Independent, Joint, Losses};
use super::{held_out, mean};

const MODELS: [&str; 4] =
    ["seed's: roles x items, uniform", "roles x items, by frequency", "joint table", "joint table, leads apart"];
/// What the joint table of a tenth of the teams reached, for items, at two and at four moves: not to be exceeded.
const REACHED: [(usize, f64); 2] = [(2, 0.213), (4, 0.059)];

/// Prints the table.
pub fn run() {
    let teams = held_out();
    let prior = embedded();
    let fields: Vec<Fields> = prior.entries().iter().map(Fields::of).collect();
    let unlisted = PokemonRandbats::LIKELIHOODS.iter().find(|one| one.name == "unlisted").expect("the likelihood").value;
    let joint = Joint { prior, fields: &fields, unlisted };
    let apart = |uniform| prior.entries().iter().map(|entry| Independent::of(prior, entry, uniform)).collect::<Vec<_>>();
    let (seed, frequent) = (apart(true), apart(false));
    let mut rng = seeded(41, 0);
    // Of each team the mean over its members: members of a team are not independent.
    let mut losses: Vec<Vec<[Losses; MODELS.len()]>> = vec![Vec::new(); 5];
    for team in &teams {
        let mut sums = [[[0.0; 5]; MODELS.len()]; 5];
        for (place, member) in team.iter().enumerate() {
            let mut order = member.moves.clone();
            order.shuffle(&mut rng);
            for (count, sums) in sums.iter_mut().enumerate() {
                let seen = &order[..count.min(order.len())];
                let of_models = [
                    seed[member.entry].losses(member, seen),
                    frequent[member.entry].losses(member, seen),
                    joint.losses(member, seen, Counting::Pooled),
                    joint.losses(member, seen, Counting::ByPlace { lead: place == 0 }),
                ];
                for (sums, losses) in sums.iter_mut().zip(of_models) {
                    sums.iter_mut().zip(losses).for_each(|(sum, loss)| *sum += loss / team.len() as f64);
                }
            }
        }
        losses.iter_mut().zip(sums).for_each(|(losses, sums)| losses.push(sums));
    }
    println!(
        "log loss in nats on {} held-out teams, k moves of each member revealed in random order; +- one standard error",
        teams.len()
    );
    for (at, field) in FIELDS.iter().enumerate() {
        println!("{field:<31}  k=0              k=1              k=2              k=3              k=4");
        for (model, name) in MODELS.iter().enumerate() {
            let cell = |of_count: &Vec<[Losses; MODELS.len()]>| {
                let values: Vec<f64> = of_count.iter().map(|models| models[model][at]).collect();
                let (mean, error) = mean(&values);
                format!("{mean:.4} +- {error:.4}")
            };
            println!("{name:<31}  {}", losses.iter().map(cell).collect::<Vec<_>>().join("  "));
        }
    }
    for (count, bound) in REACHED {
        let values: Vec<f64> = losses[count].iter().map(|models| models[3][0]).collect();
        let (mean, error) = mean(&values);
        let holds = if mean <= bound + 2.0 * error { "holds" } else { "DOES NOT HOLD" };
        println!("item at k={count}: {mean:.4} +- {error:.4}, to reach {bound}: {holds}");
    }
}
