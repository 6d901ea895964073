//! Postgres servers of a test's own: a primary, and hot standbys that follow it. `tests/run cluster` knows how they are made.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;

/// A server, which is stopped with its guard.
pub struct Cluster {
    folder: PathBuf,
    /// Held by the primary: the folders of all.
    _place: Option<TempDir>,
}

impl Cluster {
    /// A fresh server, with settings such as `synchronous_commit=local`.
    pub fn primary(settings: &[&str]) -> Self {
        let place = tempfile::Builder::new().prefix("credence-pg").tempdir_in("/tmp").expect("a folder");
        let folder = place.path().join("p");
        run("primary", &folder, settings);
        Self { folder, _place: Some(place) }
    }

    /// A hot standby that follows this one. A standby must end before its primary does.
    pub fn standby(&self, name: &str, settings: &[&str]) -> Self {
        let folder = self.folder.with_file_name(name);
        let primary = self.folder.to_str().expect("a path in UTF-8");
        run("standby", &folder, &[&[primary], settings].concat());
        Self { folder, _place: None }
    }

    /// The URL of a database of it.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@localhost/{database}?host={}", self.folder.display())
    }

    /// Runs statements in a database.
    pub async fn run(&self, database: &str, sql: &str) {
        let mut connection = PgConnection::connect(&self.url(database)).await.expect("the server answers");
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        connection.close().await.expect("the connection closes");
    }

    /// The texts that a statement gives.
    pub async fn ask(&self, database: &str, sql: &str) -> Vec<String> {
        let mut connection = PgConnection::connect(&self.url(database)).await.expect("the server answers");
        let rows = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut connection).await;
        rows.unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// Makes a standby a primary, and returns when it is one.
    pub fn promote(&self) {
        run("promote", &self.folder, &[]);
    }

    /// Stops it as a crash does.
    pub fn stop(&self) {
        run("stop", &self.folder, &[]);
    }

    /// Starts it again.
    pub fn start(&self, settings: &[&str]) {
        run("start", &self.folder, settings);
    }

    /// Starts it again as a standby that has nobody to follow.
    pub fn start_as_standby(&self) {
        std::fs::write(self.folder.join("data/standby.signal"), "").expect("the folder takes a file");
        self.start(&[]);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // An error says that the test has stopped it.
        script("stop", &self.folder, &[]).stderr(Stdio::null()).status().ok();
    }
}

fn script(what: &str, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run"));
    command.args(["cluster", what]).arg(folder).args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn run(what: &str, folder: &Path, arguments: &[&str]) {
    let done = script(what, folder, arguments).output().expect("tests/run runs");
    assert!(done.status.success(), "tests/run cluster {what}: {}", String::from_utf8_lossy(&done.stderr));
}
