//! The statements that write rows as they are, which both databases take.

/// Something stands in one of the tables that an import fills.
pub(super) const HOLDS: &str = "SELECT 1 WHERE EXISTS (SELECT 1 FROM events) OR EXISTS (SELECT 1 FROM streams) \
     OR EXISTS (SELECT 1 FROM games) OR EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM forgotten) \
     OR EXISTS (SELECT 1 FROM set_aside) OR EXISTS (SELECT 1 FROM log_head WHERE position > 0)";

pub(super) const EVENTS: &str = "INSERT INTO events (log_id, position, stream, revision, event_id, type, schema, time_us, payload, salt, commitment, hash, reporter) ";

pub(super) const HEADS: &str = "INSERT INTO streams (log_id, stream, revision, hash, closed) ";

pub(super) const COUNTER: &str =
    "INSERT INTO log_head (log_id, position) VALUES ($1, $2) ON CONFLICT (log_id) DO UPDATE SET position = excluded.position";

/// Some tenants are there already.
pub(super) const TENANT: &str = "INSERT INTO tenants (log_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING";

pub(super) const GAMES: &str = "INSERT INTO games (log_id, game, position, ruleset, finished, opened_us) ";

pub(super) const SEATS: &str = "INSERT INTO seats (log_id, position, seat, person) ";

pub(super) const PLAYERS: &str = "INSERT INTO players (log_id, player, person, display_name) ";

pub(super) const FORGOTTEN: &str = "INSERT INTO forgotten (log_id, mark) ";

pub(super) const SET_ASIDE: &str = "INSERT INTO set_aside (log_id, stream, was, time_us, events, why) ";

pub(super) const MISSING: &str = "INSERT INTO missing_positions (log_id, first, last, stream) ";

/// What goes of what is kept of a log's players, before a stream is set aside: $1 is the first partition of the log, in which it lies, $2 the stream, $3 its
/// new name.
pub(super) const DROP_KEPT: [&str; 2] = [
    "DELETE FROM populations WHERE log_id = $1 AND $2 <> $3",
    "DELETE FROM profiles WHERE log_id = $1 AND 'player/' || person = $2 AND person <> $3",
];

/// What setting a stream aside does, in this order: $1 is the partition in which it lies, $2 the stream, $3 its new name. The events come last, because
/// their openings say where the seats are.
pub(super) const MOVE_ASIDE: [&str; 5] = [
    "DELETE FROM snapshots WHERE log_id = $1 AND stream = $2 AND stream <> $3",
    "DELETE FROM seats WHERE log_id = $1 AND $2 <> $3 AND position IN (SELECT position FROM games WHERE log_id = $1 AND 'game/' || game = $2 \
     UNION SELECT position FROM events WHERE log_id = $1 AND stream = $2 AND revision = 0)",
    "DELETE FROM games WHERE log_id = $1 AND 'game/' || game = $2 AND game <> $3",
    "UPDATE streams SET stream = $3 WHERE log_id = $1 AND stream = $2",
    "UPDATE events SET stream = $3 WHERE log_id = $1 AND stream = $2",
];

/// $1 is the log, $2 the stream of a game.
pub(super) const KEYS_OF_SEATS: &str =
    "SELECT key_id FROM keys WHERE log_id = $1 AND 'game/' || game = $2 AND revoked_us IS NULL ORDER BY key_id";

/// Rows of one statement: thirteen values each stay far below what either database binds.
pub(super) const ROWS: usize = 256;

