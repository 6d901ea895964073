//! Where work is done: at once, or on a thread where it holds up nobody.

use std::sync::Arc;

use super::{Error, Service};
use crate::projection::Budget;

struct GiveUpOnDrop(Budget);

impl Drop for GiveUpOnDrop {
    fn drop(&mut self) {
        self.0.give_up();
    }
}

impl Service {
    /// Does work: at once where it is expected to be short, otherwise, or where that was a mistake, on a thread where it holds
    /// up nobody. Gives it up when the caller goes away.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        short: bool,
        work: impl Fn(&Budget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        if short {
            match work(&Budget::here()) {
                Err(Error::NeedsRoom) => {}
                done => return done,
            }
        }
        let permit = Arc::clone(&self.folding).acquire_owned().await.map_err(|_| Error::Cancelled)?;
        let budget = Budget::full();
        let guard = GiveUpOnDrop(budget.clone());
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&budget)
        })
        .await;
        drop(guard);
        match done {
            Ok(result) => result,
            Err(failed) if failed.is_panic() => std::panic::resume_unwind(failed.into_panic()),
            Err(_) => Err(Error::Cancelled),
        }
    }
}
