//! Statements about tenants and keys that both databases take, and how their rows decode.

use sqlx::FromRow;

use super::keys::{KeyRow, TrailRow};
use super::{LogId, StoreError};

pub(super) const FIND_TENANT: &str = "SELECT log_id FROM tenants WHERE name = $1";

pub(super) const TENANTS: &str = "SELECT log_id, name FROM tenants ORDER BY log_id";

/// Takes the next number, to which the count of partitions is added. Where another maker took it first, nothing is written, and it is asked
/// again. The lowest 32 bits of a log are its tenant's number.
pub(super) const MAKE_TENANT: &str = "INSERT INTO tenants (log_id, name) SELECT greatest_tenant + 1 + $2, $1 FROM \
     (SELECT max(log_id & 4294967295) AS greatest_tenant FROM (SELECT log_id FROM tenants UNION ALL SELECT log_id FROM log_head) logs) numbered \
     WHERE true ON CONFLICT DO NOTHING";

/// How often a tenant is made where others make some at the same time.
pub(super) const MAKING_TENANTS: usize = 64;

pub(super) const HAS_KEYS: &str = "SELECT CAST(count(*) AS bigint) FROM (SELECT 1 FROM keys LIMIT 1) found";

pub(super) const ADD: &str = "INSERT INTO keys (key_id, log_id, role, game, seat, name, hash, made_us, expires_us) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT key_id, log_id, role, game, seat, name, hash, made_us, expires_us, revoked_us, used_day FROM keys ",
            $rest
        )
    };
}

pub(super) const FIND: &str = select!("WHERE key_id = $1");

pub(super) const LIST: &str = select!("WHERE log_id = $1 AND key_id < $2 ORDER BY key_id DESC LIMIT $3");

pub(super) const REVOKE: &str = "UPDATE keys SET revoked_us = $3 WHERE log_id = $1 AND key_id = $2 AND revoked_us IS NULL";

pub(super) const NOTE_USE: &str = "UPDATE keys SET used_day = $2 WHERE key_id = $1 AND (used_day IS NULL OR used_day < $2)";

pub(super) const NOTE: &str =
    "INSERT INTO access_trail (log_id, entry, at_us, what, key_id, by_key, detail) VALUES ($1, $2, $3, $4, $5, $6, $7)";

pub(super) const TRAIL: &str = "SELECT entry, at_us, what, key_id, by_key, detail FROM access_trail \
     WHERE log_id = $1 AND entry < $2 ORDER BY entry DESC LIMIT $3";

/// Sorts after every id: where a list begins.
pub(super) const END: &str = "~";

/// A row of the keys.
#[derive(FromRow)]
pub(super) struct KeyRecord {
    key_id: String,
    log_id: i64,
    role: String,
    game: Option<String>,
    seat: Option<i64>,
    name: Option<String>,
    hash: Vec<u8>,
    made_us: i64,
    expires_us: Option<i64>,
    revoked_us: Option<i64>,
    used_day: Option<i64>,
}

impl KeyRecord {
    pub fn decode(self) -> Result<KeyRow, StoreError> {
        let damaged = |what: &str| StoreError::Damaged { place: format!("key {}", self.key_id), what: what.to_owned() };
        let seat = self.seat.map(u8::try_from).transpose().map_err(|_| damaged("has a seat that is out of range"))?;
        let hash = self.hash.as_slice().try_into().map_err(|_| damaged("has a hash that has not 32 bytes"))?;
        Ok(KeyRow {
            key: self.key_id,
            log: LogId(self.log_id),
            role: self.role,
            game: self.game,
            seat,
            name: self.name,
            hash,
            made_us: self.made_us,
            expires_us: self.expires_us,
            revoked_us: self.revoked_us,
            used_day: self.used_day,
        })
    }
}

/// A row of the trail.
#[derive(FromRow)]
pub(super) struct TrailRecord {
    entry: String,
    at_us: i64,
    what: String,
    key_id: String,
    by_key: Option<String>,
    detail: String,
}

impl From<TrailRecord> for TrailRow {
    fn from(record: TrailRecord) -> Self {
        let TrailRecord { entry, at_us, what, key_id, by_key, detail } = record;
        Self { entry, at_us, what, key: key_id, by: by_key, detail }
    }
}

/// The statement that adds a key, with its values.
macro_rules! bind_key {
    ($row:expr) => {
        sqlx::query($crate::store::sql_keys::ADD)
            .bind(&$row.key)
            .bind($row.log.0)
            .bind(&$row.role)
            .bind(&$row.game)
            .bind($row.seat.map(i64::from))
            .bind(&$row.name)
            .bind($row.hash.as_slice())
            .bind($row.made_us)
            .bind($row.expires_us)
    };
}

/// The statement that notes what happened to a key, with its values.
macro_rules! bind_trail {
    ($log:expr, $trail:expr) => {
        sqlx::query($crate::store::sql_keys::NOTE)
            .bind($log.0)
            .bind(&$trail.entry)
            .bind($trail.at_us)
            .bind(&$trail.what)
            .bind(&$trail.key)
            .bind(&$trail.by)
            .bind(&$trail.detail)
    };
}

pub(super) use {bind_key, bind_trail};
