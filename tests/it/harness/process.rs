//! The program in a process of its own: to be killed without a warning, and to be run as a shell runs it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// The program with arguments, and nothing of the developer's environment.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_credence"));
    command.args(arguments).stdin(Stdio::null()).env_clear().env("CREDENCE_LOG", "error");
    command
}

/// A server that can be killed.
pub struct Process {
    child: Child,
    /// Where it listens.
    pub url: String,
}

impl Process {
    /// A server over a log.
    pub fn serve(database_url: &str) -> Self {
        Self::serve_with(database_url, &[])
    }

    /// The same, with variables in its environment.
    pub fn serve_with(database_url: &str, variables: &[(&str, &Path)]) -> Self {
        let folder = std::env::temp_dir();
        let mut command = program(&["serve", "--listen", "127.0.0.1:0", "--database-url", database_url]);
        command.envs(variables.iter().copied());
        let mut child = command.current_dir(folder).stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
        let first = lines.next().expect("a first line").expect("text");
        let url = first.split_whitespace().find(|word| word.starts_with("http://")).expect("a URL").to_owned();
        std::thread::spawn(move || lines.count());
        Self { child, url }
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it ends by itself.
    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().expect("it ends")
    }

    /// Ends it as `kill -9` does, and waits until it is gone.
    pub fn kill(&mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it is gone");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error says that it has ended.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
