//! `credence verify`.

use std::path::Path;

use anyhow::Context;
use serde_json::json;

use super::outcome::{LogFlags, Outcome, Progress, conclude, counted};
use crate::service::operations::{Damage, Verified, verify_at};

/// Check that what is stored is what was written: positions, revisions, commitments, hash chains, heads, the catalog; and that snapshots and
/// profiles are what the log folds to. Every damage is named.
///
/// Works beside a running server. Ends with 0 where the log is sound, with 1 where anything is damaged or cannot be read.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    flags: LogFlags,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    conclude(arguments.flags.json, verify(file, &arguments.flags).await)
}

async fn verify(file: Option<&Path>, flags: &LogFlags) -> anyhow::Result<Outcome> {
    let config = flags.config(file)?;
    let (verified, damages) = verified(&config.database_url).await.context("the log cannot be verified")?;
    Ok(outcome(&verified, &damages))
}

/// Verifies a log under a bar.
///
/// # Errors
/// Where it cannot be read at all.
pub(super) async fn verified(url: &str) -> anyhow::Result<(Verified, Vec<Damage>)> {
    let progress = Progress::new("verify", "streams")?;
    let mut damages = Vec::new();
    let heard = &mut |done, all| progress.tell(done, all);
    let verified = verify_at(url, heard, &mut |damage| damages.push(damage)).await?;
    Ok((verified, damages))
}

/// What was found, in both forms.
pub(super) fn outcome(verified: &Verified, damages: &[Damage]) -> Outcome {
    let mut lines: Vec<String> = damages.iter().map(ToString::to_string).collect();
    for aside in &verified.set_aside {
        lines.push(format!(
            "{}: set aside as {}, with {} left ({})",
            aside.was,
            aside.stream,
            counted(aside.events, "event"),
            aside.why
        ));
    }
    for erased in &verified.being_erased {
        lines.push(format!(
            "{}: it is being erased, and {} of it are gone; where no server is at it, that was interrupted: forget the player, or erase the game, again",
            erased.stream,
            counted(erased.events, "event"),
        ));
    }
    lines.push(format!(
        "{} in {}{}, {}, {}, {}: {}",
        counted(verified.events, "event"),
        counted(verified.streams, "stream"),
        if verified.erased > 0 { format!(" ({} erased)", verified.erased) } else { String::new() },
        counted(verified.snapshots, "snapshot"),
        counted(verified.profiles, "profile"),
        counted(verified.populations, "population"),
        if damages.is_empty() { "sound".to_owned() } else { counted(damages.len() as u64, "damage") }
    ));
    let failure = (!damages.is_empty()).then(|| format!("the log is damaged: {}", counted(damages.len() as u64, "damage")));
    Outcome { document: json!({"verified": verified, "damages": damages}), lines, failure }
}
