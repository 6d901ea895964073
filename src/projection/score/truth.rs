//! What was true after each event, as a whole log says it in the end.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::tally::LEAST;
use crate::belief::Marginals;
use crate::projection::{Budget, Error, Position, Script, Visit, Visitor, Walk};
use crate::rulesets::{AnyEvent, AnyGame, Observer, Revision};

/// The true value of each hidden variable, by id, as far as it is known.
pub type Truth = BTreeMap<String, String>;

/// Looks on while the referee's belief is folded.
struct Referee<'a> {
    game: &'a dyn AnyGame,
    /// Whether the truth after an event is asked for, by its revision.
    asked: &'a dyn Fn(Revision) -> bool,
    /// What the referee was sure of after each event that is asked for, by its revision.
    known: BTreeMap<Revision, Truth>,
    /// Events that moved the table, with their revisions: the others did not happen.
    happened: Vec<(Revision, AnyEvent)>,
}

impl Visitor for Referee<'_> {
    fn visit(&mut self, visit: Visit<'_>) -> ControlFlow<()> {
        let Position { table, observer } = visit.position;
        let at = visit.position.revision();
        if table.left_out_here().is_none() {
            self.happened.push((at, visit.event.event.clone()));
        }
        // A belief that lost worlds may be sure of what is not so.
        if (self.asked)(at) && !self.game.quality(&observer.belief, &table.table).is_lossy() {
            let variables = self.game.marginals(&observer.belief, &table.table).variables;
            let known = variables.into_iter().filter(|variable| variable.known());
            let value = |variable: crate::belief::Marginal| Some((variable.id, variable.distribution.into_iter().next()?.value));
            self.known.insert(at, known.filter_map(value).collect());
        }
        ControlFlow::Continue(())
    }
}

/// The truth after each event of a script whose revision is `asked` for: what the game shows in the end, and what the referee knew at the time by
/// hard facts. Revisions that are not asked for get an empty entry, because working one out costs as much as a belief. After a note, and where an
/// event was taken back, the truth is what it was before.
///
/// # Errors
/// Where the budget is spent, or events are not in memory.
pub fn in_the_end(
    game: &Arc<dyn AnyGame>,
    script: &Script,
    asked: &dyn Fn(Revision) -> bool,
    budget: &Budget,
) -> Result<Vec<Truth>, Error> {
    let hard = game.hard();
    let last = script.last();
    // For each revision that of the last event that the game plays.
    let (mut played, mut newest) = (Vec::new(), 0);
    for revision in 1..=last {
        if script.event(revision)?.is_some() {
            newest = revision;
        }
        played.push((revision, newest));
    }
    let wanted: BTreeSet<Revision> = played.iter().filter(|(at, _)| asked(*at)).map(|(_, played)| *played).collect();
    let mut referee = Referee { game: &*hard, asked: &|at| wanted.contains(&at), known: BTreeMap::new(), happened: Vec::new() };
    let walk = Walk { game: &hard, script, line: None, budget };
    walk.to(Position::begin(&*hard, Observer::Referee), last, &mut referee)?;
    let Referee { known, happened, .. } = referee;
    let (revisions, events): (Vec<Revision>, Vec<AnyEvent>) = happened.into_iter().unzip();
    let shown: BTreeMap<Revision, Truth> = revisions.into_iter().zip(game.hindsight(&events)).collect();
    let truth = |(at, played): (Revision, Revision)| {
        if !asked(at) {
            return Truth::new();
        }
        let mut truth = known.get(&played).cloned().unwrap_or_default();
        // An event that did not happen shows nothing: what is true is what the last one that did leaves.
        for (variable, value) in shown.range(..=played).next_back().into_iter().flat_map(|(_, shown)| shown) {
            truth.entry(variable.clone()).or_insert_with(|| value.clone());
        }
        truth
    };
    Ok(played.into_iter().map(truth).collect())
}

/// How surprised a belief would be by the truth: the sum of -log2 of what it gave to the true value of each variable of which the truth is known,
/// in bits, at least 0. Derived variables are left out. A value that it ruled out counts 20 bits.
#[must_use]
pub fn surprisal(marginals: &Marginals, truth: &Truth) -> f64 {
    let items = marginals.variables.iter().filter(|variable| !variable.derived);
    let bits = items.filter_map(|variable| Some(-libm::log2(variable.p(truth.get(&variable.id)?).max(LEAST))));
    // Beginning at 0 keeps an empty sum from being -0.
    bits.fold(0.0, |sum, bits| sum + bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::{Marginal, Outcome, Quality};

    /// By hand: P(ore = 1) = .25 is 2 bits, P(wood = 0) = 1 is none, the derived total counts for nothing, of the sheep no truth is known, and
    /// a brick that the belief ruled out is 20 bits.
    #[test]
    fn surprisal_sums_what_was_given_to_the_truth() {
        let count = |id: &str, probabilities: &[f64]| Marginal::count(id.to_owned(), 0, 4, probabilities);
        let variables = vec![
            count("ore", &[0.75, 0.25]),
            count("wood", &[1.0]),
            count("sheep", &[0.5, 0.5]),
            count("brick", &[0.5, 0.5]),
            Marginal { derived: true, ..count("total", &[0.5, 0.5]) },
        ];
        assert_eq!(variables[0].distribution[1], Outcome { value: "1".to_owned(), p: 0.25 });
        let detail = serde_json::Value::Null;
        let marginals = Marginals { variables, joint_entropy_bits: None, quality: Quality::EXACT, detail };
        let truth = [("ore", "1"), ("wood", "0"), ("brick", "2"), ("total", "0")];
        let truth: Truth = truth.into_iter().map(|(id, value)| (id.to_owned(), value.to_owned())).collect();
        assert!((surprisal(&marginals, &truth) - 22.0).abs() < 1e-12);
        assert_eq!(surprisal(&marginals, &Truth::new()).to_bits(), 0.0_f64.to_bits());
    }
}
