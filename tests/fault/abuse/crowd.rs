//! Many connections that do nothing, or next to nothing.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::games::open_hands;
use crate::probe::{Probe, control};
use crate::server::Server;
use crate::verdict::Verdict;
use crate::wire::{connect, text};

/// Nearly as many idle connections as the server keeps open, and a hundred that send a byte a second: fifty of a head, fifty of a body.
pub fn idle_and_slow(program: &Path) -> Vec<Verdict> {
    let server = Server::start(program, &[]);
    open_hands(&server, "game", &json!({}));
    let belief = "/v1/games/game/belief";
    server.ask("GET", belief, "").expect(200);
    let alone = control(&server.address, belief);
    let crowd: Vec<_> = (0..9_800).map(|_| connect(&server.address)).collect();
    let mut slow: Vec<_> = (0..100).map(|_| connect(&server.address)).collect();
    let request = text("POST", "/v1/games/game/events", "", &" ".repeat(1_000));
    let head = request.len() - 1_000;
    slow[50..].iter_mut().for_each(|caller| caller.write_all(&request.as_bytes()[..head]).expect("sent"));
    let probe = Probe::of(&server.address, belief);
    let begun = Instant::now();
    for second in 0..40 {
        for (at, caller) in slow.iter_mut().enumerate() {
            let at = second + if at < 50 { 0 } else { head };
            // The server may have ended it, which is what it should do.
            caller.write_all(&request.as_bytes()[at..=at]).ok();
        }
        std::thread::sleep(Duration::from_secs(second as u64 + 1).saturating_sub(begun.elapsed()));
    }
    let noted = probe.end();
    let open = slow
        .iter_mut()
        .filter_map(|caller| caller.set_nonblocking(true).ok().map(|()| caller))
        .filter(|caller| still_open(caller));
    let open = open.count();
    drop(crowd);
    vec![
        Verdict::within_twice("worst belief, ms", alone.worst_ms, noted.worst_ms, 250.0),
        Verdict { what: "not answered 200", control: 0.0, measured: noted.failed as f64, most: 0.0 },
        Verdict { what: "slow connections still open after 40 s", control: 0.0, measured: open as f64, most: 0.0 },
    ]
}

/// Whether nothing more than an answer came, and not the end.
fn still_open(mut caller: &std::net::TcpStream) -> bool {
    let mut some = [0; 4_096];
    loop {
        match std::io::Read::read(&mut caller, &mut some) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::WouldBlock,
        }
    }
}
