//! `credence repair`.

use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::json;

use super::new_file::NewFile;
use super::outcome::{LogFlags, Outcome, conclude, counted};
use super::say;
use crate::clock::{Clock, Entropy, SystemClock};
use crate::service::DEFAULT_LOG;
use crate::service::operations::{Repair, must_have_no_servers, plan_repair};
use crate::store::{LogId, Scan, Target, restore, scan};

/// Set one damaged stream aside, so that all others can go on: what is left of it is written to a file, and stays in the log under
/// another name; what is missing is written down there. A stream that verifies is refused.
///
/// Stop the servers first. A database that a server has open is refused; a server that has lost its connection to Postgres at that moment is not seen.
#[derive(clap::Args)]
pub struct Arguments {
    /// The stream, as `verify` names it: game/ID or player/PERSON
    #[arg(long, value_name = "STREAM")]
    stream: String,
    /// The file to make for what is left of it
    #[arg(long, value_name = "FILE")]
    aside: PathBuf,
    /// Whose log
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_LOG.0)]
    log: i64,
    /// Do not ask
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    flags: LogFlags,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    conclude(arguments.flags.json, repair(file, &arguments).await)
}

async fn repair(settings: Option<&Path>, arguments: &Arguments) -> anyhow::Result<Outcome> {
    let config = arguments.flags.config(settings)?;
    let url = &config.database_url;
    let repair = plan(url, arguments).await.context("nothing was changed")?;
    for line in announced(&repair, &arguments.aside, url) {
        say(&line);
    }
    if !arguments.yes && !agreed()? {
        bail!("nothing was changed");
    }
    let path = &arguments.aside;
    let made = NewFile::make(path).context("nothing was changed")?;
    let written = repair.write_remains(BufWriter::new(made.open()?)).context("nothing was changed")?;
    repair.check_remains(BufReader::new(made.open()?)).context("nothing was changed")?;
    let entropy = Entropy::from_system().context("nothing was changed: the operating system gives no randomness")?;
    let writer = restore(url).await.context("nothing was changed: the log cannot be opened")?;
    let reader = match alone(url, made).await {
        Ok(reader) => reader,
        Err(error) => {
            writer.abandon().await;
            return Err(error.context("nothing was changed"));
        }
    };
    let done = repair.carry_out(reader, writer, SystemClock.now_us(), &entropy).await;
    done.with_context(|| format!("the stream was not set aside; what is left of it is in {}", path.display()))?;
    let said = format!("{} is set aside as {}; what is left of it is in {}", repair.stream, repair.aside, path.display());
    Ok(Outcome { document: json!({"repair": repair, "file": path, "remains": written}), lines: vec![said], failure: None })
}

async fn plan(url: &str, arguments: &Arguments) -> anyhow::Result<Repair> {
    let mut reader = scan(url).await?;
    let planned = plan_repair(&mut *reader, LogId(arguments.log), &arguments.stream).await;
    reader.close().await;
    Ok(planned?)
}

/// Opens the log beside the writer that holds it, where no server has it open too; then what is left of the stream is on disk, before anything is taken
/// out of the way.
async fn alone(url: &str, remains: NewFile) -> anyhow::Result<Box<dyn Scan>> {
    let mut reader = scan(url).await?;
    let kept = match must_have_no_servers(&mut *reader).await {
        Ok(()) => remains.keep(),
        Err(error) => Err(error.into()),
    };
    if let Err(error) = kept {
        reader.close().await;
        return Err(error);
    }
    Ok(reader)
}

/// What will be done, before it is.
fn announced(repair: &Repair, file: &Path, url: &str) -> Vec<String> {
    let mut lines: Vec<String> = repair.damages.iter().map(ToString::to_string).collect();
    let left = counted(repair.events, "event");
    lines.push(format!("This will write what is left of {} ({left}) to {}, and then, at once:", repair.stream, file.display()));
    lines.push(format!("- rename the stream to {}, where nothing serves it", repair.aside));
    lines.push("- remove its row of the catalog, its snapshots and what is kept of it".to_owned());
    if repair.stream.starts_with("game/") {
        lines.push("- revoke the keys for its seats, which would open whatever game has its name next".to_owned());
    }
    for (first, last) in &repair.missing {
        lines.push(format!("- write down that positions {first} to {last} of the log are missing because of it"));
    }
    if matches!(Target::of(url), Ok(Target::Postgres(_))) {
        lines.push("Stop all servers on this database first: they hold games in memory.".to_owned());
    }
    lines
}

fn agreed() -> anyhow::Result<bool> {
    eprint!("Type yes to go on: ");
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).context("the answer cannot be read")?;
    Ok(answer.trim() == "yes")
}
