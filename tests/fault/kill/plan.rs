//! What is done to the servers in each round: it follows from the seed alone.

use credence::belief::seeded;
use rand::RngExt;

/// What happens at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// One server is killed and started again.
    Kill {
        /// Which.
        server: usize,
    },
    /// All servers are killed at once.
    KillAll,
    /// Postgres is killed and started again: by `kill -9` of its first process, or told to stop at once.
    Postgres {
        /// Whether it is told to.
        immediate: bool,
    },
    /// Sessions of our servers are ended by Postgres.
    Terminate {
        /// All of them, or one.
        all: bool,
    },
    /// A commit of the second server is cut in the middle.
    Cut,
    /// A server is stopped, and goes on after a while.
    Stop {
        /// Which.
        server: usize,
        /// How long it is stopped.
        millis: u64,
    },
}

/// A round: how long the load goes on, and what ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// So many requests are answered first.
    pub answers: u64,
    /// And so many microseconds pass after them: any moment of a request may be hit.
    pub micros: u64,
    /// Then this happens.
    pub fault: Fault,
    /// Whether a cut of this round, or of those that follow, is before the answer rather than before the server.
    pub before_the_answer: bool,
}

/// What may be done besides killing servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// One server on a file.
    Sqlite,
    /// Two servers on Postgres, which may be killed itself where this harness started it.
    Postgres {
        /// Whether it may.
        ours: bool,
    },
}

impl Round {
    /// The round of a number.
    pub fn of(seed: u64, number: u64, ground: Ground) -> Self {
        let mut rng = seeded(seed, (2 << 40) + number);
        let (answers, micros) = (rng.random_range(0..120), rng.random_range(0..20_000));
        let (lot, server, even) = (rng.random_range(0..100), rng.random_range(0..2), rng.random::<bool>());
        let millis = rng.random_range(5..1_500);
        let fault = match (ground, lot) {
            (Ground::Sqlite, _) => Fault::Kill { server: 0 },
            (_, 0..60) => Fault::Kill { server },
            (_, 60..66) => Fault::KillAll,
            (Ground::Postgres { ours: true }, 66..76) => Fault::Postgres { immediate: even },
            (_, 76..84) => Fault::Terminate { all: even },
            (_, 84..94) => Fault::Cut,
            (_, 94..) => Fault::Stop { server, millis },
            _ => Fault::Kill { server },
        };
        Self { answers, micros, fault, before_the_answer: rng.random() }
    }
}
