//! The seam between the server and a game: [`Ruleset`], and the words that its signature needs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::columns::Columns;
use super::conduct::{Conduct, Tendency};
use super::evidence_type::EvidenceType;
use super::foreign::{PriorTables, Reader};
use super::form::WorldForm;
use super::likelihood::Likelihood;
use super::observer::Observer;
use super::places::{Revision, Seat};
use super::profile::{self, Profile};
use super::rates::Population;
use super::refusal::Refusal;
use crate::belief::{Beta, Contradiction, Draws, Evidence, Marginals, Quality, Sampled, WorldRng};

/// One game's rules and belief model. Synchronous and pure: what it needs to know stands in the opening or in the event.
///
/// There is no `&self`: a value could carry configuration that the log does not hold, and replay would differ.
///
/// # A whole ruleset
///
/// Balls from an urn, held in fists. In a game's folder each part of this stands in the file that is named after it: `event.rs`,
/// `table.rs`, `belief.rs`, `update.rs` and so on.
///
/// ```
/// use std::borrow::Cow;
/// use std::collections::BTreeMap;
///
/// use credence::belief::*;
/// use credence::rulesets::*;
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
/// use serde_json::{Value, json};
///
#[doc = include_str!("../projection/tests/urn.rs")]
///
/// // Hosting it takes one line in `rulesets::ALL`. Folding it by hand:
/// let seats = (0..3).map(|_| SeatOpening { person: String::new(), profile: Default::default() }).collect();
/// let opening: Opening<Urn> = Opening { setup: Setup { red: 2, blue: 1 }, parameters: Parameters::default(), seats, population: Population::default() };
/// let mut watch = Watch::new(&opening, Observer::Seat(0));
/// watch.see(&Event::Draw { seat: 0, color: Some(Color::Blue) }, &mut Evidence::off()).unwrap();
/// watch.see(&Event::Draw { seat: 1, color: Some(Color::Red) }, &mut Evidence::off()).unwrap();
/// assert!(watch.marginals().variables.iter().all(|variable| variable.known()), "the one blue ball is its own");
/// ```
pub trait Ruleset: Send + Sync + Sized + 'static {
    /// Name in URLs and in the log. Never renamed: that would break the link between games and their rules.
    const KEY: &'static str;
    /// Version of the opening and of the events; older ones pass through [`Ruleset::upcast`].
    const SCHEMA: u32;
    /// Version of the inference. Raise it whenever the same events give another belief.
    const MODEL: u32;
    /// What people call the game.
    const NAME: &'static str;
    /// One sentence for people.
    const DESCRIPTION: &'static str;
    /// Behaviours that the ruleset settles observations of.
    const TENDENCIES: &'static [Tendency];
    /// Names of the tendencies that every player teaches the population in full, whatever [`Ruleset::teaches`] says.
    const TAUGHT_BY_ALL: &'static [&'static str] = &[];
    /// Names of the tendencies whose contexts must not be added up: they are the possible values of one choice, or different behaviours under one
    /// name.
    const APART: &'static [&'static str] = &[];
    /// Types of events whose update may take longer than a few hundred microseconds whatever the belief weighs.
    const HEAVY: &'static [&'static str] = &[];
    /// The types of its evidence.
    const EVIDENCE: &'static [EvidenceType];
    /// The guessed numbers of its soft likelihoods.
    const LIKELIHOODS: &'static [Likelihood];
    /// Further forms in which its worlds are served.
    const FORMS: &'static [WorldForm<Self>] = &[];
    /// Forms of transcript, of other programs, that it reads.
    const READERS: &'static [Reader] = &[];
    /// How its prior tables are kept as files, where it has some.
    const PRIORS: Option<PriorTables> = None;
    /// What an older game still weighs in a player's profile, for each later one.
    const DECAY: Likelihood = profile::DECAY;

    /// What one could read off the box and the house rules. `{}` is a playable table.
    type Setup: Clone + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// What a client chooses of the model: caps, presets, switches, prior tables. `{}` is the default model.
    type Parameters: Clone + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// What happens at the table. Externally tagged in snake case: `{"steal": {"thief": 2, "victim": 1}}`; on the wire
    /// the tag is the event's `type` and the rest its `data`. Unknown fields are refused. `opening`, `retract`, `note` and `finish`
    /// belong to every game: no ruleset names an event so.
    type Event: Clone + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// One full assignment of the hidden variables.
    type World: Clone + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send;
    /// A question of the game, tagged as events are.
    type Query: DeserializeOwned + JsonSchema;
    /// Its answer, tagged with the name of the question.
    type Answer: Serialize + JsonSchema;
    /// The public state of a game.
    type Table: PublicTable<Self>;
    /// One observer's posterior.
    type Belief: Posterior<Self>;

    /// Completes what a client sent: presets and defaults become full values, which the opening holds from then on.
    ///
    /// # Errors
    /// Refuses a table that the game does not know, or a parameter out of range, by name.
    fn resolve(
        setup: Self::Setup,
        parameters: Self::Parameters,
        seats: usize,
    ) -> Result<(Self::Setup, Self::Parameters), Refusal>;

    /// How much of what a player did counts for the population's numbers, in [0, 1]. If those numbers describe only players of one way, and the model has
    /// other ways for the rest, this is the probability that the player is of that way: otherwise the rest would be counted twice. It must be a pure
    /// function. Whoever changes it raises the version of the population's fold, since what is kept would stay as it was.
    #[must_use]
    fn teaches(_profile: &Profile) -> f64 {
        1.0
    }

    /// Whether this release has what a stored opening names and does not hold by value, such as a table that it knows by its content
    /// hash. A game that fails here is served as damaged, and never folded with something else. A ruleset whose openings hold everything
    /// needs none.
    ///
    /// # Errors
    /// What is missing, by name.
    fn supported(_opening: &Opening<Self>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Approximate memory in bytes of what an opening holds beside its JSON: what was unpacked from it. Most rulesets unpack nothing.
    fn weigh(_opening: &Opening<Self>) -> usize {
        0
    }

    /// The seat that did it, where a seat did: a seat's key may append only its own events.
    fn actor(event: &Self::Event) -> Option<Seat>;

    /// The field of an event that a seat saw when it happened, and that the event leaves out: whoever reports it for that seat forgets its
    /// own card. A ruleset whose events leave out nothing of that kind needs none.
    fn unsaid(_event: &Self::Event, _seat: Seat) -> Option<&'static str> {
        None
    }

    /// What a seat sees of its own by the rules, and what the seat's own belief does not know, though the seat acts on it already: a sentence with the cure. Whoever
    /// reports what the seat does reads it. A ruleset whose seats need not know what is theirs needs none.
    fn unknown_own(_belief: &Self::Belief, _table: &Self::Table, _seat: Seat) -> Option<String> {
        None
    }

    /// What the game still owes, in a sentence that begins small: an event without which something is lost where the game ends now. Whoever finishes
    /// such a game is told so. A ruleset that owes nothing needs none.
    fn due(_table: &Self::Table) -> Option<String> {
        None
    }

    /// What an observer sees of an event: the event with what is hidden from it removed, `None` where nothing is left.
    /// The referee sees every event whole.
    fn view<'a>(opening: &Opening<Self>, event: &'a Self::Event, observer: Observer) -> Option<Cow<'a, Self::Event>>;

    /// May this event happen at this table? Works from what is public only, so that a refusal cannot leak; of the event's
    /// own hidden parts it may judge the form (a count that is not the number of the cards named).
    ///
    /// # Errors
    /// The rule that the event breaks, by name.
    fn check(table: &Self::Table, event: &Self::Event) -> Result<(), Refusal>;

    /// The belief after an event.
    ///
    /// # Errors
    /// A contradiction where no world is left. The caller keeps the belief it passed.
    fn update(belief: &Self::Belief, change: &Change<'_, Self>, evidence: &mut Evidence) -> Result<Self::Belief, Contradiction>;

    /// The distribution of every hidden variable, in an order that is the same for every observer.
    fn marginals(belief: &Self::Belief, table: &Self::Table) -> Marginals;

    /// Puts the value that each variable of the belief has in a world: what scores a belief against the truth, and what packed worlds are
    /// made of.
    fn values(opening: &Opening<Self>, world: &Self::World, columns: &mut Columns);

    /// The same model without soft evidence: what it is measured against. A ruleset that has none needs none.
    #[must_use]
    fn hard(parameters: Self::Parameters) -> Self::Parameters {
        parameters
    }

    /// What a finished game says, in the end, of what each variable was after each event, by the variable's id: as many as there are
    /// events, or none. Only what is certain; what the referee knew at the time need not stand in it.
    fn hindsight(_opening: &Opening<Self>, _events: &[&Self::Event]) -> Vec<BTreeMap<String, String>> {
        Vec::new()
    }

    /// Answers one of the game's own questions.
    ///
    /// # Errors
    /// Refuses a question about something that is not at this table.
    fn answer(belief: &Self::Belief, table: &Self::Table, query: &Self::Query) -> Result<Self::Answer, Refusal>;

    /// Questions and events of a table with so many seats.
    fn examples(seats: usize) -> Examples;

    /// Plays a random game, and returns the truth with it: every event passes [`Ruleset::check`]. `turns` counts the game's own turns;
    /// without it a whole game is played. Players behave as the default parameters say, so that beliefs are calibrated on their games.
    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self>;

    /// The same between persons who differ, and who play in all their games as they do: each seat has the generator of its person, the same one in
    /// each of its games, and its way of playing is drawn from that alone. Persons are of the population that the priors of tendencies are fitted
    /// to. A ruleset whose simulated players are all alike needs none.
    fn simulate_among(
        opening: &Opening<Self>,
        _persons: &mut [WorldRng],
        turns: Option<u32>,
        rng: &mut WorldRng,
    ) -> Transcript<Self> {
        Self::simulate(opening, turns, rng)
    }

    /// Turns an event's or an opening's data of an older schema into today's. A ruleset that has had one schema only needs none.
    ///
    /// # Errors
    /// Where the schema is not one that was ever shipped.
    fn upcast(schema: u32, kind: &str, _data: Value) -> Result<Value, UpcastError> {
        Err(UpcastError { kind: kind.to_owned(), schema, reason: "no release ever wrote this schema".to_owned() })
    }
}

