//! The seed's claim, measured: does an agent win more when it knows the history of its opponents? Here in one process; `remote` plays the
//! same games over HTTP.

use credence::rulesets::liars_dice::{Bidder, Event, LiarsDice, Parameters, Query};
use credence::rulesets::{Observer, Opening, Population, Profile, Watch};
use serde_json::Value;

use super::contest::{AGENT, Contest, seats_of};
use super::{Person, agent, all_off, follow, interval, opening, persons, population, seed_on};

/// Games of each agent.
pub const GAMES: u64 = 2_000;

/// Prints the win rates.
pub fn run() {
    let persons = persons(31);
    println!(
        "win rate of an agent that plays by best_response, {GAMES} games against 3 mixed opponents;\ngains paired by game, over the first line and over the line above"
    );
    let agents: [(&str, Parameters, bool); 5] = [
        ("all switches off", all_off(), false),
        ("seed's formula, 20 games", seed_on(), true),
        ("population's habits", population(), false),
        ("and this game's reveals", Parameters::default(), false),
        ("and 20 games before it", Parameters::default(), true),
    ];
    let (mut first, mut above): (Vec<f64>, Vec<f64>) = Default::default();
    for (name, parameters, past) in agents {
        let wins: Vec<f64> = (0..GAMES)
            .map(|game| f64::from(u8::from(won(&persons, parameters.clone(), past, Population::default(), game))))
            .collect();
        let (rate, half) = interval(&wins);
        if first.is_empty() {
            (first, above) = (wins.clone(), wins);
            println!("{name:<26} {:.1} % +- {:.1}", 100.0 * rate, 100.0 * half);
            continue;
        }
        println!("{name:<26} {:.1} % +- {:.1}   {}   {}", 100.0 * rate, 100.0 * half, gain(&wins, &first), gain(&wins, &above));
        above = wins;
    }
}

/// What is won by the first over the second, paired by game: in points, and in percent of the second.
pub fn gain(now: &[f64], before: &[f64]) -> String {
    let gains: Vec<f64> = now.iter().zip(before).map(|(now, before)| now - before).collect();
    let ((gain, spread), base) = (interval(&gains), interval(before).0);
    let percent = |part: f64| 100.0 * part;
    format!(
        "{:+5.1} +- {:.1} points ({:+.0} +- {:.0} %)",
        percent(gain),
        percent(spread),
        percent(gain / base),
        percent(spread / base)
    )
}

/// The opening of a game of the agent; with their past, or as of strangers. Of what players taught together it knows nothing.
pub fn opening_of(persons: &[Person], parameters: Parameters, past: bool, number: u64) -> (Opening<LiarsDice>, Vec<Bidder>) {
    let seats = seats_of(number);
    let profile = |seat: usize| if past && seat > 0 { persons[seats[seat - 1]].profile() } else { Profile::default() };
    (opening(4, parameters, profile), seats.iter().map(|at| persons[*at].bidder).collect())
}

/// Whether the agent wins a game on a server where players taught this together.
pub fn won(persons: &[Person], parameters: Parameters, past: bool, population: Population, number: u64) -> bool {
    let (opening, opponents) = opening_of(persons, parameters, past, number);
    won_from(&Opening { population, ..opening }, opponents, number)
}

/// Whether the agent wins a game that is opened so.
pub fn won_from(opening: &Opening<LiarsDice>, opponents: Vec<Bidder>, number: u64) -> bool {
    let mut contest = Contest::new(opening, opponents, number);
    let mut watch = Watch::new(opening, Observer::Seat(AGENT));
    while let Some(events) = contest.next() {
        contest.act(&decide(&mut watch, &events));
    }
    contest.won()
}

/// What the agent does, that has seen these events since it was last asked.
pub fn decide(watch: &mut Watch<'_, LiarsDice>, events: &[Event]) -> Value {
    events.iter().for_each(|event| follow(watch, event));
    agent::decide(&answer(watch))
}

/// The answer to `best_response` as JSON.
pub fn answer(watch: &Watch<'_, LiarsDice>) -> Value {
    let answer = watch.answer(&Query::BestResponse {}).expect("it is somebody's turn");
    serde_json::to_value(&answer).expect("an answer is plain data")["best_response"].take()
}
