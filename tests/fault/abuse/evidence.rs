//! Five entries of the evidence of a long game.

use std::path::Path;
use std::time::Instant;

use serde_json::json;

use crate::games::{append, open_hands, roads, steals};
use crate::probe::{Probe, control};
use crate::server::Server;
use crate::verdict::Verdict;
use crate::wire::{received, sent, text};

/// Five entries of a game of 100,000 events, by four observers at once, from its beginning and from its end.
pub fn by_page(program: &Path) -> Vec<Verdict> {
    let mut server = Server::start(program, &[]);
    open_hands(&server, "game", &json!({}));
    open_hands(&server, "other", &json!({}));
    append(&server, "other", &steals(3));
    append(&server, "game", &roads(100_000));
    server.restart();
    let idle = control(&server.address, "/health/live");
    let supposed = json!({"with": steals(2)}).to_string();
    let fold = || {
        let begun = Instant::now();
        let status = server.ask("POST", "/v1/games/other/what-if", &supposed).status;
        (begun.elapsed().as_secs_f64() * 1e3, f64::from(status))
    };
    fold();
    let (alone, _) = fold();
    let before = server.megabytes();
    server.forget_peak();
    let probe = Probe::of(&server.address, "/health/live");
    let begun = Instant::now();
    let page = |observer: &str, from: &str| {
        let path = format!("/v1/games/game/evidence?limit=5&observer={observer}{from}");
        sent(&server.address, &text("GET", &path, "", ""))
    };
    let callers: Vec<_> = ["public", "seat:0", "seat:1", "referee"].map(|observer| page(observer, "")).into();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let (beside, status) = fold();
    let unanswered = callers.iter().filter(|caller| received(caller).status != 200).count();
    let took = begun.elapsed().as_secs_f64();
    let late = Instant::now();
    let answered = received(&page("public", "&from=99990")).status;
    vec![
        Verdict {
            what: "memory that the pages took, MB",
            control: before,
            measured: server.peak_megabytes() - before,
            most: 300.0,
        },
        Verdict { what: "four first pages, s", control: 0.0, measured: took, most: 10.0 },
        Verdict { what: "not answered 200", control: 0.0, measured: unanswered as f64, most: 0.0 },
        Verdict { what: "the last page, s", control: 0.0, measured: late.elapsed().as_secs_f64(), most: 30.0 },
        Verdict { what: "its status", control: 200.0, measured: f64::from(answered), most: 200.0 },
        Verdict::within_twice("a short fold beside them, ms", alone, beside, 1_000.0),
        Verdict { what: "its status", control: 200.0, measured: status, most: 200.0 },
        Verdict::within_twice("worst /health/live, ms", idle.worst_ms, probe.end().worst_ms, 250.0),
    ]
}
