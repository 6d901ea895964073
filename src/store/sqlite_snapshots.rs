//! Snapshots in SQLite.

use async_trait::async_trait;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use super::sql::{failed, signed};
use super::sql_snapshots::{DROP, DROP_ALL, LIST, NEWEST, PUT_SQLITE, PairRecord, SWEEP, SnapshotRecord};
use super::{LogId, Revision, Snapshot, SnapshotPair, SnapshotRow, Snapshots, SqliteStore, StoreError, StreamId, Versions};

#[async_trait]
impl Snapshots for SqliteStore {
    async fn snapshot(
        &self,
        log: LogId,
        stream: &StreamId,
        observer: &str,
        versions: Versions,
        at_most: Revision,
    ) -> Result<Option<SnapshotPair>, StoreError> {
        let query = sqlx::query_as(NEWEST).bind(log.0).bind(stream.as_str()).bind(observer);
        let query = query.bind(i64::from(versions.model)).bind(i64::from(versions.schema)).bind(signed(at_most));
        let row: Option<PairRecord> =
            query.fetch_optional(&self.readers).await.map_err(|error| failed("reading a snapshot", &error))?;
        row.map(PairRecord::decode).transpose()
    }

    async fn snapshots(&self, log: LogId, stream: &StreamId) -> Result<Vec<SnapshotRow>, StoreError> {
        let query = sqlx::query_as(LIST).bind(log.0).bind(stream.as_str());
        let rows: Vec<SnapshotRecord> =
            query.fetch_all(&self.readers).await.map_err(|error| failed("listing snapshots", &error))?;
        rows.into_iter().map(SnapshotRecord::decode).collect()
    }

    async fn put_snapshots(&self, log: LogId, stream: &StreamId, snapshots: &[Snapshot]) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        self.written("writing snapshots", put(&mut connection.0, log, stream, snapshots).await)?;
        writing.give_back(connection);
        Ok(())
    }

    async fn drop_snapshots(
        &self,
        log: LogId,
        stream: &StreamId,
        observer: &str,
        model: u32,
        revisions: &[Revision],
    ) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        let dropped = remove(&mut connection.0, log, stream, (observer, model), revisions).await;
        self.written("dropping snapshots", dropped)?;
        writing.give_back(connection);
        Ok(())
    }

    async fn drop_all_snapshots(&self, log: LogId, stream: &StreamId) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        let query = sqlx::query(DROP_ALL).bind(log.0).bind(stream.as_str());
        self.written("dropping snapshots", query.execute(&mut connection.0).await)?;
        writing.give_back(connection);
        Ok(())
    }
}

async fn put(
    connection: &mut SqliteConnection,
    log: LogId,
    stream: &StreamId,
    snapshots: &[Snapshot],
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for snapshot in snapshots {
        let query = sqlx::query(PUT_SQLITE).bind(log.0).bind(stream.as_str()).bind(&snapshot.observer);
        let query = query.bind(signed(snapshot.revision)).bind(i64::from(snapshot.schema)).bind(i64::from(snapshot.model));
        query.bind(&snapshot.belief_hash).bind(&snapshot.state).execute(&mut *transaction).await?;
    }
    transaction.commit().await
}

async fn remove(
    connection: &mut SqliteConnection,
    log: LogId,
    stream: &StreamId,
    (observer, model): (&str, u32),
    revisions: &[Revision],
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for revision in revisions {
        let query = sqlx::query(DROP).bind(log.0).bind(stream.as_str()).bind(observer).bind(i64::from(model));
        query.bind(signed(*revision)).execute(&mut *transaction).await?;
    }
    let query = sqlx::query(SWEEP).bind(log.0).bind(stream.as_str()).bind(i64::from(model));
    query.execute(&mut *transaction).await?;
    transaction.commit().await
}
