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
#[cfg(any())]
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

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::belief::{Contradiction, Draws, Evidence, Marginals, Quality, Sampled, WorldRng};
use crate::rulesets::{
    Change, Conduct, Likelihood, Observer, Opening, Posterior, PublicTable, Refusal, Ruleset, Seat, Tendency, Transcript,
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

    fn view<'a>(_: &Opening<Self>, event: &'a Event, observer: Observer) -> Option<Cow<'a, Event>> {
        event::view(event, observer).map(Cow::Owned)
    }

    fn values(_: &Opening<Self>, world: &World) -> BTreeMap<String, String> {
        world.values()
    }

    fn answer(belief: &Belief, _: &Table, query: &Query) -> Result<Answer, Refusal> {
        query::answer(belief, query)
    }

    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self> {
        simulator::simulate(opening, turns, rng)
    }
}

impl PublicTable<PokemonRandbats> for Table {
    type Frozen = ();

    fn new(opening: &Opening<PokemonRandbats>) -> Self {
        Self::new(opening)
    }

    fn check(&self, event: &Event) -> Result<(), Refusal> {
        Self::check(self, event)
    }

    fn advance(self, public_view: &Event) -> (Self, Vec<Conduct>) {
        self.advance(public_view)
    }

    fn freeze(&self) {}

    fn thaw(opening: &Opening<PokemonRandbats>, (): ()) -> Self {
        Self::new(opening)
    }

    fn weigh(&self) -> usize {
        size_of::<Self>()
    }
}

impl Posterior<PokemonRandbats> for Belief {
    type Frozen = ();

    fn prior(opening: &Opening<PokemonRandbats>, observer: Observer, widening: u32) -> Self {
        Self::prior(opening, observer, widening)
    }

    fn update(&self, change: &Change<'_, PokemonRandbats>, evidence: &mut Evidence) -> Result<Self, Contradiction> {
        update::update(self, change.view, evidence)
    }

    fn marginals(&self, _: &Table) -> Marginals {
        marginals::marginals(self)
    }

    fn quality(&self, _: &Table) -> Quality {
        self.quality()
    }

    fn sample(&self, _: &Table, draws: Draws) -> Sampled<World> {
        self.sample(draws)
    }

    fn ln_probability(&self, _: &Table, world: &World) -> f64 {
        self.ln_probability(world)
    }

    fn freeze(&self) {}

    fn thaw(opening: &Opening<PokemonRandbats>, observer: Observer, widening: u32, (): ()) -> Self {
        <Self as Posterior<PokemonRandbats>>::prior(opening, observer, widening)
    }

    fn weigh(&self, _: &Table) -> usize {
        self.weigh()
    }
}
