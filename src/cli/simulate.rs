//! `credence simulate`.

use anyhow::bail;
use serde_json::json;

use super::outcome::Usage;
use super::print;
use super::transcript::Line;
use crate::rulesets::{AnyGame, AnyRuleset, EventRef, GameOfSeries, Observer, SeatOpening, SimulatedGame, find, usual_seats};
use crate::service::Error;

/// Persons of whom games are dealt, at most.
const MOST_PERSONS: i64 = 100_000;

/// Play a random game, or many between the same players, and print it with its truth as JSON lines.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game to play
    ruleset: String,
    /// The same seed gives the same game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seats of a game [default: 4, or what the game is for]
    #[arg(long)]
    seats: Option<usize>,
    /// Whose view: what public, seat:N or referee would report
    #[arg(long, default_value = "referee")]
    observer: Observer,
    /// How many turns, where the game does not end by itself
    #[arg(long)]
    turns: Option<u32>,
    /// Deal the seats of each game out of so many persons, whose ways of playing are drawn once from the seed and stay
    #[arg(long, value_name = "PERSONS", value_parser = clap::value_parser!(u32).range(1..=MOST_PERSONS))]
    players: Option<u32>,
    /// How many games those persons play, one after another [default: 1]
    #[arg(long, requires = "players")]
    games: Option<u32>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let ruleset = find(&arguments.ruleset).ok_or_else(|| Error::NoRuleset(arguments.ruleset.clone()))?;
    let seats = arguments.seats.unwrap_or_else(|| usual_seats(ruleset));
    if let Observer::Seat(seat) = arguments.observer
        && usize::from(seat) >= seats
    {
        bail!(Usage(format!("seat:{seat} is not at this table; its seats are 0 to {}", seats.saturating_sub(1))));
    }
    if let Some(players) = arguments.players
        && (players as usize) < seats
    {
        bail!(Usage(format!("--players {players} are fewer than the {seats} seats of a game")));
    }
    let table = ruleset.game(ruleset.schema(), ruleset.open(json!({}), json!({}), persons(seats))?)?;
    for number in 0..arguments.games.unwrap_or(1) {
        let game = match arguments.players {
            Some(persons) => {
                let game = GameOfSeries { persons, seed: arguments.seed, number };
                ruleset.simulate_among(seats, arguments.turns, game)?
            }
            None => ruleset.simulate(seats, arguments.turns, arguments.seed)?,
        };
        for line in lines(ruleset, &*table, game, arguments.observer)? {
            if !print(&serde_json::to_string(&line)?)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// A game as a transcript.
fn lines(ruleset: &dyn AnyRuleset, table: &dyn AnyGame, game: SimulatedGame, observer: Observer) -> anyhow::Result<Vec<Line>> {
    let players: Vec<_> = game.persons.iter().map(|person| json!({"player": format!("simulated-{person}")})).collect();
    let mut truth = game.truth.into_iter();
    let open = json!({"ruleset": ruleset.key(), "seats": players});
    let mut lines = vec![Line { open: Some(open), event: None, truth: truth.next() }];
    for ((kind, data), truth) in game.events.into_iter().zip(truth) {
        let text = serde_json::to_vec(&data)?;
        let event = EventRef { kind: &kind, schema: ruleset.schema(), data: &text };
        // An event that the observer sees nothing of is not in its report.
        if let Some(data) = table.view(&table.decode(event)?, observer) {
            lines.push(Line { open: None, event: Some(json!({"type": kind, "data": data})), truth: Some(truth) });
        }
    }
    Ok(lines)
}

fn persons(seats: usize) -> Vec<SeatOpening> {
    (0..seats).map(|_| SeatOpening { person: String::new(), profile: Default::default() }).collect()
}
