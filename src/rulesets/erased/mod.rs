//! A ruleset with JSON in place of its types: the only place where JSON becomes a game's types and back.
//!
//! [`AnyRuleset`] is a game, [`AnyGame`] one opened play-through of it: the functions of [`Ruleset`], with handles in place of its types. A
//! handle ([`AnyEvent`], [`AnyTable`], [`AnyBelief`]) is opaque and cheap to clone; only a game of the ruleset that made it can read it.
//! One blanket implementation serves every ruleset.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

mod game;
mod schemas;

use game::Opened;

use super::evidence_type::EvidenceType;
use super::tagged::{self, Malformed};
use super::{
    Column, Conduct, Examples, Likelihood, Observer, Opening, Population, PriorTables, Reader, Refusal, Revision, Ruleset, Seat,
    SeatOpening, TRUST_RATE, Teaching, Tendency, Transcript, UpcastError,
};
use crate::belief::{Contradiction, Draws, Evidence, Marginals, Quality, Sampled, WorldRng, seeded, shuffle};

/// An event of a game, decoded.
#[derive(Clone)]
pub struct AnyEvent(Arc<dyn Any + Send + Sync>);

/// The public table of a game at one revision.
#[derive(Clone)]
pub struct AnyTable(Arc<dyn Any + Send + Sync>);

/// One observer's belief in a game at one revision.
#[derive(Clone)]
pub struct AnyBelief(Arc<dyn Any + Send + Sync>);

impl AnyTable {
    /// Whether two handles are of one table: nothing happened to it between them.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// An event's type and data as they stand in the log.
#[derive(Clone, Copy, Debug)]
pub struct EventRef<'a> {
    /// Its type.
    pub kind: &'a str,
    /// The schema that it was written with.
    pub schema: u32,
    /// Its data, as JSON text.
    pub data: &'a [u8],
}

/// Why a ruleset does not take what a client sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// It is not the shape that the ruleset reads.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// It breaks a rule.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Stored data that cannot be read: the log was damaged, or written by a release that had something else.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stored {kind} cannot be read: {reason}")]
pub struct Unreadable {
    /// What it should have been.
    pub kind: String,
    /// Why not.
    pub reason: String,
}

/// What a ruleset says of itself.
#[derive(Clone, Debug, Serialize)]
pub struct Description {
    /// Name in URLs and in the log.
    pub ruleset: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// One sentence.
    pub description: &'static str,
    /// Version of its events.
    pub schema: u32,
    /// Version of its inference.
    pub model: u32,
    /// JSON Schemas of `setup`, `parameters`, `event`, `query`, `answer` and `world`, and of further `forms` of worlds by name.
    pub schemas: Value,
    /// Behaviours that it learns, with their priors.
    pub tendencies: &'static [Tendency],
    /// Types of its evidence.
    pub evidence: &'static [EvidenceType],
    /// Numbers of its soft likelihoods.
    pub likelihoods: &'static [Likelihood],
    /// Numbers of how players are remembered.
    pub memory: [Likelihood; 2],
}

/// A simulated game in JSON.
#[derive(Clone, Debug)]
pub struct SimulatedGame {
    /// The number of the person in each seat.
    pub persons: Vec<u32>,
    /// Type and data of each event.
    pub events: Vec<(String, Value)>,
    /// The true world before the first event and after each.
    pub truth: Vec<Value>,
}

/// Which game of a series between persons who keep their ways of playing.
#[derive(Clone, Copy, Debug)]
pub struct GameOfSeries {
    /// How many persons there are, of whom the seats of each game are dealt.
    pub persons: u32,
    /// The seed of the series. Each person's way of playing is drawn from it, and from the person's number.
    pub seed: u64,
    /// The number of the game.
    pub number: u32,
}

/// Streams of a series' seed from this one on are the persons'; those below it, but the first, its games'.
const PERSONS: u64 = 1 << 32;

