//! Recording events: the only write path.
//!
//! Known ids first, then the expected revision, then the rules, then the judging belief; one append to the log; and only
//! when that is durable does the new head show.

use std::collections::BTreeSet;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tokio::time::Sleep;

use super::beliefs::{FEW_EVENTS, check_observer};
use super::budget::Budget;
use super::following::Following;
use super::game::Game;
use super::judge::{Judged, Judging};
use super::{BeliefRequest, Error, Service};
use crate::rulesets::{Observer, Revision};
use crate::store::{Append, AppendError, CatalogChange, Expected, LogId, NewEvent, Part};

/// How often an append is decided again because another server wrote first.
const ATTEMPTS: usize = 16;
/// Longest event id in bytes.
const ID_BYTES: usize = 128;
/// An event as a client sends it.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EventRequest {
    /// Makes retrying safe: the same id with the same content is answered as it was the first time. Minted if absent.
    #[schema(max_length = 128)]
    pub id: Option<String>,
    /// One of the ruleset's types, or `retract`, `note`, `finish`.
    #[schema(example = "steal")]
    pub r#type: String,
    /// When it happened; the time of recording if absent. Orders nothing.
    #[serde(default, deserialize_with = "read_time")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub time: Option<jiff::Timestamp>,
    /// Its content. Its schema is that of the ruleset.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub data: Map<String, Value>,
}

/// Events to append, all or nothing.
#[derive(Clone, Debug)]
pub struct AppendRequest {
    /// In order; at least one.
    pub events: Vec<EventRequest>,
    /// Whether they came as a list, so that pointers into the request begin with an index.
    pub list: bool,
    /// The revision that the game must be at.
    pub if_match: Option<Revision>,
    /// Whose belief to answer with, and for whom a refusal is written; the spectator, where none is named.
    pub observer: Option<Observer>,
}

/// What became of an append.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct AppendAnswer {
    /// The game.
    pub game: String,
    /// Revision of the last event of the request.
    pub revision: Revision,
    /// One entry an event, in order.
    pub appended: Vec<AppendedEvent>,
    /// The belief of the observer that was asked for, after the last event.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<super::BeliefAnswer>)]
    pub belief: Option<Box<RawValue>>,
}

/// Where an event stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct AppendedEvent {
    /// Its revision.
    pub revision: Revision,
    /// Its id, minted if the client gave none.
    pub id: String,
    /// Whether it was recorded by an earlier request.
    pub duplicate: bool,
}

/// What the log is asked to take, and what the judge knows afterwards.
struct Decided {
    events: Vec<NewEvent>,
    conduct: Vec<Part>,
    judge: Arc<Following>,
    finished: Option<bool>,
}

impl Decided {
    /// One append for the game's events and what they settled. The game's part comes first: where its revision has passed, that
    /// is what is answered.
    fn append(&mut self, game: &Game, head: Revision) -> Append {
        let events = Part { stream: game.stream(), expected: Expected::At(head), events: std::mem::take(&mut self.events) };
        let finished = |finished| CatalogChange::Finished { game: game.id().to_owned(), finished };
        Append {
            log: game.key.0,
            parts: std::iter::once(events).chain(self.conduct.iter().cloned()).collect(),
            catalog: self.finished.map(finished).into_iter().collect(),
        }
    }
}

