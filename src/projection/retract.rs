//! Taking an event back, or putting another in its place.
//!
//! A retraction is an event like any other: the wrong one stays in the log, and folds from here on leave it out, or take
//! what stands instead. It is refused if what followed the wrong event can then not be.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::judge::OTHERS_THEN;
use super::table::find;
use super::{
    Error, Judging, Meaning, Nobody, OnContradiction, Outcome, Position, Retraction, Script, Settled, TableState, Visit, Visitor,
};
use crate::rulesets::{Conduct, Observer, Revision};

/// So many events that do not fit any more are named: where one does not, much that rests on it does not either.
const NAMED: usize = 20;

/// An event that does not fit any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Which.
    pub revision: Revision,
    /// Why not, as far as the observer sees the event; `None` where it sees nothing of it.
    pub detail: Option<String>,
    /// Whether it breaks a rule; otherwise no world can take it.
    pub against_a_rule: bool,
}

/// Looks on while a changed script is walked from the first change on: notes what does not fit and what is settled.
#[derive(Default)]
struct Changed {
    misfits: Vec<Misfit>,
    settled: BTreeMap<Revision, Arc<[Conduct]>>,
}

impl Visitor for Changed {
    fn visit(&mut self, visit: Visit<'_>) -> ControlFlow<()> {
        let revision = visit.position.revision();
        let misfit = match visit.outcome {
            Outcome::Taken => None,
            Outcome::LeftOut(contradiction) => Some((Some(contradiction.detail), false)),
            Outcome::Refused { seen, .. } => Some((seen, true)),
        };
        self.misfits.extend(misfit.map(|(detail, against_a_rule)| Misfit { revision, detail, against_a_rule }));
        let table = &visit.position.table;
        if !table.settled.is_empty() {
            self.settled.insert(revision, Arc::clone(&table.settled));
        }
        ControlFlow::Continue(())
    }
}

