//! Taking back everything that one key reported of a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use tokio::time::Instant;

use super::append::{AppendAnswer, AppendRequest, EventRequest, Reporter};
use crate::projection::{Entry, GameEvent, Log, Meaning, RETRACT};
use crate::rulesets::{Observer, Revision};
use crate::service::{Error, Game, Service};
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
    /// or where there are more than an append may hold, or the game is long, as several. Where the key had taken events of others back, these stand again, or what
    /// others had put in their place; but a note or an end that it took back cannot. Asked again, it takes back what was reported since; nothing, where there is
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
        answer_by: Instant,
    ) -> Result<AppendAnswer, Error> {
        let (mut taken_back, mut notices) = (Vec::new(), Vec::new());
        loop {
            match self.retract_as_of_now(log, id, &request, by.clone(), answer_by).await {
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
        answer_by: Instant,
    ) -> Result<(AppendAnswer, bool), Error> {
        let game = self.game(log, id).await?;
        let whole = self.whole_log(&game).await?;
        let head = whole.next().saturating_sub(1);
        let wrong = wrong(&game, &whole, &request.reporter);
        let Some(wrong) = wrong else {
            return Err(Error::malformed("/reporter", format!("key {:?} reported no event of this game", request.reporter)));
        };
        let retract = |(revision, instead): (Revision, Option<Value>)| {
            let mut data =
                Map::from_iter([("revision".to_owned(), json!(revision)), ("reason".to_owned(), json!(request.reason))]);
            data.extend(instead.map(|instead| ("instead".to_owned(), instead)));
            // An id that can be guessed could be taken by whoever wants to keep this from being recorded.
            EventRequest { id: None, r#type: RETRACT.to_owned(), time: None, data }
        };
        // Each costs a fold of the game: in a long one fewer are judged together, so that what was done stands when the time is over.
        let most = (FOLDED / head.max(1)).clamp(1, self.limits.events_per_append as Revision);
        let most = usize::try_from(most).unwrap_or(1);
        let more = wrong.len() > most;
        // The newest first: an event before them may be one that they rest on.
        let events: Vec<EventRequest> = wrong.into_iter().rev().take(most).map(retract).collect();
        if events.is_empty() {
            let game = game.id().to_owned();
            return Ok((AppendAnswer { game, revision: head, appended: Vec::new(), belief: None, notices: Vec::new() }, false));
        }
        let if_match = Some(vec![head]);
        let append = AppendRequest { events, place: None, if_match, observer: None, with_belief: false, reporter: by };
        Ok((self.append(log, id, append, answer_by).await?, more))
    }
}

/// What stands at the place of an event, as an `instead` would say it; `None` where nothing does.
type Standing = Option<Value>;

/// The places of the script that are not as they would be had a key reported nothing, each with what would stand there. `None` where it reported nothing.
fn wrong(game: &Game, log: &Log, reporter: &str) -> Option<BTreeMap<Revision, Standing>> {
    let of_it = |entry: &Entry| entry.reporter.as_deref() == Some(reporter);
    if !log.entries().any(|(revision, entry)| revision > 0 && of_it(entry)) {
        return None;
    }
    let said = |event: &GameEvent| json!({"type": &*event.kind, "data": game.opened.view(&event.event, Observer::Referee)});
    // Of each event that the key reported or that was taken back: what stands there, and what would.
    let mut places: BTreeMap<Revision, [Standing; 2]> = BTreeMap::new();
    for (revision, entry) in log.entries() {
        match &entry.meaning {
            Meaning::Retraction(retraction) => {
                let stands = retraction.instead.as_ref().map(said);
                let place = places.entry(retraction.revision).or_insert_with(|| {
                    let original = log.entry(retraction.revision).and_then(|entry| itself(&entry.meaning, said));
                    [original.clone(), original]
                });
                if !of_it(entry) {
                    place[1].clone_from(&stands);
                }
                place[0] = stands;
            }
            Meaning::Opening(_) => {}
            meaning if of_it(entry) => _ = places.insert(revision, [itself(meaning, said), None]),
            _ => {}
        }
    }
    let is_wrong = |(_, [stands, would]): &(Revision, [Standing; 2])| stands != would;
    // A note or an end cannot stand in the place of anything.
    let can_stand = |(_, [_, would]): &(Revision, [Standing; 2])| would.as_ref().is_none_or(Value::is_object);
    let wrong = places.into_iter().filter(is_wrong).filter(can_stand);
    Some(wrong.map(|(revision, [_, would])| (revision, would)).collect())
}

/// What an event that was not taken back is at its place; of a note or an end nothing that could be said again.
fn itself(meaning: &Meaning, said: impl Fn(&GameEvent) -> Value) -> Standing {
    Some(if let Meaning::Event(event) = meaning { said(event) } else { Value::Null })
}
