//! Every limit, with its name and its default. What is over one is refused by that name, never cut silently.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest limit of bytes: what JSON carries exactly.
const MOST_BYTES: u64 = (1 << 53) - 1;

/// The largest of the others: as seconds, 68 years.
const MOST: u64 = (1 << 31) - 1;

/// The limits of one server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Events in one append.
    pub events_per_append: usize,
    /// Bytes in the data of one event.
    pub event_bytes: usize,
    /// Bytes of a request's body, as sent.
    pub body_bytes: usize,
    /// Bytes of large bodies that are arriving at once; one more waits, and is answered 503 after `body_seconds`. Half of them for one key:
    /// what is over that is answered 429. Bodies of up to 16 KiB never wait. At least twice `body_bytes`.
    pub bodies_bytes: usize,
    /// Depth of nesting in a request's JSON.
    pub json_depth: usize,
    /// Worlds in one request.
    pub worlds: usize,
    /// Questions in one request.
    pub queries: usize,
    /// Entries on one page of a list.
    pub page: usize,
    /// Seconds that a connection may rest between two requests.
    pub idle_seconds: u64,
    /// Seconds in which a request's header must have arrived, once it has begun.
    pub header_seconds: u64,
    /// Seconds in which a request's body must have arrived; a large one has as long again for what is left, once there is room for it.
    pub body_seconds: u64,
    /// Seconds in which the other side must take some of what is sent to it: 64 KiB, or all there is.
    pub write_seconds: u64,
    /// Bytes of large answers that are being made, or are not taken yet; one more waits. An answer with more than 100 entries is large.
    pub answer_bytes: usize,
    /// Seconds after which a request is given up, what it folds included.
    pub request_seconds: u64,
    /// Requests that are worked on at once; one more is answered 503.
    pub requests_in_flight: usize,
    /// Connections that are open at once; one more waits.
    pub connections: usize,
    /// Streams of server-sent events that are open at once.
    pub streams: usize,
    /// Of those, how many one key may keep.
    pub streams_per_key: usize,
    /// Requests that one key may send in a second, and at once after a rest; one more is answered 429.
    pub requests_per_second: u32,
    /// Seconds that requests under way are given at shutdown.
    pub drain_seconds: u64,
    /// Seconds after which a key is looked up again: what another server revoked is refused here by then.
    pub key_seconds: u64,
    /// Seconds that a server which only reads waits for a revision that was named and has not arrived.
    pub arrival_seconds: u64,
    /// Bytes of beliefs, games and evidence kept in memory.
    pub cache_bytes: u64,
    /// Threads that folds of more than a second may use. Short ones have one of their own beside them, and so have those between.
    pub folding_threads: usize,
    /// Pieces of work of over 50 ms that one key has under way or waiting; one more is answered 429. Where no key was brought, none are
    /// counted.
    pub heavy_per_key: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            events_per_append: 1_000,
            event_bytes: 256 << 10,
            body_bytes: 1 << 20,
            bodies_bytes: 64 << 20,
            json_depth: 64,
            worlds: 10_000,
            queries: 100,
            page: 1_000,
            idle_seconds: 60,
            header_seconds: 10,
            body_seconds: 30,
            write_seconds: 30,
            answer_bytes: 128 << 20,
            request_seconds: 60,
            requests_in_flight: 1_024,
            connections: 10_000,
            streams: 1_000,
            streams_per_key: 250,
            requests_per_second: 5_000,
            drain_seconds: 10,
            key_seconds: 1,
            arrival_seconds: 2,
            cache_bytes: 512 << 20,
            folding_threads: 2,
            heavy_per_key: 64,
        }
    }
}

impl Limits {
    /// How long after its beginning a request that has recorded something is answered at the latest: a moment before it is given up.
    #[must_use]
    pub fn answer_within(&self) -> Duration {
        Duration::from_secs(self.request_seconds).saturating_sub(Duration::from_millis(500))
    }

    /// Finds a limit that would let nothing through, or is larger than what it counts can be.
    ///
    /// # Errors
    /// Its name, and what is wrong with it.
    pub fn check(&self) -> Result<(), (String, String)> {
        let values = serde_json::to_value(self).unwrap_or_default();
        for (name, value) in values.as_object().into_iter().flatten() {
            let most = if name.ends_with("bytes") { MOST_BYTES } else { MOST };
            if !value.as_u64().is_none_or(|value| (1..=most).contains(&value)) {
                return Err((name.clone(), format!("it must be 1 to {most}")));
            }
        }
        Ok(())
    }
}
