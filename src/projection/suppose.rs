//! The position that would be: without some events, with others. Changes nothing.
//!
//! It is viewed, checked and folded for the observer who asks and for nobody else, so that no answer tells an observer what
//! only others know.

use std::sync::Arc;

use super::judge::locate;
use super::{Budget, Error, FINISH, GameEvent, Log, NOTE, Nobody, OPENING, Outcome, Position, Proposal, RETRACT, Script, Walk};
use crate::rulesets::{AnyGame, Observer, Revision};

/// What should be otherwise.
pub struct Supposition<'a> {
    /// The game, under the parameters that are supposed.
    pub game: &'a Arc<dyn AnyGame>,
    /// Its whole log.
    pub log: &'a Log,
    /// After which event.
    pub revision: Revision,
    /// Events that should not have been.
    pub without: &'a [Revision],
    /// Events that should follow.
    pub with: &'a [Proposal],
    /// How much may be done here.
    pub budget: &'a Budget,
}

impl Supposition<'_> {
    /// An observer's position after the last event that is supposed. Events that no longer fit are left out and listed.
    ///
    /// # Errors
    /// Where a revision does not exist, or an event that should follow is malformed or breaks a rule.
    pub fn position(&self, observer: Observer) -> Result<Position, Error> {
        for (index, without) in self.without.iter().enumerate() {
            self.check_without(*without, &format!("/without/{index}"))?;
        }
        let mut script = Script::without(self.log, self.revision, self.without);
        let walk = Walk { game: self.game, script: &script, line: None, budget: self.budget };
        let mut position = walk.to(Position::begin(&**self.game, observer), self.revision, &mut Nobody)?;
        for proposal in self.with {
            let event = self.read(proposal)?;
            let walk = Walk { game: self.game, script: &script, line: None, budget: self.budget };
            let (next, outcome) = walk.over(&position, &event)?;
            if let Outcome::Refused { refusal, .. } = outcome {
                return Err(Error::rejected(&proposal.pointer, refusal.into()));
            }
            script.push(Some(event));
            position = next;
        }
        Ok(position)
    }

    fn check_without(&self, without: Revision, pointer: &str) -> Result<(), Error> {
        if without > self.revision {
            let detail = format!("revision {without} is after revision {}, where this begins", self.revision);
            return Err(Error::malformed(pointer, detail));
        }
        if without == 0 {
            return Err(Error::malformed(pointer, "there is no belief without the opening"));
        }
        Ok(())
    }

    fn read(&self, proposal: &Proposal) -> Result<GameEvent, Error> {
        let (kind, place) = (proposal.kind.as_str(), proposal.pointer.as_str());
        if [OPENING, RETRACT, NOTE, FINISH].contains(&kind) {
            return Err(Error::malformed(format!("{place}/type"), "only an event of the ruleset can be supposed"));
        }
        let event = self.game.read(kind, &proposal.payload).map_err(|malformed| locate(place, malformed.into()))?;
        Ok(GameEvent { kind: kind.into(), event })
    }
}
