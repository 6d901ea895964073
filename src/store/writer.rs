//! The writer of a log: it commits together whatever arrived while the last commit was under way.
//!
//! There is no timer. A lone client pays one commit; a thousand share one: a group of fewer than 32 appends lets other tasks run before it
//! commits, and does so again as long as that brings another append.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::{Append, AppendError, Appended, Failure, Store, StoreError};

/// Appends that wait for the next commit. One more is answered [`AppendError::Overloaded`] at once.
const QUEUE: usize = 4_096;

/// Appends of one group.
const GROUP_APPENDS: usize = 1_024;

/// Events of one group. A single append may hold more.
const GROUP_EVENTS: usize = 8_192;

/// Bytes of the payloads of one group. A single append may hold more.
const GROUP_BYTES: usize = 4 << 20;

/// Appends of a group that waits for no more: the cost of the commit, shared by so many, is small for each, and to wait would leave the database idle.
const WORTH_A_COMMIT: usize = 32;

type Answer = oneshot::Sender<Result<Appended, AppendError>>;

struct Waiting {
    append: Append,
    answer: Answer,
}

/// The way into a log. Cheap to clone; all clones share the queues, one for each task that commits. Everything that is appended to one log goes through
/// one of them, and so is committed in the order in which it came.
#[derive(Clone)]
pub struct LogWriter {
    store: Arc<dyn Store>,
    queues: Arc<[mpsc::Sender<Waiting>]>,
    closing: CancellationToken,
    task: TaskTracker,
}

impl LogWriter {
    /// Starts the tasks that write to this store. They end when the last handle is dropped, or by [`close`](Self::close).
    #[must_use]
    pub fn spawn(store: Arc<dyn Store>) -> Self {
        let closing = CancellationToken::new();
        let task = TaskTracker::new();
        let spawn = |_| {
            let (queue, waiting) = mpsc::channel(QUEUE);
            let store = Arc::clone(&store);
            let writing = write(Arc::clone(&store), waiting, closing.clone());
            task.spawn(async move { supervise(writing, store.failure()).await });
            queue
        };
        let queues = (0..store.writers()).map(spawn).collect();
        task.close();
        Self { store, queues, closing, task }
    }

    /// Appends. A caller who stops waiting cancels nothing: what is in the queue is written.
    ///
    /// # Errors
    /// Why it was not taken: see [`AppendError`]. [`Overloaded`](AppendError::Overloaded) comes at once, and nothing is in the
    /// log then.
    pub async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        let (answer, answered) = oneshot::channel();
        let queue = self.queues.get(self.store.writer_of(append.log)).ok_or_else(stopped)?;
        queue.try_send(Waiting { append, answer }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => AppendError::Overloaded,
            mpsc::error::TrySendError::Closed(_) => stopped(),
        })?;
        answered.await.unwrap_or_else(|_| Err(stopped()))
    }

    /// Appends that wait for the next commit.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.queues.iter().map(|queue| QUEUE - queue.capacity()).sum()
    }

    /// Takes no more appends, and returns when those in the queue are written and answered.
    pub async fn close(&self) {
        self.closing.cancel();
        self.task.wait().await;
    }
}

fn stopped() -> AppendError {
    let cause = "the server is shutting down".to_owned();
    AppendError::Store(StoreError::Unavailable { doing: "appending", cause })
}

/// Whoever waits for the task that writes would wait for ever after it panicked: the process must end then.
async fn supervise(writing: impl Future<Output = ()>, failure: &Failure) {
    if AssertUnwindSafe(writing).catch_unwind().await.is_err() {
        failure.note("the task that writes the log has panicked");
    }
}

async fn write(store: Arc<dyn Store>, mut queue: mpsc::Receiver<Waiting>, closing: CancellationToken) {
    // The one that did not fit into the last group.
    let mut held: Option<Waiting> = None;
    loop {
        let first = match held.take() {
            Some(waiting) => waiting,
            None => match next(&mut queue, &closing).await {
                Some(waiting) => waiting,
                None => return,
            },
        };
        let mut group = Group::of(first);
        held = group.gather(&mut queue).await;
        group.commit(store.as_ref()).await;
    }
}