/// A ruleset with its types erased.
pub trait AnyRuleset: Send + Sync {
    /// Name in URLs and in the log.
    fn key(&self) -> &'static str;
    /// Version of its events.
    fn schema(&self) -> u32;
    /// Version of its inference.
    fn model(&self) -> u32;
    /// What it says of itself.
    fn describe(&self) -> Description;
    /// Names of further forms in which its worlds are served.
    fn forms(&self) -> Vec<&'static str>;
    /// Forms of transcript, of other programs, that it reads.
    fn readers(&self) -> &'static [Reader];
    /// How its prior tables are kept as files, where it has some.
    fn priors(&self) -> Option<PriorTables>;
    /// Behaviours that it settles observations of.
    fn tendencies(&self) -> &'static [Tendency];
    /// Names of the tendencies of which what is counted over all contexts means nothing.
    fn apart(&self) -> &'static [&'static str];
    /// Types of its evidence.
    fn evidence(&self) -> &'static [EvidenceType];
    /// What an older game still weighs in a player's profile, for each later one.
    fn decay(&self) -> f64;
    /// How its players teach its population.
    fn teaching(&self) -> Teaching;
    /// Completes what a client sent into what revision 0 will hold.
    ///
    /// # Errors
    /// Where setup or parameters are malformed or refused; pointers begin with `/setup` or `/parameters`.
    fn open(&self, setup: Value, parameters: Value, seats: Vec<SeatOpening>) -> Result<Value, Rejection>;
    /// Reads a stored opening.
    ///
    /// # Errors
    /// Where it does not decode, or names something that this release does not have.
    fn game(&self, schema: u32, opening: Value) -> Result<Arc<dyn AnyGame>, Unreadable>;
    /// Questions and events of a table with so many seats.
    fn examples(&self, seats: usize) -> Examples;
    /// Plays a random game under default rules with `seats` seats.
    ///
    /// # Errors
    /// Where the ruleset does not know a table of that size.
    fn simulate(&self, seats: usize, turns: Option<u32>, seed: u64) -> Result<SimulatedGame, Rejection>;
    /// Plays a game of a series under default rules: `seats` seats, or as many as there are persons, who sit in an order that is drawn.
    ///
    /// # Errors
    /// Where the ruleset does not know a table of that size.
    fn simulate_among(&self, seats: usize, turns: Option<u32>, game: GameOfSeries) -> Result<SimulatedGame, Rejection>;
}

/// One opened game: its rules and parameters. Synchronous and pure.
///
/// Handles of another ruleset than the game's own are a fault of the program, and panic.
pub trait AnyGame: Send + Sync {
    /// Number of seats.
    fn seats(&self) -> usize;
    /// Setup and parameters, complete, as today's schema has them.
    fn rules(&self) -> (Value, Value);
    /// Approximate memory in bytes of what was unpacked from its opening.
    fn weigh(&self) -> usize;
    /// Whether the update of an event of this type may take long whatever the belief weighs.
    fn is_heavy(&self, kind: &str) -> bool;
    /// The same game under other parameters. Handles of the one are handles of the other.
    ///
    /// # Errors
    /// Where they are malformed or refused.
    fn with_parameters(&self, parameters: Value) -> Result<Arc<dyn AnyGame>, Rejection>;
    /// The same game by hard facts alone.
    fn hard(&self) -> Arc<dyn AnyGame>;
    /// What a finished game says in the end of each variable after each event, by id; as many as there are events, or none.
    fn hindsight(&self, events: &[AnyEvent]) -> Vec<BTreeMap<String, String>>;

