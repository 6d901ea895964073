//! A fresh Postgres database for each test, on the server that `CREDENCE_TEST_POSTGRES` names.

use std::future::Future;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

use futures::FutureExt;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

/// Says where the server is.
const SERVER: &str = "CREDENCE_TEST_POSTGRES";

static MADE: AtomicU32 = AtomicU32::new(0);

/// Runs a test with the URL of a database that is dropped afterwards, however the test ends.
pub async fn with_database<F: Future<Output = ()>>(test: impl FnOnce(String) -> F) {
    let server = server();
    let name = format!("credence_test_{}_{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
    let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
    // A process of this number may have died before it cleaned up.
    execute(&server, &drop).await;
    execute(&server, &format!("CREATE DATABASE {name}")).await;
    let outcome = AssertUnwindSafe(test(with_name(&server, &name))).catch_unwind().await;
    execute(&server, &drop).await;
    if let Err(panic) = outcome {
        resume_unwind(panic);
    }
}

/// The URL of the server. Tests on Postgres are never skipped.
#[expect(clippy::disallowed_methods, reason = "the tests read no configuration but this")]
fn server() -> String {
    std::env::var(SERVER).unwrap_or_else(|_| {
        panic!("{SERVER} is not set: run the tests with `tests/run`, which starts a Postgres server for them")
    })
}

async fn execute(server: &str, sql: &str) {
    let mut connection = PgConnection::connect(server).await.unwrap_or_else(|error| panic!("{SERVER} does not answer: {error}"));
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    connection.close().await.expect("the connection closes");
}

/// The URL with another database's name: `postgres://user@host/NAME?parameters`.
fn with_name(server: &str, name: &str) -> String {
    let (address, parameters) = server.split_once('?').map_or((server, String::new()), |(a, p)| (a, format!("?{p}")));
    let authority = address.find("://").map_or(0, |at| at + 3);
    let host = address[authority..].find('/').map_or(address, |slash| &address[..authority + slash]);
    format!("{host}/{name}{parameters}")
}
