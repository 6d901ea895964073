//! Whose log is whose, and which keys open it. These tables belong to no log: they say which log a caller works in.

use async_trait::async_trait;

use super::{LogId, StoreError};

/// A key. Its secret is kept nowhere; the hash tells it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    /// Its id: the part of a key that is no secret. Ids sort by the time at which the keys were made.
    pub key: String,
    /// The log that it opens.
    pub log: LogId,
    /// What may be done with it. The store does not read it.
    pub role: String,
    /// The one game that it is for, where it is a seat's.
    pub game: Option<String>,
    /// The seat in that game.
    pub seat: Option<u8>,
    /// What people call it.
    pub name: Option<String>,
    /// Hash of its secret.
    pub hash: [u8; 32],
    /// When it was made, in microseconds since 1970 UTC.
    pub made_us: i64,
    /// From when on it is refused.
    pub expires_us: Option<i64>,
    /// When it was revoked.
    pub revoked_us: Option<i64>,
    /// The last day on which it was used, in days since 1970 UTC.
    pub used_day: Option<i64>,
}

/// Something that happened to a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrailRow {
    /// Its own id, sortable by time.
    pub entry: String,
    /// When, in microseconds since 1970 UTC.
    pub at_us: i64,
    /// What: the store does not read it.
    pub what: String,
    /// The key that it happened to.
    pub key: String,
    /// The key that did it; `None` where it was done without one.
    pub by: Option<String>,
    /// More, in words.
    pub detail: String,
}

/// Tenants, keys, and what became of keys.
#[async_trait]
pub trait Keys: Send + Sync {
    /// The log of a tenant, `None` where there is no such tenant.
    ///
    /// # Errors
    /// Where the database failed.
    async fn find_tenant(&self, name: &str) -> Result<Option<LogId>, StoreError>;

    /// The log of a tenant, who is made where there is none, with a log of so many partitions. Of racing makers all get the same.
    ///
    /// # Errors
    /// Where the database failed, or the name is none.
    async fn make_tenant(&self, name: &str, partitions: u16) -> Result<LogId, StoreError>;

    /// All tenants, in the order of their logs.
    ///
    /// # Errors
    /// Where the database failed.
    async fn tenants(&self) -> Result<Vec<(LogId, String)>, StoreError>;

    /// Whether a key was ever made, for any log: revoked ones count.
    ///
    /// # Errors
    /// Where the database failed.
    async fn has_keys(&self) -> Result<bool, StoreError>;

    /// Adds a key, with what is to be remembered of it.
    ///
    /// # Errors
    /// Where the database failed.
    async fn add_key(&self, row: &KeyRow, trail: &TrailRow) -> Result<(), StoreError>;

    /// A key by its id, of whatever log.
    ///
    /// # Errors
    /// Where the database failed.
    async fn find_key(&self, key: &str) -> Result<Option<KeyRow>, StoreError>;

    /// Keys of a log, newest first, those before an id (exclusive), at most `limit`.
    ///
    /// # Errors
    /// Where the database failed.
    async fn list_keys(&self, log: LogId, before: Option<&str>, limit: u32) -> Result<Vec<KeyRow>, StoreError>;

    /// Revokes a key of a log. `false` where there is none that was not revoked before.
    ///
    /// # Errors
    /// Where the database failed.
    async fn revoke_key(&self, log: LogId, trail: &TrailRow) -> Result<bool, StoreError>;

    /// Notes that a key was used on a day.
    ///
    /// # Errors
    /// Where the database failed.
    async fn note_use(&self, key: &str, day: i64) -> Result<(), StoreError>;

    /// Notes something that happened to a key.
    ///
    /// # Errors
    /// Where the database failed.
    async fn note_access(&self, log: LogId, trail: &TrailRow) -> Result<(), StoreError>;

    /// What happened to the keys of a log, newest first, before an entry (exclusive), at most `limit`.
    ///
    /// # Errors
    /// Where the database failed.
    async fn list_access(&self, log: LogId, before: Option<&str>, limit: u32) -> Result<Vec<TrailRow>, StoreError>;
}
