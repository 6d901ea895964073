//! Log loss of hidden cards, kind of evidence by kind of evidence.

use credence::belief::{Evidence, seeded};
use credence::rulesets::vinto::{Event, Parameters, Preset, Rank, Sight, Simulation, play};
use credence::rulesets::{Observer, Watch};

use super::{SEATS, SIGHTS, counting, interval, opening, setup};

/// Games behind each figure, of one round each.
const GAMES: u64 = 300;

/// A model that is judged.
type Model = (&'static str, Parameters);

/// The baseline first.
fn models() -> Vec<Model> {
    let on = Some(true);
    vec![
        ("counting", counting()),
        ("+ swap_behavior", Parameters { swap_behavior: on, ..counting() }),
        ("+ action_usage", Parameters { action_usage: on, ..counting() }),
        ("+ no_toss_in", Parameters { no_toss_in: on, ..counting() }),
        ("+ vinto_call", Parameters { vinto_call: on, ..counting() }),
        ("default", Parameters::default()),
        ("preset seed", Parameters { preset: Some(Preset::Seed), ..Parameters::default() }),
    ]
}

/// Bits of the true ranks and number of cards, over the cards that the baseline does not know, after each window and each call.
fn judge(draws: Sight, parameters: &[Model], game: &Simulation, observer: Observer) -> Vec<(f64, f64)> {
    let openings: Vec<_> = parameters.iter().map(|(_, of)| opening(setup(draws), of.clone(), SEATS)).collect();
    let mut watches: Vec<_> = openings.iter().map(|opening| Watch::new(opening, observer)).collect();
    let mut sums = vec![(0.0, 0.0); parameters.len()];
    for (event, truth) in game.events.iter().zip(&game.truth[1..]) {
        for watch in &mut watches {
            watch.see(event, &mut Evidence::off()).expect("a true event");
        }
        if !matches!(event, Event::TossWindow(_) | Event::Vinto(_)) {
            continue;
        }
        let Watch { table, belief: baseline, .. } = &watches[0];
        let cards = table.rows().flat_map(|(seat, row)| row.iter().copied().zip(truth.rows[&seat].iter().copied()));
        let hidden: Vec<_> = cards.filter(|(card, _)| baseline.known(*card).is_none()).collect();
        for (sum, watch) in sums.iter_mut().zip(&watches) {
            for (card, rank) in &hidden {
                sum.0 -= libm::log2(watch.belief.ranks(&watch.table, *card)[rank.index()]);
                sum.1 += 1.0;
            }
        }
    }
    sums
}

fn report(draws: Sight, name: &str, observer: Observer, models: &[Model]) {
    let games = (0..GAMES)
        .map(|seed| play(&opening(setup(draws), Parameters::default(), SEATS).setup, SEATS, Some(60), &mut seeded(seed, 11)));
    let losses: Vec<Vec<f64>> = games
        .map(|game| judge(draws, models, &game, observer).into_iter().map(|(bits, cards)| bits / f64::max(cards, 1.0)).collect())
        .collect();
    for (model, (label, _)) in models.iter().enumerate() {
        let bits: Vec<f64> = losses.iter().map(|game| game[model]).collect();
        let gain: Vec<f64> = losses.iter().map(|game| game[0] - game[model]).collect();
        let ((bits, _), (gain, within)) = (interval(&bits), interval(&gain));
        let gain = if model == 0 { String::new() } else { format!("{gain:+.4} ± {within:.4}") };
        println!("{name:6}  {observer:8}  {label:20}  {bits:11.4}   {gain}");
    }
}

/// Prints the tables.
pub fn run() {
    println!("log loss of a hidden card's rank, bits a card that the observer was not shown, after every window and call of");
    println!("{GAMES} games of {SEATS} seats, 60 turns each, between persons of the simulated population");
    println!("draws   observer  model                 bits a card   better than counting, 95 % interval, paired by game");
    for (name, draws) in SIGHTS {
        for observer in [Observer::Seat(0), Observer::Public] {
            report(draws, name, observer, &models());
        }
    }
    println!("\nwhat each hard kind is worth: counting, against an observer who forgets what it tells");
    let off = Some(false);
    for (name, draws) in SIGHTS {
        for observer in [Observer::Seat(0), Observer::Public] {
            for (without, with, forgetting) in [
                ("- direct_observation", "+ direct_observation", Parameters { direct_observation: off, ..counting() }),
                ("- king_declaration", "+ king_declaration", Parameters { king_declaration: off, ..counting() }),
                ("- toss_in_failure", "+ toss_in_failure", Parameters { toss_in_failure: off, ..counting() }),
            ] {
                report(draws, name, observer, &[(without, forgetting), (with, counting())]);
            }
        }
    }
    println!("\na rank in sight of nobody: {:.4} bits", entropy());
}

/// Bits of a card of a full deck.
fn entropy() -> f64 {
    Rank::IN_DECK.iter().map(|count| f64::from(*count) / 54.0).map(|p| -p * libm::log2(p)).sum()
}
