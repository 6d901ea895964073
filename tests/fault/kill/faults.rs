//! What is done to the servers, and to the Postgres below them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tokio::task::block_in_place;
use tokio::time::{Instant, sleep};

use crate::harness::process::signal;
use crate::plan::{Fault, Round};
use crate::servers::Servers;
use crate::tally::Wrong;

/// Says where the data of the Postgres is that `tests/run` started.
const DATA: &str = "TESTS_RUN_POSTGRES_DATA";

/// How often it is looked whether a commit was cut.
const LOOK: Duration = Duration::from_millis(2);

/// Where the data of our own Postgres is; `None` where it is not ours to kill.
#[expect(clippy::disallowed_methods, reason = "how tests/run says so")]
pub fn own_postgres() -> Option<PathBuf> {
    std::env::var(DATA).ok().map(PathBuf::from)
}

impl Servers {
    /// Does what a round ends with. `false` where it cannot go on.
    pub async fn suffer(&mut self, round: &Round) -> bool {
        match round.fault {
            Fault::Kill { server } => {
                self.kill(server);
                self.tally.killed(if self.running.len() == 1 { "server" } else { ["first server", "second server"][server] });
            }
            Fault::KillAll => {
                self.kill_all();
                self.tally.killed("both servers");
            }
            Fault::Postgres { immediate } => {
                let data = own_postgres().expect("only our own Postgres is killed");
                if let Err(what) = block_in_place(|| kill_postgres(&data, immediate)) {
                    self.tally.wrong(Wrong::Stuck, what);
                    return false;
                }
                self.tally.killed(if immediate { "Postgres (immediate stop)" } else { "Postgres (kill -9)" });
            }
            Fault::Terminate { all } => {
                let limit = if all { "ALL" } else { "1" };
                let sessions = "FROM pg_stat_activity WHERE application_name = 'credence' AND datname = current_database()";
                // One that is in the middle of something, where there is one.
                let of = format!("(SELECT pid {sessions} ORDER BY state = 'idle', pid LIMIT {limit}) AS ours");
                self.place.run(&format!("SELECT pg_terminate_backend(pid) FROM {of}")).await;
                self.tally.killed(if all { "all sessions" } else { "one session" });
            }
            Fault::Cut => {
                let proxy = &self.proxies[self.through];
                proxy.arm();
                let begun = Instant::now();
                while !proxy.has_cut() {
                    if begun.elapsed() > Self::PATIENCE {
                        self.tally.wrong(Wrong::Stuck, "the second server commits nothing any more".to_owned());
                        return false;
                    }
                    sleep(LOOK).await;
                }
                self.tally.killed(["commit cut before the server", "commit cut before the answer"][self.through]);
            }
            Fault::Stop { server, millis } => {
                let process = self.running[server].as_ref().expect("it runs");
                process.signal("STOP");
                sleep(Duration::from_millis(millis)).await;
                process.signal("CONT");
                self.tally.killed("server stopped for a while");
            }
        }
        if self.running.last().is_some_and(Option::is_none) {
            self.through = usize::from(round.before_the_answer);
        }
        self.start_missing()
    }
}

/// Kills Postgres and starts it again.
fn kill_postgres(data: &Path, immediate: bool) -> Result<(), String> {
    let lines = std::fs::read_to_string(data.join("postmaster.pid")).map_err(|error| format!("postmaster.pid: {error}"))?;
    let process = lines.lines().next().and_then(|line| line.trim().parse().ok()).ok_or("postmaster.pid names no process")?;
    // What `pg_ctl -m immediate stop` sends.
    signal(process, if immediate { "QUIT" } else { "KILL" });
    let begun = Instant::now();
    // The processes of the old one must be gone before a new one takes its place.
    while begun.elapsed() < Servers::PATIENCE {
        let mut start = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run"));
        let started = start.arg("postgres").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if started.is_ok_and(|status| status.success()) && !is_process(data, process) {
            return Ok(());
        }
    }
    Err("Postgres does not start again".to_owned())
}

/// Whether the server over some data is still the old process.
fn is_process(data: &Path, process: u32) -> bool {
    let lines = std::fs::read_to_string(data.join("postmaster.pid")).unwrap_or_default();
    lines.lines().next().is_some_and(|line| line.trim() == process.to_string())
}