impl Judging<'_> {
    /// Judges a retraction that would follow the script, and leaves its effect in the script. Answers the judge's position after it, and what it
    /// changes in what events had settled.
    ///
    /// Costs one fold of the game: up to the event as it was, and from there as it would be. What its events had settled as they were follows
    /// from the table alone.
    ///
    /// # Errors
    /// Where the event cannot be retracted, or events after it can then not be.
    pub(super) fn retraction(
        &self,
        script: &mut Script,
        judge: &Position,
        retraction: &Retraction,
        pointer: &str,
    ) -> Result<(Position, Vec<Settled>), Error> {
        self.budget.need_room()?;
        let target = retraction.revision;
        self.check_target(retraction, pointer)?;
        let observer = judge.observer.observer;
        let before = self.before(script, observer, target)?;
        if let Some(instead) = &retraction.instead {
            // Judged alone first, so that a mistake in it is named at its place.
            let place = format!("{pointer}/data/instead");
            self.game.check(&before.table.table, &instead.event).map_err(|refusal| Error::rejected(&place, refusal.into()))?;
        }
        let (last, was) = (script.last(), self.settled(script, &before.table, &judge.table)?);
        let unchanged = script.clone();
        script.replace(target, retraction.instead.clone());
        let mut changed = Changed::default();
        let after = self.walk(script).to(before.clone(), last, &mut changed)?;
        let mut misfits: Vec<Misfit> = self.counted(&changed.misfits, judge).cloned().collect();
        let broken = if misfits.is_empty() { BTreeSet::new() } else { self.broken(&unchanged, before, last)? };
        misfits.retain(|misfit| !broken.contains(&misfit.revision));
        if misfits.is_empty() {
            return Ok((after.passed(), corrections(last + 1, &was, &changed.settled)));
        }
        let reader = self.reader;
        if reader != observer {
            let as_it_is = self.walk(&unchanged).to(Position::begin(&**self.game, reader), last, &mut Nobody)?;
            let mut changed = Changed::default();
            let before = self.before(script, reader, target)?;
            self.walk(script).to(before, last, &mut changed)?;
            let counted = self.counted(&changed.misfits, &as_it_is);
            misfits = counted.filter(|misfit| !broken.contains(&misfit.revision)).cloned().collect();
        }
        let mut seen = misfits.iter().filter_map(|misfit| Some((misfit.revision, misfit.detail.as_ref()?))).peekable();
        let detail = match seen.peek() {
            Some((revision, detail)) => {
                format!("without revision {target} as it stands, revision {revision} can not be: {detail}")
            }
            None => OTHERS_THEN.to_owned(),
        };
        let evidence = seen.map(|(revision, _)| revision).filter(|revision| *revision <= self.head).take(NAMED).collect();
        Err(Error::Refused { rule: "retract_misfit".to_owned(), detail, pointer: pointer.to_owned(), evidence })
    }

    fn before(&self, script: &Script, observer: Observer, target: Revision) -> Result<Position, Error> {
        self.walk(script).to(Position::begin(&**self.game, observer), target.saturating_sub(1), &mut Nobody)
    }

    /// Events that break a rule as the script stands, in a log that somebody damaged or that a release with fewer rules wrote: no retraction makes that worse.
    fn broken(&self, script: &Script, before: Position, last: Revision) -> Result<BTreeSet<Revision>, Error> {
        let mut standing = Changed::default();
        self.walk(script).to(before, last, &mut standing)?;
        Ok(standing.misfits.iter().filter(|misfit| misfit.against_a_rule).map(|misfit| misfit.revision).collect())
    }

    /// The misfits that stand against a retraction: not those that everybody left out before, nor those that this observer did and that only a
    /// belief cannot take, and under quarantine none that only a belief cannot take.
    fn counted<'m>(&self, misfits: &'m [Misfit], before: &'m Position) -> impl Iterator<Item = &'m Misfit> {
        let rejecting = self.on_contradiction == OnContradiction::Reject;
        misfits.iter().filter(move |misfit| {
            let by_all = find(&before.table.left_out, misfit.revision).is_some();
            let by_this = find(&before.observer.left_out, misfit.revision).is_some();
            !by_all && (misfit.against_a_rule || (rejecting && !by_this))
        })
    }

    /// What the events after a table settle as the script stands, up to the table of the judge, who knows which events moved none.
    fn settled(
        &self,
        script: &Script,
        from: &TableState,
        judge: &TableState,
    ) -> Result<BTreeMap<Revision, Arc<[Conduct]>>, Error> {
        let mut table = from.table.clone();
        let mut settled = BTreeMap::new();
        for at in from.revision + 1..=judge.revision {
            self.budget.check(|| 0)?;
            let Some(event) = script.event(at)?.filter(|_| find(&judge.left_out, at).is_none()) else { continue };
            let (next, conduct) = self.game.advance(&table, &event.event);
            if !conduct.is_empty() {
                settled.insert(at, conduct.into());
            }
            table = next;
        }
        Ok(settled)
    }

    fn check_target(&self, retraction: &Retraction, pointer: &str) -> Result<(), Error> {
        let (place, target, head) = (format!("{pointer}/data/revision"), retraction.revision, self.head);
        if target > head {
            let detail = format!(
                "revision {target} is not in the log; its last is {head}. An event of the same request cannot be retracted by it"
            );
            return Err(Error::malformed(place, detail));
        }
        match &self.log.entry(target).ok_or(Error::NeedsLog)?.meaning {
            Meaning::Opening(_) => Err(Error::malformed(place, "the opening cannot be retracted; open another game")),
            Meaning::Retraction(_) => Err(Error::malformed(place, "a retraction cannot be retracted; retract its target again")),
            Meaning::Note(_) | Meaning::Finish if retraction.instead.is_some() => {
                Err(Error::malformed(format!("{pointer}/data/instead"), "nothing can stand instead of a note or an end"))
            }
            Meaning::Note(_) | Meaning::Finish | Meaning::Event(_) => Ok(()),
        }
    }
}

/// What a retraction at a revision changes in what events settle.
fn corrections(at: Revision, was: &BTreeMap<Revision, Arc<[Conduct]>>, now: &BTreeMap<Revision, Arc<[Conduct]>>) -> Vec<Settled> {
    let of = |settled: &BTreeMap<Revision, Arc<[Conduct]>>, revision| settled.get(revision).map_or(Vec::new(), |c| c.to_vec());
    let mut revisions: Vec<&Revision> = was.keys().chain(now.keys()).collect();
    revisions.sort_unstable();
    revisions.dedup();
    let changed = revisions.into_iter().filter(|revision| of(was, revision) != of(now, revision));
    changed.map(|revision| Settled { at, corrects: Some(*revision), was: of(was, revision), now: of(now, revision) }).collect()
}
