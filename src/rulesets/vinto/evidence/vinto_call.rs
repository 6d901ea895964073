//! `vinto_call`: a seat called the round, so the total of its row is probably low. A factor on the sum, not on single cards: cards that
//! the caller never saw count for it what an unknown card counts, and the call says nothing of them. What it says of the
//! way in which the seat plays is left out: to work out what total was expected would cost a whole posterior, and the round is nearly over.

use crate::rulesets::Seat;
use crate::rulesets::vinto::belief::Call;
use crate::rulesets::vinto::fold::Updating;
use crate::rulesets::vinto::instance::Instance;

impl Updating<'_> {
    /// A seat called the round.
    pub(in crate::rulesets::vinto) fn called(&mut self, seat: Seat) {
        let table = self.now.table;
        let (cards, others): (Vec<Instance>, Vec<Instance>) =
            table.row(seat).iter().copied().partition(|card| table.has_seen(seat, *card));
        let unknown = u8::try_from(others.len()).unwrap_or(u8::MAX);
        let call = Call { seat, cards, unknown };
        self.calls(call, || format!("Seat {seat} called the round: the total of its row is probably low."));
    }
}
