//! How often bids were true that the belief gave a probability: ten bins, games as units.

use credence::belief::seeded;
use credence::rulesets::liars_dice::{Answer, Bidder, Event, LiarsDice, Parameters, Query, simulate_with};
use credence::rulesets::{Observer, Ruleset};

use super::{Fold, draw, interval, opening, persons};

const GAMES: usize = 400;

/// Prints the table.
pub fn run() {
    let persons = persons(21);
    let mut rng = seeded(22, 3);
    let mut bins: Vec<(Vec<f64>, f64, f64, f64)> = vec![Default::default(); 10];
    for _ in 0..GAMES {
        let seats = draw(&mut rng, 4);
        let mut bidders: Vec<Bidder> = seats.iter().map(|at| persons[*at].bidder).collect();
        let opening = opening(4, Parameters::default(), |seat| persons[seats[seat]].profile());
        let game = simulate_with(&opening, &mut bidders, None, &mut rng);
        let mut fold = Fold::new(opening, Observer::Public);
        let mut open: Vec<(f64, u8, u8)> = Vec::new();
        let mut misses = [None; 10];
        for event in &game.events {
            if let Event::Reveal(reveal) = event {
                let wild = fold.table.play.as_ref().and_then(|play| play.rules.wild);
                let counts = |face: u8, die: u8| die == face || wild.is_some_and(|wild| usize::from(die) == wild + 1);
                for (p, quantity, face) in open.drain(..) {
                    let count = reveal.hands.values().flatten().filter(|die| counts(face, **die)).count();
                    let happened = f64::from(u8::from(count >= usize::from(quantity)));
                    let at = ((p * 10.0) as usize).min(9);
                    *misses[at].get_or_insert(0.0) += happened - p;
                    let bin = &mut bins[at];
                    (bin.1, bin.2, bin.3) = (bin.1 + 1.0, bin.2 + p, bin.3 + happened);
                }
            }
            fold.follow(event);
            if let Event::Bid(bid) = event {
                // The bid itself, and one more of each face: what nobody bid is predicted, too.
                let others = (1..=6).map(|face| (bid.quantity, face));
                for (quantity, face) in others.chain([(bid.quantity + 1, bid.face)]) {
                    let query = Query::Plausibility { quantity, face };
                    let answer = LiarsDice::answer(&fold.belief, &fold.table, &query).expect("a face and a quantity");
                    if let Answer::Plausibility { at_least, .. } = answer {
                        open.push((at_least, quantity, face));
                    }
                }
            }
        }
        bins.iter_mut().zip(misses).for_each(|(bin, miss)| bin.0.extend(miss));
    }
    println!("plausibility of bids and of what was not bid, spectator's view with 20 games of history, {GAMES} games as units");
    println!("  bin predictions  games  predicted   observed      z");
    for (at, (misses, count, predicted, happened)) in bins.iter().enumerate() {
        let (mean, half) = interval(misses);
        let z = 1.96 * mean / half;
        println!(
            "{:>5} {count:>11} {:>6} {:>10.4} {:>10.4} {z:>+6.2}",
            format!(".{at}"),
            misses.len(),
            predicted / count,
            happened / count
        );
        assert!(z.abs() < 4.0, "bin {at} is off");
    }
}
