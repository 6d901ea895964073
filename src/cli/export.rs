//! `credence export`.

use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::json;

use super::new_file::NewFile;
use super::outcome::{LogFlags, Outcome, Progress, Usage, conclude, counted};
use super::say;
use crate::service::operations::{self, End, check_archive};
use crate::store::scan;

/// Write the whole log into an archive, from SQLite or Postgres, beside a running server.
///
/// The archive is JSON lines, packed with gzip, with a checksum in the last one: `zcat` shows it. It holds all events with their
/// hashes, the catalog, players, and who was forgotten. Profiles and snapshots are not in it; they are folded again when somebody reads.
#[derive(clap::Args)]
pub struct Arguments {
    /// The file to make, or - for standard output; a file that is there is not touched
    file: PathBuf,
    #[command(flatten)]
    flags: LogFlags,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    if arguments.file == Path::new("-") {
        return to_stdout(file, &arguments).await;
    }
    conclude(arguments.flags.json, to_file(file, &arguments).await)
}

async fn to_stdout(settings: Option<&Path>, arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.flags.json {
        bail!(Usage("standard output takes the archive or the answer, not both: name a file, or leave --json out".to_owned()));
    }
    let config = arguments.flags.config(settings)?;
    let (_, end) = write(&config.database_url, BufWriter::new(std::io::stdout())).await?;
    say(&said(&end));
    Ok(())
}

async fn to_file(settings: Option<&Path>, arguments: &Arguments) -> anyhow::Result<Outcome> {
    let config = arguments.flags.config(settings)?;
    let path = &arguments.file;
    let made = NewFile::make(path)?;
    let (_, end) = write(&config.database_url, BufWriter::new(made.open()?)).await?;
    let progress = Progress::new("check", "events")?;
    let read = check_archive(BufReader::new(made.open()?), &mut |done| progress.tell(done, end.events)).await;
    if read.context("the archive is not what was written")? != end {
        bail!("the archive is not what was written");
    }
    drop(progress);
    made.keep()?;
    let lines = vec![format!("{}: {}", path.display(), said(&end))];
    Ok(Outcome { document: json!({"file": path, "exported": end}), lines, failure: None })
}

async fn write<W: Write + Send>(url: &str, into: W) -> anyhow::Result<(W, End)> {
    let mut scan = scan(url).await.context("the log cannot be exported")?;
    let progress = Progress::new("export", "events")?;
    let written = operations::export(&mut *scan, into, &mut |done, all| progress.tell(done, all)).await;
    scan.close().await;
    written.context("the log was not exported")
}

/// What an archive holds, in words.
pub(super) fn said(end: &End) -> String {
    let things = [(end.events, "event"), (end.games, "game"), (end.players, "player")];
    things.map(|(count, one)| counted(count, one)).join(", ")
}
