//! `credence openapi`.

use super::print;

/// Print the HTTP contract as an OpenAPI 3.1 document, without a server.
#[derive(clap::Args)]
pub struct Arguments {
    /// On one line, as /openapi.json serves it
    #[arg(long)]
    compact: bool,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let document = crate::http::openapi();
    let text = if arguments.compact { document.to_string() } else { serde_json::to_string_pretty(&document)? };
    print(&text).map(drop)
}