    /// Decodes an event of the log, of whatever schema.
    ///
    /// # Errors
    /// Where it does not decode.
    fn decode(&self, event: EventRef<'_>) -> Result<AnyEvent, Unreadable>;
    /// Decodes an event that a client sent, of today's schema.
    ///
    /// # Errors
    /// Where it is malformed.
    fn read(&self, kind: &str, data: &[u8]) -> Result<AnyEvent, Malformed>;
    /// The seat that did it, where a seat did.
    fn actor(&self, event: &AnyEvent) -> Option<Seat>;
    /// The field of an event that a seat saw, and that the event leaves out.
    fn unsaid(&self, event: &AnyEvent, seat: Seat) -> Option<&'static str>;
    /// Whether an observer sees anything of an event.
    fn sees(&self, event: &AnyEvent, observer: Observer) -> bool;
    /// The data that an observer sees of an event, `None` where it sees nothing.
    fn view(&self, event: &AnyEvent, observer: Observer) -> Option<Value>;

    /// The table before the first event.
    fn table(&self) -> AnyTable;
    /// May this event happen at this table?
    ///
    /// # Errors
    /// The rule that it breaks.
    fn check(&self, table: &AnyTable, event: &AnyEvent) -> Result<(), Refusal>;
    /// The same of what an observer sees of the event, so that the refusal says nothing of what is hidden from it; `None` where it sees nothing.
    fn check_view(&self, table: &AnyTable, event: &AnyEvent, observer: Observer) -> Option<Result<(), Refusal>>;
    /// What a seat should know of its own by now, and its own belief does not.
    fn unknown_own(&self, belief: &AnyBelief, table: &AnyTable, seat: Seat) -> Option<String>;
    /// What the game still owes: an event without which something is lost where the game ends now.
    fn due(&self, table: &AnyTable) -> Option<String>;
    /// The table after an event, and what it settled about how seats behave.
    fn advance(&self, table: &AnyTable, event: &AnyEvent) -> (AnyTable, Vec<Conduct>);
    /// Approximate memory of a table in bytes.
    fn weigh_table(&self, table: &AnyTable) -> usize;
    /// A table as it stands in a snapshot.
    fn freeze_table(&self, table: &AnyTable) -> Vec<u8>;
    /// The table of a snapshot.
    ///
    /// # Errors
    /// Where it does not decode.
    fn thaw_table(&self, frozen: &[u8]) -> Result<AnyTable, Unreadable>;

    /// An observer's belief before the first event, with caps multiplied by `widening`.
    fn prior(&self, observer: Observer, widening: u32) -> AnyBelief;
    /// An observer's belief after an event that was recorded as `at`, between the tables `before` and `after` it.
    ///
    /// # Errors
    /// Where no world is left.
    fn update(&self, belief: &AnyBelief, happened: &Happened<'_>, evidence: &mut Evidence) -> Result<AnyBelief, Contradiction>;
    /// The belief once the table has moved by an event that it contradicts.
    fn left_out(&self, belief: &AnyBelief, happened: &Happened<'_>) -> AnyBelief;
    /// Takes an event that a widened belief still contradicts: begins again from the table after it. `None` where beliefs of this
    /// ruleset lose no worlds.
    fn restart(&self, belief: &AnyBelief, happened: &Happened<'_>) -> Option<AnyBelief>;
    /// The distribution of every hidden variable.
    fn marginals(&self, belief: &AnyBelief, table: &AnyTable) -> Marginals;
    /// Method and losses, without working out a marginal.
    fn quality(&self, belief: &AnyBelief, table: &AnyTable) -> Quality;
    /// Draws worlds, as JSON text.
    fn sample(&self, belief: &AnyBelief, table: &AnyTable, draws: Draws) -> Sampled<Box<RawValue>>;
    /// The same worlds in a further form, one of those that [`AnyRuleset::forms`] names; `None` where there is no such form.
    fn sample_as(&self, form: &str, belief: &AnyBelief, table: &AnyTable, draws: Draws) -> Option<Sampled<Box<RawValue>>>;
    /// The same worlds as the values of these variables; what else a world has is left out.
    fn sample_columns(
        &self,
        belief: &AnyBelief,
        table: &AnyTable,
        draws: Draws,
        ids: BTreeSet<String>,
    ) -> (Sampled<()>, Vec<Column>);
    /// Decodes a question, and answers nothing.
    ///
    /// # Errors
    /// Where it is malformed.
    fn check_query(&self, query: &Value) -> Result<(), Malformed>;
    /// Natural logarithm of a world's probability; -inf where it is ruled out.
    ///
    /// # Errors
    /// Where the world is malformed.
    fn ln_probability(&self, belief: &AnyBelief, table: &AnyTable, world: Value) -> Result<f64, Malformed>;
    /// The value that each variable of a belief has in a world, by the variable's id.
    ///
    /// # Errors
    /// Where the world is malformed.
    fn values(&self, world: Value) -> Result<BTreeMap<String, String>, Malformed>;
    /// Answers a question given as an object with a `type`.
    ///
    /// # Errors
    /// Where the question is malformed or about something that is not at this table.
    fn answer(&self, belief: &AnyBelief, table: &AnyTable, query: Value) -> Result<Value, Rejection>;
    /// Approximate memory of a belief in bytes.
    fn weigh_belief(&self, belief: &AnyBelief, table: &AnyTable) -> usize;
    /// A belief as it stands in a snapshot.
    fn freeze_belief(&self, belief: &AnyBelief) -> Vec<u8>;
    /// The belief of a snapshot, of the observer and widening that it was frozen with.
    ///
    /// # Errors
    /// Where it does not decode.
    fn thaw_belief(&self, observer: Observer, widening: u32, frozen: &[u8]) -> Result<AnyBelief, Unreadable>;
}

/// An event on its way into an observer's belief, whole as the log holds it.
#[derive(Clone, Copy)]
pub struct Happened<'a> {
    /// Whose belief.
    pub observer: Observer,
    /// The event.
    pub event: &'a AnyEvent,
    /// Its revision.
    pub at: Revision,
    /// The table before it.
    pub before: &'a AnyTable,
    /// The table after it.
    pub after: &'a AnyTable,
}

/// The one implementation of [`AnyRuleset`].
pub struct Erased<R>(PhantomData<R>);

impl<R> Erased<R> {
    /// The ruleset `R`.
    pub const NEW: Self = Self(PhantomData);
}

impl<R: Ruleset> AnyRuleset for Erased<R> {
    fn key(&self) -> &'static str {
        R::KEY
    }

    fn schema(&self) -> u32 {
        R::SCHEMA
    }

    fn model(&self) -> u32 {
        R::MODEL
    }

    fn describe(&self) -> Description {
        Description {
            ruleset: R::KEY,
            name: R::NAME,
            description: R::DESCRIPTION,
            schema: R::SCHEMA,
            model: R::MODEL,
            schemas: schemas::of::<R>(),
            tendencies: R::TENDENCIES,
            evidence: R::EVIDENCE,
            likelihoods: R::LIKELIHOODS,
            memory: [R::DECAY, TRUST_RATE],
        }
    }

    fn forms(&self) -> Vec<&'static str> {
        R::FORMS.iter().map(|form| form.name).collect()
    }

    fn readers(&self) -> &'static [Reader] {
        R::READERS
    }

