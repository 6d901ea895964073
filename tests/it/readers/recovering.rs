//! A server that writes, while its database is away, and after it came back as a standby.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use super::note;
use crate::harness::Cluster;
use crate::harness::app::TestApp;

/// Half of what a question to a database that does not answer is waited for.
const AT_ONCE: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_writes_is_ready_where_its_database_takes_writes() {
    let database = Cluster::primary(&["autovacuum=off"]);
    let app = TestApp::on(&database.url("postgres")).await;
    let (admin, _) = app.make_key(json!({"role": "admin"})).await;
    app.hold(Some(&admin));
    app.open_catan("g", 4, json!({})).await;
    app.append("g", note("a")).await;
    app.get("/health/ready").await.expect(200);
    database.stop();
    // A key that nobody needs is asked of nobody.
    for path in ["/health/live", "/problems", "/openapi.json", "/docs/guide"] {
        let answer = timeout(AT_ONCE, app.get(path)).await.unwrap_or_else(|_| panic!("{path} waits"));
        assert_eq!(answer.status.as_u16(), 200, "{path}");
    }
    app.get("/health/ready").await.problem(503, "unavailable");
    // No append has failed since, by which the server could know.
    database.start_as_standby();
    app.get("/health/ready").await.problem(503, "storage-read-only");
    database.promote();
    app.get("/health/ready").await.expect(200);
    app.append("g", note("b")).await;
    app.stop().await;
}
