//! `credence demo`.

use std::path::Path;

use anyhow::Context;
use rust_embed::Embed;

use super::client::Client;
use super::play::play;
use super::serve::{Server, announce, start, stopped};
use super::transcript::Transcript;
use crate::config::{Config, Flags};
use crate::rulesets::ALL;
use crate::telemetry;

/// The recorded games, one a ruleset.
#[derive(Embed)]
#[folder = "tests/transcripts/"]
#[include = "*.jsonl"]
struct Recorded;

/// Play a recorded game of each ruleset through the HTTP API, and say what to look at.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    flags: Flags,
    /// End when the games are played, instead of waiting for Ctrl-C
    #[arg(long)]
    exit: bool,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    let config = Config::read(file, &arguments.flags)?;
    telemetry::log(&config.log, None)?;
    let running = format!("http://{}", config.listen);
    let (server, url) = if config.listen.port() != 0 && Client::new(&running)?.is_alive().await {
        println!("credence {}   {running}   (a server that runs already)", env!("CARGO_PKG_VERSION"));
        (None, running)
    } else {
        let server = start(&config).await?;
        announce(&server, &config);
        let url = server.url();
        (Some(server), url)
    };
    let played = play_all(&url).await;
    if played.is_ok() {
        invite(&url, server.is_some() && !arguments.exit);
    }
    if let Some(server) = server {
        wait(server, arguments.exit || played.is_err()).await?;
    }
    played
}

async fn wait(server: Server, end: bool) -> anyhow::Result<()> {
    if !end {
        stopped().await?;
    }
    server.stop().await;
    Ok(())
}

async fn play_all(url: &str) -> anyhow::Result<()> {
    let client = Client::new(url)?;
    for ruleset in ALL {
        let key = ruleset.key();
        let recorded = Recorded::get(&format!("{key}.jsonl")).with_context(|| format!("no game of {key} is recorded"))?;
        let transcript = Transcript::read(std::str::from_utf8(&recorded.data)?).with_context(|| format!("{key}.jsonl"))?;
        play(&client, &format!("demo-{key}"), key, &transcript).await.with_context(|| format!("the game of {key}"))?;
    }
    Ok(())
}

fn invite(url: &str, stays: bool) {
    let key = ALL.first().map_or("", |ruleset| ruleset.key());
    let game = format!("{url}/v1/games/demo-{key}");
    println!("Ask:    curl -s '{game}/belief?observer=seat:0'");
    println!("Why:    curl -s '{game}/evidence?observer=seat:0&limit=5'");
    println!("Worlds: curl -s {game}/worlds -H 'content-type: application/json' -d '{}'", super::play::worlds_request());
    println!("API:    {url}/docs");
    if stays {
        println!("Ctrl-C stops; the data stays.");
    }
}
