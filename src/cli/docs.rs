//! `credence docs`.

use super::outcome::Usage;
use super::print;
use crate::guide;

/// Print a document of this release; without a topic, what there is.
#[derive(clap::Args)]
pub struct Arguments {
    /// What about: a game such as catan, or operating, recipes, figures and so on
    topic: Option<String>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let text = match &arguments.topic {
        None => list(),
        Some(topic) => guide::page(topic).ok_or_else(|| {
            let known: Vec<String> = guide::topics().into_iter().map(|path| short(&path).to_owned()).collect();
            anyhow::Error::new(Usage(format!("there is no document {topic:?}; there is {}", known.join(", "))))
        })?,
    };
    for line in text.lines() {
        if !print(line)? {
            break;
        }
    }
    Ok(())
}

fn list() -> String {
    let line = |topic: &String| format!("  credence docs {:<18} {}", short(topic), guide::title(topic));
    guide::topics().iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The last part of a topic, by which it is found too.
fn short(topic: &str) -> &str {
    topic.rsplit('/').next().unwrap_or(topic)
}
