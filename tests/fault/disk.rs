//! A disk that does not sync, and one that is full: `disk.c` stands between a real server and the C library. Linux only; no root is needed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use super::note;
use crate::harness::{Place, Process, fresh_sqlite};

/// Builds the library, with the C compiler that building SQLite needs as well.
fn library(folder: &Path) -> PathBuf {
    let (source, built) = (concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fault/disk.c"), folder.join("disk.so"));
    let output =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&built).args([source, "-ldl"]).output().expect("cc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    built
}

struct OnBadDisk {
    _folder: tempfile::TempDir,
    place: Place,
    switch: PathBuf,
    server: Process,
    http: reqwest::Client,
}

impl OnBadDisk {
    fn start() -> Self {
        let (folder, place) = fresh_sqlite();
        let (library, switch) = (library(folder.path()), folder.path().join("switch"));
        let server = Process::serve_with(&place.url(), &[("LD_PRELOAD", &library), ("CREDENCE_DISK", &switch)]);
        Self { _folder: folder, place, switch, server, http: reqwest::Client::new() }
    }

    fn fail(&self, what: &str) {
        std::fs::write(&self.switch, what).expect("the switch is written");
    }

    async fn post(&self, id: &str) -> Option<(u16, Value)> {
        let answer = self.http.post(format!("{}/v1/games/g1/events", self.server.url)).json(&note(id)).send().await.ok()?;
        Some((answer.status().as_u16(), answer.json().await.ok()?))
    }

    async fn open(&self) {
        let seats: Vec<Value> = (0..4).map(|seat| json!({"player": format!("p{seat}")})).collect();
        let opened = self.http.put(format!("{}/v1/games/g1", self.server.url)).json(&json!({"ruleset": "catan", "seats": seats}));
        assert_eq!(opened.send().await.expect("answered").status(), 201);
    }

    async fn ready(&self) -> (u16, Value) {
        let answer = self.http.get(format!("{}/health/ready", self.server.url)).send().await.expect("answered");
        (answer.status().as_u16(), answer.json().await.expect("JSON"))
    }
}

#[tokio::test]
async fn a_sync_that_fails_ends_the_process() {
    let mut bad = OnBadDisk::start();
    bad.open().await;
    for number in 0..20 {
        assert_eq!(bad.post(&format!("before-{number}")).await.expect("answered").0, 201);
    }
    bad.fail("sync");
    // Not acknowledged: refused, or the connection closed.
    if let Some((status, body)) = bad.post("during").await {
        assert_eq!(status, 503, "{body}");
    }
    // The disk is well again; that changes nothing for this process.
    std::fs::remove_file(&bad.switch).expect("the switch goes");
    if let Some((status, body)) = bad.post("after").await {
        assert_eq!(status, 503, "{body}");
    }
    let status = tokio::task::spawn_blocking(move || (bad.server.wait(), bad)).await.expect("waited for");
    let (status, bad) = status;
    assert_eq!(status.code(), Some(1), "{status}");
    // All that was acknowledged is there.
    let store = bad.place.open().await;
    let events = crate::harness::read_all(&*store, crate::harness::LOG, &crate::harness::game("g1")).await;
    let ids: Vec<&str> = events.iter().skip(1).map(|event| event.id.as_str()).take(20).collect();
    assert_eq!(ids, (0..20).map(|number| format!("before-{number}")).collect::<Vec<_>>());
    store.close().await;
}

#[tokio::test]
async fn a_full_disk_is_named_and_writing_goes_on_when_there_is_room() {
    let bad = OnBadDisk::start();
    bad.open().await;
    assert_eq!(bad.post("a").await.expect("answered").0, 201);
    assert_eq!(bad.ready().await.0, 200);
    bad.fail("full");
    let (status, problem) = bad.post("b").await.expect("answered");
    assert_eq!((status, &problem["type"]), (503, &json!("/problems/storage-full")), "{problem}");
    let (status, problem) = bad.ready().await;
    assert_eq!((status, &problem["type"]), (503, &json!("/problems/storage-full")), "{problem}");
    let read = bad.http.get(format!("{}/v1/games/g1/belief", bad.server.url)).send().await.expect("answered");
    assert_eq!(read.status(), 200, "reading goes on");
    std::fs::remove_file(&bad.switch).expect("the switch goes");
    let (status, answer) = bad.post("b").await.expect("answered");
    assert_eq!((status, &answer["revision"]), (201, &json!(2)), "{answer}");
    for _ in 0..2 {
        assert_eq!(bad.ready().await.0, 200);
    }
    // Stopping is clean.
    bad.server.signal("TERM");
    let status = tokio::task::spawn_blocking(move || {
        let mut bad = bad;
        (bad.server.wait(), bad._folder)
    })
    .await
    .expect("waited for")
    .0;
    assert!(status.success(), "{status}");
    tokio::time::sleep(Duration::ZERO).await;
}
