//! What came of the requests: how long each kind took from when it was to be sent, and what went wrong.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use serde_json::{Value, json};

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Opens a game.
    Open,
    /// Appends one event.
    Append,
    /// Appends the finish of a game, which settles what it teaches.
    Finish,
    /// Reads an observer's belief.
    Read,
}

impl Kind {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Append => "append",
            Self::Finish => "finish",
            Self::Read => "read",
        }
    }
}

/// Longest latency that is told apart, in microseconds: two minutes.
const LONGEST: u64 = 120_000_000;

/// Durations of one kind, to three digits.
pub struct Durations(Histogram<u64>);

impl Durations {
    fn none() -> Self {
        // It refuses only bounds and digits that make no sense.
        Self(Histogram::new_with_bounds(1, LONGEST, 3).expect("1 < LONGEST, and 3 digits"))
    }

    fn add(&mut self, duration: Duration) {
        self.0.saturating_record(u64::try_from(duration.as_micros()).unwrap_or(LONGEST).max(1));
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// So many per cent took at most so long, in milliseconds.
    pub fn percentile(&self, percent: f64) -> f64 {
        self.0.value_at_percentile(percent) as f64 / 1e3
    }

    /// As it is told.
    pub fn told(&self) -> Value {
        let [p50, p90, p99, p999] = [50.0, 90.0, 99.0, 99.9].map(|percent| self.percentile(percent));
        json!({"count": self.count(), "p50_ms": p50, "p90_ms": p90, "p99_ms": p99, "p99.9_ms": p999, "max_ms": self.0.max() as f64 / 1e3})
    }
}

/// What was measured.
pub struct Tally {
    /// From when a request was to be sent until its answer, by kind; those that were answered well.
    pub kinds: BTreeMap<Kind, Durations>,
    /// The same for all kinds.
    pub all: Durations,
    /// From when a request was to be sent until it was: no client was free, or the generator itself was late.
    pub waited: Durations,
    /// Requests that were not answered well, by problem type or by what else happened.
    pub errors: BTreeMap<String, u64>,
    /// Good answers that came before the measured time was over.
    pub in_time: u64,
    /// Arrivals that no client ever took.
    pub unsent: u64,
    until: Instant,
}

impl Tally {
    /// Nothing yet; what is measured ends then.
    pub fn until(until: Instant) -> Mutex<Self> {
        Mutex::new(Self {
            kinds: BTreeMap::new(),
            all: Durations::none(),
            waited: Durations::none(),
            errors: BTreeMap::new(),
            in_time: 0,
            unsent: 0,
            until,
        })
    }

    /// Takes in one request.
    pub fn add(tally: &Mutex<Self>, kind: Kind, times: [Instant; 3], answer: Result<(), String>) {
        let [intended, sent, answered] = times;
        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.waited.add(sent.saturating_duration_since(intended));
        match answer {
            Err(error) => *tally.errors.entry(error).or_default() += 1,
            Ok(()) => {
                let took = answered.saturating_duration_since(intended);
                tally.kinds.entry(kind).or_insert_with(Durations::none).add(took);
                tally.all.add(took);
                tally.in_time += u64::from(answered <= tally.until);
            }
        }
    }

    /// Requests that came to no good answer.
    pub fn failed(&self) -> u64 {
        self.errors.values().sum::<u64>() + self.unsent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::load::arrivals::now;

    #[test]
    fn latency_is_counted_from_when_a_request_was_to_be_sent() {
        let begun = now();
        let at = |millis| begun + Duration::from_millis(millis);
        let tally = Tally::until(at(1_000));
        // The server stalls for 500 ms: whoever was to be sent meanwhile has waited, although each is answered within 1 ms of being sent.
        for intended in 0..500 {
            Tally::add(&tally, Kind::Append, [at(intended), at(500), at(501)], Ok(()));
        }
        Tally::add(&tally, Kind::Read, [at(990), at(990), at(1_001)], Ok(()));
        Tally::add(&tally, Kind::Read, [at(990), at(990), at(991)], Err("/problems/overloaded".to_owned()));
        let tally = tally.into_inner().expect("whole");
        let appends = &tally.kinds[&Kind::Append];
        assert_eq!((appends.count(), tally.all.count(), tally.in_time, tally.failed()), (500, 501, 500, 1));
        assert!((appends.percentile(50.0) - 251.0).abs() < 2.0, "{}", appends.percentile(50.0));
        assert!((appends.percentile(99.0) - 496.0).abs() < 2.0, "{}", appends.percentile(99.0));
        assert_eq!(appends.told()["max_ms"].as_f64().map(f64::round), Some(501.0));
        assert_eq!(tally.errors["/problems/overloaded"], 1);
    }
}
