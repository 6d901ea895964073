//! Tenants and keys in Postgres.

use async_trait::async_trait;

use super::keys::{KeyRow, Keys, TrailRow};
use super::sql_keys::{
    END, FIND, FIND_TENANT, HAS_KEYS, KeyRecord, LIST, MAKE_TENANT, MAKING_TENANTS, NOTE_USE, REVOKE, TENANTS, TRAIL,
    TrailRecord, bind_key, bind_trail,
};
use super::{LogId, PostgresStore, StoreError, is_name};

impl PostgresStore {
    async fn add(&self, row: &KeyRow, trail: &TrailRow) -> Result<(), sqlx::Error> {
        let mut transaction = self.readers.pool().begin().await?;
        bind_key!(row).execute(&mut *transaction).await?;
        bind_trail!(row.log, trail).execute(&mut *transaction).await?;
        transaction.commit().await
    }

    async fn revoke(&self, log: LogId, trail: &TrailRow) -> Result<bool, sqlx::Error> {
        let mut transaction = self.readers.pool().begin().await?;
        let query = sqlx::query(REVOKE).bind(log.0).bind(&trail.key).bind(trail.at_us);
        let revoked = query.execute(&mut *transaction).await?.rows_affected() > 0;
        if revoked {
            bind_trail!(log, trail).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(revoked)
    }
}

#[async_trait]
impl Keys for PostgresStore {
    async fn find_tenant(&self, name: &str) -> Result<Option<LogId>, StoreError> {
        let query = sqlx::query_scalar(FIND_TENANT).bind(name);
        let log = self.readers.within("reading a tenant", query.fetch_optional(&self.readers.pool())).await?;
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
            let make = sqlx::query(MAKE_TENANT).bind(name).bind(LogId::of_tenant(0, partitions).0);
            self.readers.within("making a tenant", make.execute(&self.readers.pool())).await?;
        }
        Err(StoreError::Unavailable { doing: "making a tenant", cause: "others make tenants all the time".to_owned() })
    }

    async fn tenants(&self) -> Result<Vec<(LogId, String)>, StoreError> {
        let pool = self.readers.pool();
        let rows: Vec<(i64, String)> = self.readers.within("listing tenants", sqlx::query_as(TENANTS).fetch_all(&pool)).await?;
        Ok(rows.into_iter().map(|(log, name)| (LogId(log), name)).collect())
    }

    async fn has_keys(&self) -> Result<bool, StoreError> {
        let pool = self.readers.pool();
        let query = sqlx::query_scalar(HAS_KEYS).fetch_one(&pool);
        let count: i64 = self.readers.within("looking whether there are keys", query).await?;
        Ok(count > 0)
    }

    async fn add_key(&self, row: &KeyRow, trail: &TrailRow) -> Result<(), StoreError> {
        self.readers.within("making a key", self.add(row, trail)).await
    }

    async fn find_key(&self, key: &str) -> Result<Option<KeyRow>, StoreError> {
        let query = sqlx::query_as(FIND).bind(key);
        let row: Option<KeyRecord> = self.readers.within("reading a key", query.fetch_optional(&self.readers.pool())).await?;
        row.map(KeyRecord::decode).transpose()
    }

    async fn list_keys(&self, log: LogId, before: Option<&str>, limit: u32) -> Result<Vec<KeyRow>, StoreError> {
        let query = sqlx::query_as(LIST).bind(log.0).bind(before.unwrap_or(END)).bind(i64::from(limit));
        let rows: Vec<KeyRecord> = self.readers.within("listing keys", query.fetch_all(&self.readers.pool())).await?;
        rows.into_iter().map(KeyRecord::decode).collect()
    }

    async fn revoke_key(&self, log: LogId, trail: &TrailRow) -> Result<bool, StoreError> {
        self.readers.within("revoking a key", self.revoke(log, trail)).await
    }

    async fn note_use(&self, key: &str, day: i64) -> Result<(), StoreError> {
        let query = sqlx::query(NOTE_USE).bind(key).bind(day);
        self.readers.within("noting the use of a key", query.execute(&self.readers.pool())).await.map(|_| ())
    }

    async fn note_access(&self, log: LogId, trail: &TrailRow) -> Result<(), StoreError> {
        let pool = self.readers.pool();
        self.readers.within("noting an access", bind_trail!(log, trail).execute(&pool)).await.map(|_| ())
    }

    async fn list_access(&self, log: LogId, before: Option<&str>, limit: u32) -> Result<Vec<TrailRow>, StoreError> {
        let query = sqlx::query_as(TRAIL).bind(log.0).bind(before.unwrap_or(END)).bind(i64::from(limit));
        let rows: Vec<TrailRecord> =
            self.readers.within("listing what happened to keys", query.fetch_all(&self.readers.pool())).await?;
        Ok(rows.into_iter().map(TrailRow::from).collect())
    }
}
