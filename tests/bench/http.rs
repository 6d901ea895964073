//! The whole round trip over HTTP, loaded by a public tool (`wrk`) from another process, beside raw SQLite commits and a bare
//! axum handler on the same machine in the same run.
//!
//! `cargo bench --bench http`; Debian's package `wrk` must be installed. `TMPDIR` chooses the disk.

#![expect(clippy::disallowed_methods, reason = "a benchmark measures time")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::get;
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};

/// Seconds that each load lasts.
const SECONDS: u64 = 5;
/// Games that single events are spread over.
const GAMES: usize = 256;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("the runtime starts");
    match std::env::args().nth(1).as_deref() {
        Some("bare") => runtime.block_on(serve_bare()),
        _ => runtime.block_on(measure()),
    }
}

/// The least that an HTTP server on this machine costs: the same framework, and nothing behind it.
async fn serve_bare() {
    let body = std::env::args().nth(2).expect("the body");
    let answer = move || {
        let body = body.clone();
        async move { ([("content-type", "application/json")], body) }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    println!("bare http://{}", listener.local_addr().expect("an address"));
    axum::serve(listener, Router::new().route("/", get(answer.clone()).post(answer))).await.expect("it serves");
}

async fn measure() {
    if Command::new("wrk").arg("-v").output().is_err() {
        println!("NOT MEASURED: the load tool wrk is not installed (Debian: apt-get install wrk)");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("--database-url=sqlite://{}", folder.path().join("log.db").display());
    let server = Serving::start(
        Command::new(env!("CARGO_BIN_EXE_credence"))
            .args(["serve", "--listen=127.0.0.1:0", &url])
            .env("CREDENCE_LIMITS__REQUESTS_PER_SECOND", "100000000")
            .current_dir(folder.path()),
    );
    let http = reqwest::Client::new();
    prepare(&http, &server.url).await;
    let belief = get_text(&http, &format!("{}/v1/games/played/belief?observer=seat:0", server.url)).await;
    let bare = Serving::start(Command::new(std::env::current_exe().expect("this program")).args(["bare", &belief]));
    println!("{SECONDS} s each, client and server on the same {} cores; bodies of a belief: {} bytes\n", cores(), belief.len());
    println!("{:<44}{:>12}{:>10}{:>10}{:>9}", "", "per second", "p50 ms", "p99 ms", "errors");

    let raw = raw_rows(&folder.path().join("raw.db"), RAW, [1, 1]).await;
    println!("{:<44}{raw:>12.0}", "raw SQLite, one row a commit, FULL");
    let raw_groups = raw_rows(&folder.path().join("raw32.db"), RAW, [32, 1]).await;
    println!("{:<44}{raw_groups:>12.0}", "raw SQLite, 32 rows a commit, FULL");
    let keyed = raw_rows(&folder.path().join("keyed.db"), KEYED, [32, 1]).await;
    println!("{:<44}{keyed:>12.0}", "the same with the keys of the log");
    let keyed_batches = raw_rows(&folder.path().join("batches.db"), KEYED, [50, 50]).await;
    println!("{:<44}{keyed_batches:>12.0}", "the same, 50 rows a commit, of one game");
    let load = |connections: usize, script: &str, url: &str| wrk(folder.path(), connections, script, url);
    let bare_get = load(32, "", &bare.url).show("bare axum, GET, 32 connections", 1.0);
    let post = "wrk.method='POST'; wrk.headers['content-type']='application/json'; ";
    let bare_one = load(1, &format!("{post} wrk.body='{{}}'"), &bare.url).show("bare axum, POST, 1 connection", 1.0);
    let bare_many = load(32, &format!("{post} wrk.body='{{}}'"), &bare.url).show("bare axum, POST, 32 connections", 1.0);

    let path = "/v1/games/played/belief?observer=seat:0";
    let cached = load(32, "", &format!("{}{path}", server.url)).show("belief, cached, 32 connections", 1.0);
    let one = load(1, &format!("{post}{}", alternating()), &server.url).show("append of one event, 1 connection", 1.0);
    let with_belief =
        format!("{post}{}", alternating().replace("/events", "/events?observer=seat:0").replace("single", "answered"));
    load(1, &with_belief, &server.url).show("append of one event with the belief, 1 c.", 1.0);
    let many = load(32, &format!("{post}{}", spread()), &server.url).show("append of one event, 32 connections", 1.0);
    let batches = load(8, &format!("{post}{}", batch()), &server.url).show("events in batches of 50, 8 connections", 50.0);
    let worlds = format!("{post} wrk.body='{}'", json!({"observer": "public", "count": 1000, "seed": 7}));
    load(1, &worlds, &format!("{}/v1/games/played/worlds", server.url))
        .show("worlds by the thousand as JSON, 1 connection", 1000.0);
    let lines = worlds.replace("='application/json';", "='application/json'; wrk.headers['accept']='application/x-ndjson';");
    load(1, &lines, &format!("{}/v1/games/played/worlds", server.url)).show("the same as lines", 1000.0);

    for (seat, name) in [("seat:0", "hearts, 36 hidden cards"), ("public", "hearts, 52 hidden cards")] {
        let worlds = format!("{post} wrk.body='{}'", json!({"observer": seat, "count": 1000, "seed": 7}));
        let url = format!("{}/v1/games/dealt/worlds", server.url);
        load(1, &worlds, &url).show(&format!("{name}, worlds as JSON"), 1000.0);
        let lines = worlds.replace("='application/json';", "='application/json'; wrk.headers['accept']='application/x-ndjson';");
        load(1, &lines, &url).show("the same as lines", 1000.0);
    }

    // The same again, and then with a key: once there is one, nothing is answered without.
    let read = format!("{}{path}", server.url);
    let without = [load(32, "", &read), load(32, &format!("{post}{}", spread()), &server.url)];
    let without = without.map(|load| load.show("again: belief, cached; append of one event", 1.0));
    let made = http.post(format!("{}/v1/keys", server.url)).json(&json!({"role": "admin"})).send().await.expect("a key");
    let made: Value = made.json().await.expect("JSON");
    let key = format!("wrk.headers['authorization']='Bearer {}'; ", made["key"].as_str().expect("a key"));
    let with = [load(32, &key, &read), load(32, &format!("{post}{key}{}", spread()), &server.url)];
    let with = with.map(|load| load.show("with a key: the same", 1.0));

    println!("\nratios of this run");
    println!("  belief, cached, with a key / without           {:>6.2}", with[0] / without[0]);
    println!("  append, 32 connections, with a key / without   {:>6.2}", with[1] / without[1]);
    println!("  append, 1 connection    / raw SQLite commits   {:>6.2}   / bare axum {:>6.2}", one / raw, one / bare_one);
    println!("  append, 32 connections  / raw SQLite commits   {:>6.2}   / bare axum {:>6.2}", many / raw, many / bare_many);
    println!(
        "  append, 32 connections  / 32 rows a commit     {:>6.2}   / with the log's keys {:>6.2}",
        many / raw_groups,
        many / keyed
    );
    println!(
        "  events in batches of 50 / raw SQLite commits   {:>6.2}   / with the log's keys {:>6.2}",
        batches / raw,
        batches / keyed_batches
    );
    println!("  belief, cached          / bare axum            {:>6.2}", cached / bare_get);
}

/// A production and the road that it pays, in turns: on one connection each follows the other.
fn alternating() -> String {
    let events = [
        json!({"type": "production", "data": {"gains": {"0": {"wood": 1, "brick": 1}}}}),
        json!({"type": "build", "data": {"seat": 0, "piece": "road"}}),
    ];
    format!(
        "local n = 0; request = function() n = n + 1; local body = n % 2 == 1 and '{}' or '{}'; return wrk.format('POST', '/v1/games/single/events', nil, body) end",
        events[0], events[1]
    )
}

/// Events that are possible in any order, spread over many games.
fn spread() -> String {
    let events = [
        json!({"type": "turn", "data": {"seat": 1, "dice": 8}}),
        json!({"type": "hand_size", "data": {"seat": 0, "count": 0}}),
        json!({"type": "offer", "data": {"seat": 2, "give": {"wood": 1}, "get": {"ore": 1}, "to": [3]}}),
    ];
    let events: Vec<String> = events.iter().map(|event| format!("'{event}'")).collect();
    format!(
        "local events = {{{}}}; request = function() return wrk.format('POST', '/v1/games/many-' .. math.random(0, {}) .. '/events', nil, events[math.random(#events)]) end",
        events.join(","),
        GAMES - 1
    )
}

/// Fifty events that leave hands as they were.
fn batch() -> String {
    let pair = [
        json!({"type": "production", "data": {"gains": {"0": {"wood": 1, "brick": 1}}}}),
        json!({"type": "build", "data": {"seat": 0, "piece": "road"}}),
    ];
    let events: Vec<Value> = (0..25).flat_map(|_| pair.clone()).collect();
    format!(
        "local body = '{}'; request = function() return wrk.format('POST', '/v1/games/many-' .. math.random(0, {}) .. '/events', nil, body) end",
        Value::Array(events),
        GAMES - 1
    )
}

/// Opens the games, and plays the recorded one.
async fn prepare(http: &reqwest::Client, url: &str) {
    let seats: Vec<Value> = (0..4).map(|seat| json!({"player": format!("p{seat}")})).collect();
    let open = json!({"ruleset": "catan", "seats": seats});
    let many = (0..GAMES).map(|game| format!("many-{game}"));
    for game in ["single", "answered", "played"].map(str::to_owned).into_iter().chain(many) {
        let answer = http.put(format!("{url}/v1/games/{game}")).json(&open).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{answer:?}");
    }
    // wrk asks its script once before it connects: a road must be payable at every turn of the two.
    let spare = json!({"type": "production", "data": {"gains": {"0": {"wood": 1, "brick": 1}}}});
    for game in ["single", "answered"] {
        let answer = http.post(format!("{url}/v1/games/{game}/events")).json(&spare).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{answer:?}");
    }
    let recorded = include_str!("../transcripts/catan.jsonl").lines().skip(1);
    let events: Vec<Value> =
        recorded.map(|line| serde_json::from_str::<Value>(line).expect("a line")["event"].clone()).take(200).collect();
    let answer = http.post(format!("{url}/v1/games/played/events")).json(&events).send().await.expect("an answer");
    assert!(answer.status().is_success(), "{answer:?}");
    // Cards dealt and passed, and none played: as much is hidden as ever.
    let dealt = json!({"ruleset": "hearts", "seats": seats});
    let answer = http.put(format!("{url}/v1/games/dealt")).json(&dealt).send().await.expect("an answer");
    assert!(answer.status().is_success(), "{answer:?}");
    let recorded = include_str!("../transcripts/hearts.jsonl").lines().skip(1);
    let events: Vec<Value> =
        recorded.map(|line| serde_json::from_str::<Value>(line).expect("a line")["event"].clone()).take(9).collect();
    let answer = http.post(format!("{url}/v1/games/dealt/events")).json(&events).send().await.expect("an answer");
    assert!(answer.status().is_success(), "{answer:?}");
}

async fn get_text(http: &reqwest::Client, url: &str) -> String {
    http.get(url).send().await.expect("an answer").text().await.expect("a body")
}

/// A server in a process of its own, ended with this value.
struct Serving {
    child: Child,
    url: String,
}

impl Serving {
    fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let stdout = child.stdout.take().expect("its output is piped");
        let mut lines = BufReader::new(stdout).lines();
        let first = lines.next().expect("a first line").expect("text");
        let url = first.split_whitespace().find(|word| word.starts_with("http://")).expect("a URL").to_owned();
        std::thread::spawn(move || lines.count());
        Self { child, url }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.child.kill().expect("it can be ended");
        self.child.wait().expect("it ends");
    }
}

/// What wrk measured.
struct Load {
    per_second: f64,
    p50: String,
    p99: String,
    errors: String,
}

impl Load {
    /// Prints a row; `each` is how many of the counted things one request holds.
    fn show(&self, name: &str, each: f64) -> f64 {
        let Self { per_second, p50, p99, errors } = self;
        println!("{name:<44}{:>12.0}{p50:>10}{p99:>10}{errors:>9}", per_second * each);
        per_second * each
    }
}

fn wrk(folder: &Path, connections: usize, script: &str, url: &str) -> Load {
    let file = folder.join("load.lua");
    std::fs::write(&file, script).expect("the script is written");
    let output = Command::new("wrk")
        .args(["-t1", &format!("-c{connections}"), &format!("-d{SECONDS}s"), "--latency", "-s"])
        .arg(&file)
        .arg(url)
        .output()
        .expect("wrk runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let after = |label: &str| text.lines().find_map(|line| line.trim().strip_prefix(label)).map(|rest| rest.trim().to_owned());
    Load {
        per_second: after("Requests/sec:").and_then(|text| text.parse().ok()).unwrap_or(f64::NAN),
        p50: after("50%").map_or_else(String::new, |text| milliseconds(&text)),
        p99: after("99%").map_or_else(String::new, |text| milliseconds(&text)),
        errors: after("Non-2xx or 3xx responses:").unwrap_or_else(|| "0".to_owned()),
    }
}

fn milliseconds(text: &str) -> String {
    let units = [("us", 1e-3), ("ms", 1.0), ("s", 1e3)];
    let value = units.iter().find_map(|(unit, factor)| Some(text.strip_suffix(unit)?.parse::<f64>().ok()? * factor));
    value.map_or_else(|| text.to_owned(), |value| format!("{value:.2}"))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Rows of 300 bytes under a number: its table, and how some are inserted.
const RAW: [&str; 3] =
    ["CREATE TABLE raw (id INTEGER PRIMARY KEY, game INTEGER, payload BLOB NOT NULL)", "INSERT INTO raw VALUES", "(?, ?, ?)"];

/// The same, which are found by place, by game and place, and by game and name, as those of the log are.
const KEYED: [&str; 3] = [
    "CREATE TABLE keyed (id INTEGER NOT NULL PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, payload BLOB NOT NULL,
        UNIQUE (game, id), UNIQUE (game, name))",
    "INSERT INTO keyed VALUES",
    "(?, 'game/many-' || ?, lower(hex(randomblob(16))), ?)",
];

/// Rows a second that SQLite commits without a server, so many a commit, and so many of one game after another.
async fn raw_rows(file: &Path, [table, insert, row]: [&'static str; 3], [a_commit, of_one]: [u32; 2]) -> f64 {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut connection = options.connect().await.expect("the file opens");
    sqlx::query(table).execute(&mut connection).await.expect("a table");
    let payload = vec![7_u8; 300];
    // One statement is one commit.
    let insert = format!("{insert} {}", vec![row; a_commit as usize].join(", "));
    let begun = Instant::now();
    let mut rows = 0_u32;
    while begun.elapsed() < Duration::from_secs(SECONDS) {
        let mut query = sqlx::query(sqlx::AssertSqlSafe(insert.as_str()));
        for row in rows..rows + a_commit {
            // The next game has nothing to do with the one before.
            query = query.bind(row).bind((row / of_one).wrapping_mul(2_654_435_761) >> 24).bind(payload.as_slice());
        }
        query.execute(&mut connection).await.expect("rows");
        rows += a_commit;
    }
    let seconds = begun.elapsed().as_secs_f64();
    connection.close().await.expect("it closes");
    f64::from(rows) / seconds
}
