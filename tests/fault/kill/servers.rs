//! The servers that are killed: one on a file, or two on one Postgres.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::block_in_place;
use tokio::time::Instant;

use crate::harness::process::program_at;
use crate::harness::{Cut, CuttingProxy, Place, Process};
use crate::tally::{Tally, Wrong};

/// The servers over one log.
pub struct Servers {
    /// Where the log is.
    pub place: Place,
    /// Where they listen now, for the clients.
    pub urls: watch::Sender<Vec<String>>,
    pub(super) tally: Arc<Tally>,
    pub(super) running: Vec<Option<Process>>,
    /// The second server goes through one of them, so that its commits can be cut.
    pub(super) proxies: Vec<CuttingProxy>,
    /// That which it goes through.
    pub(super) through: usize,
    program: PathBuf,
    said: TempDir,
    /// How many were started.
    starts: usize,
}

/// Starts after which servers begin to take part in the preference, or cease to.
const IN_TURN: usize = 12;

impl Servers {
    /// Starts them.
    pub async fn start_all(place: Place, program: Option<&Path>, tally: Arc<Tally>) -> Self {
        let mut proxies = Vec::new();
        let count = match &place {
            Place::Sqlite(_) => 1,
            Place::Postgres(url) => {
                for cut in [Cut::BeforeTheServer, Cut::BeforeTheAnswer] {
                    proxies.push(CuttingProxy::to(url, cut).await);
                }
                2
            }
        };
        let program = program.unwrap_or(Path::new(env!("CARGO_BIN_EXE_credence"))).canonicalize().expect("the program is there");
        let mut servers = Self {
            place,
            urls: watch::Sender::new(vec![String::new(); count]),
            tally,
            running: std::iter::repeat_with(|| None).take(count).collect(),
            proxies,
            through: 0,
            program,
            said: tempfile::tempdir().expect("a folder"),
            starts: 0,
        };
        servers.start_missing();
        servers
    }

    /// Starts those that do not run. `false` where one does not start.
    pub fn start_missing(&mut self) -> bool {
        (0..self.running.len()).all(|server| self.running[server].is_some() || self.start(server))
    }

    fn start(&mut self, server: usize) -> bool {
        let url = match (&self.place, server) {
            (Place::Postgres(_), 1) => self.proxies[self.through].url.clone(),
            (place, _) => place.url(),
        };
        let begun = Instant::now();
        let said = self.said.path().join(format!("server-{server}.log"));
        let mut command = program_at(&self.program, &["serve", "--listen", "127.0.0.1:0", "--database-url", &url]);
        // For a while they take part in the preference, and for a while they do not.
        if self.starts / IN_TURN % 2 == 1 {
            command.args(["--advertise", "none"]);
        }
        self.starts += 1;
        command.stderr(File::options().create(true).append(true).open(&said).expect("a file for what it says"));
        let Some(process) = block_in_place(|| Process::begin(command)) else {
            let text = std::fs::read_to_string(said).unwrap_or_default();
            let last = text.lines().next_back().unwrap_or("it said nothing");
            self.tally.wrong(Wrong::Stuck, format!("server {server} does not start: {last}"));
            return false;
        };
        self.tally.started(begun.elapsed());
        self.urls.send_modify(|urls| urls[server].clone_from(&process.url));
        self.running[server] = Some(process);
        true
    }

    /// Kills one, as `kill -9` does.
    pub fn kill(&mut self, server: usize) {
        if let Some(mut process) = self.running[server].take() {
            process.kill();
        }
    }

    /// Kills all of them.
    pub fn kill_all(&mut self) {
        // All are told before the first is waited for.
        for process in self.running.iter().flatten() {
            process.signal("KILL");
        }
        for server in 0..self.running.len() {
            self.kill(server);
        }
    }

    /// What a server said last, where something is wrong.
    pub fn last_words(&self) -> String {
        let said =
            |server: usize| std::fs::read_to_string(self.said.path().join(format!("server-{server}.log"))).unwrap_or_default();
        let last = |text: String| text.lines().rev().take(3).collect::<Vec<_>>().join(" | ");
        (0..self.running.len()).map(|server| last(said(server))).collect::<Vec<_>>().join(" || ")
    }

    /// How long a stuck run is waited for.
    pub const PATIENCE: Duration = Duration::from_secs(120);
}
