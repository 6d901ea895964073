//! Who the persons of a log are, and what is kept of the folds of their streams: the part of a store that can forget.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use tokio_util::sync::DropGuard;

use super::{LogId, Position, Revision, StoreError, StreamId};

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// The id that clients use.
    pub player: String,
    /// The random identity that stands in the log.
    pub person: String,
    /// A name for people.
    pub display_name: Option<String>,
}

/// What the fold of a person's stream came to in one ruleset. The store does not read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredProfile {
    /// The ruleset.
    pub ruleset: String,
    /// The revision of the stream that it was folded to. All of a person's are kept at the same one.
    pub revision: Revision,
    /// The state of the fold.
    pub state: Vec<u8>,
}

/// What all players of a log taught together about a ruleset. The store does not read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPopulation {
    /// The ruleset.
    pub ruleset: String,
    /// The position of the log that it was folded to.
    pub position: Position,
    /// How often the log had forgotten a player when it was folded.
    pub forgotten: u64,
    /// What the fold came to.
    pub state: Vec<u8>,
}

/// Held by the one server that folds what the players of a log taught, until it is dropped.
pub type Alone = DropGuard;

/// Players, persons, and kept profiles and populations.
///
/// Beyond what each method says: what is kept of a person goes when the person is forgotten
/// ([`CatalogChange::Forgotten`](super::CatalogChange::Forgotten)), and cannot come back.
#[async_trait]
pub trait Players: Send + Sync {
    /// The person that each player id stands for. A player not seen before becomes the person proposed beside it; of
    /// racing proposals one wins, for all.
    ///
    /// # Errors
    /// Where the database failed.
    async fn persons(&self, log: LogId, players: &[(String, String)]) -> Result<Vec<String>, StoreError>;

    /// The player ids of persons; a person that was forgotten is absent.
    ///
    /// # Errors
    /// Where the database failed.
    async fn players(&self, log: LogId, persons: &[String]) -> Result<BTreeMap<String, String>, StoreError>;

    /// A player by id, `None` where it was never seen or is forgotten.
    ///
    /// # Errors
    /// Where the database failed.
    async fn find_player(&self, log: LogId, player: &str) -> Result<Option<PlayerRow>, StoreError>;

    /// Players in the order of their ids, after one (exclusive), at most `limit`.
    ///
    /// # Errors
    /// Where the database failed.
    async fn list_players(&self, log: LogId, after: Option<&str>, limit: u32) -> Result<Vec<PlayerRow>, StoreError>;

    /// Names a player. One not seen before becomes the person of the row; one that was forgotten under this mark is not
    /// forgotten any more, and starts anew. Answers the person.
    ///
    /// # Errors
    /// Where the database failed.
    async fn name_player(&self, log: LogId, row: &PlayerRow, mark: &str) -> Result<String, StoreError>;

    /// Those of some marks under which a player was forgotten.
    ///
    /// # Errors
    /// Where the database failed.
    async fn forgotten(&self, log: LogId, marks: &[&str]) -> Result<BTreeSet<String>, StoreError>;

    /// Takes a player out of the table where it was forgotten under this mark: a race may have made it again.
    ///
    /// # Errors
    /// Where the database failed.
    async fn drop_forgotten(&self, log: LogId, player: &str, mark: &str) -> Result<(), StoreError>;

    /// Erases what the events of a stream hold, and those of each that was set aside under its name, where they are too many for one commit, in steps that
    /// hold up no append. Until the person is [forgotten](super::CatalogChange::Forgotten) or the game is [erased](super::CatalogChange::Erased), which erases the rest, the stream is damaged:
    /// it is the first half of that.
    ///
    /// # Errors
    /// Where the database failed. What was erased stays so, and asking again goes on.
    async fn erase_ahead(&self, log: LogId, stream: &StreamId) -> Result<(), StoreError>;

    /// Forgets a player whose stream is damaged, and so takes no last event: what [`CatalogChange::Forgotten`](super::CatalogChange::Forgotten) does,
    /// and nothing else.
    ///
    /// # Errors
    /// Where the database failed.
    async fn forget_damaged(&self, log: LogId, row: &PlayerRow, mark: &str) -> Result<(), StoreError>;

    /// What is kept of each of some persons, in the order of the rulesets.
    ///
    /// # Errors
    /// Where the database failed.
    async fn profiles(&self, log: LogId, persons: &[&str]) -> Result<Vec<Vec<StoredProfile>>, StoreError>;

    /// Keeps what the streams of some persons came to, in one commit. A state of the same revision or an older one is replaced, so that a release that
    /// folds otherwise leaves its own; a newer one stays, and a forgotten person gets none.
    ///
    /// # Errors
    /// Where the database failed; then nothing of it was kept.
    async fn keep_profiles(&self, log: LogId, of: &[(&str, Vec<StoredProfile>)]) -> Result<(), StoreError>;

    /// Drops everything that is kept of a person.
    ///
    /// # Errors
    /// Where the database failed.
    async fn drop_profiles(&self, log: LogId, person: &str) -> Result<(), StoreError>;

    /// What is kept of a log's populations, in the order of the rulesets.
    ///
    /// # Errors
    /// Where the database failed.
    async fn populations(&self, log: LogId) -> Result<Vec<StoredPopulation>, StoreError>;

    /// Keeps populations. One of an older position, or of the same one, is replaced; where the log has forgotten players more often by now, nothing
    /// is kept. All go when a player of the log is forgotten.
    ///
    /// # Errors
    /// Where the database failed.
    async fn keep_populations(&self, log: LogId, populations: &[StoredPopulation]) -> Result<(), StoreError>;

    /// Waits for other servers that fold what the players of a log taught, and then has others wait: the same work at once is work for nothing. `None` where
    /// there can be no others. One that hangs, or that takes longer than a minute, has others wait for a minute at most.
    ///
    /// # Errors
    /// Where the database failed, or others take too long.
    async fn learn_alone(&self, _: LogId) -> Result<Option<Alone>, StoreError> {
        Ok(None)
    }

    /// Drops everything that is kept of a log's populations.
    ///
    /// # Errors
    /// Where the database failed.
    async fn drop_populations(&self, log: LogId) -> Result<(), StoreError>;

    /// How often a player of a log was forgotten. It never falls: one who has started anew since counts on.
    ///
    /// # Errors
    /// Where the database failed.
    async fn count_forgotten(&self, log: LogId) -> Result<u64, StoreError>;

    /// The position of the last event of a log; 0 where there is none. Every event up to it is seen by every later read.
    ///
    /// # Errors
    /// Where the database failed.
    async fn position(&self, log: LogId) -> Result<Position, StoreError>;

    /// The same of some logs, in their order.
    ///
    /// # Errors
    /// Where the database failed.
    async fn positions(&self, logs: &[LogId]) -> Result<Vec<Position>, StoreError> {
        let mut positions = Vec::with_capacity(logs.len());
        for log in logs {
            positions.push(self.position(*log).await?);
        }
        Ok(positions)
    }
}
