//! `credence priors`.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::print;
use crate::clock::{Clock, SystemClock};
use crate::rulesets::{ALL, PriorTables, find};

/// Keep prior tables, each in a file named by the hash of what it says.
///
/// A game's newest table is part of this program. Another one goes into a game by value when it is opened: the game's log then holds it
/// whole, and needs neither this folder nor this release.
#[derive(clap::Args)]
pub struct Arguments {
    /// Where the tables are kept
    #[arg(long, value_name = "FOLDER", default_value = "credence-priors", global = true)]
    folder: PathBuf,
    /// Whose tables; needed only where several rulesets have some
    #[arg(long, global = true)]
    ruleset: Option<String>,
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Take a table in, in one of the forms in which it is published
    Import {
        /// The file, packed or not
        file: PathBuf,
        /// The day that the sets of a published file are of, such as 2026-06-02: an older table misses more sets. A table of this project keeps its own date
        /// [default: today]
        #[arg(long, value_name = "DATE")]
        date: Option<Date>,
    },
    /// Name the tables that can be used
    List,
    /// Print a game's `parameters` with a table by value
    Show {
        /// Its hash, or the beginning of it
        hash: String,
    },
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let tables = tables(arguments.ruleset.as_deref())?;
    match &arguments.action {
        Action::Import { file, date } => take(&tables, &arguments.folder, file, date.unwrap_or_else(today)),
        Action::List => {
            let files = kept(&arguments.folder)?;
            (tables.describe)(&named(&files)).lines().try_for_each(|line| print(line).map(drop))
        }
        Action::Show { hash } => {
            let files = kept(&arguments.folder)?;
            let shown = (tables.parameters)(hash, &named(&files));
            let parameters = shown.map_err(|error| anyhow::anyhow!("{error} in {}", arguments.folder.display()))?;
            print(&String::from_utf8(parameters).context("the parameters are no text")?).map(drop)
        }
    }
}

fn tables(ruleset: Option<&str>) -> anyhow::Result<PriorTables> {
    if let Some(key) = ruleset {
        let ruleset = find(key).with_context(|| format!("there is no ruleset {key:?}"))?;
        return ruleset.priors().with_context(|| format!("{key} has no prior tables"));
    }
    let having: Vec<_> = ALL.iter().filter_map(|ruleset| Some((ruleset.key(), ruleset.priors()?))).collect();
    match having[..] {
        [(_, tables)] => Ok(tables),
        [] => bail!("no ruleset has prior tables"),
        _ => bail!("--ruleset is one of {}", having.iter().map(|(key, _)| *key).collect::<Vec<_>>().join(", ")),
    }
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))
}

fn today() -> Date {
    let now = Timestamp::from_microsecond(SystemClock.now_us()).unwrap_or_default();
    now.to_zoned(TimeZone::UTC).date()
}

fn take(tables: &PriorTables, folder: &Path, file: &Path, date: Date) -> anyhow::Result<()> {
    let table =
        (tables.take)(&read(file)?, date).map_err(|error| anyhow::anyhow!("{} is not taken in: {error}", file.display()))?;
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let path = folder.join(&table.name);
    if !path.exists() {
        // Half a file would stand under a hash that it does not have.
        let part = path.with_extension("part");
        std::fs::write(&part, &table.bytes)
            .and_then(|()| std::fs::rename(&part, &path))
            .with_context(|| path.display().to_string())?;
    }
    print(&table.about).map(drop)
}

/// Names and contents of the tables of a folder, in the order of their names.
fn kept(folder: &Path) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    paths.retain(|path| path.to_string_lossy().ends_with(".json.gz"));
    paths.sort();
    let file = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        read(path).map(|bytes| (name, bytes))
    };
    paths.iter().map(file).collect()
}

fn named(files: &[(String, Vec<u8>)]) -> Vec<(&str, &[u8])> {
    files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect()
}
