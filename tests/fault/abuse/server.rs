//! The server that is abused: a process of its own, over a file of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::wire::{Answer, ask};

/// A running server.
pub struct Server {
    child: Child,
    folder: TempDir,
    program: std::path::PathBuf,
    limits: Vec<(&'static str, u64)>,
    /// Where it listens.
    pub address: String,
}

impl Server {
    /// Starts a server with limits that are not the usual ones.
    pub fn start(program: &Path, limits: &[(&'static str, u64)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (child, address) = begin(program, folder.path(), limits);
        Self { child, folder, program: program.to_owned(), limits: limits.to_vec(), address }
    }

    /// Starts it again over the same file: nothing is in memory then.
    pub fn restart(&mut self) {
        self.end();
        (self.child, self.address) = begin(&self.program, self.folder.path(), &self.limits);
    }

    /// Asks, and waits for the answer.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> Answer {
        ask(&self.address, method, path, body)
    }

    /// Memory that it has now, in megabytes.
    pub fn megabytes(&self) -> f64 {
        self.status("VmRSS:")
    }

    /// The most memory that it had since it was started or [`Server::forget_peak`] was called, in megabytes.
    pub fn peak_megabytes(&self) -> f64 {
        self.status("VmHWM:")
    }

    /// The peak counts from now on.
    pub fn forget_peak(&self) {
        std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").expect("Linux");
    }

    fn status(&self, name: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("Linux");
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("the line");
        line.trim().trim_end_matches(" kB").parse::<f64>().expect("a number") / 1024.0
    }

    /// Seconds of processor time that it has used.
    pub fn cpu_seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("Linux");
        let fields: Vec<&str> = stat.rsplit_once(')').expect("a name").1.split_whitespace().collect();
        let ticks = |at: usize| fields[at].parse::<f64>().expect("a number");
        (ticks(11) + ticks(12)) / 100.0
    }

    /// The value of a metric, all its series added up.
    pub fn metric(&self, name: &str) -> f64 {
        let text = String::from_utf8(self.ask("GET", "/metrics", "").body).expect("text");
        let of_it = text.lines().filter(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['{', ' '])));
        of_it.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).sum()
    }

    fn end(&mut self) {
        // An error says that it has ended.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

fn begin(program: &Path, folder: &Path, limits: &[(&'static str, u64)]) -> (Child, String) {
    let url = format!("sqlite://{}", folder.join("log.db").display());
    let mut command = Command::new(program);
    command.args(["serve", "--listen", "127.0.0.1:0", "--database-url", &url]).current_dir(folder).env_clear();
    // What the developer tells the allocator is part of what is tried.
    command.envs(std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("MALLOC_")));
    command.env("CREDENCE_LOG", "error").stdin(Stdio::null()).stdout(Stdio::piped());
    for (name, value) in limits {
        command.env(format!("CREDENCE_LIMITS__{}", name.to_uppercase()), value.to_string());
    }
    let mut child = command.spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
    let first = lines.next().expect("it says where it listens").expect("text");
    let url = first.split_whitespace().find_map(|word| word.strip_prefix("http://")).expect("a URL").to_owned();
    std::thread::spawn(move || lines.count());
    (child, url)
}
