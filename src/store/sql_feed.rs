//! The statements of the feed, which both databases take as they are, and how their rows decode.

use sqlx::FromRow;

use super::feed::FeedRow;
use super::sql::unsigned;
use super::{Position, StoreError};

/// What the names of games' streams begin with.
const GAME: &str = "game/";

pub(super) const LAST_UNTIL: &str =
    "SELECT position, hash FROM events WHERE log_id = $1 AND position <= $2 ORDER BY position DESC LIMIT 1";

pub(super) const FEED: &str = "SELECT position, stream, revision, hash FROM events e \
     WHERE log_id = $1 AND position > $2 AND position <= $3 AND stream LIKE 'game/%' \
     AND (CAST($4 AS TEXT) IS NULL OR EXISTS \
     (SELECT 1 FROM games g WHERE g.log_id = $1 AND g.game = substr(e.stream, 6) AND g.ruleset = $4)) \
     AND (CAST($5 AS TEXT) IS NULL OR EXISTS \
     (SELECT 1 FROM games g JOIN seats s ON s.log_id = $1 AND s.position = g.position \
     WHERE g.log_id = $1 AND g.game = substr(e.stream, 6) AND s.person = $5)) \
     ORDER BY position LIMIT $6";

/// A row of [`LAST_UNTIL`].
#[derive(FromRow)]
pub(super) struct LastRecord {
    position: i64,
    hash: Vec<u8>,
}

impl LastRecord {
    pub fn decode(self) -> Result<(Position, [u8; 32]), StoreError> {
        Ok((unsigned(self.position, "events.position")?, hash(self.hash)?))
    }
}

/// A row of [`FEED`].
#[derive(FromRow)]
pub(super) struct FeedRecord {
    position: i64,
    stream: String,
    revision: i64,
    hash: Vec<u8>,
}

impl FeedRecord {
    pub fn decode(self) -> Result<FeedRow, StoreError> {
        Ok(FeedRow {
            position: unsigned(self.position, "events.position")?,
            game: self.stream.strip_prefix(GAME).unwrap_or_default().to_owned(),
            revision: unsigned(self.revision, "events.revision")?,
            hash: hash(self.hash)?,
        })
    }
}

fn hash(bytes: Vec<u8>) -> Result<[u8; 32], StoreError> {
    let damaged = |_| StoreError::Damaged { place: "events.hash".to_owned(), what: "a hash that has not 32 bytes".to_owned() };
    bytes.try_into().map_err(damaged)
}
