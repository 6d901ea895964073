//! `credence load` against real servers: what it says of itself is what is in the log.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use credence::store::LogId;
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::harness::app::TestApp;
use crate::harness::{Place, Process, on_postgres, program};
use crate::servers::split;

/// Runs it, and gives what it answered.
async fn load(arguments: &[&str]) -> Value {
    let arguments: Vec<String> = [&["load", "--json"], arguments].concat().into_iter().map(str::to_owned).collect();
    let run = move || program(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).output().expect("the program runs");
    let output = tokio::task::spawn_blocking(run).await.expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A load that cannot begin says where it asked, and why.
#[tokio::test]
async fn a_load_that_cannot_begin_says_why() {
    let (app, _) = crate::access::guarded().await;
    // Nobody listens there: it was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    for (url, why) in [(app.base.clone(), "/problems/unauthenticated"), (format!("http://{free}"), "refused")] {
        let asked = url.clone();
        let run = move || {
            let plan = ["--games", "1", "--clients", "1", "--seconds", "1", "--warm-up", "0"];
            program(&[&["load", "--server", &asked], &plan[..]].concat()).output().expect("the program runs")
        };
        let output = tokio::task::spawn_blocking(run).await.expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        let told = [url.as_str(), why, "CREDENCE_KEY"];
        assert!(!output.status.success() && told.iter().all(|part| said.contains(part)), "{said}");
    }
    app.stop().await;
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
    answered(app, url, "route=\"/v1/games/{game}/events\"").await
}

/// Openings that it has answered.
async fn openings(app: &TestApp, url: &str) -> u64 {
    answered(app, url, "route=\"/v1/games/{game}\"").await
}

/// Requests that it has answered, of a route.
async fn answered(app: &TestApp, url: &str, route: &str) -> u64 {
    let metrics = app.http.get(format!("{url}/metrics")).send().await.expect("it answers").text().await.expect("text");
    let of_route = |line: &&str| line.starts_with("credence_requests_total") && line.contains(route);
    metrics.lines().filter(of_route).filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum()
}

fn written(told: &Value) -> [u64; 3] {
    assert_eq!(told["written"]["given_up"], 0, "{told}");
    ["opened", "events", "finished"].map(|field| told["written"][field].as_u64().expect("a number"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_it_says_that_it_appended_is_in_the_log() {
    let app = TestApp::fresh().await;
    let pid = std::process::id().to_string();
    let open = ["--server", &app.base, "--games", "40", "--clients", "8", "--rate", "100", "--seconds", "2", "--warm-up", "1"];
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
        // They pass nothing on, so that each counts what it was asked.
        let alone = [("CREDENCE_ADVERTISE", Path::new("none"))];
        let servers = [Process::serve_with(&place.url(), &alone), Process::serve_with(&place.url(), &alone)];
        let urls = ["--server", &servers[0].url, "--server", &servers[1].url];
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

/// Servers that are advertised where they listen, on a log of 16 partitions.
async fn advertised(place: &Place) -> [Process; 2] {
    split(place).await;
    [0, 1].map(|_| {
        // A port that was free a moment ago.
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its address").to_string();
        let url = format!("http://{free}");
        let command = program(&["serve", "--listen", &free, "--advertise", &url, "--database-url", &place.url()]);
        Process::begin(command).expect("it starts")
    })
}

/// The names of all games.
async fn names(app: &TestApp) -> Vec<String> {
    let page = app.get("/v1/games?limit=1000").await.expect(200);
    assert!(page["next"].is_null(), "one page holds them");
    page["items"].as_array().expect("a list").iter().map(|game| game["game"].as_str().expect("an id").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_of_several_servers_has_partitions_of_its_own() {
    on_postgres(|place| async move {
        split(&place).await;
        let servers = [Process::serve(&place.url()), Process::serve(&place.url())];
        let urls = ["--server", &servers[0].url, "--server", &servers[1].url];
        let closed = ["--games", "40", "--clients", "4", "--rate", "max", "--seconds", "1", "--warm-up", "0", "--name", "z"];
        let told = load(&[&urls[..], &closed].concat()).await;
        assert_eq!((&told["errors"], &told["written"]["moved"]), (&serde_json::json!({}), &serde_json::json!(0)), "{told}");
        let app = TestApp::on(&place.url()).await;
        let two = LogId::of_tenant(1, 2);
        let mut expected = [0; 2];
        for name in names(&app).await {
            expected[usize::from(two.of_game(&name).partition())] += 1;
        }
        assert!(expected.iter().all(|games| *games > 5), "{expected:?}");
        assert_eq!([openings(&app, &servers[0].url).await, openings(&app, &servers[1].url).await], expected);
        app.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_at_the_server_that_is_named() {
    on_postgres(|place| async move {
        let servers = advertised(&place).await;
        let app = TestApp::on(&place.url()).await;
        let begun = Instant::now();
        for server in &servers {
            let ready = format!("{}/health/ready", server.url);
            loop {
                let told: Value = app.http.get(&ready).send().await.expect("it answers").json().await.expect("JSON");
                if told["servers"]["live"].as_array().is_some_and(|live| live.len() == 2) {
                    break;
                }
                assert!(begun.elapsed() < Duration::from_secs(30), "{told}");
                sleep(Duration::from_millis(50)).await;
            }
        }
        // Only one is named: the other is learnt of from answers.
        let closed = ["--games", "40", "--clients", "4", "--rate", "max", "--seconds", "1", "--warm-up", "0", "--name", "w"];
        let told = load(&[&["--server", &servers[0].url, "--follow"][..], &closed].concat()).await;
        assert_eq!(told["errors"], serde_json::json!({}), "{told}");
        assert_eq!(in_the_log(&app, "w-").await, written(&told));
        let moved = told["written"]["moved"].as_u64().expect("a number");
        // Each game is opened at the server that was named on the command line; half of them have gone on at the other.
        let opened = [openings(&app, &servers[0].url).await, openings(&app, &servers[1].url).await];
        assert_eq!(opened, [told["written"]["opened"].as_u64().expect("a number"), 0], "{told}");
        assert!(moved > 5 && moved < opened[0], "{told}");
        for server in &servers {
            assert!(appends(&app, &server.url).await > 5, "{told}");
        }
        app.stop().await;
    })
    .await;
}

#[test]
fn what_cannot_be_asked_for_is_refused() {
    for (arguments, word) in [
        (&["--rate", "0"][..], "requests a second"),
        (&["--games", "2", "--clients", "3"], "each client needs a game"),
        (&["--server", "https://127.0.0.1:1"], "TLS is not spoken"),
        (&["--ruleset", "chess"], "no ruleset"),
        (&["--follow", "--contested"], "cannot be used with"),
    ] {
        let output = program(&[&["load"], arguments].concat()).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(word), "{said}");
    }
}
