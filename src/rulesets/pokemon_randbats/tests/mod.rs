//! Tests of the ruleset: worked by hand, by brute force, on lines of real battles, and on whole recorded battles.

mod absence;
mod ageing;
mod battles;
mod bounds;
mod channels;
mod conduct;
mod damage;
mod examples;
mod facts;
mod frames;
mod frozen;
mod fuzz;
mod hazards;
mod illusion;
mod lines;
mod openings;
mod own_illusion;
mod owners;
mod population;
mod queries;
mod requests;
mod returns;
mod shapes;
mod speed;
mod teams;
mod told;

use super::battle::Battle;
use super::*;
use crate::belief::{Contradiction, Draws, Evidence, Marginal, Marginals, Piece, Sampled};
use crate::rulesets::{Population, Posterior, PublicTable, SeatOpening, Watch};

/// A table with these feeds.
fn opening(channels: &[Channel]) -> Opening<PokemonRandbats> {
    let setup = Setup { channels: Some(channels.to_vec()), ..Setup::default() };
    let (setup, parameters) = setup::resolve(setup, Parameters::default(), 2).expect("a table");
    let seats = (0..2).map(|seat| SeatOpening { person: format!("person-{seat}"), profile: Default::default() }).collect();
    Opening { setup, parameters, seats, population: Population::default() }
}

/// Lines of the spectators' feed.
fn batch(from_line: u32, lines: &[&str]) -> Event {
    let lines = Some(lines.iter().map(|line| (*line).to_owned()).collect());
    Event::Protocol(Protocol { channel: Channel::Spectator, from_line, lines, count: None, resync: false })
}

/// One observer's fold of a battle.
#[derive(Clone)]
struct Watching {
    watch: Watch<'static, PokemonRandbats>,
}

impl std::ops::Deref for Watching {
    type Target = Belief;

    fn deref(&self) -> &Belief {
        &self.watch.belief
    }
}

impl Watching {
    fn new(opening: Opening<PokemonRandbats>, observer: Observer) -> Self {
        Self { watch: Watch::new(Box::leak(Box::new(opening)), observer) }
    }

    /// The same after an event.
    fn after(&self, event: &Event, evidence: &mut Evidence) -> Result<Self, Contradiction> {
        let mut next = self.clone();
        next.watch.see(event, evidence)?;
        Ok(next)
    }

    fn battle(&self) -> &Battle {
        self.watch.belief.battle(&self.watch.table)
    }

    fn lines(&self) -> u32 {
        self.watch.belief.lines(&self.watch.table)
    }

    fn marginals(&self) -> Marginals {
        self.watch.marginals()
    }

    fn sample(&self, draws: Draws) -> Sampled<World> {
        self.watch.sample(draws)
    }

    fn ln_probability(&self, world: &World) -> f64 {
        self.watch.ln_probability(world)
    }
}

/// What a spectator believes after these lines.
fn watching(lines: &[&str]) -> Watching {
    more(&Watching::new(opening(&[Channel::Spectator]), Observer::Public), lines)
}

/// The same after more lines.
fn more(belief: &Watching, lines: &[&str]) -> Watching {
    belief.after(&batch(belief.lines(), lines), &mut Evidence::off()).expect("lines never contradict")
}

/// The same, with the evidence.
fn explained(belief: &Watching, lines: &[&str]) -> (Watching, Vec<Piece>) {
    let mut evidence = Evidence::on();
    let next = belief.after(&batch(belief.lines(), lines), &mut evidence).expect("lines never contradict");
    let pieces = evidence.into_pieces();
    let declared = |piece: &Piece| PokemonRandbats::EVIDENCE.iter().any(|known| known.name == piece.kind);
    assert!(pieces.iter().all(declared), "{pieces:?}");
    (next, pieces)
}

/// Probability of a value of a variable; `what` is what stands after the slot.
fn p(belief: &Watching, seat: u8, slot: usize, what: &str, value: &str) -> f64 {
    let id = world::variable(seat, slot, what);
    let variables = marginals::variables(belief);
    let found: Option<&Marginal> = variables.iter().find(|variable| variable.id == id);
    found.unwrap_or_else(|| panic!("there is no {id}")).p(value)
}

#[track_caller]
fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b} within {within}");
}
