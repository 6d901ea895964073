//! Snapshots through the running server: wherever a fold begins, the same bytes are served as of a fold of the whole log.

mod damaged;
mod known_ids;
mod other_models;
mod retractions;

use std::ops::RangeInclusive;

use credence::rulesets::find;
use credence::store::{SnapshotRow, Store, TABLE, Versions};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::app::{Answered, TestApp};
use crate::harness::observed::{Observed, assert_equal};
use crate::harness::{Place, fresh_sqlite, game, home};

const OBSERVERS: [&str; 3] = ["public", "seat:0", "referee"];

/// The last event that the observers read while the game was recorded, and the last of all: no snapshot is of that one.
const READ: u64 = 2_506;
const HEAD: u64 = 2_516;

/// Revisions that are read again later. At those that end in 5 or 6 nobody but the two seats knows what was stolen.
const PAST: [u64; 6] = [0, 505, 1_006, 1_505, 2_005, 2_500];

/// The events of a game without an end, from the first step on: each round of ten leaves the hands as empty as it found them.
fn event(step: u64) -> Value {
    let (round, place) = ((step - 1) / 10, (step - 1) % 10);
    let (kind, data) = match place {
        0 => ("turn", json!({"seat": round % 4, "dice": 6})),
        1 => ("production", json!({"gains": {"1": {"wood": 2, "brick": 1}}})),
        2 => ("offer", json!({"seat": 1, "give": {"wood": 1}, "get": {"ore": 1}, "to": [0]})),
        3 => ("refuse", json!({"seat": 0})),
        4 => ("steal", json!({"thief": 2, "victim": 1})),
        5 => ("turn", json!({"seat": 1})),
        // Now everybody knows that it was wood.
        6 => ("build", json!({"seat": 1, "piece": "road"})),
        7 => ("production", json!({"gains": {"2": {"brick": 1}}})),
        8 => ("build", json!({"seat": 2, "piece": "road"})),
        _ => match round % 4 {
            0 => ("production", json!({"gains": {"3": {"wood": 1, "brick": 1, "wheat": 2}}})),
            1 => ("bank_trade", json!({"seat": 3, "give": {"wheat": 1}, "get": {"sheep": 1}})),
            2 => ("build", json!({"seat": 3, "piece": "settlement"})),
            _ => ("turn", json!({"seat": 3})),
        },
    };
    json!({"id": format!("e{step}"), "type": kind, "data": data})
}

fn events(steps: RangeInclusive<u64>) -> Value {
    Value::Array(steps.map(event).collect())
}

/// Records steps in batches, after each of which these observers read.
async fn record(app: &TestApp, steps: RangeInclusive<u64>, batch: u64, observers: &[&str]) {
    let (mut first, last) = steps.into_inner();
    while first <= last {
        let end = last.min(first + batch - 1);
        app.append("g1", events(first..=end)).await;
        for observer in observers {
            app.get(&format!("/v1/games/g1/belief?observer={observer}")).await.expect(200);
        }
        first = end + 1;
    }
}

/// A server that has recorded the game and was read all the while.
async fn recorded() -> (TempDir, Place, TestApp) {
    let (folder, place) = fresh_sqlite();
    let app = TestApp::on(&place.url()).await;
    app.open_catan("g1", 4, json!({})).await;
    record(&app, 1..=READ, 500, &OBSERVERS).await;
    record(&app, READ + 1..=HEAD, 500, &[]).await;
    (folder, place, app)
}

/// A copy of a log that no server has open.
fn copy_of(place: &Place, name: &str) -> Place {
    let Place::Sqlite(path) = place else { unreachable!("fresh_sqlite makes files") };
    let copy = path.with_file_name(format!("{name}.db"));
    std::fs::copy(path, &copy).expect("the file is copied");
    Place::Sqlite(copy)
}

/// Everything that is worked out for the observers, at the head and at these revisions.
async fn served(app: &TestApp, revisions: &[u64]) -> Observed {
    let mut observed = Observed::new();
    for observer in OBSERVERS {
        let base = "/v1/games/g1";
        let mut gets = vec![
            format!("{base}/belief?observer={observer}"),
            format!("{base}/evidence?observer={observer}&limit=1000"),
            format!("{base}/evidence?observer={observer}&limit=1000&from=1900"),
        ];
        gets.extend(revisions.iter().map(|revision| format!("{base}/belief?observer={observer}&revision={revision}")));
        for path in gets {
            let answer = app.get(&path).await;
            answer.expect(200);
            observed.push((path, text(answer)));
        }
        let questions = json!([
            {"type": "at_least", "seat": 1, "resource": "wood", "count": 1},
            {"type": "steal_outcome", "thief": 0, "victim": 2},
        ]);
        let mut posts = vec![
            ("worlds", json!({"observer": observer, "count": 8, "seed": 7})),
            ("queries", json!({"observer": observer, "queries": questions})),
            ("what-if", json!({"observer": observer, "without": [11]})),
        ];
        let worlds = |revision: &u64| json!({"observer": observer, "count": 8, "seed": 7, "revision": revision});
        posts.extend(revisions.iter().map(|revision| ("worlds", worlds(revision))));
        for (path, body) in posts {
            let asked = format!("{path} {body}");
            let answer = app.post(&format!("{base}/{path}"), body).await;
            assert_eq!(answer.status, 200, "{asked}: {}", String::from_utf8_lossy(&answer.bytes));
            observed.push((asked, text(answer)));
        }
    }
    observed
}

