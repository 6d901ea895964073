//! One game in memory: its log as far as this server has read it, and what each observer believes at its head.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::sync::watch;

use super::Error;
use super::following::Following;
use crate::rulesets::{AnyGame, AnyRuleset, EventRef, Observer, Revision, SeatOpening, decode};
use crate::store::{LogId, RecordedEvent, StreamId};

/// Type of the event that opens a game, at revision 0.
pub const OPENING: &str = "opening";
/// Type of the event that takes another one back.
pub const RETRACT: &str = "retract";
/// Type of the event that holds a remark.
pub const NOTE: &str = "note";
/// Type of the event that ends a game.
pub const FINISH: &str = "finish";

/// What to do with an event that the judging belief cannot take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnContradiction {
    /// Refuse it, and name the conflicting evidence.
    #[default]
    Reject,
    /// Keep it in the log; every fold that cannot take it leaves it out and lists it.
    Quarantine,
}

/// What revision 0 holds, beside what the ruleset reads from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameOpening {
    /// Key of the ruleset.
    pub ruleset: String,
    /// The table's rules, complete.
    pub setup: Value,
    /// The model's parameters, complete.
    pub parameters: Value,
    /// Who sits where, with their profiles at that moment.
    pub seats: Vec<SeatOpening>,
    /// The gate at append time.
    pub on_contradiction: OnContradiction,
}

/// An event of the ruleset, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// Its type.
    pub kind: String,
    /// The schema it was written with.
    pub schema: u32,
    /// Its data as canonical JSON text.
    pub data: Vec<u8>,
}

impl Play {
    /// Borrowed, as rulesets read it.
    #[must_use]
    pub fn event(&self) -> EventRef<'_> {
        EventRef { kind: &self.kind, schema: self.schema, data: &self.data }
    }
}

/// What a retraction says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retraction {
    /// The event that was wrong.
    pub revision: Revision,
    /// Why, for people.
    pub reason: String,
    /// What is right in its place; `None` where nothing is.
    pub instead: Option<Arc<Play>>,
}

/// What an event means to a fold.
#[derive(Clone, Debug)]
pub enum Body {
    /// It opened the game.
    Opening,
    /// It is the ruleset's.
    Play(Arc<Play>),
    /// It takes another one back.
    Retract(Retraction),
    /// It is a remark.
    Note,
    /// It ended the game.
    Finish,
}

impl Body {
    /// Reads what is stored.
    ///
    /// # Errors
    /// Where a retraction does not decode: the log is damaged.
    pub fn of(event: &RecordedEvent) -> Result<Self, Error> {
        let data = || event.payload.clone().ok_or_else(|| Error::Damaged(format!("revision {} was erased", event.revision)));
        Ok(match event.kind.as_str() {
            OPENING => Self::Opening,
            NOTE => Self::Note,
            FINISH => Self::Finish,
            RETRACT => Self::Retract(read_retraction(&data()?, event.schema).map_err(|error| Error::Damaged(error.to_string()))?),
            _ => Self::Play(Arc::new(Play { kind: event.kind.clone(), schema: event.schema, data: data()? })),
        })
    }
}

