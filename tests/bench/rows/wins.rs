//! Whether the beliefs win games: the same search with these beliefs, and with worlds that are uniform but for what it was shown.

use credence::belief::seeded;
use credence::rulesets::vinto::{Event, Mind, Parameters, Person, Rank, Sight, Style, play_with};
use credence::rulesets::{Opening, Seat};

use super::playout::won;
use super::search::Search;
use super::{SIGHTS, counting, interval, opening, setup};

const GAMES: u64 = 500;
const SEATS: usize = 4;

/// The share of the rounds of one game that the seat won.
fn game(opening: &Opening<credence::rulesets::vinto::Vinto>, seed: u64) -> f64 {
    let seat = (seed % SEATS as u64) as usize;
    let mut rng = seeded(seed, 15);
    let mut persons: Vec<Person> = (0..SEATS).map(|_| Person::new(Style::draw(&mut rng))).collect();
    let mut search = Search::new(opening, seat as Seat);
    let mut minds: Vec<&mut dyn Mind> = persons.iter_mut().map(|person| person as &mut dyn Mind).collect();
    minds[seat] = &mut search;
    let game = play_with(&opening.setup, &mut minds, None, &mut rng);
    let (mut caller, mut rounds, mut wins) = (None, 0.0, 0.0);
    for event in &game.events {
        match event {
            Event::Round(_) => caller = None,
            Event::Vinto(call) => caller = Some(usize::from(call.seat)),
            Event::Reveal(reveal) => {
                let totals: Vec<i32> = reveal.hands.values().map(|hand| hand.iter().copied().map(Rank::value).sum()).collect();
                wins += won(&totals, caller, seat);
                rounds += 1.0;
            }
            _ => {}
        }
    }
    if rounds > 0.0 { wins / rounds } else { 0.0 }
}

fn arm(draws: Sight, parameters: Parameters) -> Vec<f64> {
    let opening = opening(setup(draws), parameters, SEATS);
    (0..GAMES).map(|seed| game(&opening, seed)).collect()
}

/// Prints the table.
pub fn run() {
    println!(
        "a search player among three persons: rounds won of {GAMES} games of two rounds, {SEATS} seats (a quarter would be chance);"
    );
    println!("80 worlds a decision, each played out; the same persons and first deal for both");
    println!("draws   beliefs            uniform            difference, 95 % interval, paired by game");
    for (name, draws) in SIGHTS {
        let (beliefs, uniform) = (arm(draws, Parameters::default()), arm(draws, counting()));
        let difference: Vec<f64> = beliefs.iter().zip(&uniform).map(|(a, b)| a - b).collect();
        let ((a, aw), (b, bw), (d, dw)) = (interval(&beliefs), interval(&uniform), interval(&difference));
        println!("{name:6}  {a:.3} ± {aw:.3}      {b:.3} ± {bw:.3}      {d:+.3} ± {dw:.3}");
    }
}
