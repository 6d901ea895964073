//! The statements of a scan, which both databases take as they are, and how their rows decode.

use sqlx::FromRow;

use super::scan::{AsideRow, Extent, GameRow, Listing, LoggedEvent, MissingRow, Trace};
use super::sql::{self, EventRecord, unsigned};
use super::{Head, StoreError, StreamId};

/// One table a statement: a damaged page hides the logs of no other, and Citus keeps tenants elsewhere.
pub(super) const fn logs(trace: Trace) -> &'static str {
    match trace {
        Trace::Counters => "SELECT DISTINCT log_id FROM log_head",
        Trace::Heads => "SELECT DISTINCT log_id FROM streams",
        Trace::Events => "SELECT DISTINCT log_id FROM events",
        Trace::Tenants => "SELECT DISTINCT log_id FROM tenants",
        Trace::Players => "SELECT DISTINCT log_id FROM players",
        Trace::Forgotten => "SELECT DISTINCT log_id FROM forgotten",
    }
}

pub(super) const EXTENT: &str = "SELECT (SELECT position FROM log_head WHERE log_id = $1) AS counter, \
     (SELECT max(position) FROM events WHERE log_id = $1) AS last, (SELECT count(*) FROM streams WHERE log_id = $1) AS streams, \
     (SELECT name FROM tenants WHERE log_id = $1) AS tenant";

/// $2 is bound as text or as bytes.
pub(super) const fn names(listing: Listing) -> &'static str {
    match listing {
        Listing::Heads => "SELECT stream FROM streams WHERE log_id = $1 AND stream > CAST($2 AS TEXT) ORDER BY stream LIMIT $3",
        Listing::Events => {
            "SELECT DISTINCT stream FROM events WHERE log_id = $1 AND stream > CAST($2 AS TEXT) ORDER BY stream LIMIT $3"
        }
        Listing::Games => "SELECT game FROM games WHERE log_id = $1 AND game > CAST($2 AS TEXT) ORDER BY game LIMIT $3",
        Listing::Snapshots => {
            "SELECT DISTINCT stream FROM snapshots WHERE log_id = $1 AND stream > CAST($2 AS TEXT) ORDER BY stream LIMIT $3"
        }
        Listing::Profiles => {
            "SELECT DISTINCT person FROM profiles WHERE log_id = $1 AND person > CAST($2 AS TEXT) ORDER BY person LIMIT $3"
        }
        Listing::Forgotten => "SELECT mark FROM forgotten WHERE log_id = $1 AND mark > CAST($2 AS TEXT) ORDER BY mark LIMIT $3",
    }
}

pub(super) const POSITIONS: &str = "SELECT position FROM events WHERE log_id = $1 AND position > $2 ORDER BY position LIMIT $3";

pub(super) const LOGGED: &str = "SELECT stream, revision, position, event_id, type AS kind, schema, time_us, payload, salt, commitment, hash, reporter \
     FROM events WHERE log_id = $1 AND position > $2 ORDER BY position LIMIT $3";

pub(super) const STREAM_AT: &str = "SELECT stream FROM events WHERE log_id = $1 AND position = $2";

/// As it stands, whether or not the event that it names does.
pub(super) const HEAD: &str = "SELECT revision, hash, closed FROM streams WHERE log_id = $1 AND stream = $2";

pub(super) const REVISIONS: &str =
    "SELECT revision FROM events WHERE log_id = $1 AND stream = $2 AND revision >= $3 ORDER BY revision LIMIT $4";

pub(super) const GAME: &str = "SELECT game, position, ruleset, finished, opened_us FROM games WHERE log_id = $1 AND game = $2";

pub(super) const SEATS: &str = "SELECT seat, person FROM seats WHERE log_id = $1 AND position = $2 ORDER BY seat";

pub(super) const STRAY_SEATS: &str = "SELECT DISTINCT position FROM seats WHERE log_id = $1 AND NOT EXISTS \
     (SELECT 1 FROM games WHERE games.log_id = seats.log_id AND games.position = seats.position) ORDER BY position LIMIT 100";

pub(super) const STATE: &str =
    "SELECT state FROM snapshots WHERE log_id = $1 AND stream = $2 AND observer = $3 AND revision = $4 AND model = $5";

pub(super) const IS_PLAYER: &str = "SELECT person FROM players WHERE log_id = $1 AND person = $2";

pub(super) const SET_ASIDE: &str = "SELECT stream, was, time_us, events, why FROM set_aside WHERE log_id = $1 ORDER BY stream";