/// Entity tag and body.
fn text(answer: Answered) -> String {
    let tag = answer.headers.get("etag").map_or("", |tag| tag.to_str().expect("text")).to_owned();
    format!("{tag}\n{}", String::from_utf8(answer.bytes).expect("answers are text"))
}

/// What a server says of a log that no server has open, folding it from the first event.
async fn folded_from_the_log(place: &Place, name: &str, revisions: &[u64]) -> Observed {
    let copy = copy_of(place, name);
    copy.tamper("DELETE FROM snapshots").await;
    let app = TestApp::on(&copy.url()).await;
    let observed = served(&app, revisions).await;
    app.stop().await;
    observed
}

/// The body of a belief among what was served.
fn belief<'a>(observed: &'a Observed, query: &str) -> &'a str {
    let path = format!("/v1/games/g1/belief?{query}");
    let (_, answer) = observed.iter().find(|(asked, _)| *asked == path).expect("it was asked");
    answer.split_once('\n').expect("a tag and a body").1
}

fn hash_of(belief: &str) -> String {
    let belief: Value = serde_json::from_str(belief).expect("JSON");
    belief["hash"].as_str().expect("a hash").to_owned()
}

/// The snapshots that the audit lists, after checking that the chain holds.
async fn audited(app: &TestApp, observer: &str) -> Vec<Value> {
    let audit = app.get(&format!("/v1/games/g1/audit?observer={observer}")).await.expect(200);
    assert_eq!(audit["chain"]["verified"], json!(true));
    audit["snapshots"].as_array().expect("a list").clone()
}

/// How many snapshots had this outcome, in this process.
async fn counted(app: &TestApp, outcome: &str) -> u64 {
    let metrics = app.get("/metrics").await;
    let name = format!("credence_snapshots_total{{outcome=\"{outcome}\"}} ");
    let text = String::from_utf8(metrics.bytes).expect("text");
    text.lines().find_map(|line| line.strip_prefix(&name)).map_or(0, |count| count.parse().expect("a count"))
}

async fn rows(store: &dyn Store) -> Vec<SnapshotRow> {
    store.snapshots(home().of_game("g1"), &game("g1")).await.expect("the list")
}

fn versions(rows: &[SnapshotRow]) -> Versions {
    Versions { schema: rows[0].schema, model: rows[0].model }
}

#[tokio::test]
async fn after_a_restart_the_same_bytes_are_served() {
    let (_folder, place, app) = recorded().await;
    let before = served(&app, &PAST).await;
    let app = app.restart().await;
    let thawed = counted(&app, "thawed").await;
    let model = find("catan").expect("Catan is hosted").model();
    let after = served(&app, &PAST).await;
    assert_equal(&before, &after, "after the restart");
    assert!(counted(&app, "thawed").await > thawed, "it began at snapshots");
    for observer in OBSERVERS {
        let snapshots = audited(&app, observer).await;
        assert!((2..=8).contains(&snapshots.len()), "{observer}: {snapshots:?}");
        for snapshot in snapshots {
            assert_eq!((&snapshot["same"], &snapshot["model"]), (&json!(true), &json!(model)), "{observer}");
            let path = format!("/v1/games/g1/belief?observer={observer}&revision={}", snapshot["revision"]);
            let belief = app.get(&path).await.expect(200);
            assert_eq!(belief["hash"], snapshot["belief_hash"], "{observer}");
            assert_eq!(belief["hash"], snapshot["belief_hash_now"], "{observer}");
        }
    }
    app.stop().await;
    assert_equal(&folded_from_the_log(&place, "folded", &PAST).await, &after, "a fold of the whole log");
}

#[tokio::test]
async fn eight_snapshots_of_an_observer_are_kept() {
    let (_folder, place) = fresh_sqlite();
    let app = TestApp::on(&place.url()).await;
    app.open_catan("g1", 4, json!({})).await;
    record(&app, 1..=12_000, 1_000, &["public"]).await;
    let belief = app.get("/v1/games/g1/belief").await.bytes;
    app.stop().await;
    let store = place.open().await;
    let rows = rows(&*store).await;
    let of = |name: &str| -> Vec<u64> { rows.iter().filter(|row| row.observer == name).map(|row| row.revision).collect() };
    for observer in ["public", "referee"] {
        assert_eq!(of(observer).len(), 8, "{observer}: {rows:?}");
        assert_eq!(of(observer).last(), Some(&12_000), "{observer}: the newest is kept");
    }
    assert!(of("seat:0").is_empty(), "nobody read as that seat");
    let mut stood_on: Vec<u64> = rows.iter().filter(|row| row.observer != TABLE).map(|row| row.revision).collect();
    stood_on.sort_unstable();
    stood_on.dedup();
    assert_eq!(of(TABLE), stood_on, "a table for each revision that a belief stands on, and no other");
    store.close().await;
    let app = TestApp::on(&place.url()).await;
    assert_eq!(app.get("/v1/games/g1/belief").await.bytes, belief);
    let snapshots = audited(&app, "public").await;
    assert_eq!(snapshots.len(), 8);
    assert!(snapshots.iter().all(|snapshot| snapshot["same"] == json!(true)), "{snapshots:?}");
    // Who is read for the first time only now gets one at the head.
    app.get("/v1/games/g1/belief?observer=seat:0").await.expect(200);
    let app = app.restart().await;
    let snapshots = audited(&app, "seat:0").await;
    assert_eq!((snapshots.len(), &snapshots[0]["revision"]), (1, &json!(12_000)));
    app.stop().await;
}
