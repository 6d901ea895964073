//! Taking an event back, or putting another in its place.
//!
//! A retraction is an event like any other: the wrong one stays in the log, and folds from here on leave it out, or take
//! what stands instead. It is refused if what followed the wrong event can then not be.

use std::sync::Arc;

use super::Error;
use super::budget::Budget;
use super::conduct::{Settled, changes, settled};
use super::following::{Following, Taken, fold, take};
use super::game::{Body, FINISH, Game, NOTE, OPENING, OnContradiction, RETRACT, Retraction};
use super::judge::{Judging, locate};
use super::script::Script;
use crate::belief::Evidence;
use crate::rulesets::{AnyGame, Observer, Rejection, Revision};

impl Judging<'_> {
    /// Judges a retraction that would stand behind the script, and leaves its effect in the script. Answers what the judge
    /// knows after it, and what it changes in what events had settled.
    ///
    /// # Errors
    /// Where the event cannot be retracted, or events behind it can then not be.
    pub(super) fn retraction(
        &self,
        script: &mut Script<'_>,
        judge: &Following,
        retraction: Retraction,
        pointer: &str,
    ) -> Result<(Following, Vec<Settled>), Error> {
        self.budget.need_room()?;
        let (opened, target) = (&self.game.opened, retraction.revision);
        check_target(self.game, self.head, &retraction, pointer)?;
        if let Some(instead) = &retraction.instead {
            let place = format!("{pointer}/data/instead");
            if [OPENING, RETRACT, NOTE, FINISH].contains(&instead.kind.as_str()) {
                let detail = "only an event of the ruleset can stand instead of another";
                return Err(Error::malformed(format!("{place}/type"), detail));
            }
            // Judged alone first, so that a mistake in it is named at its place.
            let begin = Following::begin(opened, judge.observer);
            let before = fold(opened, script, begin, target - 1, None, self.budget)?;
            before.fold.judge(instead.event(), target).map_err(|rejection| locate(&place, rejection))?;
        }
        let left_out_before = self.left_out(script, judge, judge.observer)?;
        let reader = self.reader();
        let left_out_for_reader = if reader == judge.observer { Vec::new() } else { self.left_out(script, judge, reader)? };
        let settled_before = settled(self.game, script, judge.observer, target, self.budget)?;
        script.replace(target, retraction.instead);
        let last = script.last();
        let mut trial = script.clone();
        let (after, misfits) = refold(opened, &mut trial, judge.observer, target, last, self.budget)?;
        if self.counted(&misfits, &left_out_before).next().is_none() {
            let settled_now = settled(self.game, script, judge.observer, target, self.budget)?;
            return Ok((after.pass(), changes(last + 1, &settled_before, &settled_now)));
        }
        let misfits = if reader == judge.observer {
            self.counted(&misfits, &left_out_before).collect()
        } else {
            let (_, misfits) = refold(opened, &mut script.clone(), reader, target, last, self.budget)?;
            self.counted(&misfits, &left_out_for_reader).collect::<Vec<_>>()
        };
        let detail = match misfits.first() {
            Some(Misfit { revision, detail, .. }) => {
                format!("without revision {target} as it stands, revision {revision} can not be: {detail}")
            }
            None => "others at the table have reported what can then not be".to_owned(),
        };
        let evidence = misfits.iter().map(|misfit| misfit.revision).filter(|revision| *revision <= self.head).collect();
        Err(Error::Refused { rule: "retract_misfit".to_owned(), detail, pointer: pointer.to_owned(), evidence })
    }

    /// The misfits that stand against a retraction: not those that were left out before, and under quarantine not those that
    /// only a belief cannot take.
    fn counted(&self, misfits: &[Misfit], before: &[Revision]) -> impl Iterator<Item = Misfit> {
        let rejecting = self.game.opening.on_contradiction == OnContradiction::Reject;
        let counts = |misfit: &&Misfit| misfit.against_a_rule || (rejecting && !before.contains(&misfit.revision));
        misfits.iter().filter(counts).cloned().collect::<Vec<_>>().into_iter()
    }

    fn left_out(&self, script: &Script<'_>, judge: &Following, observer: Observer) -> Result<Vec<Revision>, Error> {
        let revisions = |following: &Following| following.quarantined.iter().map(|left_out| left_out.revision).collect();
        if observer == judge.observer {
            return Ok(revisions(judge));
        }
        let begin = Following::begin(&self.game.opened, observer);
        Ok(revisions(&fold(&self.game.opened, script, begin, judge.revision, None, self.budget)?))
    }
}

fn check_target(game: &Game, head: Revision, retraction: &Retraction, pointer: &str) -> Result<(), Error> {
    let place = format!("{pointer}/data/revision");
    if retraction.revision > head {
        let detail = format!(
            "revision {} is not in the log; its last is {head}. An event of the same request cannot be retracted by it",
            retraction.revision
        );
        return Err(Error::malformed(place, detail));
    }
    match game.event(retraction.revision).map(|logged| logged.body.clone()) {
        Some(Body::Opening) => Err(Error::malformed(place, "the opening cannot be retracted; open another game")),
        Some(Body::Retract(_)) => Err(Error::malformed(place, "a retraction cannot be retracted; retract its target again")),
        Some(Body::Note | Body::Finish) if retraction.instead.is_some() => {
            Err(Error::malformed(format!("{pointer}/data/instead"), "nothing can stand instead of a note or an end"))
        }
        _ => Ok(()),
    }
}

/// An event that does not fit any more.
#[derive(Clone, Debug)]
pub struct Misfit {
    /// Which.
    pub revision: Revision,
    /// Why not.
    pub detail: String,
    /// Whether it breaks a rule; otherwise no world can take it.
    pub against_a_rule: bool,
}

/// Folds a changed script, asking the rules anew from the first changed event on. What does not fit is left out and listed as
/// quarantined. Answers what is known at the end, and the misfits among the events that the rules were asked about.
pub fn refold(
    game: &Arc<dyn AnyGame>,
    script: &mut Script<'_>,
    observer: Observer,
    changed: Revision,
    to: Revision,
    budget: &Budget,
) -> Result<(Following, Vec<Misfit>), Error> {
    let begin = Following::begin(game, observer);
    let mut following = fold(game, script, begin, changed.saturating_sub(1), None, budget)?;
    let mut misfits = Vec::new();
    while following.revision < to {
        let at = following.revision + 1;
        let Some(play) = script.play(at) else {
            following = following.pass();
            continue;
        };
        budget.check(&*following.fold)?;
        let (next, misfit) = match following.fold.judge(play.event(), at) {
            Ok(step) => match take(game, script, &following, &play, step, budget)? {
                Taken::Yes(next) => (next, None),
                Taken::No(next, contradiction) => (next, Some((contradiction.detail, false))),
            },
            Err(Rejection::Refused(refusal)) => {
                // Whoever folds this script again, to widen a belief, must leave it out as well.
                script.replace(at, None);
                (following.pass(), Some((refusal.detail, true)))
            }
            // Written by an older schema, which only following reads.
            Err(Rejection::Malformed(_)) => {
                let step = following.fold.follow(play.event(), at, &mut Evidence::off())?;
                match take(game, script, &following, &play, step, budget)? {
                    Taken::Yes(next) => (next, None),
                    Taken::No(next, contradiction) => (next, Some((contradiction.detail, false))),
                }
            }
        };
        following = match misfit {
            None => next,
            Some((detail, against_a_rule)) => {
                misfits.push(Misfit { revision: at, detail: detail.clone(), against_a_rule });
                next.quarantining(&play, detail)
            }
        };
    }
    Ok((following, misfits))
}
