//! Pokémon random battles: the opponent's sets, straight from Showdown's battle lines.
//!
//! Rules that matter. Two sides of six, generated whole: species, level, item, ability, four moves, tera type. Nothing is shown before
//! it comes out; what a set holds is shown bit by bit. Verbatim lines of the battle are the events; a line never contradicts: what no
//! table holds moves weight to the hypothesis `unlisted`, and what is not understood is counted.
//!
//! The belief is exact under its model, until hypotheses of an Illusion are dropped: members are independent given what was shown, each
//! a list of weighed sets. Files: `event`, `protocol`, `channels`, `battle` what was sent and what it shows; `prior` what was known
//! before; `belief` slots, sides and the unseen; `who` whom a question is about; `update` takes an event, `fold` a line; `infer` one kind of inference a file; `likelihood`
//! every guessed number; `request`, `world` whole teams; `marginals`, `query`, `examples`, `evidence_types` what is served; `table`, `check`, `conduct` what
//! is public; `simulator` battles. The spectators' battle stands on the table; a belief keeps a battle only where its observer reads
//! another feed.

mod battle;
mod belief;
mod channels;
mod check;
mod conduct;
mod event;
mod evidence_types;
mod examples;
mod fold;
mod infer;
mod likelihood;
mod marginals;
mod outspeeds;
pub mod prior;
mod protocol;
mod query;
mod request;
mod setup;
mod simulator;
mod table;
#[cfg(test)]
mod tests;
mod tools;
mod update;
mod who;
mod world;

pub use battle::{Battle, Shown};
pub use belief::{Belief, Candidate, Counting, DrawnMember, Fact, FrozenBelief, Held, Pool, SideBelief, Slot};
pub use event::{Channel, Event, Protocol, Request, Side, Team};
pub use query::{Answer, Query};
pub use setup::{Inference, Parameters, Preset, Setup};
pub use table::{FrozenTable, Table};
pub use who::Who;
pub use world::{Packed, World, pack, unpack};

use std::borrow::Cow;

use crate::belief::{Contradiction, Evidence, Marginals, WorldRng};
use crate::rulesets::{
    Change, Columns, EvidenceType, Examples, Likelihood, Observer, Opening, PriorTables, Reader, Refusal, Ruleset, Seat,
    Tendency, Transcript,
};
use simulator::Style;

/// The ruleset `pokemon_randbats`.
#[derive(Clone, Copy, Debug)]
pub struct PokemonRandbats;

impl Ruleset for PokemonRandbats {
    const KEY: &'static str = "pokemon_randbats";
    const SCHEMA: u32 = 1;
    const MODEL: u32 = 13;
    const NAME: &'static str = "Pokémon random battles";
    const DESCRIPTION: &'static str =
        "Pokemon random battles (gen9randombattle): the opponent's sets and unseen team, straight from Showdown's battle lines";
    const TENDENCIES: &'static [Tendency] = likelihood::TENDENCIES;
    const HEAVY: &'static [&'static str] = &["protocol"];
    const EVIDENCE: &'static [EvidenceType] = evidence_types::EVIDENCE;
    const LIKELIHOODS: &'static [Likelihood] = likelihood::LIKELIHOODS;
    const READERS: &'static [Reader] = tools::READERS;
    const PRIORS: Option<PriorTables> = Some(tools::PRIORS);

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

    fn supported(opening: &Opening<Self>) -> Result<(), Refusal> {
        setup::supported(&opening.parameters)
    }

    fn weigh(opening: &Opening<Self>) -> usize {
        opening.parameters.table.as_ref().map_or(0, prior::Imported::weigh)
    }

    fn actor(event: &Event) -> Option<Seat> {
        event::actor(event)
    }

    fn view<'a>(_: &Opening<Self>, event: &'a Event, observer: Observer) -> Option<Cow<'a, Event>> {
        event::view(event, observer)
    }

    fn values(opening: &Opening<Self>, world: &World, columns: &mut Columns) {
        world.values(opening.parameters.prior(), columns);
    }

    fn check(table: &Table, event: &Event) -> Result<(), Refusal> {
        check::check(table, event)
    }

    fn update(belief: &Belief, change: &Change<'_, Self>, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
        update::update(belief, change, evidence)
    }

    fn marginals(belief: &Belief, table: &Table) -> Marginals {
        marginals::marginals(belief, table)
    }

    fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
        query::answer(belief, table, query)
    }

    fn examples(seats: usize) -> Examples {
        examples::examples(seats)
    }

    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self> {
        simulator::simulate(opening, turns, rng)
    }

    fn simulate_among(
        opening: &Opening<Self>,
        persons: &mut [WorldRng],
        turns: Option<u32>,
        rng: &mut WorldRng,
    ) -> Transcript<Self> {
        let [first, second] = persons else { return Self::simulate(opening, turns, rng) };
        simulator::simulate_between(opening, turns, [Style::draw(first), Style::draw(second)], rng)
    }
}
