//! Log loss of the species of a member not seen yet, given some of its team.

use credence::belief::{seeded, unit};
use credence::rulesets::pokemon_randbats::prior::{Team, embedded};

use super::{held_out, mean};

/// Prints the table.
pub fn run() {
    let teams = held_out();
    let prior = embedded();
    let entries = prior.entries();
    let even = libm::log(entries.len() as f64);
    let total = entries.iter().fold(0.0, |sum, entry| sum + entry.count() as f64);
    let mut rng = seeded(42, 0);
    println!("log loss in nats of the species of a random other member, {} held-out teams; +- one standard error", teams.len());
    println!("known members  all alike  by frequency       generator's odds and limits  fits the limits");
    for known in 0..6 {
        let (mut frequent, mut ours, mut fits) = (Vec::new(), Vec::new(), 0.0);
        for team in &teams {
            let mut left: Vec<usize> = team.iter().map(|member| member.entry).collect();
            let mut draw = || left.swap_remove(((unit(&mut rng) * left.len() as f64) as usize).min(left.len() - 1));
            let seen: Vec<usize> = (0..known).map(|_| draw()).collect();
            let next = draw();
            let chances = Team::of(seen.iter().map(|at| &entries[*at])).unseen(prior);
            let free = seen.iter().fold(total, |sum, at| sum - entries[*at].count() as f64);
            frequent.push(-libm::log(entries[next].count() as f64 / free));
            fits += f64::from(u8::from(chances.contains_key(&next)));
            // As the ruleset has it: what the limits rule out keeps a ten thousandth.
            let p = (1.0 - 1e-4) * chances.get(&next).copied().unwrap_or(0.0) + 1e-4 / entries.len() as f64;
            ours.push(-libm::log(p));
        }
        let (frequent, ours, share) = (mean(&frequent), mean(&ours), fits / teams.len() as f64);
        println!(
            "{known:<13}  {even:<9.4}  {:.4} +- {:.4}   {:.4} +- {:.4}            {:.3} %",
            frequent.0,
            frequent.1,
            ours.0,
            ours.1,
            100.0 * share
        );
    }
}
