//! The time and the randomness that the server takes from its surroundings: the only places where either comes in.
//!
//! Everything below `http` and `cli` is given them, so that a test can fix both and a belief can depend on neither.

use rand::rngs::SysRng;
use rand::{Rng, SeedableRng, TryRng};
use rand_chacha::ChaCha20Rng;
use std::sync::{Mutex, PoisonError};

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Microseconds since 1970 UTC. Orders nothing: it may jump.
    fn now_us(&self) -> i64;
}

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the clock is read")]
    fn now_us(&self) -> i64 {
        jiff::Timestamp::now().as_microsecond()
    }
}

/// A clock that stands still, for tests.
pub struct FixedClock(pub i64);

impl Clock for FixedClock {
    fn now_us(&self) -> i64 {
        self.0
    }
}

/// Unpredictable bytes: for salts, identities and seeds that nobody may guess. Never for inference.
pub struct Entropy(Mutex<ChaCha20Rng>);

impl Entropy {
    /// Seeded by the operating system.
    ///
    /// # Errors
    /// Where the system has no randomness to give.
    pub fn from_system() -> Result<Self, std::io::Error> {
        let mut seed = <ChaCha20Rng as SeedableRng>::Seed::default();
        SysRng.try_fill_bytes(&mut seed).map_err(std::io::Error::other)?;
        Ok(Self(Mutex::new(ChaCha20Rng::from_seed(seed))))
    }

    /// Predictable, for tests.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self(Mutex::new(ChaCha20Rng::seed_from_u64(seed)))
    }

    /// `N` fresh bytes.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(&mut bytes);
        bytes
    }

    /// A UUID of version 7: sortable by the time it is given, unguessable otherwise.
    #[must_use]
    pub fn uuid(&self, now_us: i64) -> String {
        let millis = u64::try_from(now_us / 1000).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millis, &self.bytes()).into_uuid().to_string()
    }

    /// A person: a UUID of version 4, which says nothing, not even when the person was first seen.
    #[must_use]
    pub fn person(&self) -> String {
        uuid::Builder::from_random_bytes(self.bytes()).into_uuid().to_string()
    }

    /// A seed for sampling: a whole number below 2^53, which every JSON reader takes exactly.
    #[must_use]
    pub fn seed(&self) -> u64 {
        u64::from_le_bytes(self.bytes()) >> 11
    }
}
