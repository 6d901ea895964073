//! Hearts: who holds which card.
//!
//! Rules that matter. Thirteen cards to each of four seats; three are passed on, all at once; the two of clubs leads. Who holds the suit
//! led follows it. Hearts and the queen of spades are kept back on the first trick, and hearts are not led until one was thrown,
//! unless nothing else is held. Hidden: the hands.
//!
//! The table keeps, for each card that is out, the seats that may hold it by what everybody saw, and the sizes of the hands. The
//! belief keeps the seats that may hold it by all that its observer knows, and what soft evidence says against each. The posterior
//! over deals follows from both exactly ([`crate::belief::Assignment`]) and is worked out when asked for.
//!
//! Soft evidence. A seat plays in one of a few ways (`ways`), each of which gives every choice a probability, given the hand: by lot, or as
//! somebody with certain tastes chooses (`taste`, `scene`: conditional logit, McFadden 1974). What a choice says of each card that was
//! not chosen, and how likely it was in each way, follow from a race (`race`). The first multiplies what is said of the card's holder, the second
//! moves the weights of the ways. The weights are filtered: exact given that cards stand independently in a hand. Given them and what was said of cards,
//! the posterior over deals is exact. How much of what a player's choices say is believed, as an exponent, is learned from what was borne
//! out of it before (`borne_out`).
//!
//! A belief that left out an event which moved the table (see [`crate::rulesets::Posterior::table_moved`]) is read together with the
//! table: a card that was played is in no hand, whoever was believed to hold it. Where the two leave no deal, what everybody saw counts
//! alone.
//!
//! Files: `event` what happens and who sees it; `table`, `plays`, `check`, `legal`, `conduct` what is public; `whereabouts`, `belief`,
//! `solved`, `fold`, `update` the facts; `scene`, `taste`, `race`, `reading`, `passing`, `ways`, `likelihood`, `shipped`, `model` the soft
//! evidence, `seed` that of the preset; `sense` from whom the population is learned; `decisions`, `borne_out` what finished deals show of it; `contradiction` what cannot be; `marginals`,
//! `query`, `trick`, `dealt`, `examples`, `evidence_types` what is asked.

mod belief;
mod borne_out;
mod card;
mod card_set;
mod check;
mod conduct;
mod contradiction;
mod dealt;
mod decisions;
mod event;
mod evidence_types;
mod examples;
mod fold;
mod hindsight;
mod legal;
mod likelihood;
mod marginals;
mod model;
mod passing;
mod plays;
mod query;
mod race;
mod reading;
mod scene;
mod seed;
mod sense;
mod setup;
mod shipped;
mod simulator;
mod solved;
mod table;
mod taste;
#[cfg(test)]
mod tests;
mod trick;
mod unsaid;
mod update;
mod ways;
mod whereabouts;
mod world;

pub use belief::Belief;
pub use card::{Card, CardSet, NoCard, Suit};
pub use dealt::{Dealt, dealt};
pub use decisions::{Decision, decisions};
pub use event::{Deal, DealEnd, Event, Pass, Play, Receive};
pub use plays::{Played, Plays};
pub use query::{Answer, By, ExpectedPoints, LengthChance, LikelyVoid, Query};
pub use scene::{Kind, Scene};
pub use setup::{ConcededPoints, Direction, Parameters, Preset, Setup};
pub use simulator::{Style, choose, legal_cards, passed, simulate};
pub use table::{Phase, Table};
pub use taste::{ByTaste, TASTES, Taste};
pub use whereabouts::Whereabouts;
pub use world::World;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::belief::{Contradiction, Evidence, Marginals, WorldRng};
use crate::rulesets::{
    Change, Columns, EvidenceType, Examples, Likelihood, Observer, Opening, Profile, Refusal, Ruleset, Seat, Tendency,
    Transcript, UpcastError, WorldForm, upcast,
};

/// The ruleset `hearts`.
#[derive(Clone, Copy, Debug)]
pub struct Hearts;

impl Ruleset for Hearts {
    const KEY: &'static str = "hearts";
    const SCHEMA: u32 = 2;
    const MODEL: u32 = 10;
    const NAME: &'static str = "Hearts";
    const DESCRIPTION: &'static str = "Hearts: who holds which card, from passes, voids and the way cards are played";
    const TENDENCIES: &'static [Tendency] = likelihood::TENDENCIES;
    const TAUGHT_BY_ALL: &'static [&'static str] = &[likelihood::CARELESS];
    const APART: &'static [&'static str] = &["borne_out", "leads", "follows", "sloughs", "passes"];
    const EVIDENCE: &'static [EvidenceType] = evidence_types::EVIDENCE;
    const LIKELIHOODS: &'static [Likelihood] = likelihood::LIKELIHOODS;
    const FORMS: &'static [WorldForm<Self>] = &[WorldForm {
        name: "deal",
        description: "The deal as a whole: hands as dealt, passes, and the cards played since, from which an engine plays it again.",
        schema: || schemars::schema_for!(Dealt),
        write: dealt::write,
    }];

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

    fn teaches(profile: &Profile) -> f64 {
        sense::goes_by_tastes(profile)
    }

    fn actor(event: &Event) -> Option<Seat> {
        event::actor(event)
    }

    fn unsaid(event: &Event, seat: Seat) -> Option<&'static str> {
        unsaid::unsaid(event, seat)
    }

    fn view<'a>(_: &Opening<Self>, event: &'a Event, observer: Observer) -> Option<Cow<'a, Event>> {
        Some(event::view(event, observer))
    }

    fn values(_: &Opening<Self>, world: &World, columns: &mut Columns) {
        world.values(columns);
    }

    fn check(table: &Table, event: &Event) -> Result<(), Refusal> {
        check::check(table, event)
    }

    fn unknown_own(belief: &Belief, table: &Table, seat: Seat) -> Option<String> {
        unsaid::unknown_own(belief, table, seat)
    }

    fn due(table: &Table) -> Option<String> {
        check::due(table)
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
        upcast::with_rules(schema, kind, data, &[("conceded_points", json!("unchecked"))])
    }

    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self> {
        let styles = std::array::from_fn(|_| Style::draw_expected(rng));
        simulator::simulate(opening, turns, &styles, rng)
    }

    fn simulate_among(
        opening: &Opening<Self>,
        persons: &mut [WorldRng],
        turns: Option<u32>,
        rng: &mut WorldRng,
    ) -> Transcript<Self> {
        let mut styles = [Style::usual(); 4];
        styles.iter_mut().zip(persons).for_each(|(style, person)| *style = Style::draw_any(person));
        simulator::simulate(opening, turns, &styles, rng)
    }
}