pub(super) const MISSING: &str = "SELECT first, last, stream FROM missing_positions WHERE log_id = $1 ORDER BY first";

/// A row of [`EXTENT`].
#[derive(FromRow)]
pub(super) struct ExtentRecord {
    counter: Option<i64>,
    last: Option<i64>,
    streams: i64,
    tenant: Option<String>,
}

impl ExtentRecord {
    pub fn decode(self) -> Result<Extent, StoreError> {
        Ok(Extent {
            tenant: self.tenant,
            counter: self.counter.map(sql::position).transpose()?,
            last: unsigned(self.last.unwrap_or(0), "events.position")?,
            streams: unsigned(self.streams, "streams")?,
        })
    }
}

/// A row of [`HEAD`].
#[derive(FromRow)]
pub(super) struct HeadRecord {
    revision: i64,
    hash: Vec<u8>,
    closed: bool,
}

impl HeadRecord {
    pub fn decode(self) -> Result<Head, StoreError> {
        let damaged =
            |_| StoreError::Damaged { place: "streams.hash".to_owned(), what: "a hash that has not 32 bytes".to_owned() };
        let hash = self.hash.try_into().map_err(damaged)?;
        Ok(Head { revision: unsigned(self.revision, "streams.revision")?, hash, closed: self.closed })
    }
}

/// A row of [`LOGGED`].
#[derive(FromRow)]
pub(super) struct LoggedRecord {
    stream: String,
    #[sqlx(flatten)]
    event: EventRecord,
}

impl LoggedRecord {
    pub fn decode(self) -> Result<LoggedEvent, StoreError> {
        let stream = StreamId::stored(self.stream);
        Ok(LoggedEvent { event: self.event.decode(&stream)?, stream })
    }
}

/// A row of [`GAME`].
#[derive(FromRow)]
pub(super) struct GameRecord {
    game: String,
    pub position: i64,
    ruleset: String,
    finished: bool,
    opened_us: i64,
}

impl GameRecord {
    pub fn decode(self, seats: Vec<(i64, String)>) -> Result<GameRow, StoreError> {
        let seat = |(seat, person): (i64, String)| Ok((unsigned(seat, "seats.seat")?, person));
        Ok(GameRow {
            game: self.game,
            position: unsigned(self.position, "games.position")?,
            ruleset: self.ruleset,
            finished: self.finished,
            opened_us: self.opened_us,
            seats: seats.into_iter().map(seat).collect::<Result<_, StoreError>>()?,
        })
    }
}

/// A row of [`SET_ASIDE`].
#[derive(FromRow)]
pub(super) struct AsideRecord {
    stream: String,
    was: String,
    time_us: i64,
    events: i64,
    why: String,
}

impl AsideRecord {
    pub fn decode(self) -> Result<AsideRow, StoreError> {
        Ok(AsideRow {
            stream: StreamId::stored(self.stream),
            was: StreamId::stored(self.was),
            time_us: self.time_us,
            events: unsigned(self.events, "set_aside.events")?,
            why: self.why,
        })
    }
}

/// A row of [`MISSING`].
#[derive(FromRow)]
pub(super) struct MissingRecord {
    first: i64,
    last: i64,
    stream: String,
}

impl MissingRecord {
    pub fn decode(self) -> Result<MissingRow, StoreError> {
        Ok(MissingRow {
            first: unsigned(self.first, "missing_positions.first")?,
            last: unsigned(self.last, "missing_positions.last")?,
            stream: StreamId::stored(self.stream),
        })
    }
}

pub(super) fn positions(numbers: Vec<i64>) -> Result<Vec<u64>, StoreError> {
    numbers.into_iter().map(|number| unsigned(number, "events.position")).collect()
}

