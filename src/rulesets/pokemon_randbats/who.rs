//! Whom a question is about: by slot, by name, or by where it stands.

use schemars::JsonSchema;
use serde::Deserialize;

use super::battle::Battle;
use super::belief::Belief;
use super::event::Side;
use super::protocol::id;
use crate::rulesets::{Refusal, Seat};

/// A member of a team, as a client names it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a slot from 0, or a name or place such as Weavile or p2a")]
pub enum Who {
    /// Its slot: members are counted from 0 in the order in which they were first shown.
    Slot(usize),
    /// Its nickname or species, as lines write it or as an id (`Weavile`, `ironvaliant`); where it stands (`p2a`: whoever is out on that
    /// side); or both, as lines do (`p2a: Weavile`).
    Named(String),
}

impl Who {
    /// The seat whose team it is of, where the name says so.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.place().map(Side::seat)
    }

    fn place(&self) -> Option<Side> {
        let Self::Named(name) = self else { return None };
        match name.split(':').next().map(str::trim) {
            Some("p1" | "p1a") => Some(Side::P1),
            Some("p2" | "p2a") => Some(Side::P2),
            _ => None,
        }
    }

    /// The slot that is meant in the team of a side.
    ///
    /// # Errors
    /// `slot`: no such member was shown, or nobody stands there.
    pub fn slot(&self, belief: &Belief, battle: &Battle, side: Side) -> Result<usize, Refusal> {
        let shown = belief.side(side).shown();
        let refused = |detail: String| Err(Refusal::new("slot", detail));
        let named = match self {
            Self::Slot(slot) if *slot < shown => return Ok(*slot),
            Self::Slot(_) => return refused(format!("{shown} members of side {} were shown, in slots from 0", side.name())),
            Self::Named(name) => name.as_str(),
        };
        let place = self.place();
        if let Some(place) = place.filter(|place| *place != side) {
            return refused(format!("{named:?} is of side {}, and the question is about side {}", place.name(), side.name()));
        }
        let state = battle.side(side);
        let name = match (place, named.split_once(':')) {
            (None, _) => named.trim(),
            (Some(_), Some((_, name))) => name.trim(),
            (Some(_), None) => {
                let out = state.out.filter(|slot| *slot < shown);
                return out.map_or_else(|| refused(format!("nobody is out on side {}", side.name())), Ok);
            }
        };
        // A name that a bot failed to fill in would be answered about somebody.
        if name.is_empty() {
            return refused(format!("{named:?} names nobody: it takes a slot such as 0, a name, or a place such as p2a"));
        }
        let wanted = id(name);
        let is = |text: &str| id(text) == wanted;
        let nicknamed = state.members.iter().position(|member| is(&member.name));
        let found = nicknamed.or_else(|| state.members.iter().position(|member| is(&member.written)));
        match found.filter(|slot| *slot < shown) {
            Some(slot) => Ok(slot),
            None => {
                let names: Vec<&str> = state.members.iter().take(shown).map(|member| member.name.as_str()).collect();
                let names = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
                refused(format!("no {name:?} was shown on side {}: shown were {names}", side.name()))
            }
        }
    }
}
