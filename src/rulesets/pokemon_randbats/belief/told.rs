//! A member as its player reported it.

use serde::{Deserialize, Serialize};

use super::draft::DrawnMember;
use super::fact::Fact;
use crate::rulesets::pokemon_randbats::prior::MOVES;

/// The fields that a report leaves open: it names what this release does not know, or nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    /// Its item.
    pub item: bool,
    /// Its ability.
    pub ability: bool,
    /// Its tera type.
    pub tera: bool,
    /// Some of its moves, or all.
    pub moves: bool,
}

impl Open {
    /// Whether anything is open: the set is then in no table.
    #[must_use]
    pub fn any(self) -> bool {
        self.item || self.ability || self.tera || self.moves
    }
}

/// A member as its player reported it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Told {
    /// What it is. What stands in an open field says nothing; where its moves are open, these are those that are known.
    pub member: DrawnMember,
    /// What was left open.
    pub open: Open,
}

impl From<DrawnMember> for Told {
    fn from(member: DrawnMember) -> Self {
        Self { member, open: Open::default() }
    }
}

impl Told {
    /// Takes from facts that lines have shown of it what the report leaves open.
    pub(super) fn fill<'a>(&mut self, facts: impl IntoIterator<Item = &'a Fact>) {
        let Self { member, open } = self;
        for fact in facts {
            match *fact {
                Fact::Item(item) if open.item => (member.item, open.item) = (item, false),
                Fact::Ability(ability) if open.ability => (member.ability, open.ability) = (Some(ability), false),
                Fact::Tera(tera) if open.tera => (member.tera, open.tera) = (Some(tera), false),
                Fact::Move(id) if open.moves && member.moves.len() < MOVES && !member.moves.contains(&id) => {
                    member.moves.push(id)
                }
                _ => {}
            }
        }
        member.moves.sort_unstable();
        open.moves &= member.moves.len() < MOVES;
    }

    /// Whether a member may be this one, whatever its role.
    #[must_use]
    pub fn fits(&self, other: &DrawnMember) -> bool {
        let (own, open) = (&self.member, self.open);
        own.entry == other.entry
            && (open.item || own.item == other.item)
            && (open.ability || own.ability == other.ability)
            && (open.tera || own.tera == other.tera)
            && if open.moves { own.moves.iter().all(|id| other.moves.contains(id)) } else { own.moves == other.moves }
    }
}
