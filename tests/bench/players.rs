//! How fast a player with ten thousand games is read over HTTP.
//!
//! `tests/run bench --bench players` runs it with a private Postgres server; without one, Postgres is not measured.

#![expect(clippy::disallowed_methods, reason = "a benchmark measures time, and is told of its server by the environment")]

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use credence::cli::start;
use credence::config::Config;
use credence::store::{Append, Expected, LogId, NewEvent, Part, PlayerRow, StreamId, connect};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

const GAMES: usize = 10_000;
/// Observations that a game settles about the player.
const EACH: usize = 10;
/// Times that each thing is read.
const READS: usize = 300;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("the runtime starts");
    runtime.block_on(measure());
}

async fn measure() {
    let directory = tempfile::tempdir().expect("a directory for temporary files");
    println!("a player with {GAMES} games and {} observations, read over HTTP\n", GAMES * EACH);
    println!("{:<52}{:>10}{:>10}{:>10}", "", "p50 ms", "p99 ms", "max ms");
    database("SQLite", &format!("sqlite:{}", directory.path().join("log.db").display())).await;
    let Ok(server) = std::env::var("CREDENCE_TEST_POSTGRES") else {
        println!("Postgres: NOT MEASURED, because CREDENCE_TEST_POSTGRES is not set");
        return;
    };
    let name = format!("credence_bench_players_{}", std::process::id());
    run(&server, &format!("CREATE DATABASE {name}")).await;
    let (address, parameters) = server.split_once('?').unwrap_or((&server, ""));
    let host = address.rsplit_once('/').map_or(address, |(host, _)| host);
    database("Postgres", &format!("{host}/{name}?{parameters}")).await;
    run(&server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
}

async fn run(server: &str, sql: &str) {
    let mut connection = PgConnection::connect(server).await.expect("the Postgres server answers");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.expect("the statement runs");
}

/// One observation, as games of Catan and of Liar's Dice settle it in turn.
fn observation(game: usize, number: usize) -> NewEvent {
    let count = |tendency: &str, context: &str| {
        let successes = (game + number) % 2;
        json!({"count": {"tendency": tendency, "context": context, "successes": successes, "opportunities": 1}})
    };
    let (ruleset, observed) = match (game % 2, number % 5) {
        (0, _) => ("catan", count(["robs_largest_hand", "refuses_trades", "robs_same_victim"][number % 3], "")),
        (_, 0) => ("liars_dice", json!({"accuracy": {"value": 0.2 * (game % 6) as f64}})),
        (_, 1) => ("liars_dice", count("call_threshold", ["0-10", "25-40", "60-80"][game % 3])),
        (_, 2) => ("liars_dice", count("backed_rate", ["opening/4+", "raise/4+"][game / 2 % 2])),
        _ => ("liars_dice", count("bluff_rate", ["opening/2-3", "raise/4+", "cornered/1"][game % 3])),
    };
    let entry = json!({
        "ruleset": ruleset, "game": format!("01890000-0000-7000-8000-{game:012}"), "revision": number, "seat": 1,
        "observed": observed
    });
    NewEvent {
        id: format!("{game:016x}{number:016x}"),
        kind: "conduct".to_owned(),
        schema: 1,
        time_us: 1_790_000_000_000_000,
        payload: serde_json::to_vec(&entry).expect("JSON"),
        salt: [7; 32],
        reporter: None,
    }
}

async fn database(backend: &str, url: &str) {
    let store = connect(url).await.expect("the database opens");
    let row = PlayerRow { player: "ann".to_owned(), person: "person".to_owned(), display_name: None };
    store.name_player(LogId(1), &row, "mark").await.expect("named");
    for games in (0..GAMES).collect::<Vec<_>>().chunks(100) {
        let events = games.iter().flat_map(|game| (0..EACH).map(|number| observation(*game, number))).collect();
        let part = Part { stream: StreamId::player("person"), expected: Expected::Any, events };
        let append = Append { log: LogId(1), parts: vec![part], catalog: Vec::new() };
        store.append(vec![append]).await.expect("the group is taken").remove(0).expect("taken");
    }
    store.close().await;
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config { listen, database_url: url.to_owned(), ..Config::default() };
    let server = start(&config).await.expect("the server starts");
    let (http, base) = (reqwest::Client::new(), server.url());
    let player = format!("{base}/v1/players/ann");
    read(&http, backend, "the first read, folded from the log", &player, 1).await;
    read(&http, backend, "the player", &player, READS).await;
    read(&http, backend, "the newest 100 of the history", &format!("{player}/history"), READS).await;
    read(&http, backend, "the player as of the middle, folded", &format!("{player}?revision={}", GAMES * EACH / 2), 5).await;
    let mut times = Vec::new();
    for game in 0..READS {
        let body = json!({"ruleset": "catan", "seats": [{"player": "ann"}, {"player": "bob"}, {"player": "cyd"}]});
        let begun = Instant::now();
        let answer = http.put(format!("{base}/v1/games/g{game}")).json(&body).send().await.expect("an answer");
        assert_eq!(answer.status(), 201);
        answer.bytes().await.expect("a body");
        times.push(begun.elapsed());
    }
    show(backend, "a game with the player is opened", times);
    server.stop().await;
}

async fn read(http: &reqwest::Client, backend: &str, what: &str, url: &str, times: usize) {
    let mut measured = Vec::new();
    for _ in 0..times {
        let begun = Instant::now();
        let answer = http.get(url).send().await.expect("an answer");
        assert_eq!(answer.status(), 200);
        answer.bytes().await.expect("a body");
        measured.push(begun.elapsed());
    }
    show(backend, what, measured);
}

fn show(backend: &str, what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    println!("{:<52}{:>10.2}{:>10.2}{:>10.2}", format!("{backend}, {what}"), at(50), at(99), at(100));
}
