//! `credence learn`.

use std::path::Path;

use anyhow::Context;

use super::open_log::{DatabaseFlag, OpenLog};
use super::print;
use crate::rulesets::find;
use crate::service::{Error, LearnedAnswer};

/// Say what this log's settled games teach of each number that a ruleset learns: shipped, learned, and how well each would have foretold games
/// that it was not learned from.
///
/// Over Postgres servers can go on meanwhile; a SQLite file must be free (`credence backup` copies one that is not).
#[derive(clap::Args)]
pub struct Arguments {
    /// The ruleset
    ruleset: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Whose log
    #[arg(long, default_value = "default")]
    tenant: String,
    #[command(flatten)]
    database: DatabaseFlag,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    let ruleset = find(&arguments.ruleset).ok_or_else(|| Error::NoRuleset(arguments.ruleset.clone()))?;
    let log = OpenLog::open_to_read(arguments.database.config(file)?, "there is nothing to learn from").await?;
    let learned = log.service.learned(log.of_tenant(&arguments.tenant).await?, ruleset).await;
    log.close().await;
    let learned = learned.context("what was settled cannot be read")?;
    if arguments.json {
        print(&serde_json::to_string_pretty(&learned)?)?;
        return Ok(());
    }
    for line in lines(&learned) {
        if !print(&line)? {
            break;
        }
    }
    Ok(())
}

fn lines(learned: &LearnedAnswer) -> Vec<String> {
    let mut lines = vec![
        format!("{}: {} players in {} games settled something", learned.ruleset, learned.players, learned.games),
        "bits: what an opportunity cost to foretell from the games before it, by the shipped number, by this log's population, and by the \
         player's own games too"
            .to_owned(),
        format!(
            "{:24} {:20} {:>9} {:>8} {:>8} {:>15} {:>8} {:>8} {:>8}",
            "tendency", "context", "seen", "shipped", "learned", "between (90 %)", "shipped", "popul.", "own"
        ),
    ];
    lines.extend(learned.rates.iter().map(|rate| {
        let [low, high] = rate.interval_90;
        format!(
            "{:24} {:20} {:>9} {:>8.4} {:>8.4} {:>15} {:>8.4} {:>8.4} {:>8.4}",
            rate.tendency,
            rate.context,
            rate.opportunities,
            rate.shipped,
            rate.learned,
            format!("{low:.4}-{high:.4}"),
            rate.bits.shipped,
            rate.bits.population,
            rate.bits.own
        )
    }));
    lines
}
