//! Whether the cache is as large as it says.

use std::path::Path;

use serde_json::json;

use crate::games::{append, open_hands, roads, steals};
use crate::server::Server;
use crate::verdict::Verdict;

/// Megabytes that the server is told to cache.
const CACHE: u64 = 128;

/// 8,000 games, each read by all observers.
pub fn weights(program: &Path) -> Vec<Verdict> {
    let mut server = Server::start(program, &[("cache_bytes", CACHE << 20)]);
    let events: Vec<_> = steals(4).into_iter().chain(roads(26)).collect();
    let shares = |server: &Server, what: &(dyn Fn(&Server, usize) + Sync)| {
        std::thread::scope(|scope| {
            for share in 0..8 {
                scope.spawn(move || (share..8_000).step_by(8).for_each(|game| what(server, game)));
            }
        });
    };
    shares(&server, &|server, game| {
        let id = format!("game-{game}");
        open_hands(server, &id, &json!({}));
        append(server, &id, &events);
    });
    server.restart();
    let before = server.megabytes();
    shares(&server, &|server, game| {
        for observer in ["public", "referee", "seat:0", "seat:1", "seat:2", "seat:3", "seat:4", "seat:5"] {
            server.ask("GET", &format!("/v1/games/game-{game}/belief?observer={observer}"), "").expect(200);
        }
    });
    let held = server.metric("credence_cache_bytes") / f64::from(1 << 20);
    let grown = server.megabytes() - before;
    vec![
        Verdict {
            what: "memory grown, MB (control: as configured)",
            control: CACHE as f64,
            measured: grown,
            most: 1.2 * CACHE as f64,
        },
        Verdict { what: "what the caches say they hold, MB", control: CACHE as f64, measured: held, most: CACHE as f64 },
    ]
}
