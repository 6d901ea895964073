//! Hearts: who holds which card.
//!
//! Rules that matter. Thirteen cards to each of four seats; three are passed on, all at once; the two of clubs leads. Who holds the suit
//! led follows it. Hearts and the queen of spades are kept back on the first trick, and hearts are not led until one was thrown,
//! unless nothing else is held. Hidden: the hands.
//!
//! The belief keeps, for each card that is out, the seats that may hold it and what soft evidence says against each; and the sizes of
//! the hands. The posterior over deals follows exactly ([`crate::belief::Assignment`]) and is worked out when asked for. Files:
//! `event` what happens and who sees it; `table`, `check`, `legal`, `conduct` what is public; `belief`, `fold`, `update` the facts;
//! `clue`, `likelihood`, `model` the soft evidence; `contradiction` what cannot be; `marginals`, `query`, `trick` what is asked.

mod belief;
mod card;
mod check;
mod clue;
mod conduct;
mod contradiction;
mod event;
mod fold;
mod legal;
mod likelihood;
mod marginals;
mod model;
mod query;
mod setup;
mod simulator;
mod table;
#[cfg(any())]
mod tests;
mod trick;
mod update;
mod world;

pub use belief::Belief;
pub use card::{Card, CardSet, NoCard, Suit};
pub use clue::clues;
pub use event::{Deal, DealEnd, Event, Pass, Play, Receive};
pub use query::{Answer, By, ExpectedPoints, LengthChance, LikelyVoid, Query};
pub use setup::{Direction, Parameters, Preset, Setup};
pub use simulator::{Style, simulate};
pub use table::{Phase, Played, Table};
pub use world::World;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::belief::{Contradiction, Draws, Evidence, Marginals, Quality, Sampled, WorldRng};
use crate::rulesets::{
    Change, Conduct, Likelihood, Observer, Opening, Posterior, PublicTable, Refusal, Ruleset, Seat, Tendency, Transcript,
};

/// The ruleset `hearts`.
#[derive(Clone, Copy, Debug)]
pub struct Hearts;

impl Ruleset for Hearts {
    const KEY: &'static str = "hearts";
    const SCHEMA: u32 = 1;
    const MODEL: u32 = 1;
    const DESCRIPTION: &'static str = "Hearts: who holds which card, from passes, voids and the way cards are played";
    const TENDENCIES: &'static [Tendency] = likelihood::TENDENCIES;
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
        Some(Cow::Owned(event::view(event, observer)))
    }

    fn values(_: &Opening<Self>, world: &World) -> BTreeMap<String, String> {
        world.values()
    }

    fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
        query::answer(belief, table, query)
    }

    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self> {
        let styles = std::array::from_fn(|_| Style::draw(rng));
        simulator::simulate(opening, turns, &styles, rng)
    }
}

impl PublicTable<Hearts> for Table {
    type Frozen = ();

    fn new(opening: &Opening<Hearts>) -> Self {
        Self::new(opening)
    }

    fn check(&self, event: &Event) -> Result<(), Refusal> {
        check::check(self, event)
    }

    fn advance(self, public_view: &Event) -> (Self, Vec<Conduct>) {
        self.advance(public_view)
    }

    fn freeze(&self) {}

    fn thaw(opening: &Opening<Hearts>, (): ()) -> Self {
        Self::new(opening)
    }

    fn weigh(&self) -> usize {
        size_of::<Self>()
    }
}

impl Posterior<Hearts> for Belief {
    type Frozen = ();

    fn prior(opening: &Opening<Hearts>, _: Observer, _: u32) -> Self {
        Self::prior(opening)
    }

    fn update(&self, change: &Change<'_, Hearts>, evidence: &mut Evidence) -> Result<Self, Contradiction> {
        update::update(self, change.before, change.view, evidence)
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

    fn thaw(opening: &Opening<Hearts>, observer: Observer, widening: u32, (): ()) -> Self {
        <Self as Posterior<Hearts>>::prior(opening, observer, widening)
    }

    fn weigh(&self, _: &Table) -> usize {
        self.weigh()
    }
}
