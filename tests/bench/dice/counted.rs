//! The population's rates, counted again on simulated tables of mixed bidders: what the numbers in `likelihood.rs` were taken from.

use std::collections::BTreeMap;

use credence::belief::seeded;
use credence::rulesets::liars_dice::{Bidder, Parameters, simulate_with};
use credence::rulesets::{Conduct, Profile};

use super::opening;

const GAMES: u64 = 1_500;

/// Prints the rates, and how often exact calls were made by how likely they were right.
pub fn run() {
    let mut counts: BTreeMap<(&str, String), (u32, u32)> = BTreeMap::new();
    let mut exacts = [(0_u32, 0_u32); 4];
    for seed in 0..GAMES {
        let seats = 2 + (seed % 7) as usize;
        let mut rng = seeded(seed, 77);
        let mut bidders: Vec<Bidder> = (0..seats).map(|_| Bidder::random(&mut rng)).collect();
        let game = simulate_with(&opening(seats, Parameters::default(), |_| Profile::default()), &mut bidders, None, &mut rng);
        for settled in &game.conduct {
            if let Conduct::Count { tendency, context, successes, opportunities, .. } = settled {
                let entry = counts.entry((tendency, context.clone())).or_default();
                *entry = (entry.0 + successes, entry.1 + opportunities);
            }
        }
        for revealed in game.table.history.iter() {
            let round = &revealed.round;
            let ending = round.ending.map(|ending| (ending.seat, ending.exact));
            let answers = round.bids.iter().skip(1).map(|(seat, _)| (*seat, false)).chain(ending);
            for (at, (seat, exact)) in answers.enumerate() {
                let last = round.bids[at].1;
                let spot = round.spot(seat, Some(last));
                let own = spot.rules.support(&revealed.hands[usize::from(seat)], last.face);
                let p = spot.others(last.face).point(i32::from(last.quantity) - i32::from(own));
                let bin = &mut exacts[[0.1, 0.2, 0.3].iter().take_while(|end| p >= **end).count()];
                *bin = (bin.0 + u32::from(exact), bin.1 + 1);
            }
        }
    }
    println!("rates of the population, {GAMES} games of 2 to 8 mixed bidders");
    for ((tendency, context), (done, of)) in &counts {
        println!("{tendency:<16} {context:<12} {:.3}  of {of}", f64::from(*done) / f64::from(*of));
    }
    for ((done, of), band) in exacts.iter().zip(["below 0.1", "0.1 to 0.2", "0.2 to 0.3", "above 0.3"]) {
        println!("exact call, right with p {band:<11} {:.3}  of {of}", f64::from(*done) / f64::from((*of).max(1)));
    }
}