/// Implements [`Scan`](super::scan::Scan) over a connection: the statements are the same, their types are not. The type has a field
/// `connection`, a constant `BEGIN`, and methods `list`, `find_pages`, `read_settings`, `count_servers` and
/// `was_disturbed`.
macro_rules! scan_over {
    ($scan:ty) => {
        #[async_trait::async_trait]
        impl super::scan::Scan for $scan {
            async fn begin(&mut self) -> Result<(), StoreError> {
                let began = sqlx::query(Self::BEGIN).execute(&mut self.connection).await;
                began.map(|_| ()).map_err(|error| failed("beginning to read", &error))
            }

            async fn end(&mut self) -> Result<(), StoreError> {
                let ended = sqlx::query("COMMIT").execute(&mut self.connection).await;
                ended.map(|_| ()).map_err(|error| failed("reading", &error))
            }

            async fn logs(&mut self, trace: Trace) -> Result<Vec<LogId>, StoreError> {
                let logs: Result<Vec<i64>, _> = sqlx::query_scalar(logs(trace)).fetch_all(&mut self.connection).await;
                logs.map(|logs| logs.into_iter().map(LogId).collect()).map_err(|error| failed("listing logs", &error))
            }

            async fn extent(&mut self, log: LogId) -> Result<Extent, StoreError> {
                let row: Result<ExtentRecord, _> = sqlx::query_as(EXTENT).bind(log.0).fetch_one(&mut self.connection).await;
                row.map_err(|error| failed("reading how far the log goes", &error))?.decode()
            }

            async fn names(
                &mut self,
                log: LogId,
                listing: Listing,
                after: &[u8],
                limit: u32,
            ) -> Result<Vec<Vec<u8>>, StoreError> {
                let names = self.list(names(listing), log, after, limit).await;
                names.map_err(|error| failed("listing names", &error))
            }

            async fn positions(&mut self, log: LogId, after: Position, limit: u32) -> Result<Vec<Position>, StoreError> {
                let query = sqlx::query_scalar(POSITIONS).bind(log.0).bind(signed(after)).bind(i64::from(limit));
                positions(query.fetch_all(&mut self.connection).await.map_err(|error| failed("reading positions", &error))?)
            }

            async fn logged(&mut self, log: LogId, after: Position, limit: u32) -> Result<Vec<LoggedEvent>, StoreError> {
                let query = sqlx::query_as(LOGGED).bind(log.0).bind(signed(after)).bind(i64::from(limit));
                let rows: Vec<LoggedRecord> =
                    query.fetch_all(&mut self.connection).await.map_err(|error| failed("reading events", &error))?;
                rows.into_iter().map(LoggedRecord::decode).collect()
            }

            async fn stream_at(&mut self, log: LogId, position: Position) -> Result<Option<StreamId>, StoreError> {
                let query = sqlx::query_scalar(STREAM_AT).bind(log.0).bind(signed(position));
                let stream: Option<String> = query
                    .fetch_optional(&mut self.connection)
                    .await
                    .map_err(|error| failed("reading a stream's name", &error))?;
                Ok(stream.map(StreamId::stored))
            }

            async fn head(&mut self, log: LogId, stream: &StreamId) -> Result<Option<Head>, StoreError> {
                let query = sqlx::query_as(HEAD).bind(log.0).bind(stream.as_str());
                let row: Option<HeadRecord> =
                    query.fetch_optional(&mut self.connection).await.map_err(|error| failed("reading a head", &error))?;
                row.map(HeadRecord::decode).transpose()
            }

            async fn events(
                &mut self,
                log: LogId,
                stream: &StreamId,
                from: Revision,
                limit: u32,
            ) -> Result<Vec<RecordedEvent>, StoreError> {
                let query = sqlx::query_as(READ).bind(log.0).bind(stream.as_str()).bind(signed(from)).bind(i64::from(limit));
                let rows: Vec<EventRecord> =
                    query.fetch_all(&mut self.connection).await.map_err(|error| failed("reading events", &error))?;
                rows.into_iter().map(|row| row.decode(stream)).collect()
            }

            async fn revisions(
                &mut self,
                log: LogId,
                stream: &StreamId,
                from: Revision,
                limit: u32,
            ) -> Result<Vec<Revision>, StoreError> {
                let query = sqlx::query_scalar(REVISIONS).bind(log.0).bind(stream.as_str()).bind(signed(from));
                let rows = query.bind(i64::from(limit)).fetch_all(&mut self.connection).await;
                positions(rows.map_err(|error| failed("reading revisions", &error))?)
            }

            async fn game(&mut self, log: LogId, game: &str) -> Result<Option<GameRow>, StoreError> {
                let query = sqlx::query_as(GAME).bind(log.0).bind(game);
                let row: Option<GameRecord> =
                    query.fetch_optional(&mut self.connection).await.map_err(|error| failed("reading the catalog", &error))?;
                let Some(row) = row else { return Ok(None) };
                let query = sqlx::query_as(SEATS).bind(log.0).bind(row.position);
                let seats: Vec<(i64, String)> =
                    query.fetch_all(&mut self.connection).await.map_err(|error| failed("reading seats", &error))?;
                row.decode(seats).map(Some)
            }

            async fn stray_seats(&mut self, log: LogId) -> Result<Vec<Position>, StoreError> {
                let query = sqlx::query_scalar(STRAY_SEATS).bind(log.0);
                positions(query.fetch_all(&mut self.connection).await.map_err(|error| failed("reading seats", &error))?)
            }

            async fn snapshots(&mut self, log: LogId, stream: &StreamId) -> Result<Vec<SnapshotRow>, StoreError> {
                let query = sqlx::query_as(LIST).bind(log.0).bind(stream.as_str());
                let rows: Vec<SnapshotRecord> =
                    query.fetch_all(&mut self.connection).await.map_err(|error| failed("listing snapshots", &error))?;
                rows.into_iter().map(SnapshotRecord::decode).collect()
            }

            async fn state(&mut self, log: LogId, stream: &StreamId, row: &SnapshotRow) -> Result<Option<Vec<u8>>, StoreError> {
                let query = sqlx::query_scalar(STATE).bind(log.0).bind(stream.as_str()).bind(&row.observer);
                let query = query.bind(signed(row.revision)).bind(i64::from(row.model));
                query.fetch_optional(&mut self.connection).await.map_err(|error| failed("reading a snapshot", &error))
            }

            async fn profiles(&mut self, log: LogId, person: &str) -> Result<Vec<StoredProfile>, StoreError> {
                let query = sqlx::query_as(PROFILES).bind(log.0).bind(person);
                let rows: Vec<ProfileRecord> =
                    query.fetch_all(&mut self.connection).await.map_err(|error| failed("reading profiles", &error))?;
                rows.into_iter().map(ProfileRecord::decode).collect()
            }

            async fn populations(&mut self, log: LogId) -> Result<Vec<StoredPopulation>, StoreError> {
                let query = sqlx::query_as(POPULATIONS).bind(log.0);
                let rows: Vec<PopulationRecord> =
                    query.fetch_all(&mut self.connection).await.map_err(|error| failed("reading populations", &error))?;
                rows.into_iter().map(PopulationRecord::decode).collect()
            }

            async fn count_forgotten(&mut self, log: LogId) -> Result<u64, StoreError> {
                let query = sqlx::query_scalar(COUNT_FORGOTTEN).bind(log.0);
                let count: i64 =
                    query.fetch_one(&mut self.connection).await.map_err(|error| failed("counting who is forgotten", &error))?;
                unsigned(count, "the number of forgotten players")
            }

            async fn players(&mut self, log: LogId, after: &str, limit: u32) -> Result<Vec<PlayerRow>, StoreError> {
                let query = sqlx::query_as(LIST_PLAYERS).bind(log.0).bind(after).bind(i64::from(limit));
                let rows: Vec<PlayerRecord> =
                    query.fetch_all(&mut self.connection).await.map_err(|error| failed("listing players", &error))?;
                Ok(rows.into_iter().map(PlayerRow::from).collect())
            }

            async fn is_player(&mut self, log: LogId, person: &str) -> Result<bool, StoreError> {
                let query = sqlx::query_scalar(IS_PLAYER).bind(log.0).bind(person);
                let found: Option<String> =
                    query.fetch_optional(&mut self.connection).await.map_err(|error| failed("reading a player", &error))?;
                Ok(found.is_some())
            }

            async fn set_aside(&mut self, log: LogId) -> Result<Vec<AsideRow>, StoreError> {
                let query = sqlx::query_as(SET_ASIDE).bind(log.0);
                let rows: Vec<AsideRecord> =
                    query.fetch_all(&mut self.connection).await.map_err(|error| failed("reading what was set aside", &error))?;
                rows.into_iter().map(AsideRecord::decode).collect()
            }

            async fn missing(&mut self, log: LogId) -> Result<Vec<MissingRow>, StoreError> {
                let query = sqlx::query_as(MISSING).bind(log.0);
                let rows: Vec<MissingRecord> =
                    query.fetch_all(&mut self.connection).await.map_err(|error| failed("reading what was set aside", &error))?;
                rows.into_iter().map(MissingRecord::decode).collect()
            }

            async fn pages(&mut self) -> Result<Vec<String>, StoreError> {
                self.find_pages().await
            }

            async fn settings(&mut self) -> Result<Vec<(String, String)>, StoreError> {
                self.read_settings().await.map_err(|error| failed("reading settings", &error))
            }

            async fn servers(&mut self) -> Result<u64, StoreError> {
                self.count_servers().await.map_err(|error| failed("counting the sessions of servers", &error))
            }

            fn disturbed(&self) -> bool {
                self.was_disturbed()
            }

            async fn close(self: Box<Self>) {
                // Nothing was written: a connection that does not close well has lost nothing.
                drop(sqlx::Connection::close(self.connection).await);
            }
        }
    };
}

pub(super) use scan_over;
