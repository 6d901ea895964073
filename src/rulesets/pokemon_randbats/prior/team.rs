//! Which species go together: the generator's limits on a team.

use std::collections::BTreeMap;

use super::dex::{AbilityId, Species, dex};
use super::table::{Entry, Prior};
use super::types::{Effect, Type};

/// Members of a type.
const OF_A_TYPE: u8 = 2;
/// Members weak to a type.
const WEAK: u8 = 3;
/// Members weak to it twice over.
const DOUBLY_WEAK: u8 = 1;
/// Members that Freeze-Dry hits hard.
const WEAK_TO_FREEZE_DRY: u8 = 4;
/// Members of level 100.
const TOP_LEVEL: u8 = 1;

/// The members known so far, as the limits count them. Source: `data/random-battles/gen9/teams.ts` of Pokémon Showdown.
///
/// Approximate in three places. What a set's ability or Tera Blast does to the limits is left out. The limits are applied to
/// the known members as if they had been drawn first; as they only ever count up, a whole team is allowed in any order or in
/// none. And a base species whose drawn forme is not allowed is tried again here, where the generator drops it.
#[derive(Clone, Debug, Default)]
pub struct Team {
    bases: Vec<String>,
    types: [u8; 19],
    weak: [u8; 19],
    doubly_weak: [u8; 19],
    weak_to_freeze_dry: u8,
    top_level: u8,
}

fn doublings(from: Type, species: &Species) -> i8 {
    // The generator asks for effectiveness, in which an immunity is no difference.
    let each = species.types.iter().map(|own| match dex().effect(from, &[*own]) {
        Effect::None => 0,
        Effect::Doublings(times) => times,
    });
    each.sum()
}

fn weak_to_freeze_dry(species: &Species) -> bool {
    let ice = doublings(Type::Ice, species);
    ice > 0 || (ice > -2 && species.types.contains(&Type::Water))
}

/// Whether one of its abilities may make it weak to fire, which it is not by its types.
fn may_fear_fire(species: &Species) -> bool {
    let fears = |id: &AbilityId| ["dryskin", "fluffy"].contains(&dex()[*id].id.as_str());
    doublings(Type::Fire, species) == 0 && species.abilities.iter().any(fears)
}

impl Team {
    /// A team with these members.
    pub fn of<'a>(members: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut team = Self::default();
        for member in members {
            team.add(member);
        }
        team
    }

    /// Counts a member in, whether or not the limits allow it.
    pub fn add(&mut self, member: &Entry) {
        let species = &dex()[member.species];
        self.bases.push(species.base.clone());
        for own in &species.types {
            self.types[*own as usize] = self.types[*own as usize].saturating_add(1);
        }
        for from in Type::ALL {
            let times = doublings(from, species);
            let at = from as usize;
            self.weak[at] = self.weak[at].saturating_add(u8::from(times > 0));
            self.doubly_weak[at] = self.doubly_weak[at].saturating_add(u8::from(times > 1));
        }
        self.weak_to_freeze_dry = self.weak_to_freeze_dry.saturating_add(u8::from(weak_to_freeze_dry(species)));
        self.top_level = self.top_level.saturating_add(u8::from(member.level() == 100));
    }

    /// Whether the generator would add this one to the members.
    #[must_use]
    pub fn admits(&self, candidate: &Entry) -> bool {
        let species = &dex()[candidate.species];
        let fits = |from: Type| {
            let times = doublings(from, species);
            let at = from as usize;
            (times <= 0 || self.weak[at] < WEAK) && (times <= 1 || self.doubly_weak[at] < DOUBLY_WEAK)
        };
        !self.bases.contains(&species.base)
            && species.types.iter().all(|own| self.types[*own as usize] < OF_A_TYPE)
            && Type::ALL.into_iter().all(fits)
            && (!may_fear_fire(species) || self.weak[Type::Fire as usize] < WEAK)
            && (!weak_to_freeze_dry(species) || self.weak_to_freeze_dry < WEAK_TO_FREEZE_DRY)
            && (candidate.level() < 100 || self.top_level < TOP_LEVEL)
    }

    /// The chance of each entry of a table to be a member not seen yet, by its place in [`Prior::entries`]; entries that the
    /// limits rule out are left out. The generator's own odds of coming upon it, among those that fit.
    #[must_use]
    pub fn unseen(&self, prior: &Prior) -> BTreeMap<usize, f64> {
        let fits = prior.entries().iter().enumerate().filter(|(_, entry)| self.admits(entry));
        let weights: BTreeMap<usize, f64> = fits.map(|(at, entry)| (at, entry.weight())).collect();
        let total = weights.values().fold(0.0, |sum, weight| sum + weight);
        weights.into_iter().map(|(at, weight)| (at, weight / total)).collect()
    }
}
