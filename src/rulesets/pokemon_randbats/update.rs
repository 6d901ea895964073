//! The belief after an event: lines are folded one by one, a player's own team is taken whole.
//!
//! A contradiction is certain here: lines that were recorded otherwise, lines that are missing in between, a team that cannot be read.
//! What the battle shows never contradicts, for what no set can take moves weight to the sets of no table, or is counted and left out.

use std::sync::Arc;

use super::PokemonRandbats;
use super::battle::Battle;
use super::belief::{Belief, DrawnMember};
use super::event::{Event, Protocol, Side};
use super::fold::Updating;
use super::marginals::variables;
use super::request;
use super::world::unpack;
use crate::belief::{Contradiction, Evidence, EvidenceRecorder, Source};
use crate::rulesets::Change;

/// The belief after an event.
///
/// # Errors
/// Where a line was recorded otherwise before, lines between are missing, or a team cannot be read. Always certain.
pub fn update(belief: &Belief, change: &Change<'_, PokemonRandbats>, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
    match change.view {
        Event::Protocol(batch) if batch.lines.is_none() => Ok(belief.clone()),
        Event::Protocol(batch) => take_lines(belief, change, batch, evidence),
        Event::Request(asked) => {
            let team = request::read(&belief.terms.prior, asked).map_err(|detail| refused(&detail))?;
            let side = asked.side().ok_or_else(|| refused("the request names no side"))?;
            Ok(take_team(belief, side, team, evidence, "request"))
        }
        Event::Team(event) => {
            let team = unpack(&belief.terms.prior, &event.packed).map_err(|error| refused(&error.to_string()))?;
            let team =
                team.into_iter().map(|packed| (packed.name.as_str().into(), packed.written.as_str().into(), packed.member));
            Ok(take_team(belief, event.side, team.collect(), evidence, "team"))
        }
    }
}

fn refused(detail: &str) -> Contradiction {
    Contradiction { detail: detail.to_owned(), variables: Vec::new(), certain: true }
}

fn take_lines(
    belief: &Belief,
    change: &Change<'_, PokemonRandbats>,
    batch: &Protocol,
    evidence: &mut Evidence,
) -> Result<Belief, Contradiction> {
    let marks = belief.marks(change.before, batch.channel);
    if batch.from_line > marks.count() {
        let (channel, known) = (batch.channel.name(), marks.count());
        return Err(refused(&format!("of {channel} {known} lines are known here; these begin at {}", batch.from_line)));
    }
    let new = marks.new_ones(batch).map_err(|differs| {
        refused(&format!("line {} of {} was recorded otherwise{}", differs.line, batch.channel.name(), differs.hint()))
    })?;
    let mut next = asked_in(belief, batch, evidence)?;
    if new.is_empty() {
        return Ok(next);
    }
    next.mark(batch.channel, &new);
    if belief.channel != Some(batch.channel) {
        return Ok(next);
    }
    let mut updating = Updating {
        recorder: EvidenceRecorder::new(evidence, &next, variables, "line", Source::Game),
        battle: Battle::clone(belief.battle(change.before)),
        notes: (*next.notes).clone(),
        belief: next,
    };
    for line in new {
        updating.line(line);
    }
    let Updating { mut belief, battle, notes, .. } = updating;
    belief.notes = Arc::new(notes);
    match &mut belief.own {
        Some(own) => *own = Arc::new(battle),
        // The spectators' battle stands on the table, which took the same lines.
        None => {
            debug_assert!(battle == *change.after.battle(), "the table after the event has the battle that its lines lead to")
        }
    }
    Ok(belief)
}

/// The belief after the requests that stand among the lines of a player's feed.
fn asked_in(belief: &Belief, batch: &Protocol, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
    let mut next = belief.clone();
    let Some(side) = batch.channel.seat().and_then(Side::of) else { return Ok(next) };
    for asked in batch.requests() {
        if let Some(team) = request::read_line(&belief.terms.prior, side, asked).map_err(|detail| refused(&detail))? {
            next = take_team(&next, side, team, evidence, "request");
        }
    }
    Ok(next)
}

/// A whole team by nickname, species and set.
pub type Team = Vec<(Arc<str>, Arc<str>, DrawnMember)>;

fn take_team(belief: &Belief, side: Side, team: Team, evidence: &mut Evidence, kind: &'static str) -> Belief {
    let mut next = belief.clone();
    if belief.side(side).reported.is_some() || team.is_empty() {
        return next;
    }
    let mut recorder = EvidenceRecorder::new(evidence, belief, variables, kind, Source::Seat(side.seat()));
    let terms = Arc::clone(&next.terms);
    let probability = next.side_mut(side).report(&terms, team).clamp(f64::MIN_POSITIVE, 1.0);
    recorder.learned(&next, &[], probability, || format!("Side {} has this team.", side.name()));
    next
}
