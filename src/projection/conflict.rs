//! Conflicting evidence: the events that stand against one that cannot be.

use std::collections::BTreeSet;

use super::{Error, Position, Timeline, Walk};
use crate::rulesets::{Observer, Revision};

/// How many conflicting events a refusal names at most, the newest first.
const CONFLICTS: usize = 20;

impl Walk<'_> {
    /// The events up to a revision that stand against a contradicted one: those that changed which values the variables in question can
    /// have, back to where each was last certain; the opening, where none did. Ascending.
    ///
    /// # Errors
    /// Where the budget is spent, or events are not in memory.
    pub fn conflicting(&self, observer: Observer, until: Revision, variables: &[String]) -> Result<Vec<Revision>, Error> {
        let mut timeline = Timeline::default();
        self.to(Position::begin(&**self.game, observer), until, &mut timeline)?;
        let mut revisions = BTreeSet::new();
        for variable in variables {
            let about =
                timeline.0.iter().rev().filter_map(|timed| {
                    Some((timed.revision, timed.piece.before.get(variable)?, timed.piece.after.get(variable)?))
                });
            for (revision, before, after) in about {
                // A probability that only moved contradicts nothing: what cannot be follows from what can.
                if !before.keys().eq(after.keys()) {
                    revisions.insert(revision);
                }
                if after.len() == 1 {
                    revisions.insert(revision);
                    break;
                }
            }
        }
        if revisions.is_empty() {
            revisions.insert(0);
        }
        let skip = revisions.len().saturating_sub(CONFLICTS);
        Ok(revisions.into_iter().skip(skip).collect())
    }
}
