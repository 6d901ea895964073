//! Random damages to the pages of a database file: none is served as another game.

use std::collections::BTreeMap;
use std::path::Path;

use credence::belief::seeded;
use credence::rulesets::ALL;
use rand::RngExt;
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::{Place, Played, fresh_sqlite, program, tables};

/// Damages that are tried.
const DAMAGES: u64 = 200;

const PAGE: u64 = 4_096;

/// What is asked of each game.
const READS: [&str; 4] =
    ["events?observer=referee&limit=500", "belief?observer=referee", "belief?observer=seat:1", "evidence?limit=500"];

async fn served(app: &TestApp, games: &[String]) -> BTreeMap<String, (u16, Vec<u8>)> {
    let mut served = BTreeMap::new();
    for game in games {
        for read in READS {
            let path = format!("/v1/games/{game}/{read}");
            let answer = app.get(&path).await;
            served.insert(path, (answer.status.as_u16(), answer.bytes));
        }
    }
    served
}

/// Overwrites some bytes of one page.
fn damage(path: &Path, seed: u64) -> String {
    let mut rng = seeded(71, seed);
    let mut bytes = std::fs::read(path).expect("the file is read");
    let pages = bytes.len() as u64 / PAGE;
    let page = rng.random_range(0..pages);
    let (at, length) = (rng.random_range(0..PAGE), *[1, 4, 64, 1_024].get(rng.random_range(0..4_usize)).expect("four lengths"));
    let begin = usize::try_from(page * PAGE + at).expect("a small file");
    let end = (begin + length).min(bytes.len());
    for byte in &mut bytes[begin..end] {
        *byte ^= rng.random_range(1..=255_u8);
    }
    std::fs::write(path, bytes).expect("the file is written");
    format!("seed {seed}: page {page}, {length} bytes from {at}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_damaged_page_is_served_as_another_game() {
    let (directory, place) = fresh_sqlite();
    let Place::Sqlite(whole) = &place else { unreachable!("fresh_sqlite makes files") };
    let app = TestApp::on(&place.url()).await;
    let mut games = Vec::new();
    for (number, ruleset) in (0_u64..).zip(ALL) {
        let tables = tables(*ruleset);
        let played = Played::simulate(*ruleset, tables[0].min(4), Some(20), number);
        let game = format!("g{number}");
        let seats: Vec<Value> = (0..played.game.seats()).map(|seat| json!({"player": format!("p{seat}")})).collect();
        app.put(&format!("/v1/games/{game}"), json!({"ruleset": ruleset.key(), "seats": seats})).await.expect(201);
        let event = |(index, (kind, data)): (usize, &(String, Vec<u8>))| json!({"id": format!("e{index}"), "type": kind, "data": serde_json::from_slice::<Value>(data).expect("JSON")});
        let events: Vec<Value> = played.events.iter().enumerate().map(event).collect();
        for batch in events.chunks(50) {
            app.append(&game, json!(batch)).await;
        }
        games.push(game);
    }
    let right = served(&app, &games).await;
    assert!(right.values().all(|(status, _)| *status == 200));
    app.stop().await;

    let (mut refused, mut named, mut untouched) = (0, 0, 0);
    for seed in 0..DAMAGES {
        let copy = directory.path().join("copy.db");
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", copy.display()));
        }
        std::fs::copy(whole, &copy).expect("the file is copied");
        let what = damage(&copy, seed);
        // A file that is no database any more is refused as a whole.
        let url = format!("sqlite:{}", copy.display());
        let Ok(app) = TestApp::try_on(&url).await else {
            refused += 1;
            continue;
        };
        let mut touched = false;
        for (path, (status, bytes)) in served(&app, &games).await {
            if status == 200 {
                assert_eq!(String::from_utf8_lossy(&bytes), String::from_utf8_lossy(&right[&path].1), "{what}: {path}");
            } else {
                touched = true;
                assert!(status >= 404, "{what}: {path}: {status}");
            }
        }
        app.stop().await;
        if touched {
            named += 1;
            let verified = program(&["verify", "--database-url", &url]).output().expect("the program starts");
            assert_eq!(verified.status.code(), Some(1), "{what}: {}", String::from_utf8_lossy(&verified.stdout));
        } else {
            untouched += 1;
        }
    }
    println!(
        "{DAMAGES} damages: {refused} files refused, {named} with a game that is not served, {untouched} that touched no game"
    );
    assert!(named > 20, "{named} damages met a game: too few to say anything");
}
