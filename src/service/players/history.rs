//! A player's history: everything that was settled, where, and the trust after it.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use super::conduct::{Entry, What};
use super::profiles::Remembered;
use crate::rulesets::{ALL, Observed, Revision, Seat, find};
use crate::service::games::timestamp;
use crate::service::{Error, PageRequest, Service, Time};
use crate::store::{LogId, PlayerRow, RecordedEvent, StreamId};

/// Entries that are looked through at once for those that are wanted.
const WINDOW: Revision = 1_000;

/// The same of a merged stream, once for each page: the trust before it is folded from the start.
const WINDOW_OF_MERGED: Revision = 5_000;

/// So many times it is looked for more of what is wanted before a page is answered as far as it has come.
const WINDOWS: usize = 20;

/// Which entries of a history.
#[derive(Clone, Debug, Default)]
pub struct HistoryRequest {
    /// Of this ruleset alone.
    pub ruleset: Option<String>,
    /// Of this game alone.
    pub game: Option<String>,
    /// Those in which this behaviour was observed, or corrected.
    pub tendency: Option<String>,
    /// In this situation, of the behaviour that is asked for.
    pub context: Option<String>,
    /// Which page.
    pub page: PageRequest,
}

impl HistoryRequest {
    /// Whether all entries are wanted.
    pub(in crate::service) fn is_whole(&self) -> bool {
        [&self.ruleset, &self.game, &self.tendency, &self.context].into_iter().all(Option::is_none)
    }

    fn admits(&self, entry: &Entry) -> bool {
        let is = |wanted: &Option<String>, value: &str| wanted.as_deref().is_none_or(|wanted| wanted == value);
        let observes = |observed: &Observed| match observed {
            Observed::Count { tendency, context, .. } => is(&self.tendency, tendency) && is(&self.context, context),
            Observed::Accuracy { .. } => self.tendency.is_none() && self.context.is_none(),
        };
        let observed = match &entry.what {
            What::Settled { observed } => observes(observed),
            What::Corrected { was, now, .. } => was.iter().chain(now).any(observes),
        };
        observed && is(&self.ruleset, &entry.ruleset) && is(&self.game, &entry.game)
    }

    /// Refuses a ruleset or a behaviour that there is not: a list of such entries is empty for ever.
    fn check(&self) -> Result<(), Error> {
        let rulesets: Vec<_> = match &self.ruleset {
            Some(key) => vec![find(key).ok_or_else(|| Error::NoRuleset(key.clone()))?],
            None => ALL.to_vec(),
        };
        let Some(asked) = &self.tendency else { return Ok(()) };
        let known: BTreeSet<&str> =
            rulesets.iter().flat_map(|ruleset| ruleset.tendencies()).map(|tendency| tendency.name).collect();
        if known.contains(asked.as_str()) {
            return Ok(());
        }
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        let detail = format!("tendency is {asked:?}, which nobody is observed for; there are {known}");
        Err(Error::Parameter { name: "tendency", detail })
    }
}

/// A page of a player's history.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct HistoryList {
    /// Newest first. Fewer than `limit`, or none, where what is wanted is rare: `next` goes on from there.
    pub items: Vec<HistoryAnswer>,
    /// Cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Something that was settled about a player, or a correction of it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct HistoryAnswer {
    /// Revision of the player's stream: `?revision=` of the player gives what was known then.
    pub player_revision: Revision,
    /// When it was recorded.
    #[schema(value_type = String, format = DateTime)]
    pub time: Time,
    /// The ruleset.
    pub ruleset: String,
    /// The game that it was settled in.
    pub game: String,
    /// The game's event that settled it; of a correction, the retraction.
    pub revision: Revision,
    /// The player's seat in that game.
    pub seat: Seat,
    /// `{"count": {tendency, context, successes, opportunities}}` or `{"accuracy": {value}}`; absent in a correction.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub observed: Option<Value>,
    /// The game's event whose observations are corrected, in a correction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrects: Option<Revision>,
    /// What does not hold any more, in a correction.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Object>>)]
    pub was: Option<Value>,
    /// What holds instead, in a correction.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Object>>)]
    pub now: Option<Value>,
    /// Trust after it, where it moved trust: read along the history, the trust curve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<f64>,
    /// Where to read more.
    pub links: LinksAnswer,
}

/// Where to read more.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct LinksAnswer {
    /// The game.
    pub game: String,
    /// The event.
    pub event: String,
}

