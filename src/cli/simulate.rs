//! `credence simulate`.

use std::io::{BufWriter, Write};

use anyhow::Context;
use serde_json::json;

use super::transcript::Line;
use crate::rulesets::find;
use crate::service::Error;

/// Play a random game, and print it with its truth as JSON lines.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game to play
    ruleset: String,
    /// The same seed gives the same game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of players
    #[arg(long, default_value_t = 4)]
    seats: usize,
    /// How many turns, where the game does not end by itself
    #[arg(long)]
    turns: Option<u32>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let ruleset = find(&arguments.ruleset).ok_or_else(|| Error::NoRuleset(arguments.ruleset.clone()))?;
    let game = ruleset.simulate(arguments.seats, arguments.turns, arguments.seed)?;
    let players: Vec<_> = (0..arguments.seats).map(|seat| json!({"player": format!("simulated-{seat}")})).collect();
    let mut truth = game.truth.into_iter();
    let open = Line { open: Some(json!({"ruleset": ruleset.key(), "seats": players})), event: None, truth: truth.next() };
    let events = game.events.into_iter().zip(truth).map(|((kind, data), truth)| Line {
        open: None,
        event: Some(json!({"type": kind, "data": data})),
        truth: Some(truth),
    });
    let mut out = BufWriter::new(std::io::stdout().lock());
    let write = || -> std::io::Result<()> {
        for line in std::iter::once(open).chain(events) {
            serde_json::to_writer(&mut out, &line)?;
            out.write_all(b"\n")?;
        }
        out.flush()
    };
    match write() {
        // The reader has seen enough, as `head` does.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("the transcript could not be printed"),
    }
}
