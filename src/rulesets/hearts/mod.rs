//! Hearts: who holds which card.

mod belief;
mod card;
mod check;
mod conduct;
mod event;
mod legal;
mod likelihood;
mod query;
mod setup;
mod simulator;
mod table;
#[cfg(test)]
mod tests;
mod world;

pub use belief::Belief;
pub use card::{Card, CardSet, NoCard, Suit};
pub use event::{Deal, DealEnd, Event, Pass, Play, Receive};
pub use query::{Answer, Query};
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

    fn prior(_: &Opening<Self>, _: Observer, _: u32) -> Belief {
        unimplemented!()
    }

    fn update(_: &Belief, _: &Table, _: &Event, _: Revision, _: &mut Evidence) -> Result<Belief, Contradiction> {
        unimplemented!()
    }

    fn restart(_: &Belief, _: &Table, _: Revision) -> Belief {
        unimplemented!()
    }

    fn marginals(_: &Belief) -> Marginals {
        unimplemented!()
    }

    fn quality(_: &Belief) -> Quality {
        unimplemented!()
    }

    fn sample(_: &Belief, _: Draws) -> Sampled<World> {
        unimplemented!()
    }

    fn ln_probability(_: &Belief, _: &World) -> f64 {
        unimplemented!()
    }

    fn values(world: &World) -> BTreeMap<String, String> {
        world.values()
    }

    fn answer(_: &Belief, _: &Table, _: &Query) -> Result<Answer, Refusal> {
        unimplemented!()
    }

    fn weigh(_: &Belief) -> usize {
        unimplemented!()
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
