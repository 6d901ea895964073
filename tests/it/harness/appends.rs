//! Short ways to write appends down.

use credence::store::{Append, CatalogChange, Expected, LogId, NewEvent, Part, RecordedEvent, Store, StreamId};

/// The log of most tests.
pub const LOG: LogId = LogId(1);

/// The log of the tenant `default` of a server, of as many partitions as the variable `CREDENCE_TEST_PARTITIONS` says.
pub fn home() -> LogId {
    LogId::of_tenant(1, super::app::partitions().unwrap_or(1))
}

/// Another tenant's log.
pub const OTHER_LOG: LogId = LogId(2);

/// The stream of a game.
pub fn game(id: &str) -> StreamId {
    StreamId::game(id)
}

/// The stream of a person.
pub fn player(person: &str) -> StreamId {
    StreamId::player(person)
}

/// An event whose every field follows from its id.
pub fn event(id: &str) -> NewEvent {
    NewEvent {
        id: id.to_owned(),
        kind: "rolled".to_owned(),
        schema: 3,
        time_us: 1_790_000_000_000_000 + i64::try_from(id.len()).expect("ids are short"),
        payload: format!(r#"{{"dice":"{id}"}}"#).into_bytes(),
        salt: *blake3::hash(id.as_bytes()).as_bytes(),
        reporter: None,
    }
}

/// Events for one stream.
pub fn part(stream: StreamId, expected: Expected, ids: &[&str]) -> Part {
    Part { stream, expected, events: ids.iter().map(|id| event(id)).collect() }
}

/// An append of these parts to [`LOG`].
pub fn append(parts: Vec<Part>) -> Append {
    Append { log: LOG, parts, catalog: Vec::new() }
}

/// An append of one event to one stream of [`LOG`].
pub fn one(stream: StreamId, expected: Expected, id: &str) -> Append {
    append(vec![part(stream, expected, &[id])])
}

/// An append that opens a game, and says so in the catalog.
pub fn opening(log: LogId, id: &str, ruleset: &str, opened_us: i64, persons: &[&str]) -> Append {
    let persons = persons.iter().map(|person| (*person).to_owned()).collect();
    Append {
        log,
        parts: vec![part(game(id), Expected::NoStream, &["opened"])],
        catalog: vec![CatalogChange::Opened { game: id.to_owned(), ruleset: ruleset.to_owned(), opened_us, persons }],
    }
}

/// The names that start with this text and end in a number.
pub fn name(start: &str, number: usize) -> String {
    format!("{start}-{number}")
}

/// A whole stream, in pages.
pub async fn read_all(store: &dyn Store, log: LogId, stream: &StreamId) -> Vec<RecordedEvent> {
    let mut events: Vec<RecordedEvent> = Vec::new();
    loop {
        let from = events.last().map_or(0, |event| event.revision + 1);
        let page = store.read(log, stream, from, 700).await.expect("the stream is read");
        if page.is_empty() {
            return events;
        }
        events.extend(page);
    }
}
