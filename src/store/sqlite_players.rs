//! Players and kept profiles in SQLite.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use async_trait::async_trait;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use super::plan::ForgottenRow;
use super::rows::ManyRows;
use super::sql::{self, failed, signed};
use super::sql_players::{
    COUNT_FORGOTTEN, DROP_FORGOTTEN, DROP_POPULATIONS, DROP_PROFILES, FIND, KEEP_POPULATION, KEEP_SQLITE, KeptRecord, LIST, NAME,
    POPULATIONS, POSITION, PlayerRecord, PopulationRecord, UNFORGET,
};
use super::{LogId, PlayerRow, Players, Position, SqliteStore, StoreError, StoredPopulation, StoredProfile, StreamId, is_name};
use super::{sql_erase, sqlite_write};

// CROSS JOIN keeps SQLite from turning the join around, which would walk the whole table.
static PERSONS: LazyLock<ManyRows> = LazyLock::new(|| {
    let found = "SELECT p.player, p.person FROM asked CROSS JOIN players p ON p.log_id = asked.log AND p.player = asked.player";
    ManyRows::new("WITH asked (log, player) AS (VALUES", 2, &format!(") {found}"))
});

static FORGOTTEN: LazyLock<ManyRows> = LazyLock::new(|| {
    let found = "SELECT f.mark FROM asked CROSS JOIN forgotten f ON f.log_id = asked.log AND f.mark = asked.mark";
    ManyRows::new("WITH asked (log, mark) AS (VALUES", 2, &format!(") {found}"))
});

static PROFILES: LazyLock<ManyRows> = LazyLock::new(|| {
    let found = "SELECT p.person, p.ruleset, p.revision, p.state FROM asked CROSS JOIN profiles p \
                 ON p.log_id = asked.log AND p.person = asked.person ORDER BY p.person, p.ruleset";
    ManyRows::new("WITH asked (log, person) AS (VALUES", 2, &format!(") {found}"))
});

impl SqliteStore {
    async fn persons_of(&self, log: LogId, players: &[(String, String)]) -> Result<Vec<Option<String>>, StoreError> {
        let mut persons: BTreeMap<String, String> = BTreeMap::new();
        for (statement, chunk) in PERSONS.over(players) {
            let query = chunk.iter().fold(sqlx::query_as(statement), |query, (player, _)| query.bind(log.0).bind(player));
            let rows: Vec<(String, String)> =
                query.fetch_all(&self.readers).await.map_err(|error| failed("reading players", &error))?;
            persons.extend(rows);
        }
        Ok(players.iter().map(|(player, _)| persons.get(player).cloned()).collect())
    }
}

// A connection on which something failed is not given back: what it had begun goes with it.
#[async_trait]
impl Players for SqliteStore {
    async fn persons(&self, log: LogId, players: &[(String, String)]) -> Result<Vec<String>, StoreError> {
        sql::check_names(players.iter().flat_map(|(player, person)| [player.as_str(), person]))?;
        let known: Option<Vec<String>> = self.persons_of(log, players).await?.into_iter().collect();
        if let Some(persons) = known {
            return Ok(persons);
        }
        let mut persons = Vec::new();
        for _ in 0..sql::MAKING_PLAYERS {
            let mut writing = self.writing().await?;
            let mut connection = writing.take(&self.options).await?;
            self.written("adding players", sqlite_write::add_players(&mut connection, log, players).await)?;
            writing.give_back(connection);
            drop(writing);
            persons = self.persons_of(log, players).await?;
            if persons.iter().all(Option::is_some) {
                break;
            }
        }
        sql::all_persons(persons)
    }

