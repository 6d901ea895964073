//! Players and kept profiles in Postgres.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use sqlx::{Connection, Executor};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::plan::ForgottenRow;
use super::postgres_connect::connected;
use super::postgres_readers::{LONGEST, silent};
use super::sql::{self, failed, signed};
use super::sql_players::{
    COUNT_FORGOTTEN, DROP_FORGOTTEN, DROP_POPULATIONS, DROP_PROFILES, FIND, KEEP_POPULATION, KEEP_POSTGRES, KeptRecord, LIST,
    NAME, POPULATIONS, POSITION, POSITIONS, PlayerRecord, PopulationRecord, UNFORGET,
};
use super::{
    Alone, LogId, PlayerRow, Players, Position, PostgresStore, StoreError, StoredPopulation, StoredProfile, StreamId, is_name,
};
use super::{postgres_write, sql_erase};

const ADD: &str = "INSERT INTO players (log_id, player, person) \
     SELECT $1, * FROM unnest($2::text[], $3::text[]) ON CONFLICT DO NOTHING";

const PERSONS: &str = "SELECT player, person FROM players WHERE log_id = $1 AND player = ANY($2)";

const FORGOTTEN: &str = "SELECT mark FROM forgotten WHERE log_id = $1 AND mark = ANY($2)";

const PROFILES: &str =
    "SELECT person, ruleset, revision, state FROM profiles WHERE log_id = $1 AND person = ANY($2) ORDER BY person, ruleset";

/// A server that hangs holds its lock no longer than this.
const BEGIN_ALONE: &str = "BEGIN; SET LOCAL lock_timeout = '9s'; SET LOCAL idle_in_transaction_session_timeout = '60s'";

/// A lock that holds up no statement that does not ask for it.
const ALONE: &str = "SELECT pg_advisory_xact_lock(hashtextextended('credence: populations of log ' || $1::bigint, 0))";

const PLAYERS: &str = "SELECT person, player FROM players WHERE log_id = $1 AND person = ANY($2)";

/// A commit that erases waits for this lock, or this statement for its end: what is kept next is kept by a count that is still true.
const HOLD: &str = "SELECT position FROM log_head WHERE log_id = $1 FOR SHARE";

/// As a commit holds it.
const HOLD_ALONE: &str = "SELECT position FROM log_head WHERE log_id = $1 FOR UPDATE";

/// Where the next step begins, however large the gaps in a damaged stream are; nothing where few events are left.
const NEXT_STEP: &str =
    "SELECT revision FROM events WHERE log_id = $1 AND stream = $2 AND revision >= $3 ORDER BY revision OFFSET $4 LIMIT 1";

const ERASE_STEP: &str = "UPDATE events SET payload = NULL, salt = NULL \
     WHERE log_id = $1 AND stream = $2 AND revision >= $3 AND revision < $4 AND payload IS NOT NULL";

/// Events that one statement erases: it takes some tenths of a second, and no more than that may be left for the commit.
const ERASED_AT_ONCE: i64 = 5_000;

const ERASING: &str = "erasing events";

impl PostgresStore {
    async fn keep_all_populations(&self, log: LogId, populations: &[StoredPopulation]) -> Result<(), sqlx::Error> {
        let mut transaction = self.readers.pool().begin().await?;
        sqlx::query(HOLD).bind(log.0).execute(&mut *transaction).await?;
        for population in populations {
            let query = sqlx::query(KEEP_POPULATION).bind(log.0).bind(&population.ruleset).bind(signed(population.position));
            query.bind(signed(population.forgotten)).bind(&population.state).execute(&mut *transaction).await?;
        }
        transaction.commit().await
    }

    async fn persons_of(&self, log: LogId, players: &[(String, String)]) -> Result<Vec<Option<String>>, StoreError> {
        if players.is_empty() {
            return Ok(Vec::new());
        }
        let names: Vec<&str> = players.iter().map(|(player, _)| player.as_str()).collect();
        let rows: Vec<(String, String)> = self
            .readers
            .within("reading players", sqlx::query_as(PERSONS).bind(log.0).bind(names).fetch_all(&self.readers.pool()))
            .await?;
        let persons: BTreeMap<String, String> = rows.into_iter().collect();
        Ok(players.iter().map(|(player, _)| persons.get(player).cloned()).collect())
    }

    async fn name(&self, log: LogId, row: &PlayerRow, mark: &str) -> Result<String, sqlx::Error> {
        let mut transaction = self.readers.pool().begin().await?;
        let query = sqlx::query_scalar(NAME).bind(log.0).bind(&row.player).bind(&row.person).bind(&row.display_name);
        let person = query.fetch_one(&mut *transaction).await?;
        sqlx::query(UNFORGET).bind(log.0).bind(mark).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(person)
    }

    async fn forget(&self, row: &ForgottenRow<'_>) -> Result<(), sqlx::Error> {
        let mut transaction = self.readers.pool().begin().await?;
        sqlx::query(HOLD_ALONE).bind(row.log.0).execute(&mut *transaction).await?;
        postgres_write::erase(&mut transaction, sql_erase::forgetting_damaged(row)).await?;
        transaction.commit().await
    }

