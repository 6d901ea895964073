//! Tests of the ruleset: worked by hand, by brute force, on lines of real battles, and on whole recorded battles.

mod battles;
mod bounds;
mod channels;
mod conduct;
mod damage;
mod examples;
mod facts;
mod fuzz;
mod illusion;
mod lines;
mod owners;
mod population;
mod queries;
mod shapes;
mod speed;
mod teams;

use super::*;
use crate::belief::{Evidence, Marginal, Piece};
use crate::rulesets::SeatOpening;

/// A table with these feeds.
fn opening(channels: &[Channel]) -> Opening<PokemonRandbats> {
    let setup = Setup { channels: Some(channels.to_vec()), ..Setup::default() };
    let (setup, parameters) = setup::resolve(setup, Parameters::default(), 2).expect("a table");
    let seats = (0..2).map(|seat| SeatOpening { person: format!("person-{seat}"), profile: Default::default() }).collect();
    Opening { setup, parameters, seats }
}

/// Lines of the spectators' feed.
fn batch(from_line: u32, lines: &[&str]) -> Event {
    let lines = Some(lines.iter().map(|line| (*line).to_owned()).collect());
    Event::Protocol(Protocol { channel: Channel::Spectator, from_line, lines, count: None })
}

/// What a spectator believes after these lines.
fn watching(lines: &[&str]) -> Belief {
    let belief = Belief::prior(&opening(&[Channel::Spectator]), Observer::Public, 1);
    more(&belief, lines)
}

/// The same after more lines.
fn more(belief: &Belief, lines: &[&str]) -> Belief {
    let from = belief.lines.count(Channel::Spectator);
    update::update(belief, &batch(from, lines), &mut Evidence::off()).expect("lines never contradict")
}

/// The same, with the evidence.
fn explained(belief: &Belief, lines: &[&str]) -> (Belief, Vec<Piece>) {
    let from = belief.lines.count(Channel::Spectator);
    let mut evidence = Evidence::on();
    let next = update::update(belief, &batch(from, lines), &mut evidence).expect("lines never contradict");
    (next, evidence.into_pieces())
}

/// Probability of a value of a variable; `what` is behind the slot.
fn p(belief: &Belief, seat: u8, slot: usize, what: &str, value: &str) -> f64 {
    let id = world::variable(seat, slot, what);
    let variables = marginals::variables(belief);
    let found: Option<&Marginal> = variables.iter().find(|variable| variable.id == id);
    found.unwrap_or_else(|| panic!("there is no {id}")).p(value)
}

#[track_caller]
fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b} within {within}");
}
