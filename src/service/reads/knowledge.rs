//! What one observer knows at one revision, with what was worked out of it for whoever asked.

use std::sync::{Arc, OnceLock};

use serde_json::value::RawValue;

use crate::belief::{Draws, Marginals, Quality, Sampled};
use crate::projection::{Budget, Error, Position};
use crate::rulesets::{AnyGame, Column, Observer, Rejection, Revision};

/// What marginals and a serialised body weigh where nobody has asked for them yet, in bytes.
const ANSWERS: usize = 8 << 10;

/// What one observer knows at one revision. Immutable.
pub struct Knowledge {
    /// Belief and table.
    pub position: Position,
    game: Arc<dyn AnyGame>,
    marginals: OnceLock<Arc<Marginals>>,
    /// What they weigh in bytes: asked for often, and long to work out.
    marginals_weight: OnceLock<usize>,
    body: OnceLock<Arc<RawValue>>,
}

impl Knowledge {
    /// Of a position in a game; under other parameters than the game's own, where they are supposed.
    #[must_use]
    pub fn new(game: &Arc<dyn AnyGame>, position: Position) -> Self {
        Self {
            position,
            game: Arc::clone(game),
            marginals: OnceLock::new(),
            marginals_weight: OnceLock::new(),
            body: OnceLock::new(),
        }
    }

    /// Whose knowledge.
    #[must_use]
    pub fn observer(&self) -> Observer {
        self.position.observer.observer
    }

    /// After which event.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.position.revision()
    }

    /// Whether the marginals were worked out already.
    #[must_use]
    pub fn has_marginals(&self) -> bool {
        self.marginals.get().is_some()
    }

    /// The distribution of every hidden variable; worked out once.
    pub fn marginals(&self) -> &Arc<Marginals> {
        let Position { table, observer } = &self.position;
        self.marginals.get_or_init(|| Arc::new(self.game.marginals(&observer.belief, &table.table)))
    }

    /// The whole belief as it is served, where somebody asked for it before.
    #[must_use]
    pub fn body(&self) -> Option<Arc<RawValue>> {
        self.body.get().cloned()
    }

    /// The whole belief as it is served; serialised once.
    pub fn serialise(&self, body: impl FnOnce() -> Box<RawValue>) -> Arc<RawValue> {
        Arc::clone(self.body.get_or_init(|| body().into()))
    }

    /// Method and losses, without working out a marginal.
    #[must_use]
    pub fn quality(&self) -> Quality {
        self.game.quality(&self.position.observer.belief, &self.position.table.table)
    }

    /// Draws worlds.
    #[must_use]
    pub fn sample(&self, draws: Draws) -> Sampled<Box<RawValue>> {
        self.game.sample(&self.position.observer.belief, &self.position.table.table, draws)
    }

    /// Draws the same worlds in a further form; `None` where the ruleset has no such form.
    #[must_use]
    pub fn sample_as(&self, form: &str, draws: Draws) -> Option<Sampled<Box<RawValue>>> {
        self.game.sample_as(form, &self.position.observer.belief, &self.position.table.table, draws)
    }

    /// Draws the same worlds as the values of the belief's variables. Those that follow from others are left out, and what a world has
    /// beside them.
    #[must_use]
    pub fn sample_columns(&self, draws: Draws) -> (Sampled<()>, Vec<Column>) {
        let variables = self.marginals().variables.iter().filter(|variable| !variable.derived);
        let ids = variables.map(|variable| variable.id.clone()).collect();
        self.game.sample_columns(&self.position.observer.belief, &self.position.table.table, draws, ids)
    }

    /// Answers one of the game's questions.
    ///
    /// # Errors
    /// Where it is malformed or about something that is not at this table.
    pub fn answer(&self, query: serde_json::Value) -> Result<serde_json::Value, Rejection> {
        self.game.answer(&self.position.observer.belief, &self.position.table.table, query)
    }

    /// May something be worked out of it here and now?
    ///
    /// # Errors
    /// Where nobody waits any more, or the belief is too heavy for this thread.
    pub fn check(&self, budget: &Budget) -> Result<(), Error> {
        budget.check(|| self.position.weigh(&*self.game))
    }

    /// Memory in bytes, without the table: the belief, and what was worked out of it.
    #[must_use]
    pub fn weigh(&self) -> usize {
        let marginals = self.marginals.get().map_or(0, |marginals| *self.marginals_weight.get_or_init(|| marginals.weigh()));
        let body = self.body.get().map_or(0, |body| body.get().len());
        size_of::<Self>() + self.position.weigh(&*self.game) + marginals + body
    }

    /// Memory in bytes of one that is kept by itself, with its table and what will be worked out of it.
    #[must_use]
    pub fn weigh_alone(&self) -> usize {
        let answers = if self.body.get().is_some() { 0 } else { ANSWERS };
        self.weigh() + self.position.table.weigh(&*self.game) + answers
    }
}
