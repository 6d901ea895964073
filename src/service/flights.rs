//! Work that several callers want at the same time is done once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use super::Error;

/// What is worked on, by key.
pub(super) struct Flights<K, V>(Mutex<BTreeMap<K, Arc<OnceCell<V>>>>);

impl<K, V> Default for Flights<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

/// A caller that waits for what a key stands for. When the last of them is dropped, the key is taken out of the map.
struct Aboard<'a, K: Ord, V> {
    flights: &'a Flights<K, V>,
    key: K,
    cell: Option<Arc<OnceCell<V>>>,
}

impl<K: Ord + Clone, V: Clone> Flights<K, V> {
    /// Does the work, or waits for the one who does it already. Where that one goes away or fails, the next of those who wait does it in turn,
    /// at its own cost. Whoever comes when it is done begins anew: what is to be kept is kept elsewhere.
    ///
    /// # Errors
    /// What this caller's own work answers.
    pub(super) async fn once(&self, key: K, work: impl Future<Output = Result<V, Error>>) -> Result<V, Error> {
        let cell = Arc::clone(self.lock().entry(key.clone()).or_default());
        let aboard = Aboard { flights: self, key, cell: Some(cell) };
        let Some(cell) = &aboard.cell else { return Err(Error::Cancelled) };
        // Whoever asks for what is at hand would else carry the room for the work through all the futures around this one.
        let work = Box::pin(work);
        let done = cell.get_or_try_init(|| work).await.cloned();
        if done.is_ok() {
            let mut flights = self.lock();
            if flights.get(&aboard.key).is_some_and(|known| Arc::ptr_eq(known, cell)) {
                flights.remove(&aboard.key);
            }
        }
        done
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<K, Arc<OnceCell<V>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Ord, V> Drop for Aboard<'_, K, V> {
    fn drop(&mut self) {
        let mut flights = self.flights.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(cell) = self.cell.take() else { return };
        let is_known = flights.get(&self.key).is_some_and(|known| Arc::ptr_eq(known, &cell));
        // This one and the map: nobody else holds it, and nobody can come while the map is locked.
        if is_known && Arc::strong_count(&cell) == 2 {
            flights.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn many_callers_make_one_flight() {
        let (flights, begun, go) = (Flights::<u8, usize>::default(), AtomicUsize::new(0), Notify::new());
        let one = || {
            flights.once(1, async {
                let nth = begun.fetch_add(1, Ordering::Relaxed);
                go.notified().await;
                Ok(nth)
            })
        };
        let release = async { go.notify_one() };
        let (a, b, c, ()) = tokio::join!(one(), one(), one(), release);
        assert_eq!((a, b, c), (Ok(0), Ok(0), Ok(0)));
        assert!(flights.lock().is_empty());
    }

    #[tokio::test]
    async fn a_leader_that_goes_away_or_fails_strands_nobody() {
        let flights = Flights::<u8, usize>::default();
        let mut leaves = Box::pin(flights.once(1, std::future::pending()));
        assert!(futures::poll!(&mut leaves).is_pending());
        let mut fails = Box::pin(flights.once(1, async { Err(Error::Overloaded) }));
        let mut follows = Box::pin(flights.once(1, async { Ok(7) }));
        assert!(futures::poll!(&mut fails).is_pending() && futures::poll!(&mut follows).is_pending());
        drop(leaves);
        assert_eq!(fails.await, Err(Error::Overloaded));
        assert_eq!(follows.await, Ok(7));
        assert!(flights.lock().is_empty());
        let gone = Box::pin(flights.once(2, std::future::pending()));
        drop(gone);
        assert!(flights.lock().is_empty());
    }
}
