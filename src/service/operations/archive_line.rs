//! What an archive holds: one JSON object a line, named by its one field.
//!
//! An archive is text, packed with gzip: that anybody can read it without this program is worth more than the last tenth of its size.
//! The first line is the header. Of each log follow its counter, what was set aside, its events in the order of their positions, the streams
//! that are closed, the catalog, the players, and the marks of those who were forgotten. The last line counts what stands before it,
//! and bears its checksum.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::store::{AsideRow, GameRow, LogId, LoggedEvent, MissingRow, PlayerRow, RecordedEvent, stream_named};

/// Version of the layout. Raise it when a reader of today would misread what is written tomorrow.
pub(super) const FORMAT: u32 = 1;

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// The first.
    Credence(Header),
    /// A log, and where its counter stands.
    Log { log: i64, position: u64 },
    /// A stream that was set aside.
    Aside { log: i64, stream: String, was: String, time_us: i64, events: u64, why: String },
    /// Positions that have no event because of one that was set aside.
    Missing { log: i64, first: u64, last: u64, stream: String },
    /// An event.
    Event(EventLine),
    /// The head of a stream: in an archive of remains alone, because elsewhere it follows from the events.
    Head { log: i64, stream: String, revision: u64, hash: Hash, closed: bool },
    /// A stream that was erased and takes no more events.
    Closed { log: i64, stream: String },
    /// A game of the catalog, with the persons in its seats.
    Game { log: i64, game: String, position: u64, ruleset: String, finished: bool, opened_us: i64, seats: Vec<(u64, String)> },
    /// A player.
    Player { log: i64, player: String, person: String, display_name: Option<String> },
    /// The mark of a player who was forgotten.
    Forgotten { log: i64, mark: String },
    /// The last.
    End(End),
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    pub format: u32,
    /// Version of the program that wrote it.
    pub release: String,
    /// The damaged stream whose remains these are; `None` where it is a whole database.
    pub remains: Option<String>,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct EventLine {
    log: i64,
    position: u64,
    stream: String,
    revision: u64,
    id: String,
    r#type: String,
    schema: u32,
    time_us: i64,
    payload: Option<Payload>,
    salt: Option<Hash>,
    commitment: Hash,
    hash: Hash,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reporter: Option<String>,
}

/// The last line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Logs.
    pub logs: u64,
    /// Events.
    pub events: u64,
    /// Games of the catalog.
    pub games: u64,
    /// Players.
    pub players: u64,
    /// Marks of players who were forgotten.
    pub forgotten: u64,
    /// All lines before this one.
    pub lines: u64,
    /// BLAKE3 of all bytes of those lines, unpacked, in hexadecimal.
    pub blake3: String,
}

/// The exact bytes of a payload: text where they are text, as they nearly always are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Payload(pub Vec<u8>);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes { hex: String },
}

impl Serialize for Payload {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => Written::Bytes { hex: hex(&self.0) }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Payload {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Written::deserialize(deserializer)? {
            Written::Text(text) => Ok(Self(text.into_bytes())),
            Written::Bytes { hex } => {
                unhex(&hex).map(Self).ok_or_else(|| serde::de::Error::custom("a payload that is no hexadecimal"))
            }
        }
    }
}

/// 32 bytes, in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash(pub [u8; 32]);

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = unhex(&String::deserialize(deserializer)?).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| serde::de::Error::custom("expected 64 hexadecimal digits"))
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect())?
}

impl Line {
    /// An event of a log.
    pub fn event(log: LogId, logged: LoggedEvent) -> Self {
        let LoggedEvent { stream, event } = logged;
        Self::Event(EventLine {
            log: log.0,
            position: event.position,
            stream: stream.as_str().to_owned(),
            revision: event.revision,
            id: event.id,
            r#type: event.kind,
            schema: event.schema,
            time_us: event.time_us,
            payload: event.payload.map(Payload),
            salt: event.salt.map(Hash),
            commitment: Hash(event.commitment),
            hash: Hash(event.hash),
            reporter: event.reporter,
        })
    }

    /// A game of the catalog.
    pub fn game(log: LogId, row: GameRow) -> Self {
        let GameRow { game, position, ruleset, finished, opened_us, seats } = row;
        Self::Game { log: log.0, game, position, ruleset, finished, opened_us, seats }
    }

    /// A player.
    pub fn player(log: LogId, row: PlayerRow) -> Self {
        let PlayerRow { player, person, display_name } = row;
        Self::Player { log: log.0, player, person, display_name }
    }

    /// A stream that was set aside.
    pub fn aside(log: LogId, row: AsideRow) -> Self {
        let AsideRow { stream, was, time_us, events, why } = row;
        let name = |stream: crate::store::StreamId| stream.as_str().to_owned();
        Self::Aside { log: log.0, stream: name(stream), was: name(was), time_us, events, why }
    }

    /// Positions that have no event.
    pub fn missing(log: LogId, row: &MissingRow) -> Self {
        Self::Missing { log: log.0, first: row.first, last: row.last, stream: row.stream.as_str().to_owned() }
    }
}

impl EventLine {
    /// Whose log.
    pub const fn log(&self) -> i64 {
        self.log
    }

    /// As it stands in a log.
    pub fn logged(self) -> (LogId, LoggedEvent) {
        let event = RecordedEvent {
            revision: self.revision,
            position: self.position,
            id: self.id,
            kind: self.r#type,
            schema: self.schema,
            time_us: self.time_us,
            payload: self.payload.map(|payload| payload.0),
            salt: self.salt.map(|salt| salt.0),
            commitment: self.commitment.0,
            hash: self.hash.0,
            reporter: self.reporter,
        };
        (LogId(self.log), LoggedEvent { stream: stream_named(&self.stream), event })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_payload_comes_back_byte_by_byte() {
        for bytes in [&b"{\"a\":1}"[..], b"", "\u{0}\n\u{e9}\"".as_bytes(), &[0xff, 0x00, 0x80]] {
            let written = serde_json::to_string(&Payload(bytes.to_vec())).expect("JSON");
            assert!(!written.contains('\n'), "{written}");
            assert_eq!(serde_json::from_str::<Payload>(&written).expect("a payload").0, bytes);
        }
        assert_eq!(unhex("0g"), None);
        assert_eq!(unhex("012"), None);
    }
}
