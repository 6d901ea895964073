//! The feed in Postgres.

use async_trait::async_trait;

use super::feed::{Feed, FeedFilter, FeedRow};
use super::sql::signed;
use super::sql_feed::{FEED, FeedRecord, LAST_UNTIL, LastRecord};
use super::{LogId, Position, PostgresStore, StoreError, is_name};

#[async_trait]
impl Feed for PostgresStore {
    async fn last_until(&self, log: LogId, until: Position) -> Result<Option<(Position, [u8; 32])>, StoreError> {
        let pool = self.readers.pool();
        let query = sqlx::query_as(LAST_UNTIL).bind(log.0).bind(signed(until)).fetch_optional(&pool);
        let row: Option<LastRecord> = self.readers.within("reading how far the log goes", query).await?;
        row.map(LastRecord::decode).transpose()
    }

    async fn feed(&self, log: LogId, filter: &FeedFilter, limit: u32) -> Result<Vec<FeedRow>, StoreError> {
        if !filter.person.iter().chain(&filter.ruleset).all(|name| is_name(name)) {
            return Ok(Vec::new());
        }
        let pool = self.readers.pool();
        let query = sqlx::query_as(FEED).bind(log.0).bind(signed(filter.after)).bind(signed(filter.until));
        let query = query.bind(&filter.ruleset).bind(&filter.person).bind(i64::from(limit)).fetch_all(&pool);
        let rows: Vec<FeedRecord> = self.readers.within("reading the log across games", query).await?;
        rows.into_iter().map(FeedRecord::decode).collect()
    }
}
