//! What is the same in every belief of a game: members of which nothing is known but the species, and the rest of a team after its first. Each is made
//! when it is first needed, and kept: worlds are drawn by thousands.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::NOBODY;
use super::slot::Slot;
use super::unseen::Unseen;
use crate::rulesets::pokemon_randbats::battle::TEAM;

/// One thing for each entry of a table, and one in the last place for a species of no table.
#[derive(Debug)]
pub struct ByEntry<T> {
    places: Vec<OnceLock<Arc<T>>>,
    /// Shared by all games, so that no belief weighs it.
    shared: bool,
    /// What those that were made weigh together.
    made: AtomicUsize,
}

impl<T> ByEntry<T> {
    /// For a table of so many entries.
    pub fn new(entries: usize, shared: bool) -> Self {
        let places: Vec<_> = (0..=entries).map(|_| OnceLock::new()).collect();
        let made = AtomicUsize::new(size_of::<Self>() + places.len() * size_of::<OnceLock<Arc<T>>>());
        Self { places, shared, made }
    }

    /// Whether all games share it.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Approximate memory in bytes that a belief answers for.
    pub fn weigh(&self) -> usize {
        if self.shared { 0 } else { self.made.load(Ordering::Relaxed) }
    }

    /// That of an entry; `make` gives it with the bytes that it weighs, where it is needed for the first time.
    fn get(&self, entry: Option<usize>, make: impl FnOnce() -> (T, usize)) -> &Arc<T> {
        let last = self.places.len() - 1;
        self.places[entry.map_or(last, |entry| entry.min(last))].get_or_init(|| {
            let (made, bytes) = make();
            self.made.fetch_add(bytes, Ordering::Relaxed);
            Arc::new(made)
        })
    }
}

/// Members of which nothing is known but the species: the firsts of their teams, and the others.
#[derive(Debug)]
pub struct Fresh {
    others: ByEntry<Slot>,
    leads: ByEntry<Slot>,
}

impl Fresh {
    /// For a table of so many entries.
    pub fn new(entries: usize, shared: bool) -> Self {
        Self { others: ByEntry::new(entries, shared), leads: ByEntry::new(entries, shared) }
    }

    /// Approximate memory in bytes that a belief answers for.
    pub fn weigh(&self) -> usize {
        self.others.weigh() + self.leads.weigh()
    }
}

impl super::Terms {
    /// A member of an entry that was not shown yet; `lead` where it is the first of its team.
    pub fn fresh(&self, entry: Option<usize>, lead: bool) -> &Arc<Slot> {
        let slots = if lead { &self.fresh.leads } else { &self.fresh.others };
        slots.get(entry, || {
            let weighed: Vec<(usize, f64)> = entry.map(|entry| (entry, 1.0)).into_iter().collect();
            let slot = self.member("", NOBODY, &weighed, lead);
            let bytes = slot.weigh() + slot.pool().weigh();
            (slot, bytes)
        })
    }

    /// The rest of a team whose first is of this entry.
    pub fn rest_after(&self, lead: Option<usize>) -> &Arc<Unseen> {
        self.rests.get(lead, || {
            let members: Vec<usize> = lead.into_iter().collect();
            let rest = Unseen::of(&self.prior, &self.bases, &members, TEAM - 1);
            let bytes = rest.weigh();
            (rest, bytes)
        })
    }
}
