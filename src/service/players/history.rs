//! A player's history: everything that was settled, where, and the trust after it.

use serde::Serialize;
use serde_json::Value;

use super::conduct::{Entry, What};
use super::profiles::Remembered;
use crate::rulesets::{Revision, Seat};
use crate::service::games::timestamp;
use crate::service::{Error, PageRequest, Service, Time};
use crate::store::{LogId, RecordedEvent, StreamId};

/// Which page of a history.
#[derive(Clone, Debug, Default)]
pub struct HistoryRequest {
    /// Which page.
    pub page: PageRequest,
}

/// A page of a player's history.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct HistoryList {
    /// Newest first.
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
    /// Where there is no such player, the player was forgotten, or the page is asked for wrongly.
    pub async fn history(&self, log: LogId, player: &str, request: &HistoryRequest) -> Result<HistoryList, Error> {
        let row = self.player_row(log, player).await?;
        let limit = request.page.limit(self)?;
        let stream = StreamId::player(&row.person);
        let merged = match log.partitions() {
            1 => None,
            _ => Some(self.merged_stream(log, &row.person).await?),
        };
        let end = match &merged {
            Some(events) => events.len() as Revision,
            None => self.store.head(log, &stream).await?.map_or(0, |head| head.revision + 1),
        };
        // The cursor is the revision that the page before ended with.
        let end = match request.page.cursor()? {
            Some(cursor) if cursor > end => return Err(PageRequest::unknown_cursor()),
            Some(cursor) => cursor,
            None => end,
        };
        let from = end.saturating_sub(limit as Revision);
        let fetch = u32::try_from(end - from).unwrap_or(u32::MAX);
        let events = match merged {
            Some(events) => events.into_iter().filter(|event| (from..end).contains(&event.revision)).collect(),
            None => self.store.read(log, &stream, from, fetch).await?,
        };
        let mut entries = Vec::with_capacity(events.len());
        for event in &events {
            entries.extend(Entry::of(event)?.map(|entry| (event, entry)));
        }
        // Trust depends on the whole path: the curve is walked from the start, or from where a state is kept.
        let before = if entries.iter().any(|(_, entry)| entry.moves_trust()) { from.checked_sub(1) } else { None };
        let mut remembered = self.remembered_at(log, &row.person, before).await?;
        let mut items = Vec::with_capacity(entries.len());
        for (event, entry) in entries {
            remembered.follow(event)?;
            items.push(answer(event, entry, &remembered)?);
        }
        items.reverse();
        Ok(HistoryList { items, next: (from > 0).then(|| from.to_string()) })
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
