//! A ruleset with JSON in place of its types: the only place where JSON becomes a game's types and back.
//!
//! The service holds [`AnyRuleset`]s, opens [`AnyGame`]s from stored openings, and carries each observer's knowledge
//! forward as a [`Fold`]. One blanket implementation serves every game, without a single downcast.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::tagged::{self, Malformed};
use super::{
    Change, Conduct, Likelihood, Observer, Opening, Posterior, PublicTable, Refusal, Revision, Ruleset, Seat, SeatOpening,
    TRUST_RATE, Tendency, UpcastError,
};
use crate::belief::{Contradiction, Draws, Evidence, Marginals, Quality, Sampled, seeded};

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

/// Stored data that does not decode: the log was damaged, or written by a later release.
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
    /// One sentence.
    pub description: &'static str,
    /// Version of its events.
    pub schema: u32,
    /// Version of its inference.
    pub model: u32,
    /// JSON Schemas of `setup`, `parameters`, `event`, `query`, `answer` and `world`.
    pub schemas: Value,
    /// Behaviours that it learns, with their priors.
    pub tendencies: &'static [Tendency],
    /// Numbers of its soft likelihoods.
    pub likelihoods: &'static [Likelihood],
    /// Numbers of how players are remembered.
    pub memory: [Likelihood; 2],
}

/// A simulated game in JSON.
#[derive(Clone, Debug)]
pub struct SimulatedGame {
    /// Type and data of each event.
    pub events: Vec<(String, Value)>,
    /// The true world before the first event and after each.
    pub truth: Vec<Value>,
}

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
    /// Behaviours that it settles observations of.
    fn tendencies(&self) -> &'static [Tendency];
    /// What an older game still weighs in a player's profile, for each later one.
    fn decay(&self) -> f64;
    /// Completes what a client sent into what revision 0 will hold.
    ///
    /// # Errors
    /// Where setup or parameters are malformed or refused; pointers begin with `/setup` or `/parameters`.
    fn open(&self, setup: Value, parameters: Value, seats: Vec<SeatOpening>) -> Result<Value, Rejection>;
    /// Reads a stored opening.
    ///
    /// # Errors
    /// Where it does not decode.
    fn game(&self, schema: u32, opening: Value) -> Result<Arc<dyn AnyGame>, Unreadable>;
    /// Plays a random game under default rules with `seats` seats.
    ///
    /// # Errors
    /// Where the ruleset does not know a table of that size.
    fn simulate(&self, seats: usize, turns: Option<u32>, seed: u64) -> Result<SimulatedGame, Rejection>;
}

