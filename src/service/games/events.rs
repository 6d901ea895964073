//! The log as an observer sees it.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::game::Game;
use crate::projection::{Entry, Log, Meaning, Retraction};
use crate::rulesets::{Observer, Revision};
use crate::service::reads::check_observer;
use crate::service::{Error, PageRequest, Service};

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
    pub async fn events(&self, game: &Game, observer: Observer, page: &PageRequest, head: Revision) -> Result<EventList, Error> {
        let from = page.cursor()?.unwrap_or(0);
        let limit = page.limit(self)? as Revision;
        let end = from.saturating_add(limit).min(head + 1);
        let items = if from < end { self.views(game, observer, from, end).await? } else { Vec::new() };
        Ok(EventList { items, next: (end <= head).then(|| end.to_string()) })
    }

    /// The events of some revisions, `end` not among them, as an observer sees them.
    ///
    /// # Errors
    /// Where the seat does not exist, or one of them is not in the log.
    pub async fn views(&self, game: &Game, observer: Observer, from: Revision, end: Revision) -> Result<Vec<EventView>, Error> {
        check_observer(game, observer)?;
        let log = self.log_from(game, from, end.saturating_sub(1)).await?;
        let mut views = Vec::new();
        for revision in from..end {
            let no_revision = || Error::NoRevision { asked: revision, head: game.head() };
            let entry = log.entry(revision).ok_or_else(no_revision)?;
            let data = match &entry.meaning {
                Meaning::Opening(opening) => Some(Value::clone(opening)),
                Meaning::Note(text) => Some(json!({"text": &**text})),
                Meaning::Finish => Some(json!({})),
                Meaning::Event(event) => game.opened.view(&event.event, observer),
                Meaning::Retraction(retraction) => {
                    let target = self.log_from(game, retraction.revision, retraction.revision).await?;
                    view_retraction(game, retraction, &target, observer)
                }
            };
            views.push(view(revision, entry, data)?);
        }
        Ok(views)
    }

    /// Refuses a seat that is not at the table.
    ///
    /// # Errors
    /// Names the seats that are.
    pub fn check_observer(&self, game: &Game, observer: Observer) -> Result<(), Error> {
        check_observer(game, observer).map(|_| ())
    }
}

fn view(revision: Revision, entry: &Entry, data: Option<Value>) -> Result<EventView, Error> {
    Ok(match data {
        None => EventView::Hidden { revision, hidden: true },
        Some(data) => EventView::Seen {
            revision,
            id: entry.id.as_ref().to_owned(),
            r#type: entry.kind.as_ref().to_owned(),
            time: jiff::Timestamp::from_microsecond(entry.time_us)
                .map_err(|error| Error::Damaged(format!("revision {revision}: {error}")))?,
            data,
        },
    })
}

/// A retraction's audience is that of the event it takes back. The reason is free text that may name what was hidden, so the
/// referee alone reads it.
fn view_retraction(game: &Game, retraction: &Retraction, log: &Log, observer: Observer) -> Option<Value> {
    let mut shown = Map::from_iter([("revision".to_owned(), json!(retraction.revision))]);
    if observer == Observer::Referee {
        shown.insert("reason".to_owned(), json!(retraction.reason));
    }
    let Some(Meaning::Event(target)) = log.entry(retraction.revision).map(|entry| &entry.meaning) else {
        return Some(Value::Object(shown));
    };
    let mut anything = game.opened.view(&target.event, observer).is_some();
    if let Some(instead) = &retraction.instead
        && let Some(data) = game.opened.view(&instead.event, observer)
    {
        shown.insert("instead".to_owned(), json!({"type": &*instead.kind, "data": data}));
        anything = true;
    }
    anything.then_some(Value::Object(shown))
}
