//! One line folded into a belief: first what it says of the sets, then what it does to the battle.

use std::sync::Arc;

use super::battle::{Battle, ends_what_was_under_way};
use super::belief::{Arrival, Belief, Candidate, Fact, Notes, OfItem, Slot};
use super::event::Side;
use super::likelihood::BENCH_CHANGE;
use super::prior::dex;
use super::protocol::{self, Condition, Details, Ident, Message};
use super::setup::{FORMAT, Inference};
use super::world::variable;
use crate::belief::{EvidenceRecorder, Parameter, Source, plain};
use crate::rulesets::Likelihood;

/// Soft evidence that was expected up to this says nothing, and is passed over: no set that it doubts is left, but for what its kind
/// leaves of a set that it rules out.
const SAYS_NOTHING: f64 = 1e-7;

/// Rules that the format has, and one that changes nothing but its clock. Whoever challenges somebody may add others, and the format keeps its name.
const RULES: [&str; 5] = ["Species Clause", "HP Percentage Mod", "Sleep Clause Mod", "Illusion Level Mod", "Blitz"];

/// A belief on its way through one event.
pub struct Updating<'a> {
    /// The belief as it becomes.
    pub belief: Belief,
    /// The battle that the observer sees from, line by line.
    pub battle: Battle,
    /// Notes as they become.
    pub notes: Notes,
    /// The recorder of the evidence.
    pub(super) recorder: EvidenceRecorder<'a, Belief>,
}

/// Soft evidence of a set: its kind, the number that weighs it, and which of the member's variables it is about, as they are named at the end.
#[derive(Clone, Copy)]
pub(super) struct Soft {
    kind: &'static str,
    number: Likelihood,
    about: &'static [&'static str],
}

impl Soft {
    pub(super) const fn of(kind: &'static str, number: Likelihood, about: &'static [&'static str]) -> Self {
        Self { kind, number, about }
    }
}

impl Updating<'_> {
    /// Takes a line in.
    pub(super) fn line(&mut self, text: &str) {
        let message = Message::read(text);
        match &message {
            Message::Unknown => {
                self.notes.unknown = self.notes.unknown.saturating_add(1);
                self.notes.last_unknown = text.chars().take(200).collect();
            }
            Message::Tier(format) if !protocol::id(format).contains(FORMAT) => self.is_of_another_format(format),
            Message::Rule(rule) if !RULES.contains(rule) => self.is_of_another_format(rule),
            Message::Time(seconds) => self.belief.is_played_at(*seconds),
            message if self.battle.is_beyond_team(message) => {
                self.notes.beyond_team = self.notes.beyond_team.saturating_add(1);
            }
            _ => {}
        }
        if self.battle.passes_over(&message) {
            return;
        }
        self.settle_before(&message);
        self.reveal(&message);
        self.notice(&message);
        self.battle.apply(&message);
    }

    fn is_of_another_format(&mut self, what: &str) {
        self.notes.formats = self.notes.formats.saturating_add(1);
        self.notes.last_format = what.chars().take(200).collect();
    }

    /// What follows from the fact that the next thing happens and nothing came before it.
    fn settle_before(&mut self, message: &Message<'_>) {
        let leaves = |side: Side| matches!(message, Message::Switch { who, .. } | Message::Faint { who } if who.side == side);
        let ends = ends_what_was_under_way(message);
        // After the last blow no more lines are sent.
        if self.battle.ends_action(message) && !matches!(message, Message::Over) {
            self.action_ended();
        }
        for side in Side::BOTH {
            if ends || leaves(side) {
                self.shape_is_true(side);
            }
            if ends || matches!(message, Message::Switch { who, .. } if who.side == side) {
                self.arrived(side);
            }
        }
        if ends {
            self.battle.settle();
        }
        match message {
            Message::Upkeep => self.turn_ended(),
            Message::Turn(_) => self.turn_begins(),
            _ => {}
        }
    }

    /// A hit that ended no Illusion: it is who it seems to be.
    fn shape_is_true(&mut self, side: Side) {
        if self.battle.active(side).is_some_and(|shown| shown.entry.struck && !shown.entry.true_shape) {
            self.is_itself(side, |name| format!("{name} was hit and no Illusion ended: it is what it seems to be."));
        }
    }

