//! What is observed of how players behave, and the behaviours that it is counted for.

use serde::Serialize;

use super::places::Seat;
use crate::belief::Beta;

/// A settled observation of how a seat behaves.
#[derive(Clone, Debug, PartialEq)]
pub enum Conduct {
    /// So many of so many opportunities were taken.
    Count {
        /// Whose behaviour.
        seat: Seat,
        /// Which behaviour: one of the ruleset's tendencies.
        tendency: &'static str,
        /// In which situation; empty where the tendency has one context.
        context: String,
        /// How often it was done.
        successes: u32,
        /// How often it could have been done.
        opportunities: u32,
    },
    /// How accurate a seat's statements were in a settled round, in [0, 1].
    Accuracy {
        /// Whose statements.
        seat: Seat,
        /// Their accuracy.
        value: f64,
    },
}

impl Conduct {
    /// One opportunity in one context, taken or not.
    #[must_use]
    pub fn once(seat: Seat, tendency: &'static str, context: &str, done: bool) -> Self {
        Self::Count { seat, tendency, context: context.to_owned(), successes: u32::from(done), opportunities: 1 }
    }
}

/// A named behaviour of players, learned across games.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Tendency {
    /// Its name, in snake case.
    pub name: &'static str,
    /// What counts as doing it, and what as an opportunity. Where the contexts are the values of one choice, or are otherwise not situations of one
    /// behaviour, it says that the rate over all of them means nothing: [`Ruleset::APART`](super::Ruleset::APART) names it.
    pub description: &'static str,
    /// The rate of a player never seen before, over all contexts together.
    pub prior: Beta,
    /// Its contexts; empty where there is one.
    pub contexts: &'static [Context],
}

/// A situation in which a behaviour is counted by itself, because its rate is another one there.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Context {
    /// Its name, as conduct gives it.
    pub name: &'static str,
    /// The rate of a player never seen before.
    pub prior: Beta,
}

impl Context {
    /// A context with the pseudo-counts of its prior, each above 0.
    #[must_use]
    pub const fn new(name: &'static str, alpha: f64, beta: f64) -> Self {
        Self { name, prior: Beta { alpha, beta } }
    }
}