impl Service {
    /// A page of a player's history.
    ///
    /// # Errors
    /// Where there is no such player, the player was forgotten, the page is asked for wrongly, or the player's stream is damaged.
    pub async fn history(&self, log: LogId, player: &str, request: &HistoryRequest) -> Result<HistoryList, Error> {
        request.check()?;
        let row = self.player_row(log, player).await?;
        let limit = request.page.limit(self)?;
        self.history_of_row(log, &row, request, limit).await.map_err(|error| self.of_past(log, &row, error))
    }

    async fn history_of_row(
        &self,
        log: LogId,
        row: &PlayerRow,
        request: &HistoryRequest,
        limit: usize,
    ) -> Result<HistoryList, Error> {
        let stream = StreamId::player(&row.person);
        // Nothing of a stream is told that does not end where its head says.
        let now = self.carried_on(log, &row.person).await?.map_err(Error::Damaged)?;
        let spans = match log.partitions() {
            1 => None,
            _ => Some(self.spans(log, &row.person, &now).await?.map_err(Error::Damaged)?),
        };
        // The cursor is the revision that the page before ended with.
        let mut end = match request.page.cursor()? {
            Some(cursor) if cursor > now.next() => return Err(PageRequest::unknown_cursor()),
            Some(cursor) => cursor,
            None => now.next(),
        };
        let (window, windows) = match &spans {
            _ if request.is_whole() => (limit as Revision, 1),
            None => (WINDOW, WINDOWS),
            Some(_) => (WINDOW_OF_MERGED, 1),
        };
        let mut items = Vec::new();
        for _ in 0..windows {
            let from = end.saturating_sub(window);
            let events = match &spans {
                Some(spans) => self.merged_between(log, &row.person, spans, (from, end)).await?,
                None => self.events_between(log, &stream, (from, end), &[now.reached(0)]).await?,
            };
            let events = events.map_err(Error::Damaged)?;
            for item in self.history_of(log, (&row.person, &now), request, (from, &events)).await?.into_iter().rev() {
                if items.len() == limit {
                    return Ok(HistoryList { next: Some(end.to_string()), items });
                }
                end = item.player_revision;
                items.push(item);
            }
            end = from;
            if end == 0 || items.len() == limit {
                break;
            }
        }
        Ok(HistoryList { items, next: (end > 0).then(|| end.to_string()) })
    }

    /// What is wanted of the events of a person's stream from a revision on, oldest first.
    async fn history_of(
        &self,
        log: LogId,
        (person, now): (&str, &Remembered),
        request: &HistoryRequest,
        (from, events): (Revision, &[RecordedEvent]),
    ) -> Result<Vec<HistoryAnswer>, Error> {
        let mut entries = Vec::with_capacity(events.len());
        for event in events {
            entries.extend(Entry::of(event)?.map(|entry| (event, entry)));
        }
        // Trust depends on the whole path: the curve is walked from the start, or from where a state is kept.
        let moves = entries.iter().any(|(_, entry)| entry.moves_trust() && request.admits(entry));
        let mut remembered = self.remembered_at(log, person, if moves { from.checked_sub(1) } else { None }, now).await?;
        let mut items = Vec::new();
        for (event, entry) in entries {
            remembered.follow(event)?;
            if request.admits(&entry) {
                items.push(answer(event, entry, &remembered)?);
            }
        }
        Ok(items)
    }
}

fn answer(event: &RecordedEvent, entry: Entry, remembered: &Remembered) -> Result<HistoryAnswer, Error> {
    let trust = if entry.moves_trust() { remembered.trust(&entry.ruleset) } else { None };
    let (observed, corrects, was, now) = match entry.what {
        What::Settled { observed } => (Some(serde_json::json!(observed)), None, None, None),
        What::Corrected { corrects, was, now } => {
            (None, Some(corrects), Some(serde_json::json!(was)), Some(serde_json::json!(now)))
        }
    };
    let game = format!("/v1/games/{}", entry.game);
    Ok(HistoryAnswer {
        player_revision: event.revision,
        time: timestamp(event.time_us)?,
        trust,
        ruleset: entry.ruleset,
        links: LinksAnswer { event: format!("{game}/events?cursor={}&limit=1", entry.revision), game },
        game: entry.game,
        revision: entry.revision,
        seat: entry.seat,
        observed,
        corrects,
        was,
        now,
    })
}
