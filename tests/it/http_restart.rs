//! The log is the truth: a server that starts over it, or beside another one, serves the same bytes.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::app::{TestApp, whole_events};
use crate::harness::observed::{Observed, assert_equal, observe, play};
use crate::harness::postgres::with_database;

/// Posts the recorded game as `g1`.
async fn recorded(app: &TestApp) -> u64 {
    let lines: Vec<Value> = include_str!("../transcripts/catan.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of the transcript"))
        .collect();
    app.put("/v1/games/g1", lines[0]["open"].clone()).await.expect(201);
    let events: Vec<Value> = lines[1..].iter().map(|line| line["event"].clone()).collect();
    play(app, "g1", &events).await;
    events.len() as u64
}

async fn all_observers(app: &TestApp, head: u64) -> Vec<Observed> {
    let mut all = Vec::new();
    for observer in ["public", "seat:0", "seat:1", "seat:2", "seat:3", "referee"] {
        all.push(observe(app, "g1", observer, 4, &[0, head / 4, head / 2, head - 1, head]).await);
    }
    all
}

async fn survives_a_restart(app: TestApp) -> TestApp {
    let head = recorded(&app).await;
    let before = all_observers(&app, head).await;
    let app = app.restart().await;
    let after = all_observers(&app, head).await;
    for (before, after) in before.iter().zip(&after) {
        assert_equal(before, after, "after the restart");
    }
    app
}

#[tokio::test]
async fn a_restart_changes_not_one_byte_on_sqlite() {
    survives_a_restart(TestApp::fresh().await).await.stop().await;
}

#[tokio::test]
async fn a_restart_changes_not_one_byte_on_postgres() {
    with_database(|url| async move { survives_a_restart(TestApp::on(&url).await).await.stop().await }).await;
}

/// Both databases hold the same game; what is served does not tell which.
#[tokio::test]
async fn both_databases_serve_the_same_bytes() {
    with_database(|url| async move {
        let (sqlite, postgres) = (TestApp::fresh().await, TestApp::on(&url).await);
        let head = recorded(&sqlite).await;
        assert_eq!(recorded(&postgres).await, head);
        for observer in ["public", "seat:2"] {
            let path = format!("/v1/games/g1/belief?observer={observer}");
            assert_eq!(sqlite.get(&path).await.bytes, postgres.get(&path).await.bytes, "{observer}");
        }
        sqlite.stop().await;
        postgres.stop().await;
    })
    .await;
}

fn turn(seat: usize, id: &str) -> Value {
    json!({"id": id, "type": "turn", "data": {"seat": seat}})
}

async fn append_at(app: &TestApp, revision: u64, event: Value) -> crate::harness::app::Answered {
    let expected = format!("\"{revision}\"");
    app.ask(Method::POST, "/v1/games/g1/events", &[("if-match", &expected)], Some(event)).await
}

/// Two servers over one database, with a game open.
async fn pair(url: &str) -> [TestApp; 2] {
    let apps = [TestApp::on(url).await, TestApp::on(url).await];
    let seats: Vec<Value> = (0..3).map(|seat| json!({"player": format!("p{seat}")})).collect();
    let open = |app: usize| apps[app].put("/v1/games/g1", json!({"ruleset": "catan", "seats": seats}));
    let (one, other) = tokio::join!(open(0), open(1));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 201], "one opens the game, and the other finds it open");
    apps
}

async fn gapless(app: &TestApp, head: u64) {
    let log = app.get("/v1/games/g1/events?limit=1000&observer=referee").await.expect(200);
    let items = log["items"].as_array().expect("a list");
    let revisions: Vec<u64> = items.iter().map(|event| event["revision"].as_u64().expect("a revision")).collect();
    assert_eq!(revisions, (0..=head).collect::<Vec<_>>());
    let ids: BTreeSet<&str> = items.iter().map(|event| event["id"].as_str().expect("an id")).collect();
    assert_eq!(ids.len(), items.len(), "no event is there twice");
    let audit = app.get("/v1/games/g1/audit?observer=referee").await.expect(200);
    assert_eq!((&audit["chain"]["verified"], &audit["revision"]), (&json!(true), &json!(head)));
}

