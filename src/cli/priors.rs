//! `credence priors`.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::read::GzEncoder;
use serde_json::json;

use super::print;
use crate::rulesets::pokemon_randbats::prior::{Imported, Prior, embedded, import};

/// Keep prior tables of Pokémon random battles, each in a file named by the hash of what it says.
///
/// The newest table is part of this program. Another one goes into a game by value when it is opened: the game's log then holds it
/// whole, and needs neither this folder nor this release.
#[derive(clap::Args)]
pub struct Arguments {
    /// Where the tables are kept
    #[arg(long, value_name = "FOLDER", default_value = "credence-priors", global = true)]
    folder: PathBuf,
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Take a table in: one of this project, or whole sets, frequencies or options as pkmn/randbats publishes them
    Import {
        /// The file, packed or not
        file: PathBuf,
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
    match &arguments.action {
        Action::Import { file } => take(&arguments.folder, file),
        Action::List => list(&arguments.folder),
        Action::Show { hash } => show(&arguments.folder, hash),
    }
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))
}

fn take(folder: &Path, file: &Path) -> anyhow::Result<()> {
    let (table, text) = import(&read(file)?).with_context(|| format!("{} is not taken in", file.display()))?;
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let path = folder.join(format!("{}.json.gz", table.hash()));
    if !path.exists() {
        let mut packed = Vec::new();
        GzEncoder::new(&text[..], Compression::best()).read_to_end(&mut packed).context("the table cannot be packed")?;
        // Half a file would stand under a hash that it does not have.
        let part = path.with_extension("part");
        std::fs::write(&part, packed).and_then(|()| std::fs::rename(&part, &path)).with_context(|| path.display().to_string())?;
    }
    print(&told(&table, ""))?;
    Ok(())
}

fn told(table: &Prior, note: &str) -> String {
    let sets: usize = table.entries().iter().map(|entry| entry.sets.len()).sum();
    format!("{}  {:>4} species {sets:>6} sets  {}{note}", table.hash(), table.entries().len(), table.generator())
}

/// The tables of a folder, each with its file; those that are damaged or are not what they are named after are complained of.
fn kept(folder: &Path) -> anyhow::Result<Vec<(PathBuf, anyhow::Result<Prior>)>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    paths.retain(|path| path.to_string_lossy().ends_with(".json.gz"));
    paths.sort();
    let table = |path: &Path| {
        let table = Prior::read(&read(path)?)?;
        let named = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(table.hash()));
        if named { Ok(table) } else { bail!("its hash is {}", table.hash()) }
    };
    Ok(paths
        .into_iter()
        .map(|path| {
            let found = table(&path);
            (path, found)
        })
        .collect())
}

fn list(folder: &Path) -> anyhow::Result<()> {
    let mut more = print(&told(embedded(), " (embedded)"))?;
    for (path, table) in kept(folder)? {
        if !more {
            break;
        }
        more = match table {
            Ok(table) => print(&told(&table, ""))?,
            Err(error) => print(&format!("{}: not used: {error:#}", path.display()))?,
        };
    }
    Ok(())
}

fn show(folder: &Path, hash: &str) -> anyhow::Result<()> {
    if hash.is_empty() {
        bail!("name a table by its hash; `credence priors list` names them");
    }
    let mut found = kept(folder)?;
    found.retain(|(_, table)| table.as_ref().is_ok_and(|table| table.hash().starts_with(hash)));
    let parameters = match found.as_slice() {
        [] if embedded().hash().starts_with(hash) => json!({"priors": embedded().hash()}),
        [(path, Ok(table))] => json!({"priors": table.hash(), "table": Imported::new(&read(path)?)?}),
        [] => bail!("no table in {} has a hash that begins with {hash:?}", folder.display()),
        _ => bail!("several tables have hashes that begin with {hash:?}; name more of it"),
    };
    print(&parameters.to_string())?;
    Ok(())
}
