//! Where work is done: at once, or on a thread where it holds up nobody.
//!
//! How long a fold or a question takes shows only while it is worked on, so nothing is sorted by guesses. All work that is not done
//! at once begins in the first of three lanes, each with threads of its own. Whoever has used up a lane's slice moves on to the next: at
//! once where that has a free place, and otherwise by giving up what was done, waiting there, and beginning anew; that costs a slice at
//! most. So short work waits behind short slices alone, however much long work there is.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::JoinError;
use tokio_util::sync::CancellationToken;

use super::lane::{Lane, Permit};
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

/// Threads of the lane for pages, which also wait for the database.
const PAGE_PLACES: usize = 4;

/// The lanes of one server.
pub(super) struct Lanes {
    folding: [(Lane, Option<Duration>); 3],
    text: Lane,
    pages: Lane,
    heavy_per_key: usize,
}

impl Lanes {
    /// `long` threads for what takes over a second, and `heavy_per_key` pieces of work of one payer at once beyond the first lane.
    pub(super) fn new(long: usize, heavy_per_key: usize) -> Self {
        Self::with_slices([SHORT, MIDDLING], long, heavy_per_key)
    }

    fn with_slices([short, middling]: [Duration; 2], long: usize, heavy_per_key: usize) -> Self {
        let folding = [(Lane::new(PLACES), Some(short)), (Lane::new(PLACES), Some(middling)), (Lane::new(long), None)];
        Self { folding, text: Lane::new(TEXT_PLACES), pages: Lane::new(PAGE_PLACES), heavy_per_key }
    }