/// The public state of a game: turn, counts, and the public history that settling conduct needs. Of inference only what is the
/// same for every observer: how probable a public action is for each hand that the actor might hold.
///
/// There is one table a game, which all observers' beliefs are updated against. Tables of successive revisions share structure, so
/// that a clone is cheap.
pub trait PublicTable<R: Ruleset>: Clone + Send + Sync + 'static {
    /// What a snapshot holds of it: everything that does not follow from the opening. Written in a format that does not describe
    /// itself, so that serde's `skip_serializing_if`, `flatten` and `untagged` cannot stand in it.
    type Frozen: Serialize + DeserializeOwned;

    /// The table before the first event.
    fn new(opening: &Opening<R>) -> Self;

    /// The table after an event that [`Ruleset::check`] accepted, and the conduct that it settled. Given the public view, so it is the
    /// same for every observer. What [`Ruleset::check`] refuses never comes here: the rules are asked again of what a log holds.
    #[must_use]
    fn advance(self, public_view: &R::Event) -> (Self, Vec<Conduct>);

    /// What a snapshot holds.
    fn freeze(&self) -> Self::Frozen;

    /// The table that was frozen.
    fn thaw(opening: &Opening<R>, frozen: Self::Frozen) -> Self;

    /// Approximate memory in bytes, what it shares with other revisions counted in full.
    fn weigh(&self) -> usize;
}

