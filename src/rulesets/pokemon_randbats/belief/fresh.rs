//! What is the same in every belief of a game: members of which nothing is known but the species, and the rest of a team after its first.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::NOBODY;
use super::slot::Slot;
use super::unseen::Unseen;
use crate::rulesets::pokemon_randbats::battle::TEAM;

/// Each is made when it is first needed, and kept: worlds are drawn by thousands. The last place is of a species of no table.
#[derive(Debug)]
pub struct Fresh {
    others: Vec<OnceLock<Arc<Slot>>>,
    leads: Vec<OnceLock<Arc<Slot>>>,
    rests: Vec<OnceLock<Arc<Unseen>>>,
    /// Shared by all games, so that no belief weighs it.
    shared: bool,
    /// What those that were made weigh together.
    made: AtomicUsize,
}

impl Fresh {
    /// For a table of so many entries.
    pub fn new(entries: usize, shared: bool) -> Self {
        fn places<T>(entries: usize) -> Vec<OnceLock<T>> {
            (0..=entries).map(|_| OnceLock::new()).collect()
        }
        let places_of_all = 3 * (entries + 1) * size_of::<OnceLock<Arc<Slot>>>();
        let made = AtomicUsize::new(size_of::<Self>() + places_of_all);
        Self { others: places(entries), leads: places(entries), rests: places(entries), shared, made }
    }

    /// Whether all games share it.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Approximate memory in bytes that a belief answers for.
    pub fn weigh(&self) -> usize {
        if self.shared { 0 } else { self.made.load(Ordering::Relaxed) }
    }

    fn count(&self, bytes: usize) {
        self.made.fetch_add(bytes, Ordering::Relaxed);
    }
}

impl super::Terms {
    /// A member of an entry that was not shown yet; `lead` where it is the first of its team.
    pub fn fresh(&self, entry: Option<usize>, lead: bool) -> &Arc<Slot> {
        let slots = if lead { &self.fresh.leads } else { &self.fresh.others };
        let last = slots.len() - 1;
        slots[entry.map_or(last, |entry| entry.min(last))].get_or_init(|| {
            let weighed: Vec<(usize, f64)> = entry.map(|entry| (entry, 1.0)).into_iter().collect();
            let slot = self.member("", NOBODY, &weighed, lead);
            self.fresh.count(slot.weigh() + slot.pool().weigh());
            Arc::new(slot)
        })
    }

    /// The rest of a team whose first is of this entry.
    pub fn rest_after(&self, lead: Option<usize>) -> &Arc<Unseen> {
        let last = self.fresh.rests.len() - 1;
        self.fresh.rests[lead.map_or(last, |lead| lead.min(last))].get_or_init(|| {
            let members: Vec<usize> = lead.into_iter().collect();
            let rest = Unseen::of(&self.prior, &self.bases, &members, TEAM - 1);
            self.fresh.count(rest.weigh());
            Arc::new(rest)
        })
    }
}
