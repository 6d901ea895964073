//! A Postgres that gives no answer, and servers that stop to ask: nobody waits for ever.

use std::time::Duration;

use futures::future::join_all;
use serde_json::json;
use tokio::time::{Instant, timeout};

use super::frozen_proxy::FrozenProxy;
use super::{note, open_with, post_note};
use crate::harness::app::TestApp;
use crate::harness::{Place, Process, on_postgres};

/// Everything must be answered within this time: the longest deadline of a write and one more connection. Without deadlines it is for ever.
const BOUND: Duration = Duration::from_secs(50);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_frozen_is_not_waited_for() {
    on_postgres(|place| async move {
        let proxy = FrozenProxy::to(&place.url()).await;
        let app = TestApp::on(&proxy.url).await;
        open_with(&app, "g1", 3).await;
        proxy.freeze();
        let all = async { tokio::join!(post_note(&app, "g1", "a"), app.get("/v1/games/g1/belief"), app.get("/health/ready")) };
        let (append, belief, ready) = timeout(BOUND, all).await.expect("everything is answered");
        for answer in [&append, &belief, &ready] {
            assert_eq!(answer.status, 503, "{answer:?}");
        }
        proxy.thaw();
        // The same id again: whatever became of the first try, it stands once.
        let again = timeout(BOUND, post_note(&app, "g1", "a")).await.expect("answered").json();
        assert_eq!(again["revision"], 4, "{again}");
        app.get("/health/ready").await.expect(200);
        app.stop().await;
    })
    .await;
}

/// A prober waits for less long than the database is waited for: what it gave up is no sign of readiness.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_probe_that_is_given_up_is_shown_as_not_ready() {
    on_postgres(|place| async move {
        let proxy = FrozenProxy::to(&place.url()).await;
        let process = Process::serve(&proxy.url);
        let http = reqwest::Client::new();
        let [ready, metrics] = ["/health/ready", "/metrics"].map(|path| format!("{}{path}", process.url));
        let shown = async || http.get(&metrics).send().await.expect("answered").text().await.expect("text");
        http.get(&ready).send().await.expect("answered").error_for_status().expect("ready");
        let first = shown().await;
        assert!(first.contains("credence_ready 1"));
        assert!(first.contains("credence_damaged_total 0"), "it is shown before anything is damaged: {first}");
        proxy.freeze();
        http.get(&ready).timeout(Duration::from_millis(500)).send().await.expect_err("given up");
        // The server hears of the closed connection a moment later, long before the database is given up.
        let seen = async {
            while !shown().await.contains("credence_ready 0") {
                tokio::task::yield_now().await;
            }
        };
        timeout(Duration::from_secs(5), seen).await.expect("it is shown as not ready");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopping_ends_although_the_database_is_frozen() {
    on_postgres(|place| async move {
        let proxy = FrozenProxy::to(&place.url()).await;
        let mut process = Process::serve(&proxy.url);
        let http = reqwest::Client::new();
        let url = format!("{}/v1/games/g1", process.url);
        let seats: Vec<_> = (0..4).map(|seat| json!({"player": format!("p{seat}")})).collect();
        let opened = http.put(&url).json(&json!({"ruleset": "catan", "seats": seats})).send().await.expect("answered");
        assert_eq!(opened.status(), 201);
        proxy.freeze();
        let waiting = tokio::spawn(http.post(format!("{url}/events")).json(&note("a")).send());
        tokio::time::sleep(Duration::from_millis(200)).await;
        process.signal("TERM");
        let ended = tokio::task::spawn_blocking(move || process.wait());
        let status = timeout(Duration::from_secs(60), ended).await.expect("it ends").expect("waited for");
        assert!(status.code().is_some(), "{status}");
        // The request was answered, or its connection was closed.
        let _ = timeout(Duration::from_secs(5), waiting).await.expect("nobody waits any more");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_session_that_holds_the_row_is_not_waited_for() {
    on_postgres(|place| async move {
        use sqlx::{Connection, PgConnection};
        let Place::Postgres(url) = &place else { unreachable!("on_postgres gives a database") };
        let app = TestApp::on(url).await;
        open_with(&app, "g1", 3).await;
        let mut other = PgConnection::connect(url).await.expect("the database answers");
        sqlx::raw_sql("BEGIN; SELECT position FROM log_head FOR UPDATE").execute(&mut other).await.expect("locked");
        let answer = timeout(BOUND, post_note(&app, "g1", "a")).await.expect("it is answered");
        answer.problem(503, "unavailable");
        app.get("/v1/games/g1/belief").await.expect(200);
        sqlx::raw_sql("ROLLBACK").execute(&mut other).await.expect("let go");
        assert_eq!(post_note(&app, "g1", "a").await.expect(201)["revision"], 4);
        app.stop().await;
    })
    .await;
}

/// Stops one of two servers at random moments under load, and lets it go on later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_stopped_holds_up_the_others_for_a_moment_only() {
    on_postgres(|place| async move {
        let servers = [Process::serve(&place.url()), Process::serve(&place.url())];
        let http = reqwest::Client::new();
        let seats: Vec<_> = (0..4).map(|seat| json!({"player": format!("p{seat}")})).collect();
        for game in 0..8 {
            let url = format!("{}/v1/games/g{game}", servers[0].url);
            let opened = http.put(url).json(&json!({"ruleset": "catan", "seats": seats})).send().await.expect("answered");
            assert_eq!(opened.status(), 201);
        }
        let post = |server: &Process, game: usize, id: String| {
            let request = http.post(format!("{}/v1/games/g{game}/events", server.url)).json(&note(&id));
            async move { request.send().await.map(|answer| answer.status().as_u16()) }
        };
        let mut longest = Duration::ZERO;
        for round in 0..6_usize {
            // The first server is stopped in the middle of a burst of writes: now and then it holds the row.
            let burst = (0..4).map(|game| tokio::spawn(post(&servers[0], game, format!("a-{round}-{game}"))));
            let burst: Vec<_> = burst.collect();
            tokio::time::sleep(Duration::from_micros(700 * round as u64)).await;
            servers[0].signal("STOP");
            let begun = Instant::now();
            let answers = join_all((4..8).map(|game| post(&servers[1], game, format!("b-{round}-{game}")))).await;
            longest = longest.max(begun.elapsed());
            for answer in answers {
                assert_eq!(answer.expect("answered"), 201);
            }
            servers[0].signal("CONT");
            for answer in burst {
                let status = answer.await.expect("the task ends").expect("answered");
                assert!([201, 200, 503].contains(&status), "{status}");
            }
            for game in 0..4 {
                let status = post(&servers[0], game, format!("a-{round}-{game}")).await.expect("answered");
                assert!([200, 201].contains(&status), "the same id stands once: {status}");
            }
        }
        // Three seconds of silence, and what the burst itself takes. It was thirty.
        assert!(longest < Duration::from_secs(8), "{longest:?}");
    })
    .await;
}