/// One opened game: its rules and parameters.
pub trait AnyGame: Send + Sync {
    /// Number of seats.
    fn seats(&self) -> usize;
    /// Whether the update of an event of this type may take long whatever the belief weighs.
    fn is_heavy(&self, kind: &str) -> bool;
    /// The seat that did it, where a seat did.
    ///
    /// # Errors
    /// Where the event does not decode.
    fn actor(&self, event: EventRef<'_>) -> Result<Option<Seat>, Unreadable>;
    /// The data that an observer sees of an event, `None` where it sees nothing.
    ///
    /// # Errors
    /// Where the event does not decode.
    fn view(&self, event: EventRef<'_>, observer: Observer) -> Result<Option<Value>, Unreadable>;
    /// The value that each variable of a belief has in a world, by the variable's id.
    ///
    /// # Errors
    /// Where the world is malformed.
    fn values(&self, world: Value) -> Result<BTreeMap<String, String>, Malformed>;
    /// An observer's knowledge before the first event, with caps multiplied by `widening`.
    fn fold(self: Arc<Self>, observer: Observer, widening: u32) -> Arc<dyn Fold>;
    /// The same game under other parameters.
    ///
    /// # Errors
    /// Where they are malformed or refused.
    fn with_parameters(&self, parameters: Value) -> Result<Arc<dyn AnyGame>, Rejection>;
}

/// The step from one event to the next.
pub struct Step {
    /// The knowledge after the event.
    pub next: Arc<dyn Fold>,
    /// What the event settled about how seats behave.
    pub conduct: Vec<Conduct>,
    /// Set where the belief could not take the event, and was left as it was.
    pub contradiction: Option<Contradiction>,
}

/// One observer's knowledge of a game at one revision: the public table, and the observer's belief. Immutable; a step
/// gives a successor that shares structure.
pub trait Fold: Send + Sync {
    /// Carries the knowledge over a recorded event. The rules are not asked again: an accepted event is not judged twice.
    ///
    /// # Errors
    /// Where the event does not decode.
    fn follow(&self, event: EventRef<'_>, at: Revision, evidence: &mut Evidence) -> Result<Step, Unreadable>;
    /// Judges an event that is not recorded yet: its shape, then the rules, then the belief.
    ///
    /// # Errors
    /// Where it is malformed or refused. A contradiction is left to the caller: policies differ.
    fn judge(&self, event: EventRef<'_>, at: Revision) -> Result<Step, Rejection>;
    /// Takes an event that a widened belief still contradicts: begins again from the public counts after it.
    ///
    /// # Errors
    /// Where the event does not decode.
    fn restart(&self, event: EventRef<'_>, at: Revision) -> Result<Arc<dyn Fold>, Unreadable>;
    /// The distribution of every hidden variable.
    fn marginals(&self) -> Marginals;
    /// Method and losses, without working out a marginal.
    fn quality(&self) -> Quality;
    /// Draws worlds, as JSON text.
    fn sample(&self, draws: Draws) -> Sampled<Box<RawValue>>;
    /// Natural logarithm of a world's probability; -inf where it is ruled out.
    ///
    /// # Errors
    /// Where the world is malformed.
    fn ln_probability(&self, world: Value) -> Result<f64, Malformed>;
    /// Answers a question given as an object with a `type`.
    ///
    /// # Errors
    /// Where the question is malformed or about something that is not at this table.
    fn answer(&self, query: Value) -> Result<Value, Rejection>;
    /// Approximate memory in bytes.
    fn weigh(&self) -> usize;
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
        let plain = |schema: schemars::Schema| Value::from(schema);
        Description {
            ruleset: R::KEY,
            description: R::DESCRIPTION,
            schema: R::SCHEMA,
            model: R::MODEL,
            schemas: json!({
                "setup": plain(schemars::schema_for!(R::Setup)),
                "parameters": plain(schemars::schema_for!(R::Parameters)),
                "event": tag_apart(plain(schemars::schema_for!(R::Event)), true),
                "query": tag_apart(plain(schemars::schema_for!(R::Query)), false),
                "answer": tag_apart(plain(schemars::schema_for!(R::Answer)), false),
                "world": plain(schemars::schema_for!(R::World)),
            }),
            tendencies: R::TENDENCIES,
            likelihoods: R::LIKELIHOODS,
            memory: [R::DECAY, TRUST_RATE],
        }
    }

    fn tendencies(&self) -> &'static [Tendency] {
        R::TENDENCIES
    }

    fn decay(&self) -> f64 {
        R::DECAY.value
    }

    fn open(&self, setup: Value, parameters: Value, seats: Vec<SeatOpening>) -> Result<Value, Rejection> {
        let setup = tagged::decode(setup).map_err(|error| below("/setup", error))?;
        let parameters = tagged::decode(parameters).map_err(|error| below("/parameters", error))?;
        let (setup, parameters) = R::resolve(setup, parameters, seats.len())?;
        Ok(to_json(&Opening::<R> { setup, parameters, seats }))
    }

    fn game(&self, schema: u32, opening: Value) -> Result<Arc<dyn AnyGame>, Unreadable> {
        let opening = if schema == R::SCHEMA { opening } else { R::upcast(schema, "opening", opening)? };
        let opening: Opening<R> = tagged::decode(opening).map_err(|error| unreadable("opening", &error))?;
        Ok(Arc::new(Game { opening: Arc::new(opening) }))
    }

    fn simulate(&self, seats: usize, turns: Option<u32>, seed: u64) -> Result<SimulatedGame, Rejection> {
        let seats =
            (0..seats).map(|seat| SeatOpening { person: format!("simulated-{seat}"), profile: Default::default() }).collect();
        let opening: Opening<R> = tagged::decode(self.open(json!({}), json!({}), seats)?)?;
        let transcript = R::simulate(&opening, turns, &mut seeded(seed, 0));
        Ok(SimulatedGame {
            events: transcript.events.iter().map(take_apart).collect(),
            truth: transcript.truth.iter().map(to_json).collect(),
        })
    }
}

struct Game<R: Ruleset> {
    opening: Arc<Opening<R>>,
}

impl<R: Ruleset> AnyGame for Game<R> {
    fn seats(&self) -> usize {
        self.opening.seats.len()
    }

    fn is_heavy(&self, kind: &str) -> bool {
        R::HEAVY.contains(&kind)
    }

    fn actor(&self, event: EventRef<'_>) -> Result<Option<Seat>, Unreadable> {
        Ok(R::actor(&stored::<R>(event)?))
    }

    fn view(&self, event: EventRef<'_>, observer: Observer) -> Result<Option<Value>, Unreadable> {
        let event = stored::<R>(event)?;
        Ok(R::view(&self.opening, &event, observer).map(|view| take_apart(&*view).1))
    }

    fn values(&self, world: Value) -> Result<BTreeMap<String, String>, Malformed> {
        Ok(R::values(&self.opening, &tagged::decode(world)?))
    }

    fn fold(self: Arc<Self>, observer: Observer, widening: u32) -> Arc<dyn Fold> {
        Arc::new(Held {
            observer,
            table: R::Table::new(&self.opening),
            belief: R::Belief::prior(&self.opening, observer, widening),
            opening: Arc::clone(&self.opening),
        })
    }

    fn with_parameters(&self, parameters: Value) -> Result<Arc<dyn AnyGame>, Rejection> {
        let parameters = tagged::decode(parameters).map_err(|error| below("/parameters", error))?;
        let seats = self.opening.seats.clone();
        let (setup, parameters) = R::resolve(self.opening.setup.clone(), parameters, seats.len())?;
        Ok(Arc::new(Self { opening: Arc::new(Opening { setup, parameters, seats }) }))
    }
}

/// One observer's table and belief.
struct Held<R: Ruleset> {
    opening: Arc<Opening<R>>,
    observer: Observer,
    table: R::Table,
    belief: R::Belief,
}

impl<R: Ruleset> Held<R> {
    fn step(&self, event: &R::Event, at: Revision, evidence: &mut Evidence) -> Step {
        let (table, conduct) = self.advance(event);
        let (belief, contradiction) = match R::view(&self.opening, event, self.observer) {
            None => (self.left(), None),
            Some(view) => {
                let change = Change { view: &*view, at, before: &self.table, after: &table };
                match self.belief.update(&change, evidence) {
                    Ok(belief) => (belief, None),
                    Err(contradiction) => (self.left(), Some(contradiction)),
                }
            }
        };
        Step { next: self.successor(table, belief), conduct, contradiction }
    }

    /// The belief after an event that moved the table alone.
    fn left(&self) -> R::Belief {
        let mut belief = self.belief.clone();
        belief.table_moved();
        belief
    }

    fn advance(&self, event: &R::Event) -> (R::Table, Vec<Conduct>) {
        match R::view(&self.opening, event, Observer::Public) {
            Some(view) => self.table.clone().advance(&view),
            None => (self.table.clone(), Vec::new()),
        }
    }

    fn successor(&self, table: R::Table, belief: R::Belief) -> Arc<dyn Fold> {
        Arc::new(Self { opening: Arc::clone(&self.opening), observer: self.observer, table, belief })
    }
}

impl<R: Ruleset> Fold for Held<R> {
    fn follow(&self, event: EventRef<'_>, at: Revision, evidence: &mut Evidence) -> Result<Step, Unreadable> {
        Ok(self.step(&stored::<R>(event)?, at, evidence))
    }

    fn judge(&self, event: EventRef<'_>, at: Revision) -> Result<Step, Rejection> {
        let event: R::Event = tagged::from_slice(event.kind, event.data)?;
        self.table.check(&event)?;
        Ok(self.step(&event, at, &mut Evidence::off()))
    }

    fn restart(&self, event: EventRef<'_>, at: Revision) -> Result<Arc<dyn Fold>, Unreadable> {
        let (table, _) = self.advance(&stored::<R>(event)?);
        let belief = self.belief.restart(&table, at).unwrap_or_else(|| self.belief.clone());
        Ok(self.successor(table, belief))
    }

    fn marginals(&self) -> Marginals {
        self.belief.marginals(&self.table)
    }

    fn quality(&self) -> Quality {
        self.belief.quality(&self.table)
    }

    fn sample(&self, draws: Draws) -> Sampled<Box<RawValue>> {
        self.belief.sample(&self.table, draws).map(|world| to_raw_value(&world).expect("a world is plain data with text keys"))
    }

    fn ln_probability(&self, world: Value) -> Result<f64, Malformed> {
        Ok(self.belief.ln_probability(&self.table, &tagged::decode(world)?))
    }

    fn answer(&self, query: Value) -> Result<Value, Rejection> {
        let (kind, fields) = split_type(query)?;
        let text = serde_json::to_vec(&fields).expect("JSON values are serialisable");
        let query: R::Query = tagged::from_slice(&kind, &text)?;
        let (kind, answer) = take_apart(&R::answer(&self.belief, &self.table, &query)?);
        let mut object = Map::from_iter([("type".to_owned(), Value::String(kind))]);
        if let Value::Object(fields) = answer {
            object.extend(fields);
        }
        Ok(Value::Object(object))
    }

    fn weigh(&self) -> usize {
        size_of::<Self>() + self.belief.weigh(&self.table)
    }
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

fn stored<R: Ruleset>(event: EventRef<'_>) -> Result<R::Event, Unreadable> {
    if event.schema == R::SCHEMA {
        return tagged::from_slice(event.kind, event.data).map_err(|error| unreadable(event.kind, &error));
    }
    let data = serde_json::from_slice(event.data).map_err(|error| unreadable(event.kind, &error))?;
    let data = R::upcast(event.schema, event.kind, data)?;
    let text = serde_json::to_vec(&data).expect("JSON values are serialisable");
    tagged::from_slice(event.kind, &text).map_err(|error| unreadable(event.kind, &error))
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

/// Turns the schema of an externally tagged enum into the shape on the wire: `{type, data}`, or `{type, ...fields}`.
fn tag_apart(mut schema: Value, data: bool) -> Value {
    let Some(variants) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else { return schema };
    for variant in variants {
        let description = variant.get("description").cloned();
        let Some((kind, content)) =
            variant.get("properties").and_then(Value::as_object).and_then(|properties| properties.iter().next())
        else {
            continue;
        };
        let mut object = if data {
            json!({"type": "object", "properties": {"type": {"const": kind}, "data": content}, "required": ["type", "data"]})
        } else {
            let mut content = content.clone();
            content["properties"]["type"] = json!({"const": kind});
            match content["required"].as_array_mut() {
                Some(required) => required.push(json!("type")),
                None => content["required"] = json!(["type"]),
            }
            content
        };
        if let Some(description) = description {
            object["description"] = description;
        }
        *variant = object;
    }
    schema
}
