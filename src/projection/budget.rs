//! How much one piece of work may do where it stands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Error;

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
    #[must_use]
    pub fn here() -> Self {
        Self { given_up: Arc::default(), here: true }
    }

    /// Work on a thread of its own: it may take until nobody waits any more.
    #[must_use]
    pub fn full() -> Self {
        Self { given_up: Arc::default(), here: false }
    }

    /// Nobody waits any more: the work ends at its next question.
    pub fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
    }

    /// May the work go on from here? `weight` is that of the belief, in bytes; it is asked for only where it matters.
    ///
    /// # Errors
    /// [`Error::GivenUp`] where nobody waits; [`Error::NeedsRoom`] where the belief has grown too heavy for this thread.
    pub fn check(&self, weight: impl FnOnce() -> usize) -> Result<(), Error> {
        if self.given_up.load(Ordering::Relaxed) {
            return Err(Error::GivenUp);
        }
        if self.here && weight() > LIGHT { Err(Error::NeedsRoom) } else { Ok(()) }
    }

    /// Before work that may take long whatever the belief weighs.
    ///
    /// # Errors
    /// [`Error::NeedsRoom`] on a thread that answers requests.
    pub fn need_room(&self) -> Result<(), Error> {
        if self.here { Err(Error::NeedsRoom) } else { Ok(()) }
    }
}
