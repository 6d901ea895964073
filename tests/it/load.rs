//! `credence load` against real servers: what it says of itself is what is in the log.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::harness::app::TestApp;
use crate::harness::{Process, on_postgres, program};

/// Runs it, and gives what it answered.
async fn load(arguments: &[&str]) -> Value {
    let arguments: Vec<String> = [&["load", "--json"], arguments].concat().into_iter().map(str::to_owned).collect();
    let run = move || program(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).output().expect("the program runs");
    let output = tokio::task::spawn_blocking(run).await.expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Games, events beside their openings, and finished games, as the server lists them.
async fn in_the_log(app: &TestApp, prefix: &str) -> [u64; 3] {
    let (mut games, mut found) = (BTreeSet::new(), [0; 3]);
    let mut path = "/v1/games?limit=1000".to_owned();
    loop {
        let page = app.get(&path).await.expect(200);
        for game in page["items"].as_array().expect("a list") {
            let name = game["game"].as_str().expect("an id");
            assert!(name.starts_with(prefix) && games.insert(name.to_owned()), "{name}");
            let finished = u64::from(game["status"] == "finished");
            found = [found[0] + 1, found[1] + game["revision"].as_u64().expect("a revision"), found[2] + finished];
        }
        match page["next"].as_str() {
            Some(next) => path = format!("/v1/games?limit=1000&cursor={next}"),
            None => return found,
        }
    }
}

/// Appends that a server of a process of its own has answered.
async fn appends(app: &TestApp, url: &str) -> u64 {
    let metrics = app.http.get(format!("{url}/metrics")).send().await.expect("it answers").text().await.expect("text");
    let of_appends =
        |line: &&str| line.starts_with("credence_requests_total") && line.contains("route=\"/v1/games/{game}/events\"");
    metrics.lines().filter(of_appends).filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum()
}

fn written(told: &Value) -> [u64; 3] {
    assert_eq!(told["written"]["given_up"], 0, "{told}");
    ["opened", "events", "finished"].map(|field| told["written"][field].as_u64().expect("a number"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_it_says_that_it_appended_is_in_the_log() {
    let app = TestApp::fresh().await;
    let pid = std::process::id().to_string();
    let open = ["--url", &app.base, "--games", "40", "--clients", "8", "--rate", "100", "--seconds", "2", "--warm-up", "1"];
    let told =
        load(&[&open[..], &["--reads-per-append", "1", "--ruleset", "liars_dice", "--name", "x", "--server-pid", &pid]].concat())
            .await;
    assert_eq!(told["errors"], serde_json::json!({}), "{told}");
    let kinds = &told["kinds"];
    let count = |kind: &str| kinds[kind]["count"].as_u64().unwrap_or_default();
    let all = told["all"]["count"].as_u64().expect("a number");
    assert_eq!(count("open") + count("append") + count("finish") + count("read"), all);
    // Of a Poisson process with mean 200; and half of them read, where their games are open.
    assert!((130..270).contains(&all) && count("read") > 40 && count("append") > 40, "{told}");
    assert!(kinds["append"]["p50_ms"].as_f64() <= kinds["append"]["max_ms"].as_f64() && told["never_sent"] == 0, "{told}");
    for share in ["generator", "servers", "machine"] {
        let share = told["processors"][share].as_f64().expect("a share");
        assert!((0.0..=1.05).contains(&share), "{told}");
    }
    assert_eq!(in_the_log(&app, "x-").await, written(&told));
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_share_a_log_are_asked_in_turn() {
    on_postgres(|place| async move {
        let servers = [Process::serve(&place.url()), Process::serve(&place.url())];
        let urls = ["--url", &servers[0].url, "--url", &servers[1].url];
        let closed =
            ["--games", "8", "--clients", "4", "--rate", "max", "--seconds", "1", "--warm-up", "0", "--contested", "--name", "y"];
        let told = load(&[&urls[..], &closed].concat()).await;
        assert_eq!((&told["errors"], &told["intended_per_second"]), (&serde_json::json!({}), &Value::Null), "{told}");
        let app = TestApp::on(&place.url()).await;
        let found = in_the_log(&app, "y-").await;
        assert_eq!(found, written(&told));
        assert!(found[0] >= 8 && told["all"]["count"].as_u64() > Some(8), "{told}");
        let taken = futures::future::join_all(servers.iter().map(|server| appends(&app, &server.url))).await;
        assert!(
            taken.iter().all(|taken| *taken > 0) && taken[0].abs_diff(taken[1]) <= 8 * found[0],
            "{taken:?}: each game goes to both in turn"
        );
        app.stop().await;
    })
    .await;
}

#[test]
fn what_cannot_be_asked_for_is_refused() {
    for (arguments, word) in [
        (&["--rate", "0"][..], "requests a second"),
        (&["--games", "2", "--clients", "3"], "each client needs a game"),
        (&["--url", "https://127.0.0.1:1"], "TLS is not spoken"),
        (&["--ruleset", "chess"], "no ruleset"),
    ] {
        let output = program(&[&["load"], arguments].concat()).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(word), "{said}");
    }
}