    async fn players(&self, log: LogId, persons: &[String]) -> Result<BTreeMap<String, String>, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(|error| failed("reading players", &error))?;
        sqlite_write::players(&mut reader, log, persons).await.map_err(|error| failed("reading players", &error))
    }

    async fn find_player(&self, log: LogId, player: &str) -> Result<Option<PlayerRow>, StoreError> {
        if !is_name(player) {
            return Ok(None);
        }
        let query = sqlx::query_as(FIND).bind(log.0).bind(player);
        let row: Option<PlayerRecord> =
            query.fetch_optional(&self.readers).await.map_err(|error| failed("reading a player", &error))?;
        Ok(row.map(PlayerRow::from))
    }

    async fn list_players(&self, log: LogId, after: Option<&str>, limit: u32) -> Result<Vec<PlayerRow>, StoreError> {
        let after = after.unwrap_or_default();
        if after.contains('\0') {
            return Ok(Vec::new());
        }
        let query = sqlx::query_as(LIST).bind(log.0).bind(after).bind(i64::from(limit));
        let rows: Vec<PlayerRecord> = query.fetch_all(&self.readers).await.map_err(|error| failed("listing players", &error))?;
        Ok(rows.into_iter().map(PlayerRow::from).collect())
    }

    async fn forgotten(&self, log: LogId, marks: &[&str]) -> Result<BTreeSet<String>, StoreError> {
        let mut found = BTreeSet::new();
        for (statement, chunk) in FORGOTTEN.over(marks) {
            let query = chunk.iter().fold(sqlx::query_scalar(statement), |query, mark| query.bind(log.0).bind(*mark));
            let rows: Vec<String> =
                query.fetch_all(&self.readers).await.map_err(|error| failed("reading who is forgotten", &error))?;
            found.extend(rows);
        }
        Ok(found)
    }

    async fn profiles(&self, log: LogId, persons: &[&str]) -> Result<Vec<Vec<StoredProfile>>, StoreError> {
        // A player may sit in several seats.
        let asked: Vec<&str> = persons.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let mut kept: BTreeMap<String, Vec<StoredProfile>> = BTreeMap::new();
        for (statement, chunk) in PROFILES.over(&asked) {
            let query = chunk.iter().fold(sqlx::query_as(statement), |query, person| query.bind(log.0).bind(*person));
            let rows: Vec<KeptRecord> =
                query.fetch_all(&self.readers).await.map_err(|error| failed("reading profiles", &error))?;
            for row in rows {
                kept.entry(row.person).or_default().push(row.profile.decode()?);
            }
        }
        Ok(persons.iter().map(|person| kept.get(*person).cloned().unwrap_or_default()).collect())
    }

    async fn populations(&self, log: LogId) -> Result<Vec<StoredPopulation>, StoreError> {
        let query = sqlx::query_as(POPULATIONS).bind(log.0);
        let rows: Vec<PopulationRecord> =
            query.fetch_all(&self.readers).await.map_err(|error| failed("reading populations", &error))?;
        rows.into_iter().map(PopulationRecord::decode).collect()
    }

    async fn keep_populations(&self, log: LogId, populations: &[StoredPopulation]) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        self.written("keeping populations", keep_populations(&mut connection.0, log, populations).await)?;
        writing.give_back(connection);
        Ok(())
    }

    async fn count_forgotten(&self, log: LogId) -> Result<u64, StoreError> {
        let query = sqlx::query_scalar(COUNT_FORGOTTEN).bind(log.0);
        let count: i64 = query.fetch_one(&self.readers).await.map_err(|error| failed("counting who is forgotten", &error))?;
        sql::unsigned(count, "the number of forgotten players")
    }

    async fn position(&self, log: LogId) -> Result<Position, StoreError> {
        let query = sqlx::query_scalar(POSITION).bind(log.0);
        let number: Option<i64> =
            query.fetch_optional(&self.readers).await.map_err(|error| failed("reading the position of the log", &error))?;
        number.map_or(Ok(0), sql::position)
    }

    async fn name_player(&self, log: LogId, row: &PlayerRow, mark: &str) -> Result<String, StoreError> {
        let names = [row.player.as_str(), &row.person, mark];
        sql::check_names(names.into_iter().chain(row.display_name.as_deref()))?;
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        let named = self.written("naming a player", name(&mut connection.0, log, row, mark).await)?;
        writing.give_back(connection);
        Ok(named)
    }

    async fn keep_profiles(&self, log: LogId, of: &[(&str, Vec<StoredProfile>)]) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        self.written("keeping profiles", keep(&mut connection.0, log, of).await)?;
        writing.give_back(connection);
        Ok(())
    }

    /// One commit erases a million events within its time.
    async fn erase_ahead(&self, _: LogId, _: &StreamId) -> Result<(), StoreError> {
        Ok(())
    }

    async fn forget_damaged(&self, log: LogId, row: &PlayerRow, mark: &str) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        let stream = StreamId::player(&row.person);
        let row = ForgottenRow { log, stream: &stream, player: &row.player, person: &row.person, mark };
        self.written("forgetting a player", forget(&mut connection.0, &row).await)?;
        writing.give_back(connection);
        writing.forget_what_is_known();
        self.empty_of_erased(&mut writing).await;
        Ok(())
    }

    async fn drop_forgotten(&self, log: LogId, player: &str, mark: &str) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        let query = sqlx::query(DROP_FORGOTTEN).bind(log.0).bind(player).bind(mark);
        self.written("dropping a forgotten player", query.execute(&mut connection.0).await)?;
        writing.give_back(connection);
        self.empty_of_erased(&mut writing).await;
        Ok(())
    }

    async fn drop_profiles(&self, log: LogId, person: &str) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        let query = sqlx::query(DROP_PROFILES).bind(log.0).bind(person);
        self.written("dropping profiles", query.execute(&mut connection.0).await)?;
        writing.give_back(connection);
        Ok(())
    }

    async fn drop_populations(&self, log: LogId) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let mut connection = writing.take(&self.options).await?;
        let query = sqlx::query(DROP_POPULATIONS).bind(log.0);
        self.written("dropping populations", query.execute(&mut connection.0).await)?;
        writing.give_back(connection);
        Ok(())
    }
}

async fn forget(connection: &mut SqliteConnection, row: &ForgottenRow<'_>) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    sqlite_write::erase(&mut transaction, sql_erase::forgetting_damaged(row)).await?;
    transaction.commit().await
}

async fn name(connection: &mut SqliteConnection, log: LogId, row: &PlayerRow, mark: &str) -> Result<String, sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let query = sqlx::query_scalar(NAME).bind(log.0).bind(&row.player).bind(&row.person).bind(&row.display_name);
    let person = query.fetch_one(&mut *transaction).await?;
    sqlx::query(UNFORGET).bind(log.0).bind(mark).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(person)
}

async fn keep(connection: &mut SqliteConnection, log: LogId, of: &[(&str, Vec<StoredProfile>)]) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for (person, profiles) in of {
        for profile in profiles {
            let query = sqlx::query(KEEP_SQLITE).bind(log.0).bind(*person).bind(&profile.ruleset);
            query.bind(signed(profile.revision)).bind(&profile.state).execute(&mut *transaction).await?;
        }
    }
    transaction.commit().await
}

async fn keep_populations(
    connection: &mut SqliteConnection,
    log: LogId,
    populations: &[StoredPopulation],
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for population in populations {
        let query = sqlx::query(KEEP_POPULATION).bind(log.0).bind(&population.ruleset).bind(signed(population.position));
        query.bind(signed(population.forgotten)).bind(&population.state).execute(&mut *transaction).await?;
    }
    transaction.commit().await
}
