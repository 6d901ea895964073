//! Another tracker's beliefs beside the game's own: the names and values that do not fit each other.

use std::collections::BTreeSet;

use super::played::Beliefs;
use crate::belief::{Marginal, Marginals, Method};

/// A probability from which on another tracker means a value.
const COUNTS: f64 = 0.001;

/// What seems misspelt in another tracker's beliefs: none of it can be scored.
#[derive(Clone, Debug, Default)]
pub struct Misspelt {
    /// Observers that their game does not have.
    pub observers: BTreeSet<String>,
    /// Variables that no belief of their game has.
    pub variables: BTreeSet<String>,
    /// Values that were given a thousandth or more, each with its variable, and that hard facts never allowed in that game.
    pub values: BTreeSet<(String, String)>,
}

impl Misspelt {
    /// What was misspelt in other games too.
    pub(super) fn join(&mut self, other: Self) {
        self.observers.extend(other.observers);
        self.variables.extend(other.variables);
        self.values.extend(other.values);
    }
}

/// Names and values of one game, as another tracker gave them, and as the game has them.
#[derive(Default)]
pub(super) struct Names {
    named: BTreeSet<String>,
    known: BTreeSet<String>,
    given: BTreeSet<(String, String)>,
    possible: BTreeSet<(String, String)>,
}

impl Names {
    /// Takes in what was told at one moment, beside the belief as served and by hard facts.
    pub(super) fn take(&mut self, told: &Beliefs, [served, hard]: [&Marginals; 2]) {
        self.named.extend(told.keys().cloned());
        self.known.extend(served.variables.iter().map(|variable| variable.id.clone()));
        if hard.quality.method == Method::Exact {
            self.given.extend(likely(told, hard));
            self.possible.extend(values(hard));
        }
    }

    /// What fits nothing once the game is over.
    pub(super) fn misspelt(&self, observers: BTreeSet<String>) -> Misspelt {
        let variables = self.named.difference(&self.known).cloned().collect();
        Misspelt { observers, variables, values: self.given.difference(&self.possible).cloned().collect() }
    }
}

/// What another tracker gives a chance to that counts, of the variables that a belief has: one that smooths its numbers rules nothing out.
fn likely<'a>(beliefs: &'a Beliefs, of: &'a Marginals) -> impl Iterator<Item = (String, String)> + 'a {
    let variables = of.variables.iter().filter_map(|variable| beliefs.get_key_value(&variable.id));
    variables.flat_map(|(id, values)| values.iter().filter(|(_, p)| **p >= COUNTS).map(|(value, _)| (id.clone(), value.clone())))
}

/// What a belief gives a chance to.
fn values(marginals: &Marginals) -> impl Iterator<Item = (String, String)> {
    let of = |variable: &Marginal| {
        variable.distribution.iter().map(|outcome| (variable.id.clone(), outcome.value.clone())).collect::<Vec<_>>()
    };
    marginals.variables.iter().flat_map(of)
}
