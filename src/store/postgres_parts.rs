//! Reading several streams at once in Postgres: the parts of merged streams lie in as many logs as a tenant has partitions.

use super::postgres_readers::Readers;
use super::sql::signed;
use super::stretch::{Stretch, stretches};
use super::{LogId, Revision, StoreError, StreamDamage, StreamId, is_name};

/// Each stream is looked up by its key, whatever the planner thinks that there are of them.
const EACH: &str = "SELECT asked.place, s.revision AS head, s.hash AS head_hash, s.closed, e.* \
     FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS asked (place, log_id, stream, since) \
     LEFT JOIN LATERAL (SELECT revision, hash, closed FROM streams WHERE log_id = asked.log_id AND stream = asked.stream LIMIT 1) s ON true \
     LEFT JOIN LATERAL (SELECT revision, position, event_id, type AS kind, schema, time_us, payload, salt, commitment, hash, reporter \
     FROM events WHERE log_id = asked.log_id AND stream = asked.stream AND revision >= asked.since ORDER BY revision LIMIT $5) e ON true \
     ORDER BY asked.place, e.revision";

/// The same for nodes of Citus, which do not take a limit for each stream: the events of each are numbered instead. The streams are joined with the counters,
/// of which each shard has those of its own logs, so that a shard looks up no streams of the others.
const EACH_ON_NODES: &str = "SELECT place, head, head_hash, closed, revision, position, event_id, type AS kind, schema, time_us, payload, salt, commitment, hash, reporter FROM \
     (SELECT asked.place, s.revision AS head, s.hash AS head_hash, s.closed, e.revision, e.position, e.event_id, e.type, e.schema, e.time_us, e.payload, e.salt, \
     e.commitment, e.hash, e.reporter, row_number() OVER (PARTITION BY h.log_id, asked.place ORDER BY e.revision) AS nth FROM log_head h \
     JOIN unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS asked (place, log_id, stream, since) ON asked.log_id = h.log_id \
     LEFT JOIN streams s ON s.log_id = h.log_id AND s.stream = asked.stream \
     LEFT JOIN events e ON e.log_id = h.log_id AND e.stream = asked.stream AND e.revision >= asked.since \
     WHERE h.log_id = ANY($2)) AS numbered WHERE nth <= $5 ORDER BY place, revision";

/// Reads some streams, at most `limit` events of each, with the end that each of them has.
///
/// # Errors
/// Where the database failed.
pub(super) async fn read_each(
    readers: &Readers,
    on_nodes: bool,
    from: &[(LogId, StreamId, Revision)],
    limit: u32,
) -> Result<Vec<Result<Stretch, StreamDamage>>, StoreError> {
    let asked = || (0_i64..).zip(from).filter(|(_, (_, stream, _))| is_name(stream.as_str()));
    let query = sqlx::query(if on_nodes { EACH_ON_NODES } else { EACH })
        .bind(asked().map(|(place, _)| place).collect::<Vec<_>>())
        .bind(asked().map(|(_, (log, ..))| log.0).collect::<Vec<_>>())
        .bind(asked().map(|(_, (_, stream, _))| stream.as_str()).collect::<Vec<_>>())
        .bind(asked().map(|(_, (.., since))| signed(*since)).collect::<Vec<_>>())
        .bind(i64::from(limit));
    let rows = readers.within("reading events", query.fetch_all(&readers.pool())).await?;
    stretches(&rows, from)
}
