//! Reading several streams at once in SQLite.

use std::sync::LazyLock;

use sqlx::sqlite::SqlitePool;

use super::rows::ManyRows;
use super::sql::{failed, signed};
use super::stretch::{Stretch, stretches};
use super::{LogId, Revision, StoreError, StreamDamage, StreamId};

/// Revisions of a stream have no gaps, so that a bound on them limits how many events of each stream come. LEFT JOIN keeps SQLite from
/// turning the joins around.
static EACH: LazyLock<ManyRows> = LazyLock::new(|| {
    let found = "SELECT asked.place, s.revision AS head, s.hash AS head_hash, s.closed, e.revision, e.position, e.event_id, e.type AS kind, e.schema, \
                 e.time_us, e.payload, e.salt, e.commitment, e.hash, e.reporter FROM asked \
                 LEFT JOIN streams s ON s.log_id = asked.log AND s.stream = asked.stream \
                 LEFT JOIN events e ON e.log_id = asked.log AND e.stream = asked.stream AND e.revision >= asked.since AND e.revision < asked.until ORDER BY asked.place, e.revision";
    ManyRows::new("WITH asked (place, log, stream, since, until) AS (VALUES", 5, &format!(") {found}"))
});

/// Reads some streams, at most `limit` events of each, with the end that each of them has.
///
/// # Errors
/// Where the database failed.
pub(super) async fn read_each(
    readers: &SqlitePool,
    from: &[(LogId, StreamId, Revision)],
    limit: u32,
) -> Result<Vec<Result<Stretch, StreamDamage>>, StoreError> {
    let asked: Vec<(i64, &(LogId, StreamId, Revision))> = (0..).zip(from).collect();
    let mut rows = Vec::new();
    for (statement, chunk) in EACH.over(&asked) {
        let query = chunk.iter().fold(sqlx::query(statement), |query, (place, (log, stream, since))| {
            let until = since.saturating_add(Revision::from(limit));
            query.bind(*place).bind(log.0).bind(stream.as_str()).bind(signed(*since)).bind(signed(until))
        });
        rows.extend(query.fetch_all(readers).await.map_err(|error| failed("reading events", &error))?);
    }
    stretches(&rows, from)
}
