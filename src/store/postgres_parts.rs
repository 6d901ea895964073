//! Reading several streams at once in Postgres: the parts of merged streams lie in as many logs as a tenant has partitions.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::try_join_all;
use sqlx::{AssertSqlSafe, FromRow};

use super::postgres_readers::Readers;
use super::sql::{EventRecord, signed};
use super::{LogId, RecordedEvent, Revision, StoreError, StreamId, is_name};

/// Each stream is looked up by its key, whatever the planner thinks that there are of them. `log` says in which log.
fn statement(log: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!(
        "SELECT asked.place, e.* FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS asked (place, log_id, stream, since) \
         CROSS JOIN LATERAL (SELECT revision, position, event_id, type AS kind, schema, time_us, payload, salt, commitment, hash, reporter \
         FROM events WHERE log_id = {log} AND stream = asked.stream AND revision >= asked.since ORDER BY revision LIMIT $5) e \
         ORDER BY asked.place, e.revision"
    ))
}

/// Joined with the counters, of which each part of the tables has those of its own logs: so a part looks up no streams of the others.
const LAST_REVISIONS: &str = "SELECT s.log_id, s.stream, s.revision FROM log_head h \
     JOIN streams s ON s.log_id = h.log_id AND s.stream = ANY($2) WHERE h.log_id = ANY($1)";

/// A row that [`statement`] gives.
#[derive(FromRow)]
struct PlacedRecord {
    place: i64,
    #[sqlx(flatten)]
    event: EventRecord,
}

/// A stream to be read, by its place among those that were asked for.
type Asked<'a> = (i64, &'a (LogId, StreamId, Revision));

/// Reads some streams, at most `limit` events of each.
///
/// # Errors
/// Where the database failed.
pub(super) async fn read_each(
    readers: &Readers,
    on_nodes: bool,
    from: &[(LogId, StreamId, Revision)],
    limit: u32,
) -> Result<Vec<Vec<RecordedEvent>>, StoreError> {
    let asked: Vec<Asked<'_>> = (0..).zip(from).filter(|(_, (_, stream, _))| is_name(stream.as_str())).collect();
    let rows = if on_nodes { read_on_nodes(readers, asked, limit).await? } else { read(readers, None, &asked, limit).await? };
    let mut events: Vec<Vec<RecordedEvent>> = vec![Vec::new(); from.len()];
    for row in rows {
        let place = usize::try_from(row.place).unwrap_or(usize::MAX);
        if let (Some((_, stream, _)), Some(events)) = (from.get(place), events.get_mut(place)) {
            events.push(row.event.decode(stream)?);
        }
    }
    Ok(events)
}

/// Citus looks rows up by key only where a statement is about one log; so first all logs are asked at once which of the streams have more to read.
async fn read_on_nodes(readers: &Readers, asked: Vec<Asked<'_>>, limit: u32) -> Result<Vec<PlacedRecord>, StoreError> {
    let logs: BTreeSet<i64> = asked.iter().map(|(_, (log, ..))| log.0).collect();
    let streams: BTreeSet<&str> = asked.iter().map(|(_, (_, stream, _))| stream.as_str()).collect();
    let query =
        sqlx::query_as(LAST_REVISIONS).bind(logs.into_iter().collect::<Vec<_>>()).bind(streams.into_iter().collect::<Vec<_>>());
    let rows: Vec<(i64, String, i64)> = readers.within("reading heads", query.fetch_all(&readers.pool())).await?;
    let ends: BTreeMap<(i64, &str), i64> = rows.iter().map(|(log, stream, end)| ((*log, stream.as_str()), *end)).collect();
    let mut by_log: BTreeMap<LogId, Vec<Asked<'_>>> = BTreeMap::new();
    for (place, of) in asked {
        let (log, stream, from) = of;
        if ends.get(&(log.0, stream.as_str())).is_some_and(|end| *end >= signed(*from)) {
            by_log.entry(*log).or_default().push((place, of));
        }
    }
    let reads = by_log.iter().map(|(log, asked)| read(readers, Some(*log), asked, limit));
    Ok(try_join_all(reads).await?.into_iter().flatten().collect())
}

/// Reads streams of one log, where it is named, or of any.
async fn read(readers: &Readers, log: Option<LogId>, asked: &[Asked<'_>], limit: u32) -> Result<Vec<PlacedRecord>, StoreError> {
    let places: Vec<i64> = asked.iter().map(|(place, _)| *place).collect();
    let logs: Vec<i64> = asked.iter().map(|(_, (log, ..))| log.0).collect();
    let streams: Vec<&str> = asked.iter().map(|(_, (_, stream, _))| stream.as_str()).collect();
    let revisions: Vec<i64> = asked.iter().map(|(_, (.., from))| signed(*from)).collect();
    let query = sqlx::query_as(statement(if log.is_some() { "$6" } else { "asked.log_id" }));
    let query = query.bind(places).bind(logs).bind(streams).bind(revisions).bind(i64::from(limit));
    let query = if let Some(log) = log { query.bind(log.0) } else { query };
    readers.within("reading events", query.fetch_all(&readers.pool())).await
}
