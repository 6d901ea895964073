//! Forgetting a player: the one thing that takes something out of the log.
//!
//! Streams, hashes and openings hold a random person id alone, so it is enough to erase the row that says who that is, and what
//! was settled about the person. The chain stands on commitments and verifies as before; games fold to the same beliefs, with the
//! profiles that their openings hold by value. What a running game settles about the person afterwards is not recorded.

use super::conduct::FORGOTTEN;
use crate::service::{Error, Service};
use crate::store::{Append, AppendError, CatalogChange, Expected, LogId, NewEvent, Part, PlayerRow, StreamId};

impl Service {
    /// A player by id.
    ///
    /// # Errors
    /// Where there is none, or it was forgotten.
    pub(in crate::service) async fn player_row(&self, log: LogId, player: &str) -> Result<PlayerRow, Error> {
        self.check_not_forgotten(log, &[(player, String::new())]).await?;
        if let Some(row) = self.store.find_player(log, player).await? {
            return Ok(row);
        }
        // It may have been forgotten between the two readings.
        self.check_not_forgotten(log, &[(player, String::new())]).await?;
        Err(Error::NoPlayer(player.to_owned()))
    }

    /// Refuses players, each with the pointer to where it is named, of whom one was forgotten and has not started anew: the mark says so, whatever a
    /// race may have left in the table.
    pub(in crate::service) async fn check_not_forgotten(&self, log: LogId, players: &[(&str, String)]) -> Result<(), Error> {
        // Many tables name no players, and are opened without asking the store.
        if players.is_empty() {
            return Ok(());
        }
        let marks: Vec<String> = players.iter().map(|(player, _)| mark(log, player)).collect();
        let forgotten = self.store.forgotten(log, &marks.iter().map(String::as_str).collect::<Vec<_>>()).await?;
        match players.iter().zip(&marks).find(|(_, mark)| forgotten.contains(*mark)) {
            Some(((player, pointer), _)) => Err(Error::Forgotten { player: (*player).to_owned(), pointer: pointer.clone() }),
            None => Ok(()),
        }
    }

    /// Forgets a player: name, player id, and everything that was settled. Who the person is is forgotten last, in the home partition: where that
    /// was not reached, the player is still there, and forgetting can be asked for again.
    ///
    /// # Errors
    /// Where there is no such player, or it was forgotten already.
    pub async fn forget(&self, log: LogId, player: &str) -> Result<(), Error> {
        let row = self.player_row(log, player).await?;
        for partition in log.each().skip(1) {
            match self.forget_in(partition, &row, player).await {
                // Closed by an earlier try.
                Ok(()) | Err(AppendError::Closed { .. } | AppendError::IdTaken { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let last = self.forget_in(log, &row, player).await;
        self.recent.invalidate(&(log, row.person));
        match last {
            Ok(()) => Ok(()),
            // Someone else was faster, or an earlier try of ours.
            Err(AppendError::Closed { .. } | AppendError::IdTaken { .. }) => {
                Err(Error::Forgotten { player: player.to_owned(), pointer: String::new() })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Erases and closes the part of a person's stream that lies in a partition; and in the home partition, all that says who the person is.
    async fn forget_in(&self, partition: LogId, row: &PlayerRow, player: &str) -> Result<(), AppendError> {
        let last = NewEvent {
            id: FORGOTTEN.to_owned(),
            kind: FORGOTTEN.to_owned(),
            schema: 1,
            time_us: self.clock.now_us(),
            payload: b"{}".to_vec(),
            salt: self.entropy.bytes(),
            reporter: None,
        };
        let stream = StreamId::player(&row.person);
        self.store.erase_ahead(partition, &stream).await.map_err(AppendError::Store)?;
        let part = Part { stream, expected: Expected::Any, events: vec![last] };
        let mark = mark(partition.home(), player);
        let forgotten = CatalogChange::Forgotten { player: row.player.clone(), person: row.person.clone(), mark: mark.clone() };
        match self.writer.append(Append { log: partition, parts: vec![part], catalog: vec![forgotten] }).await {
            // Whoever asks to be forgotten is, whatever became of the stream.
            Err(AppendError::Damaged { .. }) => Ok(self.store.forget_damaged(partition, row, &mark).await?),
            appended => appended.map(|_| ()),
        }
    }
}

/// What is kept of a forgotten id: enough to recognise it when it is asked for, not to read it.
pub(in crate::service) fn mark(log: LogId, player: &str) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("credence forgotten player 1");
    hasher.update(&log.0.to_le_bytes()).update(player.as_bytes()).finalize().to_hex().to_string()
}
