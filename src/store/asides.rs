//! What erasing asks of streams that were set aside: whoever is forgotten, and whatever is erased, is so there too.

use async_trait::async_trait;

use super::read_only::{ReadOnly, refused};
use super::sql::failed;
use super::{LogId, PostgresStore, SqliteStore, StoreError, StreamId, is_name};

const IS_ASIDE: &str = "SELECT was FROM set_aside WHERE log_id = $1 AND was = $2 LIMIT 1";

/// Streams that `credence repair` set aside. Nothing of them is served.
#[async_trait]
pub trait Asides: Send + Sync {
    /// Whether a stream of this name was ever set aside.
    ///
    /// # Errors
    /// Where the database failed, or is only read.
    async fn was_set_aside(&self, log: LogId, stream: &StreamId) -> Result<bool, StoreError>;
}

#[async_trait]
impl Asides for SqliteStore {
    async fn was_set_aside(&self, log: LogId, stream: &StreamId) -> Result<bool, StoreError> {
        let query = sqlx::query_scalar(IS_ASIDE).bind(log.0).bind(stream.as_str()).fetch_optional(&self.readers);
        let found: Option<String> = query.await.map_err(|error| failed("looking for what was set aside", &error))?;
        Ok(found.is_some())
    }
}

#[async_trait]
impl Asides for PostgresStore {
    async fn was_set_aside(&self, log: LogId, stream: &StreamId) -> Result<bool, StoreError> {
        if !is_name(stream.as_str()) {
            return Ok(false);
        }
        let pool = self.readers.pool();
        let query = sqlx::query_scalar(IS_ASIDE).bind(log.0).bind(stream.as_str()).fetch_optional(&pool);
        let found: Option<String> = self.readers.within("looking for what was set aside", query).await?;
        Ok(found.is_some())
    }
}

/// It is asked by those who would erase.
#[async_trait]
impl Asides for ReadOnly {
    async fn was_set_aside(&self, _: LogId, _: &StreamId) -> Result<bool, StoreError> {
        Err(refused())
    }
}
