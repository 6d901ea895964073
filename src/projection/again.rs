//! What evidence says of a belief that is begun again, or that left an event out: what it was, and what it is.

use crate::belief::{Evidence, EvidenceRecorder, Marginal, Source};
use crate::rulesets::{AnyBelief, AnyGame, AnyTable, EvidenceType};

/// Why a belief was folded again.
pub(super) const FOLDED_AGAIN: &str =
    "No tracked world allows this event, and worlds had been lost: the log was folded again with more room.";

/// Why a belief began again.
pub(super) const RESTARTED: &str = "No tracked world allows this event: the belief begins again from the public counts.";

/// Why a belief moved at an event that it did not take.
pub(super) const LEFT_OUT: &str =
    "By what was known this cannot be, so that it was left out; what it moved at the table counts all the same.";

/// A belief, and the table that it stands on.
pub(super) type Standing<'a> = (&'a AnyBelief, &'a AnyTable);

/// Records that one belief stands where another stood, as far as their distributions differ.
pub(super) fn record(evidence: &mut Evidence, game: &dyn AnyGame, [was, is]: [Standing<'_>; 2], kind: &EvidenceType, why: &str) {
    let [was, is] = [was, is].map(|(belief, table)| Seen { game, belief, table });
    EvidenceRecorder::new(evidence, &was, Seen::frame, kind.name, Source::Game).moved(&is, || why.to_owned());
}

/// What all distributions are read from.
struct Seen<'a> {
    game: &'a dyn AnyGame,
    belief: &'a AnyBelief,
    table: &'a AnyTable,
}

impl Seen<'_> {
    fn frame(&self) -> Vec<Marginal> {
        self.game.marginals(self.belief, self.table).variables
    }
}
