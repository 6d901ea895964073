//! Pokémon random battles: the opponent's sets, straight from Showdown's battle lines.
//!
//! Rules that matter. Two sides of six, generated whole: species, level, item, ability, four moves, tera type. Nothing is shown before
//! it comes out; what a set holds is shown bit by bit. Verbatim lines of the battle are the events; a line never contradicts: what no
//! table holds moves weight to the hypothesis `unlisted`, and what is not understood is counted.
//!
//! The belief is exact under its model, until hypotheses of an Illusion are dropped: members are independent given what was shown, each
//! a list of weighed sets. Files: `event`, `protocol`, `channels`, `battle` what was sent and what it shows; `prior` what was known
//! before; `belief` slots, sides and the unseen; `update` folds a line; `infer` one kind of inference a file; `likelihood` every guessed
//! number; `request`, `world` whole teams; `marginals`, `query` what is served; `table`, `conduct` what is public; `simulator` battles.

mod battle;
mod belief;
mod channels;
mod conduct;
mod event;
mod infer;
mod likelihood;
mod marginals;
pub mod prior;
mod protocol;
mod query;
mod request;
mod setup;
mod simulator;
mod table;
#[cfg(test)]
mod tests;
mod update;
mod world;

pub use battle::{Battle, Shown};
pub use belief::{Belief, Candidate, Counting, Drawn, Fact, Held, Pool, SideBelief, Slot};
pub use event::{Channel, Event, Protocol, Request, Side, Team};
pub use query::{Answer, Query};
pub use setup::{Inference, Parameters, Preset, Setup};
pub use table::Table;
pub use world::{Packed, World, pack, unpack};

use std::collections::BTreeMap;

use crate::belief::{Contradiction, Draws, Evidence, Marginals, Quality, Sampled, WorldRng};
use crate::rulesets::{
    Conduct, Likelihood, Observer, Opening, Refusal, Revision, Ruleset, Seat, Tendency, Transcript, UpcastError,
};

/// The ruleset `pokemon_randbats`.
#[derive(Clone, Copy, Debug)]
pub struct PokemonRandbats;

impl Ruleset for PokemonRandbats {
    const KEY: &'static str = "pokemon_randbats";
    const SCHEMA: u32 = 1;
    const MODEL: u32 = 1;
    const DESCRIPTION: &'static str =
        "Pokemon random battles (gen9randombattle): the opponent's sets and unseen team, straight from Showdown's battle lines";
    const TENDENCIES: &'static [Tendency] = likelihood::TENDENCIES;
    const HEAVY: &'static [&'static str] = &["protocol"];
    const LIKELIHOODS: &'static [Likelihood] = likelihood::LIKELIHOODS;

    type Setup = Setup;
    type Parameters = Parameters;
    type Event = Event;
    type World = World;
    type Query = Query;
    type Answer = Answer;
    type Table = Table;
    type Belief = Belief;

    fn resolve(setup: Setup, parameters: Parameters, seats: usize) -> Result<(Setup, Parameters), Refusal> {
        setup::resolve(setup, parameters, seats)
    }

    fn actor(event: &Event) -> Option<Seat> {
        event::actor(event)
    }

    fn view(_: &Opening<Self>, event: &Event, observer: Observer) -> Option<Event> {
        event::view(event, observer)
    }

    fn table(opening: &Opening<Self>) -> Table {
        Table::new(opening)
    }

    fn check(table: &Table, event: &Event) -> Result<(), Refusal> {
        table.check(event)
    }

    fn advance(table: Table, public_view: &Event) -> (Table, Vec<Conduct>) {
        table.advance(public_view)
    }

    fn prior(opening: &Opening<Self>, observer: Observer, widening: u32) -> Belief {
        Belief::prior(opening, observer, widening)
    }

    fn update(belief: &Belief, _: &Table, view: &Event, _: Revision, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
        update::update(belief, view, evidence)
    }

    fn restart(belief: &Belief, _: &Table, _: Revision) -> Belief {
        belief.clone()
    }

    fn marginals(belief: &Belief) -> Marginals {
        marginals::marginals(belief)
    }

    fn quality(belief: &Belief) -> Quality {
        belief.quality()
    }

    fn sample(belief: &Belief, draws: Draws) -> Sampled<World> {
        belief.sample(draws)
    }

    fn ln_probability(belief: &Belief, world: &World) -> f64 {
        belief.ln_probability(world)
    }

    fn values(world: &World) -> BTreeMap<String, String> {
        world.values()
    }

    fn answer(belief: &Belief, _: &Table, query: &Query) -> Result<Answer, Refusal> {
        query::answer(belief, query)
    }

    fn weigh(belief: &Belief) -> usize {
        belief.weigh()
    }

    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self> {
        simulator::simulate(opening, turns, rng)
    }

    fn upcast(schema: u32, kind: &str, data: serde_json::Value) -> Result<serde_json::Value, UpcastError> {
        if schema == Self::SCHEMA {
            return Ok(data);
        }
        Err(UpcastError { kind: kind.to_owned(), schema, reason: "no release ever wrote this schema".to_owned() })
    }
}
