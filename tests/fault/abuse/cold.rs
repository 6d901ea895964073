//! Many who read the same game, of which nothing is in memory.

use std::path::Path;
use std::time::Instant;

use serde_json::json;

use crate::games::{append, open_hands, roads, steals};
use crate::server::Server;
use crate::verdict::Verdict;
use crate::wire::{received, sent, text};

/// 32 readers of one cold game of 30,000 events, and the same by one.
pub fn readers(program: &Path) -> Vec<Verdict> {
    let mut server = Server::start(program, &[]);
    open_hands(&server, "game", &json!({}));
    append(&server, "game", &steals(8));
    append(&server, "game", &roads(30_000));
    // In the middle of the game, so that no snapshot of its end helps.
    let belief = text("GET", "/v1/games/game/belief?observer=seat:1&revision=20000", "", "");
    let mut read = |readers: usize| {
        server.restart();
        let before = server.megabytes();
        server.forget_peak();
        let begun = Instant::now();
        let callers: Vec<_> = (0..readers).map(|_| sent(&server.address, &belief)).collect();
        let failed = callers.iter().filter(|caller| received(caller).status != 200).count();
        let took = begun.elapsed().as_secs_f64();
        (took, server.peak_megabytes() - before, server.metric("credence_game_loads_total"), failed)
    };
    let (one_s, one_mb, one_loads, _) = read(1);
    let (all_s, all_mb, loads, failed) = read(32);
    vec![
        Verdict::within_twice("answered to all, s", one_s, all_s, 0.5),
        Verdict::within_twice("memory for it, MB", one_mb, all_mb, 10.0),
        Verdict { what: "loads", control: one_loads, measured: loads, most: 1.0 },
        Verdict { what: "not answered 200", control: 0.0, measured: failed as f64, most: 0.0 },
    ]
}
