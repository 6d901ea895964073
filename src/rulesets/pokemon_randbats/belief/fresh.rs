//! What is the same in every belief of a game: members of which nothing is known but the species, and the rest of a team behind a lead.

use std::sync::{Arc, OnceLock};

use super::NOBODY;
use super::slot::{Pool, Slot};
use super::unseen::Unseen;
use crate::rulesets::pokemon_randbats::battle::TEAM;

/// Each is made when it is first needed, and kept: worlds are drawn by thousands. The last place is of a species of no table.
#[derive(Debug)]
pub struct Fresh {
    others: Vec<OnceLock<Arc<Slot>>>,
    leads: Vec<OnceLock<Arc<Slot>>>,
    behind: Vec<OnceLock<Arc<Unseen>>>,
    /// Shared by all games, so that no belief weighs it.
    shared: bool,
}

impl Fresh {
    /// For a table of so many entries.
    pub fn new(entries: usize, shared: bool) -> Self {
        fn places<T>(entries: usize) -> Vec<OnceLock<T>> {
            (0..=entries).map(|_| OnceLock::new()).collect()
        }
        Self { others: places(entries), leads: places(entries), behind: places(entries), shared }
    }

    /// Approximate memory in bytes that a belief answers for.
    pub fn weigh(&self) -> usize {
        if self.shared {
            return 0;
        }
        let slots = self.others.iter().chain(&self.leads).filter_map(OnceLock::get);
        let rests = self.behind.iter().filter_map(OnceLock::get);
        slots.map(|slot| slot.weigh()).sum::<usize>() + rests.map(|rest| rest.weigh()).sum::<usize>()
    }
}

impl super::Terms {
    /// A member of an entry that was not shown yet; `lead` where it is the first of its team.
    pub fn fresh(&self, entry: Option<usize>, lead: bool) -> &Arc<Slot> {
        let slots = if lead { &self.fresh.leads } else { &self.fresh.others };
        let last = slots.len() - 1;
        slots[entry.map_or(last, |entry| entry.min(last))].get_or_init(|| {
            let pool: Vec<(usize, f64)> = entry.map(|entry| (entry, 1.0)).into_iter().collect();
            Arc::new(Slot::new("", NOBODY, Arc::new(Pool::of(&self.prior, &pool, self.counting(lead)))))
        })
    }

    /// The rest of a team whose first is of this entry.
    pub fn behind(&self, lead: Option<usize>) -> &Arc<Unseen> {
        let last = self.fresh.behind.len() - 1;
        self.fresh.behind[lead.map_or(last, |lead| lead.min(last))].get_or_init(|| {
            let members: Vec<usize> = lead.into_iter().collect();
            Arc::new(Unseen::of(&self.prior, &self.bases, &members, TEAM - 1))
        })
    }
}
