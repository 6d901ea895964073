//! `credence backup`.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::json;

use super::new_file::NewFile;
use super::outcome::{LogFlags, Outcome, Usage, conclude, counted};
use super::verify;
use crate::store::{Target, copy_sqlite};

/// Copy a SQLite log into a new file, beside a running server, and verify the copy.
///
/// The copy is of one moment: whatever was acknowledged before the command began is in it. It is a database as any other: to restore it, put
/// it in the place of the lost one. For Postgres, use pg_dump; the command says how.
#[derive(clap::Args)]
pub struct Arguments {
    /// The file to make; one that is there is not touched
    file: PathBuf,
    #[command(flatten)]
    flags: LogFlags,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    conclude(arguments.flags.json, backup(file, &arguments).await)
}

async fn backup(settings: Option<&Path>, arguments: &Arguments) -> anyhow::Result<Outcome> {
    let config = arguments.flags.config(settings)?;
    let file = &arguments.file;
    let Target::Sqlite(path) = Target::of(&config.database_url)? else {
        bail!(Usage(format!(
            "a backup of Postgres is made with its own tools: pg_dump --format=custom --file={} URL makes one beside running servers, and \
             pg_restore --dbname=URL {0} takes it into an empty database; `credence verify` says whether it is sound",
            file.display()
        )));
    };
    Target::Sqlite(path).must_exist()?;
    let made = NewFile::make(file)?;
    copy_sqlite(path.as_ref(), made.unfinished()).await.context("the log was not copied")?;
    made.keep()?;
    let bytes = std::fs::metadata(file).map(|metadata| metadata.len()).context("the copy is not there")?;
    let copy = format!("sqlite:{}", file.display());
    let (verified, damages) = verify::verified(&copy).await.context("the copy was made, and cannot be verified")?;
    let checked = verify::outcome(&verified, &damages);
    let made = format!("{}: {}", file.display(), counted(bytes, "byte"));
    Ok(Outcome {
        document: json!({"file": file, "bytes": bytes, "verified": verified, "damages": damages}),
        lines: std::iter::once(made).chain(checked.lines).collect(),
        failure: checked.failure.map(|_| "the copy is damaged, as the log most likely is; it was kept".to_owned()),
    })
}
