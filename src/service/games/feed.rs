//! The feed: all games of a log in the order in which their events were recorded, as an observer sees them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use tokio::sync::watch;

use super::events::EventView;
use crate::rulesets::{Observer, Revision, find};
use crate::service::{Error, PageRequest, Service, Time};
use crate::store::{FeedFilter, FeedRow, LogId, Position};

/// Positions that one answer looks at: with a narrow filter a page may hold few events, or none, and the next one goes on.
const WINDOW: Position = 20_000;

/// Bytes of an event's hash that a cursor holds.
const MARK: usize = 8;

/// Where a reader of the feed has got to: the position of the last event that was looked at, and by what that event is known from one that a
/// restored log has there. Clients take it as a text that says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeedCursor {
    position: Position,
    mark: [u8; MARK],
}

impl FeedCursor {
    /// Whether the log has come as far as another cursor of it.
    pub(in crate::service) const fn reaches(self, other: Self) -> bool {
        self.position >= other.position
    }

    fn of(position: Position, hash: &[u8; 32]) -> Self {
        Self { position, mark: std::array::from_fn(|at| hash[at]) }
    }
}

impl fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = [&self.position.to_be_bytes()[..], &self.mark].concat();
        f.write_str(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

impl FromStr for FeedCursor {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| PageRequest::unknown_cursor())?;
        let bytes: [u8; 8 + MARK] = bytes.try_into().map_err(|_| PageRequest::unknown_cursor())?;
        let part = |from: usize| std::array::from_fn(|at| bytes[from + at]);
        Ok(Self { position: Position::from_be_bytes(part(0)), mark: part(8) })
    }
}

/// Which events of the feed.
#[derive(Clone, Debug, Default)]
pub struct FeedRequest {
    /// Only of games of this ruleset.
    pub ruleset: Option<String>,
    /// Only of games with this player at the table.
    pub player: Option<String>,
    /// Only of this type. What is wholly hidden from the observer has no type that it may know, and is left out.
    pub r#type: Option<String>,
    /// Only what happened at or after this time; what is wholly hidden is left out, as above.
    pub since: Option<Time>,
}

/// An event of the feed.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct FeedEntry {
    /// Whoever goes on from here, as `?cursor=` or `Last-Event-ID`, misses nothing after this event and gets nothing twice.
    pub cursor: String,
    /// The game.
    pub game: String,
    /// Its ruleset; absent where the game was erased or cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// The event, as the observer sees it.
    #[serde(flatten)]
    pub event: EventView,
}

