//! What is kept of the folds of the players' streams, as far as it can be read. The log is the truth: a row that cannot be read is one that was never
//! kept, and stops nobody. It is dropped, so that what is folded anew takes its place; where it lies on a damaged page it may not go, and is passed over
//! each time.

use std::slice;

use crate::service::{Error, Service};
use crate::store::{LogId, StoreError, StoredPopulation, StoredProfile};

impl Service {
    /// The rows that are kept of each of some persons; none of a person of whom one row cannot be read, because together they say to where the stream
    /// was folded.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub(super) async fn kept_profiles(&self, log: LogId, persons: &[&str]) -> Result<Vec<Vec<StoredProfile>>, Error> {
        match self.store.profiles(log, persons).await {
            Err(StoreError::Damaged { .. }) => {}
            kept => return Ok(kept?),
        }
        let mut all = Vec::with_capacity(persons.len());
        for person in persons {
            all.push(match self.store.profiles(log, slice::from_ref(person)).await {
                Err(error @ StoreError::Damaged { .. }) => {
                    tracing::warn!(log = log.0, person, %error, "a kept profile cannot be read: the stream is folded from the start");
                    self.drop_kept_profiles(log, person).await;
                    Vec::new()
                }
                kept => kept?.concat(),
            });
        }
        Ok(all)
    }

    /// Drops what is kept of a person, where this server writes: it was not what the stream gives, or could not be read.
    pub(super) async fn drop_kept_profiles(&self, log: LogId, person: &str) {
        if !self.reads_only()
            && let Err(error) = self.store.drop_profiles(log, person).await
        {
            tracing::warn!(log = log.0, person, %error, "a player's profile could not be dropped");
        }
    }

    /// The rows that are kept of a log's populations; none where one of them cannot be read, because they are of one moment.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub(super) async fn kept_populations(&self, log: LogId) -> Result<Vec<StoredPopulation>, Error> {
        match self.store.populations(log).await {
            Err(error @ StoreError::Damaged { .. }) => {
                tracing::warn!(log = log.0, %error, "what the players of a log taught was kept and cannot be read: it is folded anew");
                if !self.reads_only()
                    && let Err(error) = self.store.drop_populations(log).await
                {
                    tracing::warn!(log = log.0, %error, "what the players of a log taught could not be dropped");
                }
                Ok(Vec::new())
            }
            kept => Ok(kept?),
        }
    }
}
