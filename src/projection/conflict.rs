//! Conflicting evidence: the events that stand against one that cannot be.

use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;

use super::{Error, Position, Visit, Visitor, Walk};
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
        let mut standing = Standing(variables.iter().map(|variable| (variable.as_str(), VecDeque::new())).collect());
        self.to(Position::begin(&**self.game, observer), until, &mut standing)?;
        let mut revisions: BTreeSet<Revision> = standing.0.into_iter().flat_map(|(_, revisions)| revisions).collect();
        if revisions.is_empty() {
            revisions.insert(0);
        }
        let skip = revisions.len().saturating_sub(CONFLICTS);
        Ok(revisions.into_iter().skip(skip).collect())
    }
}

/// The newest events that changed which values each variable can have, from where it was last certain on, ascending. No more of the game is kept
/// than that, however long it is.
struct Standing<'v>(Vec<(&'v str, VecDeque<Revision>)>);

impl Visitor for Standing<'_> {
    fn wants_evidence(&self) -> bool {
        true
    }

    fn visit(&mut self, visit: Visit<'_>) -> ControlFlow<()> {
        let revision = visit.position.revision();
        for piece in &visit.pieces {
            for (variable, revisions) in &mut self.0 {
                let (Some(before), Some(after)) = (piece.before.get(*variable), piece.after.get(*variable)) else { continue };
                let is_certain = after.len() == 1;
                // A probability that only moved contradicts nothing: what cannot be follows from what can.
                if !is_certain && before.keys().eq(after.keys()) {
                    continue;
                }
                if is_certain {
                    revisions.clear();
                }
                if revisions.back() != Some(&revision) {
                    revisions.push_back(revision);
                }
                if revisions.len() > CONFLICTS {
                    revisions.pop_front();
                }
            }
        }
        ControlFlow::Continue(())
    }
}
