//! Whether time tells apart what a seat cannot see.
//!
//! `cargo bench --bench apart` plays rounds of three games of Catan that are alike in all that seat 0 sees. In the first, seat 1 was robbed of
//! its only ore, so that only the referee's belief contradicts what seat 0 reports afterwards; in the other two it was robbed of wood. Seat 0's
//! key asks the same of all three, step by step and in every order, on one connection. For each step stand the medians of the first two,
//! the median of their differences round by round with its interval of 99.9 %, and the same of the two that differ in nothing. Exit code 1 where an
//! interval leaves out 0. `--rounds 2000`; `--program PATH` for one that was built elsewhere. `TMPDIR=/dev/shm` leaves the disk out.

#![expect(clippy::disallowed_methods, reason = "a benchmark measures time")]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

mod connection;
mod difference;
mod round;
#[path = "../abuse/server.rs"]
#[expect(dead_code, reason = "shared with the abuses, which look at more")]
mod server;
#[path = "../abuse/wire.rs"]
#[expect(dead_code, reason = "shared with the abuses, which send halves of requests")]
mod wire;

use connection::Connection;
use difference::Difference;
use server::Server;

/// Whether time tells apart what a seat cannot see.
#[derive(Parser)]
#[command(name = "cargo bench --bench apart --", max_term_width = 100)]
struct Arguments {
    /// How many rounds of each kind of game
    #[arg(long, default_value_t = 2_000)]
    rounds: usize,
    /// A program to test in place of the one that was built with this
    #[arg(long)]
    program: Option<PathBuf>,
    /// What cargo adds by itself
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let program = arguments.program.unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_credence")));
    println!("{}, {} rounds; all times in microseconds", program.display(), arguments.rounds);
    let limits = [("requests_per_second", 1_000_000)];
    let mut apart = 0;
    for (name, kind) in [("every world kept", round::Kind::Exact), ("20 worlds kept", round::Kind::Capped)] {
        let server = Server::start(&program, &limits);
        let mut connection = Connection::open(&server.address);
        let admin = connection.make_key("", &serde_json::json!({"role": "admin"}));
        let mut steps: Vec<Vec<[f64; 3]>> = vec![Vec::new(); round::STEPS.len()];
        // The first rounds warm up.
        for number in 0..arguments.rounds + 50 {
            let times = round::play(&mut connection, &admin, kind, number);
            if number >= 50 {
                steps.iter_mut().zip(times).for_each(|(all, times)| all.push(times));
            }
        }
        println!("\n{name}\n{}", Difference::HEAD);
        for (step, times) in round::STEPS.iter().zip(&steps) {
            let difference = Difference::of(times);
            let is_apart = difference.is_apart();
            let mark = match *step {
                round::REFEREE => "   (no seat's)",
                _ if is_apart => "   APART",
                _ => "",
            };
            println!("{}{mark}", difference.line(step));
            apart += usize::from(is_apart && *step != round::REFEREE);
        }
    }
    if apart == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
