//! The crash harness: kills servers at random moments under load, and compares what stands in the log with what clients were told.
//!
//! `tests/fault/run kill --rounds 1000 --seed 7 --on sqlite`. With the same seed the same games are played, the same requests are made
//! and the same things are killed in the same order; the moments differ, as the machine does.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use credence::clock::Entropy;

use crate::harness::{fresh_sqlite, postgres};

mod client;
mod compare;
mod drive;
mod faults;
#[expect(dead_code, unused_imports, reason = "the tests use more of it")]
#[path = "../../it/harness/mod.rs"]
mod harness;
mod model;
mod plan;
mod progress;
mod refold;
mod script;
mod send;
mod servers;
mod tally;

/// Kills servers at random moments under load, starts them again, and says whether anything that they acknowledged was lost, moved or
/// doubled. Exit code 1 where something was.
#[derive(Parser)]
#[command(name = "tests/fault/run kill", max_term_width = 100)]
pub struct Arguments {
    /// How often something is killed, on each database
    #[arg(long, default_value_t = 1_000)]
    rounds: u64,
    /// Decides what is sent and what is killed; a new one, where none is named
    #[arg(long)]
    seed: Option<u64>,
    /// One server on a SQLite file, two on one Postgres, or first the one and then the other
    #[arg(long, value_enum, default_value_t = On::All)]
    on: On,
    /// How many clients write at once
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..1_000))]
    clients: u64,
    /// A program to test in place of the one that was built with this
    #[arg(long)]
    program: Option<PathBuf>,
    /// What cargo adds by itself
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum On {
    Sqlite,
    Postgres,
    All,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let seed = arguments.seed.unwrap_or_else(|| Entropy::from_system().expect("the system gives randomness").seed());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("the runtime starts");
    let whole = runtime.block_on(async {
        let mut whole = true;
        if arguments.on != On::Postgres {
            let (directory, place) = fresh_sqlite();
            let good = drive::run(&arguments, seed, place).await;
            if !good {
                println!("the database is kept: {}", directory.keep().display());
            }
            whole &= good;
        }
        if arguments.on != On::Sqlite {
            let good = std::sync::atomic::AtomicBool::new(false);
            postgres::with_database(|url| async {
                let done = drive::run(&arguments, seed, harness::Place::Postgres(url)).await;
                good.store(done, std::sync::atomic::Ordering::Relaxed);
            })
            .await;
            whole &= good.into_inner();
        }
        whole
    });
    if whole { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
