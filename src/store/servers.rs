//! Which servers are alive on one database. It belongs to no log, and nothing but speed depends on it.

use async_trait::async_trait;

use super::read_only::{ReadOnly, refused};
use super::{SqliteStore, StoreError};

/// A server that is alive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub struct LiveServer {
    /// Where the other servers reach it.
    pub url: String,
    /// Whether clients may be named that URL.
    pub advertised: bool,
    /// What it made when it started, and tells the servers of its database alone: who shows it reads the same database. Empty where an earlier release
    /// signed in.
    pub secret: String,
}

impl LiveServer {
    /// Whether it is reached without TLS.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.url.starts_with("http://")
    }

    /// Proves to whoever sent the challenge that this server's secret is known: BLAKE3 of the challenge's text, keyed by BLAKE3 of the secret's, in hexadecimal.
    #[must_use]
    pub fn proof(&self, challenge: &[u8]) -> String {
        blake3::keyed_hash(blake3::hash(self.secret.as_bytes()).as_bytes(), challenge).to_hex().to_string()
    }
}

/// The servers of a database, by the URLs at which they reach each other.
///
/// A server is alive that has shown a sign of life within the last three seconds, by the clock of the database: the clocks of servers may differ. What is answered
/// here can be wrong a moment later, and no promise of the [`Store`](super::Store) rests on it. A database that only one server can open knows no other: the
/// methods that are given are for it.
#[async_trait]
pub trait Servers: Send + Sync {
    /// Notes that a server is alive, and gives all that are, itself among them, in the order of their URLs. The note need not reach the disk, or a
    /// standby.
    ///
    /// # Errors
    /// Where the database failed, or is only read.
    async fn show_life(&self, own: &LiveServer) -> Result<Vec<LiveServer>, StoreError> {
        Ok(vec![own.clone()])
    }

    /// Takes a server out of those that are alive, at once: for one that stops. Another one that signed in with its URL stays.
    ///
    /// # Errors
    /// Where the database failed, or is only read.
    async fn sign_off(&self, _: &LiveServer) -> Result<(), StoreError> {
        Ok(())
    }
}

/// A file has one server.
#[async_trait]
impl Servers for SqliteStore {}

/// Whoever only reads is preferred for nothing, and may write no sign of life.
#[async_trait]
impl Servers for ReadOnly {
    async fn show_life(&self, _: &LiveServer) -> Result<Vec<LiveServer>, StoreError> {
        Err(refused())
    }

    async fn sign_off(&self, _: &LiveServer) -> Result<(), StoreError> {
        Err(refused())
    }
}
