//! The commands that keep a log, run as a shell runs them.

mod archives;
mod backups;
mod damages;
mod doctors;
mod repairs;
mod sound;
mod strangers;

use std::collections::BTreeMap;
use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::app::{TestApp, first_session, partition};
use crate::harness::{Place, program};

/// What a command answered.
pub struct Ran {
    /// Its exit code.
    pub code: Option<i32>,
    /// What it printed, byte by byte.
    pub printed: Vec<u8>,
    /// What it wrote to standard error.
    pub complaint: String,
}

impl Ran {
    /// The one document that `--json` prints, after checking how the command ended.
    #[track_caller]
    pub fn json(&self, code: i32) -> Value {
        let printed = String::from_utf8_lossy(&self.printed);
        assert_eq!(self.code, Some(code), "{printed}{}", self.complaint);
        let document: Value = serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error}: {printed}"));
        assert_eq!(document["ok"], json!(code == 0), "{document}");
        document
    }
}

/// Runs a command on a log, and waits for it without holding up the servers of this process.
pub async fn run(place: &Place, arguments: &[&str]) -> Ran {
    let url = place.url();
    let mut command = program(&[arguments, &["--database-url", &url]].concat());
    command.current_dir(std::env::temp_dir());
    let output = tokio::task::spawn_blocking(move || command.output().expect("the program starts")).await.expect("it ends");
    Ran { code: output.status.code(), printed: output.stdout, complaint: String::from_utf8_lossy(&output.stderr).into_owned() }
}

pub async fn verify(place: &Place) -> Ran {
    run(place, &["verify", "--json"]).await
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Turns of a long game of at least three seats, which tell nothing and fill it.
fn turns(steps: std::ops::Range<u64>) -> Value {
    let turn = |step: u64| json!({"id": format!("t{step}"), "type": "turn", "data": {"seat": step % 3, "dice": 6}});
    Value::Array(steps.map(turn).collect())
}

/// Fills a log with a recorded game of each ruleset, a long game with snapshots, a game with a retraction and an end, and a person who was
/// forgotten.
async fn fill(place: &Place) {
    let ran = run(place, &["demo", "--exit", "--listen", "127.0.0.1:0"]).await;
    assert_eq!(ran.code, Some(0), "{}", ran.complaint);
    let app = TestApp::on(&place.url()).await;
    app.open_catan("short", 4, json!({})).await;
    app.append("short", first_session()).await;
    app.append("short", json!([{"type": "retract", "data": {"revision": 4, "reason": "misread"}}])).await;
    app.append("short", json!([{"type": "finish", "data": {}}])).await;
    app.open_catan("long", 4, json!({})).await;
    for first in [1, 501, 1_001] {
        app.append("long", turns(first..first + 500)).await;
        app.get("/v1/games/long/belief").await.expect(200);
        app.get("/v1/games/long/belief?observer=seat:1").await.expect(200);
    }
    app.ask(Method::DELETE, "/v1/players/p3", &[], None).await.expect(204);
    app.stop().await;
}

/// Everybody's beliefs in every game, as they are served.
async fn beliefs(place: &Place) -> BTreeMap<String, Vec<u8>> {
    let app = TestApp::on(&place.url()).await;
    let games = app.get("/v1/games?limit=100").await.expect(200);
    let mut beliefs = BTreeMap::new();
    for game in games["items"].as_array().expect("a list").iter().map(|game| game["game"].as_str().expect("an id")) {
        for observer in ["public", "seat:0", "seat:1", "referee"] {
            let path = format!("/v1/games/{game}/belief?observer={observer}");
            let answer = app.get(&path).await;
            answer.expect(200);
            beliefs.insert(path, answer.bytes);
        }
        let path = format!("/v1/games/{game}");
        beliefs.insert(path.clone(), app.get(&path).await.bytes);
    }
    let players = app.get("/v1/players?limit=100").await;
    players.expect(200);
    beliefs.insert("players".to_owned(), players.bytes);
    app.stop().await;
    beliefs
}

/// After a game was erased: the log verifies, and an export of it can be taken in again.
pub async fn sound_after_erasing(place: &Place) {
    let verified = verify(place).await.json(0);
    assert_eq!(verified["verified"]["erased"], 1, "{verified}");
    let folder = tempfile::tempdir().expect("a folder");
    let archive = folder.path().join("log.archive");
    run(place, &["export", text(&archive), "--json"]).await.json(0);
    let copy = Place::Sqlite(folder.path().join("copy.db"));
    partition(&copy.url()).await;
    run(&copy, &["import", text(&archive), "--json"]).await.json(0);
    assert_eq!(verify(&copy).await.json(0)["verified"]["erased"], 1);
}
