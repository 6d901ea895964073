//! Abuses the server, and measures what all others notice of it.
//!
//! `cargo bench --bench abuse` runs every abuse, `cargo bench --bench abuse -- what-ifs bodies` those that are named; with
//! `--program PATH` against a program that was built elsewhere, such as the release before. Every figure stands beside a control of
//! the same run, on the same machine, and what counts is the ratio. Exit code 1 where something is over what it may be.

#![expect(clippy::disallowed_methods, reason = "a benchmark measures time")]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

mod cache;
mod cold;
mod crowd;
mod evidence;
mod games;
mod half;
mod large;
mod lists;
mod long;
mod probe;
mod server;
mod unread;
mod verdict;
mod wire;

use verdict::Verdict;

/// Abuses the server, and measures what all others notice of it.
#[derive(Parser)]
#[command(name = "cargo bench --bench abuse --", max_term_width = 100)]
struct Arguments {
    /// Which abuses; all, where none is named
    names: Vec<String>,
    /// A program to test in place of the one that was built with this
    #[arg(long)]
    program: Option<PathBuf>,
    /// What cargo adds by itself
    #[arg(long, hide = true)]
    bench: bool,
}

/// An abuse: its name, and what does it.
type Abuse = (&'static str, fn(&std::path::Path) -> Vec<Verdict>);

const ABUSES: &[Abuse] = &[
    ("what-ifs", long::what_ifs),
    ("lanes", long::lanes),
    ("bodies", half::half_bodies),
    ("gzip", large::gzip),
    ("streams", large::streams),
    ("large-bodies", large::bodies),
    ("lists", lists::longest),
    ("evidence", evidence::by_page),
    ("cold", cold::readers),
    ("unread", unread::answers),
    ("cache", cache::weights),
    ("crowd", crowd::idle_and_slow),
];

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let program = arguments.program.unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_credence")));
    let wanted = |name: &str| arguments.names.is_empty() || arguments.names.iter().any(|wanted| wanted == name);
    let mut good = true;
    println!("{}\n{}", program.display(), Verdict::HEAD);
    for (name, abuse) in ABUSES.iter().filter(|(name, _)| wanted(name)) {
        for verdict in abuse(&program) {
            println!("{}", verdict.line(name));
            good &= verdict.holds();
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