/// One observer's posterior over what is hidden. Shares structure with its successor, so that a clone is cheap.
///
/// It keeps no copy of what stands on the public table: every function that needs it is handed the table of the belief's revision.
/// What it works out of both when somebody reads (a solved posterior, say) it may keep until [`Posterior::table_moved`].
pub trait Posterior<R: Ruleset>: Clone + Send + Sync + 'static {
    /// What a snapshot holds of it: everything that does not follow from the opening, the observer and the table. See
    /// [`PublicTable::Frozen`].
    type Frozen: Serialize + DeserializeOwned;

    /// The belief of an observer before the first event. Caps on tracked worlds are multiplied by `widening`, which is 1
    /// unless a belief that has dropped mass is being folded again.
    fn prior(opening: &Opening<R>, observer: Observer, widening: u32) -> Self;

    /// The public table moved by an event that this belief did not take: whatever was worked out with the old table is dropped.
    fn table_moved(&mut self) {}

    /// The public table moved by an event that this belief contradicts and therefore left out: brings the belief in step with the table. The
    /// change holds of the event what everybody saw. A ruleset that does so when the belief is read, or at its next event, needs none.
    fn left_out(&mut self, _change: &Change<'_, R>) {
        self.table_moved();
    }

    /// Takes an event that a belief with dropped mass contradicts even after widening: begins again from what the table says after
    /// the event, and says so in its [`Quality`]: a method that is not exact, and dropped mass. `None` where beliefs of this game lose no
    /// worlds: then each of their contradictions is certain.
    fn restart(&self, _change: &Change<'_, R>) -> Option<Self> {
        None
    }

    /// Method and losses of a belief, without working out a marginal.
    fn quality(&self, table: &R::Table) -> Quality;

    /// Draws whole worlds.
    fn sample(&self, table: &R::Table, draws: Draws) -> Sampled<R::World>;

    /// Draws the same worlds as [`Posterior::sample`] into columns. Log weights are worked out where they are importances, and are 0
    /// elsewhere. A ruleset whose worlds cost more to make than to draw does it without making them.
    fn sample_columns(&self, opening: &Opening<R>, table: &R::Table, draws: Draws, columns: &mut Columns) -> Sampled<()> {
        self.sample(table, draws).map(|world| {
            columns.begin();
            R::values(opening, &world, columns);
        })
    }

    /// Natural logarithm of a world's probability under the belief; -inf where the belief rules it out. The world may be anything that
    /// decodes, a seat that is not there included.
    fn ln_probability(&self, table: &R::Table, world: &R::World) -> f64;

    /// What a snapshot holds.
    fn freeze(&self) -> Self::Frozen;

    /// The belief that was frozen, of the same observer and widening: equal to it bit for bit, and so is whatever follows.
    fn thaw(opening: &Opening<R>, observer: Observer, widening: u32, frozen: Self::Frozen) -> Self;

    /// Approximate memory in bytes, for the cache, with what it will work out when it is read.
    fn weigh(&self, table: &R::Table) -> usize;
}