    fn priors(&self) -> Option<PriorTables> {
        R::PRIORS
    }

    fn tendencies(&self) -> &'static [Tendency] {
        R::TENDENCIES
    }

    fn apart(&self) -> &'static [&'static str] {
        R::APART
    }

    fn evidence(&self) -> &'static [EvidenceType] {
        R::EVIDENCE
    }

    fn decay(&self) -> f64 {
        R::DECAY.value
    }

    fn teaching(&self) -> Teaching {
        Teaching { tendencies: R::TENDENCIES, decay: R::DECAY.value, share: R::teaches, of_all: R::TAUGHT_BY_ALL }
    }

    fn open(&self, setup: Value, parameters: Value, seats: Vec<SeatOpening>) -> Result<Value, Rejection> {
        let setup = tagged::decode(setup).map_err(|error| below("/setup", error))?;
        let parameters = tagged::decode(parameters).map_err(|error| below("/parameters", error))?;
        let (setup, parameters) = R::resolve(setup, parameters, seats.len())?;
        Ok(to_json(&Opening::<R> { setup, parameters, seats, population: Population::default() }))
    }

    fn game(&self, schema: u32, opening: Value) -> Result<Arc<dyn AnyGame>, Unreadable> {
        let opening = if schema == R::SCHEMA { opening } else { R::upcast(schema, "opening", opening)? };
        let opening: Opening<R> = tagged::decode(opening).map_err(|error| unreadable("opening", &error))?;
        R::supported(&opening).map_err(|refusal| unreadable("opening", &refusal))?;
        Ok(Arc::new(Opened { opening }))
    }

    fn examples(&self, seats: usize) -> Examples {
        R::examples(seats)
    }

    fn simulate(&self, seats: usize, turns: Option<u32>, seed: u64) -> Result<SimulatedGame, Rejection> {
        let persons: Vec<u32> = (0..=u32::MAX).take(seats).collect();
        let played = R::simulate(&simulated_opening(self, &persons)?, turns, &mut seeded(seed, 0));
        Ok(SimulatedGame::of(persons, &played))
    }

    fn simulate_among(&self, seats: usize, turns: Option<u32>, game: GameOfSeries) -> Result<SimulatedGame, Rejection> {
        let mut rng = seeded(game.seed, 1 + u64::from(game.number));
        let mut persons: Vec<u32> = (0..game.persons).collect();
        shuffle(&mut persons, &mut rng);
        persons.truncate(seats);
        let mut ways: Vec<WorldRng> = persons.iter().map(|person| seeded(game.seed, PERSONS + u64::from(*person))).collect();
        let played = R::simulate_among(&simulated_opening(self, &persons)?, &mut ways, turns, &mut rng);
        Ok(SimulatedGame::of(persons, &played))
    }
}

