//! Following streams in Postgres: whoever asks while others are asked for is asked for with all who came meanwhile, in one statement, as the writer commits
//! together what came while it committed. Every read of a game on a shared database begins with this question, and so does every append to a game that others
//! write to.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sqlx::postgres::PgRow;
use sqlx::{FromRow as _, Row as _};
use tokio::sync::{Semaphore, oneshot};

use super::postgres_readers::{LONGEST, Readers, silent};
use super::sql::{EventRecord, HeadRecord, failed, signed};
use super::{FOLLOWED, Followed, LogId, Revision, StoreError, StreamId};

/// Statements that are under way at once. So a caller who finds fewer of them is answered as soon as the database can; more would each be about fewer streams.
const STATEMENTS: usize = 2;

const DOING: &str = "following a stream";

/// The head of each stream, as [`HEAD`](super::sql::HEAD) gives it, and beside it, in each row, one of the newer events. Each stream is looked up by its key.
/// What is asked of events is asked in the order of revisions: of a table that is newer than its statistics the planner takes every index for as good, and one
/// of these reads the whole stream.
const EACH: &str = "SELECT asked.place, s.log_id, s.stream, s.revision AS head, s.hash AS head_hash, s.closed, l.hash AS last, e.* \
     FROM unnest($1::bigint[], $2::text[], $3::bigint[]) WITH ORDINALITY AS asked (log, name, since, place) \
     CROSS JOIN LATERAL (SELECT * FROM streams WHERE log_id = asked.log AND stream = asked.name LIMIT 1) s \
     LEFT JOIN LATERAL (SELECT hash FROM events WHERE log_id = asked.log AND stream = asked.name AND revision >= s.revision \
     ORDER BY revision LIMIT 1) l ON true \
     LEFT JOIN LATERAL (SELECT revision, position, event_id, type AS kind, schema, time_us, payload, salt, commitment, hash, reporter \
     FROM events WHERE log_id = asked.log AND stream = asked.name AND revision >= asked.since ORDER BY revision LIMIT $4) e ON true \
     ORDER BY asked.place, e.revision";

/// The same of one stream: where nobody else waits, and on Citus, which finds the node by the one log that a statement is about.
const ONE: &str = "SELECT s.log_id, s.stream, s.revision AS head, s.hash AS head_hash, s.closed, l.hash AS last, e.* FROM streams s \
     LEFT JOIN LATERAL (SELECT hash FROM events WHERE log_id = $1 AND stream = $2 AND revision >= s.revision \
     ORDER BY revision LIMIT 1) l ON true \
     LEFT JOIN LATERAL (SELECT revision, position, event_id, type AS kind, schema, time_us, payload, salt, commitment, hash, reporter \
     FROM events WHERE log_id = $1 AND stream = $2 AND revision >= $3 ORDER BY revision LIMIT $4) e ON true \
     WHERE s.log_id = $1 AND s.stream = $2 ORDER BY e.revision";

/// A question that waits to be asked.
struct Asked {
    log: LogId,
    stream: StreamId,
    from: Revision,
    answer: oneshot::Sender<Result<Option<Followed>, StoreError>>,
}

/// Those who wait for the next statement.
#[derive(Default)]
struct Waiting {
    asked: Vec<Asked>,
    /// How many groups were taken out of them so far.
    taken: u64,
}

/// Those who wait, and who asks for them.
pub(super) struct Followers {
    readers: Arc<Readers>,
    waiting: Mutex<Waiting>,
    /// Held by a caller who asks for all who wait.
    asking: Semaphore,
}

impl Followers {
    pub fn new(readers: Arc<Readers>) -> Self {
        Self { readers, waiting: Mutex::default(), asking: Semaphore::new(STATEMENTS) }
    }

    /// Follows a stream, with whoever else waits.
    ///
    /// # Errors
    /// Where the database failed or gave no answer, or the stream is damaged.
    pub async fn follow(&self, log: LogId, stream: &StreamId, from: Revision) -> Result<Option<Followed>, StoreError> {
        // Whoever is alone has nobody to share a statement with.
        if self.asking.available_permits() == STATEMENTS
            && let Ok(_asking) = self.asking.try_acquire()
        {
            return self.follow_one(log, stream, from).await;
        }
        loop {
            let (answer, mut answered) = oneshot::channel();
            let before = self.wait(Asked { log, stream: stream.clone(), from, answer });
            let answer = tokio::select! {
                biased;
                answer = &mut answered => answer,
                asking = self.asking.acquire() => {
                    self.ask_for_all(before).await;
                    drop(asking);
                    answered.await
                }
                () = tokio::time::sleep(LONGEST) => return Err(silent(DOING)),
            };
            // Where there is no answer, the one who asked has gone away: it is asked for again.
            if let Ok(answer) = answer {
                return answer;
            }
        }
    }

