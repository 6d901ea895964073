//! How much one piece of work may do where it stands.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Error;
use crate::belief::stint::{Over, Stint};

/// A belief heavier than this is not folded on a thread that answers requests. In bytes.
const LIGHT: usize = 64 << 10;

/// Steps of computing that a thread that answers requests takes for one piece of work: about two milliseconds.
const FEW_STEPS: u64 = 200_000;

/// Asked between two steps of a computation whether it may go on.
#[derive(Clone, Debug)]
pub struct Budget {
    given_up: Arc<AtomicBool>,
    stint: Stint,
    here: bool,
}

impl Budget {
    /// Work that is done at once, on a thread that answers requests: it must stay short.
    #[must_use]
    pub fn here() -> Self {
        Self { given_up: Arc::default(), stint: Stint::of_steps(FEW_STEPS), here: true }
    }

    /// Work on a thread of its own: it may take until nobody waits any more, or until its turn ends.
    #[must_use]
    pub fn full() -> Self {
        Self { given_up: Arc::default(), stint: Stint::default(), here: false }
    }

    /// Does work within it, whose innermost loops ask the [stint](crate::belief::stint) of the thread.
    ///
    /// # Errors
    /// What the work answers; [`Error::GivenUp`] where nobody waits any more, and [`Error::NeedsRoom`] where it must be done elsewhere.
    pub fn run<T, E: From<Error>>(&self, work: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        self.stint.run(|| work(self)).unwrap_or_else(|Over| Err(self.why_over().into()))
    }

    /// Nobody waits any more: the work ends at its next question.
    pub fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
        self.stint.end();
    }

    /// Its thread is needed for shorter work: it ends at its next question, and is to be done again elsewhere.
    pub fn end_turn(&self) {
        self.stint.end();
    }

    /// May the work go on from here? `weight` is that of the belief, in bytes; it is asked for only where it matters.
    ///
    /// # Errors
    /// [`Error::GivenUp`] where nobody waits; [`Error::NeedsRoom`] where the belief has grown too heavy for this thread, or its turn ended.
    pub fn check(&self, weight: impl FnOnce() -> usize) -> Result<(), Error> {
        if self.stint.is_ended() {
            return Err(self.why_over());
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

    fn why_over(&self) -> Error {
        if self.given_up.load(Ordering::Relaxed) { Error::GivenUp } else { Error::NeedsRoom }
    }
}
