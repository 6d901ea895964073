//! The public table of a game at one revision: one for all observers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Growing, ObserverState};
use crate::rulesets::{AnyGame, AnyTable, Conduct, Revision};

/// An event that a fold left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Which event; after the log, a hypothetical one.
    pub revision: Revision,
    /// Its type.
    pub kind: Arc<str>,
    /// Why it could not be taken.
    pub detail: Arc<str>,
}

/// Whether an event is in a list of those left out, which is in the order of revisions.
pub(super) fn find(list: &Growing<LeftOut>, revision: Revision) -> Option<&LeftOut> {
    list.get(list.partition_point(|left_out| left_out.revision < revision)).filter(|left_out| left_out.revision == revision)
}

/// The public table at a revision. Immutable.
#[derive(Clone)]
pub struct TableState {
    /// After which event.
    pub revision: Revision,
    /// The table.
    pub table: AnyTable,
    /// What the event of this revision settled about how seats behave.
    pub settled: Arc<[Conduct]>,
    /// Events that the spectator's belief could not take, and those that break a rule where they stand: they moved no table.
    pub left_out: Growing<LeftOut>,
    /// The spectator's belief, in the tables of an observer who could not take some event, or was folded again: from then on the spectator must be asked
    /// whether the table moves.
    pub spectator: Option<Arc<ObserverState>>,
}

impl TableState {
    /// Before the first event.
    #[must_use]
    pub fn begin(game: &dyn AnyGame) -> Self {
        Self { revision: 0, table: game.table(), settled: Arc::default(), left_out: Growing::default(), spectator: None }
    }

    /// After an event that means nothing to a fold.
    #[must_use]
    pub fn passed(&self) -> Self {
        let spectator = self.spectator.as_ref().map(|spectator| Arc::new(spectator.passed()));
        Self { revision: self.revision + 1, settled: Arc::default(), spectator, ..self.clone() }
    }

    /// After an event that moved it.
    pub(super) fn moved(&self, table: AnyTable, settled: Arc<[Conduct]>, spectator: Option<Arc<ObserverState>>) -> Self {
        Self { revision: self.revision + 1, table, settled, left_out: self.left_out.clone(), spectator }
    }

    /// After an event that was left out.
    pub(super) fn leaving_out(&self, left_out: LeftOut, spectator: Option<Arc<ObserverState>>) -> Self {
        let mut next = Self { spectator, ..self.passed() };
        next.left_out.push(left_out);
        next
    }

    /// Whether the event of this revision was left out, and why.
    #[must_use]
    pub fn left_out_here(&self) -> Option<&LeftOut> {
        self.left_out.last().filter(|left_out| left_out.revision == self.revision)
    }

    /// Approximate memory in bytes.
    #[must_use]
    pub fn weigh(&self, game: &dyn AnyGame) -> usize {
        let spectator = self.spectator.as_ref().map_or(0, |spectator| spectator.weigh(game, &self.table));
        size_of::<Self>() + game.weigh_table(&self.table) + 128 * self.left_out.len() + spectator
    }
}

/// Revisions that a line keeps: observers that are read move by move are at most a few moves apart.
pub(super) const KEPT: usize = 64;

/// The tables of a script's latest revisions: whoever folds an observer over them first leaves them for the others.
#[derive(Default)]
pub struct Line(Mutex<BTreeMap<Revision, Arc<TableState>>>);

impl Line {
    /// The table at a revision.
    #[must_use]
    pub fn get(&self, revision: Revision) -> Option<Arc<TableState>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&revision).cloned()
    }

    /// Keeps a table, and forgets the oldest where there are too many. Gives the one that stands, which may be another's of equal content: one
    /// with a spectator rather than one without.
    pub fn keep(&self, state: Arc<TableState>) -> Arc<TableState> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let standing = kept.entry(state.revision).or_insert_with(|| Arc::clone(&state));
        if standing.spectator.is_none() && state.spectator.is_some() {
            *standing = state;
        }
        let state = Arc::clone(standing);
        if kept.len() > KEPT {
            kept.pop_first();
        }
        state
    }

    /// Approximate memory in bytes: each table is taken for one like the newest, so that little has to be looked at.
    #[must_use]
    pub fn weigh(&self, game: &dyn AnyGame) -> usize {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.last_key_value().map_or(0, |(_, newest)| kept.len() * newest.weigh(game))
    }
}
