//! The log as an observer sees it.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::beliefs::check_observer;
use super::game::{Body, Game, Logged, Retraction};
use super::{Error, Service};
use crate::rulesets::{Observer, Revision};

/// Entries on a page where the client names no number.
const USUAL_PAGE: usize = 100;

/// Which page of a list.
#[derive(Clone, Debug, Default)]
pub struct PageRequest {
    /// Entries on the page; the default is 100.
    pub limit: Option<usize>,
    /// Where the page before this one ended.
    pub cursor: Option<String>,
}

impl PageRequest {
    /// The number of entries, checked against the server's limit.
    pub(super) fn limit(&self, service: &Service) -> Result<usize, Error> {
        let limit = service.limits.page;
        match self.limit {
            None => Ok(limit.min(USUAL_PAGE)),
            Some(0) => Err(Error::Parameter { name: "limit", detail: "a page holds at least one entry".to_owned() }),
            Some(asked) if asked > limit => {
                Err(Error::OverLimit { name: "page", limit: limit as u64, asked: asked as u64, what: "entries on a page" })
            }
            Some(asked) => Ok(asked),
        }
    }

    /// The cursor as the number that it is.
    pub(super) fn cursor(&self) -> Result<Option<u64>, Error> {
        self.cursor.as_ref().map(|cursor| cursor.parse().map_err(|_| Self::unknown_cursor())).transpose()
    }

    pub(super) fn unknown_cursor() -> Error {
        Error::Parameter { name: "cursor", detail: "this is no cursor that an answer's `next` gave".to_owned() }
    }
}

/// An event as an observer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum EventView {
    /// There is an event, and nothing of it may be seen.
    Hidden {
        /// Its revision.
        revision: Revision,
        /// Always true.
        hidden: bool,
    },
    /// What may be seen of an event.
    Seen {
        /// Its revision.
        revision: Revision,
        /// Its id.
        id: String,
        /// Its type.
        r#type: String,
        /// When it happened.
        #[schema(value_type = String, format = DateTime)]
        time: jiff::Timestamp,
        /// What the observer sees of its content.
        #[schema(value_type = Object)]
        data: Value,
    },
}

/// A page of the log.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct EventList {
    /// In the order of their revisions.
    pub items: Vec<EventView>,
    /// Cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl Service {
    /// A page of the log up to `head` as an observer sees it, from the opening on.
    ///
    /// # Errors
    /// Where the seat does not exist, or the page is asked for wrongly.
    pub fn events(&self, game: &Game, observer: Observer, page: &PageRequest, head: Revision) -> Result<EventList, Error> {
        let observer = check_observer(game, observer)?;
        let from = page.cursor()?.unwrap_or(0);
        let limit = page.limit(self)? as Revision;
        let end = from.saturating_add(limit).min(head + 1);
        let items = (from..end).map(|revision| view(game, revision, observer)).collect::<Result<_, _>>()?;
        Ok(EventList { items, next: (end <= head).then(|| end.to_string()) })
    }

    /// One event as an observer sees it.
    ///
    /// # Errors
    /// Where it is not in the log.
    pub fn event(&self, game: &Game, revision: Revision, observer: Observer) -> Result<EventView, Error> {
        view(game, revision, check_observer(game, observer)?)
    }

    /// Refuses a seat that is not at the table.
    ///
    /// # Errors
    /// Names the seats that are.
    pub fn check_observer(&self, game: &Game, observer: Observer) -> Result<(), Error> {
        check_observer(game, observer).map(|_| ())
    }
}

fn view(game: &Game, revision: Revision, observer: Observer) -> Result<EventView, Error> {
    let logged = game.event(revision).ok_or_else(|| Error::NoRevision { asked: revision, head: game.head() })?;
    let data = match &logged.body {
        Body::Opening | Body::Note | Body::Finish => Some(stored(&logged)?),
        Body::Play(play) => game.opened.view(play.event(), observer)?,
        Body::Retract(retraction) => view_retraction(game, retraction, observer)?,
    };
    let event = &logged.event;
    Ok(match data {
        None => EventView::Hidden { revision, hidden: true },
        Some(data) => EventView::Seen {
            revision,
            id: event.id.clone(),
            r#type: event.kind.clone(),
            time: jiff::Timestamp::from_microsecond(event.time_us)
                .map_err(|error| Error::Damaged(format!("revision {revision}: {error}")))?,
            data,
        },
    })
}

/// A retraction's audience is that of the event it takes back. The reason is free text that may name what was hidden, so the
/// referee alone reads it.
fn view_retraction(game: &Game, retraction: &Retraction, observer: Observer) -> Result<Option<Value>, Error> {
    let mut shown = Map::from_iter([("revision".to_owned(), json!(retraction.revision))]);
    if observer == Observer::Referee {
        shown.insert("reason".to_owned(), json!(retraction.reason));
    }
    let Some(Body::Play(target)) = game.event(retraction.revision).map(|logged| logged.body.clone()) else {
        return Ok(Some(Value::Object(shown)));
    };
    let mut anything = game.opened.view(target.event(), observer)?.is_some();
    if let Some(instead) = &retraction.instead
        && let Some(data) = game.opened.view(instead.event(), observer)?
    {
        shown.insert("instead".to_owned(), json!({"type": instead.kind, "data": data}));
        anything = true;
    }
    Ok(anything.then_some(Value::Object(shown)))
}

fn stored(logged: &Logged) -> Result<Value, Error> {
    let revision = logged.event.revision;
    let payload = logged.event.payload.as_ref().ok_or_else(|| Error::Damaged(format!("revision {revision} was erased")))?;
    serde_json::from_slice(payload).map_err(|error| Error::Damaged(format!("revision {revision}: {error}")))
}
