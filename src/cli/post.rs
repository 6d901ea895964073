//! `credence post`.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::client::Client;
use super::play::play;
use super::showdown::{self, Feed};
use super::transcript::Transcript;
use crate::config::{Config, Flags};

/// Send a transcript to a server.
#[derive(clap::Args)]
pub struct Arguments {
    /// The transcript, as `credence simulate` prints it; sending it again changes nothing
    file: PathBuf,
    /// The file is a battle log of Pokémon Showdown: lines, a replay's JSON, or the page that its download button saves
    #[arg(long)]
    showdown: bool,
    /// Whose feed the battle log was written down from; replays are the spectators'
    #[arg(long, requires = "showdown", value_enum, default_value = "spectator")]
    feed: Feed,
    /// Id of the game; the file's name if absent
    #[arg(long)]
    game: Option<String>,
    /// URL of the server; that of the configuration if absent
    #[arg(long)]
    server: Option<String>,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    let text =
        std::fs::read_to_string(&arguments.file).with_context(|| format!("{} cannot be read", arguments.file.display()))?;
    let read = if arguments.showdown { showdown::read(&text, arguments.feed) } else { Transcript::read(&text) };
    let transcript = read.with_context(|| arguments.file.display().to_string())?;
    let stem = arguments.file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let game = arguments.game.or(stem).context("the game needs an id: --game ID")?;
    let server = server(file, arguments.server)?;
    play(&Client::new(&server)?, &game, &game, &transcript).await?;
    // A player's own feed is seen by that player, and by no spectator.
    let observer = match arguments.feed {
        Feed::P1 => "?observer=seat:0",
        Feed::P2 => "?observer=seat:1",
        Feed::Spectator => "",
    };
    println!("{server}/v1/games/{game}/belief{observer}");
    Ok(())
}

/// The server that is named, or else the one that the configuration would start.
pub(super) fn server(file: Option<&Path>, named: Option<String>) -> anyhow::Result<String> {
    Ok(match named {
        Some(url) if url.starts_with("http://") => url,
        Some(other) => anyhow::bail!("--server is {other:?}; it takes a URL such as http://127.0.0.1:7420"),
        None => format!("http://{}", Config::read(file, &Flags::default())?.listen),
    })
}
