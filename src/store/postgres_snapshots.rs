//! Snapshots in Postgres.

use async_trait::async_trait;

use super::sql::signed;
use super::sql_snapshots::{DROP, DROP_ALL, LIST, NEWEST, PUT_POSTGRES, PairRecord, SWEEP, SnapshotRecord};
use super::{LogId, PostgresStore, Revision, Snapshot, SnapshotPair, SnapshotRow, Snapshots, StoreError, StreamId, Versions};

impl PostgresStore {
    async fn put(&self, log: LogId, stream: &StreamId, snapshots: &[Snapshot]) -> Result<(), sqlx::Error> {
        let mut transaction = self.readers.pool().begin().await?;
        for snapshot in snapshots {
            let query = sqlx::query(PUT_POSTGRES).bind(log.0).bind(stream.as_str()).bind(&snapshot.observer);
            let query = query.bind(signed(snapshot.revision)).bind(i64::from(snapshot.schema)).bind(i64::from(snapshot.model));
            query.bind(&snapshot.belief_hash).bind(&snapshot.state).execute(&mut *transaction).await?;
        }
        transaction.commit().await
    }

    async fn remove(
        &self,
        log: LogId,
        stream: &StreamId,
        (observer, model): (&str, u32),
        revisions: &[Revision],
    ) -> Result<(), sqlx::Error> {
        let mut transaction = self.readers.pool().begin().await?;
        for revision in revisions {
            let query = sqlx::query(DROP).bind(log.0).bind(stream.as_str()).bind(observer).bind(i64::from(model));
            query.bind(signed(*revision)).execute(&mut *transaction).await?;
        }
        let query = sqlx::query(SWEEP).bind(log.0).bind(stream.as_str()).bind(i64::from(model));
        query.execute(&mut *transaction).await?;
        transaction.commit().await
    }
}

#[async_trait]
impl Snapshots for PostgresStore {
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
            self.readers.within("reading a snapshot", query.fetch_optional(&self.readers.pool())).await?;
        row.map(PairRecord::decode).transpose()
    }

    async fn snapshots(&self, log: LogId, stream: &StreamId) -> Result<Vec<SnapshotRow>, StoreError> {
        let query = sqlx::query_as(LIST).bind(log.0).bind(stream.as_str());
        let rows: Vec<SnapshotRecord> = self.readers.within("listing snapshots", query.fetch_all(&self.readers.pool())).await?;
        rows.into_iter().map(SnapshotRecord::decode).collect()
    }

    async fn put_snapshots(&self, log: LogId, stream: &StreamId, snapshots: &[Snapshot]) -> Result<(), StoreError> {
        self.readers.within("writing snapshots", self.put(log, stream, snapshots)).await
    }

    async fn drop_snapshots(
        &self,
        log: LogId,
        stream: &StreamId,
        observer: &str,
        model: u32,
        revisions: &[Revision],
    ) -> Result<(), StoreError> {
        self.readers.within("dropping snapshots", self.remove(log, stream, (observer, model), revisions)).await
    }

    async fn drop_all_snapshots(&self, log: LogId, stream: &StreamId) -> Result<(), StoreError> {
        let query = sqlx::query(DROP_ALL).bind(log.0).bind(stream.as_str());
        self.readers.within("dropping snapshots", query.execute(&self.readers.pool())).await.map(|_| ())
    }
}
