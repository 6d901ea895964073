//! What a fold plays: the events of a log as its retractions leave them, and hypothetical ones after them.

use std::collections::BTreeMap;

use super::{Error, GameEvent, Log, Meaning};
use crate::rulesets::Revision;

/// The events that a fold plays, as of one revision.
///
/// A retraction counts from its own revision on: the belief at an earlier revision stays what it was then.
#[derive(Clone)]
pub struct Script {
    log: Log,
    end: Revision,
    replaced: BTreeMap<Revision, Option<GameEvent>>,
    after: Vec<Option<GameEvent>>,
}

impl Script {
    /// What stands in the log up to a revision.
    #[must_use]
    pub fn of(log: &Log, end: Revision) -> Self {
        Self::without(log, end, &[])
    }

    /// The same as if some events had never been; where one of them is a retraction, its target stands again.
    #[must_use]
    pub fn without(log: &Log, end: Revision, missing: &[Revision]) -> Self {
        let mut script = Self { log: log.clone(), end, replaced: BTreeMap::new(), after: Vec::new() };
        for (at, _) in log.retractions(end) {
            // A retraction from before the events in memory concerns events from before them too.
            if !missing.contains(&at)
                && let Some(Meaning::Retraction(retraction)) = log.entry(at).map(|entry| &entry.meaning)
            {
                script.replace(retraction.revision, retraction.instead.clone());
            }
        }
        for revision in missing {
            script.replace(*revision, None);
        }
        script
    }

    /// The log that it was made of.
    #[must_use]
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// Puts another event in the place of one, or none.
    pub fn replace(&mut self, revision: Revision, instead: Option<GameEvent>) {
        self.replaced.insert(revision, instead);
    }

    /// Adds an event after the last; `None` for one that means nothing to a fold.
    pub fn push(&mut self, event: Option<GameEvent>) {
        self.after.push(event);
    }

    /// Revision of the last event, those after the log included.
    #[must_use]
    pub fn last(&self) -> Revision {
        self.end + self.after.len() as Revision
    }

    /// What is played at a revision; `None` where nothing is.
    ///
    /// # Errors
    /// [`Error::NeedsLog`] where the event is not in memory.
    pub fn event(&self, revision: Revision) -> Result<Option<&GameEvent>, Error> {
        if let Some(instead) = self.replaced.get(&revision) {
            return Ok(instead.as_ref());
        }
        if revision > self.end {
            let place = usize::try_from(revision - self.end - 1).unwrap_or(usize::MAX);
            return Ok(self.after.get(place).and_then(Option::as_ref));
        }
        match &self.log.entry(revision).ok_or(Error::NeedsLog)?.meaning {
            Meaning::Event(event) => Ok(Some(event)),
            Meaning::Opening(_) | Meaning::Retraction(_) | Meaning::Note(_) | Meaning::Finish => Ok(None),
        }
    }
}
