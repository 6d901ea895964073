//! Who waits for what is recorded: those who follow whole logs.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

use super::FeedCursor;
use crate::store::LogId;

/// One signal a log that somebody follows. It changes whenever something was recorded, and holds the end of the log that was last seen of what
/// other servers wrote.
#[derive(Default)]
pub(in crate::service) struct Recorded(Mutex<BTreeMap<LogId, watch::Sender<FeedCursor>>>);

impl Recorded {
    /// What changes whenever something is recorded in a log: a receiver to wait on.
    pub fn follow(&self, log: LogId) -> watch::Receiver<FeedCursor> {
        let mut logs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        logs.entry(log).or_insert_with(|| watch::Sender::new(FeedCursor::default())).subscribe()
    }

    /// This server recorded something in a log, or in a partition of it.
    pub fn note(&self, log: LogId) {
        if let Some(signal) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&log.home()) {
            signal.send_modify(|_| ());
        }
    }

    /// The end of a log is seen to be here, whoever wrote it.
    pub fn note_end(&self, log: LogId, end: FeedCursor) {
        if let Some(signal) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&log) {
            signal.send_if_modified(|seen| {
                let moved = *seen != end;
                *seen = end;
                moved
            });
        }
    }

    /// The logs that somebody follows; the signals of others are dropped.
    pub fn followed(&self) -> Vec<LogId> {
        let mut logs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        logs.retain(|_, signal| signal.receiver_count() > 0);
        logs.keys().copied().collect()
    }
}
