//! Folding a game without a server: what simulated players, studies and tests do.

use std::sync::Arc;

use serde_json::Value;
use serde_json::value::RawValue;

use super::{
    AnyBelief, AnyEvent, AnyGame, AnyTable, Change, Conduct, Happened, Malformed, Observer, Opening, Posterior, PublicTable,
    Refusal, Rejection, Revision, Ruleset, Unreadable,
};
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
        R::check(&self.table, event)
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
                self.belief = R::update(&self.belief, &change, evidence)?;
            }
            None => self.belief.table_moved(),
        }
        (self.table, self.at) = (after, at);
        Ok(settled)
    }

    /// The table takes an event that the belief contradicts, and the belief leaves it out.
    pub fn leave_out(&mut self, event: &R::Event) {
        self.at += 1;
        if let Some(view) = R::view(self.opening, event, Observer::Public) {
            let (after, _) = self.table.clone().advance(&view);
            self.belief.left_out(&Change { view: &*view, at: self.at, before: &self.table, after: &after });
            self.table = after;
        }
    }

    /// The distribution of every hidden variable.
    #[must_use]
    pub fn marginals(&self) -> Marginals {
        R::marginals(&self.belief, &self.table)
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

/// The same with a game whose types are erased. Immutable: an event gives a successor.
#[derive(Clone)]
pub struct AnyWatch {
    game: Arc<dyn AnyGame>,
    observer: Observer,
    table: AnyTable,
    belief: AnyBelief,
    at: Revision,
}

impl AnyWatch {
    /// Before the first event.
    #[must_use]
    pub fn new(game: &Arc<dyn AnyGame>, observer: Observer) -> Self {
        Self { game: Arc::clone(game), observer, table: game.table(), belief: game.prior(observer, 1), at: 0 }
    }

    /// After an event. The rules are not asked.
    ///
    /// # Errors
    /// Where no world is left.
    pub fn see(&self, event: &AnyEvent, evidence: &mut Evidence) -> Result<Self, Contradiction> {
        let at = self.at + 1;
        let (after, _) = self.game.advance(&self.table, event);
        let happened = Happened { observer: self.observer, event, at, before: &self.table, after: &after };
        let belief = self.game.update(&self.belief, &happened, evidence)?;
        Ok(Self { table: after, belief, at, ..self.clone() })
    }

    /// Asks the rules whether an event may happen now.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check(&self, event: &AnyEvent) -> Result<(), Refusal> {
        self.game.check(&self.table, event)
    }

    /// What an event settles about how seats behave.
    #[must_use]
    pub fn settles(&self, event: &AnyEvent) -> Vec<Conduct> {
        self.game.advance(&self.table, event).1
    }

    /// Memory in bytes: of the table, then of the belief.
    #[must_use]
    pub fn weigh(&self) -> [usize; 2] {
        [self.game.weigh_table(&self.table), self.game.weigh_belief(&self.belief, &self.table)]
    }

    /// After an event that the belief left out and the table did not.
    #[must_use]
    pub fn leave_out(&self, event: &AnyEvent) -> Self {
        let (at, after) = (self.at + 1, self.game.advance(&self.table, event).0);
        let happened = Happened { observer: self.observer, event, at, before: &self.table, after: &after };
        let belief = self.game.left_out(&self.belief, &happened);
        Self { table: after, belief, at, ..self.clone() }
    }

    /// The same, frozen and thawed: as it would be read from a snapshot.
    ///
    /// # Errors
    /// Where it does not thaw.
    pub fn thawed(&self) -> Result<Self, Unreadable> {
        let table = self.game.thaw_table(&self.game.freeze_table(&self.table))?;
        let belief = self.game.thaw_belief(self.observer, 1, &self.game.freeze_belief(&self.belief))?;
        Ok(Self { table, belief, ..self.clone() })
    }

    /// What a snapshot would hold of it: table, then belief.
    #[must_use]
    pub fn frozen(&self) -> [Vec<u8>; 2] {
        [self.game.freeze_table(&self.table), self.game.freeze_belief(&self.belief)]
    }

    /// The distribution of every hidden variable.
    #[must_use]
    pub fn marginals(&self) -> Marginals {
        self.game.marginals(&self.belief, &self.table)
    }

    /// Method and losses.
    #[must_use]
    pub fn quality(&self) -> Quality {
        self.game.quality(&self.belief, &self.table)
    }

    /// Draws whole worlds, as JSON text.
    #[must_use]
    pub fn sample(&self, draws: Draws) -> Sampled<Box<RawValue>> {
        self.game.sample(&self.belief, &self.table, draws)
    }

    /// Answers a question of the game, an object with a `type`.
    ///
    /// # Errors
    /// Where it is malformed, or about something that is not at this table.
    pub fn answer(&self, query: Value) -> Result<Value, Rejection> {
        self.game.answer(&self.belief, &self.table, query)
    }

    /// Natural logarithm of a world's probability; -inf where it is ruled out.
    ///
    /// # Errors
    /// Where the world is malformed.
    pub fn ln_probability(&self, world: Value) -> Result<f64, Malformed> {
        self.game.ln_probability(&self.belief, &self.table, world)
    }
}
