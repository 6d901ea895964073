//! Servers on one Postgres that know each other: which is preferred for a partition, and what becomes of one that is killed or stopped. They are real
//! processes.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use credence::store::LogId;
use futures::future::join_all;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, sleep};

use crate::harness::{Place, Process, on_postgres, program};

/// What two servers are advertised as. Nothing answers there, so that each carries out what it is asked.
const FIRST: &str = "http://127.0.0.1:1";
const SECOND: &str = "http://127.0.0.1:2";

/// How long a condition is waited for.
const DEADLINE: Duration = Duration::from_secs(30);

/// Partitions of the log.
const PARTITIONS: u16 = 16;

/// Gives the log its partitions, before anything is in it.
pub async fn split(place: &Place) {
    place.open().await.close().await;
    place.partition(PARTITIONS).await;
}

fn serve(place: &Place, url: &str) -> Process {
    Process::serve_with(&place.url(), &[("CREDENCE_ADVERTISE", Path::new(url))])
}

/// A game in each partition.
pub fn games() -> Vec<String> {
    let mut found = BTreeMap::new();
    for name in (0..).map(|number| format!("g{number}")) {
        found.entry(LogId::of_tenant(1, PARTITIONS).of_game(&name).partition()).or_insert(name);
        if found.len() == usize::from(PARTITIONS) {
            break;
        }
    }
    found.into_values().collect()
}

pub async fn send(request: reqwest::RequestBuilder) -> (u16, Option<String>) {
    let answer = request.send().await.expect("it answers");
    let named = answer.headers().get("credence-server").map(|url| url.to_str().expect("text").to_owned());
    (answer.status().as_u16(), named)
}

/// Asks both to open a game: the second finds it open.
pub async fn open(http: &reqwest::Client, server: &Process, game: &str) -> (u16, Option<String>) {
    let seats: Vec<_> = (0..4).map(|seat| json!({"player": format!("{game}-{seat}")})).collect();
    send(http.put(format!("{}/v1/games/{game}", server.url)).json(&json!({"ruleset": "catan", "seats": seats}))).await
}

pub fn note(id: &str) -> Value {
    json!({"type": "note", "id": id, "data": {"text": id}})
}

pub async fn post(http: &reqwest::Client, server: &Process, game: &str, id: &str) -> (u16, Option<String>) {
    send(http.post(format!("{}/v1/games/{game}/events", server.url)).json(&note(id))).await
}

pub async fn text(http: &reqwest::Client, server: &Process, path: &str) -> String {
    let answer = http.get(format!("{}{path}", server.url)).send().await.expect("it answers");
    assert_eq!(answer.status().as_u16(), 200);
    answer.text().await.expect("text")
}

/// What it says of the servers. It is ready whatever it knows of them.
pub async fn servers(http: &reqwest::Client, server: &Process) -> Value {
    let ready: Value = serde_json::from_str(&text(http, server, "/health/ready").await).expect("JSON");
    ready["servers"].clone()
}

