//! A server in a process of its own, on a socket and a database file of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A server, ended with this value.
pub struct Serving {
    child: Child,
    /// Where it listens.
    pub url: String,
    _folder: tempfile::TempDir,
}

impl Serving {
    /// Starts one on a fresh SQLite file and a free port.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = format!("--database-url=sqlite://{}", folder.path().join("log.db").display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_credence"));
        command.args(["serve", "--listen=127.0.0.1:0", &database]).current_dir(folder.path());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
        let first = lines.next().expect("a first line").expect("text");
        let url = first.split_whitespace().find(|word| word.starts_with("http://")).expect("a URL").to_owned();
        std::thread::spawn(move || lines.count());
        Self { child, url, _folder: folder }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.child.kill().expect("it can be ended");
        self.child.wait().expect("it ends");
    }
}
