//! Compares the log with what the clients know, while nobody writes and no server runs.

use std::collections::{BTreeMap, BTreeSet};

use credence::store::chain::{GENESIS, verify};
use credence::store::{RecordedEvent, Store, StreamId};
use serde_json::Value;
use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::client::Ground;
use crate::harness::{LOG, Place, read_all};
use crate::model::Record;
use crate::tally::{Tally, Wrong};

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Events in the log, those of players included.
    pub events: usize,
    /// Streams, each with its chain.
    pub streams: usize,
}

/// The log beside the store: what it holds by its positions, its counter, and the catalog.
struct Rows {
    events: Vec<(i64, String)>,
    counter: i64,
    games: Vec<(String, i32)>,
}

impl Rows {
    async fn of(place: &Place) -> Result<Self, sqlx::Error> {
        const EVENTS: &str = "SELECT position, stream FROM events WHERE log_id = 1 ORDER BY position";
        const COUNTER: &str = "SELECT coalesce(max(position), 0) FROM log_head WHERE log_id = 1";
        const GAMES: &str = "SELECT game, CAST(finished AS INTEGER) FROM games WHERE log_id = 1";
        match place {
            Place::Sqlite(_) => {
                let mut open = SqliteConnection::connect(&place.url()).await?;
                Ok(Self {
                    events: sqlx::query_as(EVENTS).fetch_all(&mut open).await?,
                    counter: sqlx::query_scalar(COUNTER).fetch_one(&mut open).await?,
                    games: sqlx::query_as(GAMES).fetch_all(&mut open).await?,
                })
            }
            Place::Postgres(url) => {
                let mut open = PgConnection::connect(url).await?;
                Ok(Self {
                    events: sqlx::query_as(EVENTS).fetch_all(&mut open).await?,
                    counter: sqlx::query_scalar(COUNTER).fetch_one(&mut open).await?,
                    games: sqlx::query_as(GAMES).fetch_all(&mut open).await?,
                })
            }
        }
    }
}

/// Compares everything.
pub async fn compare(place: &Place, ground: &Ground) -> Compared {
    let tally = &*ground.tally;
    let store = place.open().await;
    let rows = Rows::of(place).await.expect("the tables are read");
    positions(&rows, tally);
    let games: BTreeMap<String, Record> = ground.model.games().clone();
    let mut streams: BTreeSet<&str> = rows.events.iter().map(|(_, stream)| stream.as_str()).collect();
    let compared = Compared { events: rows.events.len(), streams: streams.len() };
    for stream in &streams {
        let (id, record) = match stream.split_once('/') {
            Some(("game", game)) => (StreamId::game(game), games.get(game)),
            Some(("player", person)) => (StreamId::player(person), None),
            _ => {
                tally.wrong(Wrong::Stray, format!("a stream is called {stream}"));
                continue;
            }
        };
        let events = read_all(&*store, LOG, &id).await;
        chain(&*store, &id, &events, tally).await;
        match record {
            Some(record) => game(stream, record, &events, tally),
            None if stream.starts_with("game/") => tally.wrong(Wrong::Stray, format!("{stream} was sent by nobody")),
            None => {}
        }
    }
    let finished: BTreeMap<&str, bool> = rows.games.iter().map(|(game, finished)| (game.as_str(), *finished != 0)).collect();
    for (id, record) in games.iter().filter(|(_, record)| record.opened) {
        if !streams.remove(format!("game/{id}").as_str()) {
            tally.wrong(Wrong::Lost, format!("{id} and its {} events: the game is not there", record.events.len()));
        }
        if finished.get(id.as_str()) != Some(&record.finished) {
            tally.wrong(
                Wrong::Lost,
                format!("{id}: the catalog says finished {:?}, not {}", finished.get(id.as_str()), record.finished),
            );
        }
        players(&*store, id, record, tally).await;
    }
    store.close().await;
    compared
}

fn positions(rows: &Rows, tally: &Tally) {
    for (expected, (position, stream)) in (1..).zip(&rows.events) {
        if expected != *position {
            tally.wrong(Wrong::Position, format!("position {expected} is missing; the next is {position}, in {stream}"));
            break;
        }
    }
    if rows.counter != rows.events.len() as i64 {
        tally.wrong(Wrong::Position, format!("the counter stands at {}, behind {} events", rows.counter, rows.events.len()));
    }
}

async fn chain(store: &dyn Store, stream: &StreamId, events: &[RecordedEvent], tally: &Tally) {
    let mut hash = GENESIS;
    for (revision, event) in (0..).zip(events) {
        if let Err(broken) = verify(&hash, stream, revision, event) {
            tally.wrong(Wrong::Chain, format!("{stream}: {broken}"));
            return;
        }
        hash = event.hash;
    }
    let head = store.head(LOG, stream).await.expect("the head is read");
    if head.map(|head| (head.revision + 1, head.hash)) != Some((events.len() as u64, hash)) {
        tally.wrong(Wrong::Chain, format!("{stream}: {head:?} is not the end of its {} events", events.len()));
    }
}

fn game(stream: &str, record: &Record, events: &[RecordedEvent], tally: &Tally) {
    if !record.opened {
        tally.wrong(Wrong::Stray, format!("{stream} stands and its opening was not acknowledged"));
        return;
    }
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for event in events {
        *places.entry(&event.id).or_default() += 1;
    }
    for (id, count) in places.iter().filter(|(_, count)| **count > 1) {
        tally.wrong(Wrong::Doubled, format!("{stream}: {id} stands {count} times"));
    }
    for (revision, sent) in (1..).zip(&record.events) {
        let stands = events.get(revision);
        let content = |event: &RecordedEvent| {
            let data = event.payload.as_deref().and_then(|payload| serde_json::from_slice::<Value>(payload).ok());
            event.kind == sent.kind && data.as_ref() == Some(&sent.data)
        };
        match stands {
            Some(event) if event.id == sent.id && content(event) => {}
            Some(event) if event.id == sent.id => {
                tally.wrong(Wrong::Moved, format!("{stream} revision {revision}: {} stands with other content", sent.id));
            }
            _ if places.contains_key(sent.id.as_str()) => {
                tally.wrong(Wrong::Moved, format!("{stream}: {} was acknowledged at {revision} and stands elsewhere", sent.id));
            }
            _ => tally.wrong(Wrong::Lost, format!("{stream}: {} was acknowledged at {revision} and does not stand", sent.id)),
        }
    }
    for event in events.iter().skip(record.events.len() + 1) {
        let what = if record.refused.contains(&event.id) { "was refused" } else { "was not acknowledged" };
        tally.wrong(Wrong::Stray, format!("{stream}: {} stands at {} and {what}", event.id, event.revision));
    }
}

async fn players(store: &dyn Store, game: &str, record: &Record, tally: &Tally) {
    if let Some((player, name)) = &record.named {
        let row = store.find_player(LOG, player).await.expect("players are read");
        if row.as_ref().and_then(|row| row.display_name.as_ref()) != Some(name) {
            tally.wrong(Wrong::Lost, format!("{game}: {player} was named {name}; {row:?} stands"));
        }
    }
    if let Some(player) = &record.forgotten
        && let Some(row) = store.find_player(LOG, player).await.expect("players are read")
    {
        tally.wrong(Wrong::Stray, format!("{game}: {player} was forgotten, and {row:?} stands"));
    }
}
