//! What the sections of the benchmark of liar's dice stand on: persons with a past, and intervals.

pub mod agent;
pub mod calibration;
pub mod ceiling;
pub mod contest;
pub mod counted;
pub mod history;
pub mod loss;
pub mod remote;
pub mod serving;
#[path = "../share/mod.rs"]
pub mod share;
pub mod speed;
pub mod wins;

use credence::belief::{Evidence, WorldRng, below, seeded};
use credence::rulesets::liars_dice::{
    Bidder, Event, Kind, LiarsDice, Parameters, Preset, Setup, Simulation, remember, simulate_with,
};
use credence::rulesets::{Memory, Opening, Population, Profile, Ruleset, SeatOpening, Watch};

/// Persons that the tables of a section are drawn from.
pub const PERSONS: usize = 40;
/// Games that everybody played before.
pub const PAST: u32 = 20;

/// A simulated person with what its past games taught.
#[derive(Clone)]
pub struct Person {
    /// How it plays.
    pub bidder: Bidder,
    /// What is remembered of it.
    pub memory: Memory,
}

impl Person {
    /// What is known of it.
    pub fn profile(&self) -> Profile {
        self.memory.profile().clone()
    }
}

/// As many persons of each kind, each after at least [`PAST`] games, on tables of four.
pub fn persons(seed: u64) -> Vec<Person> {
    persons_with(seed, |_, _, _| {})
}

/// The same; `each` is shown every game as it ends, with its id and the places of its persons.
pub fn persons_with(seed: u64, mut each: impl FnMut(&str, &[usize], &Simulation)) -> Vec<Person> {
    let mut rng = seeded(seed, 1);
    let mut persons: Vec<Person> = (0..PERSONS)
        .map(|at| {
            let bidder = Bidder::new(Kind::ALL[at % Kind::ALL.len()], below(6, &mut rng));
            Person { bidder, memory: Memory::default() }
        })
        .collect();
    let games = |person: &Person| person.memory.profile().games;
    let mut number = 0;
    while let Some(needy) = persons.iter().position(|person| games(person) < PAST) {
        let mut seats = draw(&mut rng, 4);
        // Whoever has enough games makes room.
        if !seats.contains(&needy) {
            seats[0] = needy;
        }
        let mut bidders: Vec<Bidder> = seats.iter().map(|at| persons[*at].bidder).collect();
        let game = simulate_with(&opening(4, Parameters::default(), |_| Profile::default()), &mut bidders, None, &mut rng);
        let id = format!("past-{number}");
        for (seat, at) in (0..).zip(&seats) {
            remember(&mut persons[*at].memory, &id, &game, seat);
        }
        each(&id, &seats, &game);
        number += 1;
    }
    persons
}

/// Different persons for a table.
pub fn draw(rng: &mut WorldRng, seats: usize) -> Vec<usize> {
    let mut drawn = Vec::new();
    while drawn.len() < seats {
        let at = below(PERSONS, rng);
        if !drawn.contains(&at) {
            drawn.push(at);
        }
    }
    drawn
}

/// An opening at the default table.
pub fn opening(seats: usize, parameters: Parameters, profile: impl Fn(usize) -> Profile) -> Opening<LiarsDice> {
    let (setup, parameters) = LiarsDice::resolve(Setup::default(), parameters, seats).expect("a legal table");
    let seats = (0..seats).map(|seat| SeatOpening { person: String::new(), profile: profile(seat) }).collect();
    Opening { setup, parameters, seats, population: Population::default() }
}

/// The seed's defaults with all its switches on.
pub fn seed_on() -> Parameters {
    Parameters {
        preset: Some(Preset::Seed),
        betting_history_enabled: Some(true),
        player_trust_enabled: Some(true),
        bayesian_sampling: Some(true),
        ..Parameters::default()
    }
}

/// Dice inferred from bids by the population's habits alone.
pub fn population() -> Parameters {
    Parameters { betting_history_enabled: Some(false), player_trust_enabled: Some(false), ..Parameters::default() }
}

/// The seed's defaults: everything off.
pub fn all_off() -> Parameters {
    Parameters { preset: Some(Preset::Seed), ..Parameters::default() }
}

/// Takes an event of a simulated game in.
pub fn follow(watch: &mut Watch<'_, LiarsDice>, event: &Event) {
    watch.see(event, &mut Evidence::off()).expect("a simulated game contradicts nothing");
}

/// Mean and half of its 95 % interval.
pub fn interval(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (n - 1.0);
    (mean, 1.96 * (variance / n).sqrt())
}