/// Decodes the data of a retraction. `schema` is that of the ruleset's events, for the one that stands instead.
///
/// # Errors
/// Names the place and what was expected there.
pub fn read_retraction(data: &[u8], schema: u32) -> Result<Retraction, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Data {
        revision: Revision,
        reason: String,
        instead: Option<Instead>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Instead {
        r#type: String,
        data: Map<String, Value>,
    }
    let data = serde_json::from_slice(data).map_err(|error| Error::malformed("/data", error.to_string()))?;
    let data: Data = decode(data).map_err(|error| Error::rejected("/data", error.into()))?;
    let instead = data
        .instead
        .map(|instead| Arc::new(Play { kind: instead.r#type, schema, data: canonical(&Value::Object(instead.data)) }));
    Ok(Retraction { revision: data.revision, reason: data.reason, instead })
}

/// JSON text with sorted keys and no spaces: equal content gives equal bytes.
#[must_use]
pub fn canonical(value: &Value) -> Vec<u8> {
    serde_json::to_vec(value).expect("JSON values are serialisable")
}

/// An event of the log with its meaning.
#[derive(Debug)]
pub struct Logged {
    /// As it stands in the log.
    pub event: RecordedEvent,
    /// What it means to a fold.
    pub body: Body,
}

/// The log of one game as far as it was read. Only grows.
#[derive(Default)]
struct GameLog {
    events: Vec<Arc<Logged>>,
    ids: BTreeMap<String, Revision>,
    /// Revision and target of each retraction.
    retractions: Vec<(Revision, Revision)>,
    ends: Vec<Revision>,
    bytes: usize,
}

/// Tenant and id: what a game is found by.
pub type GameKey = (LogId, String);

/// One game in memory.
pub struct Game {
    /// Whose log, and the game's id.
    pub key: GameKey,
    /// Its rules.
    pub ruleset: &'static dyn AnyRuleset,
    /// Its rules and parameters, opened.
    pub opened: Arc<dyn AnyGame>,
    /// What revision 0 holds.
    pub opening: GameOpening,
    /// Held by the one append that is under way, from the judgement to the commit. Reads never take it.
    pub writing: tokio::sync::Mutex<()>,
    log: RwLock<GameLog>,
    followed: Mutex<BTreeMap<Observer, Arc<Following>>>,
    head: watch::Sender<Revision>,
    doubts: AtomicU64,
    settled: AtomicU64,
    weighed: AtomicUsize,
    closed: Mutex<BTreeSet<StreamId>>,
}

impl Game {
    /// A game from its first event.
    #[must_use]
    pub fn new(
        key: GameKey,
        ruleset: &'static dyn AnyRuleset,
        opened: Arc<dyn AnyGame>,
        opening: GameOpening,
        first: RecordedEvent,
    ) -> Self {
        let mut log = GameLog::default();
        log.push(Arc::new(Logged { event: first, body: Body::Opening }));
        Self {
            key,
            ruleset,
            opened,
            opening,
            writing: tokio::sync::Mutex::new(()),
            log: RwLock::new(log),
            followed: Mutex::default(),
            head: watch::Sender::new(0),
            doubts: AtomicU64::new(0),
            settled: AtomicU64::new(0),
            weighed: AtomicUsize::new(0),
            closed: Mutex::default(),
        }
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.key.1
    }

    /// Its stream.
    #[must_use]
    pub fn stream(&self) -> StreamId {
        StreamId::game(self.id())
    }

    /// Revision of the last event that this server has read.
    #[must_use]
    pub fn head(&self) -> Revision {
        *self.head.borrow()
    }

    /// Whether anyone waits for the head to move.
    #[must_use]
    pub fn watched(&self) -> bool {
        self.head.receiver_count() > 0
    }

    /// Tells when the head moves.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<Revision> {
        self.head.subscribe()
    }

    /// An event by its revision.
    #[must_use]
    pub fn event(&self, revision: Revision) -> Option<Arc<Logged>> {
        self.read().events.get(usize::try_from(revision).ok()?).cloned()
    }

    /// Where an event id stands.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Arc<Logged>> {
        let log = self.read();
        log.ids.get(id).and_then(|revision| log.events.get(usize::try_from(*revision).ok()?)).cloned()
    }

    /// The end that is in force after a revision; `None` where the game goes on.
    #[must_use]
    pub fn finish(&self, until: Revision) -> Option<Revision> {
        let log = self.read();
        let ends = log.ends.iter().copied().filter(|end| *end <= until);
        let taken_back = |end: &Revision| log.retractions.iter().any(|(at, target)| *at <= until && target == end);
        ends.into_iter().find(|end| !taken_back(end))
    }

    /// How many retractions there are up to and with a revision.
    #[must_use]
    pub fn count_retractions(&self, until: Revision) -> usize {
        self.read().retractions.partition_point(|(at, _)| *at <= until)
    }

    /// Retractions up to and with a revision, each with its own, in order.
    #[must_use]
    pub fn retractions(&self, until: Revision) -> Vec<(Revision, Retraction)> {
        let log = self.read();
        let known = &log.retractions[..log.retractions.partition_point(|(at, _)| *at <= until)];
        let read = |(at, _): &(Revision, Revision)| match &log.events.get(usize::try_from(*at).ok()?)?.body {
            Body::Retract(retraction) => Some((*at, retraction.clone())),
            _ => None,
        };
        known.iter().filter_map(read).collect()
    }

    /// Takes over events that were recorded behind the head. Those it knows already are passed over.
    ///
    /// # Errors
    /// Where one does not decode.
    pub fn extend(&self, events: Vec<RecordedEvent>) -> Result<(), Error> {
        let logged = events
            .into_iter()
            .map(|event| Ok(Arc::new(Logged { body: Body::of(&event)?, event })))
            .collect::<Result<Vec<_>, Error>>()?;
        let mut log = self.log.write().unwrap_or_else(PoisonError::into_inner);
        for event in logged {
            if event.event.revision == log.events.len() as Revision {
                log.push(event);
            }
        }
        // Told while the log is held, so that the head never seems to move back.
        self.head.send_replace(log.events.len() as Revision - 1);
        Ok(())
    }

    /// What an observer was last followed to, at or below the head.
    #[must_use]
    pub fn followed(&self, observer: Observer) -> Option<Arc<Following>> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner).get(&observer).cloned()
    }

    /// Keeps how far an observer was followed, unless someone got further meanwhile.
    pub fn keep(&self, following: &Arc<Following>) {
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        let newest = followed.entry(following.observer).or_insert_with(|| Arc::clone(following));
        if newest.revision < following.revision {
            *newest = Arc::clone(following);
        }
    }

    /// Marks the log as possibly longer than what was read of it: the outcome of a commit was not told.
    pub fn doubt(&self) {
        self.doubts.fetch_add(1, Ordering::AcqRel);
    }

    /// How often the log was doubted.
    #[must_use]
    pub fn doubts(&self) -> u64 {
        self.doubts.load(Ordering::Acquire)
    }

    /// Whether the log must be asked for its head before this memory is trusted again.
    #[must_use]
    pub fn doubted(&self) -> bool {
        self.doubts() > self.settled.load(Ordering::Acquire)
    }

    /// The log was asked after so many doubts: those are settled, later ones stay.
    pub fn settle(&self, doubts: u64) {
        self.settled.fetch_max(doubts, Ordering::AcqRel);
    }

    /// A person at this table was forgotten: what is settled from now on is nobody's.
    pub fn close(&self, stream: StreamId) {
        self.closed.lock().unwrap_or_else(PoisonError::into_inner).insert(stream);
    }

    /// Whether the stream of a person at this table was found closed.
    #[must_use]
    pub fn has_closed(&self, stream: &StreamId) -> bool {
        self.closed.lock().unwrap_or_else(PoisonError::into_inner).contains(stream)
    }

    /// Whether the game weighs a quarter more than when this was last said: then the cache must hear of it.
    pub fn has_grown(&self) -> bool {
        let (now, then) = (self.weigh(), self.weighed.load(Ordering::Relaxed));
        let grown = now > then + then / 4;
        if grown {
            self.weighed.store(now, Ordering::Relaxed);
        }
        grown
    }

    /// Approximate memory in bytes: events and beliefs.
    #[must_use]
    pub fn weigh(&self) -> usize {
        let beliefs: usize =
            self.followed.lock().unwrap_or_else(PoisonError::into_inner).values().map(|following| following.weigh()).sum();
        size_of::<Self>() + self.read().bytes + beliefs
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, GameLog> {
        self.log.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GameLog {
    fn push(&mut self, logged: Arc<Logged>) {
        let event = &logged.event;
        match &logged.body {
            Body::Finish => self.ends.push(event.revision),
            Body::Retract(retraction) => self.retractions.push((event.revision, retraction.revision)),
            Body::Opening | Body::Play(_) | Body::Note => {}
        }
        // Payload twice (as stored and as played), ids twice (event and index), and the rows around them.
        self.bytes += 2 * event.payload.as_ref().map_or(0, Vec::len) + 2 * event.id.len() + 512;
        self.ids.insert(event.id.clone(), event.revision);
        self.events.push(logged);
    }
}
