//! How often one key may ask: a bucket of tokens each, so that nobody's loop is everybody's wait.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use moka::sync::Cache;

use super::problem::{Problem, RATE_LIMITED};

/// What `RateLimit` and `RateLimit-Policy` are answered for (draft-ietf-httpapi-ratelimit-headers, version 10).
const LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// A bucket that nobody draws from is full again after this time at the latest, and need not be kept.
const IDLE: Duration = Duration::from_secs(60);

/// Buckets that are kept at most.
const BUCKETS: u64 = 100_000;

type Bucket = RateLimiter<NotKeyed, InMemoryState, DefaultClock, StateInformationMiddleware>;

/// The buckets of all keys.
#[derive(Clone)]
pub struct Rates {
    a_second: NonZeroU32,
    buckets: Cache<Arc<str>, Arc<Bucket>>,
    clock: DefaultClock,
}

/// What a key has left.
pub struct Left {
    requests: u32,
    a_second: NonZeroU32,
    /// After how many seconds there is more.
    more_in: u64,
}

impl Rates {
    /// Buckets that hold as many requests as they are filled with in a second.
    #[must_use]
    pub fn new(a_second: u32) -> Self {
        let buckets = Cache::builder().max_capacity(BUCKETS).time_to_idle(IDLE).build();
        Self { a_second: NonZeroU32::new(a_second).unwrap_or(NonZeroU32::MIN), buckets, clock: DefaultClock::default() }
    }

    /// Draws one request: what is left then, and where the bucket was empty, what to answer.
    pub fn draw(&self, key: &Arc<str>) -> (Left, Option<Problem>) {
        let quota = Quota::per_second(self.a_second);
        let fresh = || Arc::new(RateLimiter::direct(quota).with_middleware::<StateInformationMiddleware>());
        let bucket = self.buckets.get(key).unwrap_or_else(|| self.buckets.get_with(Arc::clone(key), fresh));
        match bucket.check() {
            Ok(state) => (Left { requests: state.remaining_burst_capacity(), a_second: self.a_second, more_in: 1 }, None),
            Err(early) => {
                let wait = early.wait_time_from(self.clock.now());
                let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
                let detail = format!("this key asks more than {} times a second; come back in {seconds} s", self.a_second);
                let refused = Problem {
                    limit: Some("requests_per_second"),
                    retry_after: Some(seconds),
                    ..Problem::new(&RATE_LIMITED, detail)
                };
                (Left { requests: 0, a_second: self.a_second, more_in: seconds }, Some(refused))
            }
        }
    }
}

impl Left {
    /// Says in an answer what is left.
    pub fn tell(&self, response: &mut Response) {
        let Self { requests, a_second, more_in } = self;
        for (name, text) in [(LIMIT, format!("\"key\";r={requests};t={more_in}")), (POLICY, format!("\"key\";q={a_second};w=1"))]
        {
            if let Ok(value) = HeaderValue::try_from(text) {
                response.headers_mut().insert(name, value);
            }
        }
    }
}
