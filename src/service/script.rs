//! What a fold plays: the events of a game as its retractions leave them, and hypothetical ones behind them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::game::{Body, Game, Play};
use crate::rulesets::Revision;

/// The plays of a game as of one revision.
///
/// A retraction counts from its own revision on: the belief at an earlier revision stays what it was then.
#[derive(Clone)]
pub struct Script<'a> {
    game: &'a Game,
    /// The last revision taken from the log.
    pub end: Revision,
    replaced: BTreeMap<Revision, Option<Arc<Play>>>,
    behind: Vec<Option<Arc<Play>>>,
}

impl<'a> Script<'a> {
    /// What stands in the log up to a revision.
    #[must_use]
    pub fn of(game: &'a Game, end: Revision) -> Self {
        Self::without(game, end, &[])
    }

    /// The same as if some events had never been; where one of them is a retraction, its target stands again.
    #[must_use]
    pub fn without(game: &'a Game, end: Revision, missing: &[Revision]) -> Self {
        let mut script = Self { game, end, replaced: BTreeMap::new(), behind: Vec::new() };
        for (at, retraction) in game.retractions(end) {
            if !missing.contains(&at) {
                script.replace(retraction.revision, retraction.instead);
            }
        }
        for revision in missing {
            script.replace(*revision, None);
        }
        script
    }

    /// Puts another event in the place of one, or none.
    pub fn replace(&mut self, revision: Revision, instead: Option<Arc<Play>>) {
        self.replaced.insert(revision, instead);
    }

    /// Adds an event behind the last; `None` for one that means nothing to a fold.
    pub fn push(&mut self, play: Option<Arc<Play>>) {
        self.behind.push(play);
    }

    /// Revision of the last event, those behind the log counted on.
    #[must_use]
    pub fn last(&self) -> Revision {
        self.end + self.behind.len() as Revision
    }

    /// What is played at a revision; `None` where nothing is.
    #[must_use]
    pub fn play(&self, revision: Revision) -> Option<Arc<Play>> {
        if let Some(instead) = self.replaced.get(&revision) {
            return instead.clone();
        }
        if revision > self.end {
            return self.behind.get(usize::try_from(revision - self.end - 1).ok()?)?.clone();
        }
        match &self.game.event(revision)?.body {
            Body::Play(play) => Some(Arc::clone(play)),
            Body::Opening | Body::Retract(_) | Body::Note | Body::Finish => None,
        }
    }
}
