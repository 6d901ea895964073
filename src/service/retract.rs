//! Taking an event back, or putting another in its place.
//!
//! A retraction is an event like any other: the wrong one stays in the log, and folds from here on leave it out, or take
//! what stands instead. It is refused if what followed the wrong event can then not be.

use super::Error;
use super::following::{Cancel, Following, Taken, fold, take};
use super::game::{Body, FINISH, Game, NOTE, OPENING, OnContradiction, RETRACT, Retraction};
use super::record::locate;
use super::script::Script;
use crate::rulesets::{Observer, Rejection, Revision};

/// Judges a retraction that would stand behind the script, and leaves its effect in the script. Answers what the judge
/// knows after it.
///
/// # Errors
/// Where the event cannot be retracted, or events behind it can then not be.
pub fn judge(
    game: &Game,
    script: &mut Script<'_>,
    judge: &Following,
    retraction: Retraction,
    reader: Option<Observer>,
    pointer: &str,
    cancel: &Cancel,
) -> Result<Following, Error> {
    check_target(game, &retraction, pointer)?;
    let target = retraction.revision;
    if let Some(instead) = &retraction.instead {
        let place = format!("{pointer}/data/instead");
        if [OPENING, RETRACT, NOTE, FINISH].contains(&instead.kind.as_str()) {
            return Err(Error::malformed(format!("{place}/type"), "only an event of the ruleset can stand instead of another"));
        }
        // Judged alone first, so that a mistake in it is named at its place.
        let before = fold(&game.opened, script, Following::begin(&game.opened, judge.observer), target - 1, None, cancel)?;
        before.fold.judge(instead.event(), target).map_err(|rejection| locate(&place, &instead.kind, rejection))?;
    }
    script.replace(target, retraction.instead);
    let (after, misfits) = refold(game, script, judge, judge.observer, target, cancel)?;
    if misfits.is_empty() {
        return Ok(after.pass());
    }
    let reader = reader.unwrap_or(judge.observer);
    let misfits = if reader == judge.observer { misfits } else { refold(game, script, judge, reader, target, cancel)?.1 };
    let revisions: Vec<Revision> = misfits.iter().map(|(revision, _)| *revision).collect();
    let detail = match misfits.first() {
        Some((first, why)) => format!("without revision {target} as it stands, revision {first} can not be: {why}"),
        None => "others at the table have reported what can then not be".to_owned(),
    };
    Err(Error::Refused { rule: "retract_misfit".to_owned(), detail, pointer: pointer.to_owned(), evidence: revisions })
}

fn check_target(game: &Game, retraction: &Retraction, pointer: &str) -> Result<(), Error> {
    let place = format!("{pointer}/data/revision");
    if retraction.revision > game.head() {
        let detail = format!("revision {} is not in the log; its last is {}", retraction.revision, game.head());
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

/// Folds everything again, asking the rules anew from the changed event on. Answers what is known at the end, and which
/// events do not fit any more. Under quarantine an event that only the belief cannot take is no misfit.
fn refold(
    game: &Game,
    script: &Script<'_>,
    judge: &Following,
    observer: Observer,
    target: Revision,
    cancel: &Cancel,
) -> Result<(Following, Vec<(Revision, String)>), Error> {
    let was_quarantined = |revision| judge.quarantined.iter().any(|quarantined| quarantined.revision == revision);
    let begin = Following::begin(&game.opened, observer);
    let mut following = fold(&game.opened, script, begin, target - 1, None, cancel)?;
    let mut misfits = Vec::new();
    while following.revision < script.last() {
        let at = following.revision + 1;
        let Some(play) = script.play(at) else {
            following = following.pass();
            continue;
        };
        let mut refused = false;
        let step = match following.fold.judge(play.event(), at) {
            Ok(step) => step,
            Err(Rejection::Refused(refusal)) => {
                misfits.push((at, refusal.detail));
                refused = true;
                following.fold.follow(play.event(), at, &mut crate::belief::Evidence::off())?
            }
            Err(Rejection::Malformed(malformed)) => return Err(Error::Damaged(format!("revision {at}: {malformed}"))),
        };
        following = match take(&game.opened, script, &following, &play, step, cancel)? {
            Taken::Yes(next) => next,
            Taken::No(next, contradiction) => {
                if game.opening.on_contradiction == OnContradiction::Reject && !was_quarantined(at) && !refused {
                    misfits.push((at, contradiction.detail.clone()));
                }
                next.quarantining(&play, &contradiction)
            }
        };
    }
    Ok((following, misfits))
}
