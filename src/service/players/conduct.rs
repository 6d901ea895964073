//! What events settle about players, on its way into the players' streams: in the same append as the event that settled it.
//!
//! Ids are derived from what was settled and where, so that nothing is there twice, whatever is tried again. A retraction that
//! changes what was settled is followed by corrections, which name what does not hold any more and what holds now.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::try_join_all;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::projection::Settled;
use crate::rulesets::{Conduct, Observed, Revision, Seat};
use crate::service::games::{canonical, is_anonymous};
use crate::service::{Error, Game, Service};
use crate::store::{Append, AppendError, Expected, LogId, NewEvent, Part, RecordedEvent, StreamDamage, StreamId};

/// Type of an event in a player's stream: something was settled.
pub const SETTLED: &str = "conduct";
/// Type of an event in a player's stream: something that was settled does not hold any more.
pub const CORRECTED: &str = "conduct_corrected";
/// Type of an event in the home part of a merged stream: a game was given a number, greater than all that the person's games had.
pub const SEATED: &str = "seated";
/// Type of the last event in the stream of a person who was forgotten.
pub const FORGOTTEN: &str = "forgotten";

/// Version of the data of these events.
const SCHEMA: u32 = 1;

/// The same of [`SEATED`]. The number that one of version 2 gives is its position in the home partition; one of version 1 gave its revision, which no
/// position reaches, so that whatever is seated now comes after all that was seated before.
const SEATED_SCHEMA: u32 = 2;

/// What an event of a player's stream holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The ruleset.
    pub ruleset: String,
    /// The game that it was settled in.
    pub game: String,
    /// The game's event that settled it, or the retraction that corrected it.
    pub revision: Revision,
    /// The seat in that game.
    pub seat: Seat,
    /// The number of the game among the person's, in a log of several partitions: what the parts of the stream are merged by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// What was settled, or corrected.
    #[serde(flatten)]
    pub what: What,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum What {
    /// It was settled.
    Settled {
        /// What was observed.
        observed: Observed,
    },
    /// What an event had settled was put right.
    Corrected {
        /// Revision of that event.
        corrects: Revision,
        /// What it had settled, and does not.
        was: Vec<Observed>,
        /// What it settles now instead.
        now: Vec<Observed>,
    },
}

impl Entry {
    /// Reads an event of a player's stream; `None` where it was erased or is of another type.
    ///
    /// # Errors
    /// Where it does not decode.
    pub fn of(event: &RecordedEvent) -> Result<Option<Self>, Error> {
        let Some(payload) = event.payload.as_ref().filter(|_| [SETTLED, CORRECTED].contains(&event.kind.as_str())) else {
            return Ok(None);
        };
        let unreadable = |error| Error::Damaged(StreamDamage::at(event.revision, format!("does not decode: {error}")));
        serde_json::from_slice(payload).map(Some).map_err(unreadable)
    }

    /// Whether it says something of how accurate statements were.
    pub fn moves_trust(&self) -> bool {
        let is_accuracy = |observed: &Observed| matches!(observed, Observed::Accuracy { .. });
        match &self.what {
            What::Settled { observed } => is_accuracy(observed),
            What::Corrected { was, now, .. } => was.iter().chain(now).any(is_accuracy),
        }
    }

    fn kind(&self) -> &'static str {
        match self.what {
            What::Settled { .. } => SETTLED,
            What::Corrected { .. } => CORRECTED,
        }
    }

    /// The id: of the log's game, its opening, revision, seat, tendency and context, and which of several equal ones it is. A game that was set aside may be
    /// opened again under its id, and what it settles is not what the other did.
    fn id(&self, game: &Game, nth: usize) -> String {
        let what = match &self.what {
            What::Settled { observed: Observed::Count { tendency, context, .. } } => json!([tendency, context]),
            What::Settled { observed: Observed::Accuracy { .. } } => json!(["accuracy"]),
            What::Corrected { corrects, .. } => json!([corrects]),
        };
        let (log, opened) = (game.key.0.0, game.opened_us);
        let name = canonical(&json!([log, self.game, opened, self.revision, self.seat, self.kind(), what, nth]));
        let mut hasher = blake3::Hasher::new_derive_key("credence conduct id 2");
        hasher.update(&name).finalize().to_hex()[..32].to_owned()
    }
}

/// Entries of what an event settled, for the streams of the seats' persons.
fn entries(settled: &Settled, game: &Game) -> Vec<Entry> {
    let entry = |seat, what| Entry {
        ruleset: game.opening.ruleset.clone(),
        game: game.id().to_owned(),
        revision: settled.at,
        seat,
        number: game.opening.numbers.get(usize::from(seat)).copied(),
        what,
    };
    let observed = |conduct: &[Conduct]| -> Vec<(Seat, Observed)> { conduct.iter().filter_map(Conduct::observed).collect() };
    let now = observed(&settled.now);
    let Some(corrects) = settled.corrects else {
        return now.into_iter().map(|(seat, observed)| entry(seat, What::Settled { observed })).collect();
    };
    let mut by_seat: BTreeMap<Seat, [Vec<Observed>; 2]> = BTreeMap::new();
    for (place, conduct) in [observed(&settled.was), now].into_iter().enumerate() {
        for (seat, observed) in conduct {
            by_seat.entry(seat).or_default()[place].push(observed);
        }
    }
    let changed = by_seat.into_iter().filter(|(_, [was, now])| was != now);
    changed.map(|(seat, [was, now])| entry(seat, What::Corrected { corrects, was, now })).collect()
}