/// An event on its way into a belief, with the public table on both sides of it.
pub struct Change<'a, R: Ruleset> {
    /// What the observer sees of the event.
    pub view: &'a R::Event,
    /// The event's revision.
    pub at: Revision,
    /// The table before it.
    pub before: &'a R::Table,
    /// The table after it.
    pub after: &'a R::Table,
}

impl<R: Ruleset> Clone for Change<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Ruleset> Copy for Change<'_, R> {}

/// What revision 0 of a game holds: everything that its beliefs depend on, by value.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Opening<R: Ruleset> {
    /// The table's rules, complete.
    pub setup: R::Setup,
    /// The model's parameters, complete.
    pub parameters: R::Parameters,
    /// One entry a seat.
    pub seats: Vec<SeatOpening>,
    /// What the players of the log had taught together when the game opened; empty where the game reads shipped numbers alone.
    #[serde(default, skip_serializing_if = "Population::is_empty")]
    pub population: Population,
}

impl<R: Ruleset> Opening<R> {
    /// The distribution of the rate at which players like those of this log do something, where one of whom nothing is known sits down.
    ///
    /// # Panics
    /// Where the ruleset has no such tendency: names of tendencies stand in code.
    #[must_use]
    pub fn usual(&self, tendency: &str, context: &str) -> Beta {
        let tendency = R::TENDENCIES.iter().find(|known| known.name == tendency);
        self.population.prior(tendency.expect("a tendency of the ruleset"), context)
    }

    /// The same for who sits in a seat, by what their games taught. Those games stand in the population too, where they weigh little: see
    /// [`Population`].
    ///
    /// # Panics
    /// As [`Opening::usual`].
    #[must_use]
    pub fn own(&self, seat: Seat, tendency: &str, context: &str) -> Beta {
        let usual = self.usual(tendency, context);
        let profile = self.seats.get(usize::from(seat)).map(|seat| &seat.profile);
        profile.map_or(usual, |profile| profile.counts(tendency, context).after(usual))
    }
}

/// Who sits in a seat, and what was known of them when the game opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatOpening {
    /// Random identity of the person. Name and player id are kept apart from the log, so that they can be erased.
    pub person: String,
    /// The person's profile in this ruleset at that moment.
    pub profile: Profile,
}

/// Examples of what can be asked and of what can happen at a table with so many seats, as clients write them. The laws, the
/// documentation of the API and the page use them.
#[derive(Clone, Debug)]
pub struct Examples {
    /// Questions that together touch everything that is hidden, each an object with its `type`; at least one of every type. Some are
    /// refused at some points of a game.
    pub queries: Vec<Value>,
    /// Type and data of events, at least one of every type. Each may happen at some point of some game, and what is hidden of it stands
    /// in it.
    pub events: Vec<(&'static str, Value)>,
}

/// A whole game with its truth.
#[derive(Clone, Debug)]
pub struct Transcript<R: Ruleset> {
    /// The events in order, each as the referee sees it.
    pub events: Vec<R::Event>,
    /// The true world before the first event, and after each.
    pub truth: Vec<R::World>,
}

/// Stored data is of a schema that no release ever wrote, or is not what that schema holds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} of schema {schema} cannot be read: {reason}")]
pub struct UpcastError {
    /// Type of the event.
    pub kind: String,
    /// The schema it was stored with.
    pub schema: u32,
    /// Why not.
    pub reason: String,
}
