//! Answers that nobody reads.

use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::games::{append, open_hands, steals};
use crate::server::Server;
use crate::verdict::Verdict;
use crate::wire::{sent, text};

/// Seconds after which an answer that nobody reads must be gone.
const GONE: u64 = 45;

/// 150 callers who want 10,000 worlds each and read none of them.
pub fn answers(program: &Path) -> Vec<Verdict> {
    let server = Server::start(program, &[]);
    open_hands(&server, "game", &json!({}));
    append(&server, "game", &steals(5));
    let body = json!({"observer": "public", "count": 10_000, "seed": 1}).to_string();
    let request = text("POST", "/v1/games/game/worlds", "", &body);
    let one = server.ask("POST", "/v1/games/game/worlds", &body).body.len() as f64 / f64::from(1 << 20);
    let before = server.megabytes();
    server.forget_peak();
    let callers: Vec<_> = (0..150).map(|_| sent(&server.address, &request)).collect();
    std::thread::sleep(Duration::from_secs(30));
    let peak = server.peak_megabytes() - before;
    std::thread::sleep(Duration::from_secs(4 * GONE));
    let held = server.megabytes() - before;
    drop(callers);
    vec![
        Verdict { what: "memory at most, MB (control: one answer)", control: one, measured: peak, most: 300.0 },
        Verdict { what: "memory after the deadline, MB", control: one, measured: held, most: 100.0 },
    ]
}
