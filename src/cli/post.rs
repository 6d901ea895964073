//! `credence post`.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::client::Client;
use super::play::play;
use super::print;
use super::transcript::Transcript;
use crate::config::{Config, Flags};
use crate::rulesets::{ALL, Reader};

/// Send the transcript of a game, or of several games, to a server.
#[derive(clap::Args)]
#[command(after_help = formats())]
pub struct Arguments {
    /// The transcript, as `credence simulate` prints it; sending it again changes nothing
    file: PathBuf,
    /// The form of the file, where another program wrote it
    #[arg(long, value_name = "FORM")]
    format: Option<String>,
    /// Whose feed it was written down from
    #[arg(long, requires = "format")]
    feed: Option<String>,
    /// Id of the game; the file's name if absent. Of several games in one file, the first is ID-1, the next ID-2, and so on
    #[arg(long)]
    game: Option<String>,
    /// URL of the server; that of the configuration if absent
    #[arg(long)]
    server: Option<String>,
}

fn readers() -> impl Iterator<Item = &'static Reader> {
    ALL.iter().flat_map(|ruleset| ruleset.readers())
}

fn formats() -> String {
    let feeds = |reader: &Reader| reader.feeds.iter().map(|(feed, _)| *feed).collect::<Vec<_>>().join(", ");
    let of = |reader: &Reader| format!("  --format {}  {}\n    --feed: {}", reader.name, reader.about, feeds(reader));
    std::iter::once("Forms of other programs:".to_owned()).chain(readers().map(of)).collect::<Vec<_>>().join("\n")
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    let text = std::fs::read(&arguments.file).with_context(|| format!("{} cannot be read", arguments.file.display()))?;
    let read = match &arguments.format {
        None => Transcript::read_all(std::str::from_utf8(&text).context("a transcript is text in UTF-8")?)
            .map(|read| (read, "public")),
        Some(format) => foreign(&text, format, arguments.feed.as_deref()).map(|(read, observer)| (vec![read], observer)),
    };
    let (transcripts, observer) = read.with_context(|| arguments.file.display().to_string())?;
    let stem = arguments.file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let id = arguments.game.or(stem).context("the game needs an id: --game ID")?;
    let server = server(file, arguments.server)?;
    let client = Client::new(&server)?;
    // A player's own feed is seen by that player, and by no spectator.
    let asked = if observer == "public" { String::new() } else { format!("?observer={observer}") };
    for (number, transcript) in (1..).zip(&transcripts) {
        let game = if transcripts.len() == 1 { id.clone() } else { format!("{id}-{number}") };
        play(&client, &game, &game, transcript, observer, None).await?;
        // All games are sent, whether or not anybody reads their addresses.
        print(&format!("{server}/v1/games/{game}/belief{asked}"))?;
    }
    Ok(())
}

/// A transcript that another program wrote, and the observer whose feed it is.
fn foreign(text: &[u8], format: &str, feed: Option<&str>) -> anyhow::Result<(Transcript, &'static str)> {
    let known = || readers().map(|reader| reader.name).collect::<Vec<_>>().join(", ");
    let reader = readers().find(|reader| reader.name == format);
    let reader = reader.with_context(|| format!("--format {format:?} is not known; there is {}", known()))?;
    let asked = |(name, _): &&(&str, &str)| feed.is_none_or(|feed| feed == *name);
    let feeds = || reader.feeds.iter().map(|(feed, _)| *feed).collect::<Vec<_>>().join(", ");
    let found = reader.feeds.iter().find(asked);
    let (feed, observer) = found.with_context(|| format!("--feed is one of {}", feeds()))?;
    let lines = (reader.read)(text, feed).map_err(anyhow::Error::msg)?;
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    Ok((Transcript::read(&lines.join("\n"))?, observer))
}

/// The server that is named, or else the one that the configuration would start.
pub(super) fn server(file: Option<&Path>, named: Option<String>) -> anyhow::Result<String> {
    Ok(match named {
        Some(url) if url.starts_with("http://") => url,
        Some(other) => anyhow::bail!("--server is {other:?}; it takes a URL such as http://127.0.0.1:7420"),
        None => format!("http://{}", Config::read(file, &Flags::default())?.listen),
    })
}