#[tokio::test]
async fn two_servers_on_one_database_see_each_other_at_once() {
    with_database(|url| async move {
        let apps = pair(&url).await;
        // One wood each time; the bank holds 19.
        for revision in 0..18 {
            let (writes, reads) = (&apps[revision as usize % 2], &apps[(revision as usize + 1) % 2]);
            let event = json!({"id": format!("e{revision}"), "type": "production", "data": {"gains": {"1": {"wood": 1}}}});
            append_at(writes, revision, event.clone()).await.expect(201);
            assert_eq!(reads.revision("g1").await, revision + 1);
            let belief = reads.get("/v1/games/g1/belief?variables=seat:1/wood").await.expect(200);
            let held = json!([{"value": (revision + 1).to_string(), "p": 1.0}]);
            assert_eq!((&belief["revision"], &belief["variables"][0]["distribution"]), (&json!(revision + 1), &held));
            // The answer was lost, and the client asks the other server.
            let again = append_at(reads, revision, event).await.expect(200);
            assert_eq!(again["appended"], json!([{"revision": revision + 1, "id": format!("e{revision}"), "duplicate": true}]));
            let late = append_at(reads, revision, turn(0, "late")).await;
            assert_eq!(late.problem(412, "revision-moved")["revision"], revision + 1);
            let other = append_at(reads, revision + 1, turn(0, &format!("e{revision}"))).await;
            assert_eq!(other.problem(409, "id-reused")["revision"], revision + 1);
        }
        for app in &apps {
            gapless(app, 18).await;
        }
        let [one, other] = apps;
        let (a, b) = (observe(&one, "g1", "referee", 3, &[3, 18]).await, observe(&other, "g1", "referee", 3, &[3, 18]).await);
        assert_equal(&a, &b, "on the two servers");
        one.stop().await;
        other.stop().await;
    })
    .await;
}

#[tokio::test]
async fn a_server_that_asked_nothing_decides_by_what_another_one_wrote() {
    with_database(|url| async move {
        let [one, other] = pair(&url).await;
        for app in [&one, &other] {
            // Held in memory, and nobody else was found to write to it.
            assert_eq!((app.revision("g1").await, app.revision("g1").await), (0, 0));
        }
        one.append("g1", json!({"type": "production", "data": {"gains": {"1": {"wood": 1, "brick": 1}}}})).await;
        let build = json!({"type": "build", "data": {"seat": 1, "piece": "road"}});
        // What is in its memory would refuse it.
        assert_eq!(other.append("g1", build.clone()).await["revision"], 2);
        // And here it would be taken.
        let refused = [one.post("/v1/games/g1/events", build.clone()).await, other.post("/v1/games/g1/events", build).await];
        assert!(refused[0].status.is_client_error(), "the bricks are gone: {}", refused[0].json());
        assert_eq!(refused[0].bytes, refused[1].bytes);
        assert_eq!(other.append("g1", turn(0, "e3")).await["revision"], 3);
        let again = one.post("/v1/games/g1/events", turn(0, "e3")).await.expect(200);
        assert_eq!(again["appended"], json!([{"revision": 3, "id": "e3", "duplicate": true}]));
        other.append("g1", json!({"type": "finish"})).await;
        assert!(one.post("/v1/games/g1/events", turn(1, "e5")).await.status.is_client_error(), "it is finished");
        gapless(&one, 4).await;
        one.stop().await;
        other.stop().await;
    })
    .await;
}

