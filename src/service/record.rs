//! Recording events: the only write path.
//!
//! Known ids first, then the expected revision, then the rules, then the judging belief; one append to the log; and only
//! when that is durable does the new head show.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::following::{Cancel, Following, Taken, fold, take};
use super::game::{FINISH, Game, NOTE, OPENING, OnContradiction, Play, RETRACT, read_retraction};
use super::script::Script;
use super::{BeliefRequest, Error, Service, evidence, retract};
use crate::belief::{Contradiction, Evidence};
use crate::rulesets::{Malformed, Observer, Rejection, Revision, decode};
use crate::store::{Append, AppendError, CatalogChange, Expected, LogId, NewEvent, Part};

/// How often an append is decided again because another server wrote first.
const ATTEMPTS: usize = 16;
/// Longest event id in bytes.
const ID_BYTES: usize = 128;
/// Beliefs heavier than this, and batches longer than the other, are folded where they hold up nobody else.
const LIGHT_BYTES: usize = 64 << 10;
const FEW_EVENTS: usize = 16;

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
    /// Whose belief to answer with, and for whom a refusal is written; the referee, where none is named.
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
    judge: Arc<Following>,
    finished: Option<bool>,
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
        let request = Arc::new(request);
        let appended = {
            let _writing = game.writing.lock().await;
            self.append_locked(&game, &request).await?
        };
        let revision = appended.last().map_or(0, |event| event.revision);
        let belief = match request.observer {
            Some(observer) => Some(self.belief_text(&game, observer, revision).await?),
            None => None,
        };
        Ok(AppendAnswer { game: game.id().to_owned(), revision, appended, belief })
    }

    async fn append_locked(&self, game: &Arc<Game>, request: &Arc<AppendRequest>) -> Result<Vec<AppendedEvent>, Error> {
        for _ in 0..ATTEMPTS {
            let mut appended = known_front(game, request)?;
            let new = appended.len();
            if new == request.events.len() {
                return Ok(appended);
            }
            check_expected(game, request, &appended)?;
            let decided = self.decide(game, request, new).await?;
            let first = game.head() + 1;
            let append = Append {
                log: game.key.0,
                parts: vec![Part { stream: game.stream(), expected: Expected::At(game.head()), events: decided.events }],
                catalog: decided
                    .finished
                    .map(|finished| CatalogChange::Finished { game: game.id().to_owned(), finished })
                    .into_iter()
                    .collect(),
            };
            match self.writer.append(append).await {
                Ok(taken) => {
                    let events = taken.parts.into_iter().flat_map(|part| part.events).collect::<Vec<_>>();
                    appended.extend(events.iter().map(|event| AppendedEvent {
                        revision: event.revision,
                        id: event.id.clone(),
                        duplicate: false,
                    }));
                    game.extend(events)?;
                    game.keep(&decided.judge);
                    if first / 64 != (game.head() + 1) / 64 {
                        self.games.insert(game.key.clone(), Arc::clone(game));
                    }
                    return Ok(appended);
                }
                Err(AppendError::WrongRevision { .. } | AppendError::IdTaken { .. }) => self.catch_up(game).await?,
                Err(error) => {
                    if matches!(error, AppendError::Store(_)) {
                        game.doubt();
                    }
                    return Err(error.into());
                }
            }
        }
        Err(Error::Overloaded)
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

    async fn decide(&self, game: &Arc<Game>, request: &Arc<AppendRequest>, new: usize) -> Result<Decided, Error> {
        let judge = self.following(game, &BeliefRequest::head(Observer::Referee)).await?;
        let light = judge.fold.weigh() < LIGHT_BYTES && request.events.len() - new <= FEW_EVENTS;
        let light = light && request.events[new..].iter().all(|event| event.r#type != RETRACT);
        let (shared, asked) = (Arc::clone(game), Arc::clone(request));
        let work = move |cancel: &Cancel| judge_events(&shared, judge, &asked, new, cancel);
        let (judge, finished) = if light { work(&Cancel::default())? } else { self.blocking(work).await? };
        let now = self.clock.now_us();
        let seal = |event: &EventRequest| NewEvent {
            id: event.id.clone().unwrap_or_else(|| self.entropy.uuid(now)),
            kind: event.r#type.clone(),
            schema: game.ruleset.schema(),
            time_us: event.time.map_or(now, jiff::Timestamp::as_microsecond),
            payload: payload(event),
            salt: self.entropy.bytes(),
        };
        Ok(Decided { events: request.events[new..].iter().map(seal).collect(), judge, finished })
    }
}

fn read_time<'de, D: serde::Deserializer<'de>>(time: D) -> Result<Option<jiff::Timestamp>, D::Error> {
    let unknown = |_| serde::de::Error::custom("expected an RFC 3339 time, such as 2026-01-31T12:00:00Z");
    Option::<String>::deserialize(time)?.map(|text| text.parse().map_err(unknown)).transpose()
}

/// Exact bytes that are stored, hashed and compared.
fn payload(event: &EventRequest) -> Vec<u8> {
    serde_json::to_vec(&event.data).expect("JSON values are serialisable")
}

/// The events at the front of the request that the game has recorded already.
fn known_front(game: &Game, request: &AppendRequest) -> Result<Vec<AppendedEvent>, Error> {
    let mut known = Vec::new();
    for (index, event) in request.events.iter().enumerate() {
        let Some(id) = &event.id else { continue };
        let pointer = request.pointer(index);
        let misplaced = || Error::IdMisplaced { id: id.clone(), pointer: format!("{pointer}/id") };
        if request.events[..index].iter().any(|earlier| earlier.id.as_ref() == Some(id)) {
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

/// A retry that grew expects the revision that its known front followed; the rest must follow that front.
fn check_expected(game: &Game, request: &AppendRequest, known: &[AppendedEvent]) -> Result<(), Error> {
    let head = game.head();
    let Some(expected) = request.if_match else { return Ok(()) };
    let grown = expected + known.len() as Revision;
    let front_follows = known.first().is_none_or(|first| first.revision == expected + 1);
    if grown == head && front_follows { Ok(()) } else { Err(Error::Moved { head }) }
}

impl AppendRequest {
    /// Where an event stands in the request.
    fn pointer(&self, index: usize) -> String {
        if self.list { format!("/{index}") } else { String::new() }
    }
}

/// Judges the new events of a request one after another. Says what the judge knows after them, and whether they finished
/// the game or took its end back.
fn judge_events(
    game: &Arc<Game>,
    mut judge: Arc<Following>,
    request: &AppendRequest,
    new: usize,
    cancel: &Cancel,
) -> Result<(Arc<Following>, Option<bool>), Error> {
    let mut script = Script::of(game, game.head());
    let was_finished = game.finished();
    let mut finished = was_finished;
    for (index, event) in request.events.iter().enumerate().skip(new) {
        let pointer = request.pointer(index);
        if finished && event.r#type != NOTE && event.r#type != RETRACT {
            return Err(Error::Finished(game.id().to_owned()));
        }
        let (next, play) = match event.r#type.as_str() {
            OPENING => {
                return Err(Error::malformed(format!("{pointer}/type"), "a game is opened once, by PUT or POST of the game"));
            }
            NOTE => {
                expect_fields::<NoteData>(event, &pointer)?;
                (judge.pass(), None)
            }
            FINISH => {
                expect_fields::<FinishData>(event, &pointer)?;
                finished = true;
                (judge.pass(), None)
            }
            RETRACT => {
                let retraction =
                    read_retraction(&payload(event), game.ruleset.schema()).map_err(|error| below(&pointer, error))?;
                let target = retraction.revision;
                let next = retract::judge(game, &mut script, &judge, retraction, request.observer, &pointer, cancel)?;
                finished &= !matches!(game.event(target).map(|logged| logged.event.kind == FINISH), Some(true));
                (next, None)
            }
            _ => {
                let play = Play { kind: event.r#type.clone(), schema: game.ruleset.schema(), data: payload(event) };
                (judge_play(game, &script, &judge, &play, request.observer, &pointer, cancel)?, Some(Arc::new(play)))
            }
        };
        script.push(play);
        judge = Arc::new(next);
    }
    Ok((judge, (finished != was_finished).then_some(finished)))
}

fn judge_play(
    game: &Arc<Game>,
    script: &Script<'_>,
    judge: &Following,
    play: &Play,
    observer: Option<Observer>,
    pointer: &str,
    cancel: &Cancel,
) -> Result<Following, Error> {
    let step = judge.fold.judge(play.event(), judge.revision + 1).map_err(|rejection| locate(pointer, &play.kind, rejection))?;
    match take(&game.opened, script, judge, play, step, cancel)? {
        Taken::Yes(next) => Ok(next),
        Taken::No(next, contradiction) => match game.opening.on_contradiction {
            OnContradiction::Quarantine => Ok(next.quarantining(play, &contradiction)),
            OnContradiction::Reject => {
                let reader = observer.unwrap_or(judge.observer);
                Err(contradicted(game, script, judge, play, contradiction, reader, pointer, cancel)?)
            }
        },
    }
}

/// Writes the refusal for who reads it: where the reader's own belief can take the event, it says no more than that others
/// reported otherwise.
#[expect(clippy::too_many_arguments, reason = "everything that the sentence depends on")]
fn contradicted(
    game: &Arc<Game>,
    script: &Script<'_>,
    judge: &Following,
    play: &Play,
    contradiction: Contradiction,
    reader: Observer,
    pointer: &str,
    cancel: &Cancel,
) -> Result<Error, Error> {
    let own = if reader == judge.observer {
        Some(contradiction)
    } else {
        let begin = Following::begin(&game.opened, reader);
        let following = fold(&game.opened, script, begin, judge.revision, None, cancel)?;
        following.fold.follow(play.event(), judge.revision + 1, &mut Evidence::off())?.contradiction
    };
    let (detail, evidence) = match own {
        Some(own) => {
            let evidence = evidence::conflicting(game, script, reader, judge.revision, &own.variables, cancel)?;
            (own.detail, evidence)
        }
        None => ("others at the table have reported otherwise".to_owned(), Vec::new()),
    };
    Ok(Error::Contradicted { detail, evidence, revision: game.head(), pointer: pointer.to_owned() })
}

/// Puts a rejection at its place in the request.
pub fn locate(pointer: &str, kind: &str, rejection: Rejection) -> Error {
    match rejection {
        Rejection::Malformed(Malformed { pointer: place, detail })
            if place.is_empty() && detail.starts_with(&format!("unknown variant `{kind}`")) =>
        {
            let known = detail.split_once("expected ").map_or("", |(_, known)| known);
            Error::malformed(
                format!("{pointer}/type"),
                format!("unknown event type `{kind}`; known are {known}, `retract`, `note`, `finish`"),
            )
        }
        Rejection::Malformed(malformed) => Error::rejected(&format!("{pointer}/data"), malformed.into()),
        refused @ Rejection::Refused(_) => Error::rejected(pointer, refused),
    }
}

fn below(pointer: &str, error: Error) -> Error {
    match error {
        Error::Malformed { pointer: place, detail } => Error::Malformed { pointer: format!("{pointer}{place}"), detail },
        other => other,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoteData {
    #[expect(dead_code, reason = "read to check its shape; stored as it was sent")]
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FinishData {}

fn expect_fields<T: serde::de::DeserializeOwned>(event: &EventRequest, pointer: &str) -> Result<(), Error> {
    let data = Value::Object(event.data.clone());
    decode::<T>(data).map(|_| ()).map_err(|error| Error::rejected(&format!("{pointer}/data"), error.into()))
}
