//! How much one piece of work may do where it stands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Error, Service};
use crate::rulesets::Fold;

/// A belief heavier than this is not folded on a thread that answers requests. In bytes.
const LIGHT: usize = 64 << 10;

/// Asked between two steps of a computation whether it may go on.
#[derive(Clone, Debug)]
pub struct Budget {
    given_up: Arc<AtomicBool>,
    here: bool,
}

impl Budget {
    /// Work that is done at once, on a thread that answers requests: it must stay short.
    fn here() -> Self {
        Self { given_up: Arc::default(), here: true }
    }

    /// Work on a thread of its own: it may take until nobody waits any more.
    fn full() -> Self {
        Self { given_up: Arc::default(), here: false }
    }

    /// May the work go on from here?
    ///
    /// # Errors
    /// [`Error::Cancelled`] where nobody waits; [`Error::NeedsRoom`] where the belief has grown too heavy for this thread.
    pub fn check(&self, fold: &dyn Fold) -> Result<(), Error> {
        if self.given_up.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        if self.here && fold.weigh() > LIGHT { Err(Error::NeedsRoom) } else { Ok(()) }
    }

    /// Before work that may take long whatever the belief weighs.
    ///
    /// # Errors
    /// [`Error::NeedsRoom`] on a thread that answers requests.
    pub fn need_room(&self) -> Result<(), Error> {
        if self.here { Err(Error::NeedsRoom) } else { Ok(()) }
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
        struct GiveUpOnDrop(Budget);
        impl Drop for GiveUpOnDrop {
            fn drop(&mut self) {
                self.0.given_up.store(true, Ordering::Relaxed);
            }
        }
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
