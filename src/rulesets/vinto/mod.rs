//! Vinto: hidden ranks in rows of cards.
//!
//! Rules that matter. Each seat has a row of cards, face down, of which it has looked at few; the lowest total wins. Whoever draws swaps the
//! card into the row, plays it, or throws it away; after a discard everyone may toss in cards of the same rank, and the cards after them
//! in the row move up. Cards are looked at, switched, named and shuffled again. Hidden: the ranks.
//!
//! A card keeps its identity while it moves ([`Instance`]), and who has looked at which is public: so a belief keeps what is known of each
//! card, and soft evidence speaks only of cards that the seat itself has seen. The posterior over the ranks of all hidden cards
//! follows exactly ([`crate::belief::RankPosterior`]) and is worked out when asked for. Files: `event` what happens and who sees it;
//! `table`, `check`, `conduct` what is public; `belief`, `fold`, `update` the facts; `evidence` the seven kinds; `choice` what seats choose,
//! `clue` what that may rest on, `ways` in which ways they play, `reading` how one is read; `likelihood`, `model` the numbers; `contradiction` what cannot be; `marginals`, `query`, `examples`, `evidence_types` what is asked.

mod belief;
mod check;
mod choice;
mod clue;
mod conduct;
mod contradiction;
mod event;
mod evidence;
mod evidence_types;
mod examples;
mod fold;
mod hindsight;
mod instance;
mod likelihood;
mod lots;
mod marginals;
mod model;
mod query;
mod rank;
mod reading;
mod setup;
mod simulator;
mod table;
#[cfg(test)]
mod tests;
mod unsaid;
mod update;
mod ways;
mod world;

pub use belief::{Belief, Frozen};
pub use event::{
    Declare, Discard, Draw, Event, ForceDraw, From, Peek, Penalty, Place, Reshuffle, Reveal, Round, Swap, Switch, TakeDiscard,
    TossIn, TossWindow, UseAction, Vinto as Call,
};
pub use instance::{Card, Instance, Pool, SeatSet};
pub use model::Numbers;
pub use query::{Answer, At, Chance, HoldsKnown, Knowledge, Of, Query, RankChances, Readiness, RowTotal, WinChance, Worked};
pub use rank::{Action, DECK, RANKS, Rank, RankCounts, RankSet};
pub use setup::{MOST_SEATS, Parameters, Preset, Setup, Sight};
pub use simulator::{Act, Mind, Person, Simulation, Spot, Style, play, play_with};
pub use table::{Discarded, DrawnCard, Pending, Phase, Queued, Table, Turn, Window};
pub use world::{World, variable};

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::belief::{Contradiction, Evidence, Marginals, WorldRng};
use crate::rulesets::{
    Change, Columns, EvidenceType, Examples, Likelihood, Observer, Opening, Refusal, Ruleset, Seat, Tendency, Transcript,
    UpcastError, upcast,
};

/// The ruleset `vinto`.
#[derive(Clone, Copy, Debug)]
pub struct Vinto;

impl Ruleset for Vinto {
    const KEY: &'static str = "vinto";
    const SCHEMA: u32 = 2;
    const MODEL: u32 = 10;
    const NAME: &'static str = "Vinto";
    const DESCRIPTION: &'static str = "Vinto: ranks in rows of hidden cards, from peeks, swaps, toss-ins and calls";
    const TENDENCIES: &'static [Tendency] = likelihood::TENDENCIES;
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

    fn actor(event: &Event) -> Option<Seat> {
        event::actor(event)
    }

    fn unsaid(event: &Event, seat: Seat) -> Option<&'static str> {
        unsaid::unsaid(event, seat)
    }

    fn view<'a>(opening: &Opening<Self>, event: &'a Event, observer: Observer) -> Option<Cow<'a, Event>> {
        Some(event::view(&opening.setup, event, observer))
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
        Parameters { soft_weight: Some(0.0), ..parameters }
    }

    fn hindsight(opening: &Opening<Self>, events: &[&Event]) -> Vec<BTreeMap<String, String>> {
        hindsight::hindsight(opening, events)
    }

    fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
        query::answer(belief, table, query)
    }

    fn examples(seats: usize) -> Examples {
        examples::examples(seats)
    }

    /// Schema 1 could not choose these rules of a table.
    fn upcast(schema: u32, kind: &str, data: Value) -> Result<Value, UpcastError> {
        upcast::with_rules(
            schema,
            kind,
            data,
            &[
                ("ace_on_self", json!(false)),
                ("coalition_looks", json!(false)),
                ("tossed_king_widens", json!(false)),
                ("king_on_top", json!(false)),
            ],
        )
    }

    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self> {
        let played = simulator::play(&opening.setup, opening.seats.len(), turns, rng);
        Transcript { events: played.events, truth: played.truth }
    }

    fn simulate_among(
        opening: &Opening<Self>,
        persons: &mut [WorldRng],
        turns: Option<u32>,
        rng: &mut WorldRng,
    ) -> Transcript<Self> {
        let styles: Vec<Style> = persons.iter_mut().map(Style::draw_any).collect();
        let played = simulator::play_among(&opening.setup, &styles, turns, rng);
        Transcript { events: played.events, truth: played.truth }
    }
}
