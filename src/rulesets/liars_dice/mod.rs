//! Liar's dice, or Perudo: which dice lie under whose cup.
//!
//! Rules that matter. All dice are rolled anew each round, every seat sees its own. In turn the seats bid that all dice together show
//! at least so many of a face, each bid higher than the last, until one calls: then all cups are lifted, and whoever was wrong
//! loses a die. One face may be wild, which counts as every other; in a maputa round (its starter has one die) none is, and the
//! first bid's face is kept. Where the table has it, the seat to act may instead say that the bid is exactly right, and win a die.
//!
//! Hidden: the dice under every cup, from all but its owner, until the reveal. Numbers of dice are public.
//!
//! The belief is exact under its model of players: a seat plays in one of three ways (careless, as the population, as its own past), and
//! acts on its own dice and on what is public, so that given the actions the cups are independent, and each is a list of at most 3,003
//! weighted hands for each way. Earlier rounds say nothing about today's dice; they
//! say how their players behave, and only through reveals. Files: `event` what happens and who sees it; `table`, `round`, `revealed`,
//! `history`, `check`, `order`, `conduct`, `settled`, `tendencies` what is public; `belief`, `cup`, `update`, `fold`, `marginals`,
//! `world` what is believed; `hands`, `odds` the arithmetic of dice; `players`, `behaviour`, `bidding`,
//! `likelihood`, `shares`, `together` the model of players; `reading`, `readings` what everyone reads off their actions;
//! `seed`, `trust` the formulas kept for comparison; `query`, `examples`, `evidence_types` what can be asked.

mod behaviour;
mod belief;
mod bidding;
mod check;
mod conduct;
mod cup;
mod event;
mod evidence_types;
mod examples;
mod fold;
mod hands;
mod hindsight;
mod history;
mod likelihood;
mod marginals;
mod odds;
mod order;
mod players;
mod query;
mod reading;
mod readings;
mod revealed;
mod round;
mod seed;
mod settled;
mod setup;
mod shares;
mod simulator;
mod table;
mod tendencies;
#[cfg(test)]
mod tests;
mod together;
mod trust;
mod update;
mod world;

pub use belief::Belief;
pub use event::{Bid, Call, DiceChange, Event, Exact, Reveal, Roll, Round};
pub use hands::{FACES, Hand, MOST_DICE};
pub use order::{Claim, Rules, Situation, Spot};
pub use query::{Answer, BidChance, CountChance, HandChance, Models, PastBid, Query, Rate, SeedTerms};
pub use revealed::RevealedRound;
pub use round::{BiddingRound, Ending};
pub use setup::{Bidding, MOST_SEATS, MaputaWhen, Parameters, Preset, Setup, Weighing, WildFace};
pub use simulator::{Action, Bidder, Kind, Simulation, remember, simulate_with};
pub use table::Table;
pub use world::World;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::belief::{Contradiction, Evidence, Marginals, WorldRng};
use crate::rulesets::{
    Change, Columns, EvidenceType, Examples, Likelihood, Observer, Opening, Refusal, Ruleset, Seat, Tendency, Transcript,
    UpcastError, upcast,
};

/// The ruleset `liars_dice`.
#[derive(Clone, Copy, Debug)]
pub struct LiarsDice;

impl Ruleset for LiarsDice {
    const KEY: &'static str = "liars_dice";
    const SCHEMA: u32 = 2;
    const MODEL: u32 = 9;
    const NAME: &'static str = "Liar’s Dice";
    const DESCRIPTION: &'static str =
        "Liar's dice (Perudo): which dice lie under whose cup, from bids, calls and what reveals taught";
    const TENDENCIES: &'static [Tendency] = likelihood::TENDENCIES;
    const APART: &'static [&'static str] = &[tendencies::DICE_FIT, tendencies::FACE_PREFERENCE];
    const EVIDENCE: &'static [EvidenceType] = evidence_types::EVIDENCE;
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

    fn unknown_own(belief: &Belief, table: &Table, seat: Seat) -> Option<String> {
        belief::unknown_own(belief, table, seat)
    }

    fn actor(event: &Event) -> Option<Seat> {
        event::actor(event)
    }

    fn view<'a>(_: &Opening<Self>, event: &'a Event, observer: Observer) -> Option<Cow<'a, Event>> {
        event::view(event, observer)
    }

    fn values(_: &Opening<Self>, world: &World, columns: &mut Columns) {
        world.values(columns);
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

    fn hard(parameters: Parameters) -> Parameters {
        Parameters { bayesian_sampling: Some(false), ..parameters }
    }

    fn hindsight(_: &Opening<Self>, events: &[&Event]) -> Vec<BTreeMap<String, String>> {
        hindsight::hindsight(events)
    }

    fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
        query::answer(belief, table, query)
    }

    fn examples(seats: usize) -> Examples {
        examples::examples(seats)
    }

    /// Schema 1 could not choose these rules of a table.
    fn upcast(schema: u32, kind: &str, data: Value) -> Result<Value, UpcastError> {
        upcast::with_rules(schema, kind, data, &[("maputa_when", json!("one_die")), ("dice_lost", json!(true))])
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
        let mut bidders: Vec<Bidder> = persons.iter_mut().map(Bidder::random).collect();
        simulate_with(opening, &mut bidders, turns, rng).transcript()
    }
}
