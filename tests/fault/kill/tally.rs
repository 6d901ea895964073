//! What is counted, and what went wrong.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::watch;

/// What may go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    /// An acknowledged event does not stand in the log.
    Lost,
    /// Something stands twice.
    Doubled,
    /// An acknowledged event stands elsewhere, or with other content.
    Moved,
    /// A request without an answer is in the log by half.
    Half,
    /// Something stands that nobody sent, or that was refused.
    Stray,
    /// A hash does not follow from the one before it.
    Chain,
    /// A position or revision is missing.
    Position,
    /// A belief is not what the log says.
    Belief,
    /// What players did is not what their histories say.
    Conduct,
    /// A request was answered otherwise than it must be.
    Answer,
    /// A server does not start, or answers no more.
    Stuck,
}

/// Cases that are told in full, of each kind.
const TOLD: usize = 8;

/// The counts of one run.
pub struct Tally {
    /// Requests that were sent to somebody who listened, each sending counted.
    pub requests: AtomicU64,
    /// Events that were acknowledged.
    pub acknowledged: AtomicU64,
    /// Appends and openings without an answer.
    pub unanswered: AtomicU64,
    /// Those of them that turned out to be in the log.
    pub in_after_all: AtomicU64,
    /// Answers that the server could not do it now.
    pub busy: AtomicU64,
    /// Requests that were answered for good.
    pub answered: watch::Sender<u64>,
    starts: Mutex<Vec<Duration>>,
    kills: Mutex<BTreeMap<&'static str, u64>>,
    wrongs: Mutex<BTreeMap<Wrong, Vec<String>>>,
}

impl Tally {
    /// Nothing yet.
    pub fn new() -> Self {
        let zero = || AtomicU64::new(0);
        Self {
            requests: zero(),
            acknowledged: zero(),
            unanswered: zero(),
            in_after_all: zero(),
            busy: zero(),
            answered: watch::Sender::new(0),
            starts: Mutex::default(),
            kills: Mutex::default(),
            wrongs: Mutex::default(),
        }
    }

    /// Counts so many more.
    pub fn add(counter: &AtomicU64, more: u64) {
        counter.fetch_add(more, Ordering::Relaxed);
    }

    /// Something was killed.
    pub fn killed(&self, what: &'static str) {
        *self.kills.lock().expect("not poisoned").entry(what).or_default() += 1;
    }

    /// A server has started.
    pub fn started(&self, took: Duration) {
        self.starts.lock().expect("not poisoned").push(took);
    }

    /// Something is wrong.
    pub fn wrong(&self, what: Wrong, case: String) {
        let mut wrongs = self.wrongs.lock().expect("not poisoned");
        let cases = wrongs.entry(what).or_default();
        if cases.len() < TOLD {
            eprintln!("WRONG ({what:?}): {case}");
        }
        cases.push(case);
    }

    /// How many cases there are of something.
    pub fn count(&self, what: Wrong) -> usize {
        self.wrongs.lock().expect("not poisoned").get(&what).map_or(0, Vec::len)
    }

    /// Whether nothing went wrong.
    pub fn is_clean(&self) -> bool {
        self.wrongs.lock().expect("not poisoned").is_empty()
    }

    /// What was killed, and how often.
    pub fn kills(&self) -> String {
        let kills = self.kills.lock().expect("not poisoned");
        kills.iter().map(|(what, count)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
    }

    /// How long servers took to start: the middle, the 99th of a hundred, the longest.
    pub fn starts(&self) -> String {
        let mut starts = self.starts.lock().expect("not poisoned").clone();
        starts.sort_unstable();
        let at = |share: usize| starts.get((starts.len() * share / 100).min(starts.len().saturating_sub(1))).copied();
        let [p50, p99, max] = [50, 99, 100].map(|share| at(share).unwrap_or_default().as_millis());
        format!("p50 {p50} ms, p99 {p99} ms, max {max} ms ({} starts)", starts.len())
    }
}