/// A page of the feed.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct FeedList {
    /// In the order in which they were recorded.
    pub items: Vec<FeedEntry>,
    /// Where to go on, now or later: what is recorded from now on follows it.
    pub cursor: String,
    /// The same, where more stands already; absent at the end. With a filter a page may hold fewer events than its limit, and still have a next
    /// one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl Service {
    /// Becomes ready, each time it is asked to change, after something was recorded in a log.
    #[must_use]
    pub fn recorded(&self, log: LogId) -> watch::Receiver<FeedCursor> {
        self.recorded.follow(log)
    }

    /// The end of a log, to follow it from.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub async fn feed_end(&self, log: LogId) -> Result<FeedCursor, Error> {
        let last = self.store.last_until(log, Position::MAX).await?;
        Ok(last.map_or_else(FeedCursor::default, |(position, hash)| FeedCursor::of(position, &hash)))
    }

    /// Whether the log still holds the event that a cursor was given for.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub async fn feed_holds(&self, log: LogId, cursor: FeedCursor) -> Result<bool, Error> {
        let last = self.store.last_until(log, cursor.position).await?;
        Ok(last.map_or_else(FeedCursor::default, |(position, hash)| FeedCursor::of(position, &hash)) == cursor)
    }

    /// A page of the feed after a cursor, as the spectator or the referee sees it.
    ///
    /// # Errors
    /// Where the observer is a seat, the ruleset does not exist, the page is asked for wrongly, or the log cannot be read.
    pub async fn feed(
        &self,
        log: LogId,
        observer: Observer,
        request: &FeedRequest,
        after: FeedCursor,
        limit: Option<usize>,
    ) -> Result<FeedList, Error> {
        if matches!(observer, Observer::Seat(_)) {
            let detail = "a seat is one of one game: the feed is read as public or as referee".to_owned();
            return Err(Error::Parameter { name: "observer", detail });
        }
        if let Some(ruleset) = request.ruleset.as_ref().filter(|ruleset| find(ruleset).is_none()) {
            return Err(Error::NoRuleset(ruleset.clone()));
        }
        let limit = PageRequest { limit, cursor: None }.limit(self)?;
        let end = self.feed_end(log).await?;
        let window = after.position.saturating_add(WINDOW);
        let until = if window < end.position { self.store.last_until(log, window).await? } else { None };
        // Positions of a damaged stream that was set aside may be missing, more of them than one answer looks at.
        let until = until.filter(|(position, _)| *position > after.position);
        let until = until.map_or(end, |(position, hash)| FeedCursor::of(position, &hash));
        let person = match &request.player {
            None => None,
            Some(player) => match self.store.find_player(log, player).await? {
                Some(row) => Some(row.person),
                None => return Ok(FeedList { items: Vec::new(), cursor: end.to_string(), next: None }),
            },
        };
        let filter = FeedFilter { after: after.position, until: until.position, ruleset: request.ruleset.clone(), person };
        let rows = self.store.feed(log, &filter, u32::try_from(limit).unwrap_or(u32::MAX)).await?;
        let is_full = rows.len() == limit;
        let (items, reached) = self.feed_entries(log, observer, rows).await?;
        let cursor = match reached {
            Reached::All(Some(last)) if is_full => last,
            Reached::All(_) => until,
            Reached::Part(last) => last.unwrap_or(after),
        };
        let items = items.into_iter().filter(|entry| request.admits(&entry.event)).collect();
        let next = (cursor.position < end.position && !matches!(reached, Reached::Part(_))).then(|| cursor.to_string());
        Ok(FeedList { items, cursor: cursor.to_string(), next })
    }

    /// The events of some rows in their order. Those of one game follow each other in it, so that each game is read once.
    async fn feed_entries(&self, log: LogId, observer: Observer, rows: Vec<FeedRow>) -> Result<(Vec<FeedEntry>, Reached), Error> {
        let mut spans: BTreeMap<&str, (Revision, Revision)> = BTreeMap::new();
        for row in &rows {
            spans.entry(&row.game).or_insert((row.revision, row.revision)).1 = row.revision;
        }
        let mut games = BTreeMap::new();
        for (game, (first, last)) in spans {
            games.insert(game, self.feed_span(log, observer, game, first, last).await?);
        }
        let (mut entries, mut reached) = (Vec::new(), None);
        for row in &rows {
            let Some((ruleset, first, views)) = games.get(row.game.as_str()) else { continue };
            let at = usize::try_from(row.revision - first).unwrap_or(usize::MAX);
            let event = match views {
                Some(views) => match views.get(at) {
                    Some(view) => view.clone(),
                    // It stands in the log, and not yet in memory: the next page has it.
                    None => return Ok((entries, Reached::Part(reached))),
                },
                None => EventView::Hidden { revision: row.revision, hidden: true },
            };
            let cursor = FeedCursor::of(row.position, &row.hash);
            reached = Some(cursor);
            entries.push(FeedEntry { cursor: cursor.to_string(), game: row.game.clone(), ruleset: ruleset.clone(), event });
        }
        Ok((entries, Reached::All(reached)))
    }

    /// The ruleset of a game, and what an observer sees of its events from one revision to another, as far as they are in memory; `None` in their
    /// place where the game was erased or is damaged.
    async fn feed_span(
        &self,
        log: LogId,
        observer: Observer,
        game: &str,
        first: Revision,
        last: Revision,
    ) -> Result<(Option<String>, Revision, Option<Vec<EventView>>), Error> {
        let game = match self.game(log, game).await {
            Ok(game) => game,
            Err(error) if error.is_of_one_game() => return Ok((None, first, None)),
            Err(error) => return Err(error),
        };
        let end = (last + 1).min(game.head() + 1).max(first);
        let ruleset = Some(game.ruleset.key().to_owned());
        match self.views(&game, observer, first, end).await {
            Ok(views) => Ok((ruleset, first, Some(views))),
            Err(error) if error.is_of_one_game() => Ok((ruleset, first, None)),
            Err(error) => Err(error),
        }
    }
}

/// How far a page could be filled.
enum Reached {
    /// Every row has its event; the last of them.
    All(Option<FeedCursor>),
    /// Memory has not taken in all rows yet; the last that it has.
    Part(Option<FeedCursor>),
}

impl FeedRequest {
    fn admits(&self, event: &EventView) -> bool {
        match event {
            EventView::Hidden { .. } => self.r#type.is_none() && self.since.is_none(),
            EventView::Seen { r#type, time, .. } => {
                self.r#type.as_ref().is_none_or(|asked| asked == r#type) && self.since.is_none_or(|since| *time >= since)
            }
        }
    }
}
