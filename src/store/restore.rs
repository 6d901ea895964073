//! Writing the rows of a log as they are: what was exported elsewhere, or a stream that is set aside. Nothing here decides anything.
//!
//! Everything is one transaction, which others who write wait for. It ends with [`Restore::commit`]; dropped before that, nothing was written.

use async_trait::async_trait;

use super::scan::{AsideRow, GameRow, LoggedEvent, MissingRow};
use super::{Head, LogId, PlayerRow, Position, StoreError, StreamId, TrailRow};

/// Writes rows, all in one transaction.
#[async_trait]
pub trait Restore: Send {
    /// Whether the database holds nothing at all.
    ///
    /// # Errors
    /// Where the database failed.
    async fn is_empty(&mut self) -> Result<bool, StoreError>;

    /// The tenants that are there already, with their logs: those of an empty database too.
    ///
    /// # Errors
    /// Where the database failed.
    async fn tenants(&mut self) -> Result<Vec<(LogId, String)>, StoreError>;

    /// Adds events.
    ///
    /// # Errors
    /// Where the database failed.
    async fn put_events(&mut self, log: LogId, events: &[LoggedEvent]) -> Result<(), StoreError>;

    /// Adds the heads of streams.
    ///
    /// # Errors
    /// Where the database failed.
    async fn put_heads(&mut self, log: LogId, heads: &[(StreamId, Head)]) -> Result<(), StoreError>;

    /// Adds a log's counter, where it has given out a position, and whose log it is. Who has that log or that name already keeps it: see
    /// [`tenants`](Self::tenants).
    ///
    /// # Errors
    /// Where the database failed.
    async fn put_log(&mut self, log: LogId, counter: Position, tenant: Option<&str>) -> Result<(), StoreError>;

    /// Adds games with their seats to the catalog.
    ///
    /// # Errors
    /// Where the database failed.
    async fn put_games(&mut self, log: LogId, games: &[GameRow]) -> Result<(), StoreError>;

    /// Adds players.
    ///
    /// # Errors
    /// Where the database failed.
    async fn put_players(&mut self, log: LogId, players: &[PlayerRow]) -> Result<(), StoreError>;

    /// Adds marks of players who were forgotten.
    ///
    /// # Errors
    /// Where the database failed.
    async fn put_forgotten(&mut self, log: LogId, marks: &[String]) -> Result<(), StoreError>;

    /// Adds what is known of streams that were set aside.
    ///
    /// # Errors
    /// Where the database failed.
    async fn put_aside(&mut self, log: LogId, rows: &[AsideRow], missing: &[MissingRow]) -> Result<(), StoreError>;

    /// Takes a stream out of the way: it is renamed; its row of the catalog, its seats and its snapshots go, and what is kept of it and of all players in the
    /// first partition of the log.
    ///
    /// # Errors
    /// Where the database failed.
    async fn move_aside(&mut self, log: LogId, was: &StreamId, now: &StreamId) -> Result<(), StoreError>;

    /// Ids of the keys for seats of a game that were not revoked.
    ///
    /// # Errors
    /// Where the database failed.
    async fn keys_of_seats(&mut self, log: LogId, game: &StreamId) -> Result<Vec<String>, StoreError>;

    /// Revokes a key of a log, as [`Keys::revoke_key`](super::Keys::revoke_key) does.
    ///
    /// # Errors
    /// Where the database failed.
    async fn revoke_key(&mut self, log: LogId, trail: &TrailRow) -> Result<(), StoreError>;

    /// Makes it all last.
    ///
    /// # Errors
    /// Where the database failed: nothing was written then, unless its answer was lost.
    async fn commit(self: Box<Self>) -> Result<(), StoreError>;

    /// Gives it all up.
    async fn abandon(self: Box<Self>);
}
