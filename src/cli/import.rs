//! `credence import`.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::json;

use super::export::said;
use super::outcome::{LogFlags, Outcome, Progress, conclude};
use crate::service::operations::{self, End, check_archive};
use crate::store::restore;

/// Take an archive into an empty log, in SQLite or Postgres: the same events, hashes, revisions, positions and players, and so the
/// same beliefs.
///
/// All or nothing: an archive that is cut, was changed, or does not hold together leaves nothing behind. A SQLite file is made where it
/// is missing, and must be free; over Postgres, servers cannot write until the end.
#[derive(clap::Args)]
pub struct Arguments {
    /// The archive, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    flags: LogFlags,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    conclude(arguments.flags.json, import(file, &arguments).await)
}

async fn import(settings: Option<&Path>, arguments: &Arguments) -> anyhow::Result<Outcome> {
    let config = arguments.flags.config(settings)?;
    let path = &arguments.file;
    let end = if path == Path::new("-") {
        take(&config.database_url, std::io::stdin(), 0).await?
    } else {
        // Read once before anything is opened: a bad archive does not even leave an empty database.
        let events = check(path).await?.events;
        take(&config.database_url, BufReader::new(open(path)?), events).await?
    };
    let keys = "an archive holds no keys: make an admin's (`credence keys create --role admin`) before others can reach a server of this log";
    Ok(Outcome { document: json!({"imported": end}), lines: vec![said(&end), keys.to_owned()], failure: None })
}

fn open(path: &Path) -> anyhow::Result<File> {
    File::open(path).with_context(|| format!("{} cannot be read", path.display()))
}

async fn check(path: &Path) -> anyhow::Result<End> {
    let file = open(path)?;
    let progress = Progress::new("check", "events")?;
    let checked = check_archive(BufReader::new(file), &mut |done| progress.tell(done, done)).await;
    checked.context("nothing was imported")
}

async fn take<R: Read + Send>(url: &str, from: R, events: u64) -> anyhow::Result<End> {
    let restore = restore(url).await.context("the log cannot be opened")?;
    let progress = Progress::new("import", "events")?;
    let imported = operations::import(from, restore, &mut |done| progress.tell(done, events.max(done))).await;
    imported.context("nothing was imported")
}
