//! The highest rate that a server carries: steps upwards until latency passes a limit, and then halves between.

use super::drive::Done;

/// The first rate that is tried, where none is named.
pub const FIRST: f64 = 250.0;

/// Steps end when the highest rate that was carried and the lowest that was not are so near.
const NEAR: f64 = 1.05;

/// So much of what has arrived must be answered before the time is over: a queue that grows would pass the limit of latency a little later.
const KEPT_UP: f64 = 0.98;

/// Whether a run was carried: all was answered well, about as fast as it arrived, and 99 of 100 within the limit.
pub fn carried(done: &Done, p99_ms: f64) -> bool {
    // Of what arrived, and not of the rate: so many arrive on average only.
    let arrived = done.tally.all.count();
    arrived > 0
        && done.tally.failed() == 0
        && done.tally.in_time as f64 >= KEPT_UP * arrived as f64
        && done.tally.all.percentile(99.0) <= p99_ms
}

/// Which rate to try next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    carried: Option<f64>,
    refused: Option<f64>,
    next: f64,
}

impl Search {
    /// Begins at a rate.
    pub const fn from(rate: f64) -> Self {
        Self { carried: None, refused: None, next: rate }
    }

    /// The next rate; `None` where the highest one is known.
    pub fn next(&self) -> Option<f64> {
        let is_near = |(carried, refused): (f64, f64)| refused / carried <= NEAR;
        let is_found = self.carried.zip(self.refused).is_some_and(is_near) || self.next < 1.0;
        (!is_found).then_some(self.next)
    }

    /// Takes in what became of it.
    pub fn note(&mut self, was_carried: bool) {
        let bound = if was_carried { &mut self.carried } else { &mut self.refused };
        *bound = Some(self.next);
        self.next = match (self.carried, self.refused) {
            (Some(carried), Some(refused)) => (carried * refused).sqrt(),
            (Some(carried), None) => 2.0 * carried,
            (None, Some(refused)) => refused / 2.0,
            (None, None) => self.next,
        };
    }

    /// The highest rate that was carried.
    pub const fn highest(&self) -> Option<f64> {
        self.carried
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(truth: f64, first: f64) -> (Option<f64>, usize) {
        let mut search = Search::from(first);
        let mut steps = 0;
        while let Some(rate) = search.next() {
            search.note(rate <= truth);
            steps += 1;
        }
        (search.highest(), steps)
    }

    #[test]
    fn the_highest_rate_is_found_to_a_twentieth() {
        for (truth, first) in [(3_333.0, 250.0), (40.0, 250.0), (250.0, 250.0), (9_999.0, 8_000.0)] {
            let (found, steps) = find(truth, first);
            let found = found.expect("some rate is carried");
            assert!(found <= truth && truth / found <= 1.05 && steps < 14, "{truth}: {found} after {steps} steps");
        }
        assert_eq!(find(0.0, 8.0).0, None, "a server that carries nothing ends the search");
    }
}
