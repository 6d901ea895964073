//! How often bids were true that the belief gave a probability: ten bins, games as units.

use credence::belief::seeded;
use credence::rulesets::liars_dice::{Answer, Bidder, Event, Kind, LiarsDice, Parameters, Query, simulate_with};
use credence::rulesets::{Observer, Watch};

use super::{draw, follow, interval, opening, persons};

const GAMES: usize = 400;

/// Prints the table.
pub fn run() {
    let persons = persons(21);
    let mut rng = seeded(22, 3);
    let mut bins: Vec<Bin> = vec![Bin::default(); 10];
    for _ in 0..GAMES {
        let seats = draw(&mut rng, 4);
        let mut bidders: Vec<Bidder> = seats.iter().map(|at| persons[*at].bidder).collect();
        let opening = opening(4, Parameters::default(), |seat| persons[seats[seat]].profile());
        let game = simulate_with(&opening, &mut bidders, None, &mut rng);
        let mut watch = Watch::<LiarsDice>::new(&opening, Observer::Public);
        let mut open: Vec<(f64, u8, u8)> = Vec::new();
        let (mut misses, mut counts_of): ([Option<f64>; 10], [Option<f64>; 10]) = Default::default();
        for event in &game.events {
            if let Event::Reveal(reveal) = event {
                let wild = watch.table.round.as_ref().and_then(|round| round.rules.wild);
                let counts = |face: u8, die: u8| die == face || wild.is_some_and(|wild| usize::from(die) == wild + 1);
                for (p, quantity, face) in open.drain(..) {
                    let count = reveal.hands.values().flatten().filter(|die| counts(face, **die)).count();
                    let happened = f64::from(u8::from(count >= usize::from(quantity)));
                    let at = ((p * 10.0) as usize).min(9);
                    *misses[at].get_or_insert(0.0) += happened - p;
                    let bin = &mut bins[at];
                    (bin.count, bin.predicted, bin.happened) = (bin.count + 1.0, bin.predicted + p, bin.happened + happened);
                    *counts_of[at].get_or_insert(0.0) += 1.0;
                }
            }
            follow(&mut watch, event);
            if let Event::Bid(bid) = event {
                // The bid itself, and one more of each face: what nobody bid is predicted, too.
                let others = (1..=6).map(|face| (bid.quantity, face));
                for (quantity, face) in others.chain([(bid.quantity + 1, bid.face)]) {
                    let query = Query::Plausibility { quantity, face };
                    let answer = watch.answer(&query).expect("a face and a quantity");
                    if let Answer::Plausibility { at_least, .. } = answer {
                        open.push((at_least, quantity, face));
                    }
                }
            }
        }
        let kinds: Vec<Kind> = bidders.iter().map(|bidder| bidder.kind).collect();
        for (bin, (miss, count)) in bins.iter_mut().zip(misses.into_iter().zip(counts_of)) {
            bin.games.extend(miss.zip(count).map(|(miss, count)| (kinds.clone(), miss, count)));
        }
    }
    println!("plausibility of bids and of what was not bid, spectator's view with 20 games of history, {GAMES} games as units");
    println!("  bin predictions  games  predicted   observed   difference           z");
    let mut worst = (0, 0.0);
    for (at, bin) in bins.iter().enumerate() {
        let (miss, half) = bin.miss(|_| true);
        let z = 1.96 * miss / half;
        if z.abs() > f64::abs(worst.1) {
            worst = (at, z);
        }
        println!(
            "{:>5} {:>11} {:>6} {:>10.4} {:>10.4}   {miss:>+7.4} +- {half:.4} {z:>+6.2}",
            format!(".{at}"),
            bin.count,
            bin.games.len(),
            bin.predicted / bin.count,
            bin.happened / bin.count
        );
        assert!(z.abs() < 4.0, "bin {at} is off");
    }
    println!("bin .{}, at tables without a kind of bidder, and with one", worst.0);
    for kind in Kind::ALL {
        let of = |with: bool| bins[worst.0].miss(|kinds| kinds.contains(&kind) == with);
        let ((without, without_half), (with, with_half)) = (of(false), of(true));
        println!("  {:<11} {without:>+7.4} +- {without_half:.4}   {with:>+7.4} +- {with_half:.4}", format!("{kind:?}"));
    }
}

/// What was given a probability in a tenth of 0 to 1.
#[derive(Clone, Default)]
struct Bin {
    count: f64,
    predicted: f64,
    happened: f64,
    /// By game: who played, how much more often it happened than predicted, and of how many.
    games: Vec<(Vec<Kind>, f64, f64)>,
}

impl Bin {
    /// How much likelier it was than predicted, in the games of such tables, and half of the 95 % interval with games as units.
    fn miss(&self, tables: impl Fn(&[Kind]) -> bool) -> (f64, f64) {
        let of_tables = self.games.iter().filter(|(kinds, ..)| tables(kinds));
        let (misses, counts): (Vec<f64>, Vec<f64>) = of_tables.map(|(_, miss, count)| (miss, count)).unzip();
        let each = counts.iter().sum::<f64>() / counts.len() as f64;
        let (miss, half) = interval(&misses);
        (miss / each, half / each)
    }
}
