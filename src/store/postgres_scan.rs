//! Reading a Postgres database beside the servers that write to it.

use sqlx::postgres::PgConnection;

use super::postgres::MIGRATIONS;
use super::postgres_connect::{connected, understood};
use super::scan::{AsideRow, Extent, GameRow, Listing, LoggedEvent, MissingRow, Trace};
use super::sql::{self, EventRecord, READ, failed, signed, unsigned};
use super::sql_players::{
    COUNT_FORGOTTEN, LIST as LIST_PLAYERS, POPULATIONS, PROFILES, PlayerRecord, PopulationRecord, ProfileRecord,
};
use super::sql_scan::{
    AsideRecord, EXTENT, ExtentRecord, GAME, GameRecord, HEAD, HeadRecord, IS_PLAYER, LOGGED, LoggedRecord, MISSING,
    MissingRecord, POSITIONS, REVISIONS, SEATS, SET_ASIDE, STATE, STRAY_SEATS, STREAM_AT, logs, names, positions, scan_over,
};
use super::sql_snapshots::{LIST, SnapshotRecord};
use super::{
    Head, LogId, PlayerRow, Position, RecordedEvent, Revision, SnapshotRow, StoreError, StoredPopulation, StoredProfile, StreamId,
};

/// Sessions of servers, and of commands that open the database as a server does. Everybody may see how a session calls itself.
const SERVERS: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'credence'";

/// A Postgres database, open for reading.
pub struct PostgresScan {
    connection: PgConnection,
}

impl PostgresScan {
    const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

    /// Connects. The session cannot write.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] where the URL is not understood, or the schema is not this release's; [`StoreError::Unavailable`] where
    /// the database does not answer.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let options = understood(url)?.0.application_name("credence scan").options([("default_transaction_read_only", "on")]);
        let mut connection = connected(&options).await?;
        let applied: Result<Vec<i64>, _> = sqlx::query_scalar(sql::APPLIED).fetch_all(&mut connection).await;
        let applied = applied.map_err(|error| failed("reading the schema", &error))?;
        sql::check_schema(&MIGRATIONS, &applied)?;
        Ok(Self { connection })
    }

    /// Postgres gives out no text that is none.
    async fn list(&mut self, names: &'static str, log: LogId, after: &[u8], limit: u32) -> Result<Vec<Vec<u8>>, sqlx::Error> {
        let query =
            sqlx::query_scalar(names).bind(log.0).bind(String::from_utf8_lossy(after).into_owned()).bind(i64::from(limit));
        let names: Vec<String> = query.fetch_all(&mut self.connection).await?;
        Ok(names.into_iter().map(String::into_bytes).collect())
    }

    /// Postgres says so when a page is read that its checksum does not fit.
    async fn find_pages(&mut self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn read_settings(&mut self) -> Result<Vec<(String, String)>, sqlx::Error> {
        let names = ["server_version", "fsync", "synchronous_commit", "full_page_writes", "data_checksums", "max_connections"];
        let mut settings = Vec::new();
        for name in names {
            let value: String =
                sqlx::query_scalar("SELECT current_setting($1)").bind(name).fetch_one(&mut self.connection).await?;
            settings.push((if name == "server_version" { "version" } else { name }.to_owned(), value));
        }
        let more = "SELECT pg_is_in_recovery(), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
        let (replica, now_us): (bool, i64) = sqlx::query_as(more).fetch_one(&mut self.connection).await?;
        let sessions = self.count_servers().await?;
        settings.push(("replica".to_owned(), replica.to_string()));
        settings.push(("now_us".to_owned(), now_us.to_string()));
        settings.push(("sessions".to_owned(), sessions.to_string()));
        Ok(settings)
    }

    async fn count_servers(&mut self) -> Result<u64, sqlx::Error> {
        let count: i64 = sqlx::query_scalar(SERVERS).fetch_one(&mut self.connection).await?;
        Ok(count.unsigned_abs())
    }

    /// Each transaction sees one moment, whoever writes.
    #[expect(clippy::unused_self, reason = "asked of every scan")]
    const fn was_disturbed(&self) -> bool {
        false
    }
}

scan_over!(PostgresScan);
