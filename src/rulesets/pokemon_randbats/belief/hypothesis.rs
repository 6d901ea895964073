//! One hypothesis of who was really out: a posterior a member, and the rest of the team.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::slot::Slot;
use super::terms::Terms;
use super::unseen::Unseen;
use crate::rulesets::pokemon_randbats::battle::TEAM;
use crate::rulesets::pokemon_randbats::likelihood::BENCH_CHANGE;
use crate::rulesets::pokemon_randbats::protocol::Condition;
use crate::rulesets::pokemon_randbats::setup::Inference;

/// Where a member of a hypothesis is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In a slot: it was shown by its name.
    Slot(usize),
    /// A Zoroark that was never shown as what it is.
    Hidden,
}

/// One hypothesis.
#[derive(Clone, Debug)]
pub struct Hypothesis {
    /// Its probability.
    pub weight: f64,
    /// Members in the order in which they were shown.
    pub slots: Vec<Arc<Slot>>,
    /// A Zoroark that was out in disguise only. It stands anywhere among the rest of the team.
    pub hidden: Option<Arc<Slot>>,
    /// The Zoroark that is out, where the one that is out is in disguise.
    pub disguised: Option<Place>,
    /// The rest of the team.
    pub unseen: Arc<Unseen>,
}

impl Hypothesis {
    /// The member that is meant by the slot that is out (`active`), or by a slot.
    pub fn member(&self, slot: usize, active: bool) -> Option<&Arc<Slot>> {
        self.at(self.meant(slot, active))
    }

    pub(super) fn member_mut(&mut self, slot: usize, active: bool) -> Option<&mut Slot> {
        self.at_mut(self.meant(slot, active))
    }

    pub(super) fn meant(&self, slot: usize, active: bool) -> Place {
        self.disguised.filter(|_| active).unwrap_or(Place::Slot(slot))
    }

    pub(super) fn at(&self, place: Place) -> Option<&Arc<Slot>> {
        match place {
            Place::Hidden => self.hidden.as_ref(),
            Place::Slot(slot) => self.slots.get(slot),
        }
    }

    pub(super) fn at_mut(&mut self, place: Place) -> Option<&mut Slot> {
        match place {
            Place::Hidden => self.hidden.as_mut().map(Arc::make_mut),
            Place::Slot(slot) => self.slots.get_mut(slot).map(Arc::make_mut),
        }
    }

    pub(super) fn put(&mut self, place: Place, member: Arc<Slot>) {
        match place {
            Place::Hidden => self.hidden = Some(member),
            Place::Slot(slot) => {
                if let Some(known) = self.slots.get_mut(slot) {
                    *known = member;
                }
            }
        }
    }

    /// Whether the one that stands in the slot that is out is really this member.
    pub(super) fn is_out(&self, out: Option<usize>, place: Place) -> bool {
        out.is_some_and(|out| self.meant(out, true) == place)
    }

    /// Weighs how the one that comes out is shown. Who is out already cannot come; without Illusions that is only unlikely, because nothing else explains it.
    pub(super) fn comes_back(&mut self, terms: &Terms, slot: usize, back: Condition, is_out: bool) {
        let chance = self.member(slot, true).map_or(0.0, |member| member.comes_back(back));
        let least = if terms.parameters.uses(Inference::Illusion) { 0.0 } else { BENCH_CHANGE.value };
        self.weight *= if is_out { least } else { chance.max(least) };
    }

    /// Members that have not fainted, beside one Zoroark: each of them may be the last of the party, whom an Illusion copies.
    pub(super) fn living_others(&self) -> usize {
        let fainted = self.slots.iter().filter(|member| member.has_fainted()).count();
        (TEAM - 1).saturating_sub(fainted).max(1)
    }

    pub(super) fn entries(&self) -> Vec<usize> {
        self.slots.iter().chain(&self.hidden).filter_map(|slot| slot.entry()).collect()
    }

    pub(super) fn rest(&mut self, terms: &Terms) {
        let seen = self.slots.len() + usize::from(self.hidden.is_some());
        self.unseen = Arc::new(Unseen::of(&terms.prior, &terms.bases, &self.entries(), TEAM.saturating_sub(seen)));
    }
}