#[tokio::test]
async fn of_racing_clients_on_two_servers_exactly_one_wins_each_revision() {
    const CLIENTS: usize = 32;
    with_database(|url| async move {
        let apps = pair(&url).await;
        for revision in 0..8 {
            let race = (0..CLIENTS).map(|client| {
                let event = turn(client % 3, &format!("r{revision}-c{client}"));
                append_at(&apps[client % 2], revision, event)
            });
            let answers = join_all(race).await;
            let winners: Vec<_> = answers.iter().filter(|answer| answer.status == StatusCode::CREATED).collect();
            assert_eq!(winners.len(), 1, "at revision {revision}");
            assert_eq!(winners[0].json()["revision"], revision + 1);
            for loser in answers.iter().filter(|answer| answer.status != StatusCode::CREATED) {
                assert_eq!(loser.problem(412, "revision-moved")["revision"], revision + 1);
            }
        }
        // Without If-Match all are taken, each at a revision of its own.
        let race =
            (0..CLIENTS).map(|client| apps[client % 2].post("/v1/games/g1/events", turn(client % 3, &format!("any-c{client}"))));
        let taken: BTreeSet<u64> =
            join_all(race).await.iter().map(|answer| answer.expect(201)["revision"].as_u64().expect("a revision")).collect();
        assert_eq!(taken, (9..9 + CLIENTS as u64).collect());
        for app in &apps {
            gapless(app, 8 + CLIENTS as u64).await;
        }
        for app in apps {
            app.stop().await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_stream_delivers_what_another_server_recorded() {
    with_database(|url| async move {
        let [one, other] = pair(&url).await;
        let mut stream =
            one.http.get(format!("{}/v1/games/g1/events/stream?observer=seat:0", one.base)).send().await.expect("a stream");
        assert_eq!(stream.headers()["content-type"], "text/event-stream");
        other
            .append(
                "g1",
                json!([
                    {"type": "production", "data": {"gains": {"1": {"wood": 1}}}},
                    {"type": "steal", "data": {"thief": 2, "victim": 1, "resource": "wood"}}
                ]),
            )
            .await;
        let mut text = String::new();
        while whole_events(&text).len() < 2 {
            text.push_str(std::str::from_utf8(&stream.chunk().await.expect("readable").expect("more")).expect("text"));
        }
        let lines = whole_events(&text).into_iter().flat_map(str::lines);
        let ids = lines.filter_map(|line| line.strip_prefix("id:")).filter_map(|id| id.trim().split('-').next());
        let ids: Vec<&str> = ids.collect();
        assert_eq!(ids, ["1", "2"]);
        assert!(text.contains("\"thief\":2") && !text.contains("resource"), "seat 0 did not see the card: {text}");
        drop(stream);
        one.stop().await;
        other.stop().await;
    })
    .await;
}

/// Readers take in what the other server wrote while this one judges: nothing may be judged for one revision and recorded
/// behind another.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn judged_for_a_revision_is_recorded_behind_it() {
    with_database(|url| async move { race_readers_and_writers(&url).await }).await;
}

async fn race_readers_and_writers(url: &str) {
    let servers = pair(url).await;
    let observers = ["public", "seat:0", "seat:1", "referee"];
    // Hands of three unknown cards each: tens of thousands of worlds, so that a judgement takes long enough to be overtaken.
    servers[0].append("g1", json!({"type": "start", "data": {"hand_sizes": {"0": 3, "1": 3, "2": 3}}})).await;
    // Every third event robs seat 1, who is given a card of each kind in between: what is folded twice or left out shows.
    let events = |server: usize, n: usize| {
        let data = json!({"gains": {"1": {"wood": 1, "brick": 1}}});
        match n % 3 {
            0 => json!({"id": format!("{server}-{n}"), "type": "production", "data": data}),
            1 => json!({"id": format!("{server}-{n}"), "type": "steal", "data": {"thief": 0, "victim": 1}}),
            _ => json!({"id": format!("{server}-{n}"), "type": "build", "data": {"seat": 1, "piece": "road"}}),
        }
    };
    let write = |server: usize| {
        let app = &servers[server];
        async move {
            for n in 0..60 {
                // Refused where the robbery of the other server left no road to pay: then it is simply not in the log.
                let answer = app.post("/v1/games/g1/events", events(server, n)).await;
                assert!([201, 422].contains(&answer.status.as_u16()), "{answer:?}");
            }
        }
    };
    let written = AtomicBool::new(false);
    let read = |server: usize| {
        let (app, written) = (&servers[server], &written);
        async move {
            // The game is cheap to read, and takes in what the other server wrote as any read does.
            while !written.load(Ordering::Relaxed) {
                app.get("/v1/games/g1").await.expect(200);
            }
        }
    };
    let write_both = async {
        tokio::join!(write(0), write(1));
        written.store(true, Ordering::Relaxed);
    };
    tokio::join!(write_both, read(0), read(1), read(0), read(1));
    let fresh = TestApp::on(url).await;
    for observer in observers {
        let path = format!("/v1/games/g1/belief?observer={observer}");
        let truth = fresh.get(&path).await;
        assert_eq!(truth.json()["quarantined"], json!([]), "{observer}: what was judged possible is possible");
        for server in &servers {
            assert_eq!(server.get(&path).await.bytes, truth.bytes, "{observer}");
        }
    }
    fresh.stop().await;
    for server in servers {
        server.stop().await;
    }
}
