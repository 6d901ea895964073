//! What every belief of a game stands on: the prior table, what follows from it, and the model's parameters.

use std::sync::{Arc, LazyLock};

use super::fresh::Fresh;
use super::pool::Counting;
use super::unseen::Bases;
use crate::rulesets::pokemon_randbats::prior::{Entry, Prior, dex, embedded};
use crate::rulesets::pokemon_randbats::setup::{Parameters, Preset};

/// Most hypotheses that are kept, before widening.
const HYPOTHESES: usize = 8;

/// What follows from a table.
#[derive(Clone)]
struct OfTable {
    bases: Arc<Bases>,
    illusionists: Arc<[usize]>,
    fresh: Arc<Fresh>,
}

impl OfTable {
    fn new(prior: &Prior, shared: bool) -> Self {
        let illusion = dex().ability_named("Illusion");
        let disguises = |(at, entry): (usize, &Entry)| entry.sets.iter().any(|set| Some(set.ability) == illusion).then_some(at);
        Self {
            bases: Arc::new(Bases::of(prior)),
            illusionists: prior.entries().iter().enumerate().filter_map(disguises).collect(),
            fresh: Arc::new(Fresh::new(prior.entries().len(), shared)),
        }
    }
}

/// What every belief of a game shares.
#[derive(Debug)]
pub struct Terms {
    /// The table.
    pub prior: Arc<Prior>,
    /// Its species by base.
    pub bases: Arc<Bases>,
    /// Places of the entries whose members may be somebody else than they seem.
    pub illusionists: Arc<[usize]>,
    /// Most hypotheses a side.
    pub hypotheses: usize,
    /// The model's parameters.
    pub parameters: Parameters,
    /// Members and teams of which nothing is known.
    pub(super) fresh: Arc<Fresh>,
}

impl Terms {
    /// Of a game with these parameters.
    pub fn of(parameters: &Parameters, widening: u32) -> Self {
        // Every game with the embedded table has the same.
        static EMBEDDED: LazyLock<OfTable> = LazyLock::new(|| OfTable::new(embedded(), true));
        let prior = parameters.prior();
        let is_embedded = Arc::ptr_eq(prior, embedded()) && parameters.preset.is_none();
        let OfTable { bases, illusionists, fresh } = if is_embedded { EMBEDDED.clone() } else { OfTable::new(prior, false) };
        Self {
            prior: Arc::clone(prior),
            bases,
            illusionists,
            hypotheses: HYPOTHESES.saturating_mul(widening.max(1) as usize),
            parameters: parameters.clone(),
            fresh,
        }
    }

    /// How sets are counted, of the first of a team or of another member.
    pub fn counting(&self, lead: bool) -> Counting {
        match (self.parameters.preset, lead) {
            (Some(Preset::Seed), _) => Counting::Roles,
            (None, true) => Counting::Lead,
            (None, false) => Counting::Other,
        }
    }
}

impl Terms {
    /// Approximate memory in bytes that a belief answers for: nothing of what all games share.
    pub fn weigh(&self) -> usize {
        let own = size_of::<Self>() + if self.fresh.is_shared() { 0 } else { self.bases.weigh() + self.illusionists.len() * 8 };
        own + self.fresh.weigh()
    }
}