    /// Erases all of a stream but its last events, [`ERASED_AT_ONCE`] in each statement.
    async fn erase_in_steps(&self, log: LogId, stream: &str) -> Result<(), StoreError> {
        let pool = self.readers.pool();
        let mut from = 0_i64;
        loop {
            let next = sqlx::query_scalar(NEXT_STEP).bind(log.0).bind(stream).bind(from).bind(ERASED_AT_ONCE);
            let next: Option<i64> = self.readers.within(ERASING, next.fetch_optional(&pool)).await?;
            let Some(next) = next.filter(|next| *next > from) else { return Ok(()) };
            let step = sqlx::query(ERASE_STEP).bind(log.0).bind(stream).bind(from).bind(next);
            self.readers.within(ERASING, step.execute(&pool)).await?;
            from = next;
        }
    }

    async fn keep(&self, log: LogId, of: &[(&str, Vec<StoredProfile>)]) -> Result<(), sqlx::Error> {
        let mut transaction = self.readers.pool().begin().await?;
        for (person, profiles) in of {
            for profile in profiles {
                let query = sqlx::query(KEEP_POSTGRES).bind(log.0).bind(*person).bind(&profile.ruleset);
                query.bind(signed(profile.revision)).bind(&profile.state).execute(&mut *transaction).await?;
            }
        }
        transaction.commit().await
    }
}

#[async_trait]
impl Players for PostgresStore {
    async fn persons(&self, log: LogId, players: &[(String, String)]) -> Result<Vec<String>, StoreError> {
        sql::check_names(players.iter().flat_map(|(player, person)| [player.as_str(), person]))?;
        let known: Option<Vec<String>> = self.persons_of(log, players).await?.into_iter().collect();
        if let Some(persons) = known {
            return Ok(persons);
        }
        // In key order, so that two servers that add the same players cannot wait for each other; the first proposal for a
        // player counts.
        let mut proposed: BTreeMap<&str, &str> = BTreeMap::new();
        for (player, person) in players {
            proposed.entry(player).or_insert(person);
        }
        let (players_in_order, persons_in_order): (Vec<&str>, Vec<&str>) = proposed.into_iter().unzip();
        let mut persons = Vec::new();
        for _ in 0..sql::MAKING_PLAYERS {
            let add = sqlx::query(ADD).bind(log.0).bind(&players_in_order).bind(&persons_in_order);
            self.readers.within("adding players", add.execute(&self.readers.pool())).await?;
            persons = self.persons_of(log, players).await?;
            if persons.iter().all(Option::is_some) {
                break;
            }
        }
        sql::all_persons(persons)
    }

    async fn players(&self, log: LogId, persons: &[String]) -> Result<BTreeMap<String, String>, StoreError> {
        let names: Vec<&str> = persons.iter().map(String::as_str).filter(|person| is_name(person)).collect();
        let query = sqlx::query_as(PLAYERS).bind(log.0).bind(names);
        let rows: Vec<(String, String)> = self.readers.within("reading players", query.fetch_all(&self.readers.pool())).await?;
        Ok(rows.into_iter().collect())
    }

    async fn find_player(&self, log: LogId, player: &str) -> Result<Option<PlayerRow>, StoreError> {
        if !is_name(player) {
            return Ok(None);
        }
        let query = sqlx::query_as(FIND).bind(log.0).bind(player);
        let row: Option<PlayerRecord> =
            self.readers.within("reading a player", query.fetch_optional(&self.readers.pool())).await?;
        Ok(row.map(PlayerRow::from))
    }

    async fn list_players(&self, log: LogId, after: Option<&str>, limit: u32) -> Result<Vec<PlayerRow>, StoreError> {
        let after = after.unwrap_or_default();
        if after.contains('\0') {
            return Ok(Vec::new());
        }
        let query = sqlx::query_as(LIST).bind(log.0).bind(after).bind(i64::from(limit));
        let rows: Vec<PlayerRecord> = self.readers.within("listing players", query.fetch_all(&self.readers.pool())).await?;
        Ok(rows.into_iter().map(PlayerRow::from).collect())
    }

    async fn forgotten(&self, log: LogId, marks: &[&str]) -> Result<BTreeSet<String>, StoreError> {
        let query = sqlx::query_scalar(FORGOTTEN).bind(log.0).bind(marks);
        let found: Vec<String> = self.readers.within("reading who is forgotten", query.fetch_all(&self.readers.pool())).await?;
        Ok(found.into_iter().collect())
    }

    async fn profiles(&self, log: LogId, persons: &[&str]) -> Result<Vec<Vec<StoredProfile>>, StoreError> {
        let query = sqlx::query_as(PROFILES).bind(log.0).bind(persons);
        let rows: Vec<KeptRecord> = self.readers.within("reading profiles", query.fetch_all(&self.readers.pool())).await?;
        let mut kept: BTreeMap<String, Vec<StoredProfile>> = BTreeMap::new();
        for row in rows {
            kept.entry(row.person).or_default().push(row.profile.decode()?);
        }
        Ok(persons.iter().map(|person| kept.get(*person).cloned().unwrap_or_default()).collect())
    }