impl SimulatedGame {
    fn of<R: Ruleset>(persons: Vec<u32>, played: &Transcript<R>) -> Self {
        Self {
            persons,
            events: played.events.iter().map(take_apart).collect(),
            truth: played.truth.iter().map(to_json).collect(),
        }
    }
}

/// The opening of a simulated game under default rules.
fn simulated_opening<R: Ruleset>(ruleset: &Erased<R>, persons: &[u32]) -> Result<Opening<R>, Rejection> {
    let seat = |person: &u32| SeatOpening { person: format!("simulated-{person}"), profile: Default::default() };
    Ok(tagged::decode(ruleset.open(json!({}), json!({}), persons.iter().map(seat).collect())?)?)
}

/// Takes the `type` out of an object.
///
/// # Errors
/// Where it is not an object with a text as `type`.
pub fn split_type(value: Value) -> Result<(String, Value), Malformed> {
    let malformed =
        |pointer: &str, detail: &str| Malformed { unknown_tag: false, pointer: pointer.to_owned(), detail: detail.to_owned() };
    let Value::Object(mut fields) = value else {
        return Err(malformed("", "expected an object with a `type`"));
    };
    match fields.remove("type") {
        Some(Value::String(kind)) => Ok((kind, Value::Object(fields))),
        Some(_) => Err(malformed("/type", "expected a text")),
        None => Err(malformed("", "missing field `type`")),
    }
}

fn unreadable(kind: &str, reason: &impl ToString) -> Unreadable {
    Unreadable { kind: kind.to_owned(), reason: reason.to_string() }
}

impl From<UpcastError> for Unreadable {
    fn from(error: UpcastError) -> Self {
        unreadable(&error.kind, &error)
    }
}

fn below(pointer: &str, error: Malformed) -> Malformed {
    Malformed { pointer: format!("{pointer}{}", error.pointer), ..error }
}

fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("a ruleset's types are plain data with text keys")
}

/// Tag and content of an externally tagged enum.
fn take_apart(value: &impl Serialize) -> (String, Value) {
    match to_json(value) {
        Value::Object(object) => object.into_iter().next().unwrap_or_default(),
        Value::String(kind) => (kind, Value::Object(Map::new())),
        _ => unreachable!("events, questions and answers are enums with external tags"),
    }
}
