//! `credence demo`.

use std::path::Path;

use anyhow::Context;
use rust_embed::Embed;

use super::client::Client;
use super::play::play;
use super::print;
use super::scene::Scene;
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
    telemetry::log(&config.log, None).with_context(|| config.named("log"))?;
    let running = format!("http://{}", config.listen);
    let (server, url) = if config.listen.port() != 0 && Client::new(&running)?.is_alive().await {
        print(&format!("credence {}   {running}   (a server that runs already)", env!("CARGO_PKG_VERSION")))?;
        (None, running)
    } else {
        let server = start(&config).await?;
        announce(&server, &config)?;
        let url = server.url();
        (Some(server), url)
    };
    let key = server.as_ref().and_then(|server| server.first_key.as_ref()).map(|key| key.reveal());
    let played = play_all(&Client::new(&url)?.with_key(key.as_deref())).await;
    if let Ok(first) = &played {
        let waits = server.as_ref().filter(|_| !arguments.exit);
        invite(&url, first.as_ref(), waits.map(|server| server.durability.kept))?;
    }
    if let Some(server) = server {
        wait(server, arguments.exit || played.is_err()).await?;
    }
    played.map(drop)
}

async fn wait(server: Server, end: bool) -> anyhow::Result<()> {
    if !end {
        stopped().await?;
    }
    server.stop().await;
    Ok(())
}

/// Plays the games up to where something striking is believed; gives the first of those scenes, with its game.
async fn play_all(client: &Client) -> anyhow::Result<Option<(&'static str, Scene)>> {
    let mut first = None;
    for ruleset in ALL {
        let key = ruleset.key();
        let recorded = Recorded::get(&format!("{key}.jsonl")).with_context(|| format!("no game of {key} is recorded"))?;
        let transcript = Transcript::read(std::str::from_utf8(&recorded.data)?).with_context(|| format!("{key}.jsonl"))?;
        let scene = Scene::of(*ruleset, &transcript);
        let played = play(client, &format!("demo-{key}"), key, &transcript, "public", scene.as_ref()).await;
        played.with_context(|| format!("the game of {key}"))?;
        first = first.or_else(|| scene.map(|scene| (key, scene)));
    }
    Ok(first)
}

/// Says what to try next. `kept` says whether the data stays, where the server waits to be stopped.
fn invite(url: &str, first: Option<&(&'static str, Scene)>, kept: Option<bool>) -> anyhow::Result<()> {
    if let Some((key, Scene { observer, variable, .. })) = first {
        let game = format!("{url}/v1/games/demo-{key}");
        print(&format!("Look:   {url}/games/demo-{key}?observer={observer}&variable={variable}&panel=variable"))?;
        print(&format!("Ask:    curl -s '{game}/belief?observer={observer}'"))?;
        print(&format!("Why:    credence why demo-{key} '{variable}' --observer {observer} --server {url}"))?;
        let worlds = super::play::worlds_request();
        print(&format!("Worlds: curl -s {game}/worlds -H 'content-type: application/json' -d '{worlds}'"))?;
    }
    print(&format!("API:    {url}/docs   guide: {url}/docs/guide"))?;
    if let Some(kept) = kept {
        print(&format!("Ctrl-C stops; the data {}.", if kept { "stays" } else { "goes" }))?;
    }
    Ok(())
}
