//! Entropy of a member's set, in closed form: listed sets are few, and what is in no table is drawn field by field.

use std::collections::BTreeMap;

use super::draft::{Draft, Field, Moves};
use super::slot::{Slot, drawn};
use crate::rulesets::pokemon_randbats::prior::Set;

/// -p ln p, and 0 where p is.
fn part(p: f64) -> f64 {
    if p > 0.0 { -p * libm::log(p) } else { 0.0 }
}

impl<T: Copy + PartialEq> Field<T> {
    fn entropy(&self) -> f64 {
        self.iter().fold(0.0, |sum, (_, p)| sum + part(p))
    }
}

impl Moves {
    /// Choices weigh a product of odds: ln of what all weigh, less what the odds of those chosen are expected to be.
    fn entropy(&self) -> f64 {
        let chosen = self.open().fold(0.0, |sum, (id, odds)| sum + self.p(id) * libm::log(odds));
        (libm::log(self.all_weigh()) - chosen).max(0.0)
    }
}

impl Draft {
    fn entropy(&self) -> f64 {
        let of_fields = self.entry.entropy() + self.role.entropy() + self.item.entropy();
        of_fields + self.ability.entropy() + self.tera.entropy() + self.moves.entropy()
    }
}

impl Slot {
    /// In nats. A set x has p(x) + u d(x): of the listed, and of the draft d, of which u is left. So what the draft gives to sets that are
    /// not listed is -u sum of d ln (u d) over all sets, less the same over the listed.
    pub fn entropy(&self) -> f64 {
        let (u, draft) = (self.unlisted, self.draft());
        let (mut listed, mut share, mut apart) = (0.0, 0.0, 0.0);
        // A table that was imported may hold a set twice: its chance is that of both.
        let mut together: BTreeMap<_, (&Set, usize, f64)> = BTreeMap::new();
        for (candidate, p) in self.listed() {
            let set = candidate.set;
            let same = (candidate.entry, set.role, set.item, set.ability, set.tera, &set.moves);
            together.entry(same).or_insert((set, candidate.entry, 0.0)).2 += p;
        }
        for (set, entry, p) in together.into_values() {
            let d = draft.p(&drawn(entry, set));
            listed += part(p + u * d);
            share += d;
            apart += part(d);
        }
        if u <= 0.0 {
            return listed;
        }
        listed + u * (draft.entropy() - apart - (1.0 - share) * libm::log(u)).max(0.0)
    }
}
