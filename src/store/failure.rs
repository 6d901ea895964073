//! What ends the process: a failure after which nothing more may be acknowledged.

use std::sync::OnceLock;

use tokio_util::sync::CancellationToken;

use super::{AppendError, StoreError};

/// Set once, for ever: the disk did not take what was written, or the task that writes the log is gone.
///
/// A sync that failed must not be tried again: the system may have dropped the pages that it could not write, and says that all is well the
/// next time. The process ends instead, and what the next one finds on disk is the truth.
#[derive(Debug, Default)]
pub struct Failure {
    what: OnceLock<String>,
    happened: CancellationToken,
}

impl Failure {
    /// Takes note of a failure; the first one counts.
    pub fn note(&self, what: impl Into<String>) {
        let what = what.into();
        tracing::error!(what, "the process must end: nothing more can be acknowledged");
        let _ = self.what.set(what);
        self.happened.cancel();
    }

    /// Takes note of an error where it is one after which nothing may be acknowledged.
    pub(super) fn note_error(&self, error: &StoreError) {
        if let StoreError::NotSynced { .. } = error {
            self.note(error.to_string());
        }
    }

    /// The same of the answers to a group whose logs were committed one by one.
    pub(super) fn note_errors<T>(&self, answers: &[Result<T, AppendError>]) {
        for answer in answers {
            if let Err(AppendError::Store(error)) = answer {
                self.note_error(error);
            }
        }
    }

    /// Refuses whatever comes after a failure.
    ///
    /// # Errors
    /// Says what has failed.
    pub fn check(&self) -> Result<(), StoreError> {
        self.what.get().map_or(Ok(()), |what| Err(StoreError::NotSynced { cause: what.clone() }))
    }

    /// Becomes ready with what has failed.
    pub async fn happened(&self) -> String {
        self.happened.cancelled().await;
        self.what.get().cloned().unwrap_or_default()
    }
}