/// Implements [`Restore`](super::restore::Restore) over a type with a method `connection`, that gives the connection or says that it is gone, and
/// methods `finish` and `give_up`.
macro_rules! restore_over {
    ($restore:ty, $database:ty) => {
        #[async_trait::async_trait]
        impl super::restore::Restore for $restore {
            async fn is_empty(&mut self) -> Result<bool, StoreError> {
                let found: Option<i32> = sqlx::query_scalar(HOLDS)
                    .fetch_optional(self.connection())
                    .await
                    .map_err(|error| failed("looking whether the database is empty", &error))?;
                Ok(found.is_none())
            }

            async fn tenants(&mut self) -> Result<Vec<(LogId, String)>, StoreError> {
                let rows: Result<Vec<(i64, String)>, _> = sqlx::query_as(TENANTS).fetch_all(self.connection()).await;
                let rows = rows.map_err(|error| failed("listing tenants", &error))?;
                Ok(rows.into_iter().map(|(log, name)| (LogId(log), name)).collect())
            }

            async fn put_events(&mut self, log: LogId, events: &[LoggedEvent]) -> Result<(), StoreError> {
                for chunk in events.chunks(ROWS) {
                    let mut query = sqlx::QueryBuilder::<$database>::new(EVENTS);
                    query.push_values(chunk, |mut row, LoggedEvent { stream, event }| {
                        row.push_bind(log.0).push_bind(signed(event.position)).push_bind(stream.as_str());
                        row.push_bind(signed(event.revision)).push_bind(&event.id).push_bind(&event.kind);
                        row.push_bind(i64::from(event.schema)).push_bind(event.time_us).push_bind(&event.payload);
                        row.push_bind(event.salt.as_ref().map(|salt| salt.as_slice()));
                        row.push_bind(event.commitment.as_slice()).push_bind(event.hash.as_slice()).push_bind(&event.reporter);
                    });
                    let put = query.build().execute(self.connection()).await;
                    put.map_err(|error| failed("writing events", &error))?;
                }
                Ok(())
            }

            async fn put_heads(&mut self, log: LogId, heads: &[(StreamId, Head)]) -> Result<(), StoreError> {
                for chunk in heads.chunks(ROWS) {
                    let mut query = sqlx::QueryBuilder::<$database>::new(HEADS);
                    query.push_values(chunk, |mut row, (stream, head)| {
                        row.push_bind(log.0).push_bind(stream.as_str()).push_bind(signed(head.revision));
                        row.push_bind(head.hash.as_slice()).push_bind(head.closed);
                    });
                    let put = query.build().execute(self.connection()).await;
                    put.map_err(|error| failed("writing heads", &error))?;
                }
                Ok(())
            }

            async fn put_log(&mut self, log: LogId, counter: Position, tenant: Option<&str>) -> Result<(), StoreError> {
                if let Some(tenant) = tenant {
                    let put = sqlx::query(TENANT).bind(log.0).bind(tenant).execute(self.connection()).await;
                    put.map_err(|error| failed("writing whose log it is", &error))?;
                }
                // A log without events has no row either where it was made.
                if counter == 0 {
                    return Ok(());
                }
                let put = sqlx::query(COUNTER).bind(log.0).bind(signed(counter)).execute(self.connection()).await;
                put.map(|_| ()).map_err(|error| failed("writing the counter", &error))
            }

            async fn put_games(&mut self, log: LogId, games: &[GameRow]) -> Result<(), StoreError> {
                for chunk in games.chunks(ROWS) {
                    let mut query = sqlx::QueryBuilder::<$database>::new(GAMES);
                    query.push_values(chunk, |mut row, game| {
                        row.push_bind(log.0).push_bind(&game.game).push_bind(signed(game.position));
                        row.push_bind(&game.ruleset).push_bind(game.finished).push_bind(game.opened_us);
                    });
                    let put = query.build().execute(self.connection()).await;
                    put.map_err(|error| failed("writing the catalog", &error))?;
                }
                let of_game = |game: &GameRow| {
                    let position = game.position;
                    game.seats.iter().map(move |(seat, person)| (position, *seat, person.clone())).collect::<Vec<_>>()
                };
                let seats: Vec<(Position, u64, String)> = games.iter().flat_map(of_game).collect();
                for chunk in seats.chunks(ROWS) {
                    let mut query = sqlx::QueryBuilder::<$database>::new(SEATS);
                    query.push_values(chunk, |mut row, (position, seat, person)| {
                        row.push_bind(log.0).push_bind(signed(*position)).push_bind(signed(*seat)).push_bind(person);
                    });
                    let put = query.build().execute(self.connection()).await;
                    put.map_err(|error| failed("writing seats", &error))?;
                }
                Ok(())
            }

            async fn put_players(&mut self, log: LogId, players: &[PlayerRow]) -> Result<(), StoreError> {
                for chunk in players.chunks(ROWS) {
                    let mut query = sqlx::QueryBuilder::<$database>::new(PLAYERS);
                    query.push_values(chunk, |mut row, player| {
                        row.push_bind(log.0).push_bind(&player.player).push_bind(&player.person).push_bind(&player.display_name);
                    });
                    let put = query.build().execute(self.connection()).await;
                    put.map_err(|error| failed("writing players", &error))?;
                }
                Ok(())
            }

            async fn put_forgotten(&mut self, log: LogId, marks: &[String]) -> Result<(), StoreError> {
                for chunk in marks.chunks(ROWS) {
                    let mut query = sqlx::QueryBuilder::<$database>::new(FORGOTTEN);
                    query.push_values(chunk, |mut row, mark| {
                        row.push_bind(log.0).push_bind(mark);
                    });
                    let put = query.build().execute(self.connection()).await;
                    put.map_err(|error| failed("writing who is forgotten", &error))?;
                }
                Ok(())
            }

            async fn put_aside(&mut self, log: LogId, rows: &[AsideRow], missing: &[MissingRow]) -> Result<(), StoreError> {
                for chunk in rows.chunks(ROWS) {
                    let mut query = sqlx::QueryBuilder::<$database>::new(SET_ASIDE);
                    query.push_values(chunk, |mut row, aside| {
                        row.push_bind(log.0).push_bind(aside.stream.as_str()).push_bind(aside.was.as_str());
                        row.push_bind(aside.time_us).push_bind(signed(aside.events)).push_bind(&aside.why);
                    });
                    let put = query.build().execute(self.connection()).await;
                    put.map_err(|error| failed("writing what was set aside", &error))?;
                }
                for chunk in missing.chunks(ROWS) {
                    let mut query = sqlx::QueryBuilder::<$database>::new(MISSING);
                    query.push_values(chunk, |mut row, missing| {
                        row.push_bind(log.0).push_bind(signed(missing.first)).push_bind(signed(missing.last));
                        row.push_bind(missing.stream.as_str());
                    });
                    let put = query.build().execute(self.connection()).await;
                    put.map_err(|error| failed("writing what was set aside", &error))?;
                }
                Ok(())
            }

            async fn move_aside(&mut self, log: LogId, was: &StreamId, now: &StreamId) -> Result<(), StoreError> {
                let kept = DROP_KEPT.map(|statement| (log.home(), statement));
                for (log, statement) in kept.into_iter().chain(MOVE_ASIDE.map(|statement| (log, statement))) {
                    let query = sqlx::query(statement).bind(log.0).bind(was.as_str()).bind(now.as_str());
                    let moved = query.execute(self.connection()).await;
                    moved.map_err(|error| failed("setting a stream aside", &error))?;
                }
                Ok(())
            }

            async fn keys_of_seats(&mut self, log: LogId, game: &StreamId) -> Result<Vec<String>, StoreError> {
                let query = sqlx::query_scalar(KEYS_OF_SEATS).bind(log.0).bind(game.as_str());
                query.fetch_all(self.connection()).await.map_err(|error| failed("looking for keys of seats", &error))
            }

            async fn revoke_key(&mut self, log: LogId, trail: &TrailRow) -> Result<(), StoreError> {
                let revoked = sqlx::query(REVOKE).bind(log.0).bind(&trail.key).bind(trail.at_us).execute(self.connection()).await;
                revoked.map_err(|error| failed("revoking a key", &error))?;
                let noted = bind_trail!(log, trail).execute(self.connection()).await;
                noted.map(|_| ()).map_err(|error| failed("revoking a key", &error))
            }

            async fn commit(self: Box<Self>) -> Result<(), StoreError> {
                self.finish().await
            }

            async fn abandon(self: Box<Self>) {
                self.give_up().await;
            }
        }
    };
}

pub(super) use restore_over;
