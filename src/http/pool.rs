//! Room in memory that all callers share, and of which one key holds half at most: whatever it leaves half sent or unread, there is room for
//! others.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::shares::{Full, Share, Shares};
use crate::service::Payer;

/// The size in which room is given out, in bytes.
const UNIT: usize = 1 << 10;

/// Room for one kind of thing. Clones are the same room.
#[derive(Clone)]
pub struct Pool {
    all: Arc<Semaphore>,
    units: usize,
    of_keys: Shares,
}

/// Room that is taken: of all that there is, and of what the key may hold.
pub struct Taken {
    of_all: OwnedSemaphorePermit,
    of_key: Option<Share>,
}

impl Pool {
    /// Room for so many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let units = bytes.div_ceil(UNIT).min(Semaphore::MAX_PERMITS);
        Self { all: Arc::new(Semaphore::new(units)), units, of_keys: Shares::default() }
    }

    /// Takes room for so many bytes at the cost of who asks: waits until there is as much. What is more than there is at all takes all of it.
    ///
    /// # Errors
    /// Where the key holds as much as it may.
    pub async fn take(&self, bytes: usize) -> Result<Option<Taken>, Full> {
        let units = bytes.div_ceil(UNIT).min(self.units);
        let of_key = self.of_keys.take(Payer::current(), units, self.units / 2)?;
        let of_all = Arc::clone(&self.all).acquire_many_owned(u32::try_from(units).unwrap_or(u32::MAX)).await;
        // It is never closed.
        Ok(of_all.ok().map(|of_all| Taken { of_all, of_key }))
    }
}

impl Taken {
    /// Gives back what is not needed for so many bytes.
    pub fn shrink(&mut self, bytes: usize) {
        let units = bytes.div_ceil(UNIT);
        let spare = self.of_all.num_permits().saturating_sub(units);
        drop(self.of_all.split(spare));
        if let Some(share) = &mut self.of_key {
            share.shrink(units);
        }
    }
}
