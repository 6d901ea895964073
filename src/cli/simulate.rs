//! `credence simulate`.

use anyhow::bail;
use serde_json::json;

use super::outcome::Usage;
use super::print;
use super::transcript::Line;
use crate::rulesets::{EventRef, Observer, SeatOpening, find, usual_seats};
use crate::service::Error;

/// Play a random game, and print it with its truth as JSON lines.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game to play
    ruleset: String,
    /// The same seed gives the same game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of players [default: 4, or what the game is for]
    #[arg(long)]
    seats: Option<usize>,
    /// Whose view: what public, seat:N or referee would report
    #[arg(long, default_value = "referee")]
    observer: Observer,
    /// How many turns, where the game does not end by itself
    #[arg(long)]
    turns: Option<u32>,
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
    let game = ruleset.simulate(seats, arguments.turns, arguments.seed)?;
    let players: Vec<_> = (0..seats).map(|seat| json!({"player": format!("simulated-{seat}")})).collect();
    let mut truth = game.truth.into_iter();
    let open = Line { open: Some(json!({"ruleset": ruleset.key(), "seats": players})), event: None, truth: truth.next() };
    let table = ruleset.game(ruleset.schema(), ruleset.open(json!({}), json!({}), persons(seats))?)?;
    let mut events = Vec::new();
    for ((kind, data), truth) in game.events.into_iter().zip(truth) {
        let text = serde_json::to_vec(&data)?;
        let event = EventRef { kind: &kind, schema: ruleset.schema(), data: &text };
        // An event that the observer sees nothing of is not in its report.
        if let Some(data) = table.view(&table.decode(event)?, arguments.observer) {
            events.push(Line { open: None, event: Some(json!({"type": kind, "data": data})), truth: Some(truth) });
        }
    }
    for line in std::iter::once(open).chain(events) {
        if !print(&serde_json::to_string(&line)?)? {
            break;
        }
    }
    Ok(())
}

fn persons(seats: usize) -> Vec<SeatOpening> {
    (0..seats).map(|_| SeatOpening { person: String::new(), profile: Default::default() }).collect()
}
