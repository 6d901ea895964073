//! The belief after an event: lines are folded one by one, a player's own team is taken whole.
//!
//! A contradiction is certain here: lines that were recorded otherwise, lines that are missing in between, a team that cannot be read.
//! What the battle shows never contradicts, for what no set can take moves weight to the sets of no table, or is counted and left out.

use std::sync::Arc;

use super::PokemonRandbats;
use super::battle::Battle;
use super::belief::{Belief, Told};
use super::event::{Event, Part, Protocol, Side};
use super::fold::Updating;
use super::marginals::variables;
use super::request::{self, Asked};
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
            let read = request::read(&belief.terms.prior, asked).map_err(|detail| refused(&detail))?;
            let side = asked.side().ok_or_else(|| refused("the request names no side"))?;
            let mut updating = begin(belief, change, evidence);
            updating.asked(side, read);
            Ok(updating.end())
        }
        Event::Team(event) => {
            let team = unpack(&belief.terms.prior, &event.packed).map_err(|error| refused(&error.to_string()))?;
            let team = team
                .into_iter()
                .map(|packed| (packed.name.as_str().into(), packed.written.as_str().into(), packed.member.into()));
            let mut updating = begin(belief, change, evidence);
            updating.report(event.side, team.collect(), "team");
            Ok(updating.end())
        }
    }
}

/// The belief on its way, from before the event.
fn begin<'a>(belief: &Belief, change: &Change<'_, PokemonRandbats>, evidence: &'a mut Evidence) -> Updating<'a> {
    Updating {
        recorder: EvidenceRecorder::new(evidence, belief, variables, "", Source::Game),
        battle: Battle::clone(belief.battle(change.before)),
        notes: (*belief.notes).clone(),
        belief: belief.clone(),
    }
}

fn refused(detail: &str) -> Contradiction {
    Contradiction { detail: detail.to_owned(), variables: Vec::new(), certain: true }
}

impl Updating<'_> {
    /// The belief after the event.
    fn end(self) -> Belief {
        let Self { mut belief, battle, notes, .. } = self;
        belief.notes = Arc::new(notes);
        // The spectators' battle stands on the table, which took the same lines.
        if let Some(own) = &mut belief.own {
            *own = Arc::new(battle);
        }
        belief
    }

    /// A player is asked to choose: its whole team, and who of it is out, whatever it looks like.
    fn asked(&mut self, side: Side, asked: Asked) {
        if self.belief.side(side).reported.is_none() {
            self.notes.names = self.notes.names.saturating_add(asked.unknown_names);
        }
        self.report(side, asked.team, "request");
        let Some((name, condition)) = asked.out.filter(|(_, condition)| !condition.fainted()) else { return };
        let state = self.battle.side(side);
        let (Some(slot), Some(shown)) = (state.out, state.active()) else { return };
        // Where lines show other hit points, it was asked at another moment than theirs.
        if !shown.condition.shows(condition)
            || !self.belief.side_mut(side).stands(slot, &shown.name, &name)
            || !self.recorder.is_on()
        {
            return;
        }
        let shown = shown.name.clone();
        self.recorder.turn_to("request");
        self.recorder.turn_to_source(Source::Seat(side.seat()));
        self.recorder.moved(&self.belief, || {
            if *name == *shown { format!("{name} is no Illusion.") } else { format!("{name} is out, disguised as {shown}.") }
        });
    }

    /// A player reports its whole team, which says nothing more where it is known.
    fn report(&mut self, side: Side, team: Team, kind: &'static str) {
        if self.belief.side(side).reported.is_some() || team.is_empty() {
            return;
        }
        let terms = Arc::clone(&self.belief.terms);
        let probability = self.belief.side_mut(side).report(&terms, team).clamp(f64::MIN_POSITIVE, 1.0);
        self.recorder.turn_to(kind);
        self.recorder.turn_to_source(Source::Seat(side.seat()));
        self.recorder.learned(&self.belief, &[], probability, || format!("Side {} has this team.", side.name()));
    }
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
        let begins = batch.from_line;
        let detail = format!("of {channel} {known} lines are recorded, and these begin at {begins}: send from line {known} on");
        return Err(refused(&detail));
    }
    let new = marks.new_ones(batch).map_err(|differs| {
        refused(&format!("line {} of {} was recorded otherwise{}", differs.line, batch.channel.name(), differs.hint()))
    })?;
    let known = batch.numbered().count() - new.len();
    let is_read = belief.channel == Some(batch.channel);
    let mut updating = begin(belief, change, evidence);
    updating.belief.mark(batch.channel, &new);
    let mut lines = 0;
    for part in batch.parts() {
        match part {
            Part::Line(line) => {
                lines += 1;
                if is_read && lines > known {
                    updating.line(line);
                }
            }
            Part::Request(text) => {
                let Some(side) = batch.channel.seat().and_then(Side::of) else { continue };
                let Some(mut asked) = request::read_line(&belief.terms.prior, side, text).map_err(|detail| refused(&detail))?
                else {
                    continue;
                };
                // Before lines that are known already, it says how the battle stood earlier.
                asked.out = asked.out.filter(|_| lines >= known);
                updating.asked(side, asked);
            }
        }
    }
    debug_assert!(
        !is_read || belief.own.is_some() || updating.battle == *change.after.battle(),
        "the table after the event has the battle that its lines lead to"
    );
    Ok(updating.end())
}

/// A whole team by nickname, species and set.
pub type Team = Vec<(Arc<str>, Arc<str>, Told)>;
