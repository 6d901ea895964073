//! Servers that only read: on a hot standby with a real primary, and beside the server that writes.

use credence::config::Config;
use credence::service::Limits;
use serde_json::{Value, json};

use crate::harness::Cluster;
use crate::harness::app::TestApp;

mod arrivals;
mod beside;
mod commands;
mod interrupted;
mod recovering;
mod refused;

/// A primary with a hot standby, and a server on each. All but `remote_apply` is written without waiting for the standby.
struct Pair {
    writer: TestApp,
    reader: TestApp,
    standby: Cluster,
    primary: Cluster,
}

/// The database that the log stands in.
const DATABASE: &str = "log";

impl Pair {
    /// A database with a setting of `synchronous_commit`, and a server on either side.
    async fn with(synchronous_commit: &str, limits: Limits) -> Self {
        let primary = Cluster::primary(&["synchronous_standby_names=*", "synchronous_commit=local", "autovacuum=off"]);
        let standby = primary.standby("s", &["max_standby_streaming_delay=0"]);
        primary.run("postgres", &format!("CREATE DATABASE {DATABASE}")).await;
        primary.run("postgres", &format!("ALTER DATABASE {DATABASE} SET synchronous_commit = {synchronous_commit}")).await;
        let writer = TestApp::on(&primary.url(DATABASE)).await;
        // The standby has the tables as soon as it has what follows them.
        replayed(&primary, &standby).await;
        let reader = reading(&standby.url(DATABASE), &writer.base, limits).await;
        Self { writer, reader, standby, primary }
    }

    async fn stop(self) {
        self.reader.stop().await;
        self.writer.stop().await;
        drop(self.standby);
        drop(self.primary);
    }
}

/// A server that only reads.
async fn reading(database_url: &str, primary: &str, limits: Limits) -> TestApp {
    let primary = Some(primary.to_owned());
    let config = Config { database_url: database_url.to_owned(), read_only: true, primary, limits, ..Config::default() };
    TestApp::configured(config).await.expect("the server starts")
}

/// Becomes ready when the standby has replayed all that was written until now: a commit that waits for the standby comes after it.
async fn replayed(primary: &Cluster, standby: &Cluster) {
    let mark = "SET synchronous_commit = remote_apply; CREATE TABLE IF NOT EXISTS mark (n int); INSERT INTO mark VALUES (1)";
    primary.run("postgres", mark).await;
    assert!(!standby.ask("postgres", "SELECT n::text FROM mark").await.is_empty());
}

/// An event that any game takes any number of times.
fn note(id: &str) -> Value {
    json!({"type": "note", "id": id, "data": {"text": "nothing"}})
}