    async fn populations(&self, log: LogId) -> Result<Vec<StoredPopulation>, StoreError> {
        let query = sqlx::query_as(POPULATIONS).bind(log.0);
        let rows: Vec<PopulationRecord> =
            self.readers.within("reading populations", query.fetch_all(&self.readers.pool())).await?;
        rows.into_iter().map(PopulationRecord::decode).collect()
    }

    async fn keep_populations(&self, log: LogId, populations: &[StoredPopulation]) -> Result<(), StoreError> {
        self.readers.within("keeping populations", self.keep_all_populations(log, populations)).await
    }

    async fn learn_alone(&self, log: LogId) -> Result<Option<Alone>, StoreError> {
        let doing = "waiting for a server that folds populations";
        // A connection of its own, because those that read are needed for the fold. What is waited for too long ends in the database, too: it would else be held
        // there by a session that nobody has any more.
        let locking = async {
            let mut session = connected(&self.options.connect).await?;
            session.execute(BEGIN_ALONE).await.map_err(|error| failed(doing, &error))?;
            sqlx::query(ALONE).bind(log.0).execute(&mut session).await.map_err(|error| failed(doing, &error))?;
            Ok(session)
        };
        let session = timeout(LONGEST, locking).await.map_err(|_| silent(doing))??;
        let done = CancellationToken::new();
        let alone = done.clone().drop_guard();
        tokio::spawn(async move {
            done.cancelled().await;
            // What does not end by this ends by its deadline.
            let _ = session.close().await;
        });
        Ok(Some(alone))
    }

    async fn count_forgotten(&self, log: LogId) -> Result<u64, StoreError> {
        let query = sqlx::query_scalar(COUNT_FORGOTTEN).bind(log.0);
        let count: i64 = self.readers.within("counting who is forgotten", query.fetch_one(&self.readers.pool())).await?;
        sql::unsigned(count, "the number of forgotten players")
    }

    async fn position(&self, log: LogId) -> Result<Position, StoreError> {
        let query = sqlx::query_scalar(POSITION).bind(log.0);
        let number: Option<i64> =
            self.readers.within("reading the position of the log", query.fetch_optional(&self.readers.pool())).await?;
        number.map_or(Ok(0), sql::position)
    }

    async fn positions(&self, logs: &[LogId]) -> Result<Vec<Position>, StoreError> {
        let numbers: Vec<i64> = logs.iter().map(|log| log.0).collect();
        let query = sqlx::query_as(POSITIONS).bind(&numbers);
        let rows: Vec<(i64, i64)> =
            self.readers.within("reading the positions of a log", query.fetch_all(&self.readers.pool())).await?;
        let rows: BTreeMap<i64, i64> = rows.into_iter().collect();
        numbers.iter().map(|log| rows.get(log).map_or(Ok(0), |position| sql::position(*position))).collect()
    }

    async fn name_player(&self, log: LogId, row: &PlayerRow, mark: &str) -> Result<String, StoreError> {
        let names = [row.player.as_str(), &row.person, mark];
        sql::check_names(names.into_iter().chain(row.display_name.as_deref()))?;
        self.readers.within("naming a player", self.name(log, row, mark)).await
    }

    async fn keep_profiles(&self, log: LogId, of: &[(&str, Vec<StoredProfile>)]) -> Result<(), StoreError> {
        self.readers.within("keeping profiles", self.keep(log, of)).await
    }

    async fn erase_ahead(&self, log: LogId, stream: &StreamId) -> Result<(), StoreError> {
        let query = sqlx::query_scalar(sql_erase::ASIDE).bind(log.0).bind(stream.as_str());
        let aside: Vec<String> = self.readers.within(ERASING, query.fetch_all(&self.readers.pool())).await?;
        self.erase_in_steps(log, stream.as_str()).await?;
        for stream in &aside {
            self.erase_in_steps(log, stream).await?;
        }
        Ok(())
    }

    async fn forget_damaged(&self, log: LogId, row: &PlayerRow, mark: &str) -> Result<(), StoreError> {
        let stream = StreamId::player(&row.person);
        let row = ForgottenRow { log, stream: &stream, player: &row.player, person: &row.person, mark };
        self.readers.within("forgetting a player", self.forget(&row)).await
    }

    async fn drop_forgotten(&self, log: LogId, player: &str, mark: &str) -> Result<(), StoreError> {
        let query = sqlx::query(DROP_FORGOTTEN).bind(log.0).bind(player).bind(mark);
        self.readers.within("dropping a forgotten player", query.execute(&self.readers.pool())).await.map(|_| ())
    }

    async fn drop_profiles(&self, log: LogId, person: &str) -> Result<(), StoreError> {
        let query = sqlx::query(DROP_PROFILES).bind(log.0).bind(person);
        self.readers.within("dropping profiles", query.execute(&self.readers.pool())).await.map(|_| ())
    }

    async fn drop_populations(&self, log: LogId) -> Result<(), StoreError> {
        let query = sqlx::query(DROP_POPULATIONS).bind(log.0);
        self.readers.within("dropping populations", query.execute(&self.readers.pool())).await.map(|_| ())
    }
}
