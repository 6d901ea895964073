//! `vinto_call`: a seat called the round, so the total of its row is probably low. A factor on the sum, not on single cards: cards that
//! the caller never saw count for it what an unknown card counts, and nothing is told about them.

use crate::rulesets::Seat;
use crate::rulesets::vinto::fold::Fold;
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::likelihood::UNKNOWN_VALUE;

impl Fold<'_> {
    /// A seat called the round.
    pub(in crate::rulesets::vinto) fn called(&mut self, seat: Seat) {
        let table = std::sync::Arc::clone(&self.belief.table);
        let (seen, unseen): (Vec<Instance>, Vec<Instance>) =
            table.row(seat).iter().copied().partition(|card| table.has_seen(seat, *card));
        let others = UNKNOWN_VALUE * unseen.len() as f64;
        self.calls(seat, seen, others, || format!("Seat {seat} called the round: the total of its row is probably low."));
    }
}