    /// Joins those who wait, and says how many groups were taken before.
    fn wait(&self, asked: Asked) -> u64 {
        let mut waiting = self.lock();
        waiting.asked.push(asked);
        waiting.taken
    }

    /// Asks for all who wait, and for those who come while other tasks have their turn; for nobody where another group was taken since there were so many,
    /// because whoever waited then is in it.
    async fn ask_for_all(&self, before: u64) {
        let (mut before_them, mut waiting) = (0, self.lock().asked.len());
        while waiting > before_them {
            tokio::task::yield_now().await;
            (before_them, waiting) = (waiting, self.lock().asked.len());
        }
        let mut group = {
            let mut waiting = self.lock();
            if waiting.taken != before {
                return;
            }
            waiting.taken += 1;
            mem::take(&mut waiting.asked)
        };
        group.retain(|asked| !asked.answer.is_closed());
        let found = match group.as_slice() {
            [one] => vec![self.follow_one(one.log, &one.stream, one.from).await],
            many => self.ask_each(many).await,
        };
        for (asked, found) in group.into_iter().zip(found) {
            // Whoever asked may have gone away.
            let _gone = asked.answer.send(found);
        }
    }

    /// Follows a stream by itself, as Citus needs it.
    ///
    /// # Errors
    /// As [`follow`](Self::follow).
    pub async fn follow_one(&self, log: LogId, stream: &StreamId, from: Revision) -> Result<Option<Followed>, StoreError> {
        shared_by(1);
        let query = sqlx::query(ONE).bind(log.0).bind(stream.as_str()).bind(signed(from)).bind(i64::from(FOLLOWED));
        let rows = self.readers.within(DOING, query.fetch_all(&self.readers.pool())).await?;
        followed(stream, &rows)
    }

    /// Asks for many at once, and gives one answer for each, in their order.
    async fn ask_each(&self, asked: &[Asked]) -> Vec<Result<Option<Followed>, StoreError>> {
        shared_by(asked.len());
        let query = sqlx::query(EACH)
            .bind(asked.iter().map(|asked| asked.log.0).collect::<Vec<_>>())
            .bind(asked.iter().map(|asked| asked.stream.as_str()).collect::<Vec<_>>())
            .bind(asked.iter().map(|asked| signed(asked.from)).collect::<Vec<_>>())
            .bind(i64::from(FOLLOWED));
        let rows = self.readers.within(DOING, query.fetch_all(&self.readers.pool())).await;
        match rows.and_then(|rows| by_place(rows, asked.len())) {
            Ok(places) => asked.iter().zip(places).map(|(asked, rows)| followed(&asked.stream, &rows)).collect(),
            // A page that cannot be read fails the whole statement. It is the trouble of those alone who ask for what lies on it.
            Err(StoreError::Damaged { .. }) => {
                let mut each = Vec::with_capacity(asked.len());
                for one in asked {
                    each.push(self.follow_one(one.log, &one.stream, one.from).await);
                }
                each
            }
            Err(error) => vec![Err(error); asked.len()],
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts the questions of a statement.
fn shared_by(questions: usize) {
    metrics::histogram!("credence_group_follows").record(questions as f64);
}

/// Rows by the place of the stream that they are about, of which the first is 1.
fn by_place(rows: Vec<PgRow>, count: usize) -> Result<Vec<Vec<PgRow>>, StoreError> {
    let mut places: Vec<Vec<PgRow>> = (0..count).map(|_| Vec::new()).collect();
    for row in rows {
        let place: i64 = row.try_get("place").map_err(unread)?;
        if let Some(rows) = usize::try_from(place - 1).ok().and_then(|place| places.get_mut(place)) {
            rows.push(row);
        }
    }
    Ok(places)
}

/// What the rows of one stream say of it.
fn followed(stream: &StreamId, rows: &[PgRow]) -> Result<Option<Followed>, StoreError> {
    let Some(first) = rows.first() else { return Ok(None) };
    let head = HeadRecord::from_row(first).map_err(unread)?.read()?;
    let mut events = Vec::with_capacity(rows.len());
    for row in rows {
        // The head of a stream without newer events stands alone.
        if row.try_get::<Option<&str>, _>("event_id").map_err(unread)?.is_some() {
            events.push(EventRecord::from_row(row).map_err(unread)?.decode(stream)?);
        }
    }
    events.retain(|event| event.revision <= head.revision);
    Ok(Some(Followed { head, events }))
}

fn unread(error: sqlx::Error) -> StoreError {
    failed(DOING, &error)
}
