//! The feed in SQLite.

use async_trait::async_trait;

use super::feed::{Feed, FeedFilter, FeedRow};
use super::sql::{failed, signed};
use super::sql_feed::{FEED, FeedRecord, LAST_UNTIL, LastRecord};
use super::{LogId, Position, SqliteStore, StoreError};

#[async_trait]
impl Feed for SqliteStore {
    async fn last_until(&self, log: LogId, until: Position) -> Result<Option<(Position, [u8; 32])>, StoreError> {
        let query = sqlx::query_as(LAST_UNTIL).bind(log.0).bind(signed(until));
        let row: Option<LastRecord> =
            query.fetch_optional(&self.readers).await.map_err(|error| failed("reading how far the log goes", &error))?;
        row.map(LastRecord::decode).transpose()
    }

    async fn feed(&self, log: LogId, filter: &FeedFilter, limit: u32) -> Result<Vec<FeedRow>, StoreError> {
        let query = sqlx::query_as(FEED).bind(log.0).bind(signed(filter.after)).bind(signed(filter.until));
        let query = query.bind(&filter.ruleset).bind(&filter.person).bind(i64::from(limit));
        let rows: Vec<FeedRecord> =
            query.fetch_all(&self.readers).await.map_err(|error| failed("reading the log across games", &error))?;
        rows.into_iter().map(FeedRecord::decode).collect()
    }
}
