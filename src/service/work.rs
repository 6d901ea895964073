//! Where work is done: at once, or on a thread where it holds up nobody.
//!
//! How long a fold or a question takes shows only while it is worked on, so nothing is sorted by guesses. All work that is not done
//! at once begins in the first of three lanes, each with threads of its own. Whoever has used up a lane's slice moves on to the next: at
//! once where that has a free place, and otherwise by giving up what was done, waiting there, and beginning anew; that costs a slice at
//! most. So short work waits behind short slices alone, however much long work there is.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::lane::{Lane, Place};
use super::{Error, Payer, Service};
use crate::projection::Budget;

/// Threads of the lane for short work, and of that for work of middling length.
const PLACES: usize = 1;

/// What short work may take.
const SHORT: Duration = Duration::from_millis(50);

/// What work of middling length may take beyond that.
const MIDDLING: Duration = Duration::from_secs(1);

/// Threads of the lane for what is done beside the answering threads without any fold: reading and writing large texts.
const TEXT_PLACES: usize = 2;

/// The lanes of one server.
pub(super) struct Lanes {
    folding: [(Lane, Option<Duration>); 3],
    text: Lane,
    heavy_per_key: usize,
}

impl Lanes {
    /// `long` threads for what takes over a second, and `heavy_per_key` pieces of work of one payer at once beyond the first lane.
    pub(super) fn new(long: usize, heavy_per_key: usize) -> Self {
        let folding = [(Lane::new(PLACES), Some(SHORT)), (Lane::new(PLACES), Some(MIDDLING)), (Lane::new(long), None)];
        Self { folding, text: Lane::new(TEXT_PLACES), heavy_per_key }
    }

    /// How much waits in each lane, by the lane's name.
    pub(super) fn waiting(&self) -> [(&'static str, usize); 4] {
        let [short, middling, long] = &self.folding;
        [
            ("short", short.0.waiting()),
            ("middling", middling.0.waiting()),
            ("long", long.0.waiting()),
            ("text", self.text.waiting()),
        ]
    }

    /// Waits for a place in a lane.
    async fn enter(&self, lane: usize, payer: Payer) -> Result<Place, Error> {
        if lane > 0 {
            let heavy: usize = self.folding[1..].iter().map(|(lane, _)| lane.asked(payer)).sum();
            if heavy >= self.heavy_per_key {
                return Err(Error::OverShare { name: "heavy_per_key" });
            }
        }
        self.folding[lane].0.enter(payer).await.ok_or(Error::Cancelled)
    }
}

struct GiveUpOnDrop(Budget);

impl Drop for GiveUpOnDrop {
    fn drop(&mut self) {
        self.0.give_up();
    }
}

impl Service {
    /// Does work: at once where it is expected to be short, otherwise, or where that was a mistake, on a thread where it holds
    /// up nobody. Gives it up when the caller goes away. It may be begun several times, and must change nothing before its end.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        short: bool,
        work: impl Fn(&Budget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        if short {
            match Budget::here().run(&work) {
                Err(Error::NeedsRoom) => {}
                done => return done,
            }
        }
        let (payer, mut lane, mut work) = (Payer::current(), 0, work);
        loop {
            let place = std::sync::Arc::new(Mutex::new(self.lanes.enter(lane, payer).await?));
            let budget = Budget::full();
            let guard = GiveUpOnDrop(budget.clone());
            let (held, own) = (std::sync::Arc::clone(&place), budget.clone());
            let mut working = tokio::task::spawn_blocking(move || {
                let _held = held;
                let done = own.run(&work);
                metrics::counter!("credence_work_total", "end" => end(&done)).increment(1);
                (work, done)
            });
            let done = loop {
                let (_, slice) = &self.lanes.folding[lane];
                let Some(slice) = slice else { break working.await };
                if let Ok(done) = tokio::time::timeout(*slice, &mut working).await {
                    break done;
                }
                lane += 1;
                match self.lanes.folding[lane].0.try_enter(payer) {
                    Some(next) => *place.lock().unwrap_or_else(PoisonError::into_inner) = next,
                    None => {
                        budget.end_turn();
                        break working.await;
                    }
                }
            };
            drop(guard);
            match done {
                Ok((again, Err(Error::NeedsRoom))) => work = again,
                Ok((_, done)) => return done,
                Err(failed) if failed.is_panic() => std::panic::resume_unwind(failed.into_panic()),
                Err(_) => return Err(Error::Cancelled),
            }
        }
    }

    /// Reads or writes a large text beside the threads that answer. It is short for what it is, and comes to its end even where
    /// nobody waits any more.
    ///
    /// # Errors
    /// Where the server ends.
    pub async fn beside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let place = self.lanes.text.enter(Payer::current()).await.ok_or(Error::Cancelled)?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        match done.await {
            Ok(done) => Ok(done),
            Err(failed) if failed.is_panic() => std::panic::resume_unwind(failed.into_panic()),
            Err(_) => Err(Error::Cancelled),
        }
    }
}

/// How a piece of work ended, as a label.
const fn end<T>(done: &Result<T, Error>) -> &'static str {
    match done {
        Err(Error::Cancelled) => "given up",
        Err(Error::NeedsRoom) => "moved on",
        _ => "done",
    }
}
