//! What was true after each event, as a whole log says it in the end.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::projection::{Budget, Error, Position, Script, Visit, Visitor, Walk};
use crate::rulesets::{AnyEvent, AnyGame, Observer, Revision};

/// The true value of each hidden variable, by id, as far as it is known.
pub type Truth = BTreeMap<String, String>;

/// Looks on while the referee's belief is folded.
struct Referee<'a> {
    game: &'a dyn AnyGame,
    /// What the referee was sure of after each event, by its revision less one.
    known: Vec<Truth>,
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
        if !self.game.quality(&observer.belief, &table.table).is_lossy() {
            let variables = self.game.marginals(&observer.belief, &table.table).variables;
            let known = variables.into_iter().filter(|variable| variable.known());
            let value = |variable: crate::belief::Marginal| Some((variable.id, variable.distribution.into_iter().next()?.value));
            self.known[at as usize - 1] = known.filter_map(value).collect();
        }
        ControlFlow::Continue(())
    }
}

/// The truth after each event of a script: what the game shows in the end, and what the referee knew at the time by hard facts.
///
/// # Errors
/// Where the budget is spent, or events are not in memory.
pub fn in_the_end(game: &Arc<dyn AnyGame>, script: &Script, budget: &Budget) -> Result<Vec<Truth>, Error> {
    let hard = game.hard();
    let last = script.last();
    let mut referee = Referee { game: &*hard, known: vec![Truth::new(); last as usize], happened: Vec::new() };
    let walk = Walk { game: &hard, script, line: None, budget };
    walk.to(Position::begin(&*hard, Observer::Referee), last, &mut referee)?;
    let Referee { mut known, happened, .. } = referee;
    let (revisions, events): (Vec<Revision>, Vec<AnyEvent>) = happened.into_iter().unzip();
    for (at, shown) in revisions.into_iter().zip(game.hindsight(&events)) {
        let truth = &mut known[at as usize - 1];
        for (variable, value) in shown {
            truth.entry(variable).or_insert(value);
        }
    }
    Ok(known)
}
