//! Large answers and large bodies: what everybody else notices of their being made and read.

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::games::{append, open_hands, roads, steals};
use crate::probe::{Noted, Probe, control};
use crate::server::Server;
use crate::verdict::Verdict;
use crate::wire::{received, sent, text};

fn health(idle: &Noted, noted: &Noted) -> Vec<Verdict> {
    vec![
        Verdict::within_twice("worst /health/live, ms", idle.worst_ms, noted.worst_ms, 250.0),
        Verdict { what: "not answered 200", control: 0.0, measured: noted.failed as f64, most: 0.0 },
    ]
}

/// 20 callers at once who want 10,000 worlds each, compressed.
pub fn gzip(program: &Path) -> Vec<Verdict> {
    let server = Server::start(program, &[]);
    open_hands(&server, "game", &json!({}));
    append(&server, "game", &steals(5));
    let idle = control(&server.address, "/health/live");
    let body = json!({"observer": "public", "count": 10_000, "seed": 1}).to_string();
    let request = text("POST", "/v1/games/game/worlds", "accept-encoding: gzip\r\n", &body);
    let probe = Probe::of(&server.address, "/health/live");
    let callers: Vec<_> = (0..20).map(|_| sent(&server.address, &request)).collect();
    let answered = callers.iter().filter(|caller| received(caller).status == 200).count();
    let mut verdicts = health(&idle, &probe.end());
    verdicts.push(Verdict { what: "callers not answered", control: 0.0, measured: 20.0 - answered as f64, most: 0.0 });
    verdicts
}

/// 200 streams from the first event of a long log, read a little and then not at all; of one game, and of the whole log.
pub fn streams(program: &Path) -> Vec<Verdict> {
    let server = Server::start(program, &[]);
    open_hands(&server, "game", &json!({}));
    append(&server, "game", &roads(50_000));
    let idle = control(&server.address, "/health/live");
    let page = server.ask("GET", "/v1/events?limit=1&observer=referee", "").expect(200).json();
    let cursor = page["items"][0]["cursor"].as_str().expect("a cursor");
    let feed = format!("/v1/events/stream?observer=referee&cursor={cursor}");
    let mut verdicts = Vec::new();
    for path in ["/v1/games/game/events/stream?from=0&observer=referee", feed.as_str()] {
        let request = text("GET", path, "accept: text/event-stream\r\n", "");
        let probe = Probe::of(&server.address, "/health/live");
        let mut readers: Vec<_> = (0..200).map(|_| sent(&server.address, &request)).collect();
        let mut some = [0; 1 << 14];
        let begun = readers.iter_mut().filter_map(|reader| reader.read(&mut some).ok()).filter(|count| *count > 0).count();
        std::thread::sleep(Duration::from_secs(15));
        verdicts.extend(health(&idle, &probe.end()));
        verdicts.push(Verdict { what: "streams that did not begin", control: 0.0, measured: 200.0 - begun as f64, most: 0.0 });
    }
    verdicts
}

/// 40 bodies of a mebibyte at once, ten times: lists of things that are no events, and one long list of empty ones.
pub fn bodies(program: &Path) -> Vec<Verdict> {
    let server = Server::start(program, &[]);
    open_hands(&server, "game", &json!({}));
    let idle = control(&server.address, "/health/live");
    let noise = format!("[{}[]]", "[],".repeat((1 << 20) / 3 - 10));
    let note = json!({"type": "note", "data": {"text": "x".repeat(900)}});
    let events = serde_json::to_string(&vec![note; 1_000]).expect("JSON");
    let requests = [noise, events].map(|body| text("POST", "/v1/games/game/events", "", &body));
    let probe = Probe::of(&server.address, "/health/live");
    for _ in 0..10 {
        let callers: Vec<_> = (0..40).map(|at| sent(&server.address, &requests[at % 2])).collect();
        callers.iter().for_each(|caller| drop(received(caller)));
    }
    health(&idle, &probe.end())
}
