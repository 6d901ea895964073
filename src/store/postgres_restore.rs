//! Writing rows as they are into a Postgres database, while all who would append wait.

use sqlx::postgres::PgConnection;

use super::postgres_connect::{connected, understood};
use super::postgres_readers::SYNCED;
use super::scan::{AsideRow, GameRow, LoggedEvent, MissingRow};
use super::sql::{failed, signed};
use super::sql_keys::{REVOKE, TENANTS, bind_trail};
use super::sql_restore::{
    COUNTER, DROP_KEPT, EVENTS, FORGOTTEN, GAMES, HEADS, HOLDS, KEYS_OF_SEATS, MISSING, MOVE_ASIDE, PLAYERS, ROWS, SEATS,
    SET_ASIDE, TENANT, restore_over,
};
use super::{Head, LogId, PlayerRow, Position, PostgresStore, Store, StoreError, StreamId, TrailRow};

/// Each commit of a server takes a row of the first, and no tenant is made meanwhile; nobody's reading is held up.
const LOCK: &str = "LOCK TABLE log_head, streams, events, games, players, tenants IN SHARE ROW EXCLUSIVE MODE";

/// A connection with a transaction that is open.
pub struct PostgresRestore {
    connection: PgConnection,
}

impl PostgresRestore {
    /// Brings the tables up to date, and begins.
    ///
    /// # Errors
    /// Where it cannot be opened: see [`PostgresStore::connect`].
    pub async fn begin(url: &str) -> Result<Self, StoreError> {
        PostgresStore::connect(url).await?.close().await;
        let mut connection = connected(&understood(url)?.0.application_name("credence restore")).await?;
        let begin = async {
            for statement in [SYNCED, "BEGIN", LOCK] {
                sqlx::query(statement).execute(&mut connection).await?;
            }
            Ok(Self { connection })
        };
        begin.await.map_err(|error: sqlx::Error| failed("beginning to write", &error))
    }

    const fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    async fn finish(mut self: Box<Self>) -> Result<(), StoreError> {
        let committed = sqlx::query("COMMIT").execute(&mut self.connection).await;
        drop(sqlx::Connection::close(self.connection).await);
        committed.map(|_| ()).map_err(|error| failed("committing", &error))
    }

    async fn give_up(self: Box<Self>) {
        // A session that ends takes its transaction with it.
        drop(sqlx::Connection::close(self.connection).await);
    }
}

restore_over!(PostgresRestore, sqlx::Postgres);