impl Service {
    /// The parts of an append that carry what was settled to the persons' streams, in the order of the seats. Of who sits in an
    /// anonymous seat nothing is kept.
    pub(in crate::service) fn conduct_parts(&self, game: &Game, settled: &[Settled]) -> Vec<Part> {
        let now_us = self.clock.now_us();
        let mut events: BTreeMap<Seat, Vec<NewEvent>> = BTreeMap::new();
        for entry in settled.iter().flat_map(|settled| entries(settled, game)) {
            let of_seat = events.entry(entry.seat).or_default();
            let free = |id: &String| of_seat.iter().all(|event| event.id != *id);
            let id = (0..).map(|nth| entry.id(game, nth)).find(free).unwrap_or_default();
            let (kind, payload) = (entry.kind().to_owned(), canonical(&json!(entry)));
            of_seat.push(NewEvent {
                id,
                kind,
                schema: SCHEMA,
                time_us: now_us,
                payload,
                salt: self.entropy.bytes(),
                reporter: None,
            });
        }
        let mut parts: Vec<Part> = Vec::new();
        for (seat, events) in events {
            let Some(seat) = game.opening.seats.get(usize::from(seat)).filter(|seat| !is_anonymous(&seat.person)) else {
                continue;
            };
            let stream = StreamId::player(&seat.person);
            // One player may sit in several seats.
            match parts.iter_mut().find(|part| part.stream == stream) {
                Some(part) => part.events.extend(events),
                None => parts.push(Part { stream, expected: Expected::Any, events }),
            }
        }
        parts
    }

    /// The numbers that a game about to be opened is given among the games of each seat's person, in the home partition: each is greater than all that were
    /// given to the person before, also where a game of the same id was set aside. Who sits in several seats is given one. None in a log of one
    /// partition. A number whose game was never opened does no harm.
    ///
    /// # Errors
    /// [`AppendError::Closed`], where the person was forgotten; or where the log cannot be written to.
    pub(in crate::service) async fn seat_numbers(
        &self,
        log: LogId,
        game: &str,
        persons: &[String],
    ) -> Result<Vec<u64>, AppendError> {
        if log.partitions() == 1 {
            return Ok(Vec::new());
        }
        let named: BTreeSet<&String> = persons.iter().filter(|person| !is_anonymous(person)).collect();
        let given = named.iter().map(|person| self.seat_number(log.home(), game, person));
        let numbers: BTreeMap<&String, u64> = named.iter().copied().zip(try_join_all(given).await?).collect();
        Ok(persons.iter().map(|person| numbers.get(person).copied().unwrap_or(0)).collect())
    }

    async fn seat_number(&self, home: LogId, game: &str, person: &str) -> Result<u64, AppendError> {
        let now_us = self.clock.now_us();
        let seated = NewEvent {
            id: self.entropy.uuid(now_us),
            kind: SEATED.to_owned(),
            schema: SEATED_SCHEMA,
            time_us: now_us,
            payload: canonical(&json!({"game": game})),
            salt: self.entropy.bytes(),
            reporter: None,
        };
        let part = Part { stream: StreamId::player(person), expected: Expected::Any, events: vec![seated] };
        let appended = self.writer.append(Append { log: home, parts: vec![part], catalog: Vec::new() }).await?;
        Ok(appended.parts.iter().flatten().next().map_or(0, |seated| seated.position))
    }

    /// An event that the game settles has an id that stands in a person's stream already, and is left out. Most often it is the same event, which was
    /// recorded before. It is another where the game was restored from an older copy than the players' streams, and went on otherwise: what stands came
    /// first, and the game goes on.
    ///
    /// # Errors
    /// Where the database failed.
    pub(in crate::service) async fn note_standing(&self, game: &Game, part: &Part, id: &str, at: Revision) -> Result<(), Error> {
        let stands = match self.store.read(game.key.0, &part.stream, at, 1).await.map_err(Error::from) {
            Err(Error::Damaged(damage)) => {
                self.leave_out(game, part.stream.clone(), &damage);
                return Ok(());
            }
            stands => stands?,
        };
        let asked = part.events.iter().find(|event| event.id == id);
        let is_same = |(stands, asked): (&RecordedEvent, &NewEvent)| {
            stands.kind == asked.kind && stands.payload.as_ref() == Some(&asked.payload)
        };
        if !stands.first().zip(asked).is_some_and(is_same) {
            let (log, game, stream) = (game.key.0.0, game.id(), &part.stream);
            tracing::warn!(log, game, %stream, revision = at, "other conduct of a game of that id stands in a player's stream, and stays: what the game settles now is not recorded in its place");
        }
        Ok(())
    }
}
