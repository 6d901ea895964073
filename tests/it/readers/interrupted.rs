//! What a standby does to those who read from it: it ends their queries, is restarted, and is promoted.

use credence::service::Limits;
use serde_json::json;

use super::{DATABASE, Pair, note, replayed};

/// Sessions of the reader that wait for a lock.
const WAITING: &str = "SELECT pid::text FROM pg_stat_activity WHERE application_name = 'credence' AND datname = current_database() AND wait_event_type = 'Lock'";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_read_that_the_standby_ends_is_tried_again() {
    let pair = Pair::with("local", Limits::default()).await;
    pair.writer.open_catan("g", 4, json!({})).await;
    pair.writer.append("g", note("a")).await;
    replayed(&pair.primary, &pair.standby).await;
    // A lock that is replayed stands in the way of every reader of the table, until it is given up.
    use sqlx::{Connection, PgConnection};
    let mut owner = PgConnection::connect(&pair.primary.url(DATABASE)).await.expect("the primary answers");
    sqlx::raw_sql("BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE").execute(&mut owner).await.expect("the lock is taken");
    replayed(&pair.primary, &pair.standby).await;
    let (answer, ()) = tokio::join!(pair.reader.get("/v1/games/g/belief?revision=1"), async {
        let mut ended = Vec::new();
        // The session that waits is ended; the read comes again in another one.
        while ended.len() < 2 {
            for session in pair.standby.ask(DATABASE, WAITING).await {
                if !ended.contains(&session) {
                    pair.standby.run(DATABASE, &format!("SELECT pg_terminate_backend({session})")).await;
                    ended.push(session);
                }
            }
        }
        sqlx::raw_sql("ROLLBACK").execute(&mut owner).await.expect("the lock is given up");
    });
    assert_eq!(answer.expect(200)["revision"], 1);
    owner.close().await.expect("the connection closes");
    pair.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_that_is_restarted_or_promoted_is_read_on() {
    let pair = Pair::with("local", Limits::default()).await;
    pair.writer.open_catan("g", 4, json!({})).await;
    pair.writer.append("g", note("a")).await;
    replayed(&pair.primary, &pair.standby).await;
    let before = pair.reader.get("/v1/games/g/belief?revision=1").await;
    before.expect(200);
    pair.standby.stop();
    pair.reader.get("/v1/games/g/belief?revision=1").await.problem(503, "unavailable");
    pair.reader.get("/health/ready").await.problem(503, "unavailable");
    pair.standby.start(&[]);
    assert_eq!(pair.reader.get("/v1/games/g/belief?revision=1").await.bytes, before.bytes);
    pair.standby.promote();
    assert_eq!(pair.reader.get("/v1/games/g/belief?revision=1").await.bytes, before.bytes);
    let ready = pair.reader.get("/health/ready").await.expect(200);
    assert_eq!(
        (&ready["read_only"], &ready["lag"]["standby"]),
        (&json!(true), &json!(false)),
        "it reads on, and writes no more than before"
    );
    pair.reader.post("/v1/games/g/events", note("b")).await.problem(421, "read-only-server");
    pair.stop().await;
}
