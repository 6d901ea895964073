//! All games of a log in the order of their positions: what mirrors and statistics follow.

use async_trait::async_trait;

use super::{LogId, Position, Revision, StoreError};

/// Which events of games to list: those after one position, up to and with another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedFilter {
    /// Positions above this one.
    pub after: Position,
    /// Positions up to this one.
    pub until: Position,
    /// Only games of this ruleset.
    pub ruleset: Option<String>,
    /// Only games with this person at the table.
    pub person: Option<String>,
}

/// Where an event of a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedRow {
    /// Its position in the log.
    pub position: Position,
    /// Its game.
    pub game: String,
    /// Its revision in the game.
    pub revision: Revision,
    /// The game's hash chain up to and with it.
    pub hash: [u8; 32],
}

/// Reads a log across its games.
#[async_trait]
pub trait Feed {
    /// The last event at or below a position, of whatever stream: its position, and its hash, by which it is known from what another log
    /// has there. `None` where none stands.
    ///
    /// # Errors
    /// Where the database failed.
    async fn last_until(&self, log: LogId, until: Position) -> Result<Option<(Position, [u8; 32])>, StoreError>;

    /// Events of games in the order of their positions, at most `limit`. Since positions are given inside the commit that writes them, none
    /// is ever added below one that was read.
    ///
    /// # Errors
    /// Where the database failed.
    async fn feed(&self, log: LogId, filter: &FeedFilter, limit: u32) -> Result<Vec<FeedRow>, StoreError>;
}
