//! What a standby does to those who read from it: it ends their queries, is restarted, and is promoted.

use std::time::Duration;

use credence::service::Limits;
use serde_json::json;
use sqlx::{Connection, PgConnection};

use super::{DATABASE, Pair, note, replayed};

/// A session that nobody finds until then is none.
const LONGEST: Duration = Duration::from_secs(30);

/// A session of the reader that waits for a lock on a table.
async fn waiting_for(pair: &Pair, table: &str, not: &str) -> String {
    let waiting = format!(
        "SELECT pid::text FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND application_name = 'credence' \
         AND relation = '{table}'::regclass AND pid::text <> '{not}'"
    );
    let look = async {
        loop {
            if let Some(session) = pair.standby.ask(DATABASE, &waiting).await.pop() {
                return session;
            }
        }
    };
    tokio::time::timeout(LONGEST, look).await.unwrap_or_else(|_| panic!("nobody waits for {table}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_read_that_the_standby_ends_is_tried_again() {
    let pair = Pair::with("local", Limits::default()).await;
    pair.writer.open_catan("g", 4, json!({})).await;
    pair.writer.append("g", note("a")).await;
    replayed(&pair.primary, &pair.standby).await;
    // In memory from now on: what is asked of the database is the game's head, which stands in two tables.
    pair.reader.get("/v1/games/g").await.expect(200);
    let mut owner = PgConnection::connect(&pair.primary.url(DATABASE)).await.expect("the primary answers");
    // A lock that is replayed stands in the way of every reader of the table, until it is given up.
    sqlx::raw_sql("BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE").execute(&mut owner).await.expect("the lock is taken");
    replayed(&pair.primary, &pair.standby).await;
    let (answer, ()) = tokio::join!(pair.reader.get("/v1/games/g"), async {
        let first = waiting_for(&pair, "events", "").await;
        // 57P01, as at a shutdown or a promotion.
        pair.standby.run(DATABASE, &format!("SELECT pg_terminate_backend({first})")).await;
        waiting_for(&pair, "events", &first).await;
        // 40001: the second session holds the one table while it waits for the other, and the standby must lock that too.
        sqlx::raw_sql("LOCK TABLE streams IN ACCESS EXCLUSIVE MODE").execute(&mut owner).await.expect("the lock is taken");
        replayed(&pair.primary, &pair.standby).await;
        waiting_for(&pair, "streams", "").await;
        sqlx::raw_sql("ROLLBACK").execute(&mut owner).await.expect("the locks are given up");
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
