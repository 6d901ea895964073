//! Bodies that never come whole.

use std::path::Path;

use crate::probe::{Probe, control};
use crate::server::Server;
use crate::verdict::Verdict;
use crate::wire::{sent, text};

/// 1,024 connections that send half a body, and then nothing.
pub fn half_bodies(program: &Path) -> Vec<Verdict> {
    let server = Server::start(program, &[]);
    crate::games::open_hands(&server, "other", &serde_json::json!({}));
    let belief = "/v1/games/other/belief";
    server.ask("GET", belief, "").expect(200);
    let (idle, read) = (control(&server.address, "/health/live"), control(&server.address, belief));
    let whole = text("POST", "/v1/games/other/events", "", &" ".repeat(10_000));
    let callers: Vec<_> = (0..1_024).map(|_| sent(&server.address, &whole[..whole.len() - 5_000])).collect();
    std::thread::sleep(std::time::Duration::from_secs(1));
    let probes = [Probe::of(&server.address, "/health/live"), Probe::of(&server.address, belief)];
    std::thread::sleep(std::time::Duration::from_secs(10));
    let [health, beliefs] = probes.map(Probe::end);
    drop(callers);
    vec![
        Verdict { what: "/health/live not answered 200", control: 0.0, measured: health.failed as f64, most: 0.0 },
        Verdict::within_twice("worst /health/live, ms", idle.worst_ms, health.worst_ms, 250.0),
        Verdict { what: "beliefs not answered 200", control: 0.0, measured: beliefs.failed as f64, most: 0.0 },
        Verdict::within_twice("worst belief, ms", read.worst_ms, beliefs.worst_ms, 250.0),
    ]
}
