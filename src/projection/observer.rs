//! One observer's belief at one revision, and the position that it makes together with the table.

use std::sync::Arc;

use super::{Growing, LeftOut, TableState};
use crate::rulesets::{AnyBelief, AnyGame, AnyTable, Observer, Revision};

/// How much wider the caps of a belief are when it is folded again.
pub(super) const WIDENING: u32 = 10;

/// What one observer believes at one revision. Immutable.
#[derive(Clone)]
pub struct ObserverState {
    /// Whose belief.
    pub observer: Observer,
    /// After which event.
    pub revision: Revision,
    /// The belief, over the table of the same revision.
    pub belief: AnyBelief,
    /// Events that it could not take, and those that the spectator left out.
    pub left_out: Growing<LeftOut>,
    /// What the caps on tracked worlds are multiplied by: 1, until a belief that had dropped mass was folded again.
    pub widening: u32,
}

impl ObserverState {
    /// Before the first event.
    #[must_use]
    pub fn begin(game: &dyn AnyGame, observer: Observer, widening: u32) -> Self {
        let belief = game.prior(observer, widening);
        Self { observer, revision: 0, belief, left_out: Growing::default(), widening }
    }

    /// After an event that means nothing to it.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { revision: self.revision + 1, ..self.clone() }
    }

    /// After an event that it took.
    pub(super) fn took(&self, belief: AnyBelief) -> Self {
        Self { belief, ..self.passed() }
    }

    /// After an event that it left out.
    pub(super) fn leaving_out(&self, left_out: LeftOut) -> Self {
        let mut next = self.passed();
        next.left_out.push(left_out);
        next
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self, game: &dyn AnyGame, table: &AnyTable) -> usize {
        size_of::<Self>() + game.weigh_belief(&self.belief, table) + 128 * self.left_out.len()
    }
}

/// An observer's belief and the table that it stands on, at the same revision.
#[derive(Clone)]
pub struct Position {
    /// The public table.
    pub table: Arc<TableState>,
    /// The belief.
    pub observer: Arc<ObserverState>,
}

impl Position {
    /// Before the first event.
    #[must_use]
    pub fn begin(game: &dyn AnyGame, observer: Observer) -> Self {
        Self { table: Arc::new(TableState::begin(game)), observer: Arc::new(ObserverState::begin(game, observer, 1)) }
    }

    /// After which event.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.observer.revision
    }

    /// After an event that means nothing to a fold.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { table: Arc::new(self.table.passed()), observer: Arc::new(self.observer.passed()) }
    }

    /// Approximate memory of the belief in bytes; the table is others' too.
    #[must_use]
    pub fn weigh(&self, game: &dyn AnyGame) -> usize {
        self.observer.weigh(game, &self.table.table)
    }
}