/// Waits until two servers can pass writes on to each other.
pub async fn until_reached(http: &reqwest::Client, both: &[Process; 2]) {
    for (server, other) in both.iter().zip(both.iter().rev()) {
        let begun = Instant::now();
        loop {
            let servers = servers(http, server).await;
            if servers["reached"] == json!([other.url]) {
                break;
            }
            assert!(begun.elapsed() < DEADLINE, "{servers} and not {}", other.url);
            sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Waits until a server says that these are alive.
pub async fn until_live(http: &reqwest::Client, server: &Process, live: &[&str]) -> Value {
    let begun = Instant::now();
    loop {
        let servers = servers(http, server).await;
        if servers["live"] == json!(live) && (live.is_empty() || !servers["tenants"].is_null()) {
            return servers;
        }
        assert!(begun.elapsed() < DEADLINE, "{servers} and not {live:?}");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_partition_has_one_preferred_server_and_the_other_names_it() {
    on_postgres(|place| async move {
        split(&place).await;
        let (mut first, second, http) = (serve(&place, FIRST), serve(&place, SECOND), reqwest::Client::new());
        let mut shares = Vec::new();
        for (server, own) in [(&first, FIRST), (&second, SECOND)] {
            // From a look at the tenants that was made when both were there.
            let told = until_live(&http, server, &[FIRST, SECOND]).await;
            assert_eq!((&told["url"], &told["tenants"][0]["tenant"]), (&json!(own), &json!("default")), "{told}");
            assert_eq!(told["tenants"][0]["partitions"], PARTITIONS);
            shares.push(told["tenants"][0]["preferred"].as_u64().expect("a number"));
        }
        assert!(shares.iter().all(|share| *share > 0) && shares.iter().sum::<u64>() == u64::from(PARTITIONS), "{shares:?}");
        let mut named = [0, 0];
        for game in games() {
            let opened = [open(&http, &first, &game).await, open(&http, &second, &game).await];
            assert_eq!((opened[0].0, opened[1].0), (201, 200));
            // One of the two is preferred, and names nobody.
            let elsewhere = opened.map(|(_, url)| url);
            let at = usize::from(elsewhere[0].is_none());
            let mut expected = [Some(SECOND.to_owned()), Some(FIRST.to_owned())];
            expected[1 - at] = None;
            assert_eq!(elsewhere, expected, "{game}");
            named[at] += 1;
            for ((server, id), url) in [(&first, "a"), (&second, "b")].into_iter().zip(expected) {
                assert_eq!(post(&http, server, &game, id).await, (201, url.clone()));
                assert_eq!(post(&http, server, &game, id).await, (200, url.clone()), "it stands already");
                let turn = json!({"observer": "public", "events": [note(&format!("{id}-turn"))], "variables": []});
                let turn = http.post(format!("{}/v1/games/{game}/turn", server.url)).json(&turn);
                assert_eq!(send(turn).await, (201, url));
                assert_eq!(send(http.get(format!("{}/v1/games/{game}", server.url))).await, (200, None), "a read names nobody");
            }
        }
        // What the first server names the second for is what the second is preferred for.
        assert_eq!([named[1], named[0]], [shares[0], shares[1]]);
        let metrics = text(&http, &second, "/metrics").await;
        for line in ["credence_live_servers 2".to_owned(), format!("credence_preferred_partitions {}", shares[1])] {
            assert!(metrics.lines().any(|told| told == line), "{line}: {metrics}");
        }
        first.signal("TERM");
        assert!(first.wait().success());
        assert_eq!(place.run(&format!("DELETE FROM servers WHERE url = '{FIRST}'")).await, 0, "it has signed off");
        until_live(&http, &second, &[SECOND]).await;
        assert_eq!(post(&http, &second, &games()[0], "alone").await, (201, None));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_is_preferred_for_nothing_soon_and_appends_go_on() {
    on_postgres(|place| async move {
        split(&place).await;
        let (mut first, second, http) = (serve(&place, FIRST), serve(&place, SECOND), reqwest::Client::new());
        for server in [&first, &second] {
            until_live(&http, server, &[FIRST, SECOND]).await;
        }
        for game in games() {
            assert_eq!(open(&http, &first, &game).await.0, 201);
        }
        first.kill();
        let begun = Instant::now();
        let mut round = 0;
        while servers(&http, &second).await["live"] != json!([SECOND]) {
            assert!(begun.elapsed() < Duration::from_secs(10), "three seconds, and one to the next look");
            round += 1;
            for game in games() {
                assert_eq!(post(&http, &second, &game, &format!("round-{round}")).await.0, 201);
            }
        }
        assert!(round > 0, "a server is not dead at once");
        for game in games() {
            assert_eq!(post(&http, &second, &game, "afterwards").await, (201, None));
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_stopped_while_it_writes_is_overtaken() {
    on_postgres(|place| async move {
        split(&place).await;
        let (first, second, http) = (serve(&place, FIRST), serve(&place, SECOND), reqwest::Client::new());
        for server in [&first, &second] {
            until_live(&http, server, &[FIRST, SECOND]).await;
        }
        for game in games() {
            assert_eq!(open(&http, &first, &game).await.0, 201);
        }
        for round in 0..3_usize {
            let burst = games().into_iter().map(|game| {
                let request = http.post(format!("{}/v1/games/{game}/events", first.url)).json(&note(&format!("a-{round}")));
                tokio::spawn(async move { request.send().await.map(|answer| answer.status().as_u16()) })
            });
            let burst: Vec<_> = burst.collect();
            sleep(Duration::from_millis(1 + 3 * round as u64)).await;
            first.signal("STOP");
            let begun = Instant::now();
            let games = games();
            let id = format!("b-{round}");
            let answers = join_all(games.iter().map(|game| post(&http, &second, game, &id))).await;
            let taken = begun.elapsed();
            assert!(answers.iter().all(|(status, _)| *status == 201), "{answers:?}");
            // Three seconds of silence until its lock is broken, and what the burst itself takes.
            assert!(taken < Duration::from_secs(8), "{taken:?}");
            until_live(&http, &second, &[SECOND]).await;
            assert_eq!(post(&http, &second, &games[round], &format!("c-{round}")).await, (201, None));
            first.signal("CONT");
            for answer in burst {
                let status = answer.await.expect("the task ends").expect("answered");
                assert!([201, 503].contains(&status), "{status}");
            }
            for game in &games {
                let (status, _) = post(&http, &first, game, &format!("a-{round}")).await;
                assert!([200, 201].contains(&status), "the same id stands once: {status}");
            }
            // It takes part again.
            until_live(&http, &second, &[FIRST, SECOND]).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_table_a_server_is_ready_and_names_nobody() {
    on_postgres(|place| async move {
        split(&place).await;
        let (first, second, http) = (serve(&place, FIRST), serve(&place, SECOND), reqwest::Client::new());
        until_live(&http, &first, &[FIRST, SECOND]).await;
        place.run("ALTER TABLE servers RENAME TO elsewhere").await;
        until_live(&http, &first, &[]).await;
        for game in games() {
            assert_eq!(open(&http, &first, &game).await, (201, None));
        }
        place.run("ALTER TABLE elsewhere RENAME TO servers").await;
        until_live(&http, &first, &[FIRST, SECOND]).await;
        // One that takes no part knows nobody.
        let third = serve(&place, "none");
        assert_eq!(servers(&http, &third).await, Value::Null);
        for game in games() {
            assert_eq!(post(&http, &third, &game, "third").await, (201, None));
        }
        assert!(!text(&http, &third, "/metrics").await.contains("credence_live_servers "));
        until_live(&http, &second, &[FIRST, SECOND]).await;
    })
    .await;
}

/// The lock that a server holds while it folds.
const ALONE: &str =
    "SELECT pg_advisory_lock(hashtextextended('credence: populations of log ' || log_id, 0)) FROM tenants WHERE name = 'default'";

const WAITING: &str = "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database \
     WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_server_at_a_time_folds_what_the_players_of_a_large_log_taught() {
    on_postgres(|place| async move {
        split(&place).await;
        let (first, second, http) = (serve(&place, FIRST), serve(&place, SECOND), reqwest::Client::new());
        for server in [&first, &second] {
            until_live(&http, server, &[FIRST, SECOND]).await;
        }
        let game = &games()[0];
        assert_eq!(open(&http, &first, game).await.0, 201);
        for round in 0..6 {
            let notes: Vec<Value> = (0..200).map(|at| note(&format!("{round}-{at}"))).collect();
            let notes = http.post(format!("{}/v1/games/{game}/events", first.url)).json(&notes);
            assert_eq!(send(notes).await.0, 201);
        }
        let mut holding = PgConnection::connect(&place.url()).await.expect("the database answers");
        sqlx::query(ALONE).execute(&mut holding).await.expect("it is held");
        let population = async |server: &Process| {
            let ruleset: Value = serde_json::from_str(&text(&http, server, "/v1/rulesets/catan").await).expect("JSON");
            ruleset["population"].clone()
        };
        let both_wait = async {
            let begun = Instant::now();
            while place.count(WAITING).await < 2 {
                assert!(begun.elapsed() < DEADLINE, "two servers wait");
                sleep(Duration::from_millis(20)).await;
            }
            let given_back = Instant::now();
            holding.close().await.expect("it is given back");
            given_back
        };
        let answered = async |server: &Process| (population(server).await, Instant::now());
        let (given_back, one, other) = tokio::join!(both_wait, answered(&first), answered(&second));
        assert!(one.1 > given_back && other.1 > given_back, "both have waited");
        assert_eq!(one.0, other.0, "what one folded is what the other answers");
        assert!(one.0["position"].as_u64().is_some_and(|position| position > 1_000), "{}", one.0);
    })
    .await;
}

#[test]
fn whoever_has_no_part_in_it_is_not_advertised() {
    for (arguments, word) in [
        (&["--database-url", "sqlite::memory:", "--advertise", "http://10.0.0.1:7420"][..], "a SQLite file has one server"),
        (&["--database-url", "postgres://nowhere/x", "--read-only", "--advertise", "http://10.0.0.1:7420"], "read_only"),
        (&["--database-url", "postgres://nowhere/x", "--advertise", "10.0.0.1:7420"], "takes a URL"),
    ] {
        let output = program(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat()).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("advertise") && said.contains(word), "{said}");
    }
}
