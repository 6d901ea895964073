//! Writing rows as they are into a SQLite file that no server has open.

use std::path::Path;

use sqlx::sqlite::SqliteConnection;

use super::scan::{AsideRow, GameRow, LoggedEvent, MissingRow};
use super::sql::{failed, signed};
use super::sql_keys::{REVOKE, TENANTS, bind_trail};
use super::sql_restore::{
    COUNTER, DROP_KEPT, EVENTS, FORGOTTEN, GAMES, HEADS, HOLDS, KEYS_OF_SEATS, MISSING, MOVE_ASIDE, PLAYERS, ROWS, SEATS,
    SET_ASIDE, TENANT, restore_over,
};
use super::sqlite_write::SqliteWrite;
use super::{Head, LogId, PlayerRow, Position, SqliteStore, Store, StoreError, StreamId, TrailRow};

/// A SQLite file with a transaction that is open. The store holds the lock that servers take.
pub struct SqliteRestore {
    store: SqliteStore,
    write: SqliteWrite,
}

impl SqliteRestore {
    /// Opens a file and begins.
    ///
    /// # Errors
    /// Where it cannot be opened: see [`SqliteStore::open`].
    pub async fn begin(path: &Path) -> Result<Self, StoreError> {
        let store = SqliteStore::open(path).await?;
        let mut write = store.writing().await?.take(&store.options).await?;
        let began = sqlx::query("BEGIN IMMEDIATE").execute(&mut write.0).await;
        began.map_err(|error| failed("beginning to write", &error))?;
        Ok(Self { store, write })
    }

    const fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.write.0
    }

    async fn finish(mut self: Box<Self>) -> Result<(), StoreError> {
        let committed = sqlx::query("COMMIT").execute(&mut self.write.0).await;
        let Self { store, write } = *self;
        let written = store.written("committing", committed).map(|_| ());
        // The connection that writes is closed last: it moves the write-ahead log into the file.
        match store.writing().await {
            Ok(mut writing) => writing.give_back(write),
            Err(error) => return written.and(Err(error)),
        }
        store.close().await;
        written
    }

    async fn give_up(self: Box<Self>) {
        let Self { store, write } = *self;
        // A connection that is dropped takes its transaction with it.
        drop(sqlx::Connection::close(write.0).await);
        store.close().await;
    }
}

restore_over!(SqliteRestore, sqlx::Sqlite);
