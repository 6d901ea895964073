//! A number of threads that several payers share: whoever waits is served in turn by payer, and each payer's work in the order in which it came.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::Payer;

/// Places to work in. Clones are the same lane.
#[derive(Clone, Debug)]
pub struct Lane(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// Places that nobody has. Above 0 only where nobody waits.
    free: usize,
    waiting: BTreeMap<Payer, VecDeque<oneshot::Sender<Permit>>>,
    /// The payer that was served last of those who waited.
    last: Payer,
    /// Places that each payer has or waits for.
    asked: BTreeMap<Payer, usize>,
}

/// Permission to work in one of a lane's places, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    lane: Lane,
    payer: Payer,
}

/// Somebody waits: counted until dropped, because whoever waits may go away.
struct Asked<'a>(&'a Lane, Payer);

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.0.state().forget(self.1);
    }
}

impl State {
    fn forget(&mut self, payer: Payer) {
        if let Some(count) = self.asked.get_mut(&payer) {
            *count -= 1;
            if *count == 0 {
                self.asked.remove(&payer);
            }
        }
    }

    /// The next to be served, who is still there: of the payer after the one that was served last, whoever came first.
    fn next(&mut self) -> Option<(Payer, oneshot::Sender<Permit>)> {
        loop {
            let after = (Bound::Excluded(self.last), Bound::Unbounded);
            let payer = self.waiting.range(after).next().or_else(|| self.waiting.iter().next()).map(|(payer, _)| *payer)?;
            let queue = self.waiting.get_mut(&payer)?;
            let next = queue.pop_front();
            if queue.is_empty() {
                self.waiting.remove(&payer);
            }
            if let Some(next) = next.filter(|next| !next.is_closed()) {
                self.last = payer;
                return Some((payer, next));
            }
        }
    }
}

impl Lane {
    /// A lane with so many places, at least 1.
    #[must_use]
    pub fn new(places: usize) -> Self {
        let (waiting, asked) = (BTreeMap::new(), BTreeMap::new());
        Self(Arc::new(Mutex::new(State { free: places.max(1), waiting, last: Payer::default(), asked })))
    }

    /// Waits for a place; `None` only where the lane is gone.
    pub async fn enter(&self, payer: Payer) -> Option<Permit> {
        let given = {
            let mut state = self.state();
            *state.asked.entry(payer).or_default() += 1;
            if state.free > 0 {
                state.free -= 1;
                return Some(Permit { lane: self.clone(), payer });
            }
            let (give, given) = oneshot::channel();
            state.waiting.entry(payer).or_default().push_back(give);
            given
        };
        let _asked = Asked(self, payer);
        given.await.ok()
    }

    /// A place, where one is free.
    pub fn try_enter(&self, payer: Payer) -> Option<Permit> {
        let mut state = self.state();
        state.free = state.free.checked_sub(1)?;
        *state.asked.entry(payer).or_default() += 1;
        Some(Permit { lane: self.clone(), payer })
    }

    /// How many places a payer has or waits for.
    #[must_use]
    pub fn asked(&self, payer: Payer) -> usize {
        self.state().asked.get(&payer).copied().unwrap_or_default()
    }

    /// How many wait.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.state().waiting.values().map(VecDeque::len).sum()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a place to the next who waits and is still there.
    fn pass_on(&self) {
        let mut state = self.state();
        let Some((payer, next)) = state.next() else {
            state.free += 1;
            return;
        };
        *state.asked.entry(payer).or_default() += 1;
        drop(state);
        // Where whoever waited went away just now, the place comes back, and is passed on when it is dropped.
        drop(next.send(Permit { lane: self.clone(), payer }));
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.lane.state().forget(self.payer);
        self.lane.pass_on();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    /// What a future gives where it need not wait.
    fn now<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> Option<T> {
        match future.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(done) => Some(done),
            Poll::Pending => None,
        }
    }

    #[test]
    fn payers_are_served_in_turn_and_each_in_order() {
        let lane = Lane::new(1);
        let first = lane.try_enter(Payer(1)).expect("free");
        assert!(lane.try_enter(Payer(2)).is_none());
        let (mut a, mut b, mut c) = (pin!(lane.enter(Payer(1))), pin!(lane.enter(Payer(1))), pin!(lane.enter(Payer(1))));
        let mut other = pin!(lane.enter(Payer(2)));
        for waiting in [a.as_mut(), b.as_mut(), c.as_mut(), other.as_mut()] {
            assert!(now(waiting).is_none());
        }
        assert_eq!((lane.asked(Payer(1)), lane.asked(Payer(2)), lane.waiting()), (4, 1, 4));
        drop(first);
        // Payer 0 was served last, as nobody has waited before: 1 is next, and then 2, whose work came after all of 1's.
        let place = now(a.as_mut()).expect("served").expect("a lane");
        assert!(now(b.as_mut()).is_none() && now(other.as_mut()).is_none());
        drop(place);
        let place = now(other.as_mut()).expect("served").expect("a lane");
        drop(place);
        let place = now(b.as_mut()).expect("served").expect("a lane");
        assert!(now(c.as_mut()).is_none());
        drop(place);
        drop(now(c.as_mut()).expect("served"));
        assert_eq!((lane.asked(Payer(1)), lane.asked(Payer(2)), lane.waiting()), (0, 0, 0));
        assert!(lane.try_enter(Payer(3)).is_some());
    }

    #[test]
    fn who_goes_away_holds_up_nobody() {
        let lane = Lane::new(1);
        let first = lane.try_enter(Payer(1)).expect("free");
        let mut stays = pin!(lane.enter(Payer(1)));
        {
            let mut leaves = pin!(lane.enter(Payer(0)));
            assert!(now(leaves.as_mut()).is_none());
            assert!(now(stays.as_mut()).is_none());
            drop(first);
            // The place was given to the one that leaves without having looked.
        }
        let place = now(stays.as_mut()).expect("served").expect("a lane");
        drop(place);
        assert_eq!((lane.asked(Payer(0)), lane.asked(Payer(1)), lane.waiting()), (0, 0, 0));
        assert!(lane.try_enter(Payer(1)).is_some());
    }
}