    /// The one that is out on a side is who it seems to be.
    pub(super) fn is_itself(&mut self, side: Side, summary: impl FnOnce(&str) -> String) {
        let Some((slot, name)) = self.out(side) else { return };
        let of = self.belief.side(side);
        // Whose player says who is out is not judged by what is seen.
        if of.illusion() <= 0.0 || of.reported.is_some() {
            return;
        }
        let probability = self.belief.side_mut(side).is_true();
        self.record("true_shape", side, slot, &["item", "ability", "tera"], probability, || summary(&name));
    }

    /// Somebody comes out.
    pub(super) fn arrive(&mut self, who: Ident<'_>, details: &Details<'_>, condition: Condition) {
        let state = self.battle.side(who.side);
        let known = state.slot(who.name);
        let slot = known.unwrap_or(state.members.len());
        let out = state.out;
        let left = state.active().map(|shown| (shown.condition, shown.has_own_ability() && !self.may_be_gassed(who.side)));
        let entries = self.entries(details);
        let new = known.is_none();
        let arrival = Arrival { name: who.name, written: details.species, entries, slot, new, condition, out };
        let terms = Arc::clone(&self.belief.terms);
        let side = self.belief.side_mut(who.side);
        if let (Some(out), Some((left, ability_at_work))) = (out, left) {
            side.leaves(out, left, ability_at_work);
        }
        let probability = side.arrive(&terms, &arrival);
        let name = details.species.to_owned();
        self.record("shown", who.side, slot, &["species"], probability, || {
            if new { format!("{name} is in the team.") } else { format!("{name} came back.") }
        });
        self.healed_on_leaving(who.side, slot, &name, condition);
    }

    /// Regenerator heals who leaves, and nothing else does.
    fn healed_on_leaving(&mut self, side: Side, slot: usize, name: &str, back: Condition) {
        let believed = self.belief.side(side);
        let is_hurt = believed.standing(slot, true).any(|(member, _)| !member.left.is_full());
        if !is_hurt || believed.reported.is_some() || !self.belief.terms.parameters.uses(Inference::Absence) {
            return;
        }
        let of = |member: &Slot, candidate: &Candidate<'_>| member.regenerates(candidate.set, back);
        let reweighed = self.belief.side_mut(side).lean(slot, true, &of, None);
        if self.recorder.is_on() {
            self.recorder.turn_to("regenerated");
            self.recorder.turn_to_source(Source::Seat(side.seat()));
            let parameter = Parameter { name: BENCH_CHANGE.name, value: BENCH_CHANGE.value };
            let about = [variable(side.seat(), slot, "ability")];
            self.recorder.leaned(&self.belief, &about, reweighed, parameter, || {
                format!("{name} came back with {} of {} hit points.", back.hp, back.most)
            });
        }
    }

    /// Somebody who has fainted is revived.
    pub(super) fn revived(&mut self, who: Ident<'_>, condition: Condition) {
        let slot = self.battle.side(who.side).slot(who.name);
        let probability = self.belief.side_mut(who.side).revived(slot, condition);
        let about: &[&str] = if slot.is_some() { &["species"] } else { &[] };
        // Nobody believed that it had fainted: nothing was struck.
        let probability = if probability > 0.0 { probability } else { 1.0 };
        self.record("revived", who.side, slot.unwrap_or_default(), about, probability, || {
            format!("{} had fainted, and is revived.", who.name)
        });
    }

    /// Somebody's status is cured: that of one who is not out changes how it comes back.
    pub(super) fn cured(&mut self, who: Ident<'_>) {
        let state = self.battle.side(who.side);
        let slot = state.slot(who.name);
        if slot.is_none() || slot != state.out {
            self.belief.side_mut(who.side).cured(slot);
        }
    }

    /// An Illusion ends.
    pub(super) fn unmask(&mut self, who: Ident<'_>, details: &Details<'_>) {
        let state = self.battle.side(who.side);
        let Some(stood) = state.active().filter(|stood| stood.name != who.name) else { return };
        let (stood, condition) = (stood.name.clone(), stood.condition);
        let known = state.slot(who.name);
        let (slot, out) = (known.unwrap_or(state.members.len()), state.out);
        let entries = self.entries(details);
        let new = known.is_none();
        let arrival = Arrival { name: who.name, written: details.species, entries, slot, new, condition, out };
        let terms = Arc::clone(&self.belief.terms);
        let probability = self.belief.side_mut(who.side).replaced(&terms, &arrival);
        self.record("illusion_ended", who.side, slot, &["species"], probability, || {
            format!("{stood} was a disguised {}: what was seen is {}'s.", details.species, who.name)
        });
    }

