//! The log as an observer sees it.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::catalog::timestamp;
use super::checked::Batch;
use super::game::{Game, NUMBERS};
use crate::projection::{Entry, Log, Meaning, Retraction};
use crate::rulesets::{Observer, Revision};
use crate::service::reads::check_observer;
use crate::service::{Error, PageRequest, Service, Time};

/// Bytes of events that one page or one read of a stream holds at most, but for a single one that is larger.
pub(super) const PAGE_BYTES: usize = 1 << 20;

/// What room a page has left. What is counted is what is shown: where a page ends must not tell how much is hidden.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageRoom {
    bytes: usize,
    is_empty: bool,
}

impl PageRoom {
    /// Of a page that holds nothing yet.
    pub const EMPTY: Self = Self { bytes: PAGE_BYTES, is_empty: true };

    /// Whether there is room for so many bytes, which are then taken. The first event has room whatever its size.
    fn takes(&mut self, bytes: usize) -> bool {
        let takes = self.is_empty || bytes <= self.bytes;
        if takes {
            (self.bytes, self.is_empty) = (self.bytes.saturating_sub(bytes), false);
        }
        takes
    }
}

/// What an event takes on a page beside its data, about.
const ENVELOPE: usize = 128;

/// Events that lie so near each other are read together: to read those between costs less than another question.
pub(super) const NEAR: Revision = 64;

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
        time: Time,
        /// What the observer sees of its content.
        #[schema(value_type = Object)]
        data: Value,
        /// Id of the key that reported it: to the referee alone, and where a key did.
        #[serde(skip_serializing_if = "Option::is_none")]
        reporter: Option<String>,
        /// Revision of the newest retraction that took it back; in a page of the log alone, because streams and the feed send what was recorded, as it was.
        #[serde(skip_serializing_if = "Option::is_none")]
        retracted_by: Option<Revision>,
    },
}

impl EventView {
    /// Notes that the event was taken back, where anything of it may be seen.
    fn mark_retracted(&mut self, at: Revision) {
        if let Self::Seen { retracted_by, .. } = self {
            *retracted_by = Some(at);
        }
    }
}

/// What a client that follows a game comes back with: a revision, and by what the event there is known from one that a restored log has at
/// the same revision. It is a part of the hash chain, which is salted with random bytes for each event: it says nothing of what is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventMark {
    /// The revision.
    pub revision: Revision,
    /// The first bytes of the chain there; absent where a client names a revision only.
    pub chain: Option<u32>,
}

impl EventMark {
    fn of(revision: Revision, entry: &Entry) -> Self {
        let [a, b, c, d, ..] = entry.hash;
        Self { revision, chain: Some(u32::from_be_bytes([a, b, c, d])) }
    }
}

impl fmt::Display for EventMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.chain {
            Some(chain) => write!(f, "{}-{chain:08x}", self.revision),
            None => write!(f, "{}", self.revision),
        }
    }
}

impl FromStr for EventMark {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.split_once('-') {
            Some((revision, chain)) => Self { revision: revision.parse()?, chain: Some(u32::from_str_radix(chain, 16)?) },
            None => Self { revision: text.parse()?, chain: None },
        })
    }
}

