//! The program in a process of its own: to be killed without a warning, and to be run as a shell runs it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// The program with arguments, and nothing of the developer's environment.
pub fn program(arguments: &[&str]) -> Command {
    program_at(Path::new(env!("CARGO_BIN_EXE_credence")), arguments)
}

/// The same for a program that was built elsewhere.
pub fn program_at(path: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(path);
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
        let mut command = program(&["serve", "--listen", "127.0.0.1:0", "--database-url", database_url]);
        command.envs(variables.iter().copied());
        Self::begin(command).expect("it says where it listens")
    }

    /// A server that a command starts, as soon as it says where it listens; `None` where it ends before.
    pub fn begin(mut command: Command) -> Option<Self> {
        let mut child = command.current_dir(std::env::temp_dir()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
        let Some(first) = lines.next() else {
            child.wait().expect("it has ended");
            return None;
        };
        let first = first.expect("text");
        let url = first.split_whitespace().find(|word| word.starts_with("http://")).expect("a URL").to_owned();
        std::thread::spawn(move || lines.count());
        Some(Self { child, url })
    }

    /// Sends a signal by its name.
    pub fn signal(&self, name: &str) {
        signal(self.id(), name);
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

/// Sends a signal by its name to a process by its number.
pub fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(process.to_string()).stderr(Stdio::null()).status();
    assert!(sent.expect("kill runs").success(), "process {process} is gone");
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error says that it has ended.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
