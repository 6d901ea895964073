//! The sets that a member may have before anything is known of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::draft::Draft;
use crate::rulesets::pokemon_randbats::likelihood::BORROWED;
use crate::rulesets::pokemon_randbats::prior::{Entry, Fields, Prior, Set, SpeciesId};

/// The sets that a member may have before anything is known of it.
#[derive(Debug)]
pub struct Pool {
    /// The table.
    pub prior: Arc<Prior>,
    /// Place of the entry and of the set in it, for each candidate.
    pub(super) sets: Vec<(u32, u32)>,
    /// Probability of each among the listed.
    pub(super) start: Vec<f64>,
    /// The hypothesis that the set is none of these.
    pub(super) draft: Arc<Draft>,
    source: Source,
}

/// What the sets were taken from: with the table all that is needed to collect them again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Source {
    /// Places of entries, each with its weight, and how their sets are counted.
    Entries(Vec<(usize, f64)>, Counting),
    /// A species that the table does not hold.
    Stranger(Option<SpeciesId>),
}

/// How the sets of a table are weighed before anything is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Counting {
    /// As the first of a team has them.
    Lead,
    /// As the others have them.
    Other,
    /// Every role of a species alike, as the seed has them.
    Roles,
}

fn weight_of(entry: &Entry, set: &Set, counting: Counting) -> f64 {
    let (lead, other) = (f64::from(set.lead), f64::from(set.other));
    match counting {
        Counting::Lead if entry.leads() > 0 => lead + BORROWED.value * other,
        Counting::Lead | Counting::Other => other + BORROWED.value * lead,
        Counting::Roles => {
            let of_role = entry.sets.iter().filter(|one| one.role == set.role);
            let counted = of_role.fold(0.0, |sum, one| sum + f64::from(one.count()));
            f64::from(set.count()) / counted.max(1.0)
        }
    }
}

impl Pool {
    /// The sets of some entries, each with its weight; `newer` is the chance that a set which is in no table is of a newer generator.
    pub fn of(prior: &Arc<Prior>, entries: &[(usize, f64)], counting: Counting, newer: f64) -> Self {
        let known: Vec<_> =
            entries.iter().filter_map(|(at, weight)| prior.entries().get(*at).map(|entry| (*at, entry, *weight))).collect();
        let count = known.iter().map(|(_, entry, _)| entry.sets.len()).sum();
        let (mut sets, mut start) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (at, entry, weight) in &known {
            let count = |set: &Set| weight_of(entry, set, counting);
            let total = entry.sets.iter().fold(0.0, |sum, set| sum + count(set)).max(f64::MIN_POSITIVE);
            for (place, set) in entry.sets.iter().enumerate() {
                sets.push((*at as u32, place as u32));
                start.push(weight * count(set) / total);
            }
        }
        let total = start.iter().fold(0.0, |sum, p| sum + p).max(f64::MIN_POSITIVE);
        start.iter_mut().for_each(|p| *p /= total);
        let source = Source::Entries(entries.to_vec(), counting);
        Self { prior: Arc::clone(prior), sets, start, draft: Arc::new(Draft::of(&known, newer)), source }
    }

    /// Of a species that the table does not hold: every field as the whole table has it, its abilities alike.
    pub fn of_stranger(prior: &Arc<Prior>, species: Option<SpeciesId>) -> Self {
        let draft = Arc::new(Draft::of_stranger(&Fields::over(prior.entries()), species));
        Self { prior: Arc::clone(prior), sets: Vec::new(), start: Vec::new(), draft, source: Source::Stranger(species) }
    }

    /// What its sets were taken from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The sets of a source. Entries that the table does not have are passed over, and so are weights that are none.
    pub fn from_source(prior: &Arc<Prior>, source: Source, newer: f64) -> Self {
        match source {
            Source::Entries(mut entries, counting) => {
                entries.truncate(prior.entries().len());
                entries.retain(|(_, weight)| weight.is_finite() && *weight >= 0.0);
                Self::of(prior, &entries, counting, newer)
            }
            Source::Stranger(species) => Self::of_stranger(prior, species),
        }
    }

    /// Approximate memory in bytes.
    pub fn weigh(&self) -> usize {
        let source = if let Source::Entries(entries, _) = &self.source { entries.capacity() * 16 } else { 0 };
        size_of::<Self>() + self.sets.capacity() * 8 + self.start.capacity() * 8 + source + self.draft.weigh()
    }
}
