//! Long folds: what others wait for behind them, and what is worked on after their callers have gone.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::games::{append, open_hands, steals};
use crate::probe::{Probe, control};
use crate::server::Server;
use crate::verdict::Verdict;
use crate::wire::{sent, text};

/// Two what-ifs with 400 steals and a million worlds, whose callers go after three seconds.
pub fn what_ifs(program: &Path) -> Vec<Verdict> {
    let server = Server::start(program, &[]);
    open_hands(&server, "abused", &json!({"max_worlds": 1_000_000}));
    open_hands(&server, "other", &json!({}));
    append(&server, "other", &steals(5));
    let question = json!({"observer": "public", "count": 500, "seed": 1}).to_string();
    let draw = || {
        let begun = Instant::now();
        let status = server.ask("POST", "/v1/games/other/worlds", &question).status;
        (begun.elapsed().as_secs_f64() * 1e3, status)
    };
    let (alone, _) = (0..20).map(|_| draw()).fold((0.0_f64, 200), |(worst, _), (took, status)| (worst.max(took), status));
    let idle = control(&server.address, "/health/live");
    let supposed = json!({"with": steals(400)}).to_string();
    let abuse = text("POST", "/v1/games/abused/what-if", "", &supposed);
    let called = || [sent(&server.address, &abuse), sent(&server.address, &abuse)];
    let callers = called();
    std::thread::sleep(Duration::from_secs(3));
    drop(callers);
    std::thread::sleep(Duration::from_millis(100));
    let used = server.cpu_seconds();
    std::thread::sleep(Duration::from_secs(20));
    let burnt = server.cpu_seconds() - used;
    let callers = called();
    std::thread::sleep(Duration::from_secs(3));
    let health = Probe::of(&server.address, "/health/live");
    let (beside, status) = draw();
    let health = health.end();
    drop(callers);
    vec![
        Verdict::within_twice("another game's 500 worlds, ms", alone, beside, 1_000.0),
        Verdict { what: "its status", control: 200.0, measured: f64::from(status), most: 200.0 },
        Verdict { what: "CPU after the callers went, s in 20 s", control: 0.0, measured: burnt, most: 0.5 },
        Verdict::within_twice("worst /health/live, ms", idle.worst_ms, health.worst_ms, 250.0),
    ]
}

/// As many long folds as the server takes on, and short ones of another game behind them.
pub fn lanes(program: &Path) -> Vec<Verdict> {
    let server = Server::start(program, &[]);
    open_hands(&server, "abused", &json!({"max_worlds": 200_000}));
    open_hands(&server, "other", &json!({}));
    append(&server, "other", &steals(3));
    let supposed = json!({"with": steals(2)}).to_string();
    let fold = || {
        let begun = Instant::now();
        let status = server.ask("POST", "/v1/games/other/what-if", &supposed).status;
        (begun.elapsed().as_secs_f64() * 1e3, f64::from(status))
    };
    fold();
    let (alone, _) = fold();
    let long = json!({"with": steals(200)}).to_string();
    let abuse = text("POST", "/v1/games/abused/what-if", "", &long);
    let callers: Vec<_> = (0..16).map(|_| sent(&server.address, &abuse)).collect();
    std::thread::sleep(Duration::from_secs(1));
    let (mut worst, mut status) = (0.0_f64, 200.0_f64);
    for _ in 0..5 {
        let (took, answered) = fold();
        (worst, status) = (worst.max(took), status.max(answered));
    }
    drop(callers);
    vec![
        Verdict::within_twice("a short fold behind 16 long ones, ms", alone, worst, 1_000.0),
        Verdict { what: "its status", control: 200.0, measured: status, most: 200.0 },
    ]
}
