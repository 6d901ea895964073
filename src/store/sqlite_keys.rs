//! Tenants and keys in SQLite.

use async_trait::async_trait;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use super::keys::{KeyRow, Keys, TrailRow};
use super::sql::failed;
use super::sql_keys::{
    END, FIND, FIND_TENANT, HAS_KEYS, KeyRecord, LIST, MAKE_TENANT, MAKING_TENANTS, NOTE_USE, REVOKE, TENANTS, TRAIL,
    TrailRecord, bind_key, bind_trail,
};
use super::{LogId, SqliteStore, StoreError, is_name};

#[async_trait]
impl Keys for SqliteStore {
    async fn find_tenant(&self, name: &str) -> Result<Option<LogId>, StoreError> {
        let query = sqlx::query_scalar(FIND_TENANT).bind(name);
        let log = query.fetch_optional(&self.readers).await.map_err(|error| failed("reading a tenant", &error))?;
        Ok(log.map(LogId))
    }

    async fn make_tenant(&self, name: &str, partitions: u16) -> Result<LogId, StoreError> {
        if !is_name(name) {
            return Err(StoreError::Unusable(format!("{name:?} is no name of a tenant")));
        }
        for _ in 0..MAKING_TENANTS {
            if let Some(log) = self.find_tenant(name).await? {
                return Ok(log);
            }
            let mut writing = self.writing().await?;
            let mut connection = writing.take(&self.options).await?;
            let made =
                sqlx::query(MAKE_TENANT).bind(name).bind(LogId::of_tenant(0, partitions).0).execute(&mut connection.0).await;
            self.written("making a tenant", made)?;
            writing.give_back(connection);
        }
        Err(StoreError::Unavailable { doing: "making a tenant", cause: "others make tenants all the time".to_owned() })
    }

    async fn tenants(&self) -> Result<Vec<(LogId, String)>, StoreError> {
        let query = sqlx::query_as(TENANTS).fetch_all(&self.readers);
        let rows: Vec<(i64, String)> = query.await.map_err(|error| failed("listing tenants", &error))?;
        Ok(rows.into_iter().map(|(log, name)| (LogId(log), name)).collect())
    }

    async fn has_keys(&self) -> Result<bool, StoreError> {
        let count: i64 = sqlx::query_scalar(HAS_KEYS)
            .fetch_one(&self.readers)
            .await
            .map_err(|error| failed("looking whether there are keys", &error))?;
        Ok(count > 0)
    }

    async fn add_key(&self, row: &KeyRow, trail: &TrailRow) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        self.written("making a key", add(&mut connection.0, row, trail).await)?;
        writing.give_back(connection);
        Ok(())
    }

    async fn find_key(&self, key: &str) -> Result<Option<KeyRow>, StoreError> {
        let query = sqlx::query_as(FIND).bind(key);
        let row: Option<KeyRecord> =
            query.fetch_optional(&self.readers).await.map_err(|error| failed("reading a key", &error))?;
        row.map(KeyRecord::decode).transpose()
    }

    async fn list_keys(&self, log: LogId, before: Option<&str>, limit: u32) -> Result<Vec<KeyRow>, StoreError> {
        let query = sqlx::query_as(LIST).bind(log.0).bind(before.unwrap_or(END)).bind(i64::from(limit));
        let rows: Vec<KeyRecord> = query.fetch_all(&self.readers).await.map_err(|error| failed("listing keys", &error))?;
        rows.into_iter().map(KeyRecord::decode).collect()
    }

    async fn revoke_key(&self, log: LogId, trail: &TrailRow) -> Result<bool, StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        let revoked = self.written("revoking a key", revoke(&mut connection.0, log, trail).await)?;
        writing.give_back(connection);
        Ok(revoked)
    }

    async fn note_use(&self, key: &str, day: i64) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        let noted = sqlx::query(NOTE_USE).bind(key).bind(day).execute(&mut connection.0).await;
        self.written("noting the use of a key", noted)?;
        writing.give_back(connection);
        Ok(())
    }

    async fn note_access(&self, log: LogId, trail: &TrailRow) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        self.written("noting an access", bind_trail!(log, trail).execute(&mut connection.0).await)?;
        writing.give_back(connection);
        Ok(())
    }

    async fn list_access(&self, log: LogId, before: Option<&str>, limit: u32) -> Result<Vec<TrailRow>, StoreError> {
        let query = sqlx::query_as(TRAIL).bind(log.0).bind(before.unwrap_or(END)).bind(i64::from(limit));
        let rows: Vec<TrailRecord> =
            query.fetch_all(&self.readers).await.map_err(|error| failed("listing what happened to keys", &error))?;
        Ok(rows.into_iter().map(TrailRow::from).collect())
    }
}

async fn add(connection: &mut SqliteConnection, row: &KeyRow, trail: &TrailRow) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    bind_key!(row).execute(&mut *transaction).await?;
    bind_trail!(row.log, trail).execute(&mut *transaction).await?;
    transaction.commit().await
}

async fn revoke(connection: &mut SqliteConnection, log: LogId, trail: &TrailRow) -> Result<bool, sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let query = sqlx::query(REVOKE).bind(log.0).bind(&trail.key).bind(trail.at_us);
    let revoked = query.execute(&mut *transaction).await?.rows_affected() > 0;
    if revoked {
        bind_trail!(log, trail).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(revoked)
}