    /// How much waits in each lane, by the lane's name.
    pub(super) fn waiting(&self) -> [(&'static str, usize); 5] {
        let [short, middling, long] = &self.folding;
        [
            ("short", short.0.waiting()),
            ("middling", middling.0.waiting()),
            ("long", long.0.waiting()),
            ("text", self.text.waiting()),
            ("pages", self.pages.waiting()),
        ]
    }

    /// Waits for a place in a lane.
    async fn enter(&self, lane: usize, payer: Payer) -> Result<Permit, Error> {
        // Who brought no key is the machine's own, as is what the server does by itself: that is not counted.
        if lane > 0 && payer != Payer::default() {
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

impl Lanes {
    /// Does work on a thread of its own, and gives it up when whoever waits for it goes away.
    async fn work<T: Send + 'static>(
        &self,
        payer: Payer,
        mut work: impl Fn(&Budget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let mut lane = 0;
        loop {
            let place = Arc::new(Mutex::new(self.enter(lane, payer).await?));
            let budget = Budget::full();
            let guard = GiveUpOnDrop(budget.clone());
            let (held, own) = (Arc::clone(&place), budget.clone());
            let mut working = tokio::task::spawn_blocking(move || {
                let _held = held;
                let done = own.run(&work);
                metrics::counter!("credence_work_total", "end" => end(&done)).increment(1);
                (work, done)
            });
            let done = loop {
                let Some(slice) = self.folding[lane].1 else { break working.await };
                if let Ok(done) = tokio::time::timeout(slice, &mut working).await {
                    break done;
                }
                lane += 1;
                match self.folding[lane].0.try_enter(payer) {
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
        Box::pin(self.lanes.work(Payer::current(), work)).await
    }

    /// Reads or writes a large text beside the threads that answer. That cannot be interrupted, and comes to its end even where nobody
    /// waits any more: the size of the text bounds it.
    ///
    /// # Errors
    /// Where the server ends.
    pub async fn beside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        beside(&self.lanes.text, work).await
    }
}

/// Does in a task of its own what must not end half done: a client who goes away cancels nothing. Whoever answers a failure logs it;
/// where the caller has gone, it is logged here.
///
/// # Errors
/// Those of the work; and where the server ends.
pub(super) async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    let (answer, answered) = oneshot::channel();
    // Moved once: each of what it is put into here is as large as it is.
    let work = Box::pin(work);
    let task = tokio::spawn(Payer::current().scope(async move {
        if let Err(Err(error @ (Error::Unavailable(_) | Error::Damaged(_)))) = answer.send(work.await) {
            tracing::error!(%error, "what nobody waits for any more failed");
        }
    }));
    if let Ok(done) = answered.await {
        return done;
    }
    match task.await.map_err(JoinError::try_into_panic) {
        Err(Ok(panic)) => std::panic::resume_unwind(panic),
        _ => Err(Error::Cancelled),
    }
}

/// Does work to its end on a thread of a lane.
async fn beside<T: Send + 'static>(lane: &Lane, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    let place = lane.enter(Payer::current()).await.ok_or(Error::Cancelled)?;
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

impl Service {
    /// [`beside`](Self::beside) for work that also waits, for the database say: pages of a log are made so. They have a lane of their own, so that no large text waits for
    /// the database. Where nobody waits for it any more, it ends when it waits itself.
    pub(super) async fn paged_beside<T, F>(&self, work: impl FnOnce() -> F + Send + 'static) -> Result<T, Error>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Error>>,
    {
        let (here, payer) = (tokio::runtime::Handle::current(), Payer::current());
        let gone = CancellationToken::new();
        let _who_asked = gone.clone().drop_guard();
        let to_the_end = move || {
            here.block_on(payer.scope(async {
                tokio::select! {
                    biased;
                    () = gone.cancelled() => Err(Error::Cancelled),
                    done = work() => done,
                }
            }))
        };
        beside(&self.lanes.pages, to_the_end).await?
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::task::Poll;

    use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

    use super::*;
    use crate::belief::stint::ask;

    fn lanes(heavy_per_key: usize) -> Lanes {
        Lanes::with_slices([Duration::from_millis(1), Duration::from_millis(1)], 1, heavy_per_key)
    }

    /// Tells when it goes.
    struct Ends(UnboundedSender<&'static str>);

    impl Drop for Ends {
        fn drop(&mut self) {
            self.0.send("ended").ok();
        }
    }

    /// Work that tells when it begins and ends, and goes on until it is released or its stint is over.
    fn endless(
        released: &Arc<AtomicBool>,
    ) -> (impl Fn(&Budget) -> Result<u8, Error> + Send + 'static, UnboundedReceiver<&'static str>) {
        let (tell, told) = unbounded_channel();
        let released = Arc::clone(released);
        let work = move |_: &Budget| {
            tell.send("begun").ok();
            let _ends = Ends(tell.clone());
            while !released.load(Ordering::Relaxed) {
                ask(1);
            }
            Ok(7)
        };
        (work, told)
    }

    #[tokio::test]
    async fn work_ends_when_nobody_waits_for_it() {
        let lanes = lanes(9);
        let (work, mut told) = endless(&Arc::default());
        let mut waiting = Box::pin(lanes.work(Payer(1), work));
        tokio::select! {
            _ = &mut waiting => panic!("it does not end by itself"),
            begun = told.recv() => assert_eq!(begun, Some("begun")),
        }
        drop(waiting);
        assert_eq!(told.recv().await, Some("ended"));
    }

    #[tokio::test]
    async fn short_work_does_not_wait_for_long_work() {
        let (lanes, released) = (Arc::new(lanes(9)), Arc::default());
        let (works, told): (Vec<_>, Vec<_>) = (0..4).map(|_| endless(&released)).unzip();
        let begin = |work| {
            let lanes = Arc::clone(&lanes);
            tokio::spawn(async move { lanes.work(Payer(1), work).await })
        };
        let long: Vec<_> = works.into_iter().map(begin).collect();
        // All have been begun: those that found no place in the next lane were ended, and wait to begin anew.
        for mut told in told {
            assert_eq!(told.recv().await, Some("begun"));
        }
        for _ in 0..10 {
            assert_eq!(lanes.work(Payer(1), |_| Ok(1)).await, Ok(1));
        }
        released.store(true, Ordering::Relaxed);
        for long in long {
            assert_eq!(long.await.expect("no panic"), Ok(7));
        }
    }

    #[tokio::test]
    async fn what_must_not_end_half_done_goes_on_without_who_asked() {
        let (go, gone) = tokio::sync::oneshot::channel::<()>();
        let (tell, told) = tokio::sync::oneshot::channel();
        let mut asked = Box::pin(to_its_end(async move {
            gone.await.ok();
            tell.send("done").ok();
            Ok(())
        }));
        assert!(futures::poll!(&mut asked).is_pending());
        drop(asked);
        go.send(()).expect("it waits");
        assert_eq!(told.await, Ok("done"));
    }

    #[tokio::test]
    async fn without_a_key_long_work_waits_and_is_not_refused() {
        let lanes = lanes(1);
        let first = lanes.enter(1, Payer::default()).await;
        assert!(first.is_ok());
        let mut second = Box::pin(lanes.enter(1, Payer::default()));
        assert!(futures::poll!(&mut second).is_pending());
        drop(first);
        assert!(second.await.is_ok());
    }

    #[tokio::test]
    async fn a_payer_has_a_share_of_long_work_and_no_more() {
        let (lanes, released) = (lanes(2), Arc::default());
        let mut long: Vec<_> = (0..4).map(|_| Box::pin(lanes.work(Payer(1), endless(&released).0))).collect();
        let (mut refused, mut rest) = (0, Vec::new());
        std::future::poll_fn(|cx| {
            long.retain_mut(|work| match work.as_mut().poll(cx) {
                Poll::Ready(done) => {
                    assert_eq!(done, Err(Error::OverShare { name: "heavy_per_key" }));
                    refused += 1;
                    false
                }
                Poll::Pending => true,
            });
            if refused == 2 { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        rest.append(&mut long);
        let other = lanes.work(Payer(2), endless(&released).0);
        let release = async { released.store(true, Ordering::Relaxed) };
        let (rest, other, ()) = tokio::join!(futures::future::join_all(rest), other, release);
        assert_eq!((rest, other), (vec![Ok(7), Ok(7)], Ok(7)));
    }
}
