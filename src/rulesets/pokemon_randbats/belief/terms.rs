//! What every belief of a game stands on: the prior table, what follows from it, and the model's parameters.

use std::sync::{Arc, LazyLock, OnceLock};

use super::fresh::{ByEntry, Fresh};
use super::pool::{Counting, Pool};
use super::slot::Slot;
use super::unseen::{Bases, Unseen};
use crate::rulesets::pokemon_randbats::likelihood::{UNLISTED, UNLISTED_A_MONTH};
use crate::rulesets::pokemon_randbats::prior::{Entry, OLDEST, Prior, dex, embedded};
use crate::rulesets::pokemon_randbats::setup::{Parameters, Preset};

/// Most hypotheses that are kept, before widening.
const HYPOTHESES: usize = 8;

/// Members of which nothing is known, of the embedded table at each age: all games share them.
static SHARED: [OnceLock<Arc<Fresh>>; OLDEST as usize + 1] = [const { OnceLock::new() }; OLDEST as usize + 1];

/// What follows from a table.
#[derive(Clone)]
struct OfTable {
    bases: Arc<Bases>,
    illusionists: Arc<[usize]>,
    rests: Arc<ByEntry<Unseen>>,
}

impl OfTable {
    fn new(prior: &Prior, is_shared: bool) -> Self {
        let illusion = dex().ability_named("Illusion");
        let disguises = |(at, entry): (usize, &Entry)| entry.sets.iter().any(|set| Some(set.ability) == illusion).then_some(at);
        Self {
            bases: Arc::new(Bases::of(prior)),
            illusionists: prior.entries().iter().enumerate().filter_map(disguises).collect(),
            rests: Arc::new(ByEntry::new(prior.entries().len(), is_shared)),
        }
    }
}

/// What every belief of a game shares.
#[derive(Clone, Debug)]
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
    /// How many months old the table is when the battle is played.
    pub months: u32,
    /// The rest of a team after each first, whatever the table's age.
    pub(super) rests: Arc<ByEntry<Unseen>>,
    /// Members of which nothing is known.
    pub(super) fresh: Arc<Fresh>,
}

impl Terms {
    /// Of a game with these parameters, and a table of this age, in months.
    pub fn of(parameters: &Parameters, widening: u32, months: u32) -> Self {
        // Every game with the embedded table has the same.
        static EMBEDDED: LazyLock<OfTable> = LazyLock::new(|| OfTable::new(embedded(), true));
        let (prior, months) = (parameters.prior(), months_of(parameters, months));
        let is_embedded = Arc::ptr_eq(prior, embedded());
        let OfTable { bases, illusionists, rests } = if is_embedded { EMBEDDED.clone() } else { OfTable::new(prior, false) };
        Self {
            prior: Arc::clone(prior),
            bases,
            illusionists,
            rests,
            hypotheses: HYPOTHESES.saturating_mul(widening.max(1) as usize),
            parameters: parameters.clone(),
            months,
            fresh: fresh(prior, parameters, months),
        }
    }

    /// The same with a table of this age, in months.
    #[must_use]
    pub fn aged(&self, months: u32) -> Self {
        let months = months_of(&self.parameters, months);
        Self { months, fresh: fresh(&self.prior, &self.parameters, months), ..self.clone() }
    }

    /// The chance that a member's set is in no table: more with each month of the table's age.
    #[must_use]
    pub fn unlisted(&self) -> f64 {
        UNLISTED.value + self.changed()
    }

    /// The chance that a set which is in no table is one of a newer generator, and not only rare.
    #[must_use]
    pub fn newer(&self) -> f64 {
        self.changed() / self.unlisted()
    }

    fn changed(&self) -> f64 {
        UNLISTED_A_MONTH.value * f64::from(self.months)
    }

    /// A member of which nothing is known but the entries that it may be of, each with its weight; `lead` where it is the first of its team.
    #[must_use]
    pub fn member(&self, name: &str, written: &str, weighed: &[(usize, f64)], lead: bool) -> Slot {
        Slot::new(name, written, Arc::new(Pool::of(&self.prior, weighed, self.counting(lead), self.newer())), self.unlisted())
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

/// Months that count: the rules of an earlier tracker know no age.
fn months_of(parameters: &Parameters, months: u32) -> u32 {
    if parameters.preset.is_some() { 0 } else { months.min(OLDEST) }
}

fn fresh(prior: &Arc<Prior>, parameters: &Parameters, months: u32) -> Arc<Fresh> {
    let is_shared = Arc::ptr_eq(prior, embedded()) && parameters.preset.is_none();
    let new = || Arc::new(Fresh::new(prior.entries().len(), is_shared));
    match SHARED.get(months as usize).filter(|_| is_shared) {
        Some(shared) => Arc::clone(shared.get_or_init(new)),
        None => new(),
    }
}

impl Terms {
    /// Approximate memory in bytes that a belief answers for: nothing of what all games share.
    pub fn weigh(&self) -> usize {
        let own = size_of::<Self>() + if self.rests.is_shared() { 0 } else { self.bases.weigh() + self.illusionists.len() * 8 };
        own + self.fresh.weigh() + self.rests.weigh()
    }
}