/// The next append, or `None` when no more can come.
async fn next(queue: &mut mpsc::Receiver<Waiting>, closing: &CancellationToken) -> Option<Waiting> {
    tokio::select! {
        waiting = queue.recv() => return waiting,
        () = closing.cancelled() => {}
    }
    // Closed, the queue still gives what it holds.
    queue.close();
    queue.recv().await
}

struct Group {
    appends: Vec<Append>,
    answers: Vec<Answer>,
    events: usize,
    bytes: usize,
    /// Whether it takes something out of the log: then it is one append, since several of them could take longer than a commit may.
    erases: bool,
}

impl Group {
    fn of(first: Waiting) -> Self {
        let (events, bytes) = size(&first.append);
        let erases = first.append.erases();
        Self { appends: vec![first.append], answers: vec![first.answer], events, bytes, erases }
    }

    /// Takes what waits, and, as long as the group is small, what comes when other tasks have had their turn, until nothing more does. So those who were
    /// answered by the last commit come back with their next append, and share a commit again. Gives back the one that did not fit.
    async fn gather(&mut self, queue: &mut mpsc::Receiver<Waiting>) -> Option<Waiting> {
        loop {
            let before = self.appends.len();
            while let Ok(waiting) = queue.try_recv() {
                if let Err(waiting) = self.add(waiting) {
                    return Some(waiting);
                }
            }
            if self.appends.len() >= WORTH_A_COMMIT {
                return None;
            }
            tokio::task::yield_now().await;
            if self.appends.len() == before && queue.is_empty() {
                return None;
            }
        }
    }

    /// Takes one more, or gives it back where the group would grow too large, or where it or the group erases.
    fn add(&mut self, waiting: Waiting) -> Result<(), Waiting> {
        let (events, bytes) = size(&waiting.append);
        let (events, bytes) = (self.events + events, self.bytes + bytes);
        let is_full = self.appends.len() >= GROUP_APPENDS || events > GROUP_EVENTS || bytes > GROUP_BYTES;
        if is_full || self.erases || waiting.append.erases() {
            return Err(waiting);
        }
        (self.events, self.bytes) = (events, bytes);
        self.appends.push(waiting.append);
        self.answers.push(waiting.answer);
        Ok(())
    }

    async fn commit(self, store: &dyn Store) {
        metrics::histogram!("credence_group_appends").record(self.answers.len() as f64);
        metrics::histogram!("credence_group_events").record(self.events as f64);
        let begun = tokio::time::Instant::now();
        let results = store.append(self.appends).await;
        metrics::histogram!("credence_commit_seconds").record(begun.elapsed().as_secs_f64());
        let results = match results {
            Ok(results) => results,
            Err(error) => vec![Err(AppendError::Store(error)); self.answers.len()],
        };
        for (answer, result) in self.answers.into_iter().zip(results) {
            // Whoever asked may have gone away; the event is in the log all the same. A failure is logged where it is answered.
            let _ = answer.send(result);
        }
    }
}

fn size(append: &Append) -> (usize, usize) {
    let events = append.parts.iter().flat_map(|part| &part.events);
    events.fold((0, 0), |(count, bytes), event| (count + 1, bytes + event.payload.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{CatalogChange, LogId};

    fn waiting(catalog: Vec<CatalogChange>) -> Waiting {
        Waiting { append: Append { log: LogId(1), parts: Vec::new(), catalog }, answer: oneshot::channel().0 }
    }

    #[test]
    fn what_erases_is_a_group_of_its_own() {
        let plain = || waiting(Vec::new());
        let erasing = || waiting(vec![CatalogChange::Erased { game: "g".to_owned() }]);
        let mut group = Group::of(plain());
        assert!(group.add(plain()).is_ok() && group.add(erasing()).is_err() && group.add(plain()).is_ok());
        let mut group = Group::of(erasing());
        assert!(group.add(plain()).is_err() && group.add(erasing()).is_err());
    }

    #[tokio::test]
    async fn a_writer_that_panics_ends_the_process() {
        let failure = Failure::default();
        supervise(async {}, &failure).await;
        assert_eq!(failure.check(), Ok(()));
        supervise(async { panic!("as if a group could not be decided") }, &failure).await;
        assert!(matches!(failure.check(), Err(StoreError::NotSynced { cause }) if cause.contains("panicked")));
        assert!(failure.happened().now_or_never().is_some_and(|what| what.contains("panicked")));
    }
}
