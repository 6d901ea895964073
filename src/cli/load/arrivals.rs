//! When requests arrive: a schedule that is made beforehand, and waits for no answer.

use std::collections::VecDeque;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::sync::Semaphore;

/// How many requests are sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rate {
    /// So many a second arrive, whether earlier ones are answered or not.
    PerSecond(f64),
    /// Each client sends its next request as soon as it has the answer to the last one.
    Max,
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "max" {
            return Ok(Self::Max);
        }
        let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
        rate.map(Self::PerSecond).ok_or_else(|| "it takes requests a second, such as 2000, or max".to_owned())
    }
}

/// How requests are spread over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Spread {
    /// As many independent callers send them: gaps are distributed exponentially.
    Poisson,
    /// At even distances.
    Even,
}

/// Distances of arrivals from the start, in order, without end.
pub struct Schedule {
    rng: ChaCha8Rng,
    rate: f64,
    spread: Spread,
    seconds: f64,
}

impl Schedule {
    /// The same seed gives the same schedule.
    pub fn new(rate: f64, spread: Spread, seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed), rate, spread, seconds: 0.0 }
    }
}

impl Iterator for Schedule {
    type Item = Duration;

    fn next(&mut self) -> Option<Duration> {
        let gap = match self.spread {
            Spread::Even => 1.0,
            // In (0, 1]: the logarithm of 0 is infinite.
            Spread::Poisson => -libm::log(1.0 - self.rng.random::<f64>()),
        };
        self.seconds += gap / self.rate;
        Some(Duration::from_secs_f64(self.seconds))
    }
}

/// A request that has arrived and waits for a client that is free.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// When it was to be sent: latency is counted from here.
    pub intended: Instant,
    /// Whether it comes after the warm-up.
    pub counts: bool,
}

/// Arrivals that no client has taken yet, first come first served.
pub struct Arrivals {
    waiting: Mutex<VecDeque<Option<Arrival>>>,
    /// One permit an arrival.
    there: Semaphore,
}

impl Arrivals {
    /// None yet.
    pub fn none() -> Self {
        Self { waiting: Mutex::default(), there: Semaphore::new(0) }
    }

    /// Lets arrivals come in, each at its time, for as long as it is said, and then tells each of the clients that no more come. To be run on a
    /// thread of its own: a thread wakes up within about 100 µs of the time, the runtime's timers within 1 ms.
    pub fn come(&self, schedule: Schedule, begun: Instant, warm_up: Duration, until: Duration, clients: usize) {
        for after in schedule.take_while(|after| *after < until) {
            let intended = begun + after;
            std::thread::sleep(intended.saturating_duration_since(now()));
            self.add(Some(Arrival { intended, counts: after >= warm_up }));
        }
        (0..clients).for_each(|_| self.add(None));
    }

    fn add(&self, arrival: Option<Arrival>) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push_back(arrival);
        self.there.add_permits(1);
    }

    /// The next one; `None` where no more come.
    pub async fn next(&self) -> Option<Arrival> {
        // It is never closed.
        self.there.acquire().await.ok()?.forget();
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front().flatten()
    }
}

/// The clock that everything here is measured by.
#[expect(clippy::disallowed_methods, reason = "a load generator measures time")]
pub fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_has_its_rate_and_waits_for_nobody() {
        let even: Vec<Duration> = Schedule::new(1_000.0, Spread::Even, 1).take(3).collect();
        assert_eq!(even, [1, 2, 3].map(Duration::from_millis));
        let within =
            |spread, seed| Schedule::new(1_000.0, spread, seed).take_while(|after| *after < Duration::from_secs(100)).count();
        // The number of arrivals of a Poisson process with mean 100,000 has a standard deviation of 316.
        assert!((98_400..101_600).contains(&within(Spread::Poisson, 1)), "{}", within(Spread::Poisson, 1));
        assert_ne!(within(Spread::Poisson, 1), within(Spread::Poisson, 2));
        assert_eq!(within(Spread::Poisson, 3), within(Spread::Poisson, 3));
    }

    #[test]
    fn a_rate_is_a_number_or_max() {
        assert_eq!("max".parse(), Ok(Rate::Max));
        assert_eq!("2000".parse(), Ok(Rate::PerSecond(2_000.0)));
        for wrong in ["0", "-1", "NaN", "inf", "many"] {
            assert!(wrong.parse::<Rate>().is_err(), "{wrong}");
        }
    }
}
