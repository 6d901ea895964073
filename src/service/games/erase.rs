//! Erasing a game: its contents go, and its chain stays.
//!
//! Payloads and salts of all its events are erased, with its snapshots and its rows of the catalog; commitments and hashes stay, so that
//! the log verifies as before. A game of many thousand events is erased in steps, which hold up nobody; where one fails, what is left is damaged until it is
//! erased again. What it settled about its players stands in their streams, and stays there: forgetting a player erases
//! that. What is left of a game that was set aside is erased too.

use crate::rulesets::Revision;
use crate::service::{Error, Service};
use crate::store::{Append, AppendError, CatalogChange, Expected, LogId, NewEvent, Part, StreamId};

/// Type of the last event in the stream of a game that was erased.
const ERASED: &str = "erased";

impl Service {
    /// Erases a game, if it is at one of these revisions, or whatever its revision.
    ///
    /// # Errors
    /// Where there is no such game, it was erased already, it is at another revision, or it is damaged: that is a case for `credence repair`.
    pub async fn erase(&self, log: LogId, id: &str, if_match: Option<Vec<Revision>>) -> Result<(), Error> {
        let log = log.of_game(id);
        let key = (log, id.to_owned());
        let stream = StreamId::game(id);
        let head = match self.store.head(log, &stream).await? {
            None if if_match.is_some() || !self.store.was_set_aside(log, &stream).await? => {
                return Err(Error::NoGame(id.to_owned()));
            }
            // What is left of a game that `credence repair` set aside is erased with a stream of its name, which begins with its end.
            None => None,
            Some(head) if head.closed => {
                // Another server may have erased it, or another try whose end nobody here saw.
                self.drop_game(&key);
                return Err(Error::Erased(id.to_owned()));
            }
            Some(head) => Some(head.revision),
        };
        let expected = match (head, &if_match) {
            (None, _) => Expected::NoStream,
            (Some(_), None) => Expected::Any,
            (Some(head), Some(expected)) if expected.contains(&head) => Expected::At(head),
            (Some(head), Some(expected)) => return Err(Error::Moved { head, expected: expected.clone() }),
        };
        // A condition is judged by the commit that closes the stream, and may not hold there: then nothing may be gone yet.
        if if_match.is_none() {
            let ahead = self.store.erase_ahead(log, &stream).await;
            // Whatever became of it, memory must not outrank the database.
            self.drop_game(&key);
            ahead?;
        }
        let now = self.clock.now_us();
        // An id of its own: the game may hold an event of any id.
        let last = NewEvent {
            id: self.entropy.uuid(now),
            kind: ERASED.to_owned(),
            schema: 1,
            time_us: now,
            payload: b"{}".to_vec(),
            salt: self.entropy.bytes(),
            reporter: None,
        };
        let part = Part { stream: stream.clone(), expected, events: vec![last] };
        let erased = CatalogChange::Erased { game: id.to_owned() };
        let appended = self.writer.append(Append { log, parts: vec![part], catalog: vec![erased] }).await;
        self.drop_game(&key);
        match appended {
            Ok(_) => {
                // What was damaged of it is gone.
                self.damaged.invalidate(&key);
                self.recorded.note(log);
                Ok(())
            }
            // Someone else was faster.
            Err(AppendError::Closed { stream: closed }) if closed == stream => Err(Error::Erased(id.to_owned())),
            Err(AppendError::WrongRevision { actual: Some(head), .. }) if if_match.is_some() => {
                Err(Error::Moved { head, expected: if_match.unwrap_or_default() })
            }
            Err(error) => Err(error.into()),
        }
    }
}
