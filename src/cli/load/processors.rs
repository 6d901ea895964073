//! Who used the processors of this machine meanwhile: the generator, servers that it was told of, and everything together.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::arrivals::now;

/// What was used until a moment.
pub struct Reading {
    at: Instant,
    generator: Option<Duration>,
    servers: Option<Duration>,
    machine: Option<Duration>,
}

impl Reading {
    /// Looks now. `servers` are numbers of processes.
    pub fn take(servers: &[u32]) -> Self {
        let of_servers: Option<Vec<Duration>> = servers.iter().map(|server| of_process(&server.to_string())).collect();
        Self {
            at: now(),
            generator: of_process("self"),
            servers: of_servers.filter(|used| !used.is_empty()).map(|used| used.into_iter().sum()),
            machine: of_machine(),
        }
    }

    /// What was used since an earlier look, as shares of all processors; `None` where this system does not say.
    pub fn since(&self, earlier: &Self) -> Shares {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        let all = self.at.saturating_duration_since(earlier.at).as_secs_f64() * f64::from(cores);
        let share = |used: fn(&Self) -> Option<Duration>| Some(used(self)?.saturating_sub(used(earlier)?).as_secs_f64() / all);
        Shares {
            cores,
            generator: share(|reading| reading.generator),
            servers: share(|reading| reading.servers),
            machine: share(|reading| reading.machine),
        }
    }
}

/// Shares of the processors of this machine, 1 for all of them.
pub struct Shares {
    cores: u32,
    /// The generator's own.
    pub generator: Option<f64>,
    /// That of the servers it was told of.
    pub servers: Option<f64>,
    /// Everything that ran, a database and the system among it.
    pub machine: Option<f64>,
}

impl Shares {
    /// As they are told.
    pub fn told(&self) -> Value {
        json!({"cores": self.cores, "generator": self.generator, "servers": self.servers, "machine": self.machine})
    }

    /// The same for people.
    pub fn line(&self) -> String {
        let say = |share: Option<f64>| share.map_or("not known".to_owned(), |share| format!("{:.0} %", 100.0 * share));
        format!(
            "processors: {} cores; generator {}, servers {}, everything that ran {}",
            self.cores,
            say(self.generator),
            say(self.servers),
            say(self.machine)
        )
    }
}

/// Time in user and system mode, of all threads.
#[cfg(target_os = "linux")]
fn of_process(process: &str) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may hold spaces and brackets: what is counted stands after the last of these. See proc(5): utime is field 14.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    ticks([fields.get(11)?, fields.get(12)?].iter().map(|field| field.parse::<u64>().ok()).sum::<Option<u64>>()?)
}

/// Time of all processors that was neither idle nor spent waiting for a disk.
#[cfg(target_os = "linux")]
fn of_machine() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    let first = text.lines().next()?.strip_prefix("cpu ")?;
    let fields: Vec<u64> = first.split_whitespace().filter_map(|field| field.parse().ok()).collect();
    // user, nice, system, idle, iowait, irq, softirq, steal; what guests use stands in user already.
    ticks(fields.iter().take(8).sum::<u64>() - fields.get(3)? - fields.get(4)?)
}

#[cfg(target_os = "linux")]
fn ticks(ticks: u64) -> Option<Duration> {
    Some(Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64))
}

#[cfg(not(target_os = "linux"))]
const fn of_process(_: &str) -> Option<Duration> {
    None
}

#[cfg(not(target_os = "linux"))]
const fn of_machine() -> Option<Duration> {
    None
}
