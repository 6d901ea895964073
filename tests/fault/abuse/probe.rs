//! Somebody else, who asks small things all the time while the server is abused, and notes how long each answer took.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::wire::ask;

/// Between two questions.
const PAUSE: Duration = Duration::from_millis(20);

/// Seconds for which a control is measured.
const CONTROL: Duration = Duration::from_secs(5);

/// One who asks.
pub struct Probe {
    over: Arc<AtomicBool>,
    asking: JoinHandle<Noted>,
}

/// What was noted.
#[derive(Default)]
pub struct Noted {
    /// The longest time to an answer, in milliseconds.
    pub worst_ms: f64,
    /// Questions that were asked.
    pub asked: usize,
    /// Those that were not answered 200.
    pub failed: usize,
}

impl Probe {
    /// Asks for a path from now on.
    pub fn of(address: &str, path: &'static str) -> Self {
        Self::posting(address, "GET", path, String::new())
    }

    /// Makes a request over and over from now on.
    pub fn posting(address: &str, method: &'static str, path: &'static str, body: String) -> Self {
        let (over, address) = (Arc::new(AtomicBool::new(false)), address.to_owned());
        let told = Arc::clone(&over);
        let asking = std::thread::spawn(move || {
            let mut noted = Noted::default();
            while !told.load(Ordering::Relaxed) {
                let begun = Instant::now();
                let answer = ask(&address, method, path, &body);
                noted.worst_ms = noted.worst_ms.max(begun.elapsed().as_secs_f64() * 1e3);
                noted.asked += 1;
                noted.failed += usize::from(answer.status != 200);
                std::thread::sleep(PAUSE);
            }
            noted
        });
        Self { over, asking }
    }

    /// Ends it.
    pub fn end(self) -> Noted {
        self.over.store(true, Ordering::Relaxed);
        self.asking.join().expect("it asks")
    }
}

/// The same while nobody else is there.
pub fn control(address: &str, path: &'static str) -> Noted {
    let probe = Probe::of(address, path);
    std::thread::sleep(CONTROL);
    probe.end()
}