impl Service {
    /// Appends events to a game. Runs in a task of its own, so that a client who goes away cancels nothing.
    ///
    /// # Errors
    /// Where an event is malformed, refused or contradicted, the expected revision has passed, an id stands for other
    /// content, or the game is finished. Nothing is changed then.
    pub async fn append(self: &Arc<Self>, log: LogId, id: &str, request: AppendRequest) -> Result<AppendAnswer, Error> {
        let (service, id) = (Arc::clone(self), id.to_owned());
        let task = tokio::spawn(async move { service.append_to_end(log, &id, request).await });
        task.await.unwrap_or_else(|failed| match failed.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(Error::Cancelled),
        })
    }

    async fn append_to_end(&self, log: LogId, id: &str, request: AppendRequest) -> Result<AppendAnswer, Error> {
        self.check_size(&request)?;
        let game = self.game(log, id).await?;
        if let Some(observer) = request.observer {
            check_observer(&game, observer)?;
        }
        let request = Arc::new(request);
        // Whatever is not judged by then is given up: a client that was told so must not find it recorded later.
        let mut deadline = pin!(tokio::time::sleep(Duration::from_secs(self.limits.request_seconds)));
        let appended = {
            let _writing = before(deadline.as_mut(), async { Ok(game.writing.lock().await) }).await?;
            self.append_locked(&game, &request, deadline).await?
        };
        let revision = appended.last().map_or(0, |event| event.revision);
        let belief = match request.observer {
            Some(observer) => Some(self.belief_text(&game, observer, revision).await?),
            None => None,
        };
        Ok(AppendAnswer { game: game.id().to_owned(), revision, appended, belief })
    }

    async fn append_locked(
        &self,
        game: &Arc<Game>,
        request: &Arc<AppendRequest>,
        mut deadline: Pin<&mut Sleep>,
    ) -> Result<Vec<AppendedEvent>, Error> {
        // Conduct that stands in a player's stream already: a log that was restored lost the game's events, and not all of it. Each
        // turn of the loop learns of one more, so that it ends.
        let mut standing = BTreeSet::new();
        let mut moved = 0;
        loop {
            let mut appended = known_front(game, request)?;
            if appended.len() == request.events.len() {
                return Ok(appended);
            }
            // Readers may take in what other servers wrote at any time: everything below is decided for this one revision.
            let head = game.head();
            check_expected(head, request, &appended)?;
            let mut decided = before(deadline.as_mut(), self.decide(game, head, request, appended.len())).await?;
            decided.conduct.retain_mut(|part| {
                part.events.retain(|event| !standing.contains(&(part.stream.clone(), event.id.clone())));
                !part.events.is_empty() && !game.has_closed(&part.stream)
            });
            match self.writer.append(decided.append(game, head)).await {
                Ok(taken) => {
                    let events = taken.parts.into_iter().next().map(|part| part.events).unwrap_or_default();
                    appended.extend(events.iter().map(|event| AppendedEvent {
                        revision: event.revision,
                        id: event.id.clone(),
                        duplicate: false,
                    }));
                    game.extend(events)?;
                    self.keep(game, &decided.judge);
                    return Ok(appended);
                }
                Err(AppendError::Closed { stream }) if stream != game.stream() => game.close(stream),
                Err(AppendError::IdTaken { stream, id, revision }) if stream != game.stream() => {
                    if let Some(part) = decided.conduct.iter().find(|part| part.stream == stream) {
                        self.stands_already(game, part, &id, revision).await?;
                    }
                    standing.insert((stream, id));
                }
                Err(AppendError::WrongRevision { .. } | AppendError::IdTaken { .. }) if moved == ATTEMPTS => {
                    return Err(Error::Overloaded);
                }
                Err(AppendError::WrongRevision { .. } | AppendError::IdTaken { .. }) => {
                    moved += 1;
                    self.catch_up(game).await?;
                }
                Err(error) => {
                    if matches!(error, AppendError::Store(_)) {
                        game.doubt();
                    }
                    return Err(error.into());
                }
            }
        }
    }

    fn check_size(&self, request: &AppendRequest) -> Result<(), Error> {
        if request.events.is_empty() {
            return Err(Error::malformed("", "at least one event is needed"));
        }
        let limit = self.limits.events_per_append;
        if request.events.len() > limit {
            let (limit, asked) = (limit as u64, request.events.len() as u64);
            return Err(Error::OverLimit { name: "events_per_append", limit, asked, what: "events" });
        }
        Ok(())
    }

    async fn decide(
        &self,
        game: &Arc<Game>,
        head: Revision,
        request: &Arc<AppendRequest>,
        known: usize,
    ) -> Result<Decided, Error> {
        let judge = self.following(game, &BeliefRequest { observer: Observer::Referee, revision: Some(head) }).await?;
        let short = (request.events.len() - known) as Revision <= FEW_EVENTS;
        let (shared, asked) = (Arc::clone(game), Arc::clone(request));
        let work =
            move |budget: &Budget| Judging { game: &shared, head, request: &asked, budget }.judge(known, Arc::clone(&judge));
        let Judged { judge, settled, finished } = self.work(short, work).await?;
        let now = self.clock.now_us();
        let seal = |event: &EventRequest| NewEvent {
            id: event.id.clone().unwrap_or_else(|| self.entropy.uuid(now)),
            kind: event.r#type.clone(),
            schema: game.ruleset.schema(),
            time_us: event.time.map_or(now, jiff::Timestamp::as_microsecond),
            payload: payload(event),
            salt: self.entropy.bytes(),
        };
        let events = request.events[known..].iter().map(seal).collect();
        Ok(Decided { events, conduct: self.conduct_parts(game, &settled, now), judge, finished })
    }
}

