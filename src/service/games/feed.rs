//! The feed: all games of a log in the order in which their events were recorded, as an observer sees them.

use std::collections::BTreeMap;
use std::ops::Range;

use futures::future::try_join_all;
use serde::Serialize;
use tokio::sync::watch;

use super::events::{EventView, PAGE_BYTES, PageRoom};
use super::feed_cursor::{FeedCursor, FeedMark};
use crate::rulesets::{Observer, Revision, find};
use crate::service::{Error, PageRequest, Service, Time};
use crate::store::{FeedFilter, FeedRow, LogId, Position};

/// Positions that one answer looks at: with a narrow filter a page may hold few events, or none, and the next one goes on.
const WINDOW: Position = 20_000;

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
    /// In the order in which they were recorded; fewer than `limit` where they, or their cursors, come to more than a megabyte.
    pub items: Vec<FeedEntry>,
    /// Where to go on, now or later: what is recorded from now on follows it.
    pub cursor: String,
    /// The same, where more stands already; absent at the end. With a filter a page may hold fewer events than its limit, and still have a next
    /// one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl Service {
    /// What changes whenever something is recorded in a log: a receiver to wait on.
    #[must_use]
    pub fn recorded(&self, log: LogId) -> watch::Receiver<FeedCursor> {
        self.recorded.follow(log)
    }

    /// The end of a log, to follow it from.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub async fn feed_end(&self, log: LogId) -> Result<FeedCursor, Error> {
        let ends = log.each().map(|partition| self.feed_mark(partition, Position::MAX));
        Ok(FeedCursor::of(try_join_all(ends).await?))
    }

    /// The last event of a partition at or below a position.
    async fn feed_mark(&self, partition: LogId, until: Position) -> Result<FeedMark, Error> {
        let last = self.store.last_until(partition, until).await?;
        Ok(last.map_or_else(FeedMark::default, |(position, hash)| FeedMark::of(position, &hash)))
    }

    /// Whether the log still holds the events that a cursor was given for.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub async fn feed_holds(&self, log: LogId, cursor: &FeedCursor) -> Result<bool, Error> {
        let Some(marks) = cursor.marks(log) else { return Ok(false) };
        let stand = log.each().zip(&marks).map(|(partition, mark)| self.feed_mark(partition, mark.position));
        Ok(try_join_all(stand).await? == marks)
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
        // Each entry holds a cursor, which is long where the log has many partitions.
        let limit = limit.min(PAGE_BYTES / FeedCursor::length(usize::from(log.partitions())));
        let end = self.feed_end(log).await?;
        let person = match &request.player {
            None => None,
            Some(player) => match self.store.find_player(log, player).await? {
                Some(row) => Some(row.person),
                None => return Ok(FeedList { items: Vec::new(), cursor: end.to_string(), next: None }),
            },
        };
        let mut reached = after.marks(log).ok_or_else(PageRequest::unknown_cursor)?;
        let ends = end.marks(log).ok_or_else(PageRequest::unknown_cursor)?;
        // Each partition that has more gives its share. The first to give is another one each time, so that none waits for ever where the limit is
        // smaller than their number.
        let partitions: Vec<LogId> = log.each().collect();
        let first = reached.iter().fold(0, |sum: Position, mark| sum.wrapping_add(mark.position)) as usize % partitions.len();
        let turns = (0..partitions.len()).map(|turn| (first + turn) % partitions.len());
        let behind: Vec<usize> = turns.filter(|at| reached[*at].position < ends[*at].position).take(limit).collect();
        let share = limit / behind.len().max(1);
        let (mut items, mut is_part) = (Vec::new(), false);
        let mut room = PageRoom::EMPTY;
        for at in behind {
            let span = Span { partition: partitions[at], after: reached[at], end: ends[at] };
            let page = self.feed_partition(span, observer, request, person.clone(), share, &mut room).await?;
            for (mark, mut entry) in page.entries {
                reached[at] = mark;
                entry.cursor = FeedCursor::of(reached.clone()).to_string();
                items.push(entry);
            }
            (reached[at], is_part) = (page.reached, is_part || page.is_part);
        }
        items.retain(|entry| request.admits(&entry.event));
        let is_behind = reached.iter().zip(&ends).any(|(reached, end)| reached.position < end.position);
        let cursor = FeedCursor::of(reached).to_string();
        let next = (is_behind && !is_part).then(|| cursor.clone());
        Ok(FeedList { items, cursor, next })
    }

    /// A page of one partition.
    async fn feed_partition(
        &self,
        span: Span,
        observer: Observer,
        request: &FeedRequest,
        person: Option<String>,
        limit: usize,
        room: &mut PageRoom,
    ) -> Result<PartitionPage, Error> {
        let Span { partition, after, end } = span;
        let window = after.position.saturating_add(WINDOW);
        let until = if window < end.position { self.feed_mark(partition, window).await? } else { end };
        // Positions of a damaged stream that was set aside may be missing, more of them than one answer looks at.
        let until = if until.position > after.position { until } else { end };
        let filter = FeedFilter { after: after.position, until: until.position, ruleset: request.ruleset.clone(), person };
        let rows = self.store.feed(partition, &filter, u32::try_from(limit).unwrap_or(u32::MAX)).await?;
        let is_full = rows.len() == limit;
        let (entries, read) = self.feed_entries(partition, observer, rows, room).await?;
        let last = entries.last().map(|(mark, _)| *mark);
        let reached = match read {
            Read::Whole => last.filter(|_| is_full).unwrap_or(until),
            Read::Cut | Read::Part => last.unwrap_or(after),
        };
        Ok(PartitionPage { entries, reached, is_part: read == Read::Part })
    }

    /// The events of some rows in their order, as many as the page has room for.
    async fn feed_entries(
        &self,
        log: LogId,
        observer: Observer,
        rows: Vec<FeedRow>,
        room: &mut PageRoom,
    ) -> Result<(Vec<(FeedMark, FeedEntry)>, Read), Error> {
        let mut lasts: BTreeMap<&str, Revision> = BTreeMap::new();
        for row in &rows {
            lasts.insert(&row.game, row.revision);
        }
        // What is read of a game before its turn takes room from the others: each has a share, and reads on where that was not enough.
        let share = PAGE_BYTES / lasts.len().max(1);
        let mut games: BTreeMap<&str, OfGame> = BTreeMap::new();
        let mut entries = Vec::new();
        for row in &rows {
            if games.get(row.game.as_str()).is_none_or(|of| !of.reaches(row.revision)) {
                let last = lasts.get(row.game.as_str()).copied().unwrap_or(row.revision);
                let read = self.feed_game(log, observer, &row.game, row.revision..last + 1, (share, &mut *room)).await?;
                games.insert(&row.game, read);
            }
            let Some(of) = games.get(row.game.as_str()) else { continue };
            let event = match &of.views {
                None => EventView::Hidden { revision: row.revision, hidden: true },
                Some(views) => match views.get(usize::try_from(row.revision - of.first).unwrap_or(usize::MAX)) {
                    Some(view) => view.clone(),
                    None if row.revision > of.head => return Ok((entries, Read::Part)),
                    None => return Ok((entries, Read::Cut)),
                },
            };
            let entry = FeedEntry { cursor: String::new(), game: row.game.clone(), ruleset: of.ruleset.clone(), event };
            entries.push((FeedMark::of(row.position, &row.hash), entry));
        }
        Ok((entries, Read::Whole))
    }

    /// What an observer sees of some events of a game, as far as they are in memory and the page has room for them.
    async fn feed_game(
        &self,
        log: LogId,
        observer: Observer,
        game: &str,
        revisions: Range<Revision>,
        (share, room): (usize, &mut PageRoom),
    ) -> Result<OfGame, Error> {
        let first = revisions.start;
        let mut of = OfGame { ruleset: None, head: Revision::MAX, first, views: None };
        let game = match self.game(log, game).await {
            Ok(game) => game,
            Err(error) if error.is_of_one_game() => return Ok(of),
            Err(error) => return Err(error),
        };
        (of.ruleset, of.head) = (Some(game.ruleset.key().to_owned()), game.head());
        let end = revisions.end.min(of.head + 1).max(first);
        match self.views_within(&game, observer, first..end, share, room).await {
            Ok(views) => of.views = Some(views.into_iter().map(|(_, view)| view).collect()),
            Err(error) if error.is_of_one_game() => {}
            Err(error) => return Err(error),
        }
        Ok(of)
    }
}

/// How far a page was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    /// All of it.
    Whole,
    /// As far as there was room: more can be read at once.
    Cut,
    /// As far as memory has it: what stands in the log beyond that comes with a later page.
    Part,
}

/// What a page shows of one game.
struct OfGame {
    /// Its ruleset; `None` where it was erased or is damaged.
    ruleset: Option<String>,
    /// Its last event in memory.
    head: Revision,
    /// Revision of the first of `views`.
    first: Revision,
    /// `None` where the game was erased or is damaged.
    views: Option<Vec<EventView>>,
}

impl OfGame {
    /// Whether the event of a revision was read, or cannot be.
    fn reaches(&self, revision: Revision) -> bool {
        self.views.as_ref().is_none_or(|views| revision < self.first + views.len() as Revision)
    }
}

/// What to read of a partition.
#[derive(Clone, Copy)]
struct Span {
    partition: LogId,
    /// The last event that the reader has looked at.
    after: FeedMark,
    /// The last event that there is.
    end: FeedMark,
}

/// A page of one partition.
struct PartitionPage {
    entries: Vec<(FeedMark, FeedEntry)>,
    /// How far it was looked at.
    reached: FeedMark,
    /// Memory has not taken in all of its events yet.
    is_part: bool,
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
