//! Liar's dice, or Perudo: which dice lie under whose cup.
//!
//! Rules that matter. All dice are rolled anew each round, every seat sees its own. In turn the seats bid that all dice together show
//! at least so many of a face, each bid higher than the last, until one calls: then all cups are lifted, and whoever was wrong
//! loses a die. One face may be wild, which counts as every other; in a maputa round (its starter has one die) none is, and the
//! first bid's face is kept. Where the table has it, the seat to act may instead say that the bid is exactly right, and win a die.
//!
//! Hidden: the dice under every cup, from all but its owner, until the reveal. Numbers of dice are public.
//!
//! The belief is exact under its model of players: a seat acts on its own dice and on what is public, so that given the actions the
//! cups are independent, and each is a list of at most 3,003 weighted hands. Earlier rounds tell nothing about today's dice; they
//! tell how their players behave, and only through reveals. Files: `event` what happens and who sees it; `table`, `check`,
//! `order`, `conduct` what is public; `hands`, `odds` the arithmetic of dice; `behaviour`, `bidding`, `likelihood` the model of
//! players; `seed` the formulas kept for comparison; `query`, `plausible`, `response` what can be asked.

mod behaviour;
mod belief;
mod bidding;
mod check;
mod conduct;
mod cup;
mod event;
mod hands;
mod likelihood;
mod marginals;
mod odds;
mod order;
mod plausible;
mod query;
mod response;
mod seed;
mod setup;
mod simulator;
mod table;
mod telling;
#[cfg(any())]
mod tests;
mod update;

pub use belief::Belief;
pub use event::{Bid, Call, DiceChange, Event, Exact, Reveal, Roll, Round};
pub use hands::{Counts, FACES, MOST_DICE};
pub use marginals::World;
pub use order::{Claim, Rules, Situation, Spot};
pub use query::{Answer, CountChance, HandChance, Models, PastBid, Query, Rate, SeedTerms};
pub use response::BidChance;
pub use setup::{Bidding, MOST_SEATS, Parameters, Preset, Setup, Weighing, WildFace};
pub use simulator::{Action, Bidder, Game, Kind, fold, simulate_with};
pub use table::{Ending, Play, Played, Table};

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::belief::{Contradiction, Draws, Evidence, Marginals, Quality, Sampled, WorldRng};
use crate::rulesets::{
    Change, Conduct, Likelihood, Observer, Opening, Posterior, PublicTable, Refusal, Ruleset, Seat, Tendency, Transcript,
};

/// The ruleset `liars_dice`.
#[derive(Clone, Copy, Debug)]
pub struct LiarsDice;

impl Ruleset for LiarsDice {
    const KEY: &'static str = "liars_dice";
    const SCHEMA: u32 = 1;
    const MODEL: u32 = 2;
    const DESCRIPTION: &'static str =
        "Liar's dice (Perudo): which dice lie under whose cup, from bids, calls and what reveals taught";
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
        event::view(event, observer).map(Cow::Owned)
    }

    fn values(_: &Opening<Self>, world: &World) -> BTreeMap<String, String> {
        world.values()
    }

    fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
        query::answer(belief, table, query)
    }

    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self> {
        simulator::simulate(opening, turns, rng)
    }
}

impl PublicTable<LiarsDice> for Table {
    type Frozen = ();

    fn new(opening: &Opening<LiarsDice>) -> Self {
        Self::new(opening)
    }

    fn check(&self, event: &Event) -> Result<(), Refusal> {
        check::check(self, event)
    }

    fn advance(self, public_view: &Event) -> (Self, Vec<Conduct>) {
        self.advance(public_view)
    }

    fn freeze(&self) {}

    fn thaw(opening: &Opening<LiarsDice>, (): ()) -> Self {
        Self::new(opening)
    }

    fn weigh(&self) -> usize {
        size_of::<Self>()
    }
}

impl Posterior<LiarsDice> for Belief {
    type Frozen = ();

    fn prior(opening: &Opening<LiarsDice>, _: Observer, _: u32) -> Self {
        Self::prior(opening)
    }

    fn update(&self, change: &Change<'_, LiarsDice>, evidence: &mut Evidence) -> Result<Self, Contradiction> {
        update::update(self, change.before, change.view, evidence)
    }

    fn marginals(&self, _: &Table) -> Marginals {
        marginals::marginals(self)
    }

    fn quality(&self, _: &Table) -> Quality {
        Quality::EXACT
    }

    fn sample(&self, _: &Table, draws: Draws) -> Sampled<World> {
        self.sample(draws)
    }

    fn ln_probability(&self, _: &Table, world: &World) -> f64 {
        self.ln_probability(world)
    }

    fn freeze(&self) {}

    fn thaw(opening: &Opening<LiarsDice>, observer: Observer, widening: u32, (): ()) -> Self {
        <Self as Posterior<LiarsDice>>::prior(opening, observer, widening)
    }

    fn weigh(&self, _: &Table) -> usize {
        self.weigh()
    }
}
