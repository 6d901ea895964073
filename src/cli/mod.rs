//! The command line: one subcommand a file.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};

mod advertised;
mod backup;
mod client;
mod demo;
mod diagnosis;
mod docs;
mod doctor;
mod export;
mod import;
mod keys;
mod learn;
mod load;
mod machine;
mod new_file;
mod open_log;
mod openapi;
mod outcome;
mod play;
mod player;
mod post;
mod priors;
mod rebuild;
mod repair;
mod scene;
mod score;
mod serve;
mod shown;
mod simulate;
mod sqlite_file;
mod tenants;
mod transcript;
mod verify;
mod why;

use shown::shown;

pub use serve::{Server, start};

/// An event-sourced belief server for games with hidden information.
///
/// Bots post what happened at a table; Credence keeps the log, and serves what each observer of that table should believe
/// about what is hidden, worlds for search, and the evidence behind every number.
#[derive(Parser)]
#[command(name = "credence", version, max_term_width = 100)]
struct Arguments {
    /// A file with settings, in TOML [default: credence.toml, where there is one]; each is also a variable (CREDENCE_LISTEN,
    /// CREDENCE_LIMITS__WORLDS)
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server; SQLite in ./credence.db unless another database is named
    Serve(serve::Arguments),
    /// Play a recorded game of each ruleset through the HTTP API, and say what to look at
    Demo(demo::Arguments),
    /// Play a random game, or many between the same players, and print it with its truth as JSON lines
    Simulate(simulate::Arguments),
    /// Send the transcript of a game, or of several games, to a server
    Post(post::Arguments),
    /// Make, list and revoke keys, and say what happened to them
    Keys(keys::Arguments),
    /// Make and list tenants, who have logs of their own
    Tenants(tenants::Arguments),
    /// Print the timeline of evidence behind a belief
    Why(why::Arguments),
    /// Keep prior tables of games that have them
    Priors(priors::Arguments),
    /// Drop what is kept of players beside the log, and fold it from the log again
    Rebuild(rebuild::Arguments),
    /// Say what this log's games teach of each number that a ruleset learns
    Learn(learn::Arguments),
    /// Say what past games say about a player, or about two of them side by side
    Player(player::Arguments),
    /// Say how good beliefs were, over this log's finished games or files of games with their truth
    Score(score::Arguments),
    /// Play simulated games on servers, and say how long answers took
    Load(load::Arguments),
    /// Check that what is stored is what was written, beside a running server
    Verify(verify::Arguments),
    /// Copy a SQLite log into a new file, beside a running server, and verify the copy
    Backup(backup::Arguments),
    /// Write the whole log into an archive, beside a running server
    Export(export::Arguments),
    /// Take an archive into an empty log
    Import(import::Arguments),
    /// Print the HTTP contract as an OpenAPI document, without a server
    Openapi(openapi::Arguments),
    /// Look whether this machine and the database are fit to keep a log
    Doctor(doctor::Arguments),
    /// Print a document: how each game is posted and asked, operating, recipes, figures
    Docs(docs::Arguments),
    /// Set one damaged stream aside, with its remains in a file
    Repair(repair::Arguments),
}

/// Runs the program. 0: done; 1: it failed and said why; 2: wrong usage.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&anyhow::Error::new(error).context("the runtime did not start")),
    };
    let file = arguments.config.as_deref();
    let done = runtime.block_on(async {
        match arguments.command {
            Command::Serve(command) => serve::run(file, command).await,
            Command::Demo(command) => demo::run(file, command).await,
            Command::Simulate(command) => simulate::run(&command),
            Command::Openapi(command) => openapi::run(&command),
            Command::Post(command) => post::run(file, command).await,
            Command::Keys(command) => keys::run(file, command).await,
            Command::Tenants(command) => tenants::run(file, command).await,
            Command::Why(command) => why::run(file, command).await,
            Command::Priors(command) => priors::run(&command),
            Command::Rebuild(command) => rebuild::run(file, command).await,
            Command::Learn(command) => learn::run(file, command).await,
            Command::Player(command) => player::run(file, command).await,
            Command::Score(command) => score::run(file, command).await,
            Command::Load(command) => load::run(command).await,
            Command::Verify(command) => verify::run(file, command).await,
            Command::Backup(command) => backup::run(file, command).await,
            Command::Export(command) => export::run(file, command).await,
            Command::Import(command) => import::run(file, command).await,
            Command::Doctor(command) => doctor::run(file, command).await,
            Command::Docs(command) => docs::run(&command),
            Command::Repair(command) => repair::run(file, command).await,
        }
    });
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

/// Prints a line, without what would steer the terminal. `false` where the reader has seen enough, as `head` does.
fn print(line: &str) -> anyhow::Result<bool> {
    match writeln!(std::io::stdout().lock(), "{}", shown(line)) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(false),
        written => written.map(|()| true).context("the answer could not be printed"),
    }
}

/// Says something beside the answer, on standard error, without what would steer the terminal. Where nobody reads that any more, nothing is said; the exit code says how
/// the command ended.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", shown(line));
}

fn failed(error: &anyhow::Error) -> ExitCode {
    say(&format!("credence: {error:#}"));
    if error.is::<outcome::Usage>() { ExitCode::from(2) } else { ExitCode::FAILURE }
}
