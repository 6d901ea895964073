//! Where a store's data is: a test opens it as often as it likes, and reaches past it with SQL.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;

use credence::store::{LogId, Store, connect};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tempfile::TempDir;

use super::postgres;

/// A database of its own for one test.
#[derive(Clone)]
pub enum Place {
    /// A file.
    Sqlite(PathBuf),
    /// The URL of a database.
    Postgres(String),
}

impl Place {
    /// As it would be configured.
    pub fn url(&self) -> String {
        match self {
            Self::Sqlite(path) => format!("sqlite:{}", path.display()),
            Self::Postgres(url) => url.clone(),
        }
    }

    /// A store over it, as a server opens it.
    pub async fn open(&self) -> Arc<dyn Store> {
        connect(&self.url()).await.expect("the store opens")
    }

    /// Changes rows behind the store's back.
    pub async fn tamper(&self, sql: &str) {
        assert!(self.run(sql).await > 0, "the statement changed nothing");
    }

    /// Runs a statement behind the store's back, and says how many rows it touched.
    pub async fn run(&self, sql: &str) -> u64 {
        let sql = sqlx::raw_sql(AssertSqlSafe(sql));
        match self {
            Self::Sqlite(_) => {
                let mut connection = SqliteConnection::connect(&self.url()).await.expect("the file opens");
                sql.execute(&mut connection).await.expect("the statement runs").rows_affected()
            }
            Self::Postgres(url) => {
                let mut connection = PgConnection::connect(url).await.expect("the database answers");
                sql.execute(&mut connection).await.expect("the statement runs").rows_affected()
            }
        }
    }

    /// Gives the tenant `default` of a database without events a log of so many partitions, before a server opens it.
    pub async fn partition(&self, partitions: u16) {
        let log = LogId::of_tenant(1, partitions).0;
        let of_default = "name = 'default' AND NOT EXISTS (SELECT 1 FROM log_head)";
        self.run(&format!("UPDATE tenants SET log_id = {log} WHERE {of_default}")).await;
    }

    /// A number that a query counts.
    pub async fn count(&self, sql: &str) -> i64 {
        let sql = AssertSqlSafe(sql);
        match self {
            Self::Sqlite(_) => {
                let mut connection = SqliteConnection::connect(&self.url()).await.expect("the file opens");
                sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("a number")
            }
            Self::Postgres(url) => {
                let mut connection = PgConnection::connect(url).await.expect("the database answers");
                sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("a number")
            }
        }
    }

    /// Bytes as this database writes them in SQL.
    pub fn bytes(&self, hex: &str) -> String {
        match self {
            Self::Sqlite(_) => format!("x'{hex}'"),
            Self::Postgres(_) => format!("'\\x{hex}'::bytea"),
        }
    }
}

/// A place in a directory of its own, which is gone with the guard.
pub fn fresh_sqlite() -> (TempDir, Place) {
    let directory = tempfile::tempdir().expect("a directory for temporary files");
    let place = Place::Sqlite(directory.path().join("credence.db"));
    (directory, place)
}

/// Runs a test on a fresh SQLite file.
pub async fn on_sqlite<F: Future<Output = ()>>(test: impl FnOnce(Place) -> F) {
    let (_directory, place) = fresh_sqlite();
    test(place).await;
}

/// Runs a test on a fresh Postgres database.
pub async fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(Place) -> F) {
    postgres::with_database(|url| test(Place::Postgres(url))).await;
}
