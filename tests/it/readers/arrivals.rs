//! What is read on a standby: all that was acknowledged where commits wait for it, and what is named as soon as it has arrived.

use credence::service::Limits;
use futures::future::join_all;
use reqwest::Method;
use serde_json::json;

use super::{DATABASE, Pair, note, replayed};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_acknowledged_under_remote_apply_is_seen_by_every_later_read() {
    let pair = Pair::with("remote_apply", Limits::default()).await;
    pair.writer.open_catan("g", 4, json!({})).await;
    for round in 1..=500_u64 {
        let appended = pair.writer.append("g", note(&format!("e{round}"))).await;
        assert_eq!(appended["revision"], round);
        let read = pair.reader.get("/v1/games/g").await.expect(200);
        assert_eq!(read["revision"], round, "the reader is behind what was acknowledged");
    }
    let path = "/v1/games/g/belief?observer=seat:2";
    assert_eq!(pair.reader.get(path).await.bytes, pair.writer.get(path).await.bytes);
    let end = pair.writer.get("/v1/events?limit=1000").await.expect(200)["cursor"].clone();
    assert_eq!(pair.reader.get("/v1/events?limit=1000").await.expect(200)["cursor"], end);
    pair.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_revision_that_is_named_is_waited_for() {
    let pair = Pair::with("local", Limits { arrival_seconds: 1, ..Limits::default() }).await;
    pair.writer.open_catan("g", 4, json!({})).await;
    replayed(&pair.primary, &pair.standby).await;
    assert_eq!(pair.reader.get("/v1/games/g").await.expect(200)["revision"], 0);
    let level = pair.reader.get("/health/ready").await.expect(200);
    let lag = json!({"standby": true, "receiving": true, "bytes": 0, "seconds": 0.0});
    assert_eq!((&level["read_only"], &level["lag"]), (&json!(true), &lag));
    let cursor = feed_end(&pair).await;

    pair.standby.run(DATABASE, "SELECT pg_wal_replay_pause()").await;
    pair.writer.append("g", note("a")).await;
    pair.writer.open_catan("h", 4, json!({})).await;
    let ahead = feed_end(&pair).await;
    assert_ne!(cursor, ahead);
    // A standby says that it has received something a moment after the commit, which does not wait for it here: the next one does.
    pair.primary.run(DATABASE, "SET synchronous_commit = remote_write; CREATE TABLE received (n int)").await;
    let named = [
        (Method::GET, "/v1/games/g/belief?revision=1".to_owned(), None),
        (Method::GET, "/v1/games/g/evidence?from=1".to_owned(), None),
        (Method::GET, "/v1/games/g/curve?from=1".to_owned(), None),
        (Method::GET, "/v1/games/h/belief?revision=0".to_owned(), None),
        (Method::GET, "/v1/players/p1?revision=0".to_owned(), None),
        (Method::GET, format!("/v1/events?cursor={ahead}"), None),
        (Method::POST, "/v1/games/g/worlds".to_owned(), Some(json!({"revision": 1, "count": 1}))),
        (Method::POST, "/v1/games/g/queries".to_owned(), Some(json!({"revision": 1, "queries": []}))),
        (Method::POST, "/v1/games/g/what-if".to_owned(), Some(json!({"revision": 1, "with": []}))),
    ];
    let late = named.into_iter().map(async |(method, path, body)| (pair.reader.ask(method, &path, &[], body).await, path));
    for (late, path) in join_all(late).await {
        late.problem(503, "not-arrived");
        assert_eq!(late.headers["retry-after"], "1", "{path}");
    }
    // What is here is answered at once, and what is named by nobody is what there is here.
    pair.reader.get(&format!("/v1/events?cursor={cursor}")).await.expect(200);
    pair.reader.get("/v1/games/g/belief?revision=0").await.expect(200);
    assert_eq!(pair.reader.get("/v1/games/g").await.expect(200)["revision"], 0);
    pair.reader.get("/v1/games/h").await.problem(404, "not-found");
    let behind = pair.reader.get("/health/ready").await.expect(200)["lag"].clone();
    assert!(behind["bytes"].as_u64().expect("bytes") > 0 && behind["seconds"].as_f64().expect("seconds") > 0.0, "{behind}");

    // What is asked for while it arrives is answered when it has.
    let (belief, opened, resumed) = tokio::join!(
        pair.reader.get("/v1/games/g/belief?revision=1"),
        pair.reader.get("/v1/games/h/belief?revision=0"),
        pair.standby.run(DATABASE, "SELECT pg_wal_replay_resume()"),
    );
    let () = resumed;
    assert_eq!((&belief.expect(200)["revision"], &opened.expect(200)["revision"]), (&json!(1), &json!(0)));
    assert_eq!(belief.bytes, pair.writer.get("/v1/games/g/belief?revision=1").await.bytes);
    let metrics = String::from_utf8(pair.reader.get("/metrics").await.bytes).expect("text");
    assert!(metrics.contains("credence_read_only 1") && metrics.contains("credence_standby_receiving 1"), "{metrics}");
    pair.stop().await;
}

async fn feed_end(pair: &Pair) -> String {
    let page = pair.writer.get("/v1/events?limit=1000").await.expect(200);
    page["cursor"].as_str().expect("a cursor").to_owned()
}
