//! How fast events get into the log, beside raw SQLite commits on the same disk in the same run.
//!
//! `tests/run bench --bench append` runs it with a private Postgres server; without one, Postgres is not measured. The figures
//! are of the disk under the temporary files: `TMPDIR` chooses another.

#![expect(clippy::disallowed_methods, reason = "a benchmark measures time, and is told of its server by the environment")]

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use credence::store::{Append, Expected, LogId, LogWriter, NewEvent, Part, Store, StreamId, connect};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};

const WARM_UP: Duration = Duration::from_millis(300);
const MEASURED: Duration = Duration::from_secs(3);

/// Bytes of a payload: a usual event of a board game.
const PAYLOAD: usize = 300;

/// What is measured: so many clients at once, each of which waits for its answer before it sends the next.
const LOADS: [(usize, usize); 5] = [(1, 1), (32, 1), (256, 1), (1, 50), (8, 50)];

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("the runtime starts");
    runtime.block_on(measure());
}

async fn measure() {
    let directory = tempfile::tempdir().expect("a directory for temporary files");
    println!("payloads of {PAYLOAD} bytes; {} s each; every answer waits for the disk\n", MEASURED.as_secs());
    println!("{:<34}{:>12}{:>12}{:>10}{:>10}", "", "events/s", "x raw", "p50 ms", "p99 ms");
    let raw = raw_commits(&directory.path().join("raw.db")).await;
    raw.print("raw SQLite, one row a commit", &raw);
    let url = format!("sqlite:{}", directory.path().join("log.db").display());
    let store = connect(&url).await.expect("the file opens");
    all_loads("SQLite", store, &raw).await;
    let Ok(server) = std::env::var("CREDENCE_TEST_POSTGRES") else {
        println!("Postgres: NOT MEASURED, because CREDENCE_TEST_POSTGRES is not set");
        return;
    };
    let name = format!("credence_bench_{}", std::process::id());
    run(&server, &format!("CREATE DATABASE {name}")).await;
    let (address, parameters) = server.split_once('?').unwrap_or((&server, ""));
    let host = address.rsplit_once('/').map_or(address, |(host, _)| host);
    let store = connect(&format!("{host}/{name}?{parameters}")).await.expect("the database answers");
    println!("{}: {}", store.durability().database, store.durability().promise);
    all_loads("Postgres", store, &raw).await;
    run(&server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
}

async fn run(server: &str, sql: &str) {
    let mut connection = PgConnection::connect(server).await.expect("the Postgres server answers");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.expect("the statement runs");
}

async fn all_loads(backend: &str, store: Arc<dyn Store>, raw: &Figures) {
    for (clients, batch) in LOADS {
        let writer = LogWriter::spawn(Arc::clone(&store));
        let stream = move |client| StreamId::game(&format!("{clients}-{batch}-{client}"));
        let figures = clients_of(clients, batch, move |client, round| {
            let (writer, append) = (writer.clone(), append(stream(client), round, batch));
            async move { writer.append(append).await.map(|_| ()).expect("taken") }
        })
        .await;
        figures.print(&format!("{backend}, {clients} clients, batches of {batch}"), raw);
    }
    store.close().await;
}

fn append(stream: StreamId, round: usize, batch: usize) -> Append {
    let event = |number: usize| NewEvent {
        id: format!("{round:08x}-{number:04x}-7000-8000-000000000000"),
        kind: "rolled".to_owned(),
        schema: 1,
        time_us: 1_790_000_000_000_000,
        payload: vec![b'x'; PAYLOAD],
        salt: [7; 32],
        reporter: None,
    };
    Append {
        log: LogId(1),
        parts: vec![Part { stream, expected: Expected::Any, events: (0..batch).map(event).collect() }],
        catalog: Vec::new(),
    }
}

/// One row a commit, with the settings of the store: what the disk gives without grouping.
async fn raw_commits(path: &std::path::Path) -> Figures {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
    let mut connection = options.connect().await.expect("the file opens");
    sqlx::query("CREATE TABLE events (position INTEGER PRIMARY KEY, payload BLOB)")
        .execute(&mut connection)
        .await
        .expect("a table");
    let connection = Arc::new(tokio::sync::Mutex::new(connection));
    clients_of(1, 1, move |_, _| {
        let connection = Arc::clone(&connection);
        async move {
            let insert = sqlx::query("INSERT INTO events (payload) VALUES ($1)").bind(vec![b'x'; PAYLOAD]);
            insert.execute(&mut *connection.lock().await).await.expect("the row is written");
        }
    })
    .await
}

/// Events per second, and how long the answers took.
struct Figures {
    per_second: f64,
    latencies: Vec<Duration>,
}

impl Figures {
    fn print(&self, what: &str, raw: &Self) {
        let at = |percent: usize| self.latencies[self.latencies.len() * percent / 100].as_secs_f64() * 1e3;
        let ratio = self.per_second / raw.per_second;
        println!("{what:<34}{:>12.0}{ratio:>12.2}{:>10.2}{:>10.2}", self.per_second, at(50), at(99));
    }
}

async fn clients_of<F: Future<Output = ()> + Send>(
    clients: usize,
    batch: usize,
    request: impl Fn(usize, usize) -> F + Clone + Send + Sync + 'static,
) -> Figures {
    let start = Instant::now() + WARM_UP;
    let end = start + MEASURED;
    let tasks = (0..clients).map(|client| {
        let request = request.clone();
        tokio::spawn(async move {
            let mut latencies = Vec::new();
            for round in 0.. {
                let asked = Instant::now();
                request(client, round).await;
                if Instant::now() > end {
                    break;
                }
                if asked > start {
                    latencies.push(asked.elapsed());
                }
            }
            latencies
        })
    });
    let mut latencies = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        latencies.extend(task.await.expect("the client ends"));
    }
    latencies.sort_unstable();
    let events = latencies.len() * batch;
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 events are measured")]
    let per_second = events as f64 / MEASURED.as_secs_f64();
    Figures { per_second, latencies }
}
