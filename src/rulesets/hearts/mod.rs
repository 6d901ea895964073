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
#[cfg(test)]
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

use std::collections::BTreeMap;

use crate::belief::{Contradiction, Draws, Evidence, Marginals, Quality, Sampled, WorldRng};
use crate::rulesets::{
    Conduct, Likelihood, Observer, Opening, Refusal, Revision, Ruleset, Seat, Tendency, Transcript, UpcastError,
};

/// The ruleset `hearts`.
#[derive(Clone, Copy, Debug)]
pub struct Hearts;

impl Ruleset for Hearts {
    const KEY: &'static str = "hearts";
    const SCHEMA: u32 = 1;
    const MODEL: u32 = 1;
    const DESCRIPTION: &'static str = "Hearts: who holds which card, from passes, voids and the way cards are played";
    const HEAVY: &'static [&'static str] = &[];
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

    fn view(_: &Opening<Self>, event: &Event, observer: Observer) -> Option<Event> {
        Some(event::view(event, observer))
    }

    fn table(opening: &Opening<Self>) -> Table {
        Table::new(opening)
    }

    fn check(table: &Table, event: &Event) -> Result<(), Refusal> {
        check::check(table, event)
    }

    fn advance(table: Table, public_view: &Event) -> (Table, Vec<Conduct>) {
        table.advance(public_view)
    }

    fn prior(opening: &Opening<Self>, _: Observer, _: u32) -> Belief {
        Belief::prior(opening)
    }

    fn update(
        belief: &Belief,
        table: &Table,
        view: &Event,
        _: Revision,
        evidence: &mut Evidence,
    ) -> Result<Belief, Contradiction> {
        update::update(belief, table, view, evidence)
    }

    fn restart(belief: &Belief, table: &Table, _: Revision) -> Belief {
        belief.restart(table)
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

    fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
        query::answer(belief, table, query)
    }

    fn weigh(belief: &Belief) -> usize {
        belief.weigh()
    }

    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self> {
        let styles = std::array::from_fn(|_| Style::draw(rng));
        simulator::simulate(opening, turns, &styles, rng)
    }

    fn upcast(schema: u32, kind: &str, data: serde_json::Value) -> Result<serde_json::Value, UpcastError> {
        if schema == Self::SCHEMA {
            return Ok(data);
        }
        Err(UpcastError { kind: kind.to_owned(), schema, reason: "no release ever wrote this schema".to_owned() })
    }
}
