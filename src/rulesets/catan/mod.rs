//! Catan: who holds which resources, and which development cards.
//!
//! Rules that matter. Dice make the bank pay resource cards to all, openly; cards are spent openly too: on roads,
//! settlements, cities and development cards, and in trades. On a seven every hand above the limit discards half of itself
//! (rounded down) to the bank, openly or not, as the table has it; the player on turn, and whoever plays a knight, may draw one
//! card at random from another hand. A monopoly takes all cards of one resource from all others.
//!
//! Hidden: the cards of every hand, from whoever did not see them move (a robbery shows the card to the two involved only); and
//! the type of a development card, from all but its owner, until it is played. Sizes of hands are public.
//!
//! The belief over hands is exact: a weighted set of whole worlds, branched by steals in proportion to the victim's cards,
//! struck by payments that they cannot make. That over development cards is exact too: what each seat's turns say of its own cards, and the deck that they
//! were all dealt from. Files: `event` what happens, `view` who
//! sees it; `table`, `counts`, `check`, `refuted`, `conduct` what is public; `hands`, `keyed` and `lanes` the worlds, `frozen` how a snapshot
//! holds them; `update` and `fold` what each event does, `again` where a belief begins again; `dev_cards` what everybody knows of the development cards, `seen_cards` what one observer saw of them, `players` how ready players are to play them, `kept` what turns say of them, `holdings` what follows; `query`,
//! `examples`, `evidence_types` what can be asked.

mod again;
mod belief;
mod bounds;
mod bundle;
mod check;
mod composition;
mod conduct;
mod counts;
mod dealing;
mod dev_cards;
mod discards;
mod event;
mod evidence_types;
mod examples;
mod fold;
mod frozen;
mod hands;
mod holdings;
mod kept;
mod keyed;
mod lanes;
mod likelihood;
mod marginals;
mod players;
mod query;
mod refuted;
mod seen_cards;
mod setup;
mod simulator;
mod start;
mod table;
mod terms;
#[cfg(test)]
mod tests;
mod unsaid;
mod update;
mod variables;
mod view;
mod world;

pub use belief::Belief;
pub use bundle::{Amounts, Bundle, DevCard, RESOURCES, Resource};
pub use counts::{PublicCounts, Size};
pub use dev_cards::PublicDevCards;
pub use event::{
    BankStock, BankTrade, Build, BuildPiece, Discard, Event, Hand, HandSize, Monopoly, Offer, PlayDevCard, PlayerTrade,
    Production, Refuse, Start, Steal, Turn, YearOfPlenty,
};
pub use query::{Answer, CardChances, CountChance, Query};
pub use setup::{Bank, Parameters, Preset, Setup, Visibility};
pub use simulator::{Manners, Robs, Style, simulate, simulate_among};
pub use table::Table;
pub use world::World;

use std::borrow::Cow;

use crate::belief::{Contradiction, Evidence, Marginals, WorldRng};
use crate::rulesets::{
    Change, Columns, EvidenceType, Examples, Likelihood, Observer, Opening, Refusal, Ruleset, Seat, Tendency, Transcript,
};

/// The ruleset `catan`.
#[derive(Clone, Copy, Debug)]
pub struct Catan;

impl Ruleset for Catan {
    const KEY: &'static str = "catan";
    const SCHEMA: u32 = 1;
    const MODEL: u32 = 13;
    const NAME: &'static str = "Catan";
    const DESCRIPTION: &'static str =
        "Catan: who holds which resources and development cards, through steals and discards that nobody saw";
    // Hands of known sizes are dealt in all ways there are; so are cards that were discarded unseen.
    const HEAVY: &'static [&'static str] = &["start", "discard"];
    const TENDENCIES: &'static [Tendency] = likelihood::TENDENCIES;
    const APART: &'static [&'static str] = &[likelihood::PLAYS_NEW_CARD];
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
        view::actor(event)
    }

    fn unsaid(event: &Event, seat: Seat) -> Option<&'static str> {
        unsaid::unsaid(event, seat)
    }

    fn view<'a>(opening: &Opening<Self>, event: &'a Event, observer: Observer) -> Option<Cow<'a, Event>> {
        view::view(&opening.setup, event, observer)
    }

    fn values(_: &Opening<Self>, world: &World, columns: &mut Columns) {
        world.values(columns);
    }

    fn check(table: &Table, event: &Event) -> Result<(), Refusal> {
        check::check(table, event)
    }

    fn update(belief: &Belief, change: &Change<'_, Self>, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
        update::update(belief, *change, evidence)
    }

    fn marginals(belief: &Belief, table: &Table) -> Marginals {
        marginals::marginals(belief, table)
    }

    fn hard(parameters: Parameters) -> Parameters {
        Parameters { soft_weight: Some(0.0), ..parameters }
    }

    fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
        query::answer(belief, table, query)
    }

    fn examples(seats: usize) -> Examples {
        examples::examples(seats)
    }

    fn simulate(opening: &Opening<Self>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<Self> {
        simulator::simulate(opening, turns, Style::Usual, rng)
    }

    fn simulate_among(
        opening: &Opening<Self>,
        persons: &mut [WorldRng],
        turns: Option<u32>,
        rng: &mut WorldRng,
    ) -> Transcript<Self> {
        let manners: Vec<Manners> = persons.iter_mut().map(Manners::draw).collect();
        simulator::simulate_among(opening, turns, Style::Usual, &manners, rng)
    }
}
