//! What was true after each event, as the whole log says it in the end: what beliefs are held against.

use std::sync::Arc;

use serde::Serialize;

use crate::projection::Script;
use crate::projection::score::{Truth, in_the_end};
use crate::rulesets::Revision;
use crate::service::{Error, Game, Service};

/// Events of the longest game of which the truth is worked out: all of it is in memory at once, some kilobytes an event.
const LONGEST: Revision = 5_000;

/// What was true, as far as the log shows it: cards that were played, dice that were lifted, what the referee reported.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct TruthAnswer {
    /// The game.
    pub game: String,
    /// As of which event the log says so.
    pub revision: Revision,
    /// In the order of the events: those after which something else was true, or known to be.
    pub items: Vec<TruthChange>,
}

/// What became true with an event, beside what was true before it.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
pub struct TruthChange {
    /// After which event.
    pub revision: Revision,
    /// The true value of each variable that has another one than before.
    pub values: std::collections::BTreeMap<String, String>,
    /// Variables that are no more, or of which nothing is known any more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
}

/// Refuses games that are too long.
///
/// # Errors
/// Where more than 5,000 events follow the opening.
pub fn check_truth_length(head: Revision) -> Result<(), Error> {
    if head > LONGEST {
        let detail = format!("the truth is worked out of games of up to {LONGEST} events; this one has {head}");
        return Err(Error::Parameter { name: "truth", detail });
    }
    Ok(())
}

impl Service {
    /// What was true after each event of a game, written as changes.
    ///
    /// # Errors
    /// Where the game is too long, or cannot be folded.
    pub async fn truth(&self, game: &Arc<Game>, head: Revision) -> Result<TruthAnswer, Error> {
        let truths = self.truths(game, head).await?;
        let nothing = Truth::new();
        let before = std::iter::once(&nothing).chain(truths.iter());
        let changes = (1..).zip(before.zip(truths.iter())).map(|(revision, (before, after))| TruthChange {
            revision,
            values: after
                .iter()
                .filter(|(id, value)| before.get(*id) != Some(*value))
                .map(|(id, value)| (id.clone(), value.clone()))
                .collect(),
            gone: before.keys().filter(|id| !after.contains_key(*id)).cloned().collect(),
        });
        let items = changes.filter(|change| !change.values.is_empty() || !change.gone.is_empty()).collect();
        Ok(TruthAnswer { game: game.id().to_owned(), revision: head, items })
    }

    /// What was true after each event, by its revision less one.
    pub(super) async fn truths(&self, game: &Arc<Game>, as_of: Revision) -> Result<Arc<[Truth]>, Error> {
        check_truth_length(as_of)?;
        let log = self.whole_log(game).await?;
        let shared = Arc::clone(game);
        let truths = self.work(false, move |budget| {
            let script = Script::of(&log, as_of);
            Ok(in_the_end(&shared.opened, &script, &|_| true, budget)?)
        });
        Ok(truths.await?.into())
    }
}
