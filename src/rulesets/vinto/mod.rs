//! Vinto: hidden ranks in rows of cards.
//!
//! Rules that matter. Each seat has a row of cards, face down, of which it has looked at few; the lowest total wins. Whoever draws swaps the
//! card into the row, plays it, or throws it away; after a discard everyone may toss in cards of the same rank, which shifts the
//! places behind them. Cards are looked at, switched, named and shuffled again. Hidden: the ranks.
//!
//! A card keeps its identity while it moves ([`Instance`]), and who has looked at which is public: so a belief keeps what is known of each
//! card, and soft evidence speaks only of cards that the seat itself has seen. The posterior over the ranks of all hidden cards
//! follows exactly ([`crate::belief::RankPosterior`]) and is worked out when asked for. Files: `event` what happens and who sees it;
//! `table`, `check`, `conduct` what is public; `belief`, `fold`, `update` the facts; `evidence` the seven kinds, one a file, `likelihood`,
//! `model` their numbers; `contradiction` what cannot be; `marginals`, `query` what is asked.

mod belief;
#[cfg(any())]
mod belief_tests;
mod check;
mod conduct;
mod contradiction;
mod event;
mod evidence;
mod fold;
mod instance;
mod likelihood;
mod marginals;
mod model;
mod query;
mod rank;
mod setup;
mod simulator;
mod table;
#[cfg(any())]
mod tests;
mod update;
mod world;

pub use belief::Belief;
pub use event::{
    Declare, Discard, Draw, Event, ForceDraw, From, Peek, Penalty, Place, Reshuffle, Reveal, Round, Swap, Switch, TakeDiscard,
    TossIn, TossWindow, UseAction, Vinto as Call,
};
pub use fold::Reading;
pub use instance::{Card, Instance, Pool, SeatSet};
pub use query::{Answer, At, Chance, HoldsKnown, Knowledge, Of, Query, RankChances, Readiness, RowTotal, WinChance, Worked};
pub use rank::{Action, DECK, RANKS, Rank, RankCounts, RankSet};
pub use setup::{MOST_SEATS, Parameters, Preset, Setup, Sight};
pub use simulator::{Act, Game, Mind, Person, Spot, Style, play, play_with};
pub use table::{Discarded, Drawn, Pending, Queued, Step, Table, Turn, Window};
pub use update::readings;
pub use world::{World, variable};

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::belief::{Contradiction, Draws, Evidence, Marginals, Quality, Sampled, WorldRng};
use crate::rulesets::{
    Change, Conduct, Likelihood, Observer, Opening, Posterior, PublicTable, Refusal, Ruleset, Seat, Tendency, Transcript,
};

/// The ruleset `vinto`.
#[derive(Clone, Copy, Debug)]
pub struct Vinto;

impl Ruleset for Vinto {
    const KEY: &'static str = "vinto";
    const SCHEMA: u32 = 1;
    const MODEL: u32 = 2;
    const DESCRIPTION: &'static str = "Vinto: ranks in rows of hidden cards, from peeks, swaps, toss-ins and calls";
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

    fn view<'a>(opening: &Opening<Self>, event: &'a Event, observer: Observer) -> Option<Cow<'a, Event>> {
        Some(Cow::Owned(event::view(&opening.setup, event, observer)))
    }

    fn values(_: &Opening<Self>, world: &World) -> BTreeMap<String, String> {
        world.values()
    }

    fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
        query::answer(belief, table, query)
    }

    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self> {
        let game = simulator::play(&opening.setup, opening.seats.len(), turns, rng);
        Transcript { events: game.events, truth: game.truth }
    }
}

impl PublicTable<Vinto> for Table {
    type Frozen = ();

    fn new(opening: &Opening<Vinto>) -> Self {
        Self::new(&opening.setup, opening.seats.len())
    }

    fn check(&self, event: &Event) -> Result<(), Refusal> {
        check::check(self, event)
    }

    fn advance(self, public_view: &Event) -> (Self, Vec<Conduct>) {
        self.advance(public_view)
    }

    fn freeze(&self) {}

    fn thaw(opening: &Opening<Vinto>, (): ()) -> Self {
        Self::new(&opening.setup, opening.seats.len())
    }

    fn weigh(&self) -> usize {
        size_of::<Self>()
    }
}

impl Posterior<Vinto> for Belief {
    type Frozen = ();

    fn prior(opening: &Opening<Vinto>, _: Observer, _: u32) -> Self {
        Self::prior(opening)
    }

    fn update(&self, change: &Change<'_, Vinto>, evidence: &mut Evidence) -> Result<Self, Contradiction> {
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

    fn thaw(opening: &Opening<Vinto>, observer: Observer, widening: u32, (): ()) -> Self {
        <Self as Posterior<Vinto>>::prior(opening, observer, widening)
    }

    fn weigh(&self, _: &Table) -> usize {
        self.weigh()
    }
}
