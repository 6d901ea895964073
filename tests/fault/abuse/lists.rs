//! Lists by their longest page, over and over: games, players, and what was settled about one of them.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::games::append;
use crate::probe::{Probe, control};
use crate::server::Server;
use crate::verdict::Verdict;
use crate::wire::ask;

/// What is listed, a thousand entries a page.
const LISTS: [&str; 3] = ["/v1/games?limit=1000", "/v1/players?limit=1000", "/v1/players/player-0/history?limit=1000"];

/// Callers of each list.
const EACH: usize = 10;

fn open(server: &Server, id: &str, first: usize) {
    let seats: Vec<Value> = (0..3).map(|seat| json!({"player": format!("player-{}", first + seat)})).collect();
    let body = json!({"ruleset": "catan", "seats": seats, "setup": {"bank": "unlimited"}});
    server.ask("PUT", &format!("/v1/games/{id}"), &body.to_string()).expect(201);
}

/// Thirty callers, each of whom asks for the next page as soon as it has one.
pub fn longest(program: &Path) -> Vec<Verdict> {
    let server = Server::start(program, &[]);
    (0..1_000).for_each(|game| open(&server, &format!("game-{game}"), 3 * game));
    // Two rob each other of one ore: what that settles is listed in the history of both.
    let dealt = json!({"type": "production", "data": {"gains": {"0": {"ore": 1}, "1": {"ore": 1}, "2": {"wood": 1}}}});
    let robbery = |at: usize| json!({"type": "steal", "data": {"thief": at % 2, "victim": 1 - at % 2, "resource": "ore"}});
    let events = std::iter::once(dealt).chain((0..2_998).map(robbery));
    append(&server, "game-0", &events.collect::<Vec<_>>());
    let entries = |path: &str| server.ask("GET", path, "").expect(200).json()["items"].as_array().map_or(0, Vec::len);
    let short = LISTS.iter().filter(|path| entries(path) < 1_000).count();
    let idle = control(&server.address, "/health/live");
    let over = AtomicBool::new(false);
    let (address, told) = (server.address.as_str(), &over);
    let probe = Probe::of(address, "/health/live");
    let (answered, failed) = std::thread::scope(|scope| {
        let caller = |path: &'static str| {
            move || {
                let (mut answered, mut failed) = (0, 0);
                while !told.load(Ordering::Relaxed) {
                    let good = ask(address, "GET", path, "").status == 200;
                    answered += usize::from(good);
                    failed += usize::from(!good);
                }
                (answered, failed)
            }
        };
        let callers: Vec<_> = LISTS.iter().cycle().take(EACH * LISTS.len()).map(|path| scope.spawn(caller(path))).collect();
        std::thread::sleep(Duration::from_secs(15));
        told.store(true, Ordering::Relaxed);
        let counted = callers.into_iter().map(|caller| caller.join().expect("it asks"));
        counted.fold((0, 0), |sum, counted| (sum.0 + counted.0, sum.1 + counted.1))
    });
    let noted = probe.end();
    vec![
        Verdict { what: "lists of less than a thousand entries", control: 0.0, measured: short as f64, most: 0.0 },
        Verdict::within_twice("worst /health/live, ms", idle.worst_ms, noted.worst_ms, 250.0),
        Verdict { what: "not answered 200", control: 0.0, measured: (noted.failed + failed) as f64, most: 0.0 },
        Verdict { what: "pages answered", control: 0.0, measured: answered as f64, most: f64::INFINITY },
    ]
}