    fn entries(&mut self, details: &Details<'_>) -> Vec<usize> {
        let prior = Arc::clone(&self.belief.terms.prior);
        let Some(species) = dex().species_named(details.species) else {
            self.notes.names = self.notes.names.saturating_add(1);
            return Vec::new();
        };
        let seen = prior.seen_as(species);
        let other_level = |at: &usize| prior.entries()[*at].level() != details.level;
        if !seen.is_empty() && seen.iter().all(other_level) {
            self.notes.levels = self.notes.levels.saturating_add(1);
        }
        seen
    }

    /// A hard fact about the one that is out on a side.
    pub(super) fn fact(&mut self, side: Side, fact: Fact, summary: impl FnOnce(&str) -> String) {
        let Some((slot, name)) = self.out(side) else { return };
        self.fact_of(side, slot, true, &name, fact, summary);
    }

    pub(super) fn fact_of(
        &mut self,
        side: Side,
        slot: usize,
        active: bool,
        name: &str,
        fact: Fact,
        summary: impl FnOnce(&str) -> String,
    ) {
        let (kind, about): (&'static str, String) = match fact {
            Fact::Move(id) => ("move_revealed", super::world::move_variable(id)),
            Fact::Item(_) => ("item_revealed", "item".to_owned()),
            Fact::Ability(_) => ("ability_revealed", "ability".to_owned()),
            Fact::Tera(_) => ("tera_revealed", "tera".to_owned()),
        };
        let probability = self.belief.side_mut(side).learn(slot, active, fact);
        if probability <= 0.0 {
            self.notes.left_out = self.notes.left_out.saturating_add(1);
            self.notes.last_left_out = plain(summary(name));
            return;
        }
        self.record(kind, side, slot, &[&about], probability, || summary(name));
    }

    pub(super) fn out(&self, side: Side) -> Option<(usize, String)> {
        let state = self.battle.side(side);
        Some((state.out?, state.active()?.name.clone()))
    }

    /// Records a hard fact of this probability.
    pub(super) fn record(
        &mut self,
        kind: &'static str,
        side: Side,
        slot: usize,
        about: &[&str],
        probability: f64,
        summary: impl FnOnce() -> String,
    ) {
        if !self.recorder.is_on() {
            return;
        }
        self.recorder.turn_to(kind);
        self.recorder.turn_to_source(Source::Seat(side.seat()));
        let about: Vec<String> = about.iter().map(|what| variable(side.seat(), slot, what)).collect();
        self.recorder.learned(&self.belief, &about, probability.clamp(f64::MIN_POSITIVE, 1.0), summary);
    }

    /// A soft likelihood of the set of the one that is out on a side.
    pub(super) fn lean(
        &mut self,
        side: Side,
        soft: Soft,
        of: &dyn Fn(&Slot, &Candidate<'_>) -> f64,
        of_item: Option<OfItem<'_>>,
        summary: impl FnOnce(&str) -> String,
    ) {
        if self.belief.side(side).reported.is_some() {
            return;
        }
        let Some((slot, name)) = self.out(side) else { return };
        let before = Arc::clone(&self.belief.sides[side.index()]);
        let reweighed = self.belief.side_mut(side).lean(slot, true, of, of_item);
        if 1.0 - reweighed.expected < SAYS_NOTHING {
            self.belief.sides[side.index()] = before;
            return;
        }
        if !self.recorder.is_on() {
            return;
        }
        self.recorder.turn_to(soft.kind);
        self.recorder.turn_to_source(Source::Seat(side.seat()));
        let about: Vec<String> = soft.about.iter().map(|what| variable(side.seat(), slot, what)).collect();
        let parameter = Parameter { name: soft.number.name, value: soft.number.value };
        self.recorder.leaned(&self.belief, &about, reweighed, parameter, || summary(&name));
    }

    /// What is held changed hands.
    pub(super) fn moved(&mut self, side: Side, summary: impl FnOnce() -> String) {
        if self.recorder.is_on() {
            self.recorder.turn_to("item_moved");
            self.recorder.turn_to_source(Source::Seat(side.seat()));
            self.recorder.moved(&self.belief, summary);
        }
    }
}
