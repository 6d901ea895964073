//! Folding a game without a server: what simulated players, studies and tests do.

use super::{Change, Conduct, Observer, Opening, Posterior, PublicTable, Refusal, Revision, Ruleset};
use crate::belief::{Contradiction, Draws, Evidence, Marginals, Quality, Sampled};

/// One observer's belief and the public table that it stands on, folded together event by event.
///
/// A server folds the table once for all observers; this folds it once for this one.
#[derive(Clone)]
pub struct Watch<'a, R: Ruleset> {
    /// The game.
    pub opening: &'a Opening<R>,
    /// Whose belief.
    pub observer: Observer,
    /// The public table.
    pub table: R::Table,
    /// What the observer believes.
    pub belief: R::Belief,
    /// Revision of the last event; 0 before the first.
    pub at: Revision,
}

impl<'a, R: Ruleset> Watch<'a, R> {
    /// Before the first event.
    #[must_use]
    pub fn new(opening: &'a Opening<R>, observer: Observer) -> Self {
        Self { opening, observer, table: R::Table::new(opening), belief: R::Belief::prior(opening, observer, 1), at: 0 }
    }

    /// Asks the rules whether an event may happen now.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check(&self, event: &R::Event) -> Result<(), Refusal> {
        self.table.check(event)
    }

    /// Takes an event in, whole as the referee sees it, and gives what it settled. The rules are not asked.
    ///
    /// # Errors
    /// Where no world is left; nothing has changed then.
    pub fn see(&mut self, event: &R::Event, evidence: &mut Evidence) -> Result<Vec<Conduct>, Contradiction> {
        let at = self.at + 1;
        let (after, settled) = match R::view(self.opening, event, Observer::Public) {
            Some(view) => self.table.clone().advance(&view),
            None => (self.table.clone(), Vec::new()),
        };
        match R::view(self.opening, event, self.observer) {
            Some(view) => {
                let change = Change { view: &*view, at, before: &self.table, after: &after };
                self.belief = self.belief.update(&change, evidence)?;
            }
            None => self.belief.table_moved(),
        }
        (self.table, self.at) = (after, at);
        Ok(settled)
    }

    /// The distribution of every hidden variable.
    #[must_use]
    pub fn marginals(&self) -> Marginals {
        self.belief.marginals(&self.table)
    }

    /// Method and losses.
    #[must_use]
    pub fn quality(&self) -> Quality {
        self.belief.quality(&self.table)
    }

    /// Draws whole worlds.
    #[must_use]
    pub fn sample(&self, draws: Draws) -> Sampled<R::World> {
        self.belief.sample(&self.table, draws)
    }

    /// Natural logarithm of a world's probability; -inf where it is ruled out.
    #[must_use]
    pub fn ln_probability(&self, world: &R::World) -> f64 {
        self.belief.ln_probability(&self.table, world)
    }

    /// Answers one of the game's questions.
    ///
    /// # Errors
    /// Where it is about something that is not at this table.
    pub fn answer(&self, query: &R::Query) -> Result<R::Answer, Refusal> {
        R::answer(&self.belief, &self.table, query)
    }
}