/// A page of the log.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct EventList {
    /// In the order of their revisions; fewer than `limit` where they come to more than a megabyte.
    pub items: Vec<EventView>,
    /// Cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl Service {
    /// A page of the log up to `head` as an observer sees it, from the opening on. What was taken back up to there says so.
    ///
    /// # Errors
    /// Where the seat does not exist, or the page is asked for wrongly.
    pub async fn events(&self, game: &Game, observer: Observer, page: &PageRequest, head: Revision) -> Result<EventList, Error> {
        let from = page.cursor()?.unwrap_or(0);
        let limit = page.limit(self)? as Revision;
        let end = from.saturating_add(limit).min(head + 1);
        let mut items = Vec::new();
        if from < end {
            items.extend(self.marked_views(game, observer, from, end).await?.into_iter().map(|(_, view)| view));
        }
        let end = from.saturating_add(items.len() as Revision);
        for (at, target) in game.log().retractions(head).filter(|(_, target)| (from..end).contains(target)) {
            if let Some(view) = items.get_mut(usize::try_from(target - from).unwrap_or(usize::MAX)) {
                view.mark_retracted(at);
            }
        }
        Ok(EventList { items, next: (end <= head).then(|| end.to_string()) })
    }

    /// The event of a revision as an observer sees it.
    ///
    /// # Errors
    /// Where the seat does not exist, or the event is not in the log.
    pub async fn view(&self, game: &Game, observer: Observer, revision: Revision) -> Result<EventView, Error> {
        let mut room = PageRoom::EMPTY;
        let only = self.views_within(game, observer, revision..revision + 1, PAGE_BYTES, &mut room).await?.pop();
        only.map(|(_, view)| view).ok_or_else(|| Error::NoRevision { asked: revision, head: game.head() })
    }

    /// The mark of an event: its revision, and the beginning of its hash. A client that sends it back, also within an entity tag, has seen this log and no other.
    ///
    /// # Errors
    /// Where the event is not in the log, or the log cannot be read.
    pub async fn mark(&self, game: &Game, revision: Revision) -> Result<EventMark, Error> {
        let log = self.log_from(game, revision, revision).await?;
        let entry = log.entry(revision).ok_or_else(|| Error::NoRevision { asked: revision, head: game.head() })?;
        Ok(EventMark::of(revision, entry))
    }

    /// Whether the log holds the event that a mark was given for.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub async fn holds(&self, game: &Game, mark: EventMark) -> Result<bool, Error> {
        if mark.revision > game.head() {
            return Ok(false);
        }
        Ok(mark.chain.is_none() || self.mark(game, mark.revision).await? == mark)
    }

    /// The events of some revisions as an observer sees them, each with the mark that a client comes back with. The last of them are left out where all come to more than a megabyte.
    ///
    /// # Errors
    /// Where the seat does not exist, or one of them is not in the log.
    pub async fn marked_views(
        &self,
        game: &Game,
        observer: Observer,
        from: Revision,
        end: Revision,
    ) -> Result<Vec<(EventMark, EventView)>, Error> {
        let mut room = PageRoom::EMPTY;
        self.views_within(game, observer, from..end, PAGE_BYTES, &mut room).await
    }

    /// The events of some revisions, as many as a page has room for, and no more than come to `most` bytes, but for a single one that is larger.
    pub(super) async fn views_within(
        &self,
        game: &Game,
        observer: Observer,
        revisions: Range<Revision>,
        most: usize,
        room: &mut PageRoom,
    ) -> Result<Vec<(EventMark, EventView)>, Error> {
        check_observer(game, observer)?;
        let (mut views, mut read) = (Vec::new(), 0_usize);
        let (mut batch, mut next) = (Batch::SHOWN, revisions.start);
        // What a page has no room for is not read either.
        while next < revisions.end {
            let piece = next..next + Revision::from(batch.limit(next, revisions.end - 1));
            let log = self.log_from(game, piece.start, piece.end - 1).await?;
            let targets = self.targets(game, &log, piece.clone()).await?;
            next = piece.end;
            for revision in piece.clone() {
                let no_revision = || Error::NoRevision { asked: revision, head: game.head() };
                let entry = log.entry(revision).ok_or_else(no_revision)?;
                let data = shown(game, &log, &targets, entry, observer);
                let bytes = ENVELOPE + data.as_ref().map_or(0, written);
                read = read.saturating_add(bytes);
                if (read > most && !views.is_empty()) || !room.takes(bytes) {
                    return Ok(views);
                }
                views.push((EventMark::of(revision, entry), view(revision, entry, observer, data)?));
            }
            let sizes = piece.filter_map(|revision| log.entry(revision)).map(|entry| entry.size);
            batch.note(sizes.clone().count(), sizes.sum());
        }
        Ok(views)
    }

    /// The events before these that retractions among these take back: those that lie near each other in one read, with what lies between.
    async fn targets(&self, game: &Game, log: &Log, revisions: Range<Revision>) -> Result<Vec<Log>, Error> {
        let entries = revisions.filter_map(|revision| log.entry(revision));
        let targets = entries.filter_map(|entry| match &entry.meaning {
            Meaning::Retraction(retraction) => Some(retraction.revision),
            _ => None,
        });
        let mut elsewhere: Vec<Revision> = targets.filter(|target| log.entry(*target).is_none()).collect();
        elsewhere.sort_unstable();
        let mut logs = Vec::new();
        for near in elsewhere.chunk_by(|before, after| after - before <= NEAR) {
            if let [first, ..] = near
                && let [.., last] = near
            {
                logs.push(self.log_from(game, *first, *last).await?);
            }
        }
        Ok(logs)
    }
}

/// What an event of a log says to an observer; `targets` hold what retractions in it take back.
fn shown(game: &Game, log: &Log, targets: &[Log], entry: &Entry, observer: Observer) -> Option<Value> {
    match &entry.meaning {
        Meaning::Opening(opening) => Some(view_opening(opening, observer)),
        Meaning::Note(text) => Some(json!({"text": &**text})),
        Meaning::Finish => Some(json!({})),
        Meaning::Event(event) => game.opened.view(&event.event, observer),
        Meaning::Retraction(retraction) => {
            let holds = |known: &&Log| known.entry(retraction.revision).is_some();
            view_retraction(game, retraction, targets.iter().find(holds).unwrap_or(log), observer)
        }
    }
}

/// Bytes of a value as text.
fn written(value: &Value) -> usize {
    /// Counts what is written to it.
    struct Counter(usize);
    impl std::io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    serde_json::to_writer(&mut counter, value).expect("a counter takes all that is written");
    counter.0
}

fn view(revision: Revision, entry: &Entry, observer: Observer, data: Option<Value>) -> Result<EventView, Error> {
    let reporter = entry.reporter.as_deref().filter(|_| observer == Observer::Referee);
    Ok(match data {
        None => EventView::Hidden { revision, hidden: true },
        Some(data) => EventView::Seen {
            revision,
            id: entry.id.as_ref().to_owned(),
            r#type: entry.kind.as_ref().to_owned(),
            time: timestamp(entry.time_us)?,
            data,
            reporter: reporter.map(str::to_owned),
            retracted_by: None,
        },
    })
}

/// The referee alone sees how the log keeps the games of the persons in order, so that everybody else is answered alike whatever its partitions.
fn view_opening(opening: &Value, observer: Observer) -> Value {
    let mut opening = opening.clone();
    if let (Some(fields), true) = (opening.as_object_mut(), observer != Observer::Referee) {
        fields.remove(NUMBERS);
    }
    opening
}

/// A retraction's audience is that of the event it takes back. The reason is free text that may name what was hidden, so the
/// referee alone reads it.
fn view_retraction(game: &Game, retraction: &Retraction, log: &Log, observer: Observer) -> Option<Value> {
    let mut shown = Map::from_iter([("revision".to_owned(), json!(retraction.revision))]);
    if observer == Observer::Referee {
        shown.insert("reason".to_owned(), json!(retraction.reason));
    }
    let target = match &log.entry(retraction.revision)?.meaning {
        Meaning::Event(target) => target,
        _ => return Some(Value::Object(shown)),
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
