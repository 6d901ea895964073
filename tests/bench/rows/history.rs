//! What remembering pays: the search player with games of its opponents before it against the same player without, and against counting cards.

use credence::belief::seeded;
use credence::rulesets::vinto::{Mind, Parameters, Person, Style, Vinto, play_with};
use credence::rulesets::{Memory, Opening, Profile, Ruleset, SettledAt};

use super::share::share;
use super::spread::each;
use super::wins::{Here, game_of, seat_of};
use super::{SIGHTS, counting, interval, opening, setup};

/// Games of each arm.
const GAMES: u64 = 4_000;
const SEATS: usize = 4;
/// Games that are remembered, and so many that the habits of persons are all but known.
const PASTS: [u64; 2] = [20, 200];

/// Prints the tables.
pub fn run() {
    println!(
        "share of its rounds that a search player wins among three persons of any sort, {GAMES} games of {SEATS} seats, where a quarter"
    );
    println!(
        "would be chance; the same persons and first deal for every line; then what that is above card counting, and above the line before"
    );
    for (name, draws) in SIGHTS {
        println!("draws: {name}");
        let arms = [("card counting", counting(), 0), ("strangers", Parameters::default(), 0)];
        let known = PASTS.map(|past| ("games before it", Parameters::default(), past));
        let mut played: Vec<Vec<f64>> = Vec::new();
        for (label, parameters, past) in arms.into_iter().chain(known) {
            let opening = opening(setup(draws), parameters, SEATS);
            let shares = each(GAMES, |seed| share_won(&opening, past, seed));
            let label = if past == 0 { label.to_owned() } else { format!("{past} {label}") };
            let (mean, within) = interval(&shares);
            let above = |than: &Vec<f64>| {
                let above: Vec<f64> = shares.iter().zip(than).map(|(share, than)| share - than).collect();
                let (mean, within) = interval(&above);
                format!("   {mean:+.4} ± {within:.4}")
            };
            let gains: String = [played.first(), played.last()].into_iter().flatten().map(above).collect();
            println!("{label:20} {mean:.4} ± {within:.4}{gains}");
            played.push(shares);
        }
        if let [_, none, past, known] = played.as_slice() {
            let (reached, within) = share(none, past, known);
            println!("of what {} games are worth, {} reach {reached:.2} ± {within:.2}", PASTS[1], PASTS[0]);
        }
    }
}

/// The share of its rounds that the search player wins in a game, after so many earlier ones between the same persons.
fn share_won(opening: &Opening<Vinto>, past: u64, seed: u64) -> f64 {
    let mut rng = seeded(seed, 15);
    let styles: Vec<Style> = (0..SEATS).map(|_| Style::draw_any(&mut rng)).collect();
    let opening = remembering(opening, &styles, past, seed);
    let here = Here::new(&opening, seat_of(&opening, seed));
    let (score, _) = game_of(&opening, &styles, seed, here, &mut rng);
    score.share()
}

/// The opening with what so many earlier games between the same persons taught about each.
fn remembering(opening: &Opening<Vinto>, styles: &[Style], past: u64, seed: u64) -> Opening<Vinto> {
    let mut memories = vec![Memory::default(); styles.len()];
    for number in 0..past {
        let mut persons: Vec<Person> = styles.iter().map(|style| Person::new(*style)).collect();
        let mut minds: Vec<&mut dyn Mind> = persons.iter_mut().map(|person| person as &mut dyn Mind).collect();
        let game = play_with(&opening.setup, &mut minds, None, &mut seeded(seed, 1_000 + number));
        let place = SettledAt { game: &number.to_string(), revision: 1 };
        for (seat, observed) in game.conduct.iter().filter_map(|conduct| conduct.observed()) {
            memories[usize::from(seat)].observe(Vinto::DECAY.value, place, &observed);
        }
    }
    let mut opening = opening.clone();
    for (seat, memory) in opening.seats.iter_mut().zip(memories) {
        seat.profile = Profile::clone(memory.profile());
    }
    opening
}
