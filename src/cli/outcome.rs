//! How the commands that keep a log end: in lines for people, or one JSON document for scripts, and with an exit code that says which.

use std::path::Path;

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::open_log::DatabaseFlag;
use super::print;
use crate::config::Config;

/// Which log, and in which form to answer.
#[derive(clap::Args)]
pub(super) struct LogFlags {
    #[command(flatten)]
    database: DatabaseFlag,
    /// Answer with one JSON document
    #[arg(long)]
    pub json: bool,
}

impl LogFlags {
    /// The settings, with the log that was named.
    ///
    /// # Errors
    /// Where a setting cannot be used.
    pub fn config(&self, file: Option<&Path>) -> anyhow::Result<Config> {
        self.database.config(file)
    }
}

/// What the caller asked for cannot be done as it was asked: the program ends with 2, as it does for a flag that it does not know.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Usage(pub String);

/// What a command has to say at its end.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// For scripts: an object.
    pub document: Value,
    /// For people.
    pub lines: Vec<String>,
    /// Why the program ends with 1; `None` where all is well.
    pub failure: Option<String>,
}

/// Prints an outcome.
///
/// # Errors
/// Where the command failed, or what it looked at is not well.
pub(super) fn conclude(json: bool, outcome: anyhow::Result<Outcome>) -> anyhow::Result<()> {
    match outcome {
        Err(error) => {
            if json {
                print(&json!({"ok": false, "error": format!("{error:#}")}).to_string())?;
            }
            Err(error)
        }
        Ok(Outcome { mut document, lines, failure }) => {
            if json {
                document["ok"] = json!(failure.is_none());
                print(&document.to_string())?;
            } else {
                for line in lines {
                    if !print(&line)? {
                        break;
                    }
                }
            }
            if let Some(failure) = failure {
                bail!(failure);
            }
            Ok(())
        }
    }
}

/// A bar that moves on a terminal, and is not there in a pipe.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar with a label, that counts in a unit.
    ///
    /// # Errors
    /// None that the text below could cause.
    pub fn new(label: &str, unit: &str) -> anyhow::Result<Self> {
        let template = format!("{{prefix:<10}} {{bar:24}} {{pos}}/{{len}} {unit}  {{elapsed}}");
        let style = ProgressStyle::with_template(&template)?.progress_chars("██░");
        Ok(Self(ProgressBar::new(0).with_style(style).with_prefix(label.to_owned())))
    }

    /// So much is done of so much.
    pub fn tell(&self, done: u64, all: u64) {
        self.0.set_length(all);
        self.0.set_position(done);
    }
}

/// The bar goes when the work ends, however it ends: what follows are lines.
impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A number of things, in words: `1 event`, `2 events`.
pub(super) fn counted(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}