/// Does work before a deadline. Only for work before the commit: nothing has been written then.
async fn before<T>(deadline: Pin<&mut Sleep>, work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    tokio::select! {
        biased;
        () = deadline => Err(Error::Cancelled),
        done = work => done,
    }
}

fn read_time<'de, D: serde::Deserializer<'de>>(time: D) -> Result<Option<jiff::Timestamp>, D::Error> {
    let unknown = |_| serde::de::Error::custom("expected an RFC 3339 time, such as 2026-01-31T12:00:00Z");
    Option::<String>::deserialize(time)?.map(|text| text.parse().map_err(unknown)).transpose()
}

/// Exact bytes that are stored, hashed and compared.
pub(super) fn payload(event: &EventRequest) -> Vec<u8> {
    serde_json::to_vec(&event.data).expect("JSON values are serialisable")
}

/// The events at the front of the request that the game has recorded already.
fn known_front(game: &Game, request: &AppendRequest) -> Result<Vec<AppendedEvent>, Error> {
    let mut known = Vec::new();
    let mut ids = BTreeSet::new();
    for (index, event) in request.events.iter().enumerate() {
        let Some(id) = &event.id else { continue };
        let pointer = request.pointer(index);
        let misplaced = || Error::IdMisplaced { id: id.clone(), pointer: format!("{pointer}/id") };
        if !ids.insert(id) {
            return Err(misplaced());
        }
        if id.is_empty() || id.len() > ID_BYTES || id.chars().any(char::is_control) {
            let detail = format!("an event id is 1 to {ID_BYTES} bytes without control characters");
            return Err(Error::malformed(format!("{pointer}/id"), detail));
        }
        let Some(logged) = game.find(id) else { continue };
        let stands = &logged.event;
        // Of an erased event nothing is left to compare with: the id alone says that it was recorded.
        let same = stands.kind == event.r#type && stands.payload.as_ref().is_none_or(|stored| *stored == payload(event));
        if !same {
            return Err(Error::IdReused { id: id.clone(), revision: stands.revision, pointer: format!("{pointer}/id") });
        }
        if known.len() != index {
            return Err(misplaced());
        }
        known.push(AppendedEvent { revision: stands.revision, id: id.clone(), duplicate: true });
    }
    Ok(known)
}

/// The expected revision is the head; or, where a retry has grown, the revision that its known front followed, with nothing
/// behind that front.
fn check_expected(head: Revision, request: &AppendRequest, known: &[AppendedEvent]) -> Result<(), Error> {
    let Some(expected) = request.if_match else { return Ok(()) };
    let grown = expected.checked_add(known.len() as Revision);
    let front_follows = known.first().is_none_or(|first| first.revision.checked_sub(1) == Some(expected));
    if expected == head || (grown == Some(head) && front_follows) { Ok(()) } else { Err(Error::Moved { head, expected }) }
}

impl AppendRequest {
    /// Where an event stands in the request.
    pub(super) fn pointer(&self, index: usize) -> String {
        if self.list { format!("/{index}") } else { String::new() }
    }
}
