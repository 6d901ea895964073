//! Stints of computing: the loops that a request can lengthen ask here whether to go on.
//!
//! A stint is over when nobody waits for the result any more, when its thread is needed for shorter work, or when it has taken the
//! steps that it was given. The next question then unwinds to [`Stint::run`], past pure functions that need not know of it: what they
//! had worked out is dropped, nothing outside of them was changed, and the same work may be done again from its beginning. No result
//! depends on it: a computation either comes to its end, or to nothing. Outside of a stint every answer is to go on.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Elements of a long list that are gone through between two questions: far less than a millisecond.
pub const STRIDE: usize = 4_096;

/// What one drawn world counts for, in steps.
pub const DRAW: u64 = 100;

/// Numbers of a table that are worked out row by row, in one step.
const NUMBERS: u64 = 8;

thread_local! {
    static NOW: RefCell<Option<Stint>> = const { RefCell::new(None) };
}

/// Leave to compute until it is ended, or for so many steps. A step is about ten nanoseconds.
#[derive(Clone, Debug, Default)]
pub struct Stint {
    ended: Arc<AtomicBool>,
    left: Option<u64>,
}

/// The stint was over before the work was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over;

impl Stint {
    /// Leave for so many steps.
    #[must_use]
    pub fn of_steps(steps: u64) -> Self {
        Self { left: Some(steps), ..Self::default() }
    }

    /// Ends it, from whatever thread: its work unwinds at the next question.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Whether it was ended.
    #[must_use]
    pub fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Works for as long as the stint lasts.
    ///
    /// # Errors
    /// Where it was over before the work was done, of which nothing is left then.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, Over> {
        let outer = NOW.replace(Some(self.clone()));
        // What unwinds has only built values of its own: nothing that others see is left half done.
        let done = catch_unwind(AssertUnwindSafe(work));
        NOW.set(outer);
        done.map_err(|payload| if payload.is::<Over>() { Over } else { resume_unwind(payload) })
    }

    /// Takes steps off; whether the stint is over.
    fn spend(&mut self, steps: u64) -> bool {
        let spent = match &mut self.left {
            None => false,
            Some(left) => match left.checked_sub(steps) {
                Some(less) => {
                    *left = less;
                    false
                }
                None => true,
            },
        };
        spent || self.is_ended()
    }
}

/// Asks whether to go on for so many steps; does not return where the stint is over.
pub fn ask(steps: u64) {
    let over = NOW.with_borrow_mut(|now| now.as_mut().is_some_and(|stint| stint.spend(steps)));
    if over {
        resume_unwind(Box::new(Over));
    }
}

/// Asks the same before so many numbers of a table are worked out, row by row.
pub fn ask_for_numbers(numbers: usize) {
    ask(numbers as u64 / NUMBERS);
}

/// Counts elements, and asks once a stride: for loops over lists that may be long.
#[derive(Debug, Default)]
pub struct Strides(usize);

impl Strides {
    /// One more element.
    #[inline]
    pub fn step(&mut self) {
        self.0 += 1;
        if self.0 == STRIDE {
            self.0 = 0;
            ask(STRIDE as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_goes_on_until_its_stint_is_over() {
        ask(u64::MAX);
        assert_eq!(Stint::default().run(|| ask(u64::MAX)), Ok(()), "no number of steps was set");
        assert_eq!(Stint::of_steps(10).run(|| (0..10).for_each(|_| ask(1))), Ok(()));
        let mut taken = 0;
        let counted = |taken: &mut i32| {
            for _ in 0..11 {
                ask(1);
                *taken += 1;
            }
        };
        assert_eq!(Stint::of_steps(10).run(|| counted(&mut taken)), Err(Over));
        assert_eq!(taken, 10);
        let ended = Stint::default();
        ended.end();
        assert_eq!(ended.run(|| ask(1)), Err(Over));
        ask(1);
    }

    #[test]
    fn a_stint_within_another_gives_it_back() {
        let inner = || Stint::of_steps(1).run(|| ask(2));
        assert_eq!(
            Stint::of_steps(5).run(|| {
                assert_eq!(inner(), Err(Over));
                ask(5);
            }),
            Ok(())
        );
    }

    #[test]
    #[should_panic(expected = "another")]
    fn other_panics_pass_through() {
        let _ = Stint::default().run(|| panic!("another"));
    }
}
