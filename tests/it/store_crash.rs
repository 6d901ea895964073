//! A server that is killed in the middle of its work has lost nothing that it acknowledged.
//!
//! The child is this test binary again, told by the environment where to write.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use credence::store::chain::{GENESIS, verify};
use credence::store::{Expected, LogWriter, connect};

use crate::harness::{LOG, Place, game, name, on_postgres, on_sqlite, one, read_all};

/// Where the child writes to.
const CHILD: &str = "CREDENCE_TEST_CRASH_CHILD";

const APPENDERS: usize = 12;

/// Acknowledged events after which the child is killed.
const ENOUGH: usize = 1_500;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_on_sqlite() {
    match child_url() {
        Some(url) => write_until_killed(&url).await,
        None => on_sqlite(|place| kill(place, "nothing_acknowledged_is_lost_on_sqlite")).await,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_on_postgres() {
    match child_url() {
        Some(url) => write_until_killed(&url).await,
        None => on_postgres(|place| kill(place, "nothing_acknowledged_is_lost_on_postgres")).await,
    }
}

#[expect(clippy::disallowed_methods, reason = "how the child is told that it is one")]
fn child_url() -> Option<String> {
    std::env::var(CHILD).ok()
}

/// The child: says each event on its own line, once it is acknowledged.
async fn write_until_killed(url: &str) {
    let writer = LogWriter::spawn(connect(url).await.expect("the child's store opens"));
    let tasks = (0..APPENDERS).map(|number| {
        let writer = writer.clone();
        tokio::spawn(async move {
            for round in 0.. {
                let append = one(game(&name("g", number)), Expected::Any, &name("id", round));
                let appended = writer.append(append).await.expect("taken");
                let revision = appended.parts[0][0].revision;
                // One write a line: the parent never sees half of one that counts.
                std::io::stdout().write_all(format!("ack {number} {revision} {round}\n").as_bytes()).expect("the parent listens");
            }
        })
    });
    futures::future::join_all(tasks.collect::<Vec<_>>()).await;
}

async fn kill(place: Place, test: &str) {
    for _ in 0..2 {
        let acknowledged = {
            let (place, test) = (place.clone(), test.to_owned());
            tokio::task::spawn_blocking(move || run_and_kill(&place, &test)).await.expect("the child ran")
        };
        let store = place.open().await;
        let mut streams = Vec::new();
        for number in 0..APPENDERS {
            let (stream, mut hash) = (game(&name("g", number)), GENESIS);
            let events = read_all(&*store, LOG, &stream).await;
            for (revision, event) in (0..).zip(&events) {
                verify(&hash, &stream, revision, event).expect("the chain is whole");
                hash = event.hash;
            }
            streams.push(events);
        }
        for (number, revision) in acknowledged {
            assert!(streams[number].get(revision).is_some(), "event {revision} of game {number} was acknowledged and is lost");
        }
        let mut positions: Vec<u64> = streams.iter().flatten().map(|event| event.position).collect();
        positions.sort_unstable();
        assert_eq!(positions, (1..=positions.len() as u64).collect::<Vec<_>>());
        // The next child starts afresh, in a log that already holds something.
        place.tamper("DELETE FROM events").await;
        place.tamper("DELETE FROM streams").await;
        place.tamper("DELETE FROM log_head").await;
        store.close().await;
    }
}

/// Game and revision of every event that the child acknowledged before it was killed.
fn run_and_kill(place: &Place, test: &str) -> Vec<(usize, usize)> {
    let binary = std::env::current_exe().expect("a test knows its own binary");
    let mut child = Command::new(binary)
        .args(["--exact", &format!("store_crash::{test}"), "--nocapture"])
        .env(CHILD, place.url())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the child starts");
    let lines = BufReader::new(child.stdout.take().expect("the child's output is piped")).lines();
    let mut acknowledged = Vec::new();
    for line in lines {
        let line = line.expect("the output is text");
        let mut words = line.split_whitespace().skip_while(|word| *word != "ack").skip(1);
        if let (Some(number), Some(revision)) = (words.next(), words.next()) {
            acknowledged.push((number.parse().expect("a number"), revision.parse().expect("a number")));
        }
        if acknowledged.len() == ENOUGH {
            child.kill().expect("the child is killed");
        }
    }
    child.wait().expect("the child is gone");
    assert!(acknowledged.len() >= ENOUGH, "the child stopped by itself");
    acknowledged
}
