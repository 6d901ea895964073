//! Counts of how players behaved.

use std::collections::BTreeMap;

use super::tendencies::Behaviour;
use crate::rulesets::{Conduct, Seat};

/// One count that a revealed round settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Whose behaviour.
    pub seat: Seat,
    /// Which.
    pub behaviour: Behaviour,
    /// Index of its context.
    pub context: u8,
    /// How often it was done.
    pub successes: u32,
    /// How often it could have been done.
    pub opportunities: u32,
}

impl Tally {
    fn context(&self) -> &'static str {
        self.behaviour.contexts().get(usize::from(self.context)).copied().unwrap_or_default()
    }

    /// What is published of it.
    #[must_use]
    pub fn conduct(&self) -> Conduct {
        Conduct::Count {
            seat: self.seat,
            tendency: self.behaviour.tendency(),
            context: self.context().to_owned(),
            successes: self.successes,
            opportunities: self.opportunities,
        }
    }
}

/// (successes, opportunities) by seat, behaviour and context.
#[derive(Default)]
pub struct Tallies(BTreeMap<(Seat, Behaviour, usize), (u32, u32)>);

impl Tallies {
    /// One more opportunity, taken or not.
    pub fn add(&mut self, seat: Seat, behaviour: Behaviour, context: usize, done: bool) {
        let entry = self.0.entry((seat, behaviour, context)).or_default();
        entry.0 += u32::from(done);
        entry.1 += 1;
    }

    /// Ordered by seat and by the names of tendency and context.
    #[must_use]
    pub fn in_order(self) -> Vec<Tally> {
        let tally = |((seat, behaviour, context), (successes, opportunities))| Tally {
            seat,
            behaviour,
            context: context as u8,
            successes,
            opportunities,
        };
        let mut list: Vec<Tally> = self.0.into_iter().map(tally).collect();
        list.sort_by_key(|tally| (tally.seat, tally.behaviour.tendency(), tally.context()));
        list
    }
}
