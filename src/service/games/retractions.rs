//! Taking back everything that one key reported of a game.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, json};

use super::append::{AppendAnswer, AppendRequest, EventRequest, Reporter};
use crate::projection::{Log, Meaning, RETRACT};
use crate::rulesets::Revision;
use crate::service::{Error, Service};
use crate::store::LogId;

/// Events that are folded for one append of retractions, about.
const FOLDED: Revision = 1_000_000;

/// Whose events to take back, and why.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RetractionsRequest {
    /// Id of the key that reported wrongly.
    pub reporter: String,
    /// Why: it stands in each retraction, and the referee alone reads it.
    pub reason: String,
}

impl Service {
    /// Takes back every event of a game that one key reported, the newest first, because what came later rests on what came before: as one append,
    /// or where there are more than an append may hold, or the game is long, as several. Asked again, it takes back what was reported since; nothing, where there is
    /// nothing.
    ///
    /// # Errors
    /// Where the key reported nothing in this game; or as [`Service::append`]: where others reported what can then not be. Of several appends those
    /// before it stand.
    pub async fn retract_reported(
        self: &Arc<Self>,
        log: LogId,
        id: &str,
        request: RetractionsRequest,
        by: Reporter,
    ) -> Result<AppendAnswer, Error> {
        let (mut taken_back, mut notices) = (Vec::new(), Vec::new());
        loop {
            match self.retract_as_of_now(log, id, &request, by.clone()).await {
                // Something was appended meanwhile: perhaps by that key.
                Err(Error::Moved { .. }) => {}
                Ok((answer, more)) => {
                    taken_back.extend(answer.appended);
                    notices.extend(answer.notices);
                    if !more {
                        return Ok(AppendAnswer { appended: taken_back, notices, ..answer });
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// One append of it, and whether more is left.
    async fn retract_as_of_now(
        self: &Arc<Self>,
        log: LogId,
        id: &str,
        request: &RetractionsRequest,
        by: Reporter,
    ) -> Result<(AppendAnswer, bool), Error> {
        let game = self.game(log, id).await?;
        let whole = self.whole_log(&game).await?;
        let head = whole.next().saturating_sub(1);
        let reported = reported(&whole, &request.reporter);
        if reported.is_empty() {
            return Err(Error::malformed("/reporter", format!("key {:?} reported no event of this game", request.reporter)));
        }
        let taken_back: BTreeSet<Revision> = whole.retractions(head).map(|(_, target)| target).collect();
        let retract = |revision: &Revision| EventRequest {
            // An id that can be guessed could be taken by whoever wants to keep this from being recorded.
            id: None,
            r#type: RETRACT.to_owned(),
            time: None,
            data: Map::from_iter([("revision".to_owned(), json!(revision)), ("reason".to_owned(), json!(request.reason))]),
        };
        // The newest first: an event before them may be one that they rest on.
        let left: Vec<&Revision> = reported.iter().rev().filter(|revision| !taken_back.contains(revision)).collect();
        // Each costs a fold of the game: in a long one fewer are judged together, so that what was done stands when the time is over.
        let most = (FOLDED / head.max(1)).clamp(1, self.limits.events_per_append as Revision);
        let most = usize::try_from(most).unwrap_or(1);
        let more = left.len() > most;
        let events: Vec<EventRequest> = left.into_iter().take(most).map(retract).collect();
        if events.is_empty() {
            let game = game.id().to_owned();
            return Ok((AppendAnswer { game, revision: head, appended: Vec::new(), belief: None, notices: Vec::new() }, false));
        }
        let if_match = Some(vec![head]);
        let append = AppendRequest { events, place: Some(""), if_match, observer: None, with_belief: false, reporter: by };
        Ok((self.append(log, id, append).await?, more))
    }
}

/// The events that a key reported and that can be taken back, in their order.
fn reported(log: &Log, reporter: &str) -> Vec<Revision> {
    let takes_back = |meaning: &Meaning| !matches!(meaning, Meaning::Opening(_) | Meaning::Retraction(_));
    let of_it = log.entries().filter(|(_, entry)| entry.reporter.as_deref() == Some(reporter) && takes_back(&entry.meaning));
    of_it.map(|(revision, _)| revision).collect()
}
